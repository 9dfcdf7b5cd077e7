"""Pair the terms that a code defines in two languages.

Each language has its entries in its own order, so they are paired by what they say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.align.lexicon import Lexicon, PhraseWords
from lawkb.model.code import Code
from lawkb.model.companion import Companion, Section
from lawkb.model.passage import Passage
from lawkb.search.crosslingual.sentences import read_sentence
from lawkb.words import read_vocabulary, tokens

_ALIKE = 0.25  # how much of what two entries say must answer each other
_DISTINCT = 1.25  # how much more than of any other entry


@dataclass(frozen=True, slots=True)
class Term:
    """A term that is defined in two languages.

    Attributes:
        keys: Words of one language, as they are compared.
        source: The term as that language prints it.
        other_keys: Words of the other one.
        target: The term as the other one prints it.
    """

    keys: PhraseWords
    source: str
    other_keys: PhraseWords
    target: str

    def turned(self) -> Term:
        """Return the same from the other side."""
        return Term(self.other_keys, self.target, self.keys, self.source)


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of definitions: its term, its words, and the number of its meanings."""

    term: str
    keys: PhraseWords
    words: frozenset[str]
    senses: int


def paired_terms(
    code: Code, languages: tuple[str, str], lexicons: tuple[Lexicon, Lexicon]
) -> tuple[Term, ...]:
    """Return the terms that the definitions of two languages have in common.

    Two entries are one when each says most of what the other says, by the lexicon, and clearly
    more than any other entry does. One that is like several is left out.

    Args:
        code: The laws and companions.
        languages: BCP 47 tags.
        lexicons: Which words stand for each other, in both directions.
    """
    found: dict[Term, None] = {}
    for (edition, tag, name), companion in code.companions.items():
        other = code.companions.get((edition, languages[1], name))
        if companion.kind != "definitions" or tag != languages[0] or other is None:
            continue
        ours, theirs = tuple(_entries(code, companion)), tuple(_entries(code, other))
        found |= dict.fromkeys(_paired(ours, theirs, lexicons))
    return tuple(found)


def _paired(
    ours: tuple[_Entry, ...], theirs: tuple[_Entry, ...], lexicons: tuple[Lexicon, Lexicon]
) -> Iterator[Term]:
    alike = {(a, b): _alike(a, b, lexicons) for a in ours for b in theirs}
    for (entry, other), score in alike.items():
        rivals = (
            rival for pair, rival in alike.items() if (pair[0] == entry) != (pair[1] == other)
        )
        if score >= max(_ALIKE, _DISTINCT * max(rivals, default=0.0)):
            yield Term(entry.keys, entry.term, other.keys, other.term)


def _alike(entry: _Entry, other: _Entry, lexicons: tuple[Lexicon, Lexicon]) -> float:
    """Return how much of two entries answers each other, from 0 to 1."""
    if entry.senses != other.senses or not entry.words or not other.words:
        return 0.0
    there = _covered(entry.words, other.words, lexicons[0])
    back = _covered(other.words, entry.words, lexicons[1])
    return (there + back) / 2


def _covered(words: frozenset[str], others: frozenset[str], lexicon: Lexicon) -> float:
    found = (
        max(1.0 if word == other else lexicon.probability(word, other) for other in others)
        for word in sorted(words)
    )
    return sum(found) / len(words)


def _entries(code: Code, companion: Companion) -> Iterator[_Entry]:
    language = code.outline.language(companion.language)
    stop = read_vocabulary(language.code).stop
    for _, section in companion.sections():
        if section.kind != "entry" or section.heading is None:
            continue
        term = section.heading.text
        read = [
            word.key
            for passage in _passages(section)
            for word in read_sentence(
                tokens(passage.text, language, code.outline.scheme, passage.references),
                passage.text,
            )
        ]
        keys = read_sentence(tokens(term, language, code.outline.scheme), term)
        yield _Entry(
            term=_uncapital(term),
            keys=tuple(word.key for word in keys),
            words=frozenset(read) - stop,
            senses=len(section.sections),
        )


def _passages(section: Section) -> Iterator[Passage]:
    if section.heading:
        yield section.heading
    for item in section.body:
        if isinstance(item, Passage):
            yield item
        elif isinstance(item, Section):
            yield from _passages(item)


def _uncapital(term: str) -> str:
    """Return a term as it stands inside a sentence: abbreviations keep their capitals."""
    return " ".join(
        word if word.isupper() and len(word) > 1 else word.lower() for word in term.split()
    )
