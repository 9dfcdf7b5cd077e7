"""Which words of a translation stand for which of its original."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import NamedTuple

from lawkb.align.association import Partner
from lawkb.checks.cognates import are_cognates, skeleton
from lawkb.checks.readings import Reading

_OF_COGNATE = -2.0  # what a cognate says against a loss
_COGNATES = 20  # words that are looked at for one
_FEW = 64  # places of one word, or of its counterparts; real texts have fewer
_NEAR = 4  # of more, those looked at on either side
_AGAIN = 0.5  # what a word says that is there less often, of what it would if it were not there
_COMMON = 0.25  # what a common word says, of what another one of its reliability would


@dataclass(frozen=True)
class Linked:
    """What each token of an original finds in the translation. No slots: what is taken is kept.

    Attributes:
        weights: What it says for its loss, the logarithm of odds: above 0 it finds no counterpart;
            0 when nothing is known of it.
        to: Index of the token that stands for it, or None.
    """

    weights: tuple[float, ...]
    to: tuple[int | None, ...]

    def meets(self, at: int) -> bool:
        """Whether a token surely has a known counterpart of its word, no mere cognate."""
        weight = self.weights[at]
        return weight < 0 and weight != _OF_COGNATE

    @cached_property
    def taken(self) -> frozenset[int]:
        """Tokens of the translation that stand for one of the original."""
        return frozenset(other for other in self.to if other is not None)


class Sought(NamedTuple):
    """A word of an original whose counterparts are known.

    Attributes:
        places: Where it stands: indexes of tokens.
        words: Its counterparts.
        stays: What a place says that has one.
        gone: What it says where the translation has none.
    """

    places: tuple[int, ...]
    words: frozenset[str]
    stays: float
    gone: float


def sought(ours: Reading, partners: Mapping[str, Partner]) -> tuple[Sought, ...]:
    """The words of an original that say something by having a counterpart or none.

    Args:
        ours: The original.
        partners: What is known of its words.
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
            found.append(Sought(own, partner.words, stays, gone))
    return tuple(found)


def link(ours: Reading, theirs: Reading, known: Sequence[Sought]) -> Linked:
    """The links of two texts.

    Where a word stands more often than its counterparts, these are given to the nearest ones.

    Args:
        ours: The original.
        theirs: The translation.
        known: As ``sought`` gives them for the original.
    """
    there = theirs.places
    sizes = len(ours.tokens), len(theirs.tokens)
    weights = [0.0] * sizes[0]
    to: list[int | None] = [None] * sizes[0]
    for own, words, stays, gone in known:
        met = [place for word in words if word in there for place in there[word]]
        if not met:
            for at in own:
                weights[at] = gone
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
    return Linked(tuple(weights), tuple(to))


def _changed(ours: Reading, theirs: Reading, to: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Figures and references without a counterpart, with those that stand in their place.

    They are changed, not lost; other rules tell of that.
    """
    for own, others in ((ours.cited, theirs.cited), (ours.figures, theirs.figures)):
        missed = [at for at in own if to[at] is None]
        if missed:
            taken = {other for other in to if other is not None}
            yield from zip(missed, (at for at in others if at not in taken), strict=False)


def _cognates(
    ours: Reading, theirs: Reading, to: Sequence[int | None]
) -> Iterator[tuple[int, int]]:
    """Tokens without a counterpart, with a cognate that stands for no other one."""
    here, there = ours.skeletons, theirs.skeletons
    shared = [key for key in here if key in there]
    taken = {other for other in to if other is not None} if shared else set()
    for key in shared:
        free = [other for other in there[key] if other not in taken]
        for at in here[key] if free else ():
            if to[at] is None:
                found = next((n for n in free[:_COGNATES] if _are_kin(ours, theirs, at, n)), None)
                if found is not None:
                    free.remove(found)
                    yield at, found


def _are_kin(ours: Reading, theirs: Reading, at: int, other: int) -> bool:
    one, two = skeleton(ours.tokens[at].word), skeleton(theirs.tokens[other].word)
    return are_cognates(one, two) and not _is_copied(ours, theirs, at, other)


def _is_copied(ours: Reading, theirs: Reading, at: int, other: int) -> bool:
    """Whether a word and one beside it stand alike in both: they were not translated."""
    return any(
        min(first, second) >= 0 and _two(ours, first) == _two(theirs, second) is not None
        for first, second in ((at, other), (at - 1, other - 1))
    )


def _two(reading: Reading, first: int) -> tuple[str, str] | None:
    if first + 1 >= len(reading.tokens):
        return None
    return reading.tokens[first].word, reading.tokens[first + 1].word


def most_linked(known: Sequence[Sought]) -> float:
    """What the words of an original would say against a loss if each found its counterpart."""
    return -sum([len(each.places) * each.stays for each in known])


def least_said(ours: Reading, theirs: Reading, known: Sequence[Sought]) -> float:
    """What the weights of ``link`` do not add up to less than; a tenth of its time.

    Counterparts that are there are taken to stand for every place of their word, and words whose
    skeletons begin alike to be cognates.
    """
    there = theirs.places
    total = 0.0
    for own, words, stays, gone in known:
        if not words.isdisjoint(there):
            total += len(own) * stays
        elif not _may_change(ours, own[0]):
            total += len(own) * gone
    alike = ours.skeletons.keys() & theirs.skeletons.keys()
    if alike:
        most = max((each.gone for each in known), default=0.0) - _OF_COGNATE
        total -= most * sum(len(ours.skeletons[key]) for key in alike)
    return total


def _may_change(ours: Reading, at: int) -> bool:
    """Whether another one may stand in the place of a token: of a figure or a reference."""
    return at in ours.cited or at in ours.figures


def _beside(own: Sequence[int], found: Sequence[int], ratio: float) -> Iterator[tuple[int, int]]:
    """Tokens with counterparts that may be the nearest; of many, those in about the same place."""
    many = max(len(own), len(found)) > _FEW
    for at in own:
        middle = bisect_left(found, at * ratio) if many else 0
        for to in found[max(0, middle - _NEAR) : middle + _NEAR] if many else found:
            yield at, to


def _nearest(own: Sequence[int], found: Sequence[int], sizes: tuple[int, int]) -> dict[int, int]:
    """Each token with the counterpart nearest to it; one counterpart stands for one token.

    Args:
        own: Tokens of the original.
        found: Their counterparts.
        sizes: How many tokens both texts have: what tells is how far into the text one stands.
    """
    ours, theirs = sizes
    near: dict[int, int] = {}
    taken: set[int] = set()
    pairs = _beside(own, sorted(found), theirs / ours)
    apart = sorted((abs(at / ours - to / theirs), at, to) for at, to in pairs)
    for _, at, to in apart:
        if at not in near and to not in taken:
            near[at] = to
            taken.add(to)
    return near
