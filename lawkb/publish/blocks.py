"""Blocks of a cell of a law page: paragraphs, what is preformatted, and tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lawkb.model.address import Address
from lawkb.model.companion import Companion
from lawkb.model.law import Law
from lawkb.model.passage import Cell, Link, Note, Passage, Table
from lawkb.publish.places import Place, companion_path
from lawkb.publish.runs import Linking, Run, split_runs
from lawkb.publish.tree import Tree

_MOST_COLUMNS = 1000  # what browsers take; more would only be work for them
_MOST_ROWS = 65_534
# No other scheme, no name or password before the host, nothing that a browser takes out silently.
_WEB = re.compile(r"https?://[^\s/?#@\\]+(?:[/?#][^\s\\]*)?", re.IGNORECASE)
_UNFIT = re.compile(r"[\x00-\x20\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table.

    Attributes:
        runs: Its words; empty when it is.
        preformatted: Whether line ends and blanks are part of them.
        scope: ``col`` or ``row`` for a header that has words, else empty.
        columns: Columns it spans.
        rows: Rows it spans.
        align: How its words are set, or None.
    """

    runs: tuple[Run, ...]
    preformatted: bool
    scope: str
    columns: int
    rows: int
    align: str | None


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or a table.

    Attributes:
        runs: Words of a paragraph; empty for a table.
        preformatted: Whether line ends and blanks are part of them.
        rows: Rows of a table.
    """

    runs: tuple[Run, ...] = ()
    preformatted: bool = False
    rows: tuple[tuple[TableCell, ...], ...] = ()


@dataclass(slots=True)
class Blocks:
    """Makes the blocks of one row in one language, and numbers their notes on.

    Attributes:
        linking: What a reference, a note mark and a link become.
        notes: The notes met so far, in order.
    """

    linking: Linking
    notes: list[Note] = field(default_factory=list)

    def runs(self, passage: Passage) -> tuple[Run, ...]:
        """The runs of a passage."""
        runs = split_runs(passage, self.linking, len(self.notes) + 1)
        self.notes.extend(passage.notes)
        return runs

    def block(self, item: Passage | Table) -> Block:
        """The block of a passage or table."""
        if isinstance(item, Passage):
            return Block(self.runs(item), item.preformatted)
        return Block(rows=tuple(self._row(row) for row in item.rows))

    def _row(self, row: tuple[Cell, ...]) -> tuple[TableCell, ...]:
        scope = "col" if all(cell.header for cell in row) else "row"
        return tuple(self._cell(cell, scope) for cell in row)

    def _cell(self, cell: Cell, scope: str) -> TableCell:
        passage = cell.passage
        return TableCell(
            runs=self.runs(passage) if passage else (),
            preformatted=passage.preformatted if passage else False,
            scope=scope if cell.header and passage else "",
            columns=min(cell.columns, _MOST_COLUMNS),
            rows=min(cell.rows, _MOST_ROWS),
            align=cell.align,
        )


def link_run(tree: Tree, text: Law | Companion, link: Link, words: str) -> Run | None:
    """The run of a link in a text: out to the web, or to the page of what another page holds.

    Everything else is words only: mail addresses, files, what runs in the browser.
    """
    if link.kind == "external":
        url = link.target if link.anchor is None else f"{link.target}#{link.anchor}"
        fits = _WEB.fullmatch(url) and not _UNFIT.search(url)
        return Run("link", words, url=url) if fits else None
    place = _held_place(tree, text, link.target) if link.kind == "page" else None
    return Run("link", words, place) if place else None


def _held_place(tree: Tree, text: Law | Companion, page: str) -> Place | None:
    """The page of the law or companion that a page of the same source holds."""
    found = tree.held.get((text.origin.source, page))
    if found is None:
        return None
    edition, held = found
    if isinstance(held, int):
        return tree.place(edition, Address((held,)))
    return Place(companion_path(tree.language.code, edition, held))
