"""Which words of a translation stand for which of its original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from lawkb.align.association import Partner
from lawkb.checks.readings import Reading

_COMMON = 0.25  # what a common word says, of what another one of its reliability would


@dataclass(frozen=True, slots=True)
class Linked:
    """What each token of an original finds in the translation.

    Attributes:
        weights: What it says for its loss, the logarithm of odds: above 0 it finds no counterpart;
            0 when nothing is known of it.
        to: Index of the token that stands for it, or None.
    """

    weights: tuple[float, ...]
    to: tuple[int | None, ...]


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
        for at, _ in own:
            to[at] = found.get(at)
            weights[at] = share * (gone if to[at] is None else stays)
    return Linked(tuple(weights), tuple(to))


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
