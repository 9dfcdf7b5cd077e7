"""Long lists of the desk, cut into pages that a phone still loads quickly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from lawkb.publish.places import Place

PER_PAGE = 150  # lines: about 100 kB of HTML, the longest ones 150 kB

_Line = TypeVar("_Line")


@dataclass(frozen=True, slots=True)
class Part:
    """A page of a list that goes over several.

    Attributes:
        first: Name of its first line.
        last: Name of its last line.
        place: The page.
        here: Whether it is the page that shows this.
    """

    first: str
    last: str
    place: Place
    here: bool


def cut(lines: Sequence[_Line]) -> tuple[Sequence[_Line], ...]:
    """The lines of each page, as even as they can be; one page, maybe empty, where they are few."""
    pages = max(1, -(-len(lines) // PER_PAGE))
    ends = [len(lines) * n // pages for n in range(pages + 1)]
    return tuple(lines[start:end] for start, end in pairwise(ends))
