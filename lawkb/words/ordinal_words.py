"""Read ordinals in words: «πρώτο», «premier», «δέκατο πέμπτο»."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from lawkb.model.label import plain
from lawkb.model.language import Language

_LANGUAGES = 64
_LARGEST = 100  # of a law whose number is a word


def ordinal_of(words: tuple[str, ...], language: Language) -> int | None:
    """Return the number that one or two words count: 15 for «δέκατο πέμπτο»; else None.

    The words are in the tables ``[numerals.ordinals]`` and ``[titles]`` of the language file.
    Accents and case do not count.
    """
    values = [_ordinals(language).get(plain(word)) for word in words]
    if len(values) == 1:
        return values[0]
    tens, ones = values if len(values) == 2 else (None, None)  # two words
    fits = tens is not None and ones is not None and tens % 10 == 0 and ones < 10
    return tens + ones if fits and tens and ones else None


def endings_of(language: Language) -> tuple[str, ...]:
    """Return what is written after the digits of an ordinal, longest first: «er» in «1er»."""
    return tuple(
        sorted(language.tables.get("titles", {}).get("endings", ()), key=len, reverse=True)
    )


@lru_cache(_LANGUAGES)
def _ordinals(language: Language) -> Mapping[str, int]:
    table = language.tables.get("numerals", {})
    endings = table.get("endings", ("",))
    found = {
        plain(form): int(n)
        for n, words in table.get("ordinals", {}).items()
        for word in words.split()
        for form in _forms(word, endings)
        if int(n) < _LARGEST
    }
    only = language.tables.get("titles", {}).get("only", ())
    return {**found, **{plain(word): 1 for word in only}}


def _forms(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Yield every form of a word; ``~`` is an ending of the language."""
    if word.endswith("~"):
        yield from (word[:-1] + ending for ending in endings)
    else:
        yield word
