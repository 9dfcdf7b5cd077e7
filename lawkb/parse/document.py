"""A page of any format as blocks and as lines: the common result of the parsers.

Words are plain text with emphasis, links and footnotes as standoff annotations (spans of offsets),
so that a law reads the same whatever the format of its page. Laws and companions (texts beside the
laws) are built from the lines.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from dataclasses import replace as changed
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.law import Loss
from lawkb.model.page import PIECE_KINDS, Account, PieceKind
from lawkb.model.page import PageFormat as PageFormat
from lawkb.model.passage import Cell, Lines, Link, Mark, Note, Passage, Table
from lawkb.model.privacy import public_name

SMALLEST_HEADING = 6  # level of a heading; 1 is the largest
_MINUTE = len("2017-05-26T09:05")
BlockKind = Literal["heading", "paragraph", "item", "table", "preformatted", "quote", "rule"]
LineKind = Literal[
    "text", "note-mark", "note", "comment-head", "comment", "page_data", "furniture", "unread"
]
# White space of an element or of literal text, which one line cannot have.
_LINE_END = re.compile("[\t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]")
_TIME = re.compile(r"(\d{4})[/-](\d\d)[/-](\d\d)[ T](\d\d:\d\d)", re.ASCII)


class Block(Struct, frozen=True):
    """A block of a page: a heading, paragraph, list item, table and so on."""

    kind: BlockKind  # Kind of block.
    words: Passage  # Words of the block; empty for tables and horizontal rules.
    line: int  # First line in the source, from 1.
    # 1 to 6 for a heading (1 is the largest), from 1 for an item, a quote or a paragraph inside an
    # item, else 0.
    level: int = 0
    # Label that the wiki gives to the list item, `1.` or `(a)`, which the source has not; its line
    # begins with it.
    number: str = ""
    cells: tuple[tuple[Cell, ...], ...] = ()  # Cells of a table, row by row.
    # Characters of the source, with markup and the white space after the block, without the
    # characters of its footnotes.
    size: int = 0
    note_size: int = 0  # Characters of the footnotes.
    # Number of the language, from 1, whose column of a table with one language in each column the
    # block is in; 0 elsewhere.
    column: int = 0
    # Whether the page sets it apart as a quotation, by an element or a style; a law may be set so.
    is_apart: bool = False


@dataclass(frozen=True, slots=True)
class ReaderComment:
    """A comment of a reader, as the page or a file of the wiki has it; hidden ones are left out."""

    id: str  # Id in the source, or number on the page, `1`.
    parent: str | None  # Id of the comment that this one answers; None for a comment on the page.
    author: str  # Name shown; never a mail address or an IP address.
    created: str  # ISO 8601, `2017-06-30T14:14`, local time of the source, without an offset.
    edited: str | None  # Time of the last change, or None.
    words: tuple[Passage, ...]  # Paragraphs of the comment.
    # First and last line of the comment on a page without markup, and of the words that it is about
    # in a Word file; None for other formats.
    lines: Lines | None = None


@dataclass(frozen=True, slots=True)
class FootnoteMark:
    """A footnote mark in a text, ``1)``."""

    marker: str  # number of the mark, ``1``
    start: int  # first code point in the text
    end: int  # code point after the last one
    note: str | None = None  # words of its note; None where they are looked for on the page


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One line of a page, with the blank lines after it."""

    kind: LineKind  # Kind of line.
    start: int  # First code point of the line.
    end: int  # Code point after the line and the blank lines that follow.
    text: str  # Words of the line.
    at: int  # Code point at which `text` begins.
    line: int  # Number of the line in the source, from 1.
    # Values of the placeholders in the template that the line matches: `{author}` of the first line
    # of a comment.
    fields: dict[str, str] = field(default_factory=dict, hash=False)
    rich: Block | None = None  # Block that the line was made from; None on a page without markup.
    marks: tuple[FootnoteMark, ...] = ()  # Marks of notes that are lines of the page themselves.
    is_quoted: bool = False  # Whether the line is text of another act that an amending act quotes.

    @property
    def is_heading(self) -> bool:
        """Whether the page's format marks the line as a heading, which is not a quoted one."""
        return self.rich is not None and self.rich.kind == "heading" and not self.is_quoted

    @property
    def is_unlabelled(self) -> bool:
        """Whether the line is a table, a diagram or a quotation, in which no label is read."""
        kinds = ("table", "preformatted", "quote")
        return self.is_quoted or (self.rich is not None and self.rich.kind in kinds)

    @property
    def touches(self) -> bool:
        """Whether no blank line follows this line."""
        return self.end - self.at - len(self.text) <= 1


class Comparison(Struct, frozen=True):
    """The revision and the gaps of the newer side in a comparison of two revisions of a page."""

    current: bool  # Whether the revision was the present one when the comparison was saved.
    # Time of the revision as the wiki prints it, `2017-05-26T09:05`, local; None when it prints
    # none.
    printed: str | None = None
    time: str | None = None  # The same moment in UTC, `2017-05-26T06:05:00Z`; None when unknown.
    # Numbers of the lines, from 1, that may be truncated; their words are never used.
    partial: frozenset[int] = frozenset()
    runs: tuple[int, ...] = ()  # The first line of each group of consecutive lines, in order.
    whole: bool = False  # Whether the comparison shows every line of the present page.

    def joins(self, first: int, last: int) -> bool:
        """Whether the comparison shows all lines from ``first`` to ``last``, numbered from 1."""
        return bisect_right(self.runs, first) == bisect_right(self.runs, last)

    def is_of(self, revised: str | None) -> bool:
        """Whether the newer side is the revision of a given time; without a time, the present one.

        Args:
            revised: Last change of another reading of the page, ISO 8601, with an offset or local;
                or None.
        """
        zoned = _utc_minute(revised or "")
        if zoned and self.time:
            return zoned == self.time[:_MINUTE]
        if revised and not zoned and self.printed:
            return revised[:_MINUTE] == self.printed[:_MINUTE]
        return self.current


def _utc_minute(time: str) -> str:
    """Return a time with an offset as UTC, to the minute; empty for a time without offset."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return ""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M") if moment.tzinfo else ""


class Document(Struct, frozen=True):
    """A page of any format, as blocks and as lines."""

    form: PageFormat  # Format of the page.
    # Content in page order, without comments, lines about the page and the wiki's menus.
    blocks: tuple[Block, ...]
    comments: tuple[ReaderComment, ...] = ()  # Readers' comments.
    page_id: str | None = None  # Id of the page according to the page, or None.
    # Last change according to the page, ISO 8601, with an offset only if the page has one.
    revised: str | None = None
    user: str | None = None  # Author of that change, or None.
    # Characters of the source: code points of the decoded text for text and wikitext, of the text
    # nodes for HTML.
    total: int = 0
    # Numbers of characters that are in no block, by kind: comments, page data, furniture (menus and
    # the like), unparsed, and footnotes outside of blocks.
    elsewhere: tuple[tuple[PieceKind, int], ...] = ()
    losses: tuple[Loss, ...] = ()  # What could not be read.
    # The newer revision of a `diff`, which may lack parts of the page; None for the other formats.
    comparison: Comparison | None = None
    # The lines; those of a page without markup have their kinds and are all that it has, those of
    # another format are of kind `text` and refer to their block.
    lines: tuple[TextBlock, ...] = ()
    text: str = ""  # The lines; of a page without markup the page itself.

    @property
    def is_plain(self) -> bool:
        """Whether the page has no markup, so that all its content is in its lines."""
        return bool(self.text) and not self.blocks

    @property
    def text_lines(self) -> tuple[TextBlock, ...]:
        """Return the lines of kind ``text``, in page order."""
        return tuple(line for line in self.lines if line.kind == "text")

    def account(self, kinds: tuple[PieceKind, ...]) -> Account:
        """Return the number of characters of the page by kind of content.

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


def all_words(block: Block) -> Iterator[Passage]:
    """Yield the words of a block, then of its table cells, without those of footnotes."""
    yield block.words
    for row in block.cells:
        yield from (cell.passage for cell in row if cell.passage)


def give_size(blocks: list[Block], size: int, note_size: int = 0) -> int:
    """Add counted characters to the last block; return how many are left, if there is no block."""
    if not blocks:
        return size + note_size
    last = blocks[-1]
    blocks[-1] = replace(last, size=last.size + size, note_size=last.note_size + note_size)
    return 0


def joined(parts: Iterable[Passage]) -> Passage:
    """Return the words of several parts as one line, with spaces between them."""
    text = ""
    marks: list[Mark] = []
    links: list[Link] = []
    notes: list[Note] = []
    for part in parts:
        begin = len(text) + bool(text)
        shown = _LINE_END.sub(" ", part.text)
        moved = part.moved(shown, lambda at, begin=begin: at + begin)  # type: ignore[misc]
        text = f"{text} {shown}" if text else shown
        marks += moved.marks
        links += moved.links
        notes += moved.notes
    return Passage(text, tuple(notes), marks=tuple(marks), links=tuple(links))


EMPTY = Passage("")


def filled(words: Passage) -> Passage | None:
    """Return the words of a cell; None if it has neither words nor footnotes."""
    return words if words.text or words.notes else None


def listed_comments(
    lines: Iterable[tuple[dict[str, str] | None, Passage, int | None]],
) -> tuple[ReaderComment, ...]:
    """Return the comments on some lines: each begins with a head, and lines of words follow.

    Args:
        lines: Tuples of the author and times if the line is a head, else None; the words; and the
            line number, or None if it is not needed.
    """
    found: list[tuple[dict[str, str], list[Passage], list[int]]] = []
    for head, words, line in lines:
        if head is not None or not found:
            found.append((head or {}, [], []))
        if head is None:
            found[-1][1].append(words)
        found[-1][2].extend([line] if line else [])
    return tuple(
        ReaderComment(
            str(number),
            None,
            public_name(head.get("author", "")) or "",
            iso_time(head.get("created", "")),
            iso_time(head.get("edited", "")) or None,
            tuple(words),
            (at[0], at[-1]) if at else None,
        )
        for number, (head, words, at) in enumerate(found, start=1)
    )


def comment_losses(blocks: tuple[TextBlock, ...]) -> tuple[Loss, ...]:
    """Return losses of comments: where a page lost authors and times, or a comment has no words."""
    losses = []
    for index, block in enumerate(blocks):
        before = blocks[index - 1].kind if index else "text"
        after = blocks[index + 1].kind if index + 1 < len(blocks) else "text"
        if block.kind == "comment" and before not in ("comment-head", "comment"):
            message = "the page lost the author and time of these comments"
            losses.append(Loss("comment", message, line=block.line))
        if block.kind == "comment-head" and after != "comment":
            losses.append(Loss("comment", "the page lost the words of a comment", line=block.line))
    return tuple(losses)


@dataclass(frozen=True, slots=True)
class WordRun:
    """A span of a line that becomes one passage."""

    start: int  # first code point, counted in all lines of the page
    end: int  # code point after the last one
    block: TextBlock  # the line

    @property
    def line(self) -> int:
        """Return the number of the line in the source, from 1."""
        return self.block.line

    @property
    def words(self) -> str:
        """Return the words of the span."""
        return self.block.text[self.start - self.block.at : self.end - self.block.at]

    @property
    def marks(self) -> tuple[FootnoteMark, ...]:
        """Return the footnote marks in the span that the line has, counted in its words."""
        first, last = self.start - self.block.at, self.end - self.block.at
        return tuple(
            changed(mark, start=mark.start - first, end=mark.end - first)
            for mark in self.block.marks
            if first <= mark.start and mark.end <= last
        )


def passage_of(words: Passage, start: int, end: int, after: int, line: int) -> Passage:
    """Return the passage of a span of words, with its footnotes, emphasis and links.

    Args:
        start: First code point of the span.
        end: Code point after the last one.
        after: Code point, at most ``start``, from which footnotes are included: a footnote mark
            after a label belongs to the words after it.
    """
    notes = tuple(
        replace(
            note,
            at=max(0, note.at - start),
            lost=() if note.text else ("text",),
            lines=(line, line),
        )
        for note in words.notes
        if after <= note.at <= end
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


def whole_passage(words: Passage, line: int) -> Passage:
    """Return all words of a block or table cell as a passage; ``line`` is the line of the page."""
    return passage_of(words, 0, len(words.text), 0, line)


def table_of(block: Block) -> Table:
    """Return the table of a block of kind ``table``."""

    def shown(cell: Cell) -> Cell:
        words = cell.passage if cell.passage and cell.passage.text else None
        return replace(cell, passage=words and whole_passage(words, block.line))

    rows = tuple(tuple(map(shown, row)) for row in block.cells)
    return Table(rows, (block.line, block.line))


def iso_time(printed: str) -> str:
    """Return the first time in a text as ISO 8601, without an offset; empty without a time.

    ``2017/06/30 14:14`` becomes ``2017-06-30T14:14``.
    """
    found = _TIME.search(printed)
    return f"{found[1]}-{found[2]}-{found[3]}T{found[4]}" if found else ""
