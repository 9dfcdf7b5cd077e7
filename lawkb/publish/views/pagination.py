"""Split long lists into pages small enough for a phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from lawkb.publish.views.urls import Place

PER_PAGE = 150  # lines: about 100 kB of HTML, the longest ones 150 kB

_Line = TypeVar("_Line")


@dataclass(frozen=True, slots=True)
class Part:
    """One page of a list that takes several.

    Attributes:
        first: Name of the first line on it.
        last: Name of the last line on it.
        place: Link to it.
        here: Whether it is the page that shows this link.
    """

    first: str
    last: str
    place: Place
    here: bool


def paginate(lines: Sequence[_Line], most: int | None = None) -> tuple[Sequence[_Line], ...]:
    """Split lines into pages of nearly equal length; always return at least one page.

    Args:
        lines: The lines of the list.
        most: Maximum number of lines on a page; None for the default.
    """
    pages = max(1, -(-len(lines) // (most or PER_PAGE)))
    ends = [len(lines) * n // pages for n in range(pages + 1)]
    return tuple(lines[start:end] for start, end in pairwise(ends))


def extra_page_count(lines: Sequence[_Line]) -> int:
    """Return the number of separate pages that a list needs; 0 if it fits on one page."""
    return len(paginate(lines)) if len(lines) > PER_PAGE else 0


def page_links(
    pages: Sequence[Sequence[_Line]],
    path: Callable[[int], str],
    name: Callable[[_Line], str],
    here: int = 0,
) -> tuple[Part, ...]:
    """Return links to the pages of a list; empty if the list has only one page.

    Args:
        pages: The lines of each page.
        path: Returns the path of a page, given its number from 1.
        name: Returns the name of a line.
        here: Number of the page that shows the links; 0 if it is none of these.
    """
    if len(pages) == 1:
        return ()
    return tuple(
        Part(name(lines[0]), name(lines[-1]), Place(path(number)), number == here)
        for number, lines in enumerate(pages, start=1)
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
