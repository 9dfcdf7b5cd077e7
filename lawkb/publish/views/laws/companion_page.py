"""The page of a text beside the laws, such as definitions: one column for each language.

The columns are independent, because the languages are not aligned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from types import SimpleNamespace
from typing import Literal

from lawkb.model.address import Address
from lawkb.model.companion import Companion, Section, SectionKind, direct_sections_with_ids
from lawkb.model.language import read_language
from lawkb.model.passage import Passage, Table
from lawkb.publish.views.laws.provision_cells import (
    Block,
    NoteView,
    TextViews,
    colophon_of,
    column_of,
)
from lawkb.publish.views.localized_site import LocalizedSite, companion_name, companions_of
from lawkb.publish.views.references.law_references import companion_comments
from lawkb.publish.views.text_runs import Run
from lawkb.publish.views.urls import COMPANION_ID, Place


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of a text beside the laws: a section, a glossary entry, a meaning, or a list item."""

    id: str  # its id on the page, ``el-entry_2``
    name: str  # text of the heading, for a link to it; empty without a heading
    num: str  # its number as printed, ``1.``; empty if it has none
    heading: tuple[Run, ...]  # heading of a section, term of an entry
    place: Place | None  # link to it; None without a heading
    body: tuple[Stretch, ...]  # its texts and parts in order


@dataclass(frozen=True, slots=True)
class Stretch:
    """Paragraphs and tables, or parts of one kind, that follow one another.

    Attributes:
        parts: The parts; if the first item of a list has a number, the list is numbered.
    """

    kind: SectionKind | Literal["text"]
    blocks: tuple[Block, ...] = ()
    notes: tuple[NoteView, ...] = ()
    parts: tuple[PartView, ...] = ()


def companion_view(site: LocalizedSite, edition: str, name: str) -> SimpleNamespace:
    """Return the page of a text beside the laws.

    Args:
        site: The site in the language of the reader.
        edition: Id of the edition.
        name: Name of the text, ``definitions``.
    """
    found = companions_of(site, edition, name)
    columns = tuple(column_of(site, n, companion) for n, companion in enumerate(found, 1))
    held = {column.language for column in columns}
    tags = (e.language for e in site.code.outline.expressions if e.edition == edition)
    return SimpleNamespace(
        name=companion_name(site, found[0]),
        edition=edition,
        law=_law(site, found[0]),  # that a commentary explains
        columns=columns,
        missing=tuple((tag, read_language(tag).name) for tag in tags if tag not in held),
        flows=tuple(_flow(site, n, each) for n, each in enumerate(found, 1)),
        comments=tuple(view for each in found for view in companion_comments(site, each)),
        colophons=tuple(colophon_of(site, each) for each in found),
    )


def part_id(language: str, own: str) -> str:
    """Return the HTML id of a part of a text beside the laws: ``el-entry_2``.

    Args:
        language: BCP 47 tag, since the page shows several languages.
        own: Id of the part in its language, ``entry_2``.
    """
    return f"{language}-{own}"


def _law(site: LocalizedSite, companion: Companion) -> tuple[str, Place | None] | None:
    if companion.law is None:
        return None
    place = site.place(companion.edition, Address((companion.law,)))
    return site.law_name(companion.law), place


def _flow(site: LocalizedSite, column: int, companion: Companion) -> SimpleNamespace:
    """Return a text beside the laws in one language, as a column of its page, from 1."""
    heading = companion.heading
    bare = heading and not (heading.notes or heading.references or heading.links)
    whole = Section("section", "", heading, companion.body)
    return SimpleNamespace(
        column=column,
        language=companion.language,
        whole=_part(site, companion, COMPANION_ID, whole),
        # The page takes a title in the language of the reader for its own.
        title_shown=bool(bare) and companion.language == site.language.code,
    )


def _part(site: LocalizedSite, companion: Companion, own: str, section: Section) -> PartView:
    id_ = part_id(companion.language, own)
    path = site.paths.companion(companion.edition, companion.name)
    views = TextViews(site, companion, path, id_)
    return PartView(
        id=id_,
        name=section.heading.text if section.heading else "",
        num=section.num,
        heading=views.runs(section.heading) if section.heading else (),
        place=Place(path, id_) if section.heading else None,
        body=tuple(_stretches(views, companion, own, section)),
    )


def _stretches(
    views: TextViews, companion: Companion, own: str, section: Section
) -> Iterator[Stretch]:
    """Yield runs of texts or of parts of one kind; notes of the heading go below the first text."""
    above = "" if own == COMPANION_ID else own
    ids = iter(id_ for id_, _ in direct_sections_with_ids(section.body, above))
    for (kind, _), items in groupby(section.body, _sort):
        blocks, parts = [], []
        for item in items:
            if isinstance(item, Section):
                parts.append(_part(views.site, companion, next(ids), item))
            else:
                blocks.append(views.block(item))
        notes = views.new_notes() if kind == "text" else ()
        yield Stretch(kind, tuple(blocks), notes, tuple(parts))
    if last := views.new_notes():
        yield Stretch("text", notes=last)


def _sort(item: Passage | Table | Section) -> tuple[SectionKind | Literal["text"], bool]:
    """Return what items of one stretch have in common: kind, and whether they are numbered."""
    if isinstance(item, Section):
        return item.kind, item.num[:1].isdigit()
    return "text", False
