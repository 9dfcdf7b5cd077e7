"""Bilingual files as other programs write them, and files that are none."""

import codecs
import csv
import io
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import open_pairs, read_file_languages
from lawkb.exchange.formats.csv_text import read_delimited
from tests.corpus_files import CASES

FOREIGN = tomllib.loads((CASES / "bilingual.toml").read_text(encoding="utf-8"))["cases"]


def _pairs(file: Path) -> list[list[str]]:
    with open_pairs(file, "en", "el") as pairs:
        return [[pair.id, pair.source, pair.target] for pair in pairs]


@pytest.mark.parametrize("case", FOREIGN, ids=lambda case: case["why"])
def test_files_of_other_programs_are_read(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / case["name"]
    file.write_bytes(case["content"].encode(case.get("encoding", "utf-8")))
    assert list(read_file_languages(file)) == case["languages"]
    assert _pairs(file) == case["pairs"]


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), max_size=12)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=6), st.sampled_from("\t;,"))
def test_what_a_spreadsheet_writes_is_read_as_it_was(
    rows: list[tuple[str, str, str]], delimiter: str
) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows([("id", "en", "el"), *rows])
    read = read_delimited(io.BytesIO(text.getvalue().encode()), "some")
    assert [tuple(row) for _, row in read] == [("id", "en", "el"), *rows]


@given(st.text(st.sampled_from('"a\t\n;'), max_size=60))
def test_tabs_and_quotation_marks_in_any_order_lose_no_letter(text: str) -> None:
    read = read_delimited(io.BytesIO(f"id\ten\tel\n{text}".encode()), "some")
    cells = "".join("".join(row) for number, row in read if number > 1)
    assert cells.count("a") == text.count("a")


def test_the_sheet_with_the_ids_is_read_and_not_the_one_before_it(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.create_sheet("read me", 0).append(["Please translate the other sheet"])
    sheet = book.create_sheet("texts")
    sheet.append(["id", "en", "el"])
    sheet.append(["T1", "A card.", "=Ένα φύλλο."])
    file = tmp_path / "some.xlsx"
    book.save(file)
    assert read_file_languages(file) == ("en", "el")
    assert _pairs(file) == [["T1", "A card.", "=Ένα φύλλο."]]


def _docx(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("word/document.xml", "<w/>")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'msgid "A card."\nmsgid "A hand."\nmsgstr ""\n', "not PO: missing msgstr"),
        (b'msgid "A card."\nmsgstr[x] ""\n', "not PO"),
        (b'msgid "A"\nmsgstr "\xff"\n', "not PO"),
        (b'msgid ""\nmsgstr "Content-Type: text/plain; charset=none\\n"\nmsgid "A"\n', "not PO"),
        (b"", "there is nothing in it"),
        (b"\n \n", "there is nothing in it"),
        (b"<html><body/></html>", "XML that begins with <html>"),
        ("id;en;el\n1;A;Ένα".encode("cp1253"), "neither UTF-8 nor UTF-16 text"),
        (codecs.BOM_UTF16_LE + b"\x00", "neither UTF-8 nor UTF-16 text"),
        (b"one column\n", "the first line does not name the columns"),
        (_docx, "not a workbook"),
    ],
)
def test_what_is_no_bilingual_file_is_told(content: Any, told: str, tmp_path: Path) -> None:
    file = tmp_path / "some"
    if callable(content):
        content(file)
    else:
        file.write_bytes(content)
    with pytest.raises(LawkbError) as raised:
        read_file_languages(file)
        _pairs(file)
    assert told in raised.value.what
