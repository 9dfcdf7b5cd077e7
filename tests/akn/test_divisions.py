"""Divisions in XML: valid, read back as they were, with ids that are the same in every language."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.akn.audit import audit
from lawkb.akn.beside_laws import divisions_tree, read_divisions
from lawkb.akn.laws import read_law, xml_bytes
from lawkb.akn.validate import file_errors
from lawkb.errors import LawkbError
from lawkb.model.address import DIVISION_PREFIXES
from lawkb.model.code import Code
from lawkb.model.division import (
    Division,
    DivisionPath,
    Divisions,
    division_eid,
    division_of_eid,
    nested,
    union_of,
)
from lawkb.model.law import Origin
from tests.akn.xml_files import law_xml
from tests.profiles import of_profile
from tests.strategies import OUTLINE, laws, passages

_WHOLE = settings(
    max_examples=of_profile(0.6),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
KINDS = st.sampled_from([*DIVISION_PREFIXES])
PATHS = st.lists(st.tuples(KINDS, st.integers(1, 9999)), min_size=1, max_size=4).map(tuple)
ORIGIN = Origin("wiki", "act", "0" * 64)


@st.composite
def divisions(draw: st.DrawFn) -> Divisions:
    """Divisions of any shape; the laws are numbered through."""
    count = 0

    def some(above: DivisionPath) -> tuple[Division, ...]:
        nonlocal count
        found = []
        kind = draw(KINDS)
        for n in range(1, draw(st.integers(0 if above else 1, 3)) + 1):
            path = (*above, (kind, n))
            own = draw(st.integers(0, 2))
            numbers = tuple(range(count + 1, count + own + 1))
            count += own
            inner = some(path) if len(path) < 3 else ()
            heading = draw(st.none() | passages())
            num = draw(st.sampled_from(["CHAPTER I", "ΜΕΡΟΣ ΠΡΩΤΟ", ""]))
            lines = draw(st.none() | st.just((3, 4)))
            found.append(Division(path, num, heading, numbers, inner, lines))
        return tuple(found)

    return Divisions("2017", draw(st.sampled_from(["en", "el"])), some(()), ORIGIN)


@_WHOLE
@given(divisions())
def test_divisions_that_are_written_are_read_back_as_they_were(given: Divisions) -> None:
    content = xml_bytes(divisions_tree(given, OUTLINE))
    assert read_divisions(content, OUTLINE, "divisions.xml") == given
    assert file_errors(content) == ()


@given(PATHS)
def test_the_id_of_a_division_is_read_as_its_address(path: DivisionPath) -> None:
    eid = division_eid(path)
    assert eid.isascii()
    assert division_of_eid(eid) == path


@pytest.mark.parametrize("eid", ["", "chp", "chp_0", "chapter_1", "chp_1_2", "rule_1", "chp_01"])
def test_what_is_no_id_of_a_division_is_refused(eid: str) -> None:
    with pytest.raises(LawkbError, match="names no division"):
        division_of_eid(eid)


@_WHOLE
@given(divisions())
def test_divisions_one_inside_the_other_are_the_same_after_they_were_listed(
    given: Divisions,
) -> None:
    assert nested(replace(each, divisions=()) for each in given.walk()) == given.divisions


@settings(max_examples=of_profile(0.05), suppress_health_check=[HealthCheck.too_slow])
@given(divisions(), laws())
def test_divisions_are_no_law(given: Divisions, law: object) -> None:
    with pytest.raises(LawkbError, match="this is a file of divisions, not a law"):
        read_law(xml_bytes(divisions_tree(given, OUTLINE)), OUTLINE, "law_1.xml")
    with pytest.raises(LawkbError, match="this is a law, not a file of divisions"):
        read_divisions(law_xml(law, OUTLINE), OUTLINE, "divisions.xml")  # type: ignore[arg-type]


def chapter(n: int, *numbers: int) -> Division:
    return Division((("chapter", n),), f"CHAPTER {n}", None, numbers)


def test_the_audit_names_divisions_that_a_language_lacks() -> None:
    english = Divisions("2017", "en", (chapter(1), chapter(2)), ORIGIN)
    greek = Divisions("2017", "el", (chapter(1),), ORIGIN)
    code = Code(OUTLINE, {}, divisions={("2017", "en"): english, ("2017", "el"): greek})
    assert audit(code) == ("2017/el/divisions chp_2: not in this language, but in another",)


def test_divisions_of_two_pages_are_joined() -> None:
    first = Divisions("2017", "en", (chapter(2, 3), chapter(1, 1, 2)), ORIGIN)
    second = Divisions("2017", "en", (chapter(3, 5), chapter(2, 4)), ORIGIN)
    joined = union_of([first, second])
    assert [(each.path[-1][1], each.laws) for each in joined] == [
        (1, (1, 2)),
        (2, (3, 4)),
        (3, (5,)),
    ]
