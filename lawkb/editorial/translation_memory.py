"""The memory of a code: its translated texts, to suggest equal and similar ones for a new text.

Texts are compared by their words: equal, or similar by the longest common sequence of words
(``Indel`` of rapidfuzz). An index by words finds every text above the least similarity, and no
others are compared. What is suggested for a text depends on similar texts alone.

Source: prefix filtering, Chaudhuri, Ganti and Kaushik 2006, *A Primitive Operator for Similarity
Joins in Data Cleaning*.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from math import ceil

from rapidfuzz.distance import Indel

from lawkb.align.translation_units import pair_texts
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.words.tokens import sentences

LEAST_SIMILAR = 0.6  # below this, more words have to be changed than can be kept
_MOST = 5  # suggestions for a text
_MOST_OF_SENTENCE = 2
_WORD = re.compile(r"\w+")
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class RememberedText:
    """A translated text, without inline codes, and where it is."""

    source: str  # the original
    target: str  # the translation
    edition: str  # id of the edition
    address: Address  # the provision
    part: str  # name of the text in it, ``heading``; empty for the first paragraph
    doubts: tuple[str, ...] = ()  # why the translation may be wrong

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key of the place."""
        return self.edition, self.address, self.part


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A translated text, or sentence, that is equal or similar to a text."""

    source: str  # The original of the suggestion, without inline codes.
    target: str  # Its translation, without inline codes.
    # Where it is translated so, those of the wanted edition first.
    places: tuple[RememberedText, ...]
    similarity: float  # Share of equal words in order, 0 to 1; 1 also where only signs differ.
    equal: bool  # Whether the original is the same, spaces aside.
    # Why the translation may be wrong: an editor marked that words are missing, or the checks
    # report an error, accepted or not. Empty if one of the places has none.
    doubts: tuple[str, ...] = ()


class TextIndex:
    """An index of translated texts by the words of their originals."""

    __slots__ = ("_counts", "_postings", "_texts", "_words")

    def __init__(self, texts: Iterable[RememberedText]) -> None:
        """Index translated texts."""
        self._texts = tuple(texts)
        self._words = tuple(_words(each.source) for each in self._texts)
        self._counts = Counter(word for words in self._words for word in set(words))
        # Texts by each of their rarest words, then by their number of words: texts of other
        # lengths are not looked at.
        self._postings: dict[str, dict[int, list[int]]] = {}
        for index, words in enumerate(self._words):
            for word in self._rarest(words):
                self._postings.setdefault(word, {}).setdefault(len(words), []).append(index)

    def suggest(self, text: str, edition: str, most: int) -> tuple[Suggestion, ...]:
        """Return the best suggestions for a text: equal ones first, then by similarity."""
        words = _words(text)
        groups: dict[tuple[str, str], list[tuple[float, RememberedText]]] = {}
        for index in self._candidates(words):
            each = self._texts[index]
            # Without its cutoff, which leaves out texts that are exactly as similar.
            similarity = Indel.normalized_similarity(words, self._words[index])
            if similarity >= LEAST_SIMILAR - _ROUNDING:
                groups.setdefault((each.source, each.target), []).append((similarity, each))
        found = [_suggestion(text, edition, members) for members in groups.values()]
        return tuple(sorted(found, key=partial(_rank, edition))[:most])

    def _candidates(self, words: tuple[str, ...]) -> set[int]:
        """Return the indexes of all texts that may have the least similarity, and some others."""
        longest = int(len(words) * (2 - LEAST_SIMILAR) / LEAST_SIMILAR + _ROUNDING)
        return {
            index
            for word in self._rarest(words)
            for length, indexes in self._postings.get(word, {}).items()
            if _shortest(words) <= length <= longest
            for index in indexes
        }

    def _rarest(self, words: tuple[str, ...]) -> set[str]:
        """Return so many of the rarest words of a text that similar texts have one in common.

        Of the words of two similar texts at least ``equal`` are the same; sorted by one order for
        all texts, one of these is among the first words of both.
        """
        equal = ceil(LEAST_SIMILAR * (len(words) + _shortest(words)) / 2 - _ROUNDING)
        ordered = sorted(words, key=lambda word: (self._counts[word], word))
        return set(ordered[: len(words) - equal + 1])


def _shortest(words: tuple[str, ...]) -> int:
    """Return the fewest words that a similar text can have."""
    return ceil(len(words) * LEAST_SIMILAR / (2 - LEAST_SIMILAR) - _ROUNDING)


class TranslationMemory:
    """The translated texts and sentences of a code in one language."""

    def __init__(self, texts: Sequence[RememberedText], source: str, target: str) -> None:
        """Remember texts; ``source`` and ``target`` are the tags of the languages."""
        self._source = source
        self._target = target
        self._texts = texts
        self._whole = TextIndex(texts)

    @cached_property
    def _sentences(self) -> TextIndex:
        return TextIndex(chain.from_iterable(map(self._parts, self._texts)))

    def suggest(self, text: str, edition: str) -> tuple[Suggestion, ...]:
        """Return the best suggestions for a text: equal ones first, then by similarity."""
        return self._whole.suggest(text, edition, _MOST)

    def suggest_sentences(
        self, text: str, edition: str
    ) -> tuple[tuple[str, tuple[Suggestion, ...]], ...]:
        """Return suggestions for each sentence of a text; empty if it has one sentence alone."""
        parts = _sentences_of(text, self._source)
        if len(parts) < 2:
            return ()
        return tuple(
            (part, self._sentences.suggest(part, edition, _MOST_OF_SENTENCE)) for part in parts
        )

    def _parts(self, text: RememberedText) -> Iterator[RememberedText]:
        """Yield the sentences of a text, if its translation has as many."""
        own = _sentences_of(text.source, self._source)
        other = _sentences_of(text.target, self._target)
        if len(own) == len(other):
            for source, target in zip(own, other, strict=True):
                yield replace(text, source=source, target=target)


def remember(
    code: Code, source: str, target: str, findings: Iterable[Finding] = ()
) -> TranslationMemory:
    """Return the memory of all texts of a code that are translated, in every edition.

    Args:
        findings: Findings of the checks; the errors among them become doubts.
    """
    doubts = _doubts(findings, (source, target))
    keys = sorted(key for key in code.laws if key[1] == target)
    return TranslationMemory(
        tuple(
            chain.from_iterable(
                _translated(code, edition, number, (source, target), doubts)
                for edition, _, number in keys
            )
        ),
        source,
        target,
    )


_Doubts = Mapping[tuple[str, Address], tuple[str, ...]]


def _doubts(findings: Iterable[Finding], tags: tuple[str, str]) -> _Doubts:
    found: dict[tuple[str, Address], tuple[str, ...]] = {}
    for each in findings:
        if each.severity == "error" and each.address and each.language in tags:
            key = (each.edition, each.address)
            accepted = "accepted: " if each.waived else ""
            found[key] = (*found.get(key, ()), f"{accepted}{each.message}")
    return found


def _translated(
    code: Code, edition: str, number: Ordinal, tags: tuple[str, str], doubts: _Doubts
) -> Iterator[RememberedText]:
    original, translation = (code.law(edition, tag, number) for tag in tags)
    if original is None or translation is None:
        return
    for pair in pair_texts(original, translation, code.outline.scheme):
        if pair.source is None or pair.target is None:
            continue
        provision = translation.find(pair.address)
        incomplete = provision is not None and not provision.complete
        told = (("words are missing",) if incomplete else ()) + doubts.get(
            (edition, pair.address), ()
        )
        words = pair.source.words, pair.target.words
        yield RememberedText(*words, edition, pair.address, pair.part, told)


def _suggestion(text: str, edition: str, members: list[tuple[float, RememberedText]]) -> Suggestion:
    """Return one suggestion for all places with the same original and translation."""
    texts = sorted(
        (each for _, each in members),
        key=lambda each: (each.edition != edition, each.order),
    )
    first = texts[0]
    sure = any(not each.doubts for each in texts)
    return Suggestion(
        first.source,
        first.target,
        tuple(texts),
        members[0][0],
        first.source.split() == text.split(),
        () if sure else first.doubts,
    )


def _rank(edition: str, each: Suggestion) -> tuple[object, ...]:
    first = each.places[0]
    return (
        *(not each.equal, -each.similarity, bool(each.doubts), first.edition != edition),
        *(first.order, each.source, each.target),
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))


_MARKS = ".;·!?"  # a clause is remembered, too


def _sentences_of(text: str, language: str) -> tuple[str, ...]:
    found = (text[start:end].strip() for start, end in sentences(text, language, _MARKS))
    return tuple(each for each in found if each)
