"""A page of any form as blocks: what every parser gives and the structure of laws is read from.

Words are plain text with everything else stand-off beside it, so that a law reads the same
whatever form its page came in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lawkb.model.law import Loss
from lawkb.model.page import PIECE_KINDS, Account, PieceKind
from lawkb.model.passage import Align, Link, Mark

BlockKind = Literal["heading", "paragraph", "item", "table", "preformatted", "quote", "rule"]
FormName = Literal["wikitext", "html", "text", "diff"]


@dataclass(frozen=True, slots=True)
class NotePoint:
    """A footnote mark at its place, with the note where the form holds it there.

    Attributes:
        at: Code point of the words that the mark stood before; the mark is out of the text.
        number: As the form shows or counts it, from 1 through the page.
        words: The note; None when the form lost it.
    """

    at: int
    number: str
    words: Words | None


@dataclass(frozen=True, slots=True)
class Words:
    """Plain text with what stands on it. NFC; one line but in preformatted blocks.

    Attributes:
        text: Without markup and without note marks; white space folded as the form shows it,
            none at the ends. Entities and escapes are what they stand for.
        marks: In order of their starts; may nest.
        links: In order, not overlapping.
        notes: In order of their places.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()
    notes: tuple[NotePoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes:
        words: What it holds.
        header: Whether it heads a row or column.
        columns: Columns it spans.
        rows: Rows it spans.
        align: ``left``, ``right``, ``center``, or None.
    """

    words: Words
    header: bool = False
    columns: int = 1
    rows: int = 1
    align: Align | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page.

    Attributes:
        kind: What it is.
        words: Its words; empty for tables and rules.
        line: Line of the source it begins on, from 1.
        level: 1 to 6 for a heading (1 is the largest), from 1 for an item or a quote, else 0.
        ordered: Whether an item is numbered by the wiki (the source holds no number).
        cells: Rows of a table.
        size: Characters of the source it takes, markup and white space behind it included; its
            notes are not among them.
        note_size: Characters of the source that its notes take.
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
    """A comment of a reader as a source holds it, hidden ones left out.

    Attributes:
        id: Its id in the source, or its place in order, ``1``.
        parent: Id of what it answers; None for a comment on the page.
        author: Name shown; never a mail address or an IP address.
        created: ISO 8601, ``2017-06-30T14:14``, by the clock of the source, without a zone.
        edited: The same for its last change, or None.
        words: Its paragraphs.
    """

    id: str
    parent: str | None
    author: str
    created: str
    edited: str | None
    words: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A page as read.

    Attributes:
        form: What it was.
        blocks: Its content in order; furniture, comments and page data are not among them.
        comments: In order; what is hidden in the source is not among them.
        page_id: Id the page gives itself, or None.
        revised: Its last change as the page gives it, ISO 8601 without a zone unless it has one.
        user: Who made it, as the page shows it.
        total: Characters of the source: code points of the decoded text for text and wikitext, of
            the text nodes for HTML.
        elsewhere: How many of them are in no block, by where they went; comments, page data,
            furniture, unparsed and notes that stand in no block.
        losses: What could not be read, or is known to be missing.
        complete: False when the page was cut.
        revision: Id of the old revision it is, Unix time as the source writes it; None for the
            current one, and where the form does not say.
    """

    form: FormName
    blocks: tuple[Block, ...]
    comments: tuple[ReaderComment, ...] = ()
    page_id: str | None = None
    revised: str | None = None
    user: str | None = None
    total: int = 0
    elsewhere: tuple[tuple[PieceKind, int], ...] = ()
    losses: tuple[Loss, ...] = ()
    complete: bool = True
    revision: str | None = None

    def account(self, kinds: tuple[PieceKind, ...]) -> Account:
        """The account of the page, given where each block went.

        Args:
            kinds: One for each block, in order.

        Raises:
            ValueError: The sizes do not sum to the page; a fault of the parser.
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
    """The words of a block and of its cells, without those of notes."""
    yield block.words
    for row in block.cells:
        for cell in row:
            yield cell.words


EMPTY = Words("")
