"""Which words of a translation stand for which of its original, and what lies between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from lawkb.align.association import Partner
from lawkb.checks.readings import Reading, Token

_COMMON = 0.25  # what a common word says, of what another one of its reliability would
_ANCHOR = 0.3  # evidence from which a link can hold two texts together
_BACK = 25  # anchors that may stand in another order


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


@dataclass(frozen=True, slots=True)
class Gap:
    """What lies between two neighbouring links that keep their order.

    Attributes:
        ours: Code points in the original, references left out.
        theirs: The same in the translation.
        weight: Evidence of the words in it.
    """

    ours: int
    theirs: int
    weight: float


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


def gaps(ours: Reading, theirs: Reading, linked: Linked) -> Iterator[Gap]:
    """What lies between the links that keep their order, in the order of the original."""
    left, right = ours.tokens, theirs.tokens
    if not left:
        return
    ends = [(-1, -1), *_in_order(linked), (len(left), len(right))]
    for (first, low), (last, high) in pairwise(ends):
        weight = sum(linked.weights[first + 1 : last])
        yield Gap(_between(left, first, last), _between(right, low, high), weight)


def _in_order(linked: Linked) -> list[tuple[int, int]]:
    """The links of the greatest weight that do not cross one another."""
    held = [
        (at, to, -weight)
        for at, (to, weight) in enumerate(zip(linked.to, linked.weights, strict=True))
        if to is not None and weight <= -_ANCHOR
    ]
    sums: list[float] = []
    before: list[int] = []
    for n, (_, to, weight) in enumerate(held):
        best, link_before = 0.0, -1
        for other in range(max(0, n - _BACK), n):
            if held[other][1] < to and sums[other] > best:
                best, link_before = sums[other], other
        sums.append(best + weight)
        before.append(link_before)
    chain = []
    n = max(range(len(sums)), key=sums.__getitem__) if sums else -1
    while n >= 0:
        chain.append(held[n][:2])
        n = before[n]
    return chain[::-1]


def _between(tokens: Sequence[Token], first: int, last: int) -> int:
    """Code points between two tokens, those of references left out."""
    if not tokens:
        return 0
    start = tokens[first].end if first >= 0 else tokens[0].start
    end = tokens[last].start if last < len(tokens) else tokens[-1].end
    cited = sum(token.end - token.start for token in tokens[first + 1 : last] if token.cited)
    return max(0, end - start - cited)
