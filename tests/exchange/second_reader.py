"""Translators' files read, edited and written by other programs: translate-toolkit, openpyxl."""

import csv
import io
from collections.abc import Mapping

from openpyxl import load_workbook
from translate.storage import tmx
from translate.storage.xliff import xlifffile
from translate.storage.xliff2 import Xliff2File

Edits = Mapping[str, str]  # new words to put before a translation, by the id of the text
_BASE = "{urn:oasis:names:tc:xliff:document:1.2}trans-unit"


def edit_xliff12(content: bytes, edits: Edits) -> bytes:
    store = xlifffile.parsestring(content)
    for unit in store.units:
        words = edits.get(unit.xmlelement.get("id"))
        if words:
            _put_before(unit, words)
    return bytes(store)


def edit_xliff21(content: bytes, edits: Edits) -> bytes:
    store = Xliff2File.parsestring(content)
    for unit in store.units:
        words = edits.get(unit.xmlelement.getparent().get("name"))
        if words:
            _put_before(unit, words)
    return bytes(store)


def edit_csv(content: bytes, edits: Edits) -> bytes:
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), delimiter=";")
    writer.writeheader()
    for row in rows:
        row["el"] = edits.get(row["id"], "") + row["el"]
        writer.writerow(row)
    return out.getvalue().encode()


def edit_xlsx(content: bytes, edits: Edits) -> bytes:
    book = load_workbook(io.BytesIO(content))
    sheet = book.active
    assert sheet is not None
    for name, _, target, *_ in sheet.iter_rows():
        if name.value in edits:
            target.value = f"{edits[str(name.value)]}{target.value or ''}"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def memory_units(content: bytes) -> dict[str, tuple[str, str]]:
    store = tmx.tmxfile.parsestring(content)
    return {unit.getid(): (unit.source, unit.target) for unit in store.units}


def _put_before(unit: "object", words: str) -> None:
    """Edit a target as a translator does: its codes stay between its words."""
    rich = unit.rich_target  # type: ignore[attr-defined]  # the toolkit has no types
    rich[0].sub.insert(0, words)
    unit.rich_target = rich  # type: ignore[attr-defined]
