r"""Raw DokuWiki syntax to a document: headings, lists, tables, notes, links, marks.

Pages are parsed by the wiki's own rules, bugs included, so that words, notes and their numbers are
those that the reader saw. Lists are numbered as the wiki shows them. A line break ``\\`` in a
paragraph becomes a space, so that the paragraph of a law stays one line, except before a label.
Footnotes, ``((…))`` in the text, are numbered in their order. Every character is counted by its
kind.

Source: formats.md 2.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, takewhile
from typing import Literal

from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import Cell, Link, Passage, Span
from lawkb.parse.document import Block, BlockKind, Document, filled
from lawkb.parse.dokuwiki.lexer import CLOSERS, MARKS, Lexer, Token, is_heading
from lawkb.parse.dokuwiki.links import (
    ShownLink,
    read_address,
    read_link,
    read_media,
)
from lawkb.parse.list_numbers import has_label, shown_number
from lawkb.parse.words_draft import WordsDraft, begins_label

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
            self.words.add_signed(f" {written} ")
        else:
            self._rows[-1].append(_CellDraft(written.endswith("^")))

    def blanks(self, written: str) -> None:
        """Add white space to the cell; two spaces, or a tab, align it."""
        cell = self._rows[-1][-1]
        aligns = written != " "
        cell.leads = cell.leads or (aligns and not cell.pieces)
        self.words.add_signed(" ")
        cell.trails = aligns

    def join(self, written: str) -> None:
        """Add ``:::``, which merges an otherwise empty cell with the cell above."""
        cell = self._rows[-1][-1]
        if cell.pieces:
            self.words.add_signed(written)
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
        lost = (words for words in extra if words and not words.is_empty)
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
    number: str = ""  # Label that the wiki gives to the list item.
    # The words, except for tables and preformatted blocks.
    words: WordsDraft = field(default_factory=WordsDraft)
    table: TableDraft | None = None  # The table; None for other blocks.
    literal: str = ""  # Text of a preformatted block.

    def is_empty(self) -> bool:
        """Whether the block is a paragraph or preformatted block without text."""
        shows = self.kind not in {"paragraph", "preformatted"}
        return not (shows or self.literal.strip() or not self.words.is_empty)


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
    # Numbers of the open list items, outermost first; 0 for one with a bullet.
    counts: list[int] = field(default_factory=list)
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
        line = self._line(draft.start)
        return Block(draft.kind, words, line, draft.level, draft.number, cells, size, noted)


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


_LONGEST = 1000  # a longer one is probably an unclosed `((` with the text after it


def open_note(page: PageDraft, token: Token) -> None:
    """Open a footnote at a token ``((``.

    Inside a footnote, the token is text, though its closing ``))`` closes the footnote.
    """
    if page.note:
        page.note.add_signed(token.value)
    else:
        page.note, page.note_start = page.words(token.start).add_note(), token.start


def close_note(page: PageDraft, token: Token) -> None:
    """Close the open footnote.

    Report a loss if the footnote seems to contain text after an unclosed ``((``.
    """
    if page.note:
        end_note(page, token.end)
    else:
        page.words(token.start).add_signed(token.value)


def end_note(page: PageDraft, end: int) -> None:
    """Close the open footnote at the code point ``end``."""
    start, written = page.note_start, page.text[page.note_start : end]
    page.notes.append((start, end))
    page.note = None
    if any(is_heading(line) for line in written.split("\n")):
        page.lose("note", "a note contains a heading: (( may be no mark", start)
    elif len(written) > _LONGEST:
        page.lose("note", f"a note of {len(written)} characters", start)


def report_unclosed(page: PageDraft, token: Token) -> None:
    """Report a loss for brackets that open a footnote and are never closed."""
    page.lose("note", "(( opens a note that is never closed: it stays text", token.start)


_DEEPEST_HEADING = 5
_SHOWN = 40  # characters in which a label is looked for
# Signs that a heading of the wiki shows; its author meant the look of a paragraph.
_SIGNS_OF_TITLE = re.compile(r"(\*\*|__|''|(?<!:)//)(?=\S)([^*_'/]{1,200}?)\1")
# Signs of plugins that show the text of other pages.
_INCLUDED = re.compile(r"\{\{(?:page|section|namespace|tagtopic|topic|archive|blog|template|wst)>")
_FILE_NAME = re.compile(r"\s+\S+\s+(\S.*)", re.DOTALL)  # after the language, which is not shown


def read_wikitext(text: str, page_id: str) -> Document:
    """Return the raw text of a wiki page as a document. Never raises.

    Args:
        text: Whole page, NFC, LF line ends, without a byte order mark.
        page_id: Id of the page, ``code:rule_57``, to resolve links.

    Returns:
        Blocks in page order. Every character is in the size of one block, in its footnote size, or
        furniture of the wiki (macros, ``<WRAP>`` lines, blank lines at the top). Footnotes are
        numbered through the page. Losses are: an unclosed ``((``, which stays text; a footnote that
        contains a heading or is longer than 1000 characters; the name of a code block, which is
        unparsed; words that the wiki does not show after the last bar of a table row, or takes for
        the target of a link; pictures and links without words; and a sign that is never closed,
        since it hides all signs after it.
    """
    page, scanner = PageDraft(text), Lexer(text)
    for token in scanner.tokens():
        _read(page, token, page_id)
    if scanner.modes[1:]:
        page.lose("unparsed", f"a sign is never closed: {scanner.modes[1]}", len(text))
    if page.note:
        end_note(page, len(text))
    blocks, furniture, unparsed = page.finish()
    elsewhere: tuple[tuple[PieceKind, int], ...] = (
        ("furniture", furniture),
        ("unparsed", unparsed),
    )
    return Document(
        "wikitext",
        blocks,
        total=len(text),
        elsewhere=tuple((kind, size) for kind, size in elsewhere if size),
        losses=tuple(page.losses),
    )


def _read(page: PageDraft, token: Token, page_id: str) -> None:
    link = _LINKS.get(token.kind)
    if token.kind == "eol":
        _line_end(page, token)
    elif link:
        _read_link(page, token, *link(token.value, page_id))
    elif token.kind in _WORDS:
        _WORDS[token.kind](page.words(token.start), token.value)
    else:
        _READERS[token.kind](page, token)
    if token.kind != "eol" and token.value.strip():
        page.line_ends = 0


def _read_link(page: PageDraft, token: Token, link: Link, shown: str) -> None:
    if token.kind == "media" and _INCLUDED.match(token.value):
        page.leave_out("what the wiki puts here from elsewhere", token.start, token.end)
        return
    target = token.value[2:].partition("|")[0]
    if token.kind in {"link", "media"} and any(sign in target for sign in ("\n", "[[", "{{")):
        page.lose("text", f"words are taken for the target of a {token.kind}", token.start)
    if not shown.strip():
        what = "an image" if link.kind == "media" else "a link"
        page.lose("unparsed", f"{what} without words is left out: {link.target[:120]}", token.start)
    page.words(token.start).add_signed_link(link, shown)


def _line_end(page: PageDraft, token: Token) -> None:
    page.line_ends += 1
    if not page.in_blocks:
        page.words(token.start).add_signed(" ")
    elif page.line_ends > 1:
        page.end_block()
    elif page.block:
        page.block.words.add_signed(" ")


def _text(page: PageDraft, token: Token) -> None:
    leading = len(token.value) - len(token.value.lstrip(" \t\n"))
    if leading < len(token.value) or page.block or page.note:
        page.words(token.start + leading).add_signed(token.value)


def _space(page: PageDraft, token: Token) -> None:
    page.words(token.start).add_signed(" ")


def _mark(page: PageDraft, token: Token) -> None:
    words = page.words(token.start)
    if token.kind in MARKS:
        words.open(MARKS[token.kind])
    else:
        words.close(MARKS[token.kind.removesuffix("_end")])


def without_signs(title: str) -> str:
    """Return a title without pairs of signs such as ``**``, which its author meant as a look."""
    return _SIGNS_OF_TITLE.sub(r"\2", _SIGNS_OF_TITLE.sub(r"\2", title))


# A forced line break in a heading: the wiki shows its signs, its author meant the next line.
_BREAK = re.compile(r"\s*\\\\(?:\s+|$)")


def _break(page: PageDraft, token: Token) -> None:
    """Read a forced line break: a line with a label begins a block, other words go on."""
    after = page.text[token.end : token.end + _SHOWN]
    block = page.block
    in_words = block is not None and block.kind in ("paragraph", "item") and not page.note
    if block is None or not in_words or page.nested or not begins_label(after):
        _space(page, token)
        return
    page.begin(BlockDraft("paragraph", token.end, block.level))


def _heading(page: PageDraft, token: Token) -> None:
    line = token.value.strip(" \t")
    words = _BREAK.sub(" ", without_signs(line.strip("=")))
    if not page.in_blocks:
        page.words(token.start).add_signed(f" {words} ")
        return
    level = min(_DEEPEST_HEADING, max(1, 7 - (len(line) - len(line.lstrip("=")))))
    page.begin(BlockDraft("heading", token.start, level)).words.add_signed(words)
    page.end_block()


def _rule(page: PageDraft, token: Token) -> None:
    if page.in_blocks:
        page.begin(BlockDraft("rule", token.start + 1))
        page.end_block()
    else:
        _space(page, token)


def _preformatted(page: PageDraft, token: Token) -> None:
    """Read indented lines; a blank indented line between two words only separates paragraphs."""
    lines = token.value.strip("\n").split("\n")
    words = "\n".join(line[1:] if line.startswith("\t") else line[2:] for line in lines)
    _show_code(page, token.start + 1, words)


def _code(page: PageDraft, token: Token) -> None:
    """Read the text after the ``>`` of a tag, which may have a language and a file name."""
    inside = token.value[len("<code") : -len(CLOSERS[token.kind])]
    options, closed, words = inside.partition(">")
    named = _FILE_NAME.match(options) if closed else None
    if named:
        start = token.start + len("<code")
        page.leave_out("the name of a block of code", start + named.start(1), start + named.end(1))
    _show_code(page, token.start, words if closed else options)


def _show_code(page: PageDraft, start: int, words: str) -> None:
    if page.in_blocks:
        page.begin(BlockDraft("preformatted", start, literal=words))
        page.end_block()
    else:
        target = page.words(start)
        target.add_signed(" ")
        target.add_marked("code", words)
        target.add_signed(" ")


def _macro(page: PageDraft, token: Token) -> None:
    page.furnish(token.start, token.end)
    if page.container:
        page.words(token.start)  # a cell with a macro is not empty


def _block_macro(page: PageDraft, token: Token) -> None:
    """Read a macro between blocks, such as a box around paragraphs or the discussion."""
    page.furnish(token.start, token.end)
    if page.in_blocks:
        page.end_block()
    else:
        _space(page, token)


def _open_container(page: PageDraft, token: Token) -> bool:
    """Open a list, table or quote; return whether it is read as a block.

    Inside a footnote, or inside another container in a box, only its words are read: no page of
    laws has this, and the words stay where they are.
    """
    if page.in_blocks:
        page.container = token.kind
        return True
    page.nested += 1
    _space(page, token)
    return False


def _close_container(page: PageDraft, token: Token) -> None:
    if page.nested:
        page.nested -= 1
        _space(page, token)
    else:
        page.container = ""
        page.end_block()


def _list(page: PageDraft, token: Token) -> None:
    if _open_container(page, token):
        page.depths, page.counts = [_depth(token.value)], []
        _begin_item(page, token)


def _item(page: PageDraft, token: Token) -> None:
    """Begin the next list item: deeper, or at the depth of the last item that is not deeper."""
    if page.nested or page.note:
        _space(page, token)
        return
    depth = max(_depth(token.value), page.depths[0])
    if depth > page.depths[-1]:
        page.depths.append(depth)
    while depth < page.depths[-1]:
        page.depths.pop()
    _begin_item(page, token)


def _begin_item(page: PageDraft, token: Token) -> None:
    above, level = page.counts, len(page.depths)
    count = above[level - 1] + 1 if level <= len(above) else 1
    page.counts = [*above[: level - 1], count if token.value.endswith("-") else 0]
    number = shown_number(count, sum(map(bool, page.counts))) if page.counts[-1] else ""
    if has_label(page.text[token.end : token.end + _SHOWN]):
        number = ""
    page.begin(BlockDraft("item", token.start + 1, level, number))


def _depth(marker: str) -> int:
    return marker.replace("\t", "  ").count("  ")


def _table(page: PageDraft, token: Token) -> None:
    if _open_container(page, token):
        table = TableDraft()
        table.row(token.value)
        page.begin(BlockDraft("table", token.start + 1, table=table))


_TABLE_SIGNS: dict[str, Callable[[TableDraft, str], None]] = {
    "row": TableDraft.row,
    "cell": TableDraft.cell,
    "blanks": TableDraft.blanks,
    "joined": TableDraft.join,
}


def _table_sign(page: PageDraft, token: Token) -> None:
    table = None if page.nested or page.note or not page.block else page.block.table
    if table:
        _TABLE_SIGNS[token.kind](table, token.value)
    else:
        _space(page, token)


def _quote(page: PageDraft, token: Token) -> None:
    if _open_container(page, token):
        _begin_quote(page, token)


def _quote_line(page: PageDraft, token: Token) -> None:
    """Begin the next line of a quote, or continue the words of a line of the same depth."""
    if page.nested or page.note or (page.block and page.block.level == len(token.value) - 1):
        _space(page, token)
    else:
        _begin_quote(page, token)


def _begin_quote(page: PageDraft, token: Token) -> None:
    page.begin(BlockDraft("quote", token.start + 1, len(token.value) - 1))


_LINKS: dict[str, Callable[[str, str], ShownLink]] = {
    "link": lambda value, page_id: read_link(value[2:-2], page_id),
    "media": lambda value, page_id: read_media(value[2:-2], page_id),
    "mail": lambda value, _: (Link(0, 0, "mail", value[1:-1]), value[1:-1]),
    "share": lambda value, _: (Link(0, 0, "windows", value), value),
    "url": lambda value, _: read_address(value),
    "bare_url": lambda value, _: read_address(value),
}
_WORDS: dict[str, Callable[[WordsDraft, str], None]] = {
    "smiley": WordsDraft.add_signed,
    "entity": WordsDraft.add_signed,
    "nowiki": lambda words, value: words.add_literal(value[len("<nowiki>") : -len("</nowiki>")]),
    "percent": lambda words, value: words.add_literal(value[2:-2]),
    # These show nothing and belong to the words around them.
    "wrap_inline": lambda words, _: None,
    "wrap_inline_end": lambda words, _: None,
}
_READERS: dict[str, Callable[[PageDraft, Token], None]] = {
    **dict.fromkeys(("list_end", "table_end", "quote_end"), _close_container),
    "list": _list,
    "item": _item,
    "table": _table,
    **dict.fromkeys(_TABLE_SIGNS, _table_sign),
    "quote": _quote,
    "line": _quote_line,
    **dict.fromkeys((*MARKS, *(f"{mark}_end" for mark in MARKS)), _mark),
    **dict.fromkeys(("code", "file"), _code),
    **dict.fromkeys(("wrap_block", "wrap_block_end", "discussion", "feed"), _block_macro),
    "text": _text,
    "note": open_note,
    "note_end": close_note,
    "unclosed": report_unclosed,
    "heading": _heading,
    "rule": _rule,
    "break": _break,
    "pre": _preformatted,
    "macro": _macro,
}
