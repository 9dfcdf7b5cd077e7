"""Pages that compare two editions: a law in both, and all laws that differ."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

from babel import Locale
from babel.lists import format_list

from lawkb.align.provisions import PairKind
from lawkb.history.editions import (
    ComparedProvision,
    Comparison,
    ReferenceKind,
    compare_pairs,
    held_languages,
)
from lawkb.model.address import Address, Ordinal
from lawkb.model.language import read_language
from lawkb.publish.localized_site import LocalizedSite, law_title, provision_id
from lawkb.publish.pagination import page_links, paginate
from lawkb.publish.urls import Place
from lawkb.publish.views.law_rows import (
    Cell,
    TextViews,
    cell_of,
    shown_depth,
    with_borrowed_headings,
)
from lawkb.references.graph import Citation

_PROVISIONS: tuple[PairKind, ...] = ("same", "moved", "added", "dropped")
_REFERENCES: tuple[ReferenceKind, ...] = ("kept", "moved", "added", "dropped")


def comparison_view(
    site: LocalizedSite, editions: tuple[str, str], number: Ordinal
) -> SimpleNamespace:
    """Return the page that compares a law in two editions, as ``lawkb compare`` does."""
    comparison = _compared(site, editions, number)
    pairs = [each.pair for each in comparison.provisions]
    laws = {p.old.law for p in pairs if p.old}, {p.new.law for p in pairs if p.new}
    # What may be shown: the words of the languages that both editions have were compared.
    old, new = (_held(site, edition, own) for edition, own in zip(editions, laws, strict=True))
    held = (old, new)
    path = site.paths.comparison(*editions, number)
    rows = tuple(_row(site, comparison, (path, held), each) for each in comparison.provisions)
    heads = zip(editions, held, _shown_first(site, held), strict=True)
    return SimpleNamespace(
        name=site.law_name(number),
        heads=tuple(  # of the two columns, the older edition first
            SimpleNamespace(
                edition=edition,
                # A reader can choose which of its languages to see.
                languages=tuple(
                    SimpleNamespace(language=tag, name=read_language(tag).name, first=tag == first)
                    for tag in tags
                ),
                place=site.place(edition, Address((number,))),
            )
            for edition, tags, first in heads
        ),
        summary=_summary(rows, _apart(site, editions, held)),
        **_counts(comparison),
        rows=rows,
        all=Place(site.paths.comparison(*editions)),
    )


_Languages = tuple[tuple[str, ...], tuple[str, ...]]  # tags of the older and the newer edition


def _compared(site: LocalizedSite, editions: tuple[str, str], number: Ordinal) -> Comparison:
    """Return a law in two editions; what is counted is the same for every reader."""
    pairs, known = site.editorial.editions[editions][number], site.editorial.concordance
    return compare_pairs(site.code, site.graph, known, editions, pairs)


def _counts(comparison: Comparison) -> dict[str, dict[str, int]]:
    """Return the numbers of provisions and of references by kind of change."""
    provisions, references = comparison.count_provisions(), comparison.count_references()
    return {
        "provisions": {kind: provisions[kind] for kind in _PROVISIONS},
        "references": {kind: references[kind] for kind in _REFERENCES},
    }


def _held(site: LocalizedSite, edition: str, laws: Set[Ordinal]) -> tuple[str, ...]:
    """Return the languages in which an edition has any of some laws, the reader's first."""
    own = site.language.code
    return tuple(sorted(held_languages(site.code, edition, laws), key=lambda tag: tag != own))


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
    """Return a sentence on the languages of two editions; empty if both have one of them.

    Without a common language, words cannot be compared.
    """
    if set(held[0]) & set(held[1]):
        return ""
    own = site.language.code
    old, new = (
        format_list(
            [Locale.parse(tag, sep="-").get_language_name(own) or tag for tag in tags], locale=own
        )
        for tags in held
    )
    return site.gettext(
        "Edition %(old)s is here in %(spoken)s, edition %(new)s in %(written)s. "
        "No language has both, so the words were not compared: the meaning may have changed.",
        old=editions[0],
        new=editions[1],
        spoken=old,
        written=new,
    )


def _summary(rows: tuple[SimpleNamespace, ...], apart: str) -> SimpleNamespace:
    """Return what changed, in short: names of provisions with links to their rows."""
    named = [(row.sides[1].name or row.sides[0].name, row.place, row) for row in rows]
    return SimpleNamespace(
        apart=apart,
        words=tuple((name, place) for name, place, row in named if row.sides[1].diffs),
        added=tuple((name, place) for name, place, row in named if row.kind == "added"),
        dropped=tuple((name, place) for name, place, row in named if row.kind == "dropped"),
        moved=tuple(  # the older address, then the newer with the link
            (row.sides[0].name, (name, place)) for name, place, row in named if row.kind == "moved"
        ),
        references=tuple(
            SimpleNamespace(name=name, place=place, changes=row.references)
            for name, place, row in named
            if row.references
        ),
    )


def _row(
    site: LocalizedSite,
    comparison: Comparison,
    page: tuple[str, _Languages],
    compared: ComparedProvision,
) -> SimpleNamespace:
    """Return a provision in two editions as a row.

    ``page`` is the path of the page, and the languages of its columns.
    """
    path, languages = page
    pair = compared.pair
    own = provision_id(site, pair.place)
    id_ = own if pair.new else f"old-{own}"
    ends = ((comparison.old, pair.old), (comparison.new, pair.new))
    return SimpleNamespace(
        id=id_,
        place=Place(path, id_),
        depth=shown_depth(pair.place),
        kind=pair.kind,
        sides=tuple(
            _side(site, (path, f"{id_}-{edition}"), compared, (edition, address), tags)
            for (edition, address), tags in zip(ends, languages, strict=True)
        ),
        why=site.runs_of(pair.why or ""),  # it moved, as the editors say
        references=tuple(_changes(site, comparison, compared)),
    )


def _side(
    site: LocalizedSite,
    row: tuple[str, str],
    compared: ComparedProvision,
    where: tuple[str, Address | None],
    tags: tuple[str, ...],
) -> SimpleNamespace:
    """Return a provision in one of two editions; one that lacks it has no name.

    ``row`` is the path of the page and the beginning of its ids, ``where`` the edition and address.
    """
    edition, address = where
    if address is None:
        return SimpleNamespace(name="", place=None, cells=(), diffs={})
    cells = []
    for tag in tags:
        law = site.code.law(edition, tag, address.law)
        provision = law.find(address) if law else None
        if law and provision:
            views = TextViews(site, law, row[0], f"{tag}-{row[1]}-0")
            cell = cell_of(views, law, (provision, provision.passages))
            cells.append(_sourced(cell, site.place(edition, address)))
    return SimpleNamespace(
        name=site.name(address),
        place=site.place(edition, address),
        cells=tuple(cell for cell in with_borrowed_headings(cells) if cell),
        diffs=dict(compared.words),  # of the languages in which the two editions differ
    )


def _sourced(cell: Cell, page: Place | None) -> Cell:
    """Return a cell in which the link to the editors' source leads to the page of its law."""
    if cell.origin is None or page is None:
        return replace(cell, origin=None)
    return replace(cell, origin=Place(page.path, cell.origin.fragment))


def _changes(
    site: LocalizedSite, comparison: Comparison, compared: ComparedProvision
) -> Iterator[SimpleNamespace]:
    """Yield the references of a provision that differ."""
    for change in compared.references:
        if change.kind != "kept":
            yield SimpleNamespace(
                kind=change.kind,
                old=_cited(site, comparison.old, change.old) if change.old else None,
                new=_cited(site, comparison.new, change.new) if change.new else None,
                why=site.runs_of(change.why or ""),  # the target moved, as the editors say
            )


def _cited(site: LocalizedSite, edition: str, citation: Citation) -> SimpleNamespace:
    """Return the target of a reference in one of two editions."""
    target, upto = citation.reference.target, citation.reference.upto
    assert target is not None  # others are not compared
    held = citation.target_edition
    return SimpleNamespace(
        name="–".join(site.name(end) for end in (target, upto) if end),
        edition="" if held == edition else held,
        place=_place(site, held, target),
        held=bool(site.code.languages_of(held, target.law)),
    )


def _place(site: LocalizedSite, edition: str, address: Address) -> Place | None:
    """Return the link to a cited provision; to its law if that lacks the provision."""
    languages = site.code.languages_of(edition, address.law)
    known = any(site.code.provision(edition, tag, address) for tag in languages)
    return site.place(edition, address if known or not languages else Address((address.law,)))


def editions_view(site: LocalizedSite, editions: tuple[str, str], part: int) -> SimpleNamespace:
    """Return one page of the list of laws in two editions; ``part`` counts from 1."""
    old, new = editions
    laws = site.editorial.editions[editions]
    pages = paginate(tuple(laws))
    concordance = site.editorial.concordance
    moves = concordance.between(old, new).places if part == 1 else ()
    return SimpleNamespace(
        old=old,
        new=new,
        apart=_apart(site, editions, (_held(site, old, set(laws)), _held(site, new, set(laws)))),
        parts=page_links(pages, partial(site.paths.editions, old, new), site.number_name, part),
        laws=tuple(_law(site, editions, number) for number in pages[part - 1]),
        # What the concordance lists as moved, on the first page: name and link in the older
        # edition, the same in the newer, and the evidence.
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
        (old, new, Place(site.paths.comparison(old, new))) for old, new in site.editorial.editions
    )


def _law(site: LocalizedSite, editions: tuple[str, str], number: Ordinal) -> SimpleNamespace:
    old, new = (law_title(site, edition, number) for edition in editions)
    title = new if new[0] else old
    return SimpleNamespace(
        name=site.law_name(number),
        title=title,  # with its BCP 47 tag
        own=title[1] == site.language.code,
        place=Place(site.paths.comparison(*editions, number)),
        **_counts(_compared(site, editions, number)),
    )
