"""A table of a wiki page, row by row, until its spans are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Literal

from lawkb.parse.document import EMPTY, Cell, Words
from lawkb.parse.wiki_words import WordsDraft

_LARGEST_FILLING = 10_000  # cells added to short rows; a page with more is no table for readers


@dataclass(slots=True)
class CellDraft:
    """A cell while the page is read.

    Attributes:
        header: Whether it heads a row or column.
        words: What it holds; None until it holds something.
        pieces: How many pieces it holds, blanks that align it included.
        leads: Whether it begins with blanks that push it to the right.
        trails: Whether it ends, so far, with blanks that push it to the left.
        joined: Whether it is ``:::``, one with the cell above.
        columns: Columns it spans; 0 when the cell before it took it in.
        rows: Rows it spans; 0 when the cell above took it in.
    """

    header: bool
    words: WordsDraft | None = None
    pieces: int = 0
    leads: bool = False
    trails: bool = False
    joined: bool = False
    columns: int = 1
    rows: int = 1

    @property
    def align(self) -> Literal["left", "right", "center"] | None:
        """Side its blanks push it to."""
        if self.leads and self.trails:
            return "center" if self.pieces > 1 else "left"
        return "right" if self.leads else "left" if self.trails else None


class TableDraft:
    """Rows of a table while the page is read; every row ends with a cell that is none."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        """Begin without rows."""
        self._rows: list[list[CellDraft]] = []

    def row(self, header: bool) -> None:
        """Begin a row with its first cell."""
        self._rows.append([CellDraft(header)])

    def cell(self, header: bool) -> None:
        """Begin the next cell of the row."""
        self._rows[-1].append(CellDraft(header))

    def blanks(self, written: str) -> None:
        """Add blanks; two, or a tab, align the cell."""
        cell = self._rows[-1][-1]
        aligns = written != " "
        cell.leads = cell.leads or (aligns and not cell.pieces)
        self.words.add(" ")
        cell.trails = aligns

    def join(self, written: str) -> None:
        """Take ``:::``: the cell is one with that above, unless it holds something else too."""
        cell = self._rows[-1][-1]
        if cell.pieces:
            self.words.add(written)
        else:
            cell.joined = True
            cell.pieces = 1

    @property
    def words(self) -> WordsDraft:
        """Words of the present cell, to which something is added now."""
        cell = self._rows[-1][-1]
        cell.pieces += 1
        cell.trails = False
        cell.words = cell.words or WordsDraft()
        return cell.words

    def finish(
        self, numbers: Iterator[int]
    ) -> tuple[tuple[tuple[Cell, ...], ...], tuple[str, ...]]:
        """Rows of the cells that stay, and the words that stood behind the last bar of a row.

        Such words, and the notes in them, the wiki never shows.
        """
        heads = self._head_rows()
        behind = [row.pop().words for row in self._rows]
        self._span_columns()
        self._span_rows(heads)
        self._fill()
        rows = tuple(
            tuple(_cell(cell, numbers) for cell in row if cell.columns and cell.rows)
            for row in self._rows
        )
        lost = (words for words in behind if words and not words.is_empty())
        return rows, tuple(_with_notes(words.finish(count(1))) for words in lost)

    def _head_rows(self) -> int:
        """How many rows at the top head the table; 0 when all would."""
        heads = len(list(takewhile(_is_head, self._rows)))
        return 0 if heads == len(self._rows) else heads

    def _span_columns(self) -> None:
        for row in self._rows:
            before: CellDraft | None = None
            # The cell behind the last bar is off already, so that `||` at the end spans too.
            for cell in row:
                if cell.pieces:
                    before = cell
                else:
                    cell.columns = 0
                    if before:
                        before.columns += 1

    def _span_rows(self, heads: int) -> None:
        """Join cells to the one above; a row under the head joins none of it."""
        above: dict[int, tuple[int, CellDraft]] = {}
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
        """Add the cells that short rows lack."""
        widest = max(map(len, self._rows))
        if sum(widest - len(row) for row in self._rows) <= _LARGEST_FILLING:
            for row in self._rows:
                row += [CellDraft(header=False, pieces=1) for _ in range(widest - len(row))]


def _with_notes(words: Words) -> str:
    """Words and those of their notes, for a message."""
    notes = (note.words.text for note in words.notes if note.words)
    return " ".join(filter(None, (words.text, *notes)))


def _is_head(row: list[CellDraft]) -> bool:
    """Whether a row heads the table; the cell behind its last bar counts, as in DokuWiki."""
    heads = sum(cell.header for cell in row)
    others = len(row) - heads
    return bool(heads) and others <= 2 and 2 * others <= heads


def _cell(cell: CellDraft, numbers: Iterator[int]) -> Cell:
    words = cell.words.finish(numbers) if cell.words else EMPTY
    return Cell(words, cell.header, cell.columns, cell.rows, cell.align)
