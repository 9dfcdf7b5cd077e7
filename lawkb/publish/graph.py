"""Pages of references: who cites whom, as a picture and as a table of the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.publish.absent import AbsentLine, absent_lines
from lawkb.publish.drawing import BOX_HEIGHT, Box, draw
from lawkb.publish.links import End, EndKind, LawLinks, Link
from lawkb.publish.places import Place, law_references_path, references_path
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree
from lawkb.refs.edges import Edge, edges

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
    """

    citing: Named
    cited: Named
    languages: tuple[str, ...]
    status: str


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
    """

    name: str
    edition: str
    law: Place | None
    all: Place
    picture: Picture | None
    cites: tuple[ReferenceLine, ...]
    cited_by: tuple[ReferenceLine, ...]


@dataclass(frozen=True, slots=True)
class CitingLaw:
    """A held law in the table of an edition.

    Attributes:
        name: The law by its number.
        place: The page of its references.
        cites: Number, place and count of references of every law that it cites.
    """

    name: str
    place: Place
    cites: tuple[tuple[str, Place | None, int], ...]


@dataclass(frozen=True, slots=True)
class EditionReferences:
    """The references of an edition, law by law.

    Attributes:
        id: Id of the edition, and of its part of the page.
        picture: Which law cites which; None when none does, or too many to draw.
        laws: Its held laws.
        absent: Its laws that are cited but not held.
    """

    id: str
    picture: Picture | None
    laws: tuple[CitingLaw, ...]
    absent: tuple[AbsentLine, ...]


@dataclass(frozen=True, slots=True)
class CodeReferences:
    """The references of a code.

    Attributes:
        editions: Newest first; those of which a law is held.
    """

    editions: tuple[EditionReferences, ...]


def code_references(tree: Tree) -> CodeReferences:
    """Which law cites which, by edition."""
    ids = [edition.id for edition in tree.code.outline.editions]
    return CodeReferences(tuple(_edition(tree, each) for each in ids if tree.code.numbers(each)))


def law_references(tree: Tree, links: LawLinks, edition: str, number: int) -> LawReferences:
    """What the provisions of a law cite and what cites them."""
    ends = [_named(tree, end, edition) for end in links.ends]
    boxes = [_box(*named, end.kind) for named, end in zip(ends, links.ends, strict=True)]
    return LawReferences(
        name=law_name(tree, number),
        edition=edition,
        law=tree.place(edition, Address((number,))),
        all=Place(references_path(tree.language.code)),
        picture=_drawn(f"picture-{edition}", boxes, links.pairs),
        cites=tuple(_line(ends, link) for link in links.cites),
        cited_by=tuple(_line(ends, link) for link in links.cited_by),
    )


def reference_lines(
    tree: Tree, links: LawLinks, shown: Sequence[Link], edition: str
) -> tuple[ReferenceLine, ...]:
    """Some links of a law, as the tables of its page have them."""
    numbers = {number for link in shown for number in (link.citing, link.cited)}
    ends = {number: _named(tree, links.ends[number], edition) for number in numbers}
    return tuple(_line(ends, link) for link in shown)


def _line(ends: Mapping[int, Named] | Sequence[Named], link: Link) -> ReferenceLine:
    cited = ends[link.cited]
    there = cited if link.leads else (cited[0], None)
    return ReferenceLine(ends[link.citing], there, link.languages, link.status)


def _box(name: str, place: Place | None, kind: EndKind) -> tuple[str, Place | None, EndKind]:
    return name, None if kind == "unresolved" else place, kind


def _named(tree: Tree, end: End, here: str) -> Named:
    """Name and place; a range with both its ends, the edition behind it where it is another one."""
    upto = f"–{tree.name(end.upto)}" if end.upto else ""
    edition = f" ({end.edition})" if end.edition != here else ""
    return f"{tree.name(end.address)}{upto}{edition}", tree.place(end.edition, end.address)


def _edition(tree: Tree, edition: str) -> EditionReferences:
    counts = Counter(
        (edge.citing.law, (edge.target_edition, edge.target.law))
        for edge in edges(tree.graph.citations, tree.code)
        if edge.edition == edition and _known(tree, edge)
    )
    cited: dict[int, list[tuple[str, Place | None, int]]] = defaultdict(list)
    for (citing, law), count in sorted(counts.items()):
        place = tree.place(law[0], Address((law[1],)))
        cited[citing].append((_law(law, edition), place, count))
    laws = (
        CitingLaw(
            law_name(tree, number),
            Place(law_references_path(tree.language.code, edition, number)),
            tuple(cited[number]),
        )
        for number in tree.code.numbers(edition)
    )
    picture = _picture_of_laws(tree, edition, counts)
    return EditionReferences(edition, picture, tuple(laws), absent_lines(tree, edition))


def _picture_of_laws(
    tree: Tree, edition: str, counts: Counter[tuple[int, tuple[str, int]]]
) -> Picture | None:
    """Which law cites which other one."""
    pairs = [((edition, citing), law) for citing, law in sorted(counts)]
    between = [(citing, law) for citing, law in pairs if citing != law]
    keys = sorted({law for pair in between for law in pair})
    numbers = {key: number for number, key in enumerate(keys)}
    views: list[tuple[str, Place | None, EndKind]] = []
    for key in keys:
        kind: EndKind = "own" if tree.code.languages_of(*key) else "not-held"
        views.append((_law(key, edition), tree.place(key[0], Address((key[1],))), kind))
    return _drawn(f"picture-{edition}", views, [(numbers[a], numbers[b]) for a, b in between])


def _drawn(
    name: str, views: Sequence[tuple[str, Place | None, EndKind]], links: Sequence[tuple[int, int]]
) -> Picture | None:
    drawing = draw([view[0] for view in views], links)
    if drawing is None:
        return None
    boxes = tuple(BoxView(*view, box) for view, box in zip(views, drawing.boxes, strict=True))
    return Picture(name, drawing.width, drawing.height, BOX_HEIGHT, boxes, drawing.curves)


def _known(tree: Tree, edge: Edge) -> bool:
    """Whether the law it cites has a page."""
    return (edge.target_edition, edge.target.law) in tree.pages


def _law(law: tuple[str, int], here: str) -> str:
    edition, number = law
    return f"{number}" if edition == here else f"{number} ({edition})"
