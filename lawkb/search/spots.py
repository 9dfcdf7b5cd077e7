"""Spots: what the search finds, and the zones of a text in which it looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address

Zone = Literal["heading", "text", "notes", "comments"]

# In the order of their weight: what ranks first comes first.
ZONES: tuple[Zone, ...] = ("heading", "text", "notes", "comments")

WHOLE = "all"  # id of a companion as a whole, as in its XML


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A part of a companion: it stands in one language, where a provision stands in several.

    Attributes:
        name: Name of the companion.
        language: BCP 47 tag.
        id: Id of a section or entry; ``all`` for the title and the text before all parts.
    """

    name: str
    language: str
    id: str


# What the search finds.
Place = Address | Spot


def write_place(edition: str, place: Place) -> str:
    """An edition and a place of it: ``2017 47 5 2``, or ``2017 @ preface el section_2``."""
    if isinstance(place, Spot):
        return " ".join((edition, _SPOT, place.name, place.language, place.id))
    return " ".join((edition, *map(str, place.path)))


def read_place(written: str) -> tuple[str, Place]:
    """The edition and the place that ``write_place`` wrote."""
    edition, first, *rest = written.split(" ")
    if first == _SPOT:
        return edition, Spot(*rest)
    return edition, Address(tuple(map(int, (first, *rest))))


_SPOT = "@"  # begins a place that is no address
