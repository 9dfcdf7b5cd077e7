"""Link the words of an original to those of its translation, with evidence of lost words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import NamedTuple

from lawkb.align.association import Partner
from lawkb.checks.omission.features import TextFeatures, are_cognates, skeleton

_OF_COGNATE = -2.0  # evidence of a cognate against a loss
_COGNATES = 20  # most candidates per word
_PART = 4  # letters of the shortest stem that is searched for in a compound
_FEW = 64  # most places of a word, or of its counterparts, compared in full
_NEAR = 4  # beyond that, places compared on either side
_AGAIN = 0.5  # share of the evidence for a word that occurs less often, not never
_COMMON = 0.25  # share of the evidence for a very frequent word


@dataclass(frozen=True)
class WordLinks:
    """Links from the words of an original to those of its translation. No slots: they are cached.

    Attributes:
        weights: For each word of the original its evidence of a loss, in log odds: positive when
            its known counterpart is absent, negative when present, 0 when none is known.
        to: For each word of the original the index of the linked word of the translation, or None.
    """

    weights: tuple[float, ...]
    to: tuple[int | None, ...]

    def meets(self, at: int) -> bool:
        """Return whether a word of the original has a known counterpart, not only a cognate."""
        weight = self.weights[at]
        return weight < 0 and weight != _OF_COGNATE

    @cached_property
    def taken(self) -> frozenset[int]:
        """Indexes of the words of the translation that are linked."""
        return frozenset(other for other in self.to if other is not None)


class InformativeWord(NamedTuple):
    """A word of an original whose counterparts are known.

    Attributes:
        places: Its indexes in the original.
        words: Stems of its counterparts.
        stays: Evidence of a loss when a counterpart is present, in log odds; negative.
        gone: Evidence of a loss when no counterpart is present, in log odds; positive.
    """

    places: Sequence[int]
    words: frozenset[str]
    stays: float
    gone: float


def informative_words(
    ours: TextFeatures, partners: Mapping[str, Partner]
) -> tuple[InformativeWord, ...]:
    """Return the words of an original whose known translation, present or absent, is evidence.

    ``partners`` has the known translations by key of the word.
    """
    tokens, places = ours.tokens, ours.places
    found = []
    for key, partner in partners.items():
        reliability, chance = partner.reliability, partner.chance
        if chance < reliability:
            own = places[key]
            share = _COMMON if tokens[own[0]].common else 1.0
            stays = share * log(chance / reliability)
            gone = share * log((1 - chance) / (1 - reliability))
            found.append(InformativeWord(own, partner.words, stays, gone))
    return tuple(found)


def link_words_of_pair(
    ours: TextFeatures, theirs: TextFeatures, known: Sequence[InformativeWord]
) -> WordLinks:
    """Return the links of an original and its translation, given the words with known counterparts.

    If a word occurs more often than its counterparts, the nearest occurrences are linked.
    """
    there = theirs.places
    sizes = len(ours.tokens), len(theirs.tokens)
    weights = [0.0] * sizes[0]
    to: list[int | None] = [None] * sizes[0]
    for own, words, stays, gone in known:
        met = [place for word in words if word in there for place in there[word]]
        if not met:
            inside = _in_compound(words, theirs)
            for at in own:
                to[at] = inside
                weights[at] = gone if inside is None else stays
        elif len(own) == len(met) == 1:
            to[own[0]] = met[0]
            weights[own[0]] = stays
        else:
            found = _nearest(own, met, sizes)
            for at in own:
                to[at] = found.get(at)
                weights[at] = stays if at in found else _AGAIN * gone
    for at, other in _cognates(ours, theirs, to):
        to[at], weights[at] = other, _OF_COGNATE
    for at, other in _changed(ours, theirs, to):
        to[at], weights[at] = other, 0.0
    return WordLinks(tuple(weights), tuple(to))


def _in_compound(words: Iterable[str], theirs: TextFeatures) -> int | None:
    """Return the index of the first compound that begins or ends with one of some stems, or None.

    Source: Koehn and Knight 2003, *Empirical Methods for Compound Splitting*.
    """
    parts = tuple([word for word in words if len(word) >= _PART]) if theirs.compounds else ()
    found = (at for at, word in theirs.compounds if word.startswith(parts) or word.endswith(parts))
    return next(found, None) if parts else None


def _changed(
    ours: TextFeatures, theirs: TextFeatures, to: Sequence[int | None]
) -> Iterator[tuple[int, int]]:
    """Yield indexes of digits and references without a counterpart, and of unlinked ones in order.

    They are linked as changed, not lost; other rules report them.
    """
    for own, others in ((ours.cited, theirs.cited), (ours.numbers, theirs.numbers)):
        missed = [at for at in own if to[at] is None]
        if missed:
            taken = {other for other in to if other is not None}
            yield from zip(missed, (at for at in others if at not in taken), strict=False)


def _cognates(
    ours: TextFeatures, theirs: TextFeatures, to: Sequence[int | None]
) -> Iterator[tuple[int, int]]:
    """Yield indexes of unlinked words of the original, each with that of an unlinked cognate."""
    here, there = ours.skeletons, theirs.skeletons
    shared = [key for key in here if key in there]
    taken = {other for other in to if other is not None} if shared else set()
    for key in shared:
        free = [other for other in there[key] if other not in taken]
        for at in here[key] if free else ():
            if to[at] is None:
                one = skeleton(ours.tokens[at].word)
                alike = (
                    other
                    for other in free[:_COGNATES]
                    if are_cognates(one, skeleton(theirs.tokens[other].word))
                    and not _is_copied(ours, theirs, at, other)
                )
                if (found := next(alike, None)) is not None:
                    free.remove(found)
                    yield at, found


def _is_copied(ours: TextFeatures, theirs: TextFeatures, at: int, other: int) -> bool:
    """Return whether a word and a neighbour are equal in both texts: they are not translated."""
    return any(
        min(first, second) >= 0 and _two(ours, first) == _two(theirs, second) is not None
        for first, second in ((at, other), (at - 1, other - 1))
    )


def _two(text: TextFeatures, first: int) -> tuple[str, str] | None:
    if first + 1 >= len(text.tokens):
        return None
    return text.tokens[first].word, text.tokens[first + 1].word


def _near_candidates(
    own: Sequence[int], found: Sequence[int], ratio: float
) -> Iterator[tuple[int, int]]:
    """Yield indexes of words and of candidates; of many, only those in a similar position."""
    many = max(len(own), len(found)) > _FEW
    for at in own:
        middle = bisect_left(found, at * ratio) if many else 0
        for to in found[max(0, middle - _NEAR) : middle + _NEAR] if many else found:
            yield at, to


def _nearest(own: Sequence[int], found: Sequence[int], sizes: tuple[int, int]) -> dict[int, int]:
    """Return the index of the nearest counterpart by index of the word, one to one.

    ``sizes``, the number of words of both texts, make positions comparable.
    """
    ours, theirs = sizes
    near: dict[int, int] = {}
    taken: set[int] = set()
    pairs = _near_candidates(own, sorted(found), theirs / ours)
    apart = sorted((abs(at / ours - to / theirs), at, to) for at, to in pairs)
    for _, at, to in apart:
        if at not in near and to not in taken:
            near[at] = to
            taken.add(to)
    return near
