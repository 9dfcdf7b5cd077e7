"""CSV and XLSX for people without translation tools; no cell is ever read as a formula."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils.exceptions import IllegalCharacterError
from openpyxl.xml.constants import ARC_CORE
from openpyxl.xml.functions import tostring

from lawkb.errors import LawkbError
from lawkb.exchange.parcel import ParcelText, TranslationParcel

BASE_COLUMN = "lawkb"
STATE_COLUMN = "state"
ID_COLUMN = "id"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def header(parcel: TranslationParcel) -> list[str]:
    """Return the column names: id, the languages by their tags, state, remarks, and the base."""
    languages = (parcel.of.source, parcel.of.target)
    return [ID_COLUMN, *languages, STATE_COLUMN, "comments", "findings", BASE_COLUMN]


def rows(parcel: TranslationParcel) -> Iterator[list[str]]:
    """Yield a row per text, in the columns of ``header``."""
    for unit in parcel.units():
        remarks = (_joined(unit, kind) for kind in ("comment", "finding"))
        yield [unit.name, unit.source, unit.target, unit.state, *remarks, unit.base]


def guard_formula(text: str) -> str:
    """Return text with ``'`` before it if a spreadsheet would read it as a formula.

    Text that already looks guarded gets one too, so ``unguard_formula`` restores any text.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguard_formula(text: str) -> str:
    """Return the text before ``guard_formula``."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _joined(unit: ParcelText, kind: str) -> str:
    return "\n".join(remark.text for remark in unit.remarks if remark.kind == kind)


def write_csv(parcel: TranslationParcel) -> bytes:
    """Return a parcel as CSV, a row per text: UTF-8 with the mark that spreadsheets expect.

    Cells that look like a formula are guarded by an apostrophe, which the import removes.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(header(parcel))
    writer.writerows([guard_formula(cell) for cell in row] for row in rows(parcel))
    return out.getvalue().encode("utf-8-sig")


LONGEST_CELL = 32_767  # characters, the limit of the format
_WIDTHS = {"A": 14, "B": 60, "C": 60, "D": 18, "E": 40, "F": 40, "G": 12}
_PLAIN, _BOLD, _TOP = Font(), Font(bold=True), Alignment(wrap_text=True, vertical="top")
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # would be read as an escape
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest time in a ZIP archive
_TEXT = "@"  # number format of text cells


def write_xlsx(parcel: TranslationParcel) -> bytes:
    """Return a parcel as XLSX: one sheet, a row per text.

    All cells are text by type, so they need no guard.

    Raises:
        LawkbError: A text does not fit into a cell.
    """
    book = Workbook(write_only=True)
    sheet: Any = book.create_sheet(f"{parcel.of.edition} {parcel.of.target}"[:31])
    sheet.freeze_panes = "B2"
    for column, width in _WIDTHS.items():
        sheet.column_dimensions[column].width = width
    sheet.append([_cell(sheet, name, name, _BOLD) for name in header(parcel)])
    for row in rows(parcel):
        sheet.append([_cell(sheet, row[0], text) for text in row])
    saved = io.BytesIO()
    book.save(saved)
    return _undated(saved, book)


def _undated(saved: io.BytesIO, book: Workbook) -> bytes:
    """Return the workbook without its time, so equal texts give equal bytes."""
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


def _cell(sheet: Any, name: str, text: str, font: Font = _PLAIN) -> Any:
    if len(text) > LONGEST_CELL:
        told = f"a text of {len(text)} characters; a cell holds {LONGEST_CELL}"
        raise LawkbError(name, told, "export it as xliff12, xliff21 or csv")
    try:
        cell = WriteOnlyCell(sheet, _ESCAPE.sub("_x005F_", text))
    except IllegalCharacterError as error:
        raise LawkbError(name, "a control character, which XLSX has not", "export csv") from error
    cell.data_type = "s"
    cell.number_format = _TEXT
    cell.alignment = _TOP
    cell.font = font
    return cell
