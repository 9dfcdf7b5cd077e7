"""The references of a code, law by law; the table of many laws takes several pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from lawkb.model.address import Address
from lawkb.publish.views.list_pages import Part, cut, own_pages, parts_of
from lawkb.publish.views.places import (
    Place,
    edition_references_path,
    law_references_path,
    references_path,
)
from lawkb.publish.views.references.law_references import EndKind, Picture, drawn
from lawkb.publish.views.titles import AbsentLine, absent_lines, law_name
from lawkb.publish.views.tree import Tree
from lawkb.references.graph import Edge, citation_edges

_MOST = 12  # laws that are named first where the table takes several pages
_Counts = Counter[tuple[int, tuple[str, int]]]  # how often a law cites one of an edition


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
        laws: Its held laws; none where they take pages of their own.
        parts: Those pages.
        most: The laws that are cited most, where the table takes several pages: name, the page of
            the references of each, and how often it is cited.
        absent: Its laws that are cited but not held.
    """

    id: str
    picture: Picture | None
    laws: tuple[CitingLaw, ...]
    parts: tuple[Part, ...]
    most: tuple[tuple[str, Place, int], ...]
    absent: tuple[AbsentLine, ...]


@dataclass(frozen=True, slots=True)
class CodeReferences:
    """The references of a code.

    Attributes:
        editions: Newest first; those of which a law is held.
    """

    editions: tuple[EditionReferences, ...]


@dataclass(frozen=True, slots=True)
class EditionReferencesPart:
    """What a page of the table shows.

    Attributes:
        edition: Id of the edition.
        all: The page of all references.
        parts: All pages of the table.
        laws: The laws of this one.
    """

    edition: str
    all: Place
    parts: tuple[Part, ...]
    laws: tuple[CitingLaw, ...]


def code_references(tree: Tree) -> CodeReferences:
    """Which law cites which, by edition."""
    ids = [edition.id for edition in tree.code.outline.editions]
    return CodeReferences(tuple(_edition(tree, each) for each in ids if tree.code.numbers(each)))


def table_pages(tree: Tree, edition: str) -> int:
    """Number of pages of the table of an edition; 0 where it stands on the page of all."""
    return own_pages(tree.code.numbers(edition))


def edition_references(tree: Tree, edition: str, part: int) -> EditionReferencesPart:
    """A page of the table of an edition, counted from 1."""
    numbers = cut(tree.code.numbers(edition))[part - 1]
    return EditionReferencesPart(
        edition=edition,
        all=Place(references_path(tree.language.code), edition),
        parts=_parts(tree, edition, part),
        laws=_laws(tree, edition, numbers, _counts(tree, edition, numbers)),
    )


def _edition(tree: Tree, edition: str) -> EditionReferences:
    numbers = tree.code.numbers(edition)
    counts = _counts(tree, edition, numbers)
    parts = _parts(tree, edition)
    return EditionReferences(
        id=edition,
        picture=_picture_of_laws(tree, edition, counts),
        laws=() if parts else _laws(tree, edition, numbers, counts),
        parts=parts,
        most=_most_cited(tree, edition, counts) if parts else (),
        absent=absent_lines(tree, edition),
    )


def _counts(tree: Tree, edition: str, numbers: Sequence[int]) -> _Counts:
    return Counter(
        (number, (edge.target_edition, edge.target.law))
        for number in numbers
        for edge in citation_edges(tree.graph.cites(edition, Address((number,))), tree.code)
        if _known(tree, edge)
    )


def _laws(
    tree: Tree, edition: str, numbers: Sequence[int], counts: _Counts
) -> tuple[CitingLaw, ...]:
    cited: dict[int, list[tuple[str, Place | None, int]]] = {number: [] for number in numbers}
    for (citing, law), count in sorted(counts.items()):
        place = tree.place(law[0], Address((law[1],)))
        cited[citing].append((_law(law, edition), place, count))
    return tuple(
        CitingLaw(law_name(tree, number), _references(tree, edition, number), tuple(cited[number]))
        for number in numbers
    )


def _most_cited(tree: Tree, edition: str, counts: _Counts) -> tuple[tuple[str, Place, int], ...]:
    """The laws of the edition that its other laws cite most, held ones."""
    into: Counter[int] = Counter()
    for (citing, (cited_edition, law)), count in counts.items():
        if cited_edition == edition and citing != law and tree.code.languages_of(edition, law):
            into[law] += count
    most = sorted(into, key=lambda law: (-into[law], law))[:_MOST]
    return tuple((law_name(tree, n), _references(tree, edition, n), into[n]) for n in most)


def _references(tree: Tree, edition: str, number: int) -> Place:
    return Place(law_references_path(tree.language.code, edition, number))


def _parts(tree: Tree, edition: str, here: int = 0) -> tuple[Part, ...]:
    pages = cut(tree.code.numbers(edition))
    path = partial(edition_references_path, tree.language.code, edition)
    return parts_of(pages, path, str, here)


def _picture_of_laws(tree: Tree, edition: str, counts: _Counts) -> Picture | None:
    """Which law cites which other one."""
    pairs = [((edition, citing), law) for citing, law in sorted(counts)]
    between = [(citing, law) for citing, law in pairs if citing != law]
    keys = sorted({law for pair in between for law in pair})
    numbers = {key: number for number, key in enumerate(keys)}
    views: list[tuple[str, Place | None, EndKind]] = []
    for key in keys:
        kind: EndKind = "own" if tree.code.languages_of(*key) else "not-held"
        views.append((_law(key, edition), tree.place(key[0], Address((key[1],))), kind))
    return drawn(f"picture-{edition}", views, [(numbers[a], numbers[b]) for a, b in between])


def _known(tree: Tree, edge: Edge) -> bool:
    """Whether the law it cites has a page."""
    return (edge.target_edition, edge.target.law) in tree.pages


def _law(law: tuple[str, int], here: str) -> str:
    edition, number = law
    return f"{number}" if edition == here else f"{number} ({edition})"
