"""The references of a law: who cites whom, as a picture and as a table of the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.publish.drawing import BOX_HEIGHT, Box, draw
from lawkb.publish.links import End, EndKind, LawLinks, Link
from lawkb.publish.parts import Part
from lawkb.publish.places import Place, references_path
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree

Named = tuple[str, Place | None]


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
    kind: EndKind
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

    citing: Named
    cited: Named
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


def law_references(tree: Tree, links: LawLinks, edition: str, number: int) -> LawReferences:
    """What the provisions of a law cite and what cites them."""
    ends = [named_end(tree, end, edition) for end in links.ends]
    return LawReferences(
        name=law_name(tree, number),
        edition=edition,
        law=tree.place(edition, Address((number,))),
        all=Place(references_path(tree.language.code)),
        picture=law_picture(ends, links, edition),
        cites=tuple(line_of(ends, link) for link in links.cites),
        cited_by=tuple(line_of(ends, link) for link in links.cited_by),
    )


def law_picture(ends: Sequence[Named], links: LawLinks, edition: str) -> Picture | None:
    """The provisions of a law and what is linked to them, by the names and places of the ends."""
    boxes = [_box(*named, end.kind) for named, end in zip(ends, links.ends, strict=True)]
    return drawn(f"picture-{edition}", boxes, links.pairs)


def reference_lines(
    tree: Tree, links: LawLinks, shown: Sequence[Link], edition: str
) -> tuple[ReferenceLine, ...]:
    """Some links of a law, as the tables of its page have them."""
    numbers = {number for link in shown for number in (link.citing, link.cited)}
    ends = {number: named_end(tree, links.ends[number], edition) for number in numbers}
    return tuple(line_of(ends, link) for link in shown)


def line_of(ends: Mapping[int, Named] | Sequence[Named], link: Link) -> ReferenceLine:
    """A link as a line, by the names and places of its ends."""
    cited = ends[link.cited]
    there = cited if link.leads else (cited[0], None)
    return ReferenceLine(ends[link.citing], there, link.languages, link.status)


def named_end(tree: Tree, end: End, here: str) -> Named:
    """Name and place; a range with both its ends, the edition behind it where it is another one."""
    upto = f"–{tree.name(end.upto)}" if end.upto else ""
    edition = f" ({end.edition})" if end.edition != here else ""
    return f"{tree.name(end.address)}{upto}{edition}", tree.place(end.edition, end.address)


def drawn(
    id_: str, views: Sequence[tuple[str, Place | None, EndKind]], links: Sequence[tuple[int, int]]
) -> Picture | None:
    """Boxes and the links between them by their numbers; None where they are too many to draw."""
    drawing = draw([view[0] for view in views], links)
    if drawing is None:
        return None
    boxes = tuple(BoxView(*view, box) for view, box in zip(views, drawing.boxes, strict=True))
    return Picture(id_, drawing.width, drawing.height, BOX_HEIGHT, boxes, drawing.curves)


def _box(name: str, place: Place | None, kind: EndKind) -> tuple[str, Place | None, EndKind]:
    return name, None if kind == "unresolved" else place, kind
