"""Words that any law may have, and what stands for them in another language.

A code of a hundred pairs teaches its own terms and few words besides: these are given to it.

Source: the tables ``[concepts]`` and ``[numerals]`` of the languages' files.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from lawkb.checks.numeral_words import Meaning, NumeralWords, read_numerals
from lawkb.checks.words import Word
from lawkb.model.language import any_language
from lawkb.search.folding import fold

_NUMBERS = ("ordinal", "fraction", "group", "times")


@dataclass(frozen=True, slots=True)
class _Forms:
    """How a language says what it has names for: whole words, and beginnings of words."""

    words: Mapping[str, frozenset[str]]
    beginnings: Mapping[str, frozenset[str]]
    openings: Mapping[str, tuple[str, ...]]  # the beginnings by their first letter
    sizes: tuple[int, ...]
    numerals: NumeralWords

    def meanings(self, word: str) -> list[str]:
        """The names of what a folded word may mean."""
        found = list(self.words.get(word, ()))
        numbers = self.numerals.meanings(word)
        if numbers:
            found += _named(numbers)
        if word.startswith(self.openings.get(word[:1], ())):
            for size in self.sizes:
                found += self.beginnings.get(word[:size], ()) if size <= len(word) else ()
        return found


def _named(numbers: Iterable[Meaning]) -> Iterator[str]:
    """The names of the numbers that a word may say; a figure has no other form."""
    for meaning in numbers:
        # the first and once are other words than one, which is an article besides
        if meaning.kind == "cardinal" or (meaning.kind in _NUMBERS and meaning.value != 1):
            # a part stands beside its number: the third, and a third
            yield f"number {max(meaning.value, 1 / (meaning.value or 1))}"


def concept_partners(
    ours: Iterable[Word], theirs: Iterable[Word], tags: tuple[str, str]
) -> dict[str, frozenset[str]]:
    """By stem of a word of the original, the stems of the translation that mean the same.

    Args:
        ours: Words of the originals.
        theirs: Words of the translations; only these can be partners.
        tags: Of the original and of the translation.
    """
    meant: defaultdict[str, set[str]] = defaultdict(set)
    other = _forms(tags[1])
    for folded, stem in {word.folded: word.stem for word in theirs}.items():
        for name in other.meanings(folded):
            meant[name].add(stem)
    found: defaultdict[str, set[str]] = defaultdict(set)
    own = _forms(tags[0])
    for folded, stem in {word.folded: word.stem for word in ours}.items():
        for name in own.meanings(folded):
            found[stem] |= meant.get(name, set())
    return {stem: frozenset(words) for stem, words in found.items() if words}


def concepts_of(folded: str, tag: str) -> frozenset[str]:
    """The names of what a folded word of a language may mean."""
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
        read_numerals(tag),
    )
