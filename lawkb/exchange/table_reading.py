"""CSV, tab-separated text and XLSX read row by row, whoever wrote them."""

from __future__ import annotations

import codecs
import csv
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from lawkb.errors import LawkbError
from lawkb.exchange.row import LONGEST_TEXT, Row
from lawkb.exchange.sheet import BASE_COLUMN, ID_COLUMN, STATE_COLUMN, unguarded
from lawkb.exchange.xml_events import refuse_entities

_DELIMITERS = "\t;,"
_MOST_COLUMNS = 64
_MOST_MEMBERS = 1000
_LARGEST_UNPACKED = 2**28  # bytes of an XLSX file unpacked: ten times a large code of laws
# What openpyxl may say of a file that is damaged or made up.
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
_Numbered = tuple[int, Sequence[str]]


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """How the columns of a table may be called, in small letters.

    Attributes:
        source: Names of the column of the original.
        target: Names of the column of the translation.
        required: Whether the first line must name them; else the first three columns of a table
            without such a line are id, original and translation.
    """

    source: frozenset[str]
    target: frozenset[str]
    required: bool


@dataclass(frozen=True, slots=True)
class _Columns:
    name: int
    source: int
    target: int
    state: int | None = None
    base: int | None = None


def read_csv(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[Row]:
    """The rows of a file of comma-, semicolon- or tab-separated text.

    UTF-8, or UTF-16 with its mark. A cell that was guarded against spreadsheets is given as it
    was. Quotation marks hold cells together, but not in a tab-separated file of strangers.

    Raises:
        LawkbError: It is in another encoding, a line or a cell has no end, or columns are missing.
    """
    lines = _text_lines(file, where)
    first = next(lines, "")
    delimiter = max(_DELIMITERS, key=first.count)
    strange = delimiter == "\t" and BASE_COLUMN not in first
    lines = _again(first, lines)
    if strange:
        reader = csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    else:
        reader = csv.reader(lines, delimiter=delimiter)
    cells = ((number, [unguarded(cell) for cell in row]) for number, row in _csv(reader, where))
    return _rows(cells, where, names)


def read_xlsx(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[Row]:
    """The rows of the first sheet of an XLSX file; formulas are text, nothing is calculated.

    Raises:
        LawkbError: It is no such file, unpacks to more than 256 MiB, declares entities, or columns
            are missing.
    """
    _check_archive(file, where)
    return _rows(_sheet_cells(file, where), where, names)


def read_cells(file: BinaryIO, where: str) -> Iterator[Sequence[str]]:
    """The cells of a table as they are, row by row, for whoever wants to know what it is.

    Raises:
        LawkbError: As ``read_csv`` and ``read_xlsx``.
    """
    if begins_like_zip(file):
        _check_archive(file, where)
        numbered = _sheet_cells(file, where)
    else:
        lines = _text_lines(file, where)
        first = next(lines, "")
        delimiter = max(_DELIMITERS, key=first.count)
        numbered = _csv(csv.reader(_again(first, lines), delimiter=delimiter), where)
    for _, cells in numbered:
        yield cells


def begins_like_zip(file: BinaryIO) -> bool:
    """Whether a file may be XLSX; it is at its begin again."""
    begin = file.read(4)
    file.seek(0)
    return begin == b"PK\x03\x04"


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


def _again(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _csv(reader: Iterator[list[str]], where: str) -> Iterator[_Numbered]:
    number = 1
    try:
        for row in reader:
            yield number, row
            number += 1
    except csv.Error as error:
        hint = "close the quotation marks of its cells"
        raise LawkbError(f"{where}, row {number}", f"not CSV: {error}", hint) from error


def _check_archive(file: BinaryIO, where: str) -> None:
    """Before openpyxl, which unpacks and parses whatever it is given."""
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            if sum(each.file_size for each in members) > _LARGEST_UNPACKED:
                told = f"it unpacks to more than {_LARGEST_UNPACKED} bytes"
                raise LawkbError(where, told, "no code of laws is so large; export csv instead")
            if len(members) > _MOST_MEMBERS:
                raise LawkbError(where, f"{len(members)} files in it", "this is no spreadsheet")
            for each in members:
                if each.filename.endswith((".xml", ".rels", ".vml")):
                    with archive.open(each) as member:
                        refuse_entities(member, f"{where} {each.filename}")
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, EOFError, ValueError) as error:
        raise _damaged(where, error) from error
    file.seek(0)


def _sheet_cells(file: BinaryIO, where: str) -> Iterator[_Numbered]:
    try:
        book = load_workbook(file, read_only=True, keep_links=False)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_col=_MOST_COLUMNS, values_only=True)
        for number, row in enumerate(rows, start=1):
            yield number, [_cell(value) for value in row]
    except _DAMAGED as error:
        raise _damaged(where, error) from error


def _cell(value: object) -> str:
    """A cell as text: a number as it is shown, a formula as it was typed."""
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    return "" if value is None else f"{value}".replace("\r\n", "\n")


def _damaged(where: str, error: Exception) -> LawkbError:
    told = " ".join(f"{error}".split()) or type(error).__name__
    return LawkbError(where, f"not XLSX: {told[:200]}", "save it again as XLSX")


def _rows(cells: Iterable[_Numbered], where: str, names: ColumnNames) -> Iterator[Row]:
    columns: _Columns | None = None
    for number, row in cells:
        if columns is None:
            columns = _named_columns(row, names)
            if columns:
                continue
            if names.required or len(row) < 3:
                wanted = f"{ID_COLUMN}, {'/'.join(sorted(names.source))}, "
                wanted += "/".join(sorted(names.target))
                told = "the first line does not name the columns"
                raise LawkbError(f"{where}, row {number}", told, f"they are: {wanted}")
            columns = _Columns(0, 1, 2)
        if any(cell.strip() for cell in row):
            yield _row(row, columns, number)


def _named_columns(row: Sequence[str], names: ColumnNames) -> _Columns | None:
    """The columns that a first line names; None when it does not name all three."""
    found = {cell.strip().casefold(): place for place, cell in reversed(list(enumerate(row)))}
    source = min((found[name] for name in names.source if name in found), default=None)
    target = min((found[name] for name in names.target if name in found), default=None)
    if ID_COLUMN not in found or source is None or target is None:
        return None
    state, base = found.get(STATE_COLUMN), found.get(BASE_COLUMN)
    return _Columns(found[ID_COLUMN], source, target, state, base)


def _row(row: Sequence[str], columns: _Columns, number: int) -> Row:
    def cell(place: int | None) -> str:
        return row[place] if place is not None and place < len(row) else ""

    source, target = cell(columns.source), cell(columns.target)
    return Row(
        name=cell(columns.name).strip(),
        other_name="",
        source=source,
        target=target,
        source_words=source,
        target_words=target,
        state=cell(columns.state).strip().casefold(),
        base=cell(columns.base).strip(),
        line=number,
    )
