"""A repealed provision: its status in the text, and the event of its repeal in the metadata."""

from __future__ import annotations

import pytest
from lxml import etree
from msgspec.structs import replace

from lawkb.akn.eids_and_iris import akn
from lawkb.akn.laws import read_law, xml_bytes
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.law import Law, Origin, Provision, Repeal
from lawkb.model.passage import Passage
from tests.akn.xml_files import law_xml
from tests.strategies import OUTLINE

GONE = Provision(Address((47, 2)), "B.", heading=Passage("(deleted)"), repealed=Repeal())
BY_AN_EDITOR = Repeal(
    "2024-03-01", "Resolution 3", "https://example.org/3", reason="voted", author="Vera"
)
ROOT = Provision(Address((47,)), "Law 47", body=(GONE,))
LAW = Law("2017", "en", ROOT, Origin("hand", "law_47", "0" * 64))


def _events(law: Law) -> list[tuple[str | None, ...]]:
    tree = etree.fromstring(law_xml(law, OUTLINE))
    return [(e.get("type"), e.get("date"), e.get("href")) for e in tree.iter(akn("eventRef"))]


def test_a_repeal_without_a_known_date_has_that_of_the_expression_marked_as_inferred() -> None:
    assert _events(LAW) == [("repeal", OUTLINE.expression("2017", "en").date, None)]
    assert b'lk:inferred="date"' in law_xml(LAW, OUTLINE)


def test_an_editor_s_repeal_has_its_date_and_the_link_of_what_repealed_it() -> None:
    law = replace(LAW, root=ROOT.with_provision(replace(GONE, repealed=BY_AN_EDITOR)))
    assert _events(law) == [("repeal", "2024-03-01", "https://example.org/3")]
    assert b"lk:inferred" not in law_xml(law, OUTLINE)


@pytest.mark.parametrize("taken", ["lifecycle", "status"])
def test_a_file_with_a_status_or_an_event_alone_is_refused(taken: str) -> None:
    tree = etree.fromstring(law_xml(LAW, OUTLINE))
    if taken == "status":
        next(tree.iter(akn("paragraph"))).attrib.pop("status")
    else:
        meta = next(tree.iter(akn("meta")))
        meta.remove(next(meta.iter(akn("lifecycle"))))
    with pytest.raises(LawkbError, match="rule_47__para_B"):
        read_law(xml_bytes(tree), OUTLINE, "law.xml")
