"""CSV, tab-separated text and XLSX read row by row, whoever wrote them."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from lawkb.errors import LawkbError
from lawkb.exchange.delimited import read_delimited
from lawkb.exchange.row import Row
from lawkb.exchange.sheet import BASE_COLUMN, ID_COLUMN, STATE_COLUMN, unguarded
from lawkb.exchange.workbook_bounds import MOST_TEXT, check_workbook, damaged

_OTHER_IDS = (ID_COLUMN, "key", "context", "name")  # as programs call them, best first
_MOST_COLUMNS = 64
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
_Placed = tuple[int, Sequence[str]]  # the line of the file where a row begins, and its cells


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """How the columns of a table may be called, in small letters.

    Attributes:
        source: Names of the column of the original.
        target: Names of the column of the translation.
        required: Whether the first line must name them and the ids; else a table may have no ids,
            and the columns of one without such a line are id, original and translation, or the
            two texts alone.
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


def read_csv(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[Row]:
    """The rows of a file of comma-, semicolon- or tab-separated text.

    A cell that was guarded against spreadsheets is given as it was.

    Raises:
        LawkbError: As ``read_delimited``, or columns are missing.
    """
    placed = read_delimited(file, where)
    return _rows(((at, [unguarded(cell) for cell in row]) for at, row in placed), where, names)


def read_xlsx(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[Row]:
    """The rows of an XLSX file: of its first sheet that has a column ``id``, else of its first.

    Formulas are text, nothing is calculated.

    Raises:
        LawkbError: As ``check_workbook``, its cells hold more than 67,108,864 characters, or
            columns are missing.
    """
    check_workbook(file, where)
    return _rows(_sheet_cells(file, where), where, names)


def read_cells(file: BinaryIO, where: str) -> Iterator[Sequence[str]]:
    """The cells of a table as they are, row by row, for whoever wants to know what it is.

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
    """Whether a file may be XLSX; it is at its begin again."""
    begin = file.read(4)
    file.seek(0)
    return begin == b"PK\x03\x04"


def _sheet_cells(file: BinaryIO, where: str) -> Iterator[_Placed]:
    """The rows of a workbook, which has no lines."""
    try:
        book = load_workbook(file, read_only=True, keep_links=False)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # what a sheet says of its size need not be so
        for cells in _bounded(_cells(_sheet_of_texts(book.worksheets)), where):
            yield 0, cells
    except _DAMAGED as error:
        raise damaged(where, error) from error


def _bounded(rows: Iterable[list[str]], where: str) -> Iterator[list[str]]:
    """The same rows, as long as their texts can be held: cells may repeat one string."""
    characters = 0
    for number, cells in enumerate(rows, start=1):
        characters += sum(map(len, cells))
        if characters > MOST_TEXT:
            told = f"cells with more than {MOST_TEXT} characters"
            raise LawkbError(f"{where}, row {number}", told, "import it in several files")
        yield cells


def _sheet_of_texts(sheets: Sequence[Any]) -> Any:
    """The first sheet whose first row has a column of ids, else the first of all."""
    named = (sheet for sheet in sheets if ID_COLUMN in map(_folded, next(_cells(sheet), ())))
    return next(named, sheets[0]) if len(sheets) > 1 else sheets[0]


def _cells(sheet: Any) -> Iterator[list[str]]:
    for row in sheet.iter_rows(max_col=_MOST_COLUMNS, values_only=True):
        yield [_cell(value) for value in row]


def _folded(cell: str) -> str:
    return cell.strip().casefold()


def _cell(value: object) -> str:
    """A cell as text: a number as it is shown, a formula as it was typed."""
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    return "" if value is None else f"{value}".replace("\r\n", "\n").replace("\r", "\n")


def _rows(placed: Iterable[_Placed], where: str, names: ColumnNames) -> Iterator[Row]:
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
    """The columns that a first line names; None when it does not name what it must."""
    found: dict[str, int] = {}
    for place, cell in enumerate(map(_folded, row)):
        found.setdefault(cell, place)
        found.setdefault(re.split("[-_]", cell)[0], place)  # el-GR is a column of el
    source = min((found[name] for name in names.source if name in found), default=None)
    target = min((found[name] for name in names.target if name in found), default=None)
    ids = (ID_COLUMN,) if names.required else _OTHER_IDS
    own = next((found[name] for name in ids if name in found), None)
    if source is None or target is None or (own is None and names.required):
        return None
    return _Columns(own, source, target, found.get(STATE_COLUMN), found.get(BASE_COLUMN))


def _row(row: Sequence[str], columns: _Columns, place: tuple[int, int]) -> Row:
    """A row by its columns; ``place`` is its number and the line where it begins."""

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
        line=place[0],
        begins=place[1],
    )
