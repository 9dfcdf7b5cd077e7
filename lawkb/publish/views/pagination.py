"""Long lists, cut into pages that a phone still loads quickly."""

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
    """A page of a list that goes over several."""

    first: str
    last: str
    place: Place
    here: bool


def paginate(lines: Sequence[_Line], most: int | None = None) -> tuple[Sequence[_Line], ...]:
    """Cut lines into pages that are as even as can be; few lines are one page, maybe empty.

    Args:
        lines: All of them.
        most: Number of lines that a page has room for; None for that of most lists.
    """
    pages = max(1, -(-len(lines) // (most or PER_PAGE)))
    ends = [len(lines) * n // pages for n in range(pages + 1)]
    return tuple(lines[start:end] for start, end in pairwise(ends))


def extra_page_count(lines: Sequence[_Line]) -> int:
    """Return the number of pages that a list takes; 0 where it needs none of its own."""
    return len(paginate(lines)) if len(lines) > PER_PAGE else 0


def page_links(
    pages: Sequence[Sequence[_Line]],
    path: Callable[[int], str],
    name: Callable[[_Line], str],
    here: int = 0,
) -> tuple[Part, ...]:
    """Return the pages of a list, to link to; none where it takes only one.

    Args:
        pages: The lines of each.
        path: Gives the path of a page by its number, counted from 1.
        name: Gives the name of a line.
        here: Number of the page that shows this; 0 for none of them.
    """
    if len(pages) == 1:
        return ()
    return tuple(
        Part(name(lines[0]), name(lines[-1]), Place(path(number)), number == here)
        for number, lines in enumerate(pages, start=1)
    )


def shown_part(parts: Sequence[Part], dash: str = " – ") -> str:
    """Return what the title of a page of a long list ends in: its first and last line."""
    return next((f", {each.first}{dash}{each.last}" for each in parts if each.here), "")


def shown_of_each(counts: Sequence[int], most: int | None = None) -> int:
    """Return how many lines each of the lists on one page may show, that all have room there.

    Args:
        counts: Number of lines of each list.
        most: Number of lines that the page has room for; None for that of most lists.

    Returns:
        A number that leaves the shorter lists whole: only those longer than it are cut.
    """
    shown, room = 0, most or PER_PAGE
    for done, count in enumerate(sorted(counts)):
        if (count - shown) * (len(counts) - done) > room:
            return shown + room // (len(counts) - done)
        room -= (count - shown) * (len(counts) - done)
        shown = count
    return shown
