"""A page of any format as blocks and as lines: the common result of the parsers.

Words are plain text with marks, links and notes as standoff annotations, so that a law reads the
same whatever the format of its page. Laws and companions are built from the lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from lawkb.model import passage
from lawkb.model.law import Loss
from lawkb.model.page import PIECE_KINDS, Account, PieceKind
from lawkb.model.passage import Align, Lines, Link, Mark, Note, Passage, Table

BlockKind = Literal["heading", "paragraph", "item", "table", "preformatted", "quote", "rule"]
LineKind = Literal["text", "note-mark", "note", "comment-head", "comment", "page_data", "furniture"]
PageFormat = Literal["wikitext", "html", "text", "diff"]
_TIME = re.compile(r"(\d{4})[/-](\d\d)[/-](\d\d)[ T](\d\d:\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class NotePoint:
    """A footnote mark at its place, with the note if the format has it there.

    Attributes:
        at: Code point before which the mark was; the text is without it.
        number: Number as the page shows or counts it, from 1.
        words: The note; None when the page lost it.
    """

    at: int
    number: str
    words: Words | None


@dataclass(frozen=True, slots=True)
class Words:
    """Plain text with annotations. NFC; one line except in preformatted blocks.

    Attributes:
        text: Without markup and footnote marks; white space folded as the page shows it, none at
            the ends. Entities and escapes are decoded.
        marks: By start; may nest.
        links: In order, not overlapping.
        notes: By position.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()
    notes: tuple[NotePoint, ...] = ()

    def moved(self, text: str, place: Callable[[int], int]) -> Words:
        """Return another text with the annotations at their new places, without empty ones."""

        def span(one: Mark | Link) -> tuple[int, int]:
            return place(one.start), place(one.end)

        marks = (Mark(mark.kind, *span(mark)) for mark in self.marks)
        links = (Link(*span(link), link.kind, link.target, link.anchor) for link in self.links)
        return Words(
            text,
            tuple(mark for mark in marks if mark.start < mark.end),
            tuple(link for link in links if link.start < link.end),
            tuple(NotePoint(place(note.at), note.number, note.words) for note in self.notes),
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    words: Words
    header: bool = False
    columns: int = 1
    rows: int = 1
    align: Align | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page.

    Attributes:
        words: Empty for tables and rules.
        line: First line in the source, from 1.
        level: 1 to 6 for a heading (1 is the largest), from 1 for an item or a quote, else 0.
        ordered: Whether the wiki numbers the item (the source has no number).
        size: Characters of the source, with markup and the white space after it, without those of
            its notes.
    """

    kind: BlockKind
    words: Words
    line: int
    level: int = 0
    ordered: bool = False
    cells: tuple[tuple[Cell, ...], ...] = ()
    size: int = 0
    note_size: int = 0


@dataclass(frozen=True, slots=True)
class ReaderComment:
    """A comment of a reader; hidden ones are left out.

    Attributes:
        id: Its id in the source, or its number on the page, ``1``.
        parent: Id of the comment it answers; None for a comment on the page.
        author: Name shown; never a mail address or an IP address.
        created: ISO 8601, ``2017-06-30T14:14``, local time of the source, without an offset.
        edited: Time of its last change, or None.
        lines: First and last line on a text page; None elsewhere.
    """

    id: str
    parent: str | None
    author: str
    created: str
    edited: str | None
    words: tuple[Words, ...]
    lines: Lines | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed page.

    Attributes:
        blocks: Its content in order, without furniture, comments and page data.
        revised: Last change according to the page, ISO 8601, with an offset only if it has one.
        total: Characters of the source: code points of the decoded text for text and wikitext, of
            the text nodes for HTML.
        elsewhere: Numbers of characters that are in no block, by kind: comments, page data,
            furniture, unparsed, and notes outside of blocks.
    """

    form: PageFormat
    blocks: tuple[Block, ...]
    comments: tuple[ReaderComment, ...] = ()
    page_id: str | None = None
    revised: str | None = None
    user: str | None = None
    total: int = 0
    elsewhere: tuple[tuple[PieceKind, int], ...] = ()
    losses: tuple[Loss, ...] = ()

    def account(self, kinds: tuple[PieceKind, ...]) -> Account:
        """Return the account of the page.

        Raises:
            ValueError: The sizes do not sum to the page; an error of the parser.
        """
        counts: dict[PieceKind, int] = dict.fromkeys(PIECE_KINDS, 0)
        for kind, number in self.elsewhere:
            counts[kind] += number
        for block, kind in zip(self.blocks, kinds, strict=True):
            counts[kind] += block.size
            counts["notes"] += block.note_size
        if sum(counts.values()) != self.total:
            raise ValueError(f"sizes sum to {sum(counts.values())}, the page has {self.total}")
        return Account(self.total, counts)


def all_words(block: Block) -> Iterator[Words]:
    """Yield the words of a block and of its cells, without those of notes."""
    yield block.words
    for row in block.cells:
        for cell in row:
            yield cell.words


EMPTY = Words("")


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One line of a page with the blank lines after it.

    Attributes:
        start: First code point of the line.
        end: Code point after the line and the blank lines that follow it.
        at: Code point at which ``text`` begins.
        fields: Values of the placeholders of its template.
        rich: The block that the line was made from; None on a text page.
    """

    kind: LineKind
    start: int
    end: int
    text: str
    at: int
    line: int
    fields: dict[str, str] = field(default_factory=dict, hash=False)
    rich: Block | None = None

    @property
    def is_heading(self) -> bool:
        """Whether the format of the page marks it as a heading."""
        return self.rich is not None and self.rich.kind == "heading"

    @property
    def touches(self) -> bool:
        """Whether no blank line follows."""
        return self.end - self.at - len(self.text) <= 1


@dataclass(frozen=True, slots=True)
class WordRun:
    """A span of a line that becomes one passage."""

    start: int
    end: int
    block: TextBlock

    @property
    def line(self) -> int:
        """Return the number of its line."""
        return self.block.line


def passage_of(words: Words, start: int, end: int, after: int, line: int) -> Passage:
    """Return the passage of a span of words, with its annotations.

    Args:
        words: Words of a block.
        start: First code point of the span.
        end: Code point after the last.
        after: Notes before ``start`` are included from this code point on, since a mark after a
            label has no other place.
        line: Line of the page.
    """
    notes = tuple(
        _note(point, max(0, point.at - start), line)
        for point in words.notes
        if after <= point.at <= end
    )
    marks = tuple(
        Mark(mark.kind, max(mark.start, start) - start, min(mark.end, end) - start)
        for mark in words.marks
        if max(mark.start, start) < min(mark.end, end)
    )
    links = tuple(
        Link(link.start - start, link.end - start, link.kind, link.target, link.anchor)
        for link in words.links
        if start <= link.start < link.end <= end and link.kind != "mail"  # stays in the source
    )
    return Passage(words.text[start:end], notes, (), (line, line), marks, links)


def _note(point: NotePoint, at: int, line: int) -> Note:
    text = point.words.text if point.words else ""
    return Note(at, point.number, text, lost=() if text else ("text",), lines=(line, line))


def whole_passage(words: Words, line: int) -> Passage:
    """Return all words of a block or cell as a passage."""
    return passage_of(words, 0, len(words.text), 0, line)


def table_of(block: Block) -> Table:
    """Return the table of a block."""

    def shown(cell: Cell) -> passage.Cell:
        words = whole_passage(cell.words, block.line) if cell.words.text else None
        return passage.Cell(words, cell.header, cell.columns, cell.rows, cell.align)

    rows = tuple(tuple(map(shown, row)) for row in block.cells)
    return Table(rows, (block.line, block.line))


def iso_time(printed: str) -> str:
    """Return the first time in a text as ISO 8601, without an offset; empty without a time.

    ``2017/06/30 14:14`` is ``2017-06-30T14:14``.
    """
    found = _TIME.search(printed)
    return f"{found[1]}-{found[2]}-{found[3]}T{found[4]}" if found else ""
