"""The references of a law: who cites whom, as a picture and as a table of the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address
from lawkb.publish.drawing import BOX_HEIGHT, Box, draw
from lawkb.publish.parts import Part
from lawkb.publish.places import Place, references_path
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree
from lawkb.refs.edges import Edge, edges

BoxKind = Literal["own", "other", "not-held", "unresolved"]
_Key = tuple[str, Address, Address | None]  # edition, provision, end of a range


@dataclass(frozen=True, slots=True)
class BoxView:
    """A provision in a picture.

    Attributes:
        name: Its address in the language of the reader.
        place: Where it is; None when nothing is there.
        kind: How it is drawn.
        box: Where.
    """

    name: str
    place: Place | None
    kind: BoxKind
    box: Box


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn graph.

    Attributes:
        id: Its id on the page.
        width: In pixels.
        height: In pixels.
        row: Height of a box.
        boxes: What is drawn.
        curves: Data of the paths, each from what cites to what is cited.
    """

    id: str
    width: int
    height: int
    row: int
    boxes: tuple[BoxView, ...]
    curves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A reference in a table.

    Attributes:
        citing: Name and place of what cites.
        cited: Name and place of what is cited; the place is None when nothing is there.
        languages: Tags of the languages that say so.
        status: What the code says of the reference.
        id: Id of the line; empty for most.
    """

    citing: tuple[str, Place | None]
    cited: tuple[str, Place | None]
    languages: tuple[str, ...]
    status: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class LawReferences:
    """The references of a law.

    Attributes:
        name: The law by its number.
        edition: Id of its edition.
        law: Its page.
        all: The page of all references.
        picture: Its references; None when there are none, or too many to draw.
        cites: What its provisions cite.
        cited_by: What cites them from other laws.
        parts: The pages of the tables; none where they are one page.
    """

    name: str
    edition: str
    law: Place | None
    all: Place
    picture: Picture | None
    cites: tuple[ReferenceLine, ...]
    cited_by: tuple[ReferenceLine, ...]
    parts: tuple[Part, ...] = ()


def law_references(tree: Tree, edition: str, number: int) -> LawReferences:
    """What the provisions of a law cite and what cites them."""
    law = Address((number,))
    out = edges(tree.graph.cites(edition, law), tree.code)
    into = edges(tree.graph.cited_into(edition, law), tree.code)
    others = tuple(e for e in into if (e.edition, e.citing.law) != (edition, number))
    return LawReferences(
        name=law_name(tree, number),
        edition=edition,
        law=tree.place(edition, law),
        all=Place(references_path(tree.language.code)),
        picture=law_picture(tree, (*out, *others), (edition, number)),
        cites=reference_lines(tree, out, edition),
        cited_by=reference_lines(tree, others, edition),
    )


def cited_lines(tree: Tree, edition: str, number: int) -> tuple[ReferenceLine, ...]:
    """What the provisions of a law cite, as the table of its page has it."""
    found = edges(tree.graph.cites(edition, Address((number,))), tree.code)
    return reference_lines(tree, found, edition)


def reference_lines(tree: Tree, found: Iterable[Edge], here: str) -> tuple[ReferenceLine, ...]:
    """The edges as lines; those that differ in their form alone are one."""
    languages: dict[tuple[_Key, _Key, str], dict[str, None]] = {}
    for edge in found:
        key = (_citing(edge), _cited(edge), edge.status)
        languages.setdefault(key, {}).update(dict.fromkeys(edge.languages))
    return tuple(
        ReferenceLine(
            (_name(tree, citing, here), _place(tree, citing, "held")),
            (_name(tree, cited, here), _place(tree, cited, status)),
            tuple(tags),
            status,
        )
        for (citing, cited, status), tags in languages.items()
    )


def law_picture(tree: Tree, found: Sequence[Edge], own: tuple[str, int]) -> Picture | None:
    """The provisions of a law and what is linked to them."""
    statuses: dict[_Key, str] = {}
    for edge in found:
        statuses[_citing(edge)] = "held"
        statuses.setdefault(_cited(edge), edge.status)
    keys = sorted(statuses, key=lambda key: (key[0] != own[0], key[0], key[1], key[2] or key[1]))
    numbers = {key: number for number, key in enumerate(keys)}
    links = dict.fromkeys((numbers[_citing(e)], numbers[_cited(e)]) for e in found)
    views = [
        (
            _name(tree, key, own[0]),
            _place(tree, key, statuses[key]),
            _kind(statuses[key], (key[0], key[1].law) == own),
        )
        for key in keys
    ]
    return drawn(f"picture-{own[0]}", views, list(links))


def drawn(
    id_: str, views: Sequence[tuple[str, Place | None, BoxKind]], links: list[tuple[int, int]]
) -> Picture | None:
    """Boxes and the links between them by their numbers; None where they are too many to draw."""
    drawing = draw([view[0] for view in views], links)
    if drawing is None:
        return None
    boxes = tuple(BoxView(*view, box) for view, box in zip(views, drawing.boxes, strict=True))
    return Picture(id_, drawing.width, drawing.height, BOX_HEIGHT, boxes, drawing.curves)


def _citing(edge: Edge) -> _Key:
    return edge.edition, edge.citing, None


def _cited(edge: Edge) -> _Key:
    return edge.target_edition, edge.target, edge.upto


def _kind(status: str, own: bool) -> BoxKind:
    if status == "held":
        return "own" if own else "other"
    return "not-held" if status == "not-held" else "unresolved"


def _name(tree: Tree, key: _Key, here: str) -> str:
    """An address, a range with both its ends, the edition behind it where it is another one."""
    edition, address, upto = key
    name = tree.name(address) + (f"–{tree.name(upto)}" if upto else "")
    return name if edition == here else f"{name} ({edition})"


def _place(tree: Tree, key: _Key, status: str) -> Place | None:
    """Where it is; nothing is where the words name what is not there."""
    return tree.place(key[0], key[1]) if status in ("held", "not-held") else None
