"""Promises 2 and 3: what is written is valid, is read back as it was, under the same ids."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from lxml import etree
from msgspec.structs import replace

from lawkb.akn.eids_and_iris import akn
from lawkb.akn.laws import law_tree, read_law
from lawkb.akn.validate import file_errors
from lawkb.model.address import LEVEL_ELEMENTS
from lawkb.model.law import Law
from tests.akn.xml_files import law_xml
from tests.profiles import of_profile
from tests.strategies import OUTLINE, laws

# Whole laws take long to draw; their size is the point.
_WHOLE_LAWS = settings(
    max_examples=of_profile(0.6),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@_WHOLE_LAWS
@given(laws())
def test_a_law_that_is_written_is_read_back_as_it_was(law: Law) -> None:
    assert read_law(law_xml(law, OUTLINE), OUTLINE, "law.xml") == law


@_WHOLE_LAWS
@given(laws())
def test_every_written_file_is_of_the_profile_and_of_the_official_schema(law: Law) -> None:
    content = law_xml(law, OUTLINE)
    assert file_errors(content) == ()


@_WHOLE_LAWS
@given(laws())
def test_the_elements_that_are_validated_are_those_of_the_file(law: Law) -> None:
    file = etree.fromstring(law_xml(law, OUTLINE))
    assert etree.tostring(law_tree(law, OUTLINE), method="c14n") == etree.tostring(
        file, method="c14n"
    )


@_WHOLE_LAWS
@given(laws(expression=("2017", "en")))
def test_a_provision_has_one_id_in_every_language_and_edition_and_it_is_ascii(law: Law) -> None:
    expected = [OUTLINE.scheme.eid(provision.address) for provision in law.provisions()]
    assert all(eid.isascii() for eid in expected)
    for edition, language in (("2017", "en"), ("2017", "el"), ("2007", "it")):
        there = replace(law, edition=edition, language=language)
        assert _provision_ids(law_xml(there, OUTLINE)) == expected


@_WHOLE_LAWS
@given(laws())
def test_writing_is_repeatable_and_ids_do_not_repeat(law: Law) -> None:
    content = law_xml(law, OUTLINE)
    assert law_xml(law, OUTLINE) == content
    ids = [eid for element in etree.fromstring(content).iter() if (eid := element.get("eId"))]
    assert len(ids) == len(set(ids))
    assert all(eid.isascii() for eid in ids)


def _provision_ids(content: bytes) -> list[str]:
    tags = [akn(name) for name in LEVEL_ELEMENTS]
    return [str(element.get("eId")) for element in etree.fromstring(content).iter(*tags)]
