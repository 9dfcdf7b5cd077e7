"""Companions in XML: valid, read back as they were, and never taken for laws."""

import pytest
from hypothesis import HealthCheck, given, settings
from lxml import etree

from lawkb.akn.audit import audit
from lawkb.akn.beside_laws import read_companion
from lawkb.akn.laws import read_law
from lawkb.akn.validate import file_errors
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.companion import Companion, Section
from lawkb.model.law import Law, Origin
from lawkb.model.passage import Passage, Reference
from tests.akn.xml_files import companion_xml, law_xml
from tests.companion_strategies import companions
from tests.profiles import of_profile
from tests.strategies import OUTLINE, SCHEME, laws

_WHOLE = settings(
    max_examples=of_profile(0.6),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@_WHOLE
@given(companions())
def test_a_companion_that_is_written_is_read_back_as_it_was(companion: Companion) -> None:
    content = companion_xml(companion, OUTLINE)
    assert read_companion(content, OUTLINE, "companion.xml") == companion


@_WHOLE
@given(companions())
def test_every_companion_is_of_the_profile_and_of_the_official_schema(companion: Companion) -> None:
    content = companion_xml(companion, OUTLINE)
    assert file_errors(content) == ()


@_WHOLE
@given(companions())
def test_the_ids_of_a_companion_are_those_of_its_sections(companion: Companion) -> None:
    root = etree.fromstring(companion_xml(companion, OUTLINE))
    ids = [eid for element in root.iter() if (eid := element.get("eId"))]
    assert len(ids) == len(set(ids))
    assert all(eid.isascii() for eid in ids)
    own = [own for own, _ in companion.sections()]
    assert [eid for eid in ids if eid in set(own)] == own


@settings(max_examples=of_profile(0.05), suppress_health_check=[HealthCheck.too_slow])
@given(companions(), laws())
def test_a_companion_is_no_law_and_a_law_is_no_companion(companion: Companion, law: Law) -> None:
    with pytest.raises(LawkbError, match="this is a text beside the laws"):
        read_law(companion_xml(companion, OUTLINE), OUTLINE, "law_1.xml")
    with pytest.raises(LawkbError, match="this is a law"):
        read_companion(law_xml(law, OUTLINE), OUTLINE, "definitions.xml")


def test_the_audit_sees_what_a_companion_cites() -> None:
    cited = Reference(4, 7, "16C", "absolute", SCHEME.read("16C"), status="held")
    entry = Section("entry", "", Passage("Lapse"), (Passage("see 16C", references=(cited,)),))
    origin = Origin("wiki", "definitions", "0" * 64)
    held = Companion("definitions", "definitions", "2017", "en", None, None, (entry,), origin)
    code = Code(OUTLINE, {}, {("2017", "en", "definitions"): held})
    what = "'16C' has the status held, but its target is not in the code"
    assert audit(code) == (f"2017/en/definitions: {what}",)
