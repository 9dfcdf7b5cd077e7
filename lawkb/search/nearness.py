"""Nearness: places of words that stand beside or near one another."""

from __future__ import annotations

from bisect import bisect_left
from functools import reduce

from lawkb.model.passage import Span

# By document number, the first and the last word of each place, in order.
Spans = dict[int, list["Span"]]

# Pairs of places in one document: a page of strangers that says one word over and over has more.
_MOST = 20_000


def near(left: Spans, right: Spans, distance: int) -> Spans:
    """The places that a place of each side makes, at most some words apart, in either order."""
    found: Spans = {}
    for number in left.keys() & right.keys():
        pairs = {
            *_followed(left[number], right[number], distance),
            *_followed(right[number], left[number], distance),
        }
        if pairs:
            found[number] = sorted(pairs)
    return found


def beside(places: list[Spans]) -> Spans:
    """The places at which several words stand one after the other, in their order."""
    return reduce(_joined, places[1:], places[0]) if places else {}


def _joined(left: Spans, right: Spans) -> Spans:
    found: Spans = {}
    for number in left.keys() & right.keys():
        ends = dict(right[number])
        pairs = [(start, ends[end + 1]) for start, end in left[number] if end + 1 in ends]
        if pairs:
            found[number] = pairs
    return found


def _followed(first: list[Span], then: list[Span], distance: int) -> list[Span]:
    """What begins behind the end of a place, not farther than a distance."""
    pairs: list[Span] = []
    for start, end in first:
        at = bisect_left(then, (end + 1, 0))
        while at < len(then) and then[at][0] <= end + distance and len(pairs) < _MOST:
            pairs.append((start, then[at][1]))
            at += 1
    return pairs
