"""Translators' files that were damaged on their way: read, or refused in three lines."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import strategies as st

from lawkb.corpus.decision_files import DecisionReason
from lawkb.errors import LawkbError
from lawkb.exchange.formats.all_formats import open_pairs, open_rows, read_file_languages
from lawkb.exchange.formats.csv_text import write_csv
from lawkb.exchange.formats.tmx import write_tmx
from lawkb.exchange.formats.xliff import write_xliff12, write_xliff21
from lawkb.exchange.formats.xlsx import write_xlsx
from lawkb.exchange.translation_import import merge_rows
from tests.corpus_files import bridge_code, greek_texts
from tests.slow.fuzz.budget import fuzz
from tests.slow.fuzz.test_parsers import edited

CAUSE = DecisionReason("damaged", "lawkb", "2026-01-01", "a file")
SIGNS: tuple[str, ...] = (
    "<",
    ">",
    "&",
    "<target>",
    "</target>",
    "<x/>",
    '"',
    "'",
    ";",
    ",",
    "\n",
    "\x00",
    "]]>",
)
SIGNS += ("<cp hex='7'/>", "<cp hex='zzz'/>", "<pc>", "<mrk>", "&#7;", "&#x110000;", "state='x'")
SHEET = "xl/worksheets/sheet1.xml"


def read_whole(content: bytes) -> None:
    """Read a file as every command does; whatever is in it, nothing but our errors comes up."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "file")
        file.write_bytes(content)
        try:
            read_file_languages(file)
            with open_pairs(file, "en", "el") as pairs:
                assert all(pair.id for pair in pairs)
            with open_rows(file, ["en"], ["el"]) as rows:
                read = list(rows)
            merge = merge_rows(bridge_code(), {}, read, CAUSE)
        except LawkbError as error:
            assert len(str(error).split("\n")) == 3
        else:
            assert [each.line for each in merge.rows] == [row.line for row in read]
            assert sum(merge.counts.values()) == len(read)


@pytest.mark.parametrize("write", [write_xliff12, write_xliff21, write_tmx, write_csv])
def test_a_damaged_text_file(write: object) -> None:
    content: bytes = write(greek_texts(57))  # type: ignore[operator]  # one of four
    cut = st.integers(0, len(content)).map(lambda end: content[:end])
    assert fuzz(read_whole, edited(content, *SIGNS) | cut)


PO = b"""# A licence
msgid ""
msgstr ""
"Language: el\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#, fuzzy
msgctxt "menu"
msgid "A card"
msgstr "\\"A\\" \\n"

msgid "%d card"
msgid_plural "%d cards"
msgstr[0] "a"
msgstr[1] "b"

#~ msgid "old"
#~ msgstr "old"
"""
PO_SIGNS = (
    *("msgid ", "msgid_plural ", "msgstr ", "msgstr[", "msgctxt ", "#~ ", "#| ", "#, fuzzy\n"),
    *("nplurals=99999999999", "nplurals=x", "charset=none", "Language: ", "\n", '"', "\\", "\xff"),
)


def test_a_damaged_po_file() -> None:
    cut = st.integers(0, len(PO)).map(lambda end: PO[:end])
    assert fuzz(read_whole, edited(PO, *PO_SIGNS) | cut)


def test_a_damaged_workbook() -> None:
    content = write_xlsx(greek_texts(57))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}

    def packed(sheet: bytes) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, member in members.items():
                archive.writestr(name, sheet if name == SHEET else member)
        return out.getvalue()

    inner = edited(members[SHEET], *SIGNS, "<v>99999</v>", 't="s"', 't="n"', 'r="ZZZ1"').map(packed)
    assert fuzz(read_whole, edited(content, "PK", "\x00") | inner)
