"""The three layers: what each of them sees, and that each says it in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import lxml
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import lawkb
from lawkb.akn.audit import audit
from lawkb.akn.validate import file_errors, profile_errors
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code, Organization, Outline
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Link, Mark, Note, Passage, Reference, Table
from tests.akn.golden import LAW
from tests.akn.xml_files import law_xml
from tests.strategies import OUTLINE, SCHEME

GOLDEN = law_xml(LAW, OUTLINE)


def test_the_official_schema_is_the_strict_one() -> None:
    twice = GOLDEN.replace(b'eId="rule_47__para_F"', b'eId="rule_47__para_E"', 1)
    assert profile_errors(twice) == ()
    errors = file_errors(twice)
    assert errors
    assert "rule_47__para_E" in errors[0]


def test_the_official_schema_is_not_asked_when_nothing_ships_it(tmp_path: Path) -> None:
    for package in (lxml, msgspec, lawkb):
        (tmp_path / package.__name__).symlink_to(Path(package.__path__[0]))
    twice = GOLDEN.replace(b'eId="rule_47__para_F"', b'eId="rule_47__para_E"', 1)
    (tmp_path / "twice.xml").write_bytes(twice)
    read = "file_errors(open('twice.xml', 'rb').read())"
    program = f"from lawkb.akn.validate import file_errors; print({read})"
    command = [sys.executable, "-S", "-c", program]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout == "()\n"


def test_both_schemas_tell_of_a_file_that_is_not_xml() -> None:
    assert profile_errors(b"Law 47") == file_errors(b"Law 47")
    assert profile_errors(b"Law 47")[0].startswith("1: this is not XML")


def test_the_profile_tells_every_fault_of_a_file_with_its_line() -> None:
    damaged = GOLDEN.replace(b'<inline eId="', b'<inline id="').replace(b"<num/>", b"<b/>", 1)
    assert profile_errors(damaged) == (
        "57: <b> is not allowed in <rule>",
        "107: <inline> lacks eId",
        "107: <inline> may not have id",
    )


def test_a_sound_code_has_nothing_to_report() -> None:
    assert (
        audit(Code(OUTLINE, {("2017", "el", 47): LAW, ("2017", "en", 47): _in_english(LAW)})) == ()
    )


def test_a_provision_that_stands_twice_is_reported() -> None:
    assert _of(_provision("47E"), _provision("47E")) == (
        "2017/el/law_47 47E: occurs 2 times in the law",
    )


def test_a_provision_in_the_wrong_place_is_reported() -> None:
    inner = replace(_provision("47E"), body=(_provision("47F1"),))
    assert _of(inner) == ("2017/el/law_47 47E: contains 47F1, which is no part of it",)


def test_an_ordinal_that_no_id_can_write_is_reported() -> None:
    assert _of(Provision(Address((47, 0, 0, 0, 40)), "(xl)")) == (
        "2017/el/law_47 (47, 0, 0, 0, 40): the id rule_47__indent_xl does not name it",
    )


@given(st.lists(st.integers(0, 10_001) | st.integers(0, 40), max_size=5), st.integers(1, 10_001))
def test_an_id_is_reported_if_and_only_if_it_does_not_lead_back(above: list[int], n: int) -> None:
    address = Address((47, *above, n))
    try:
        leads_back = SCHEME.address_of_eid(SCHEME.eid(address)) == address
    except LawkbError:
        leads_back = False
    said = "".join(_of(Provision(address, "")))
    assert ("does not name it" in said) == (not leads_back)


def test_a_held_target_that_is_not_in_the_code_is_reported() -> None:
    passage = Passage(
        "βλέπε 16Γ",
        references=(Reference(6, 9, "16Γ", "absolute", SCHEME.read("16C"), status="held"),),
    )
    said = ("2017/el/law_47 47E: '16Γ' has the status held, but its target is not in the code",)
    assert _of(_provision("47E", passage)) == said
    in_a_note = Passage("Κείμενο.", (Note(8, "1", passage.text, passage.references),))
    assert _of(_provision("47E", in_a_note)) == said


def test_a_held_target_may_be_held_in_another_language() -> None:
    target = Reference(0, 2, "16", "absolute", SCHEME.read("16"), status="held")
    citing = _law(_provision("47E", Passage("16", references=(target,))))
    held = replace(_law(), language="en", root=_provision("16"))
    assert audit(Code(OUTLINE, {("2017", "el", 47): citing, ("2017", "en", 16): held})) == ()


def test_references_that_are_not_where_they_say_are_reported() -> None:
    one = Reference(0, 3, "16Γ", "absolute", None)
    passage = Passage("16Δ 16Γ", references=(one, replace(one, start=2, end=5)))
    assert _of(_provision("47E", passage)) == (
        "2017/el/law_47 47E: the text at 0 is '16Δ', not '16Γ'",
        "2017/el/law_47 47E: the text at 2 is 'Δ 1', not '16Γ'",
        "2017/el/law_47 47E: '16Γ' and '16Γ' overlap",
    )


def test_a_note_outside_its_text_is_reported() -> None:
    assert _of(_provision("47E", Passage("κείμενο", (Note(8, "1", "α"),)))) == (
        "2017/el/law_47 47E: the mark of note 1 is at 8, outside its text of 7",
    )


def test_marks_and_links_that_do_not_fit_their_text_are_reported_in_a_cell_too() -> None:
    link = Link(0, 2, "page", "code:rule_07")
    passage = Passage("αβγ", marks=(Mark("bold", 1, 4),), links=(link, replace(link, start=1)))
    said = (
        "2017/el/law_47 47E: bold from 1 to 4 is no part of a text of 3",
        "2017/el/law_47 47E: the links at 0 and 1 overlap or are not in order",
    )
    assert _of(_provision("47E", passage)) == said
    assert _of(_provision("47E", Table(((Cell(passage),),)))) == said


def test_a_provision_that_one_language_lacks_is_reported_once() -> None:
    english = replace(_law(), language="en")
    code = Code(OUTLINE, {("2017", "el", 47): _law(_provision("47E")), ("2017", "en", 47): english})
    assert audit(code) == ("2017/en/law_47 47E: not in this language, but in el",)


@pytest.mark.parametrize(
    "outline",
    [
        replace(OUTLINE, id="Νόμοι"),
        replace(OUTLINE, organizations=(Organization("Νόμοι", "Greek letters in an eId"),)),
    ],
    ids=["code", "organization"],
)
def test_an_id_of_the_outline_that_is_not_ascii_is_reported(outline: Outline) -> None:
    assert audit(Code(outline, {})) == (
        "corpus.toml: the id 'Νόμοι' has characters other than A-Z, a-z, 0-9, - and _",
    )


@pytest.mark.parametrize(
    ("said", "passage"),
    [
        ("empty passage", Passage("")),
        ("2 is not an offset", Passage("α", (Note(2, "1", ""),))),
        ("-1 is not an offset", Passage("α", (Note(-1, "1", ""),))),
        ("not in order", Passage("αβ", (Note(2, "1", ""), Note(1, "2", "")))),
        ("is empty", Passage("αβ", references=(Reference(1, 1, "", "self", None),))),
        ("3 is not an offset", Passage("αβ", references=(Reference(1, 3, "β", "self", None),))),
        ("not in order", Passage("αβ", references=(Reference(0, 2, "αβ", "self", None),) * 2)),
        ("no part of a text", Passage("αβ", marks=(Mark("bold", 1, 1),))),
        ("no part of a text", Passage("αβ", links=(Link(1, 3, "page", "a"),))),
        ("are not in order", Passage("αβ", links=(Link(0, 2, "page", "a"),) * 2)),
        ("a table without rows", Table(())),
        ("colspan of 0", Table(((Cell(None, columns=0),),))),
        ("rowspan of 1000000000", Table(((Cell(None, rows=1_000_000_000),),))),
        ("empty passage", Table(((Cell(Passage("")),),))),
    ],
)
def test_text_that_cannot_be_read_back_is_not_written(said: str, passage: Passage | Table) -> None:
    with pytest.raises(ValueError, match=said):
        law_xml(_law(_provision("47E", passage)), OUTLINE)


def test_an_address_below_the_scheme_is_not_written() -> None:
    with pytest.raises(ValueError, match="does not fit the scheme"):
        law_xml(_law(Provision(Address((47, 1, 1, 1, 1, 1)), "")), OUTLINE)


def _provision(written: str, *body: Passage | Table) -> Provision:
    return Provision(SCHEME.read(written), "", body=body)


def _law(*children: Provision) -> Law:
    root = Provision(Address((47,)), "", body=children)
    return Law("2017", "el", root, Origin("wiki", "law_47", "0" * 64))


def _in_english(law: Law) -> Law:
    return replace(law, language="en")


def _of(*children: Provision) -> tuple[str, ...]:
    return audit(Code(OUTLINE, {("2017", "el", 47): _law(*children)}))
