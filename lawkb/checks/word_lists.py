"""The word lists that rules use: tables ``[checks]`` and ``[concepts]`` of a language file.

A concept is a word of general legal language with its translations, such as *before*. A code of a
hundred text pairs is enough to learn the code's terms, but few other words: concepts add these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lawkb.checks.numbers.number_words import Meaning, NumeralWords, number_word_lists
from lawkb.model.language import any_language
from lawkb.words.folding import fold


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The word lists of a language, folded: in lower case without accents.

    Attributes:
        obligation: Words of obligation: *must*, *shall*.
        advice: Words of advice: *should*.
        light: Words that carry little meaning: auxiliary verbs and particles.
        permission: Words of permission: *may*.
        quotes: Pairs of quotation marks, ``«»``, the preferred pair first.
        apostrophe: The apostrophe of the language, or empty.
        ends: Characters that end a sentence or clause: ``.:;!?``.
        spaced: Punctuation marks that have a space before them, as in French.
        compounding: Prefixes that translate an adjective, with the concept they express.
        compounds: Whether words are joined to longer ones without a blank, as in German.
        doubled: Words that may occur twice in a row: *that that*.
        local: Words that begin a remark in brackets about one country, ``στην Ελλάδα``; not folded.
    """

    obligation: frozenset[str]
    advice: frozenset[str]
    light: frozenset[str]
    permission: frozenset[str]
    quotes: tuple[str, ...]
    apostrophe: str
    ends: str
    spaced: str
    compounding: Mapping[str, str] = field(hash=False)
    compounds: bool
    doubled: frozenset[str]
    local: tuple[str, ...]


@cache
def read_rule_words(code: str) -> RuleWords:
    """Return the word lists of a language, by its tag; all empty without a table ``[checks]``."""
    table = any_language(code).tables.get("checks", {})
    return RuleWords(
        obligation=_folded_words(table, "obligation"),
        advice=_folded_words(table, "advice"),
        light=_folded_words(table, "light"),
        permission=_folded_words(table, "permission"),
        quotes=tuple(table.get("quotes", ())),
        apostrophe=table.get("apostrophe", ""),
        ends=table.get("ends", ".:;!?"),
        spaced=table.get("spaced", ""),
        compounding={fold(own): name for own, name in table.get("compounding", {}).items()},
        compounds=table.get("compounds", False),
        doubled=_folded_words(table, "doubled"),
        local=tuple(table.get("local", ())),
    )


def _folded_words(table: Mapping[str, Any], key: str) -> frozenset[str]:
    return frozenset(fold(word) for phrase in table.get(key, ()) for word in phrase.split())


_NUMBERS = ("ordinal", "fraction", "group", "times")


@dataclass(frozen=True, slots=True)
class _Forms:
    words: Mapping[str, frozenset[str]]
    beginnings: Mapping[str, frozenset[str]]
    openings: Mapping[str, tuple[str, ...]]  # prefixes by their first letter
    sizes: tuple[int, ...]
    numerals: NumeralWords

    def meanings(self, word: str) -> list[str]:
        """Return the names of the concepts and numbers that a folded word may mean."""
        found = list(self.words.get(word, ()))
        numbers = self.numerals.meanings(word)
        if numbers:
            found += _named(numbers)
        if word.startswith(self.openings.get(word[:1], ())):
            for size in self.sizes:
                found += self.beginnings.get(word[:size], ()) if size <= len(word) else ()
        return found


def _named(numbers: Iterable[Meaning]) -> Iterator[str]:
    """Yield a name for each number that a word may mean, such as ``number 2``; digits have none."""
    for meaning in numbers:
        # «first» and «once» differ from «one», which is also an article
        if meaning.kind == "cardinal" or (meaning.kind in _NUMBERS and meaning.value != 1):
            # a fraction with its ordinal: the third, and a third
            yield f"number {max(meaning.value, 1 / (meaning.value or 1))}"


def concept_partners(
    ours: Mapping[str, str], theirs: Mapping[str, str], tags: tuple[str, str]
) -> dict[str, frozenset[str]]:
    """Return which stems of the translation may mean the same as a stem of the original.

    Args:
        ours: Stem of each folded word of the originals.
        theirs: Stem of each folded word of the translations.
        tags: Language tags of both.

    Returns:
        Stems of the translation by stem of the original; stems without any are left out.
    """
    meant: defaultdict[str, set[str]] = defaultdict(set)
    other = _forms(tags[1])
    for folded, stem in theirs.items():
        for name in other.meanings(folded):
            meant[name].add(stem)
    found: defaultdict[str, set[str]] = defaultdict(set)
    own = _forms(tags[0])
    for folded, stem in ours.items():
        for name in own.meanings(folded):
            found[stem] |= meant.get(name, set())
    return {stem: frozenset(words) for stem, words in found.items() if words}


def concepts_of(folded: str, tag: str) -> frozenset[str]:
    """Return the names of the concepts that a word may mean in a language.

    ``folded`` is the word in lower case without accents, ``tag`` the tag of the language.
    """
    return frozenset(_forms(tag).meanings(folded))


@cache
def _forms(tag: str) -> _Forms:
    words: defaultdict[str, set[str]] = defaultdict(set)
    beginnings: defaultdict[str, set[str]] = defaultdict(set)
    for name, forms in any_language(tag).tables.get("concepts", {}).items():
        for form in forms.split():
            (beginnings if form.endswith("*") else words)[fold(form.rstrip("*"))].add(name)
    openings: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for form in beginnings:
        openings[form[:1]] += (form,)
    return _Forms(
        {form: frozenset(names) for form, names in words.items()},
        {form: frozenset(names) for form, names in beginnings.items()},
        dict(openings),
        tuple(sorted({len(form) for form in beginnings})),
        number_word_lists(tag),
    )
