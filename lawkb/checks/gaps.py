"""What lies between the words of a translation that surely stand for words of its original.

What is lost is lost in one place: between two words that have their counterparts. Each such gap is
weighed alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

from lawkb.checks.linking import Linked
from lawkb.checks.readings import Reading

_ANCHOR = 0.3  # evidence from which a link can hold two texts together
_BACK = 25  # anchors that may stand in another order
_HIGHEST = 12.0
_SLACK = 10  # code points: short words differ more in length than their roots say
_OFF = (-4.0, 6.0)  # standard deviations that lengths may say
_HALF = 0.5  # share of texts with a broken place from which it says nothing
_RAREST = 75.0  # times as rare as that: it is not told how much rarer
_KNOWN = 100  # texts without any that are taken for seen beforehand
_MERGED = 2  # of these, those in which two sentences are taken to have become one
_UNMARKED = 5  # and those that have lost nothing but the mark at their end
_NEAR = 2  # gaps on either side that may hold what one misses

Values = tuple[float, ...]


class Gap(NamedTuple):
    """A run of words between two links that keep their order.

    Attributes:
        first: Its first token in the original.
        last: The one after its last token there.
        low: Its first token in the translation.
        high: The one after its last token there.
    """

    first: int
    last: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Lengths:
    """How the lengths of a code's translations go.

    Attributes:
        ratio: How much longer a translation is, by the median.
        spread: Standard deviation of lengths, in roots of the length of the original.
    """

    ratio: float
    spread: float


@dataclass(frozen=True, slots=True)
class Habits:
    """How often the translations of a code have what a loss leaves behind, without one.

    Attributes:
        small: Share of them that begin with a small letter where the original does not.
        unmarked: Share of them that end without a mark where the original does not.
        seams: Share of them in which words stand side by side that never do.
        merged: Share of them that have fewer sentences than the original.
    """

    small: float = 0.01
    unmarked: float = 0.01
    seams: float = 0.01
    merged: float = 0.03


def habits_of(pairs: Iterable[tuple[Reading, Reading]]) -> Habits:
    """The habits of pairs of texts; one of each is taken for the pair that is judged."""
    told = [
        (
            _begins_small(ours, theirs),
            _ends_unmarked(ours, theirs),
            bool(theirs.seams),
            ours.sentences > theirs.sentences,
        )
        for ours, theirs in pairs
    ]
    small, unmarked, seams, merged = (sum(row[n] for row in told) for n in range(4))
    size = len(told) + _KNOWN
    return Habits(
        max(1, small) / size,
        (max(1, unmarked) + _UNMARKED) / size,
        max(1, seams) / size,
        (max(1, merged) + _MERGED) / size,
    )


def gaps(ours: Reading, theirs: Reading, linked: Linked) -> Iterator[Gap]:
    """The gaps that hold words of the original, in its order."""
    left, right = ours.tokens, theirs.tokens
    ends = [(-1, -1), *_in_order(linked), (len(left), len(right))]
    for (first, low), (last, high) in pairwise(ends):
        if last - first > 1:
            yield Gap(first + 1, last, low + 1, high)


def gap_values(
    texts: tuple[Reading, Reading], linked: Linked, lengths: Lengths, habits: Habits
) -> tuple[tuple[Gap, Values], ...]:
    """What speaks for a loss in each gap: 1, and five values of about 1 where much does.

    They are: the evidence of the words that miss a known counterpart; how much too short the free
    words of the translation are for those of the original; whether there are none; the words of
    the original of which nothing is known; and what a loss leaves behind at its edges.

    Args:
        texts: The original and its translation.
        linked: Their links.
        lengths: Of the code.
        habits: Of the code.
    """
    ours, theirs = texts
    weights = linked.weights
    found = tuple(gaps(ours, theirs, linked))
    free = [_free(gap, texts, linked) for gap in found]
    left = [_size(ours, own) for own, _ in free]
    right = [_size(theirs, own) for _, own in free]
    more = [max(0.0, b - lengths.ratio * a) for a, b in zip(left, right, strict=True)]
    edges = _are_broken(ours, theirs)
    told = []
    for n, gap in enumerate(found):
        there = right[n] + sum(more[max(0, n - _NEAR) : n]) + sum(more[n + 1 : n + 1 + _NEAR])
        lost = sum([weight for weight in weights[gap.first : gap.last] if weight > 0])
        wanted = lengths.ratio * left[n]
        short = (wanted - there) / (lengths.spread * sqrt(left[n] + _SLACK))
        bare = max(0.0, 1 - there / wanted) if wanted else 1.0
        values = (
            1.0,
            min(lost, _HIGHEST) / 3,
            bare * min(lost, _HIGHEST) / 3,
            max(_OFF[0], min(_OFF[1], short)),
            float(left[n] > 0 and not there),
            [weights[at] for at in free[n][0]].count(0) / 2,
            _broken(gap, texts, habits) if edges else 0.0,
        )
        told.append((gap, values))
    return tuple(told)


def _free(gap: Gap, texts: tuple[Reading, Reading], linked: Linked) -> tuple[list[int], list[int]]:
    """The tokens of a gap on either side that are not common and have no link."""
    left, right = texts[0].tokens, texts[1].tokens
    to, taken = linked.to, linked.taken
    return (
        [at for at in range(gap.first, gap.last) if to[at] is None and not left[at].common],
        [at for at in range(gap.low, gap.high) if at not in taken and not right[at].common],
    )


def _size(reading: Reading, places: Iterable[int]) -> int:
    """The code points of some tokens."""
    tokens = reading.tokens
    return sum([tokens[at].end - tokens[at].start for at in places])


def _are_broken(ours: Reading, theirs: Reading) -> bool:
    """Whether anything that a loss leaves behind stands in two texts at all."""
    return bool(
        theirs.seams
        or ours.sentences > theirs.sentences
        or _begins_small(ours, theirs)
        or _ends_unmarked(ours, theirs)
    )


def _broken(gap: Gap, texts: tuple[Reading, Reading], habits: Habits) -> float:
    """How rare it is what stands at the edges of a gap, from 0 to 1."""
    ours, theirs = texts
    told = [0.0]
    if gap.low == 0 and _begins_small(ours, theirs):
        told.append(_rarity(habits.small))
    if gap.high == len(theirs.tokens) and _ends_unmarked(ours, theirs):
        told.append(_rarity(habits.unmarked))
    if bisect_left(theirs.seams, gap.low - 1) < bisect_left(theirs.seams, gap.high):
        told.append(_rarity(habits.seams))
    if ours.sentences > theirs.sentences and _closes(ours, gap.first, gap.last) > _closes(
        theirs, gap.low, gap.high
    ):
        told.append(_rarity(habits.merged))
    return max(told)


def _closes(reading: Reading, first: int, last: int) -> int:
    """How many sentences end in a gap, or right before it."""
    return sum(token.closes for token in reading.tokens[max(0, first - 1) : last])


def _rarity(share: float) -> float:
    return max(0.0, min(1.0, log(_HALF / share) / log(_RAREST)))


def _begins_small(ours: Reading, theirs: Reading) -> bool:
    return theirs.begins_small and not ours.begins_small


def _ends_unmarked(ours: Reading, theirs: Reading) -> bool:
    return ours.ends_marked and not theirs.ends_marked


def _in_order(linked: Linked) -> list[tuple[int, int]]:
    """The links of the greatest weight that do not cross one another."""
    held = [
        (at, to, -weight)
        for at, (to, weight) in enumerate(zip(linked.to, linked.weights, strict=True))
        if to is not None and weight <= -_ANCHOR
    ]
    if all(one[1] < other[1] for one, other in pairwise(held)):  # as in most texts
        return [each[:2] for each in held]
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
