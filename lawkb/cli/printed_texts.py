"""Passages and tables of a law as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from lawkb.controls import visible
from lawkb.model.passage import Cell, Passage, Span, Table

# Words, whether they head their column or row, how they stand, columns and rows spanned.
GridCell = tuple[str, bool, Literal["left", "center", "right"] | None, int, int]

NARROWEST = 20  # places of the terminal for words, however far they are set in
_AT_ONCE = 500  # lines that are printed together
_NARROWEST_COLUMN = 6  # places of the terminal for a column, the blanks around it included


def text_lines(out: Console, item: Passage | Table, width: int) -> list[Text]:
    """The lines of a passage or table, no blanks at their ends.

    Words are wrapped, the columns of a table stand under one another. The lines of what is
    preformatted stay as they are, however long: its blanks are part of it.
    """
    if isinstance(item, Table):
        return _table_lines(out, [[_cell(cell) for cell in row] for row in item.rows], width)
    words = clean(_with_marks(item))
    if item.preformatted:
        return [Text(line.rstrip()) for line in words.split("\n")]
    return wrapped(out, Text(words), width)


def clean(words: str) -> str:
    """Write words as a terminal shows them: spaces for tabs, control characters visible.

    The console sees to these too; but lines are broken before, and rich drops some unseen.
    """
    return visible(words).expandtabs()


def marked(words: str, spans: Iterable[tuple[Span, str]]) -> Text:
    """Write words on one line as a terminal shows them, spans of them in a style."""
    line = words.replace("\t", " ").replace("\n", " ")
    shown = Text(visible(line))
    for (start, end), style in spans:
        shown.stylize(style, len(visible(line[:start])), len(visible(line[:end])))
    return shown


def wrapped(out: Console, words: Text, width: int) -> list[Text]:
    """Words as lines of at most a width, no blanks at their ends."""
    short = "\n" not in words.plain and words.cell_len <= width
    lines = [words.copy()] if short else list(words.wrap(out, width))
    for line in lines:
        line.rstrip()
    return lines


def set_in(indent: int, lines: Iterable[Text]) -> Iterator[Text]:
    """Lines behind so many blanks."""
    return (Text.assemble(" " * indent, line) for line in lines)


def hanging(tag: str, lines: Iterable[Text], indent: int) -> Iterator[Text]:
    """Lines behind a tag of two letters, which stands before the first."""
    for number, line in enumerate(lines):
        front = " " * indent + ("   " if number else f"{tag:<2} ")
        yield Text.assemble((front, "dim"), line)


def print_lines(out: Console, lines: Iterable[Text]) -> None:
    """Print lines that are broken already, but for those that must not be.

    Many at a time: rich asks for the terminal anew at each print.
    """
    waiting = iter(lines)
    while some := list(islice(waiting, _AT_ONCE)):
        out.print(Text("\n").join(some), soft_wrap=True)


def _with_marks(passage: Passage) -> str:
    """The text with the marks of its notes shown again, ``[1]``."""
    shown = passage.text
    for note in reversed(passage.notes):
        shown = f"{shown[: note.at]}[{note.marker}]{shown[note.at :]}"
    return shown


def _table_lines(out: Console, rows: list[list[GridCell]], width: int) -> list[Text]:
    placed = _rows_in_columns(rows, width // _NARROWEST_COLUMN)
    if placed is None:
        # More columns than the terminal has room for: a row is a line that is wrapped.
        joined = (Text(" | ".join(words for words, *_ in row)) for row in rows)
        return [line for row in joined for line in wrapped(out, row, width)]
    headed = all(header for _, header, *_ in rows[0])
    grid = Grid(box=SIMPLE, show_header=headed, pad_edge=False, header_style="bold")
    for words in placed[0]:
        grid.add_column(words if headed else "", overflow="fold")
    for row in placed[1:] if headed else placed:
        grid.add_row(*row)
    rendered = out.render_lines(grid, out.options.update(width=width), pad=False)
    lines = [
        Text.assemble(*((segment.text, segment.style or "") for segment in line))
        for line in rendered
    ]
    for line in lines:
        line.rstrip()
    return [line for line in lines if line.plain]


def _cell(cell: Cell) -> GridCell:
    words = visible(_with_marks(cell.passage)).expandtabs(4) if cell.passage else ""
    return words, cell.header, cell.align, cell.columns, cell.rows


def _rows_in_columns(table: list[list[GridCell]], most: int) -> list[list[Text]] | None:
    """The words of each row at their columns, empty where a cell is spanned; None if too wide."""
    rows: list[dict[int, Text]] = []
    taken: dict[int, int] = {}  # first row below that a column is free again, by column
    for number, row in enumerate(table):
        at = 0
        words: dict[int, Text] = {}
        for text, header, align, columns, spanned in row:
            while taken.get(at, 0) > number:
                at += 1
            if at >= most:
                return None
            words[at] = Text(text, style="bold" if header else "", justify=align)
            after = min(at + columns, most)
            taken |= dict.fromkeys(range(at, after), number + spanned)
            at = after
        rows.append(words)
    width = max((at + 1 for row in rows for at in row), default=0)
    return [[row.get(at, Text()) for at in range(width)] for row in rows]
