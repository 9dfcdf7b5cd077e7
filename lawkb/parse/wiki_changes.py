"""Words marked as changed by ``;;…;;``, as pages of 2017 did before their marks were removed.

No plugin of today's wikis knows the mark; without it the signs were shown. Here they are out of
the text and the words between are marked as inserted, those in ``<del>`` among them as deleted.

Source: formats.md 2.2, the end.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from lawkb.model.passage import Mark

Span = tuple[int, int]
CHANGE = re.compile(r"(?<!;);;;?(?!;)")


def change_pairs(text: str, signs: list[Span]) -> list[tuple[Span, Span]]:
    """Signs that open and close a change, in pairs; the others stay text.

    A sign opens when a word follows it: Greek asks ``Τι;;`` with the same letters. Of three
    semicolons against two, the odd one is the question mark of the words: it stands inside the
    change at its end, before it at its beginning.
    """
    pairs: list[tuple[Span, Span]] = []
    opened: Span | None = None
    for sign in signs:
        if opened:
            pairs.append(_even(opened, sign))
            opened = None
        elif not text[sign[1] : sign[1] + 1].isspace() and sign[1] < len(text):
            opened = sign
    return pairs


def inserted_marks(changes: list[Span], marks: list[Mark]) -> list[Mark]:
    """Changes as marks that nest in the others: cut where they cross one, deleted words left out.

    Args:
        changes: What stands between two signs; in order, not overlapping.
        marks: The other marks, properly nested.
    """
    deleted = [mark for mark in marks if mark.kind == "deleted"]  # in order, never nested
    cuts = sorted({(mark.start, mark.end) for mark in marks})
    by_end = sorted(cuts, key=lambda span: span[1])
    found = []
    for change in changes:
        for begin, end in _without(change, deleted):
            edges = sorted({begin, end, *_crossed(begin, end, cuts, by_end)})
            found += [Mark("inserted", *edge) for edge in pairwise(edges)]
    return found


def _even(opened: Span, closed: Span) -> tuple[Span, Span]:
    width = min(opened[1] - opened[0], closed[1] - closed[0])
    return (opened[1] - width, opened[1]), (closed[1] - width, closed[1])


def _without(change: Span, deleted: list[Mark]) -> Iterator[Span]:
    """The parts of a change that no deleted words take."""
    at, end = change
    first = bisect_right(deleted, at, key=lambda mark: mark.end)
    last = bisect_left(deleted, end, key=lambda mark: mark.start)
    for mark in deleted[first:last]:
        if mark.start > at:
            yield at, mark.start
        at = max(at, mark.end)
    if at < end:
        yield at, end


def _crossed(begin: int, end: int, by_start: list[Span], by_end: list[Span]) -> Iterator[int]:
    """Edges inside a span of marks that are not wholly inside it and do not hold it."""
    first = bisect_right(by_start, begin, key=lambda span: span[0])
    last = bisect_left(by_start, end, key=lambda span: span[0])
    for start, stop in by_start[first:last]:
        if stop > end:
            yield start
    low = bisect_right(by_end, begin, key=lambda span: span[1])
    high = bisect_left(by_end, end, key=lambda span: span[1])
    for start, stop in by_end[low:high]:
        if start < begin:
            yield stop
