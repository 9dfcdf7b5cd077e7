"""XLSX for people without translation tools."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils.exceptions import IllegalCharacterError
from openpyxl.xml.constants import ARC_CORE
from openpyxl.xml.functions import tostring

from lawkb.errors import LawkbError
from lawkb.exchange.parcel import Parcel
from lawkb.exchange.sheet import header, rows

LONGEST_CELL = 32_767  # characters; what the format allows
_WIDTHS = {"A": 14, "B": 60, "C": 60, "D": 18, "E": 40, "F": 40, "G": 12}
_PLAIN, _BOLD, _TOP = Font(), Font(bold=True), Alignment(wrap_text=True, vertical="top")
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # words that would be read as an escape
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that an archive can name
_TEXT = "@"  # the number format of cells that are text, whatever is typed into them


def xlsx(parcel: Parcel) -> bytes:
    """A parcel as XLSX: one sheet, a row per text, every cell a text.

    A cell is text by its type, so that one that begins like a formula needs no sign before it.

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
    """The same workbook without its time of writing: the same texts are the same bytes."""
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
