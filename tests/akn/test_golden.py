"""One law by hand, with every form of the profile, against its file."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from lawkb.akn.laws import read_law
from lawkb.akn.validate import file_errors
from tests.akn.golden import LAW
from tests.akn.xml_files import law_xml
from tests.strategies import OUTLINE, SCHEME

FILE = Path(__file__).parents[1] / "cases/akn/law_47.xml"


def test_the_golden_law_is_written_as_its_file_byte_for_byte(accept: bool) -> None:
    if accept:
        FILE.write_bytes(law_xml(LAW, OUTLINE))
    assert law_xml(LAW, OUTLINE).decode() == FILE.read_text("utf-8")


def test_the_golden_file_is_read_as_its_law() -> None:
    assert read_law(FILE.read_bytes(), OUTLINE, FILE.name) == LAW


def test_the_golden_file_passes_both_schemas() -> None:
    assert file_errors(FILE.read_bytes()) == ()


def test_words_changed_by_hand_are_known_by_their_digest() -> None:
    """And those of a file without digests, such as earlier versions wrote, are read as they are."""
    changed = FILE.read_bytes().replace("πρώτο σκέλος".encode(), "δεύτερο σκέλος".encode())
    law = read_law(changed, OUTLINE, FILE.name)
    assert law.altered == (SCHEME.read("47E2(a)"),)
    assert b"sha256" in law_xml(law, OUTLINE)
    assert read_law(law_xml(law, OUTLINE), OUTLINE, FILE.name).altered == ()
    before = re.sub(rb' lk:sha256="[^"]*"', b"", changed)
    assert before != changed
    assert read_law(before, OUTLINE, FILE.name) == replace(law, altered=())
