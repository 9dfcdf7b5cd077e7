"""Texts of a book: runs, paragraphs, tables and footnotes, with links that stay in the book."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from lawkb.publish.views.laws.provision_cells import Block, NoteView, TableCell
from lawkb.publish.views.text_runs import Run
from lawkb.publish.views.urls import Place

_SPACES = re.compile(r"[ \t\n\r]+")
# What XML 1.0 cannot contain; the texts come from XML, names and titles from other files.
_NO_XML = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REPLACEMENT = "�"
_URL = "%/:?#=&+,;~@!$'()*"  # what a URL may contain besides letters, digits and _.-

Resolve = Callable[[Place | None], str]


@dataclass(frozen=True, slots=True)
class BookRun:
    """A part of a text that is printed in one way."""

    text: str
    lead: str = ""  # the word before a reference that must stay on its line, *Law* in *Law 16C*
    tags: tuple[str, ...] = ()  # names of the HTML elements around it, outermost first
    language: str = ""  # BCP 47 tag of words in another language than the text; else empty
    target: str = ""  # place in the book that it links to, ``law_47#E2a``; empty for none
    url: str = ""  # URL of a link to the web; else empty
    note: bool = False  # whether it is the mark of a footnote
    id: str = ""  # id of a footnote mark in its chapter; else empty


@dataclass(frozen=True, slots=True)
class BookTableCell:
    """A cell of a table, at column ``x`` and row ``y`` from 0, with the number of each it spans."""

    x: int
    y: int
    columns: int
    rows: int
    header: bool
    align: str
    preformatted: bool
    runs: tuple[BookRun, ...]


@dataclass(frozen=True, slots=True)
class BookBlock:
    """A paragraph, or a table."""

    runs: tuple[BookRun, ...] = ()  # words of a paragraph; empty for a table
    preformatted: bool = False  # whether line ends and spaces are kept
    columns: int = 0  # number of columns of a table; 0 for a paragraph
    cells: tuple[BookTableCell, ...] = ()  # cells of a table by row; they do not overlap


@dataclass(frozen=True, slots=True)
class BookNote:
    """A footnote, printed below the text that has its mark."""

    id: str  # its id in its chapter
    back: str  # place of its mark in the text
    marker: str
    runs: tuple[BookRun, ...]
    remarks: tuple[str, ...]  # what is said about it: its number is inferred, its text missing


def clean(text: str) -> str:
    """Return text with every character that XML cannot contain replaced by U+FFFD."""
    return _NO_XML.sub(_REPLACEMENT, text)


def book_runs(
    runs: Sequence[Run], resolve: Resolve, preformatted: bool = False
) -> tuple[BookRun, ...]:
    """Return the runs of a page as those of a book; spaces are folded unless preformatted.

    Args:
        runs: The runs of a page.
        resolve: Returns the place in the book of a place on the site; empty if it has none.
        preformatted: Whether line ends and spaces are kept.
    """

    def written(text: str) -> str:
        return clean(text) if preformatted else _SPACES.sub(" ", clean(text))

    return tuple(
        BookRun(
            text=written(run.text),
            lead=written(run.lead),
            tags=run.tags,
            language=run.language or "",
            target=resolve(run.place),
            url=quote(run.url, safe=_URL),
            note=run.kind == "note",
            id=run.id,
        )
        for run in runs
    )


def book_blocks(blocks: Sequence[Block], resolve: Resolve) -> tuple[BookBlock, ...]:
    """Return the paragraphs and tables of a page as those of a book."""
    return tuple(
        _table(block.rows, resolve)
        if block.rows
        else BookBlock(book_runs(block.runs, resolve, block.preformatted), block.preformatted)
        for block in blocks
    )


def book_notes(
    notes: Sequence[NoteView], resolve: Resolve, gettext: Callable[[str], str]
) -> tuple[BookNote, ...]:
    """Return the footnotes of a page as those of a book; ``gettext`` gives the words on them."""
    return tuple(
        BookNote(
            id=note.id,
            back=resolve(note.back),
            marker=clean(note.marker),
            runs=book_runs(note.runs, resolve),
            remarks=tuple(_remarks(note, gettext)),
        )
        for note in notes
    )


def _remarks(note: NoteView, gettext: Callable[[str], str]) -> list[str]:
    remarks = [] if note.runs else [gettext("note missing in the source")]
    return remarks + ([gettext("number of the note inferred from the order")] * note.inferred)


def _table(rows: Sequence[Sequence[TableCell]], resolve: Resolve) -> BookBlock:
    """Return a table with every cell at its place; a span ends where another cell is or at the end.

    Columns and rows in which no cell begins or ends are left out: a cell may claim to span
    thousands.
    """
    found = list(_placed(rows))
    if not found:
        return BookBlock()
    columns = {at: n for n, at in enumerate(sorted({end for p in found for end in p[1]}))}
    lines = {at: n for n, at in enumerate(sorted({end for p in found for end in p[2]}))}
    cells = tuple(
        BookTableCell(
            x=columns[left],
            y=lines[top],
            columns=columns[right] - columns[left],
            rows=lines[bottom] - lines[top],
            header=bool(cell.scope),
            align=cell.align or "",
            preformatted=cell.preformatted,
            runs=book_runs(cell.runs, resolve, cell.preformatted),
        )
        for cell, (left, right), (top, bottom) in found
    )
    return BookBlock(columns=max(1, len(columns) - 1), cells=cells)


def _placed(
    rows: Sequence[Sequence[TableCell]],
) -> list[tuple[TableCell, tuple[int, int], tuple[int, int]]]:
    """Return each cell with its first column and the one after its last, and its rows likewise."""
    found = []
    taken: dict[int, int] = {}  # by column, the row from which it is free
    for y, row in enumerate(rows):
        x = 0
        for cell in row:
            while taken.get(x, 0) > y:
                x += 1
            right = x + 1
            while right < x + cell.columns and taken.get(right, 0) <= y:
                right += 1
            bottom = min(y + cell.rows, len(rows))
            taken.update(dict.fromkeys(range(x, right), bottom))
            found.append((cell, (x, right), (y, bottom)))
            x = right
    return found
