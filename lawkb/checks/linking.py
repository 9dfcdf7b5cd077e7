"""Which words of a translation stand for which of its original."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

from lawkb.align.association import Partner
from lawkb.checks.cognates import are_cognates, skeleton
from lawkb.checks.readings import Reading

_OF_COGNATE = -2.0  # what a cognate says against a loss
_COGNATES = 20  # words that are looked at for one
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

    @cached_property
    def taken(self) -> frozenset[int]:
        """Tokens of the translation that stand for one of the original."""
        return frozenset(other for other in self.to if other is not None)


def link(ours: Reading, theirs: Reading, partners: Mapping[str, Partner]) -> Linked:
    """The links of two texts.

    Where a word stands more often than its counterparts, these are given to the nearest ones.
    """
    there, places = theirs.places, ours.places
    weights = [0.0] * len(ours.tokens)
    to: list[int | None] = [None] * len(ours.tokens)
    for key, partner in partners.items():
        own = places.get(key)
        if own is None or partner.chance >= partner.reliability:
            continue
        gone = log((1 - partner.chance) / (1 - partner.reliability))
        stays = log(partner.chance / partner.reliability)
        found = _nearest(own, [place for word in partner.words for place in there.get(word, ())])
        share = _COMMON if ours.tokens[own[0][0]].common else 1.0
        again = _AGAIN if found else 1.0
        for at, _ in own:
            to[at] = found.get(at)
            weights[at] = share * (again * gone if to[at] is None else stays)
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
    taken = {other for other in to if other is not None}
    for key, places in ours.skeletons.items():
        free = [other for other in theirs.skeletons.get(key, ()) if other not in taken]
        for at in places if free else ():
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


_Places = Sequence[tuple[int, float]]  # index of a token, and how far into the text it stands


def most_linked(ours: Reading, partners: Mapping[str, Partner]) -> float:
    """What the words of an original would say against a loss if each found its counterpart."""
    total = 0.0
    for key, partner in partners.items():
        if partner.chance < partner.reliability:
            own = ours.places[key]
            share = _COMMON if ours.tokens[own[0][0]].common else 1.0
            total += share * len(own) * log(partner.reliability / partner.chance)
    return total


def _nearest(own: _Places, found: _Places) -> dict[int, int]:
    """Each token with the counterpart nearest to it; one counterpart stands for one token."""
    if not found:
        return {}
    if len(own) == len(found) == 1:
        return {own[0][0]: found[0][0]}
    near: dict[int, int] = {}
    taken: set[int] = set()
    apart = sorted((abs(place - other), at, to) for at, place in own for to, other in found)
    for _, at, to in apart:
        if at not in near and to not in taken:
            near[at] = to
            taken.add(to)
    return near
