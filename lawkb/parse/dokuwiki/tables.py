"""A table of a wiki page, row by row; its spans are known at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Literal

from lawkb.parse.document import EMPTY, Cell, Words
from lawkb.parse.dokuwiki.words import WordsDraft

_LARGEST_FILLING = 10_000  # cells added to short rows; a page with more is no real table


@dataclass(slots=True)
class CellDraft:
    """A cell while the page is read.

    Attributes:
        header: Whether it is the header of a row or column.
        words: Its words; None until there are some.
        pieces: Number of its pieces, spaces for alignment included.
        leads: Whether it begins with spaces that align it to the right.
        trails: Whether it ends, so far, with spaces that align it to the left.
        joined: Whether it is ``:::``, merged with the cell above.
        columns: Columns it spans; 0 when the cell before it covers it.
        rows: Rows it spans; 0 when the cell above covers it.
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
        """Return the alignment from its spaces."""
        if self.leads and self.trails:
            return "center" if self.pieces > 1 else "left"
        return "right" if self.leads else "left" if self.trails else None


class TableDraft:
    """Rows of a table while the page is read, each with an extra cell after the last bar."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        """Create a table without rows."""
        self._rows: list[list[CellDraft]] = []

    def row(self, header: bool) -> None:
        """Begin a row with its first cell."""
        self._rows.append([CellDraft(header)])

    def cell(self, header: bool) -> None:
        """Begin the next cell of the row."""
        self._rows[-1].append(CellDraft(header))

    def blanks(self, written: str) -> None:
        """Add spaces; two, or a tab, align the cell."""
        cell = self._rows[-1][-1]
        aligns = written != " "
        cell.leads = cell.leads or (aligns and not cell.pieces)
        self.words.add(" ")
        cell.trails = aligns

    def join(self, written: str) -> None:
        """Add ``:::``, which merges an otherwise empty cell with the one above."""
        cell = self._rows[-1][-1]
        if cell.pieces:
            self.words.add(written)
        else:
            cell.joined = True
            cell.pieces = 1

    @property
    def words(self) -> WordsDraft:
        """Return the words of the current cell, to add something."""
        cell = self._rows[-1][-1]
        cell.pieces += 1
        cell.trails = False
        cell.words = cell.words or WordsDraft()
        return cell.words

    def finish(
        self, numbers: Iterator[int]
    ) -> tuple[tuple[tuple[Cell, ...], ...], tuple[str, ...]]:
        """Return the rows of cells, and the words after the last bar of a row.

        The wiki never shows such words, nor the notes in them.
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
        """Return the number of header rows at the top; 0 when all rows would be."""
        heads = len(list(takewhile(_is_head, self._rows)))
        return 0 if heads == len(self._rows) else heads

    def _span_columns(self) -> None:
        for row in self._rows:
            before: CellDraft | None = None
            # The extra cell is removed already, so that `||` at the end of a row spans too.
            for cell in row:
                if cell.pieces:
                    before = cell
                else:
                    cell.columns = 0
                    if before:
                        before.columns += 1

    def _span_rows(self, heads: int) -> None:
        """Merge ``:::`` cells with the one above; a row after the header merges with none of it."""
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
    """Return words and those of their notes, for a message."""
    notes = (note.words.text for note in words.notes if note.words)
    return " ".join(filter(None, (words.text, *notes)))


def _is_head(row: list[CellDraft]) -> bool:
    """Whether a row is a header row; its extra cell counts, as in DokuWiki."""
    heads = sum(cell.header for cell in row)
    others = len(row) - heads
    return bool(heads) and others <= 2 and 2 * others <= heads


def _cell(cell: CellDraft, numbers: Iterator[int]) -> Cell:
    words = cell.words.finish(numbers) if cell.words else EMPTY
    return Cell(words, cell.header, cell.columns, cell.rows, cell.align)
