"""Pages that compare two editions: a law in both, and all laws that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from lawkb.align.provisions import PairKind
from lawkb.history.changes import DiffPiece
from lawkb.history.editions import CitedTarget, ComparedProvision, Comparison, ReferenceKind
from lawkb.model.address import Address
from lawkb.model.language import read_language
from lawkb.publish.views.laws.provision_cells import Cell, TextViews, cell_of, provision_id
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.pagination import Part, page_links, paginate
from lawkb.publish.views.urls import Place

Named = tuple[str, Place | None]

_PROVISIONS: tuple[PairKind, ...] = ("same", "moved", "added", "dropped")
_REFERENCES: tuple[ReferenceKind, ...] = ("kept", "moved", "added", "dropped")


@dataclass(frozen=True, slots=True)
class SideView:
    """A provision in one of two compared editions.

    Attributes:
        name: Address in the language of the reader, ``47Ε2(α)``; empty if the edition lacks it.
        place: Link to the provision on the page of its law; None if the edition lacks it.
        cells: The provision in each language.
        diffs: Word differences by BCP 47 tag, for languages in which the two editions differ.
    """

    name: str
    place: Place | None
    cells: tuple[Cell, ...]
    diffs: dict[str, tuple[DiffPiece, ...]]


@dataclass(frozen=True, slots=True)
class CitedView:
    """The target of a reference in one of two compared editions.

    Attributes:
        name: Its address in the language of the reader, or a range, ``27–32``.
        edition: Its edition, if that is another one than the edition of the citing text; else
            empty.
    """

    name: str
    edition: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A reference that differs between two editions.

    Attributes:
        kind: ``moved`` if the concordance says that both targets are one provision, ``added`` or
            ``dropped``.
        old: Target in the older edition; None if the reference was added.
        new: Target in the newer edition; None if the reference was dropped.
        why: Editors' remark on why the target moved, split into pairs of language tag and words.
    """

    kind: str
    old: CitedView | None
    new: CitedView | None
    why: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A provision in two editions, as a row of the comparison.

    Attributes:
        id: HTML id of the row, from the address in the newer edition; for a dropped provision
            ``old-`` and that from the older address.
        place: Link to the row.
        depth: Depth of the provision, 0 for the law.
        kind: ``same``, ``moved``, ``added`` or ``dropped``.
        sides: The provision in the older and in the newer edition.
        why: Editors' remark on why it moved, split into pairs of language tag and words.
        references: The references that differ.
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
    """The head of a column of the comparison.

    Attributes:
        edition: Id of the edition.
        names: Pairs of BCP 47 tag and name of its languages.
        place: Link to the law in this edition; None if it has no page.
    """

    edition: str
    names: tuple[tuple[str, str], ...]
    place: Place | None


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """The page that compares a law in two editions.

    Attributes:
        name: Name of the law, ``Law 57``.
        heads: The heads of the two columns, older edition first.
        provisions: Number of provisions by kind of change: same, moved, added, dropped.
        references: Number of references by kind of change: kept, moved, added, dropped.
        rows: The provisions in order.
        all: Link to the list of all laws that differ between the two editions.
    """

    name: str
    heads: tuple[EditionHead, EditionHead]
    provisions: dict[str, int]
    references: dict[str, int]
    rows: tuple[ComparedRow, ...]
    all: Place


def comparison_view(site: LocalizedSite, editions: tuple[str, str], number: int) -> ComparisonView:
    """Return the page that compares a law in two editions, as ``lawkb compare`` does."""
    comparison = site.editions.compare(editions, number, site.language.code)
    old, new = (
        EditionHead(
            edition,
            tuple((tag, read_language(tag).name) for tag in tags),
            site.place(edition, Address((number,))),
        )
        for edition, tags in zip(editions, comparison.languages, strict=True)
    )
    path = site.paths.comparison(*editions, number)
    provisions, references = comparison.count_provisions(), comparison.count_references()
    return ComparisonView(
        name=site.law_name(number),
        heads=(old, new),
        provisions={kind: provisions[kind] for kind in _PROVISIONS},
        references={kind: references[kind] for kind in _REFERENCES},
        rows=tuple(_row(site, comparison, path, each) for each in comparison.provisions),
        all=Place(site.paths.comparison(*editions)),
    )


def comparisons_of(site: LocalizedSite, edition: str, number: int) -> tuple[tuple[str, Place], ...]:
    """Return pairs: another edition that has a law, and a link to the comparison with it."""
    return tuple(
        (
            next(each for each in editions if each != edition),
            Place(site.paths.comparison(*editions, number)),
        )
        for editions in site.editions.beside(edition, number)
    )


def _row(
    site: LocalizedSite, comparison: Comparison, path: str, compared: ComparedProvision
) -> ComparedRow:
    pair = compared.pair
    own = provision_id(site, pair.place)
    id_ = own if pair.new else f"old-{own}"
    ends = ((comparison.old, pair.old), (comparison.new, pair.new))
    old, new = (
        _side(site, (path, f"{id_}-{edition}"), compared, (edition, address), tags)
        for (edition, address), tags in zip(ends, comparison.languages, strict=True)
    )
    return ComparedRow(
        id=id_,
        place=Place(path, id_),
        depth=pair.place.depth,
        kind=pair.kind,
        sides=(old, new),
        why=site.runs_of(pair.why or ""),
        references=tuple(_changes(site, comparison, compared)),
    )


def _side(
    site: LocalizedSite,
    row: tuple[str, str],
    compared: ComparedProvision,
    where: tuple[str, Address | None],
    tags: tuple[str, ...],
) -> SideView:
    """Return a provision in one of two editions.

    ``row`` is the path of the page and the beginning of its ids, ``where`` the edition and address.
    """
    edition, address = where
    if address is None:
        return SideView("", None, (), {})
    cells = []
    for tag in tags:
        law = site.code.law(edition, tag, address.law)
        provision = law.find(address) if law else None
        if law and provision:
            views = TextViews(site, law, row[0], f"{tag}-{row[1]}-0")
            cell = cell_of(views, law, (provision, provision.passages))
            cells.append(_sourced(cell, site.place(edition, address)))
    return SideView(
        site.name(address), site.place(edition, address), tuple(cells), dict(compared.words)
    )


def _sourced(cell: Cell, page: Place | None) -> Cell:
    """Return a cell in which the link to the editors' source leads to the page of its law."""
    if cell.origin is None or page is None:
        return replace(cell, origin=None)
    return replace(cell, origin=Place(page.path, cell.origin.fragment))


def _changes(
    site: LocalizedSite, comparison: Comparison, compared: ComparedProvision
) -> Iterator[ChangeView]:
    for change in compared.references:
        if change.kind != "kept":
            yield ChangeView(
                kind=change.kind,
                old=_cited(site, comparison.old, change.old) if change.old else None,
                new=_cited(site, comparison.new, change.new) if change.new else None,
                why=site.runs_of(change.why or ""),
            )


def _cited(site: LocalizedSite, edition: str, target: CitedTarget) -> CitedView:
    ends = (target.address, target.upto) if target.upto else (target.address,)
    return CitedView(
        name="–".join(site.name(end) for end in ends),
        edition="" if target.edition == edition else target.edition,
        place=_place(site, target.edition, target.address),
    )


def _place(site: LocalizedSite, edition: str, address: Address) -> Place | None:
    """Return the link to a cited provision; to its law if that lacks the provision."""
    languages = site.code.languages_of(edition, address.law)
    known = any(site.code.provision(edition, tag, address) for tag in languages)
    return site.place(edition, address if known or not languages else Address((address.law,)))


@dataclass(frozen=True, slots=True)
class EditionsView:
    """A page of the list of laws that two editions share.

    Attributes:
        laws: The laws in both editions, each with a link to its comparison and the number of
            changes.
        moves: Provisions that the concordance lists as moved: name and link in the older edition,
            the same in the newer edition, and the evidence. Empty but on the first page.
    """

    old: str
    new: str
    parts: tuple[Part, ...]
    laws: tuple[ComparedLaw, ...]
    moves: tuple[tuple[Named, Named, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class ComparedLaw:
    """A law in the list of laws that two editions share.

    Attributes:
        name: ``Law 57``.
        place: Link to its comparison.
        provisions: Number of provisions by kind of change: same, moved, added, dropped.
        references: Number of references by kind of change: kept, moved, added, dropped.
    """

    name: str
    place: Place
    provisions: dict[str, int]
    references: dict[str, int]


def editions_view(site: LocalizedSite, editions: tuple[str, str], part: int) -> EditionsView:
    """Return one page of the list of laws in two editions; ``part`` counts from 1."""
    old, new = editions
    pages = paginate(tuple(site.editions.pairs[editions]))
    concordance = site.editorial.concordance
    moves = concordance.between(old, new).places if part == 1 else ()
    return EditionsView(
        old=old,
        new=new,
        parts=page_links(pages, partial(site.paths.editions, old, new), str, part),
        laws=tuple(_law(site, editions, number) for number in pages[part - 1]),
        moves=tuple(
            (
                (site.name(before), site.place(old, before)),
                (site.name(after), site.place(new, after)),
                site.runs_of(why),
            )
            for before, after, why in moves
        ),
    )


def compared_editions(site: LocalizedSite) -> tuple[tuple[str, str, Place], ...]:
    """Return pairs of editions that can be compared: older, newer, link to their comparison."""
    return tuple(
        (old, new, Place(site.paths.comparison(old, new))) for old, new in site.editions.pairs
    )


def _law(site: LocalizedSite, editions: tuple[str, str], number: int) -> ComparedLaw:
    comparison = site.editions.compare(editions, number, site.language.code)
    provisions, references = comparison.count_provisions(), comparison.count_references()
    return ComparedLaw(
        name=site.law_name(number),
        place=Place(site.paths.comparison(*editions, number)),
        provisions={kind: provisions[kind] for kind in _PROVISIONS},
        references={kind: references[kind] for kind in _REFERENCES},
    )
