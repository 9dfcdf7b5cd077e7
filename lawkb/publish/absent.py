"""Laws that are known only because others cite them."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.publish.places import Place
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree


@dataclass(frozen=True, slots=True)
class AbsentLine:
    """A law that is cited but not held.

    Attributes:
        number: Its number.
        name: The same with the reader's word for a law.
        place: Its page.
        citations: Number of references to it.
    """

    number: int
    name: str
    place: Place | None
    citations: int


def absent_lines(tree: Tree, edition: str) -> tuple[AbsentLine, ...]:
    """The laws of an edition that are cited but not held."""
    return tuple(
        AbsentLine(
            number, law_name(tree, number), tree.place(edition, Address((number,))), len(citations)
        )
        for number, citations in sorted(tree.graph.not_held(edition).items())
    )
