"""One law by hand, with every form of the profile, against its file."""

from __future__ import annotations

from pathlib import Path

from lawkb.akn.laws import read_law
from lawkb.akn.validate import file_errors
from tests.akn.golden import LAW
from tests.akn.xml_files import law_xml
from tests.strategies import OUTLINE

FILE = Path(__file__).parents[1] / "cases/akn/law_47.xml"


def test_the_golden_law_is_written_as_its_file_byte_for_byte(accept: bool) -> None:
    if accept:
        FILE.write_bytes(law_xml(LAW, OUTLINE))
    assert law_xml(LAW, OUTLINE).decode() == FILE.read_text("utf-8")


def test_the_golden_file_is_read_as_its_law() -> None:
    assert read_law(FILE.read_bytes(), OUTLINE, FILE.name) == LAW


def test_the_golden_file_passes_both_schemas() -> None:
    assert file_errors(FILE.read_bytes()) == ()
