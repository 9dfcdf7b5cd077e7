"""The references of a much cited law, on as many pages as they need.

What cites it stands in the order of what is cited, so that all that cites a provision is together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from lawkb.model.address import Address
from lawkb.publish.cells import provision_id
from lawkb.publish.graph import LawReferences, ReferenceLine, law_picture, reference_lines
from lawkb.publish.parts import Part, cut, fit, parts_of
from lawkb.publish.places import Place, law_references_path, references_path
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree
from lawkb.refs.edges import Edge, edges

_Unit = tuple[Edge, ...]  # what is one line: the edges that differ in their form alone
_Law = tuple[str, int]  # edition and number


def references_parts(tree: Tree, edition: str, number: int) -> int:
    """Number of pages that the references of a law take.

    A law that is not held has none: its own page tells who cites it, unless they are too many.
    """
    law = Address((number,))
    found = (tree.graph.cites(edition, law), tree.graph.cited_into(edition, law))
    if fit(sum(map(len, found))):
        return 1 if tree.code.languages_of(edition, number) else 0
    return len(_pages(tree, (edition, number)))


def long_references(tree: Tree, edition: str, number: int, part: int) -> LawReferences:
    """A page of the references of a law, counted from 1; the picture is on the first."""
    own, pages = (edition, number), _pages(tree, (edition, number))
    here = pages[part - 1]
    found = [edge for page in pages for unit in page for edge in unit]
    first = _first_of_each(tree, own, pages)
    return LawReferences(
        name=law_name(tree, number),
        edition=edition,
        law=tree.place(edition, Address((number,))),
        all=Place(references_path(tree.language.code)),
        picture=law_picture(tree, found, own) if part == 1 else None,
        cites=reference_lines(tree, _edges(u for u in here if _cites(u, own)), edition),
        cited_by=tuple(
            replace(_line(tree, unit, edition), id=first.get(unit, ("", 0))[0])
            for unit in here
            if not _cites(unit, own)
        ),
        parts=_parts(tree, own, pages, part),
    )


def citing_places(tree: Tree, edition: str, number: int) -> dict[Address, Place]:
    """Where the lists of what cites the provisions of a law begin, on the pages of its references.

    A provision has none of its own that is cited in ranges alone, or where all is on one page.
    """
    own = (edition, number)
    pages = _pages(tree, own)
    first = _first_of_each(tree, own, pages) if len(pages) > 1 else {}
    path = partial(law_references_path, tree.language.code, edition, number)
    return {unit[0].target: Place(path(part), id_) for unit, (id_, part) in first.items()}


def _pages(tree: Tree, own: _Law) -> tuple[Sequence[_Unit], ...]:
    """The lines of each page: what the law cites, then what cites it."""
    law = Address((own[1],))
    out = edges(tree.graph.cites(own[0], law), tree.code)
    into = edges(tree.graph.cited_into(own[0], law), tree.code)
    others = [unit for unit in _units(into) if not _cites(unit, own)]
    others.sort(key=lambda unit: (unit[0].target, unit[0].upto or unit[0].target))
    return cut((*_units(out), *others))


def _units(found: Iterable[Edge]) -> Iterator[_Unit]:
    units: dict[tuple[object, ...], list[Edge]] = {}
    for e in found:
        key = (e.edition, e.citing, e.target_edition, e.target, e.upto, e.status)
        units.setdefault(key, []).append(e)
    return (tuple(unit) for unit in units.values())


def _cites(unit: _Unit, own: _Law) -> bool:
    """Whether it is the law that cites."""
    return (unit[0].edition, unit[0].citing.law) == own


def _first_of_each(
    tree: Tree, own: _Law, pages: Sequence[Sequence[_Unit]]
) -> dict[_Unit, tuple[str, int]]:
    """The first line of each provision of the law that is cited: its id, and its page from 1."""
    found: dict[str, tuple[_Unit, int]] = {}
    for part, units in enumerate(pages, start=1):
        for unit in units:
            target = unit[0].target
            if not _cites(unit, own) and (unit[0].target_edition, target.law) == own:
                found.setdefault(provision_id(tree, target), (unit, part))
    return {unit: (id_, part) for id_, (unit, part) in found.items()}


def _parts(tree: Tree, own: _Law, pages: Sequence[Sequence[_Unit]], here: int) -> tuple[Part, ...]:
    """The pages, named by the provision of the law and by what cites it, or what it cites."""

    def name(unit: _Unit) -> str:
        line = _line(tree, unit, own[0])
        citing, cited = line.citing[0], line.cited[0]
        return f"{citing} → {cited}" if _cites(unit, own) else f"{cited} ← {citing}"

    path = partial(law_references_path, tree.language.code, *own)
    return parts_of(pages, path, name, here)


def _line(tree: Tree, unit: _Unit, edition: str) -> ReferenceLine:
    (line,) = reference_lines(tree, unit, edition)
    return line


def _edges(units: Iterable[_Unit]) -> list[Edge]:
    return [edge for unit in units for edge in unit]
