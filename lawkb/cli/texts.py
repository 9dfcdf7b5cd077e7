"""Passages and tables of a law as lines for a terminal."""

from __future__ import annotations

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from lawkb.model.passage import Cell, Passage, Table

_NARROWEST = 6  # places of the terminal for a column, the blanks around it included


def text_lines(out: Console, item: Passage | Table, width: int) -> list[Text]:
    """The lines of a passage or table, no blanks at their ends.

    Words are wrapped, the columns of a table stand under one another. The lines of what is
    preformatted stay as they are, however long: its blanks are part of it.
    """
    if isinstance(item, Table):
        return _table_lines(out, item, width)
    words = _with_marks(item)
    if item.preformatted:
        return [Text(line.rstrip()) for line in words.split("\n")]
    return wrapped(out, Text(words), width)


def wrapped(out: Console, words: Text, width: int) -> list[Text]:
    """Words as lines of at most a width, no blanks at their ends."""
    lines = list(words.wrap(out, width))
    for line in lines:
        line.rstrip()
    return lines


def _with_marks(passage: Passage) -> str:
    """The text with the marks of its notes shown again, ``[1]``."""
    shown = passage.text
    for note in reversed(passage.notes):
        shown = f"{shown[: note.at]}[{note.marker}]{shown[note.at :]}"
    return shown


def _table_lines(out: Console, table: Table, width: int) -> list[Text]:
    rows = _rows_in_columns(table, width // _NARROWEST)
    if rows is None:
        # More columns than the terminal has room for: a row is a line that is wrapped.
        return [line for row in table.rows for line in wrapped(out, _joined(row), width)]
    headed = all(cell.header for cell in table.rows[0])
    grid = Grid(box=SIMPLE, show_header=headed, pad_edge=False, header_style="bold")
    for words in rows[0]:
        grid.add_column(words if headed else "", overflow="fold")
    for row in rows[1:] if headed else rows:
        grid.add_row(*row)
    lines = [
        Text.assemble(*((segment.text, segment.style or "") for segment in line))
        for line in out.render_lines(grid, out.options.update(width=width), pad=False)
    ]
    for line in lines:
        line.rstrip()
    return [line for line in lines if line.plain]


def _rows_in_columns(table: Table, most: int) -> list[list[Text]] | None:
    """The words of each row at their columns, empty where a cell is spanned; None if too wide."""
    rows: list[dict[int, Text]] = []
    taken: dict[int, int] = {}  # first row below that a column is free again, by column
    for number, row in enumerate(table.rows):
        at = 0
        words: dict[int, Text] = {}
        for cell in row:
            while taken.get(at, 0) > number:
                at += 1
            if at >= most:
                return None
            words[at] = _words(cell)
            after = min(at + cell.columns, most)
            taken |= dict.fromkeys(range(at, after), number + cell.rows)
            at = after
        rows.append(words)
    width = max((at + 1 for row in rows for at in row), default=0)
    return [[row.get(at, Text()) for at in range(width)] for row in rows]


def _words(cell: Cell) -> Text:
    words = _with_marks(cell.passage) if cell.passage else ""
    return Text(words.expandtabs(4), style="bold" if cell.header else "", justify=cell.align)


def _joined(row: tuple[Cell, ...]) -> Text:
    return Text(" | ").join(_words(cell) for cell in row)
