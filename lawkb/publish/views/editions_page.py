"""Pages that compare two editions: a law in both, and all laws that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from babel import Locale
from babel.lists import format_list

from lawkb.align.provisions import PairKind
from lawkb.history.changes import DiffPiece
from lawkb.history.editions import CitedTarget, ComparedProvision, Comparison, ReferenceKind
from lawkb.model.address import Address, Ordinal
from lawkb.model.language import read_language
from lawkb.publish.localized_site import LocalizedSite, law_title, provision_id
from lawkb.publish.pagination import Part, page_links, paginate
from lawkb.publish.urls import Place
from lawkb.publish.views.law_rows import (
    Cell,
    TextViews,
    cell_of,
    shown_depth,
    with_borrowed_headings,
)

Named = tuple[str, Place | None]

_PROVISIONS: tuple[PairKind, ...] = ("same", "moved", "added", "dropped")
_REFERENCES: tuple[ReferenceKind, ...] = ("kept", "moved", "added", "dropped")


@dataclass(frozen=True, slots=True)
class SideView:
    """A provision in one of two compared editions.

    Attributes:
        name: Address in the language of the reader, ``47Ε2(α)``; empty if the edition lacks it.
        place: Link to the provision on the page of its law; None if the edition lacks it.
        cells: The provision in each language that the edition has it in.
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
        place: Link to it; None if it has no page.
        held: Whether its text is available here.
    """

    name: str
    edition: str
    place: Place | None
    held: bool


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
class ShownLanguage:
    """A language of an edition, which a reader can choose to see."""

    language: str  # BCP 47 tag
    name: str  # name of the language in that language
    first: bool  # whether it is shown until the reader chooses another


@dataclass(frozen=True, slots=True)
class EditionHead:
    """The head of a column of the comparison."""

    edition: str  # id of the edition
    languages: tuple[ShownLanguage, ...]  # the languages that it has the law in
    place: Place | None  # link to the law in this edition; None if it has no page


@dataclass(frozen=True, slots=True)
class CitingChange:
    """The references of one provision that differ between two editions."""

    name: str  # address of the provision in the language of the reader
    place: Place  # link to its row
    changes: tuple[ChangeView, ...]  # the references


@dataclass(frozen=True, slots=True)
class Summary:
    """What changed in a law from one edition to the next, in short.

    Attributes:
        apart: Sentence on the languages of the editions where none has both, so that words cannot
            be compared; else empty.
        words: Provisions whose words differ, with links to their rows.
        added: Provisions that only the newer edition has.
        dropped: Provisions that only the older edition has.
        moved: Provisions with another address: the older, then the newer with the link to the row.
        references: The provisions whose references differ.
    """

    apart: str
    words: tuple[tuple[str, Place], ...]
    added: tuple[tuple[str, Place], ...]
    dropped: tuple[tuple[str, Place], ...]
    moved: tuple[tuple[str, tuple[str, Place]], ...]
    references: tuple[CitingChange, ...]


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """The page that compares a law in two editions.

    Attributes:
        name: Name of the law, ``Law 57``.
        heads: The heads of the two columns, older edition first.
        summary: What changed.
        provisions: Number of provisions by kind of change: same, moved, added, dropped.
        references: Number of references by kind of change: kept, moved, added, dropped.
        rows: The provisions in order.
        all: Link to the list of all laws that differ between the two editions.
    """

    name: str
    heads: tuple[EditionHead, EditionHead]
    summary: Summary
    provisions: dict[str, int]
    references: dict[str, int]
    rows: tuple[ComparedRow, ...]
    all: Place


def comparison_view(
    site: LocalizedSite, editions: tuple[str, str], number: Ordinal
) -> ComparisonView:
    """Return the page that compares a law in two editions, as ``lawkb compare`` does."""
    comparison = site.editions.compare(editions, number)
    held = _languages(site, editions, comparison)
    firsts = _shown_first(site, held)
    old, new = (
        EditionHead(
            edition,
            tuple(ShownLanguage(tag, read_language(tag).name, tag == first) for tag in tags),
            site.place(edition, Address((number,))),
        )
        for edition, tags, first in zip(editions, held, firsts, strict=True)
    )
    path = site.paths.comparison(*editions, number)
    provisions, references = comparison.count_provisions(), comparison.count_references()
    rows = tuple(_row(site, comparison, (path, held), each) for each in comparison.provisions)
    return ComparisonView(
        name=site.law_name(number),
        heads=(old, new),
        summary=_summary(rows, _apart(site, editions, held)),
        provisions={kind: provisions[kind] for kind in _PROVISIONS},
        references={kind: references[kind] for kind in _REFERENCES},
        rows=rows,
        all=Place(site.paths.comparison(*editions)),
    )


_Languages = tuple[tuple[str, ...], tuple[str, ...]]  # tags of the older and the newer edition


def _languages(
    site: LocalizedSite, editions: tuple[str, str], comparison: Comparison
) -> _Languages:
    """Return the languages in which either edition has any of the compared provisions."""
    pairs = [each.pair for each in comparison.provisions]
    old, new = (
        _held(site, edition, {end.law for end in ends if end})
        for edition, ends in zip(
            editions, ([p.old for p in pairs], [p.new for p in pairs]), strict=True
        )
    )
    return old, new


def _held(site: LocalizedSite, edition: str, laws: set[Ordinal]) -> tuple[str, ...]:
    """Return the languages in which an edition has any of some laws, the reader's first."""
    found = {tag for number in laws for tag in site.code.languages_of(edition, number)}
    tags = (e.language for e in site.code.outline.expressions if e.edition == edition)
    own = site.language.code
    return tuple(sorted((tag for tag in tags if tag in found), key=lambda tag: tag != own))


def _shown_first(site: LocalizedSite, held: _Languages) -> tuple[str, str]:
    """Return the language of each edition to show first: one that both have, if there is one."""
    old, new = held
    shared = [tag for tag in old if tag in new]
    original = site.code.outline.authoritative

    def first(tags: tuple[str, ...]) -> str:
        wanted = (*shared[:1], site.language.code, original)
        return next((tag for tag in wanted if tag in tags), next(iter(tags), ""))

    return first(old), first(new)


def _apart(site: LocalizedSite, editions: tuple[str, str], held: _Languages) -> str:
    """Return a sentence on the languages of two editions; empty if both have one of them."""
    if set(held[0]) & set(held[1]):
        return ""
    old, new = (_language_names(site, tags) for tags in held)
    return site.gettext(
        "Edition %(old)s is here in %(spoken)s, edition %(new)s in %(written)s. "
        "No language has both, so the words were not compared: the meaning may have changed.",
        old=editions[0],
        new=editions[1],
        spoken=old,
        written=new,
    )


def _language_names(site: LocalizedSite, tags: tuple[str, ...]) -> str:
    """Return the names of languages in the language of the reader: *Greek and English*."""
    own = site.language.code
    names = (Locale.parse(tag, sep="-").get_language_name(own) or tag for tag in tags)
    return format_list(tuple(names), locale=own)


def _summary(rows: tuple[ComparedRow, ...], apart: str) -> Summary:
    named = [(row.sides[1].name or row.sides[0].name, row.place, row) for row in rows]
    return Summary(
        apart=apart,
        words=tuple((name, place) for name, place, row in named if row.sides[1].diffs),
        added=tuple((name, place) for name, place, row in named if row.kind == "added"),
        dropped=tuple((name, place) for name, place, row in named if row.kind == "dropped"),
        moved=tuple(
            (row.sides[0].name, (name, place)) for name, place, row in named if row.kind == "moved"
        ),
        references=tuple(
            CitingChange(name, place, row.references)
            for name, place, row in named
            if row.references
        ),
    )


def comparisons_of(
    site: LocalizedSite, edition: str, number: Ordinal
) -> tuple[tuple[str, Place], ...]:
    """Return pairs: another edition that has a law, and a link to the comparison with it."""
    return tuple(
        (
            next(each for each in editions if each != edition),
            Place(site.paths.comparison(*editions, number)),
        )
        for editions in site.editions.beside(edition, number)
    )


def _row(
    site: LocalizedSite,
    comparison: Comparison,
    page: tuple[str, _Languages],
    compared: ComparedProvision,
) -> ComparedRow:
    """Return a row; ``page`` is the path of the page, and the languages of its columns."""
    path, languages = page
    pair = compared.pair
    own = provision_id(site, pair.place)
    id_ = own if pair.new else f"old-{own}"
    ends = ((comparison.old, pair.old), (comparison.new, pair.new))
    old, new = (
        _side(site, (path, f"{id_}-{edition}"), compared, (edition, address), tags)
        for (edition, address), tags in zip(ends, languages, strict=True)
    )
    return ComparedRow(
        id=id_,
        place=Place(path, id_),
        depth=shown_depth(pair.place),
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
    shown = tuple(cell for cell in with_borrowed_headings(cells) if cell)
    return SideView(site.name(address), site.place(edition, address), shown, dict(compared.words))


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
        held=bool(site.code.languages_of(target.edition, target.address.law)),
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
        apart: Sentence on the languages of the editions where none has both; else empty.
        laws: The laws in both editions, each with a link to its comparison and the number of
            changes.
        moves: Provisions that the concordance lists as moved: name and link in the older edition,
            the same in the newer edition, and the evidence. Empty but on the first page.
    """

    old: str
    new: str
    apart: str
    parts: tuple[Part, ...]
    laws: tuple[ComparedLaw, ...]
    moves: tuple[tuple[Named, Named, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class ComparedLaw:
    """A law in the list of laws that two editions share.

    Attributes:
        name: ``Law 57``.
        title: Its title in the newer edition, or else in the older, and its BCP 47 tag.
        own: Whether the title is in the reader's language.
        place: Link to its comparison.
        provisions: Number of provisions by kind of change: same, moved, added, dropped.
        references: Number of references by kind of change: kept, moved, added, dropped.
    """

    name: str
    title: tuple[str, str]
    own: bool
    place: Place
    provisions: dict[str, int]
    references: dict[str, int]


def editions_view(site: LocalizedSite, editions: tuple[str, str], part: int) -> EditionsView:
    """Return one page of the list of laws in two editions; ``part`` counts from 1."""
    old, new = editions
    laws = site.editions.pairs[editions]
    pages = paginate(tuple(laws))
    concordance = site.editorial.concordance
    moves = concordance.between(old, new).places if part == 1 else ()
    return EditionsView(
        old=old,
        new=new,
        apart=_apart(site, editions, (_held(site, old, set(laws)), _held(site, new, set(laws)))),
        parts=page_links(pages, partial(site.paths.editions, old, new), site.number_name, part),
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


def _law(site: LocalizedSite, editions: tuple[str, str], number: Ordinal) -> ComparedLaw:
    comparison = site.editions.compare(editions, number)
    provisions, references = comparison.count_provisions(), comparison.count_references()
    old, new = (law_title(site, edition, number) for edition in editions)
    title = new if new[0] else old
    return ComparedLaw(
        name=site.law_name(number),
        title=title,
        own=title[1] == site.language.code,
        place=Place(site.paths.comparison(*editions, number)),
        provisions={kind: provisions[kind] for kind in _PROVISIONS},
        references={kind: references[kind] for kind in _REFERENCES},
    )
