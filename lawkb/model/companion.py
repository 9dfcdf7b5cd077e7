"""Companions: the texts beside the laws, such as definitions, commentaries and prefaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from lawkb.model.address import Ordinal
from lawkb.model.law import Comment, Origin
from lawkb.model.passage import Passage, Table

CompanionKind = Literal["definitions", "commentary", "preface"]
COMPANION_KINDS: tuple[CompanionKind, ...] = ("definitions", "commentary", "preface")
SectionKind = Literal["section", "entry", "sense", "item"]
SECTION_KINDS: tuple[SectionKind, ...] = ("section", "entry", "sense", "item")


class Section(Struct, frozen=True):
    """A part of a companion, which is a text beside the laws, such as definitions or a preface."""

    # `section` with a heading; `entry` of a glossary; `sense`, a numbered meaning of an entry;
    # `item` of a list.
    kind: SectionKind
    num: str = ""  # Number as printed (`1.`, `•`); empty when there is none.
    heading: Passage | None = None  # Heading of a section, term of an entry; None for the others.
    # Passages, tables and sections in document order.
    body: tuple[Passage | Table | Section, ...] = ()

    @property
    def sections(self) -> tuple[Section, ...]:
        """Return the sections directly in the body of this one."""
        return tuple(item for item in self.body if isinstance(item, Section))


class Companion(Struct, frozen=True):
    """A text beside the laws of an edition and language: definitions, a commentary or a preface."""

    # Name within the edition, the same in every language: `definitions`, `commentary_7`. ASCII;
    # part of paths and URLs.
    name: str
    kind: CompanionKind  # Kind of text.
    edition: str  # Id of the edition.
    language: str  # BCP 47 tag of the language.
    law: Ordinal | None  # Number of the law that a commentary explains; None for the others.
    heading: Passage | None  # Title; None when the page has none.
    body: tuple[Passage | Table | Section, ...]  # Passages, tables and sections in document order.
    origin: Origin  # Page that the text was read from.
    comments: tuple[Comment, ...] = ()  # Readers' comments, replies inside them.

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Yield all sections in document order with their ids: ``entry_2__sense_1``."""
        yield from sections_with_ids(self.body)

    def passages(self) -> Iterator[Passage]:
        """Yield all passages in document order: title, headings, text, table cells."""
        if self.heading:
            yield self.heading
        yield from _passages(self.body)


def sections_with_ids(
    body: tuple[Passage | Table | Section, ...], above: str = ""
) -> Iterator[tuple[str, Section]]:
    """Yield the sections of a body and, after each, the sections inside it, each with its id.

    An id is ``entry_2__sense_1``.

    Args:
        above: Id of the section whose body it is; empty for the body of a companion.
    """
    for own, item in direct_sections_with_ids(body, above):
        yield own, item
        yield from sections_with_ids(item.body, own)


def direct_sections_with_ids(
    body: tuple[Passage | Table | Section, ...], above: str = ""
) -> Iterator[tuple[str, Section]]:
    """Yield the sections directly in a body with their ids; each kind is counted from 1.

    An id is ``entry_2__sense_1``: the id of the section above, the kind and the count.

    Args:
        above: Id of the section whose body it is; empty for the body of a companion.
    """
    counts: dict[str, int] = {}
    for item in body:
        if isinstance(item, Section):
            counts[item.kind] = counts.get(item.kind, 0) + 1
            own = f"{item.kind}_{counts[item.kind]}"
            yield (f"{above}__{own}" if above else own), item


def _passages(body: tuple[Passage | Table | Section, ...]) -> Iterator[Passage]:
    for item in body:
        if isinstance(item, Passage):
            yield item
        elif isinstance(item, Table):
            yield from item.passages
        else:
            yield from (item.heading,) if item.heading else ()
            yield from _passages(item.body)
