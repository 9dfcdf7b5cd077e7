"""XLSX: write texts for translators, and read a workbook in bounded time and memory.

A small file may unpack to millions of elements, and openpyxl makes an object of each. So every file
in the archive is first read as a stream, and its elements are counted.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import IO, Any, BinaryIO, cast

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.cell.text import Text
from openpyxl.comments.comment_sheet import CommentSheet
from openpyxl.packaging import relationship
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles import Alignment, Font
from openpyxl.utils.cell import coordinate_from_string
from openpyxl.utils.escape import unescape
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.xml.constants import ARC_CORE, SHARED_STRINGS, SHEET_MAIN_NS
from openpyxl.xml.functions import fromstring, iterparse, tostring

from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import (
    ID_COLUMN,
    LONGEST_TEXT,
    BilingualRow,
    ColumnNames,
    NoText,
    folded_name,
    rows_of_table,
    table_of,
)
from lawkb.exchange.formats.xml_files import walk_elements
from lawkb.exchange.translation_export import TranslationExport
from lawkb.model.finding import say

LONGEST_CELL = 32_767  # characters, the limit of the format
_WIDTHS = {"A": 14, "B": 60, "C": 60, "D": 18, "E": 40, "F": 40, "G": 12}
_REMARKS = "without a text"
_PLAIN, _BOLD, _TOP = Font(), Font(bold=True), Alignment(wrap_text=True, vertical="top")
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # would be read as an escape
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest time in a ZIP archive
_TEXT = "@"  # number format of text cells
# What is in a cell that has no text, by its type.
_KINDS = {
    "n": say("a number"),
    "%": say("a percentage"),
    "d": say("a date or a time"),
    "b": say("a truth value"),
    "e": say("an error"),
}
_MOST_COLUMNS = 64
MOST_ROWS = 2**18  # highest row number
MOST_TEXT = 2**26  # characters of all cells
_MOST_MEMBERS = 1000
_LARGEST_UNPACKED = 2**28  # bytes of all members: ten times a large code of laws
_MOST_ELEMENTS = 2**20  # of a small file; a larger one may have one per byte
_MOST_ELSEWHERE = 2**17  # outside rows and strings: formats, names, merged cells, rules
_MOST_TOGETHER = 2**16  # in one row or one string
_MOST_REREAD = 2**22  # elements of the largest member, times the sheets that may refer to it
# length of the longest shared formula, times the cells that share formulas
_MOST_FORMULA_SIGNS = 2**23
_UNITS = frozenset({"row", "si"})
_BEFORE_MARKUP = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
_MARKUP = (b"<", b"\x4c")  # ASCII, EBCDIC
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


def write_xlsx(export: TranslationExport) -> bytes:
    """Return texts as XLSX: a sheet with one row per text, and one of remarks on none of them.

    All cells have the type text, so none is read as a formula.
    """
    names, *rows = table_of(export)
    for row in (*rows, *([_REMARKS, remark.text] for remark in export.remarks)):
        _check_row(row)  # before openpyxl begins its file
    book = Workbook(write_only=True)
    sheet: Any = book.create_sheet(f"{export.of.edition} {export.of.target}"[:31])
    sheet.freeze_panes = "B2"
    for column, width in _WIDTHS.items():
        sheet.column_dimensions[column].width = width
    sheet.append([_text_cell(sheet, name, _BOLD) for name in names])
    for row in rows:
        sheet.append([_text_cell(sheet, text) for text in row])
    if export.remarks:
        others = book.create_sheet(_REMARKS)
        others.column_dimensions["A"].width = _WIDTHS["B"]
        for remark in export.remarks:
            others.append([_text_cell(others, remark.text)])
    saved = io.BytesIO()
    book.save(saved)
    return _undated(saved, book)


def _undated(saved: io.BytesIO, book: Workbook) -> bytes:
    """Return the workbook without its time, so that equal texts result in equal bytes."""
    book.properties.created = book.properties.modified = datetime(*_NO_TIME)
    out = io.BytesIO()
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == ARC_CORE:
                content = tostring(book.properties.to_tree())
            member = zipfile.ZipInfo(name, _NO_TIME)
            new.writestr(member, content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _check_row(row: Sequence[str]) -> None:
    size = max(map(len, row))
    if size > LONGEST_CELL:
        told = f"a text of {size} characters; a cell has at most {LONGEST_CELL}"
        raise LawkbError(row[0], told, "export it as xliff, xliff12 or csv")
    if any(ILLEGAL_CHARACTERS_RE.search(text) for text in row):
        raise LawkbError(row[0], "a control character, which XLSX does not allow", "export csv")


def _text_cell(sheet: Any, text: str, font: Font = _PLAIN) -> Any:
    cell = WriteOnlyCell(sheet, _ESCAPE.sub("_x005F_", text))
    cell.data_type = "s"
    cell.number_format = _TEXT
    cell.alignment = _TOP
    cell.font = font
    return cell


def read_xlsx(file: BinaryIO, where: str, names: ColumnNames) -> Iterator[BilingualRow]:
    """Yield the rows of an XLSX file, with the comments on their cells.

    They are from its first sheet with a column ``id``, else from its first sheet. Formulas are read
    as text. At the end are those comments that are on the first line, or beside no text.
    """
    with _opened(file, where) as sheet:
        said = _comments(sheet, where)
        rows = enumerate(_bounded(_cells(sheet), where), start=1)
        for row in rows_of_table(rows, where, names):
            own = said.pop(row.line, ())
            yield replace(row, remarks="\n".join(filter(None, (row.remarks, *own))))
        for line, words in said.items():
            why = say("row %(row)s has a comment and no text", row=line)
            empty = BilingualRow("", "", "", "", "", "", "", "", line, begins=line)
            yield replace(empty, refused=why, remarks="\n".join(filter(None, words)))


def sheet_rows(file: BinaryIO, where: str) -> Iterator[list[str]]:
    """Yield the cells, as text, of each row of an XLSX file.

    The sheet is the first with a column ``id``, else the first.
    """
    with _opened(file, where) as sheet:
        yield from _bounded(_cells(sheet), where)


@contextmanager
def _opened(file: BinaryIO, where: str) -> Iterator[Any]:
    """Open an XLSX file that is within its bounds; give the sheet that has the texts."""
    check_workbook(file, where)
    try:
        reader = _Reader(file, read_only=True, keep_links=False)
        reader.read()
        book = reader.wb
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # the declared size of a sheet may be wrong
        yield _sheet_of_texts(book.worksheets)
    except _DAMAGED as error:
        raise _damaged(where, error) from error


def _comments(sheet: Any, where: str) -> dict[int, list[str]]:
    """Return the comments on the cells of a sheet by row; openpyxl leaves them out when streaming.

    Of a thread, Excel also writes an old comment with the same words and some of its own.
    """
    archive, rels = sheet.parent._archive, cast(Any, relationship)
    own = rels.get_rels_path(sheet._worksheet_path)
    parts: dict[str, list[str]] = {"comments": [], "threadedComment": []}
    if own in archive.namelist():
        for part in rels.get_dependents(archive, own):
            parts.get(part.Type.rpartition("/")[2], []).append(part.target)
    found: dict[int, list[str]] = {}
    threaded = set()
    for path in parts["threadedComment"]:
        for one in fromstring(archive.read(path)):
            place = one.get("ref", "")
            threaded.add(place)
            words = "".join(text.text or "" for text in one if text.tag.endswith("}text"))
            found.setdefault(_row_of(place), []).append(words)
    for path in parts["comments"]:
        read: Any = CommentSheet.from_tree(fromstring(archive.read(path)))
        for place, comment in read.comments:
            if place not in threaded:
                found.setdefault(_row_of(place), []).append(comment.content)
    return dict(zip(found, _bounded(found.values(), where), strict=True))


def _row_of(place: str) -> int:
    return coordinate_from_string(place)[1]


class _Reader(ExcelReader):
    def read_strings(self) -> None:
        """Read the strings as they are in the file.

        That of openpyxl takes ``x005F_`` out of them, so that an escaped ``_x000D_`` and a line end
        become the same.
        """
        package: Any = self.package
        part = package.find(SHARED_STRINGS)
        if part is not None:
            with self.archive.open(part.PartName[1:]) as file:
                read: Any = Text.from_tree
                self.shared_strings = [
                    read(node).content
                    for _, node in iterparse(file)
                    if node.tag == f"{{{SHEET_MAIN_NS}}}si"
                ]


def _bounded(rows: Iterable[list[str]], where: str) -> Iterator[list[str]]:
    """Yield rows; raise an error if their text is too long, since cells may share one string."""
    characters = 0
    for number, cells in enumerate(rows, start=1):
        characters += sum(map(len, cells))
        if characters > MOST_TEXT:
            told = say("cells with more than %(most)s characters", most=MOST_TEXT)
            raise LawkbError(f"{where}, row {number}", told, say("import it in several files"))
        yield cells


def _sheet_of_texts(sheets: Sequence[Any]) -> Any:
    """Return the first sheet with a column of ids in its first row, else the first sheet."""
    named = (sheet for sheet in sheets if ID_COLUMN in map(folded_name, next(_cells(sheet), ())))
    return next(named, sheets[0]) if len(sheets) > 1 else sheets[0]


def _cells(sheet: Any) -> Iterator[list[str]]:
    for row in sheet.iter_rows(max_col=_MOST_COLUMNS):
        yield [_cell(cell) for cell in row]


def _cell(cell: Any) -> str:
    """Return a cell as text: a number as shown, a formula as typed."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str) and cell.data_type != "e":
        shown = value if cell.data_type == "f" else unescape(value)
        return shown.replace("\r\n", "\n").replace("\r", "\n")
    shown = f"{value:.0f}" if isinstance(value, float) and value.is_integer() else f"{value}"
    percent = "%" in f"{cell.number_format}"
    return NoText(shown, _KINDS["%" if percent else cell.data_type], cell.coordinate)


def check_workbook(file: BinaryIO, where: str) -> None:
    """Raise an error unless openpyxl can read an XLSX file in bounded time and memory.

    The file is rewound. Bounds: 256 MiB unpacked, 1,000 files in the archive; 1,048,576 XML
    elements, or one per byte of the file, of which 131,072 outside rows and strings, 65,536 in one
    row or string; row numbers up to 262,144; 1,048,576 characters in one row or string.

    Raises:
        LawkbError: The file is no workbook, declares entities, or exceeds a bound.
    """
    size = file.seek(0, os.SEEK_END)
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            _check_members(members, where)
            counted = _Counts(where, max(_MOST_ELEMENTS, size))
            for each in members:
                with archive.open(each) as member:
                    if _may_be_markup(each.filename, member):
                        member.seek(0)
                        counted.read(member, f"{where} {each.filename}")
            counted.check_products()
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, EOFError, ValueError) as error:
        raise _damaged(where, error) from error
    file.seek(0)


def _damaged(where: str, error: Exception) -> LawkbError:
    told = " ".join(f"{error}".split()) or type(error).__name__
    return LawkbError(
        where, say("not XLSX: %(error)s", error=told[:200]), say("save it again as XLSX")
    )


def _check_members(members: list[zipfile.ZipInfo], where: str) -> None:
    if sum(each.file_size for each in members) > _LARGEST_UNPACKED:
        told = say("it unpacks to more than %(most)s bytes", most=_LARGEST_UNPACKED)
        raise LawkbError(where, told, say("no code of laws is so large; export csv instead"))
    if len(members) > _MOST_MEMBERS:
        raise LawkbError(
            where,
            say("an archive of %(count)s files, more than a workbook has", count=len(members)),
            say("name an XLSX file"),
        )
    if not any(each.filename == "[Content_Types].xml" for each in members):
        told = say("an archive that is not a workbook")
        raise LawkbError(where, told, say("unpack it and name the file in it"))


def _may_be_markup(name: str, member: IO[bytes]) -> bool:
    """Return whether openpyxl may parse a file of the archive: any may be declared a sheet."""
    named = name.endswith((".xml", ".rels", ".vml"))
    return named or member.read(64).lstrip(_BEFORE_MARKUP).startswith(_MARKUP)


@dataclass(slots=True)
class _Counts:
    """Counts over all files of the archive of a workbook."""

    where: str  # Name of the workbook; while a file in it is read, also of that file.
    most: int  # Largest number of elements allowed.
    elements: int = 0  # Number of elements.
    elsewhere: int = 0  # Number of elements outside rows and strings.
    largest: int = 0  # Number of elements of the largest file.
    sheets: int = 0  # Number of sheets declared.
    row: int = 0  # Number of the current row.
    unit_depth: int = 0  # Depth of elements inside the current row or string; 0 outside.
    unit_elements: int = 0  # Number of elements in the current row or string.
    unit_text: int = 0  # Number of characters in the current row or string.
    shared: int = 0  # Number of cells that share formulas.
    in_shared: bool = False  # Whether the parser is inside a shared formula.
    formula: int = 0  # Characters of the current shared formula.
    longest_formula: int = 0  # Characters of the longest shared formula.

    def read(self, member: IO[bytes], where: str) -> None:
        """Count the elements of a file of the archive."""
        file, before = self.where, self.elements
        self.where, self.row, self.unit_depth = where, 0, 0
        walk_elements(member, where, self.start, self.end, self.text)
        self.where = file
        self.largest = max(self.largest, self.elements - before)

    def check_products(self) -> None:
        """Raise an error if too many sheets share one file, or too many cells a long formula."""
        if self.sheets * self.largest > max(_MOST_REREAD, self.most):
            raise self._too_much(f"{self.sheets} sheets, too many for their size")
        if self.shared * self.longest_formula > _MOST_FORMULA_SIGNS:
            told = f"{self.shared} cells share formulas of up to {self.longest_formula} characters"
            raise self._too_much(told)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        self.elements += 1
        if self.elements > self.most:
            raise self._too_much(f"more than {self.most} elements")
        if self.unit_depth:
            self._start_inside(local, attributes)
        elif local in _UNITS:
            self.unit_depth = 1
            self.unit_elements = self.unit_text = 0
            if local == "row":
                self._start_row(attributes.get("r"))
        else:
            self.sheets += local == "sheet"
            self.elsewhere += 1
            if self.elsewhere > _MOST_ELSEWHERE:
                told = f"more than {_MOST_ELSEWHERE} elements that are neither rows nor texts"
                raise self._too_much(told)

    def end(self, name: str) -> None:
        if self.unit_depth:
            self.unit_depth -= 1
        self.in_shared = False

    def text(self, text: str) -> None:
        if self.unit_depth:
            self.unit_text += len(text)
            if self.unit_text > LONGEST_TEXT:
                raise self._too_much(f"more than {LONGEST_TEXT} characters in one row or text")
        if self.in_shared:
            self.formula += len(text)
            self.longest_formula = max(self.longest_formula, self.formula)

    def _start_inside(self, local: str, attributes: dict[str, str]) -> None:
        self.unit_depth += 1
        self.unit_elements += 1
        if self.unit_elements > _MOST_TOGETHER:
            raise self._too_much(f"more than {_MOST_TOGETHER} elements in one row or text")
        if local == "f" and attributes.get("t") == "shared":
            self.shared += 1
            self.in_shared, self.formula = True, 0

    def _start_row(self, number: str | None) -> None:
        self.row += 1
        if number is not None:
            self.row = min(int(_number(number)), MOST_ROWS + 1)
        if self.row > MOST_ROWS:
            told = f"a row with a number above {MOST_ROWS}"
            raise LawkbError(self.where, told, "delete the empty rows, or export csv instead")

    def _too_much(self, told: str) -> LawkbError:
        return LawkbError(self.where, told, say("no code of laws is so large; export csv instead"))


def _number(text: str) -> float:
    """Return a row number as openpyxl reads it; 0, which openpyxl refuses, if it is no number."""
    try:
        number = float(text)
    except ValueError:
        return 0
    return number if abs(number) <= MOST_ROWS else MOST_ROWS + 1
