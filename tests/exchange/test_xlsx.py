"""Workbooks that were made to hurt: small files that unpack to much. And ours, the same twice."""

import gc
import io
import sys
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

import pytest
from openpyxl import Workbook

from lawkb.corpus.laws import read_code
from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import ColumnNames
from lawkb.exchange.formats.xlsx import read_xlsx, write_xlsx
from lawkb.exchange.translation_export import export_texts, translation_of
from lawkb.model.address import Address
from tests.corpus_files import CORPUS

NAMES = ColumnNames(frozenset({"en"}), frozenset({"el"}), required=True)
SHEET = "xl/worksheets/sheet1.xml"


MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook(members: Mapping[str, tuple[bytes, bytes]] | None = None) -> bytes:
    """A good workbook, in members of which one piece is another."""
    book, content = Workbook(), io.BytesIO()
    (sheet,) = book.worksheets
    for row in (("id", "en", "el"), ("T1", "A card.", "Ένα φύλλο.")):
        sheet.append(row)
    book.save(content)
    out = io.BytesIO()
    with zipfile.ZipFile(content) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            before, after = (members or {}).get(name, (b"</", b"</"))
            assert before in old.read(name)
            new.writestr(name, old.read(name).replace(before, after, 1))
    return out.getvalue()


def with_strings(
    strings: bytes, rows: bytes = b"", name: str = "sharedStrings.xml", before: bytes = b""
) -> bytes:
    """A workbook with a table of strings, as most programs write it."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    part = f'<Override PartName="/xl/{name}" ContentType="{kind}"/></Types>'.encode()
    types = {"[Content_Types].xml": (b"</Types>", part)}
    out = io.BytesIO(workbook(types | {SHEET: (b"</sheetData>", rows + b"</sheetData>")}))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        table = b'<sst xmlns="' + MAIN + b'">' + strings + b"</sst>"
        archive.writestr(f"xl/{name}", before + table)
    return out.getvalue()


def in_sheet(more: bytes) -> bytes:
    return workbook({SHEET: (b"</sheetData>", more + b"</sheetData>")})


def _many_sheets() -> bytes:
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    sheet = b'<sheet name="a%d" sheetId="9" r:id="rId1" xmlns:r="' + kind + b'"/>'
    same = b"".join(sheet.replace(b"%d", b"%d" % number) for number in range(250))
    sheets = {"xl/workbook.xml": (b"</sheets>", same + b"</sheets>")}
    return workbook(sheets | {SHEET: (b"</sheetData>", b"<row/>" * 100_000 + b"</sheetData>")})


LONG = b"A" * (2**20 + 1)
SHARED = b"<row><c r='A5'><f t='shared' ref='A5:A9' si='0'>" + b"1+" * 9_000 + b"1</f></c></row>"
BOMBS: dict[str, Callable[[], bytes]] = {
    "a row far down": lambda: in_sheet(b'<row r="99999999"/>'),
    "a row far down, as a fraction": lambda: in_sheet(b'<row r="1e300"/>'),
    "rows after the last row": lambda: in_sheet(b'<row r="262144"/><row/>'),
    "empty rows": lambda: in_sheet(b"<row/>" * 1_100_000),
    "empty cells": lambda: in_sheet((b"<row>" + b"<c/>" * 60_000 + b"</row>") * 20),
    "cells of one row": lambda: in_sheet(b"<row>" + b"<c/>" * 70_000 + b"</row>"),
    "rows with a prefix": lambda: in_sheet(b'<x:row r="99999999" xmlns:x="a"/>'),
    "a long cell": lambda: in_sheet(
        b"<row><c t='inlineStr'><is><t>" + LONG + b"</t></is></c></row>"
    ),
    "shared formulas": lambda: in_sheet(
        SHARED + b"<row>" + b"<c r='A6'><f t='shared' si='0'/></c>" * 9_000 + b"</row>"
    ),
    "strings": lambda: with_strings(b"<si/>" * 1_100_000),
    "a long string": lambda: with_strings(b"<si><t>" + LONG + b"</t></si>"),
    "one string many times": lambda: with_strings(
        b"<si><t>" + LONG[: 2**20] + b"</t></si>", b"<row><c t='s'><v>0</v></c></row>" * 300
    ),
    "formats of cells": lambda: workbook(
        {"xl/styles.xml": (b"</cellXfs>", b"<xf/>" * 140_000 + b"</cellXfs>")}
    ),
    "defined names": lambda: workbook(
        {
            "xl/workbook.xml": (
                b"<definedNames/>",
                b"<definedNames>"
                + b"<definedName name='a'>a!A1</definedName>" * 140_000
                + b"</definedNames>",
            )
        }
    ),
    "merged cells": lambda: workbook(
        {
            SHEET: (
                b"</sheetData>",
                b"</sheetData><mergeCells>"
                + b'<mergeCell ref="A1:B2"/>' * 140_000
                + b"</mergeCells>",
            )
        }
    ),
    "the same sheet many times": _many_sheets,
    "entities under another name": lambda: with_strings(
        b"<si><t>&a;</t></si>", name="strings.png", before=b'<!DOCTYPE sst [<!ENTITY a "b">]>'
    ),
}


@pytest.mark.parametrize("made", BOMBS.values(), ids=list(BOMBS))
def test_a_workbook_that_would_grow_is_refused_before_it_is_read(
    made: Callable[[], bytes],
) -> None:
    content = made()
    assert len(content) < 2**19
    with pytest.raises(LawkbError) as raised:
        list(read_xlsx(io.BytesIO(content), "some.xlsx", NAMES))
    assert len(str(raised.value).split("\n")) == 3
    assert "not XLSX" not in raised.value.what  # we refuse it, openpyxl has not seen it
    assert raised.value.where.startswith("some.xlsx")


def test_the_good_workbook_is_read() -> None:
    (row,) = read_xlsx(io.BytesIO(workbook()), "some.xlsx", NAMES)
    assert (row.name, row.source, row.target) == ("T1", "A card.", "Ένα φύλλο.")


def test_strings_of_a_table_are_read() -> None:
    row = b"<row><c t='s'><v>0</v></c><c t='s'><v>0</v></c></row>"
    (_, read) = read_xlsx(io.BytesIO(with_strings(b"<si><t>T2</t></si>", row)), "x.xlsx", NAMES)
    assert (read.name, read.source) == ("T2", "T2")


def test_rows_that_the_dimension_leaves_out_are_read() -> None:
    content = workbook({SHEET: (b'ref="A1:C2"', b'ref="A1:A1"')})
    (row,) = read_xlsx(io.BytesIO(content), "some.xlsx", NAMES)
    assert row.target == "Ένα φύλλο."


def test_empty_rows_between_are_read_and_counted() -> None:
    (_, row) = read_xlsx(
        io.BytesIO(
            in_sheet(
                b"<row r='2000'><c t='inlineStr'><is><t>T2</t></is></c>"
                b"<c t='inlineStr'><is><t>a</t></is></c></row>"
            )
        ),
        "some.xlsx",
        NAMES,
    )
    assert (row.name, row.line) == ("T2", 2000)


def test_two_exports_of_the_same_data_are_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    code = read_code(CORPUS)
    export = export_texts(code, translation_of(code, "2017", None), (Address((57,)),))
    first = write_xlsx(export)
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {each.date_time for each in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert f"{date.today().year}-" not in archive.read("docProps/core.xml").decode()
    now = time.localtime(time.time() + 3 * 86_400)
    monkeypatch.setattr(time, "localtime", lambda *_: now)
    assert write_xlsx(export) == first


@pytest.mark.parametrize(
    ("words", "told"),
    [("a" * 32_768, "a text of 32768 characters"), ("a\x0bb", "a control character")],
)
def test_what_no_cell_holds_is_told_and_leaves_no_half_workbook(
    words: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    code = read_code(CORPUS)
    export = export_texts(code, translation_of(code, "2017", None), (Address((57,)),))
    units = (*export.units[:-1], replace(export.units[-1], target=words))
    with pytest.raises(LawkbError, match=told) as error:
        write_xlsx(replace(export, units=units))
    assert str(error.value).startswith(export.units[-1].name)
    del error  # which holds what was being written
    gc.collect()
    assert ignored == []
