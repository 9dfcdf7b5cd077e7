"""Build the blocks of a wiki page from its tokens, with the kind of every character.

Inline tokens become plain text with emphasis and links.

Words between ``;;…;;`` were marked as changed on pages of 2017; no plugin of today's wikis has this
markup, and without the plugin the signs were shown. These words are read as inserted, those in
``<del>`` as deleted.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise, takewhile
from typing import Literal

from lawkb.model.law import Loss
from lawkb.model.passage import Cell, Link, Mark, MarkKind, Note, Passage
from lawkb.parse.document import Block, BlockKind, filled
from lawkb.parse.dokuwiki.links import ShownLink

Span = tuple[int, int]
_CHANGE = re.compile(r"(?<!;);;;?(?!;)")


def _change_pairs(text: str, signs: list[Span]) -> list[tuple[Span, Span]]:
    """Return pairs of signs that open and close a change; other signs stay text.

    A sign opens when a word follows it: in Greek, ``Τι;;`` is a question. Of three semicolons
    against two, the extra one is a question mark: inside the change at its end, before the
    change at its beginning.
    """
    pairs: list[tuple[Span, Span]] = []
    opened: Span | None = None
    for sign in signs:
        if opened:
            pairs.append(_even(opened, sign))
            opened = None
        elif not text[sign[1] : sign[1] + 1].isspace() and sign[1] < len(text):
            opened = sign
    return pairs


def _inserted_marks(changes: list[Span], marks: list[Mark]) -> list[Mark]:
    """Return changes as marks that nest in other marks: split where they cross, without deletions.

    Args:
        changes: Spans between two signs; in order, not overlapping.
        marks: The other marks, properly nested.
    """
    deleted = [mark for mark in marks if mark.kind == "deleted"]  # in order, never nested
    cuts = sorted({(mark.start, mark.end) for mark in marks})
    by_end = sorted(cuts, key=lambda span: span[1])
    found = []
    for change in changes:
        for begin, end in _without(change, deleted):
            edges = sorted({begin, end, *_crossed(begin, end, cuts, by_end)})
            found += [Mark("inserted", *edge) for edge in pairwise(edges)]
    return found


def _even(opened: Span, closed: Span) -> tuple[Span, Span]:
    width = min(opened[1] - opened[0], closed[1] - closed[0])
    return (opened[1] - width, opened[1]), (closed[1] - width, closed[1])


def _without(change: Span, deleted: list[Mark]) -> Iterator[Span]:
    """Yield the parts of a change that are not deleted."""
    at, end = change
    first = bisect_right(deleted, at, key=lambda mark: mark.end)
    last = bisect_left(deleted, end, key=lambda mark: mark.start)
    for mark in deleted[first:last]:
        if mark.start > at:
            yield at, mark.start
        at = max(at, mark.end)
    if at < end:
        yield at, end


def _crossed(begin: int, end: int, by_start: list[Span], by_end: list[Span]) -> Iterator[int]:
    """Yield the ends, inside a span, of marks that overlap its border."""
    first = bisect_right(by_start, begin, key=lambda span: span[0])
    last = bisect_left(by_start, end, key=lambda span: span[0])
    for start, stop in by_start[first:last]:
        if stop > end:
            yield start
    low = bisect_right(by_end, begin, key=lambda span: span[1])
    high = bisect_left(by_end, end, key=lambda span: span[1])
    for start, stop in by_end[low:high]:
        if start < begin:
            yield stop


# Words with single spaces between them; other white space is the author's.
_WORDS = re.compile(r"[^ \t\n\r\f]+(?: [^ \t\n\r\f]+)*")
_SPACE = re.compile(r"[ \t\n\r\f]")


@dataclass(slots=True)
class WordsDraft:
    """Words of one block, cell or footnote while the page is read.

    Offsets are into the raw text.
    """

    _pieces: list[str] = field(default_factory=list)
    _length: int = 0
    _open: list[tuple[MarkKind, int]] = field(default_factory=list)
    _suppressed: Counter[MarkKind] = field(default_factory=Counter)
    _marks: list[Mark] = field(default_factory=list)
    _links: list[tuple[int, int, ShownLink]] = field(default_factory=list)
    _notes: list[tuple[int, str, WordsDraft]] = field(default_factory=list)
    _changes: list[Span] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Add text in which the signs ``;;`` mark a change."""
        self._changes += [
            (self._length + match.start(), self._length + match.end())
            for match in _CHANGE.finditer(text)
        ]
        self.add_literal(text)

    def add_literal(self, text: str) -> None:
        """Add text unchanged; signs in it have no meaning."""
        self._pieces.append(text)
        self._length += len(text)

    def add_marked(self, kind: MarkKind, text: str) -> None:
        """Add literal text with emphasis of the given kind."""
        self._marks.append(Mark(kind, self._length, self._length + len(text)))
        self.add_literal(text)

    def add_link(self, link: ShownLink) -> None:
        """Add the words of a link."""
        begin = self._length
        self.add(link.shown)
        self._links.append((begin, self._length, link))

    def add_note(self, number: str = "") -> WordsDraft:
        """Add a footnote mark; return the words of the footnote, to which text can be added.

        Args:
            number: Number of the footnote; empty to count the footnotes of the page at the end.
        """
        note = WordsDraft()
        self._notes.append((self._length, number, note))
        return note

    def open(self, kind: MarkKind) -> None:
        """Begin emphasis of a kind, such as ``bold``.

        It is ignored inside the same kind, so at most eight are nested.
        """
        if any(kind == other for other, _ in self._open):
            self._suppressed[kind] += 1
        else:
            self._open.append((kind, self._length))

    def close(self, kind: MarkKind) -> None:
        """End emphasis of a kind, and emphasis begun after it; ignore an end without beginning."""
        if self._suppressed[kind]:
            self._suppressed[kind] -= 1
            return
        while any(kind == other for other, _ in self._open):
            last, begin = self._open.pop()
            self._marks.append(Mark(last, begin, self._length))
            if last == kind:
                return

    def finish(self, numbers: Iterator[int]) -> Passage:
        """Return the words: white space folded, signs of change removed, footnotes numbered.

        Args:
            numbers: Numbers for the footnotes of the page that have none yet, in order.
        """
        while self._open:
            self.close(self._open[-1][0])
        text = "".join(self._pieces)
        marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
        pairs = _change_pairs(text, self._changes)
        inserted = _inserted_marks([(first[1], second[0]) for first, second in pairs], marks)
        folded = _Folded(text, [sign for pair in pairs for sign in pair])
        return Passage(
            folded.text,
            tuple(
                Note(folded.place(at), number or str(next(numbers)), note.finish(numbers).text)
                for at, number, note in self._notes
            ),
            marks=tuple(folded.marks([*marks, *inserted])),
            links=tuple(folded.links(self._links)),
        )

    def is_empty(self) -> bool:
        """Whether nothing was added that a reader or a link checker would miss."""
        return not (self._links or self._notes or any(piece.strip() for piece in self._pieces))


class _Folded:
    """A raw text folded to one line, with a map of its offsets."""

    __slots__ = ("_raw", "_shown", "_text", "text")

    def __init__(self, raw: str, dropped: list[Span]) -> None:
        self._text = raw
        self._raw: list[int] = []  # where runs of letters begin in the raw text
        self._shown: list[Span] = []  # and where they begin and end in the folded text
        words: list[str] = []
        length, ended = 0, 0
        for begin, end in _runs(raw, dropped):
            if words and _SPACE.search(raw, ended, begin):
                words.append(" ")
                length += 1
            words.append(raw[begin:end])
            self._raw.append(begin)
            self._shown.append((length, length + end - begin))
            length, ended = length + end - begin, end
        self.text = "".join(words)
        self._strip()

    def _strip(self) -> None:
        """Strip other white space from the ends too: a no-break space alone is no word."""
        lead = len(self.text) - len(self.text.lstrip())
        self.text = self.text.strip()
        last = len(self.text)
        for run, (begin, end) in enumerate(self._shown):
            self._raw[run] += max(0, min(lead, end) - begin)
            self._shown[run] = (min(max(0, begin - lead), last), min(max(0, end - lead), last))

    def begin(self, at: int) -> int:
        """Return the folded offset of the first letter at or after a raw offset."""
        run = bisect_right(self._raw, at) - 1
        if run >= 0:
            begin, end = self._shown[run]
            if at - self._raw[run] < end - begin:
                place = begin + at - self._raw[run]
                return place + self.text.startswith(" ", place)
        return self._shown[run + 1][0] if run + 1 < len(self._shown) else len(self.text)

    def end(self, at: int) -> int:
        """Return the folded offset after the last letter before a raw offset."""
        run = bisect_right(self._raw, at - 1) - 1
        if run < 0:
            return 0
        begin, end = self._shown[run]
        place = min(end, begin + at - self._raw[run])
        return place - self.text.endswith(" ", 0, place)

    def place(self, at: int) -> int:
        """Return the offset of a footnote: after the word directly before, else before the next."""
        run = bisect_right(self._raw, at - 1) - 1
        if run < 0:
            return 0
        begin, end = self._shown[run]
        # Inside a run the letter before decides, after it whatever was removed since.
        space = _SPACE.search(self._text, min(at - 1, self._raw[run] + end - begin), at)
        return self.begin(at) if space else self.end(at)

    def marks(self, marks: list[Mark]) -> list[Mark]:
        """Return the marks (bold, italic …) that contain more than spaces, outermost first."""
        placed = (Mark(mark.kind, self.begin(mark.start), self.end(mark.end)) for mark in marks)
        placed_marks = {mark for mark in placed if mark.start < mark.end}
        return sorted(placed_marks, key=lambda mark: (mark.start, -mark.end, mark.kind))

    def links(self, links: list[tuple[int, int, ShownLink]]) -> Iterator[Link]:
        """Yield the links; a link without words keeps its offset."""
        for begin, end, link in links:
            start, stop = self.begin(begin), self.end(end)
            if start >= stop:
                start = stop = self.place(begin)
            yield Link(start, stop, link.kind, link.target, link.anchor)


def _runs(raw: str, dropped: list[Span]) -> Iterator[Span]:
    """Yield the spans of the raw text that remain, without white space and dropped signs."""
    at = 0
    for begin, end in (*dropped, (len(raw), len(raw))):
        yield from (match.span() for match in _WORDS.finditer(raw, at, begin))
        at = end


_MOST_CELLS = 50_000  # of a table; the signs of further ones are words
_LARGEST_FILLING = 10_000  # cells added to short rows; a page with more is no real table


@dataclass(slots=True)
class _CellDraft:
    """A cell while the page is read."""

    header: bool  # whether the cell is a header cell
    words: WordsDraft | None = None  # the words of the cell; None until there are some
    pieces: int = 0  # number of texts added to the cell, spaces for alignment included
    leads: bool = False  # whether the cell begins with spaces that align it to the right
    trails: bool = False  # whether the cell ends, so far, with spaces that align it to the left
    joined: bool = False  # whether the cell is ``:::``, merged with the cell above
    columns: int = 1  # number of columns that the cell spans; 0 when the cell before covers it
    rows: int = 1  # number of rows that the cell spans; 0 when the cell above covers it

    @property
    def align(self) -> Literal["left", "right", "center"] | None:
        """Return the alignment that the spaces at the ends of the cell mean."""
        if self.leads and self.trails:
            return "center" if self.pieces > 1 else "left"
        return "right" if self.leads else "left" if self.trails else None


@dataclass(slots=True)
class TableDraft:
    """Rows of a table while the page is read, each with an extra cell after the last bar."""

    _rows: list[list[_CellDraft]] = field(default_factory=list)
    _cells: int = 0

    def row(self, written: str) -> None:
        """Begin a row with its first cell.

        ``written`` is the sign as on the page: ``^`` begins a header cell, ``|`` another cell.
        """
        if self._cells < _MOST_CELLS:
            self._rows.append([])
        self.cell(written)

    def cell(self, written: str) -> None:
        """Begin the next cell with its sign, ``^`` or ``|``, unless the table has too many."""
        self._cells += 1
        if self._cells > _MOST_CELLS:
            self.words.add(f" {written} ")
        else:
            self._rows[-1].append(_CellDraft(written.endswith("^")))

    def blanks(self, written: str) -> None:
        """Add white space to the cell; two spaces, or a tab, align it."""
        cell = self._rows[-1][-1]
        aligns = written != " "
        cell.leads = cell.leads or (aligns and not cell.pieces)
        self.words.add(" ")
        cell.trails = aligns

    def join(self, written: str) -> None:
        """Add ``:::``, which merges an otherwise empty cell with the cell above."""
        cell = self._rows[-1][-1]
        if cell.pieces:
            self.words.add(written)
        else:
            cell.joined = True
            cell.pieces = 1

    @property
    def words(self) -> WordsDraft:
        """Return the words of the current cell, to which text can be added."""
        cell = self._rows[-1][-1]
        cell.pieces += 1
        cell.trails = False
        cell.words = cell.words or WordsDraft()
        return cell.words

    def finish(
        self, numbers: Iterator[int]
    ) -> tuple[tuple[tuple[Cell, ...], ...], tuple[str, ...]]:
        """Return the rows of cells, and the words after the last bar of a row.

        The wiki never shows words after the last bar, nor the footnotes in them.

        Args:
            numbers: Numbers for the footnotes of the page, in order.
        """
        heads = self._head_rows()
        extra = [row.pop().words for row in self._rows]
        self._span_columns()
        self._span_rows(heads)
        self._fill()
        rows = tuple(
            tuple(_cell(cell, numbers) for cell in row if cell.columns and cell.rows)
            for row in self._rows
        )
        lost = (words for words in extra if words and not words.is_empty())
        return rows, tuple(_with_notes(words.finish(count(1))) for words in lost)

    def _head_rows(self) -> int:
        """Return the number of header rows at the top; 0 when all rows are header rows."""
        heads = len(list(takewhile(_is_head, self._rows)))
        return 0 if heads == len(self._rows) else heads

    def _span_columns(self) -> None:
        for row in self._rows:
            before: _CellDraft | None = None
            # The extra cell is removed already, so that `||` at the end of a row spans too.
            for cell in row:
                if cell.pieces:
                    before = cell
                else:
                    cell.columns = 0
                    if before:
                        before.columns += 1

    def _span_rows(self, heads: int) -> None:
        """Merge ``:::`` cells with the cell above, but no cell with a cell of the header rows."""
        above: dict[int, tuple[int, _CellDraft]] = {}
        for number, row in enumerate(self._rows):
            for column, cell in enumerate(row):
                over = above.get(column)
                reaches = over and over[0] + over[1].rows == number
                if cell.joined and over and reaches and not (heads and number == heads):
                    over[1].rows += 1
                    cell.rows = 0
                else:
                    above[column] = (number, cell)

    def _fill(self) -> None:
        """Add empty cells to rows that are shorter than others."""
        widest = max(map(len, self._rows))
        if sum(widest - len(row) for row in self._rows) <= _LARGEST_FILLING:
            for row in self._rows:
                row += [_CellDraft(header=False, pieces=1) for _ in range(widest - len(row))]


def _with_notes(words: Passage) -> str:
    """Return words and those of their footnotes, for a message."""
    return " ".join(filter(None, (words.text, *(note.text for note in words.notes))))


def _is_head(row: list[_CellDraft]) -> bool:
    """Whether a row is a header row; its extra cell counts, as in DokuWiki."""
    heads = sum(cell.header for cell in row)
    others = len(row) - heads
    return bool(heads) and others <= 2 and 2 * others <= heads


def _cell(cell: _CellDraft, numbers: Iterator[int]) -> Cell:
    words = filled(cell.words.finish(numbers)) if cell.words else None
    return Cell(words, cell.header, cell.columns, cell.rows, cell.align)


_LONGEST_QUOTED = 120  # code points of omitted words in a message


@dataclass(slots=True)
class BlockDraft:
    """A block while the page is read."""

    kind: BlockKind  # Kind of block.
    start: int  # First code point in the page.
    level: int = 0  # Level of a heading, item or quote, from 1; else 0.
    ordered: bool = False  # Whether the wiki numbers the list item.
    # The words, except for tables and preformatted blocks.
    words: WordsDraft = field(default_factory=WordsDraft)
    table: TableDraft | None = None  # The table; None for other blocks.
    literal: str = ""  # Text of a preformatted block.

    def is_empty(self) -> bool:
        """Whether the block is a paragraph or preformatted block without text."""
        shows = self.kind not in {"paragraph", "preformatted"}
        return not (shows or self.literal.strip() or not self.words.is_empty())


@dataclass(slots=True)
class PageDraft:
    """A page while blocks are built from its tokens."""

    text: str  # The page.
    block: BlockDraft | None = None  # The block being read; None between blocks.
    container: str = ""  # The open container: `list`, `table` or `quote`; empty if there is none.
    # Number of containers opened inside a container or footnote; only their words are read.
    nested: int = 0
    # Words of the open footnote, which begins at `note_start`, or None.
    note: WordsDraft | None = None
    note_start: int = 0  # First code point of the open footnote.
    notes: list[Span] = field(default_factory=list)  # Spans of the footnotes that are closed.
    line_ends: int = 0  # Line ends since the last word; two end a paragraph.
    # Depths of the open list items, outermost first.
    depths: list[int] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)  # What could not be read.
    _line_starts: list[int] = field(init=False)
    _regions: list[tuple[int, BlockDraft | None]] = field(default_factory=lambda: [(0, None)])
    _furniture: list[Span] = field(default_factory=list)
    _left_out: list[Span] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    @property
    def in_blocks(self) -> bool:
        """Whether a block can begin here: no footnote or container is open."""
        return not (self.note or self.container or self.nested)

    def words(self, at: int) -> WordsDraft:
        """Return the words to which text is added; without a block, a paragraph is begun.

        ``at`` is the first code point of that paragraph.
        """
        if self.note:
            return self.note
        if self.block and self.block.table:
            return self.block.table.words
        return (self.block or self.begin(BlockDraft("paragraph", at))).words

    def begin(self, block: BlockDraft) -> BlockDraft:
        """End the current block and begin another one, which is returned."""
        self._regions.append((block.start, block))
        self.block = block
        return block

    def end_block(self) -> None:
        """End the current block. Characters up to the next block are counted with it."""
        self.block = None

    def furnish(self, start: int, end: int) -> None:
        """Count the span of a sign as belonging to the wiki, not to the text.

        Inside a footnote, the sign is left out of the footnote instead.
        """
        if self.note:
            self.leave_out("a sign of the wiki in a note", start, end)
        else:
            self._furniture.append((start, end))

    def leave_out(self, what: str, start: int, end: int) -> None:
        """Report omitted words of the page as a loss; in a footnote, also count them with it.

        Args:
            what: What is left out, for the message.
            start: First code point.
            end: Code point after the last one.
        """
        words = " ".join(self.text[start:end].split())[:_LONGEST_QUOTED]
        self.lose("unparsed", f"{what} is left out: «{words}»", start)
        if not self.note:
            self._left_out.append((start, end))

    def lose(self, kind: str, message: str, at: int) -> None:
        """Add a loss: something of the page that is not in the result.

        It is left out if it repeats the last loss of the same line.

        Args:
            kind: Kind of loss, such as ``note``.
            message: One sentence for the editor.
            at: Code point where the loss is.
        """
        loss = Loss(kind, message, line=self._line(at))
        if not self.losses or self.losses[-1] != loss:
            self.losses.append(loss)

    def finish(self) -> tuple[tuple[Block, ...], int, int]:
        """Return the blocks, and the counts of characters of the wiki and of omitted ones."""
        regions = [(at, draft) for at, draft in self._regions if not (draft and draft.is_empty())]
        ends = [at for at, _ in regions[1:]] + [len(self.text)]
        noted, furnished, lacking = (
            _shares(spans, ends) for spans in (self.notes, self._furniture, self._left_out)
        )
        blocks, loose = [], sum(furnished)
        for index, (start, draft) in enumerate(regions):
            size = ends[index] - start - furnished[index] - lacking[index]
            if draft:
                blocks.append(self._block(draft, size - noted[index], noted[index]))
            else:
                loose += size
        return tuple(blocks), loose, sum(lacking)

    def _line(self, at: int) -> int:
        return bisect_right(self._line_starts, at)

    def _block(self, draft: BlockDraft, size: int, noted: int) -> Block:
        cells, lost = draft.table.finish(self._numbers) if draft.table else ((), ())
        for text in lost:
            message = f"words after the last bar of a table row: «{text[:_LONGEST_QUOTED]}»"
            self.lose("text", message, draft.start)
        literal = draft.literal.strip()
        words = Passage(literal) if literal else draft.words.finish(self._numbers)
        line, level, ordered = self._line(draft.start), draft.level, draft.ordered
        return Block(draft.kind, words, line, level, ordered, cells, size, noted)


def _shares(spans: list[Span], ends: list[int]) -> list[int]:
    """Return how many characters of spans begin before each end and not before the previous end."""
    found: list[int] = []
    at = 0
    for end in ends:
        begun = at
        while at < len(spans) and spans[at][0] < end:
            at += 1
        found.append(sum(stop - start for start, stop in spans[begun:at]))
    return found
