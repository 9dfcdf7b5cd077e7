"""CSV and tab-separated text: write texts for translators, read tables of any program."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import (
    LONGEST_TEXT,
    BilingualRow,
    ColumnNames,
    rows_of_table,
    table_of,
)
from lawkb.exchange.translation_export import TranslationExport
from lawkb.model.finding import say

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_DELIMITERS = "\t;,"
_SEPARATOR = re.compile(r"sep=([\t;,])\r?\n?")  # Excel's separator line
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
_MOST_LINES = 100  # most lines of a cell in tab-separated text


def guard_formula(text: str) -> str:
    """Return a text with ``'`` before it if a spreadsheet would read it as a formula.

    A text that already looks guarded is guarded again, so that ``unguard_formula`` restores any
    text.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguard_formula(text: str) -> str:
    """Return the text that ``guard_formula`` was given."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def write_csv(export: TranslationExport) -> bytes:
    """Return texts as CSV, one row per text, in UTF-8 with a byte order mark for spreadsheets.

    Cells that look like a formula begin with an apostrophe, which the import removes.
    """
    out = io.StringIO(newline="")
    csv.writer(out).writerows(map(guard_formula, row) for row in table_of(export))
    return out.getvalue().encode("utf-8-sig")


def read_csv(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[BilingualRow]:
    """Yield the rows of comma-, semicolon- or tab-separated text.

    The apostrophes that ``write_csv`` puts before formulas are removed.
    """
    placed = read_delimited(file, where)
    unguarded = ((at, [unguard_formula(cell) for cell in row]) for at, row in placed)
    return rows_of_table(unguarded, where, names)


class _Lines:
    """An iterator of lines that can take lines back; ``taken`` is the number of lines read."""

    def __init__(self, lines: Iterator[str]) -> None:
        """Wrap an iterator."""
        self._lines = lines
        self._waiting: deque[str] = deque()
        self.taken = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._waiting.popleft() if self._waiting else next(self._lines)
        self.taken += 1
        return line

    def put_back(self, lines: Sequence[str]) -> None:
        """Take lines back: they are returned again, in order."""
        self._waiting.extendleft(reversed(lines))
        self.taken -= len(lines)


def read_delimited(file: BinaryIO, where: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows of a table: number of the first line in the file, from 1, and its cells.

    The encoding is UTF-8, or UTF-16 with a byte order mark. Line ends in cells become line feeds.
    In tab-separated text, quotation marks count only around a whole cell, since many programs do
    not quote.
    """
    lines = _Lines(_text_lines(file, where))
    first = next(lines, "")
    told = _SEPARATOR.fullmatch(first)
    if told:
        first = next(lines, "")
    delimiter = told[1] if told else max(_DELIMITERS, key=first.count)
    if not first.strip():
        first = next((line for line in lines if line.strip()), "")
        if not first:
            raise LawkbError(where, say("there is nothing in it"), say("name another file"))
    lines.put_back([first])
    rows = _tabbed(lines) if delimiter == "\t" else csv.reader(lines, delimiter=delimiter)
    for number, row in _numbered(rows, lines, where):
        yield number, [cell.replace("\r\n", "\n").replace("\r", "\n") for cell in row]


def _text_lines(file: BinaryIO, where: str) -> Iterator[str]:
    begin = file.read(2)
    file.seek(0)
    wide = begin in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    text = io.TextIOWrapper(file, encoding="utf-16" if wide else "utf-8-sig", newline="")
    number = 1
    try:
        while line := text.readline(LONGEST_TEXT + 1):
            if len(line) > LONGEST_TEXT:
                told = say("a line of more than %(most)s characters", most=LONGEST_TEXT)
                raise LawkbError(
                    f"{where}:{number}",
                    told,
                    say("name a table with the columns id, original, translation"),
                )
            yield line
            number += 1
    except UnicodeError as error:
        raise LawkbError(
            f"{where}:{number}", say("neither UTF-8 nor UTF-16 text"), say("save it as CSV UTF-8")
        ) from error
    finally:
        text.close()


def _numbered(
    rows: Iterator[list[str]], lines: _Lines, where: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield rows with the number of their first line, one at a time."""
    begin = lines.taken + 1
    try:
        for row in rows:
            yield begin, row
            begin = lines.taken + 1
    except csv.Error as error:
        hint = say("close the quotation marks of its cells")
        raise LawkbError(
            f"{where}:{begin}", say("not CSV: %(error)s", error=str(error)), hint
        ) from error


def _tabbed(lines: _Lines) -> Iterator[list[str]]:
    """Yield the cells of each line of tab-separated text.

    A quotation mark that opens a cell and closes at its end, even in a later line, quotes it; any
    other is a normal character.
    """
    for line in lines:
        row: list[str] = []
        rest: str | None = line
        while rest is not None:
            quoted = _quoted_cell(rest, lines) if rest.startswith('"') else None
            cell, rest = quoted or _plain_cell(rest)
            row.append(cell)
        yield row


def _plain_cell(text: str) -> tuple[str, str | None]:
    """Return the first cell of a line, and the text after its tab; None after the last cell."""
    cell, tab, rest = text.partition("\t")
    return (cell, rest) if tab else (cell.rstrip("\r\n"), None)


def _quoted_cell(text: str, lines: _Lines) -> tuple[str, str | None] | None:
    """Return a quoted cell and the text after it; None if the quotes do not end with the cell.

    Further lines are then put back.
    """
    read: list[str] = []
    while True:
        match = _QUOTED.match(text)
        if match and text[match.end() :].startswith("\t"):
            return match[1].replace('""', '"'), text[match.end() + 1 :]
        if match and not text[match.end() :].strip("\r\n"):
            return match[1].replace('""', '"'), None
        line = "" if match else next(lines, "")
        read += [line] if line else []
        text += line
        if not line or len(read) > _MOST_LINES or len(text) > LONGEST_TEXT:
            lines.put_back(read)
            return None
