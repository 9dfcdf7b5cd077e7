"""Pages that compare two editions: a law in both, and all laws that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from lawkb.align.provisions import PairKind
from lawkb.history.changes import DiffPiece
from lawkb.history.editions import (
    CitedTarget,
    ComparedProvision,
    Comparison,
    ReferenceChange,
    ReferenceKind,
)
from lawkb.model.address import Address
from lawkb.model.language import read_language
from lawkb.publish.views.laws.cells import Cell, Slot, cell_of, provision_id
from lawkb.publish.views.list_pages import Part, cut, parts_of
from lawkb.publish.views.places import Place, comparison_path, editions_path
from lawkb.publish.views.terms.index import TermIndex
from lawkb.publish.views.titles import law_name
from lawkb.publish.views.tree import Tree

_PROVISIONS: tuple[PairKind, ...] = ("same", "moved", "added", "dropped")
_REFERENCES: tuple[ReferenceKind, ...] = ("kept", "moved", "added", "dropped")


@dataclass(frozen=True, slots=True)
class SideView:
    """A provision in one edition.

    Attributes:
        name: Its address in the language of the reader; empty where the edition lacks it.
        place: Its row on the page of its law.
        cells: Its texts, one for each language shown.
        diffs: By tag, its words where the other edition has the language and other words.
    """

    name: str
    place: Place | None
    cells: tuple[Cell, ...]
    diffs: dict[str, tuple[DiffPiece, ...]]


@dataclass(frozen=True, slots=True)
class CitedView:
    """What a reference names.

    Attributes:
        name: Its address in the language of the reader, the end of a range too.
        edition: Its edition, where that is not the one of its side; else empty.
        place: Where that is; None when its law has no page.
    """

    name: str
    edition: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A reference that is not the same in both editions.

    Attributes:
        kind: ``moved``, ``dropped`` or ``added``.
        old: What the older edition cites; None when it was added.
        new: What the newer one cites; None when it was dropped.
        why: What the concordance says of the move, in runs of one language.
    """

    kind: str
    old: CitedView | None
    new: CitedView | None
    why: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A provision in two editions.

    Attributes:
        id: Id of the row: the fragment of the newer address; ``old-`` before that of one dropped.
        place: The row itself, to link to.
        depth: Levels down from the law.
        kind: ``same``, ``moved``, ``added`` or ``dropped``.
        sides: The older edition, then the newer one.
        why: What the concordance says of its move, in runs of one language.
        references: References that are not the same in both.
    """

    id: str
    place: Place
    depth: int
    kind: str
    sides: tuple[SideView, SideView]
    why: tuple[tuple[str, str], ...]
    references: tuple[ChangeView, ...]


@dataclass(frozen=True, slots=True)
class EditionHead:
    """What stands over a column.

    Attributes:
        edition: Its edition.
        names: Tag and own name of each language shown.
        place: The page of the law in that edition; None when it has none.
    """

    edition: str
    names: tuple[tuple[str, str], ...]
    place: Place | None


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A law in two editions.

    Attributes:
        name: The law in the words of the reader.
        heads: The older edition, then the newer one.
        provisions: Number of provisions by kind.
        references: Number of references by kind.
        rows: The provisions, in the order of the newer edition.
        all: The page of everything the two editions share.
    """

    name: str
    heads: tuple[EditionHead, EditionHead]
    provisions: dict[str, int]
    references: dict[str, int]
    rows: tuple[ComparedRow, ...]
    all: Place


def comparison_view(tree: Tree, editions: tuple[str, str], number: int) -> ComparisonView:
    """What the page of a law in two editions shows: what ``lawkb compare`` finds."""
    comparison = tree.editions.compare(editions, number, tree.language.code)
    old, new = (
        _head(tree, edition, tags, number)
        for edition, tags in zip(editions, comparison.languages, strict=True)
    )
    path = comparison_path(tree.language.code, *editions, number)
    plain = replace(tree, terms=TermIndex())  # nobody asks for the terms here
    return ComparisonView(
        name=law_name(tree, number),
        heads=(old, new),
        provisions=provision_counts(comparison),
        references=reference_counts(comparison),
        rows=tuple(_row(plain, comparison, path, each) for each in comparison.provisions),
        all=Place(comparison_path(tree.language.code, *editions)),
    )


def comparisons_of(tree: Tree, edition: str, number: int) -> tuple[tuple[str, Place], ...]:
    """The pages that set a law of an edition beside another edition: that edition, and the page."""
    return tuple(
        (
            next(each for each in editions if each != edition),
            Place(comparison_path(tree.language.code, *editions, number)),
        )
        for editions in tree.editions.beside(edition, number)
    )


def provision_counts(comparison: Comparison) -> dict[str, int]:
    """Number of provisions of every kind, those of which there is none too."""
    counted = comparison.count_provisions()
    return {kind: counted[kind] for kind in _PROVISIONS}


def reference_counts(comparison: Comparison) -> dict[str, int]:
    """Number of references of every kind, those of which there is none too."""
    counted = comparison.count_references()
    return {kind: counted[kind] for kind in _REFERENCES}


def _head(tree: Tree, edition: str, tags: tuple[str, ...], number: int) -> EditionHead:
    names = tuple((tag, read_language(tag).name) for tag in tags)
    return EditionHead(edition, names, tree.place(edition, Address((number,))))


def _row(tree: Tree, comparison: Comparison, path: str, compared: ComparedProvision) -> ComparedRow:
    pair = compared.pair
    own = provision_id(tree, pair.place)
    id_ = own if pair.new else f"old-{own}"
    ends = ((comparison.old, pair.old), (comparison.new, pair.new))
    old, new = (
        _side(tree, (path, f"{id_}-{edition}"), compared, (edition, address), tags)
        for (edition, address), tags in zip(ends, comparison.languages, strict=True)
    )
    return ComparedRow(
        id=id_,
        place=Place(path, id_),
        depth=pair.place.depth,
        kind=pair.kind,
        sides=(old, new),
        why=tree.runs_of(pair.why or ""),
        references=tuple(_changes(tree, comparison, compared)),
    )


def _side(
    tree: Tree,
    row: tuple[str, str],
    compared: ComparedProvision,
    where: tuple[str, Address | None],
    tags: tuple[str, ...],
) -> SideView:
    """A provision in one edition; ``row`` is the path of the page and what its ids begin with."""
    edition, address = where
    if address is None:
        return SideView("", None, (), {})
    cells = []
    for tag in tags:
        law = tree.code.law(edition, tag, address.law)
        provision = law.find(address) if law else None
        if law and provision:
            slot = Slot(law, f"{tag}-{row[1]}-0", row[0], first=True)
            cell = cell_of(tree, slot, (provision, provision.passages))
            cells.append(_sourced(cell, tree.place(edition, address)))
    return SideView(
        tree.name(address), tree.place(edition, address), tuple(cells), dict(compared.words)
    )


def _sourced(cell: Cell, page: Place | None) -> Cell:
    """The cell; whence the editors have it stands at the foot of the page of its law."""
    if cell.origin is None or page is None:
        return replace(cell, origin=None)
    return replace(cell, origin=Place(page.path, cell.origin.fragment))


def _changes(
    tree: Tree, comparison: Comparison, compared: ComparedProvision
) -> Iterator[ChangeView]:
    for change in compared.references:
        if change.kind != "kept":
            yield _change(tree, comparison, change)


def _change(tree: Tree, comparison: Comparison, change: ReferenceChange) -> ChangeView:
    return ChangeView(
        kind=change.kind,
        old=_cited(tree, comparison.old, change.old) if change.old else None,
        new=_cited(tree, comparison.new, change.new) if change.new else None,
        why=tree.runs_of(change.why or ""),
    )


def _cited(tree: Tree, edition: str, target: CitedTarget) -> CitedView:
    ends = (target.address, target.upto) if target.upto else (target.address,)
    return CitedView(
        name="–".join(tree.name(end) for end in ends),
        edition="" if target.edition == edition else target.edition,
        place=_place(tree, target.edition, target.address),
    )


def _place(tree: Tree, edition: str, address: Address) -> Place | None:
    """The place of what is cited; of a provision that its law has not, the law itself."""
    languages = tree.code.languages_of(edition, address.law)
    known = any(tree.code.provision(edition, tag, address) for tag in languages)
    return tree.place(edition, address if known or not languages else Address((address.law,)))


@dataclass(frozen=True, slots=True)
class MoveView:
    """A provision that has another address in the newer edition.

    Attributes:
        old: The older address, in the language of the reader, and its place.
        new: The same of the newer one.
        why: How one knows, in runs of one language.
    """

    old: tuple[str, Place | None]
    new: tuple[str, Place | None]
    why: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EditionsView:
    """Two editions beside each other.

    Attributes:
        old: The older edition.
        new: The newer one.
        parts: The pages of the list of laws; none where it is one page.
        laws: What both hold: each law with its page in both, and what changed in it.
        moves: What the concordance knows; on the first page alone.
    """

    old: str
    new: str
    parts: tuple[Part, ...]
    laws: tuple[ComparedLaw, ...]
    moves: tuple[MoveView, ...]


@dataclass(frozen=True, slots=True)
class ComparedLaw:
    """A law in the list of two editions.

    Attributes:
        name: The law in the words of the reader.
        place: Its page in both editions.
        provisions: Number of provisions by kind.
        references: Number of references by kind.
    """

    name: str
    place: Place
    provisions: dict[str, int]
    references: dict[str, int]


def editions_pages(tree: Tree, editions: tuple[str, str]) -> int:
    """Number of pages that the list of the laws of two editions takes."""
    return len(cut(tuple(tree.editions.pairs[editions])))


def editions_view(tree: Tree, editions: tuple[str, str], part: int = 1) -> EditionsView:
    """What a page of two editions shows, counted from 1."""
    old, new = editions
    pages = cut(tuple(tree.editions.pairs[editions]))
    ground = tree.editions.ground
    moves = ground.concordance.between(old, new).places if ground and part == 1 else ()
    return EditionsView(
        old=old,
        new=new,
        parts=parts_of(pages, partial(editions_path, tree.language.code, old, new), str, part),
        laws=tuple(_law(tree, editions, number) for number in pages[part - 1]),
        moves=tuple(
            MoveView(
                old=(tree.name(before), tree.place(old, before)),
                new=(tree.name(after), tree.place(new, after)),
                why=tree.runs_of(why),
            )
            for before, after, why in moves
        ),
    )


def compared_editions(tree: Tree) -> tuple[tuple[str, str, Place], ...]:
    """The pages of two editions: the older, the newer, and the page of both."""
    tag = tree.language.code
    return tuple(
        (old, new, Place(comparison_path(tag, old, new))) for old, new in tree.editions.pairs
    )


def _law(tree: Tree, editions: tuple[str, str], number: int) -> ComparedLaw:
    comparison = tree.editions.compare(editions, number, tree.language.code)
    return ComparedLaw(
        name=law_name(tree, number),
        place=Place(comparison_path(tree.language.code, *editions, number)),
        provisions=provision_counts(comparison),
        references=reference_counts(comparison),
    )
