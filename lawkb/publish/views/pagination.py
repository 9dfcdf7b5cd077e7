"""Split long lists into pages small enough for a phone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TypeVar

from lawkb.large_collections import LazySequence
from lawkb.publish.views.urls import Place

PER_PAGE = 150  # lines: about 100 kB of HTML, the longest ones 150 kB
MOST_LINKS = 30  # to pages of a list, of which each has a link

_Line = TypeVar("_Line")


@dataclass(frozen=True, slots=True)
class Part:
    """One page of a list that takes several."""

    first: str  # name of the first line on it
    last: str  # name of the last line on it; of a link to several pages, of the last of these
    place: Place  # link to it
    here: bool  # whether it is the page that shows this link


class Pages(LazySequence[Sequence[_Line]]):
    """The pages of a list, each cut out of it when it is accessed."""

    def __init__(self, lines: Sequence[_Line], ends: Sequence[int]) -> None:
        """Store the lines, and the index after the last line of each page, in order."""
        self.lines, self.ends = lines, ends

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self.ends)

    def item(self, at: int) -> Sequence[_Line]:
        """Return the lines of a page, counted from 0."""
        return self.lines[self._start(at) : self.ends[at]]

    def first(self, at: int) -> _Line:
        """Return the first line of a page that has one; no other line is read."""
        return self.lines[self._start(at)]

    def last(self, at: int) -> _Line:
        """Return the last line of a page that has one; no other line is read."""
        return self.lines[self.ends[at] - 1]

    def page_of(self, line: int) -> int:
        """Return the page of a line; both are counted from 0."""
        return bisect_right(self.ends, line)

    def _start(self, at: int) -> int:
        return self.ends[at - 1] if at else 0


def paginate(lines: Sequence[_Line], most: int | None = None) -> Pages[_Line]:
    """Split lines into pages of nearly equal length; always return at least one page.

    Args:
        lines: The lines of the list.
        most: Maximum number of lines on a page; None for the default.
    """
    pages = max(1, -(-len(lines) // (most or PER_PAGE)))
    return Pages(lines, [len(lines) * n // pages for n in range(1, pages + 1)])


def extra_page_count(lines: Sequence[_Line]) -> int:
    """Return the number of separate pages that a list needs; 0 if it fits on one page."""
    return len(paginate(lines)) if len(lines) > PER_PAGE else 0


def page_groups(count: int) -> tuple[range, ...]:
    """Return the pages of a list, counted from 0, in groups that one page can link to.

    A group is one page, unless there are more than ``MOST_LINKS``; then there are about as many
    groups as pages in each.
    """
    size = 1 if count <= MOST_LINKS else isqrt(count - 1) + 1
    return tuple(range(start, min(start + size, count)) for start in range(0, count, size))


def page_links(
    pages: Pages[_Line], path: Callable[[int], str], name: Callable[[_Line], str], here: int = 0
) -> tuple[Part, ...]:
    """Return links to the pages of a list; empty if the list has only one page.

    If there are more than ``MOST_LINKS`` pages, one of them links to those of its own group, of
    ``page_groups``, to its neighbours, to the first page of each group, and to the last of all: so
    each page is at most two links away. Another page links to the groups.

    Args:
        pages: The lines of each page.
        path: Returns the path of a page, given its number from 1.
        name: Returns the name of a line.
        here: Number of the page that shows the links; 0 if it is none of these.
    """
    if len(pages) == 1:
        return ()
    groups = page_groups(len(pages))
    if here:
        own = next(group for group in groups if here - 1 in group)
        firsts = {group[0] for group in groups}
        linked = {*firsts, *own, here - 2, here, len(pages) - 1} & set(range(len(pages)))
        groups = tuple(range(each, each + 1) for each in sorted(linked))
    return tuple(
        Part(
            name(pages.first(group[0])),
            name(pages.last(group[-1])),
            Place(path(group[0] + 1)),
            group[0] + 1 == here,
        )
        for group in groups
    )


def shown_part(parts: Sequence[Part], dash: str = " – ") -> str:
    """Return the end of a page title: the first and last line on this page, ``1 – 40``."""
    return next((f", {each.first}{dash}{each.last}" for each in parts if each.here), "")


def shown_of_each(counts: Sequence[int], most: int | None = None) -> int:
    """Return the number of lines that each list on a page may show, so that all fit.

    Args:
        counts: Number of lines of each list.
        most: Maximum number of lines on the page; None for the default.

    Returns:
        The limit; only lists longer than this are cut.
    """
    shown, room = 0, most or PER_PAGE
    for done, count in enumerate(sorted(counts)):
        if (count - shown) * (len(counts) - done) > room:
            return shown + room // (len(counts) - done)
        room -= (count - shown) * (len(counts) - done)
        shown = count
    return shown
