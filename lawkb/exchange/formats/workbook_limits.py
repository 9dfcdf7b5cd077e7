"""Limits of a workbook, checked before openpyxl reads it.

A small file may unpack to millions of elements, and openpyxl makes an object of each. So every
member of the archive is first read as a stream, and its elements are counted.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from dataclasses import dataclass
from typing import IO, BinaryIO

from lawkb.errors import LawkbError
from lawkb.exchange.formats.rows import LONGEST_TEXT
from lawkb.exchange.formats.xml_events import walk_elements

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


def check_workbook(file: BinaryIO, where: str) -> None:
    """Raise an error unless openpyxl can read an XLSX file in bounded time and memory.

    The file is rewound. Bounds: 256 MiB unpacked, 1,000 members; 1,048,576 elements or one per byte
    of the file, of them 131,072 outside rows and strings, 65,536 in one row or string; row numbers
    to 262,144; 1,048,576 characters in one row or string.

    Raises:
        LawkbError: It is no workbook, declares entities, or exceeds a bound.
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
        raise damaged_workbook(where, error) from error
    file.seek(0)


def damaged_workbook(where: str, error: Exception) -> LawkbError:
    """Return the error for a workbook that cannot be read."""
    told = " ".join(f"{error}".split()) or type(error).__name__
    return LawkbError(where, f"not XLSX: {told[:200]}", "save it again as XLSX")


def _check_members(members: list[zipfile.ZipInfo], where: str) -> None:
    if sum(each.file_size for each in members) > _LARGEST_UNPACKED:
        told = f"it unpacks to more than {_LARGEST_UNPACKED} bytes"
        raise LawkbError(where, told, "no code of laws is so large; export csv instead")
    if len(members) > _MOST_MEMBERS:
        raise LawkbError(where, f"{len(members)} files in it", "this is no spreadsheet")
    if not any(each.filename == "[Content_Types].xml" for each in members):
        told = "an archive that is not a workbook"
        raise LawkbError(where, told, "unpack it and name the file in it")


def _may_be_markup(name: str, member: IO[bytes]) -> bool:
    """Return whether openpyxl may parse a member: any may be declared a sheet."""
    named = name.endswith((".xml", ".rels", ".vml"))
    return named or member.read(64).lstrip(_BEFORE_MARKUP).startswith(_MARKUP)


@dataclass(slots=True)
class _Counts:
    """Counts over all members.

    Attributes:
        where: The file; while a member is read, also that member.
        most: Most elements allowed.
        unit_depth: Depth of elements inside the current row or string; 0 outside.
    """

    where: str
    most: int
    elements: int = 0
    elsewhere: int = 0
    largest: int = 0
    sheets: int = 0
    row: int = 0
    unit_depth: int = 0
    unit_elements: int = 0
    unit_text: int = 0
    shared: int = 0
    in_shared: bool = False
    formula: int = 0
    longest_formula: int = 0

    def read(self, member: IO[bytes], where: str) -> None:
        """Count a member."""
        file, before = self.where, self.elements
        self.where, self.row, self.unit_depth = where, 0, 0
        walk_elements(member, where, self.start, self.end, self.text)
        self.where = file
        self.largest = max(self.largest, self.elements - before)

    def check_products(self) -> None:
        """Check products that cost more than elements: sheets read again, formulas copied."""
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
        return LawkbError(self.where, told, "no code of laws is so large; export csv instead")


def _number(text: str) -> float:
    """Return a row number as openpyxl reads it; 0, which it refuses, if it is no number."""
    try:
        number = float(text)
    except ValueError:
        return 0
    return number if abs(number) <= MOST_ROWS else MOST_ROWS + 1
