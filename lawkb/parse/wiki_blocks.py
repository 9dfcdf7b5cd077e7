"""Tokens of a wiki page to blocks, with the place of every character."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from lawkb.model.law import Loss
from lawkb.parse.document import Block, BlockKind, Words
from lawkb.parse.wiki_changes import Span
from lawkb.parse.wiki_lexer import is_heading
from lawkb.parse.wiki_tables import TableDraft
from lawkb.parse.wiki_words import WordsDraft

_LONGEST_QUOTED = 120  # of words that are left out
LONGEST_NOTE = 1000  # a longer one has most likely swallowed what follows an unclosed `((`


@dataclass(slots=True)
class BlockDraft:
    """A block while the page is read.

    Attributes:
        kind: What it is.
        start: First code point of the page that is its own.
        level: As in ``Block``.
        ordered: As in ``Block``.
        words: Its words but for tables and preformatted blocks.
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
        """Whether it is a paragraph or preformatted block that shows nothing."""
        shows = self.kind not in {"paragraph", "preformatted"}
        return not (shows or self.literal.strip() or not self.words.is_empty())


class PageDraft:
    """A page on its way from tokens to blocks.

    Attributes:
        block: The block being read, or None between two.
        container: ``list``, ``table`` or ``quote`` when one is open.
        nested: Containers opened inside the container or inside a note: their words are read,
            their form is not.
        line_ends: Line ends since the last word; two end a paragraph.
        depths: Depths of the list items that are open, outermost first.
        losses: What could not be read, so far.
    """

    __slots__ = (
        "_furniture", "_left_out", "_line_ends", "_note", "_note_start", "_notes", "_numbers",
        "_regions", "_text", "block", "container", "depths", "line_ends", "losses", "nested",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        """Begin with an empty page; its first blank lines are furniture."""
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
        """Whether a block could begin here: in no note and no container."""
        return not (self._note or self.container or self.nested)

    @property
    def in_note(self) -> bool:
        """Whether a note is open."""
        return self._note is not None

    def words(self, at: int) -> WordsDraft:
        """Where words go now; without a block, a paragraph begins with them."""
        if self._note:
            return self._note
        if self.block and self.block.table:
            return self.block.table.words
        return (self.block or self.begin(BlockDraft("paragraph", at))).words

    def begin(self, block: BlockDraft) -> BlockDraft:
        """End the block being read and begin another."""
        self._regions.append((block.start, block))
        self.block = block
        return block

    def end_block(self) -> None:
        """End the block being read; what follows it belongs to it until the next begins."""
        self.block = None

    def furnish(self, start: int, end: int) -> None:
        """Count a sign as furniture of the wiki; in a note, which has none, it is left out."""
        if self._note:
            self.leave_out("a sign of the wiki in a note", start, end)
        else:
            self._furniture.append((start, end))

    def leave_out(self, what: str, start: int, end: int) -> None:
        """Report words of the page that no block carries; in a note they count as the note's."""
        words = " ".join(self._text[start:end].split())[:_LONGEST_QUOTED]
        self.lose("unparsed", f"{what} is left out: «{words}»", start)
        if not self._note:
            self._left_out.append((start, end))

    def open_note(self, at: int) -> None:
        """Begin a note at its mark."""
        self._note, self._note_start = self.words(at).add_note(), at

    def close_note(self, end: int) -> None:
        """End the note, and say so if it holds what no note should."""
        self._notes.append((self._note_start, end))
        self._note = None
        written = self._text[self._note_start : end]
        if any(is_heading(line) for line in written.split("\n")):
            self.lose("note", "a note holds a heading: its (( was not meant", self._note_start)
        elif len(written) > LONGEST_NOTE:
            self.lose("note", f"a note of {len(written)} characters", self._note_start)

    def lose(self, kind: str, message: str, at: int) -> None:
        """Report a loss; one of a kind and message for each line."""
        loss = Loss(kind, message, line=self._line(at))
        if not self.losses or self.losses[-1] != loss:
            self.losses.append(loss)

    def finish(self) -> tuple[tuple[Block, ...], int, int]:
        """The blocks, and how many characters are furniture, and left out."""
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
            for said in lost:
                message = f"words behind the last bar of a table row: «{said[:_LONGEST_QUOTED]}»"
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
    """How many characters of spans lie before a growing offset and after the one before it."""

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
