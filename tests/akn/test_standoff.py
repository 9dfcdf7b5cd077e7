"""How marks and links are written beside the words."""

from __future__ import annotations

import pytest
from hypothesis import given
from lxml import etree

from lawkb.akn.eids_and_iris import akn, lk
from lawkb.akn.passages import put_standoff, read_links, read_marks
from lawkb.model.passage import Link, Mark, Passage
from tests.strategies import passages

TEXT = "see Law 16C"
LINKS = {
    "a page and a place on it": (
        Link(4, 11, "page", "code:rule_16", "part_c"),
        "page 4 11 code:rule_16 part_c",
    ),
    "a place that is empty is not the same as none": (
        Link(4, 11, "page", "code:rule_16", ""),
        "page 4 11 code:rule_16 ",
    ),
    "a URL is written as it is, but for blanks, ; and \\": (
        Link(4, 11, "external", "http://example.org/?a=ά&b=%20;c d\\e"),
        r"external 4 11 http://example.org/?a=ά&b=%20\u003bc\u0020d\u005ce",
    ),
    "what XML cannot hold, and what it would fold": (
        Link(4, 11, "windows", "\0\ud800\uffff\n\t\u2028\x85"),
        r"windows 4 11 \u0000\ud800\uffff\u000a\u0009\u2028\u0085",
    ),
    "an escape as written by a stranger": (
        Link(4, 11, "interwiki", r"wp>\u0041"),
        r"interwiki 4 11 wp>\u005cu0041",
    ),
    "no target": (Link(4, 11, "page", ""), "page 4 11 "),
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_has_the_form(name: str) -> None:
    link, written = LINKS[name]
    p = etree.Element(akn("p"))
    put_standoff(p, Passage(TEXT, links=(link,)))
    assert p.get(lk("links")) == written
    assert read_links(p) == (link,)


def test_marks_are_a_list_in_their_order() -> None:
    marks = (Mark("bold", 0, 11), Mark("italic", 4, 7), Mark("bold", 0, 11))
    p = etree.Element(akn("p"))
    put_standoff(p, Passage(TEXT, marks=marks))
    assert p.get(lk("marks")) == "bold 0 11; italic 4 7; bold 0 11"
    assert read_marks(p) == marks


@given(passages())
def test_marks_and_links_outlive_the_file(passage: Passage) -> None:
    p = etree.Element(akn("p"))
    put_standoff(p, passage)
    again = etree.fromstring(etree.tostring(p))
    assert (read_marks(again), read_links(again)) == (passage.marks, passage.links)
