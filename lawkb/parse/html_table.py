"""A table of HTML as rows of cells."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from lxml import etree

from lawkb.parse.document import EMPTY, Cell, Words
from lawkb.parse.html_steps import attribute, classes
from lawkb.parse.html_words import Draft

PARTS = frozenset({"table", "tr", "td", "th", "caption"})

_SPAN = re.compile(r"[1-9]\d{0,2}", re.ASCII)
_ALIGNS: dict[str, Literal["left", "right", "center"]] = {
    "leftalign": "left",
    "rightalign": "right",
    "centeralign": "center",
}


@dataclass(slots=True)
class TableDraft:
    """A table being read. A table within a cell gives its words to the cell.

    Attributes:
        line: Line of the page on which it begins.
        outside: What stands in no cell.
        inside: What stands in the open cell.
        cell: The open cell, or None.
        rows: Rows so far.
        depth: How many tables are open, this one included.
    """

    line: int
    outside: Draft = field(default_factory=Draft)
    inside: Draft = field(default_factory=Draft)
    cell: Cell | None = None
    rows: list[list[Cell]] = field(default_factory=list)
    depth: int = 1

    @property
    def words(self) -> Draft:
        """Where words go."""
        return self.inside if self.cell else self.outside

    def open(self, node: etree._Element, name: str) -> None:
        """Begin a table within, a row, a cell or a caption."""
        if name == "table":
            self.depth += 1
        if self.depth > 1 or name == "caption":
            self.words.write(" ")
            return
        self._end_cell()
        if name == "tr":
            self.rows.append([])
        else:
            self.cell, self.inside = _cell(node), Draft()

    def close(self, name: str) -> bool:
        """End what was begun; whether it is the table itself."""
        self.words.write(" ")
        if name == "table":
            self.depth -= 1
        elif self.depth == 1 and name in ("td", "th"):
            self._end_cell()
        return self.depth == 0

    def read_rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows that hold cells."""
        self._end_cell()
        return tuple(tuple(row) for row in self.rows if row)

    def read_rest(self) -> Words:
        """What stands in no cell: a caption, or words of a broken table."""
        return self.outside.take()

    def _end_cell(self) -> None:
        if self.cell is None:
            return
        if not self.rows:
            self.rows.append([])
        self.rows[-1].append(replace(self.cell, words=self.inside.take()))
        self.cell = None


def _cell(node: etree._Element) -> Cell:
    names = classes(node)
    align = next((_ALIGNS[name] for name in _ALIGNS if name in names), None)
    columns, rows = _span(node, "colspan"), _span(node, "rowspan")
    return Cell(EMPTY, node.tag == "th", columns, rows, align)


def _span(node: etree._Element, name: str) -> int:
    """Columns or rows a cell spans, 1 to 999; 1 for what is no such number."""
    written = attribute(node, name)
    return int(written) if _SPAN.fullmatch(written) else 1
