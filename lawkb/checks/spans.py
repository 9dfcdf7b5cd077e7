"""Places of a text that belong to something, such as its references, asked for many times."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

from lawkb.model.passage import Span


class Spans:
    """Spans in any order, overlapping or not."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, spans: Iterable[Span]) -> None:
        held = sorted(spans)
        self._starts = [start for start, _ in held]
        self._ends = list(accumulate((end for _, end in held), max))

    def touch(self, start: int, end: int) -> bool:
        """Whether one of them begins before a place ends, and ends after it begins."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._ends[before - 1] > start
