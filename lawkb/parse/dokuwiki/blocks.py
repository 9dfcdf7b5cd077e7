"""Tokens of a wiki page to blocks, with the kind of every character."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from lawkb.model.law import Loss
from lawkb.parse.document import Block, BlockKind, Words
from lawkb.parse.dokuwiki.lexer import is_heading
from lawkb.parse.dokuwiki.tables import TableDraft
from lawkb.parse.dokuwiki.words import Span, WordsDraft

_LONGEST_QUOTED = 120  # code points of omitted words in a message
LONGEST_NOTE = 1000  # a longer one is probably an unclosed `((` with the text after it


@dataclass(slots=True)
class BlockDraft:
    """A block while the page is read.

    Attributes:
        kind: Type of block.
        start: Its first code point in the page.
        level: As in ``Block``.
        ordered: As in ``Block``.
        words: Its words, except for tables and preformatted blocks.
        table: Its rows.
        literal: Text of a preformatted block.
    """

    kind: BlockKind
    start: int
    level: int = 0
    ordered: bool = False
    words: WordsDraft = field(default_factory=WordsDraft)
    table: TableDraft | None = None
    literal: str = ""

    def is_empty(self) -> bool:
        """Whether it is a paragraph or preformatted block without text."""
        shows = self.kind not in {"paragraph", "preformatted"}
        return not (shows or self.literal.strip() or not self.words.is_empty())


class PageDraft:
    """A page while its tokens become blocks.

    Attributes:
        block: The current block, or None between two.
        container: The open container: ``list``, ``table`` or ``quote``; empty if there is none.
        nested: Number of containers opened inside a container or note: only their words are read.
        line_ends: Line ends since the last word; two end a paragraph.
        depths: Depths of the open list items, outermost first.
        losses: Losses so far.
    """

    __slots__ = (
        "_furniture", "_left_out", "_line_ends", "_note", "_note_start", "_notes", "_numbers",
        "_regions", "_text", "block", "container", "depths", "line_ends", "losses", "nested",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        """Create an empty page; blank lines at its top are furniture."""
        self._text = text
        self._line_ends = [match.start() for match in re.finditer("\n", text)]
        self._regions: list[tuple[int, BlockDraft | None]] = [(0, None)]
        self._notes: list[Span] = []
        self._furniture: list[Span] = []
        self._left_out: list[Span] = []
        self._note: WordsDraft | None = None
        self._note_start = 0
        self._numbers = count(1)
        self.block: BlockDraft | None = None
        self.container = ""
        self.nested = 0
        self.line_ends = 0
        self.depths: list[int] = []
        self.losses: list[Loss] = []

    @property
    def in_blocks(self) -> bool:
        """Whether a block can begin here: no note or container is open."""
        return not (self._note or self.container or self.nested)

    @property
    def in_note(self) -> bool:
        """Whether a note is open."""
        return self._note is not None

    def words(self, at: int) -> WordsDraft:
        """Return the words to add to; without a block, a paragraph begins at the offset."""
        if self._note:
            return self._note
        if self.block and self.block.table:
            return self.block.table.words
        return (self.block or self.begin(BlockDraft("paragraph", at))).words

    def begin(self, block: BlockDraft) -> BlockDraft:
        """End the current block and begin another."""
        self._regions.append((block.start, block))
        self.block = block
        return block

    def end_block(self) -> None:
        """End the current block; what follows is counted with it until the next begins."""
        self.block = None

    def furnish(self, start: int, end: int) -> None:
        """Count a sign as furniture of the wiki; in a note, it is left out."""
        if self._note:
            self.leave_out("a sign of the wiki in a note", start, end)
        else:
            self._furniture.append((start, end))

    def leave_out(self, what: str, start: int, end: int) -> None:
        """Report omitted words of the page as a loss; in a note they count with the note."""
        words = " ".join(self._text[start:end].split())[:_LONGEST_QUOTED]
        self.lose("unparsed", f"{what} is left out: «{words}»", start)
        if not self._note:
            self._left_out.append((start, end))

    def open_note(self, at: int) -> None:
        """Begin a note at its mark."""
        self._note, self._note_start = self.words(at).add_note(), at

    def close_note(self, end: int) -> None:
        """End the note; report a loss if it seems to contain text after an unclosed mark."""
        self._notes.append((self._note_start, end))
        self._note = None
        written = self._text[self._note_start : end]
        if any(is_heading(line) for line in written.split("\n")):
            self.lose("note", "a note contains a heading: (( may be no mark", self._note_start)
        elif len(written) > LONGEST_NOTE:
            self.lose("note", f"a note of {len(written)} characters", self._note_start)

    def lose(self, kind: str, message: str, at: int) -> None:
        """Add a loss, unless it repeats the last one of the same line."""
        loss = Loss(kind, message, line=self._line(at))
        if not self.losses or self.losses[-1] != loss:
            self.losses.append(loss)

    def finish(self) -> tuple[tuple[Block, ...], int, int]:
        """Return the blocks, and the numbers of furniture and omitted characters."""
        if self._note:
            self.close_note(len(self._text))
        regions = [(at, draft) for at, draft in self._regions if not (draft and draft.is_empty())]
        ends = [at for at, _ in regions[1:]] + [len(self._text)]
        notes, furniture = _Shares(self._notes), _Shares(self._furniture)
        left_out = _Shares(self._left_out)
        blocks, loose, unparsed = [], 0, 0
        for (start, draft), end in zip(regions, ends, strict=True):
            noted, furnished = notes.until(end), furniture.until(end)
            lacking = left_out.until(end)
            size = end - start - noted - furnished - lacking
            loose += furnished
            unparsed += lacking
            if draft:
                blocks.append(self._block(draft, size, noted))
            else:
                loose += size + noted
        return tuple(blocks), loose, unparsed

    def _line(self, at: int) -> int:
        return bisect_left(self._line_ends, at) + 1

    def _block(self, draft: BlockDraft, size: int, noted: int) -> Block:
        if draft.table:
            cells, lost = draft.table.finish(self._numbers)
            for text in lost:
                message = f"words after the last bar of a table row: «{text[:_LONGEST_QUOTED]}»"
                self.lose("text", message, draft.start)
        else:
            cells = ()
        literal = draft.literal.strip()
        words = Words(literal) if literal else draft.words.finish(self._numbers)
        return Block(
            draft.kind,
            words,
            self._line(draft.start),
            draft.level,
            draft.ordered,
            cells,
            size,
            noted,
        )


class _Shares:
    """A counter of the characters of spans, up to increasing offsets."""

    __slots__ = ("_next", "_spans")

    def __init__(self, spans: list[Span]) -> None:
        self._spans: Iterator[Span] = iter(spans)
        self._next = next(self._spans, None)

    def until(self, end: int) -> int:
        total = 0
        while self._next and self._next[0] < end:
            total += self._next[1] - self._next[0]
            self._next = next(self._spans, None)
        return total
