"""Read CSV, tab-separated text and XLSX of any program row by row."""

from __future__ import annotations

import codecs
import csv
import io
import re
import zipfile
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from lawkb.errors import LawkbError
from lawkb.exchange.formats.rows import LONGEST_TEXT, BilingualRow
from lawkb.exchange.formats.spreadsheets import (
    BASE_COLUMN,
    ID_COLUMN,
    STATE_COLUMN,
    unguard_formula,
)
from lawkb.exchange.formats.workbook_limits import MOST_TEXT, check_workbook, damaged_workbook

_DELIMITERS = "\t;,"
_SEPARATOR = re.compile(r"sep=([\t;,])\r?\n?")  # Excel's separator line
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
_MOST_LINES = 100  # most lines of a cell in tab-separated text
_LOOKED_AT = 20  # lines in which a PO file is recognised


class _Lines:
    """An iterator of lines with push-back."""

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
        """Return lines to the front, in order."""
        self._waiting.extendleft(reversed(lines))
        self.taken -= len(lines)


def read_delimited(file: BinaryIO, where: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the rows of a table, each with its first line in the file, from 1.

    The encoding is UTF-8, or UTF-16 with its mark. Line ends in cells become one character. In
    tab-separated text, quotation marks count only around a whole cell, since many programs do not
    quote.

    Raises:
        LawkbError: Another encoding, an endless line or cell, or no table.
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
            raise LawkbError(where, "there is nothing in it", "name another file")
    lines.put_back([first])
    _refuse_po(lines, where)
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
                told = f"a line of more than {LONGEST_TEXT} characters"
                raise LawkbError(f"{where}:{number}", told, "this is no table of texts")
            yield line
            number += 1
    except UnicodeError as error:
        raise LawkbError(
            f"{where}:{number}", "neither UTF-8 nor UTF-16 text", "save it as CSV UTF-8"
        ) from error
    finally:
        text.close()


def _refuse_po(lines: _Lines, where: str) -> None:
    """Raise an error if the first lines are those of a PO file."""
    begin = list(islice(lines, _LOOKED_AT))
    if any(line.startswith('msgid "') for line in begin):
        raise LawkbError(where, "a PO file", "export XLIFF, TMX or CSV from your program")
    lines.put_back(begin)


def _numbered(
    rows: Iterator[list[str]], lines: _Lines, where: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield rows with the lines where they begin, lazily."""
    begin = lines.taken + 1
    try:
        for row in rows:
            yield begin, row
            begin = lines.taken + 1
    except csv.Error as error:
        hint = "close the quotation marks of its cells"
        raise LawkbError(f"{where}:{begin}", f"not CSV: {error}", hint) from error


def _tabbed(lines: _Lines) -> Iterator[list[str]]:
    """Yield the cells of tab-separated lines.

    A quotation mark that opens a cell and closes at its end, even in a later line, quotes it; any
    other one is a normal character.
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
    """Return the first cell of a line, and the text after its tab; None at the end of the line."""
    cell, tab, rest = text.partition("\t")
    return (cell, rest) if tab else (cell.rstrip("\r\n"), None)


def _quoted_cell(text: str, lines: _Lines) -> tuple[str, str | None] | None:
    """Return a quoted cell and the rest; None where the quotes do not end with the cell.

    Lines read in vain are put back.
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


_OTHER_IDS = (ID_COLUMN, "key", "context", "name")  # column names of programs, best first
_MOST_COLUMNS = 64
# Errors of openpyxl for damaged or hostile files.
_DAMAGED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    InvalidFileException,
    LookupError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
_Placed = tuple[int, Sequence[str]]  # first line of a row in the file, and its cells


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """Possible column names of a table, in lower case.

    Attributes:
        source: Names of the column of the original.
        target: Names of the column of the translation.
        required: Whether the first line must name them and the ids. Otherwise a table without such
            a line has the columns id, original and translation, or only the two texts.
    """

    source: frozenset[str]
    target: frozenset[str]
    required: bool


@dataclass(frozen=True, slots=True)
class _Columns:
    name: int | None
    source: int
    target: int
    state: int | None = None
    base: int | None = None


def read_csv(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[BilingualRow]:
    """Yield the rows of comma-, semicolon- or tab-separated text, cells unguarded.

    Raises:
        LawkbError: As ``read_delimited``, or columns are missing.
    """
    placed = read_delimited(file, where)
    return _rows(
        ((at, [unguard_formula(cell) for cell in row]) for at, row in placed), where, names
    )


def read_xlsx(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[BilingualRow]:
    """Yield the rows of an XLSX file: its first sheet with a column ``id``, else its first one.

    Formulas are read as text.

    Raises:
        LawkbError: As ``check_workbook``, its cells have more than 67,108,864 characters, or
            columns are missing.
    """
    check_workbook(file, where)
    return _rows(_sheet_cells(file, where), where, names)


def read_cells(file: BinaryIO, where: str) -> Iterator[Sequence[str]]:
    """Yield the cells of a table unchanged, row by row, to detect what it is.

    Raises:
        LawkbError: As ``read_csv`` and ``read_xlsx``.
    """
    if begins_like_zip(file):
        check_workbook(file, where)
        placed = _sheet_cells(file, where)
    else:
        placed = read_delimited(file, where)
    for _, cells in placed:
        yield cells


def begins_like_zip(file: BinaryIO) -> bool:
    """Return whether a file may be XLSX, and rewind it."""
    begin = file.read(4)
    file.seek(0)
    return begin == b"PK\x03\x04"


def _sheet_cells(file: BinaryIO, where: str) -> Iterator[_Placed]:
    """Yield the rows of a workbook, which has no lines."""
    try:
        book = load_workbook(file, read_only=True, keep_links=False)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # the declared size of a sheet may be wrong
        for cells in _bounded(_cells(_sheet_of_texts(book.worksheets)), where):
            yield 0, cells
    except _DAMAGED as error:
        raise damaged_workbook(where, error) from error


def _bounded(rows: Iterable[list[str]], where: str) -> Iterator[list[str]]:
    """Yield the rows while their text fits into memory: cells may share one string."""
    characters = 0
    for number, cells in enumerate(rows, start=1):
        characters += sum(map(len, cells))
        if characters > MOST_TEXT:
            told = f"cells with more than {MOST_TEXT} characters"
            raise LawkbError(f"{where}, row {number}", told, "import it in several files")
        yield cells


def _sheet_of_texts(sheets: Sequence[Any]) -> Any:
    """Return the first sheet with a column of ids in its first row, else the first sheet."""
    named = (sheet for sheet in sheets if ID_COLUMN in map(_folded, next(_cells(sheet), ())))
    return next(named, sheets[0]) if len(sheets) > 1 else sheets[0]


def _cells(sheet: Any) -> Iterator[list[str]]:
    for row in sheet.iter_rows(max_col=_MOST_COLUMNS, values_only=True):
        yield [_cell(value) for value in row]


def _folded(cell: str) -> str:
    return cell.strip().casefold()


def _cell(value: object) -> str:
    """Return a cell as text: a number as shown, a formula as typed."""
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    return "" if value is None else f"{value}".replace("\r\n", "\n").replace("\r", "\n")


def _rows(placed: Iterable[_Placed], where: str, names: ColumnNames) -> Iterator[BilingualRow]:
    columns: _Columns | None = None
    for number, (line, row) in enumerate(placed, start=1):
        if columns is None:
            columns = _named_columns(row, names)
            if columns:
                continue
            if names.required or len(row) < 2:
                wanted = f"{ID_COLUMN}, {'/'.join(sorted(names.source))}, "
                wanted += "/".join(sorted(names.target))
                told = "the first line does not name the columns"
                raise LawkbError(f"{where}, row {number}", told, f"they are: {wanted}")
            columns = _Columns(0, 1, 2) if len(row) > 2 else _Columns(None, 0, 1)
        if any(cell.strip() for cell in row):
            yield _row(row, columns, (number, line))


def _named_columns(row: Sequence[str], names: ColumnNames) -> _Columns | None:
    """Return the columns named in a first line; None when required ones are missing."""
    found: dict[str, int] = {}
    for place, cell in enumerate(map(_folded, row)):
        found.setdefault(cell, place)
        found.setdefault(re.split("[-_]", cell)[0], place)  # el-GR is also a column of el
    source = min((found[name] for name in names.source if name in found), default=None)
    target = min((found[name] for name in names.target if name in found), default=None)
    ids = (ID_COLUMN,) if names.required else _OTHER_IDS
    own = next((found[name] for name in ids if name in found), None)
    if source is None or target is None or (own is None and names.required):
        return None
    return _Columns(own, source, target, found.get(STATE_COLUMN), found.get(BASE_COLUMN))


def _row(row: Sequence[str], columns: _Columns, place: tuple[int, int]) -> BilingualRow:
    """Return a row by its columns; ``place`` is its number and first line."""

    def cell(place: int | None) -> str:
        return row[place] if place is not None and place < len(row) else ""

    source, target = cell(columns.source), cell(columns.target)
    return BilingualRow(
        name=cell(columns.name).strip(),
        other_name="",
        source=source,
        target=target,
        source_words=source,
        target_words=target,
        state=cell(columns.state).strip().casefold(),
        base=cell(columns.base).strip(),
        line=place[0],
        begins=place[1],
    )
