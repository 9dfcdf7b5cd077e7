"""The grammar keeps to what libxml2 makes automata of, and what it leaves open is checked beside.

Where it does not, the work on a file grows with the square of its children: a paragraph of 40,000
notes, a page of a stranger, took 18 seconds; it takes 0.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from lawkb.akn.validate import file_errors, profile_errors, profile_text, written_errors
from lawkb.model.address import Address
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Cell, Note, Passage, Reference, Table
from tests.akn.golden import LAW
from tests.akn.xml_files import law_xml
from tests.strategies import OUTLINE, SCHEME

RNG = "{http://relaxng.org/ns/structure/1.0}"
GRAMMAR = etree.fromstring(profile_text(), etree.XMLParser(remove_comments=True))
DEFINES = {str(each.get("name")): each for each in GRAMMAR.iter(f"{RNG}define")}
MANY = 200


def parts(pattern: etree._Element) -> Iterator[etree._Element]:
    """Attributes, elements and text of a pattern, those of its references too, none from inside."""
    for part in pattern:
        what = etree.QName(part).localname
        if what in ("attribute", "element", "text"):
            yield part
        elif what == "ref":
            yield from parts(DEFINES[str(part.get("name"))])
        else:
            yield from parts(part)


@pytest.mark.parametrize("name", DEFINES)
def test_a_define_has_attributes_or_content_but_not_both(name: str) -> None:
    kinds = {etree.QName(part).localname for part in parts(DEFINES[name])}
    assert not ("attribute" in kinds and kinds & {"element", "text"})


def test_no_element_may_hold_two_kinds_of_element_of_one_name() -> None:
    for element in GRAMMAR.iter(f"{RNG}element"):
        children = {part for part in parts(element) if part.tag == f"{RNG}element"}
        names = Counter(child.get("name") for child in children)
        assert not [name for name, kinds in names.items() if kinds > 1], element.get("name")


def test_the_interleave_that_libxml2_walks_child_by_child_is_not_used() -> None:
    assert not list(GRAMMAR.iter(f"{RNG}interleave", f"{RNG}mixed", f"{RNG}list"))


def _law(*body: Passage | Table) -> bytes:
    root = Provision(Address((47,)), "", body=body)
    return law_xml(Law("2017", "el", root, Origin("wiki", "law_47", "0" * 64)), OUTLINE)


def _cited(count: int) -> Passage:
    target = SCHEME.read("16C")
    references = (
        Reference(4 * n, 4 * n + 3, "16Γ", "absolute", target, status="held") for n in range(count)
    )
    return Passage("16Γ " * count, references=tuple(references))


LONG = {
    "references": _law(_cited(MANY)),
    "notes": _law(Passage("α" * MANY, tuple(Note(n, "1", "β") for n in range(MANY)))),
    "paragraphs": _law(*(Passage("α") for _ in range(MANY))),
    "rows": _law(Table(tuple((Cell(Passage("α")),) for _ in range(MANY)))),
    "cells": _law(Table((tuple(Cell(Passage("α")) for _ in range(MANY)),))),
}
# What is done to one element, and what is then said of it.
FAULTS = {
    "an id with a Greek letter": "eId",
    "no id": "eId",
    "an attribute nobody knows": "may not have",
    "an element nobody knows": "is not allowed in",
}


def _damaged(element: etree._Element, fault: str) -> None:
    if fault == "an id with a Greek letter":
        element.set("eId", "rule_47__para_Ε")
    elif fault == "no id":
        del element.attrib["eId"]
    elif fault == "an attribute nobody knows":
        element.set("onclick", "x")
    else:
        element.tag = "{urn:other}script"


@given(st.sampled_from(sorted(LONG)), st.sampled_from(sorted(FAULTS)), st.integers(0, MANY - 1))
def test_a_fault_planted_anywhere_in_a_long_run_is_found_with_its_line(
    run: str, fault: str, place: int
) -> None:
    assert file_errors(LONG[run]) == written_errors(etree.fromstring(LONG[run]), LONG[run]) == ()
    root = etree.fromstring(LONG[run])
    child = max(root.iter(etree.Element), key=len)[place]
    line = child.sourceline
    _damaged(child, fault)
    content = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
    (found,) = profile_errors(content)
    assert found.startswith(f"{line}: ")
    assert FAULTS[fault] in found
    assert written_errors(root, content) == (found,)


@given(st.sampled_from(["paragraphs", "rows", "cells"]), st.integers(0, MANY - 1))
def test_words_between_elements_of_the_structure_are_refused_wherever_they_stand(
    run: str, place: int
) -> None:
    root = etree.fromstring(LONG[run])
    max(root.iter(etree.Element), key=len)[place].tail = "words"
    assert profile_errors(etree.tostring(root))


def test_a_file_of_either_kind_of_fault_says_what_the_profile_says_first() -> None:
    content = law_xml(LAW, OUTLINE)
    twice = content.replace(b'eId="rule_47__para_F"', b'eId="rule_47__para_E"', 1)
    assert profile_errors(twice) == ()
    assert "rule_47__para_E" in file_errors(twice)[0]
    greek = twice.replace(b'eId="rule_47__para_E"', 'eId="rule_47__para_Ε"'.encode(), 1)
    assert file_errors(greek) == profile_errors(greek) != ()
