"""Where notes, references and lists come to stand in a paragraph."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from lawkb.akn.eids_and_iris import AKN, FileContext, akn
from lawkb.akn.passages import list_spans, read_passage, write_passage
from lawkb.model.passage import Link, Mark, Note, Passage, Reference, Span
from tests.strategies import OUTLINE, SCHEME

HOME = FileContext(OUTLINE, "2017", 47, "law.xml")
TEXT = "see Laws 16C and 62C2, 49."


def _reference(start: int, end: int, within: Span | None = None) -> Reference:
    raw = TEXT[start:end]
    return Reference(start, end, raw, "absolute", SCHEME.read(raw), within=within)


_TWO = (_reference(9, 12, (4, 21)), _reference(17, 21, (4, 21)))
FORMS = {
    "a list holds its key word": (
        Passage(TEXT, references=_TWO),
        "see <mref>Laws <ref>16C</ref> and <ref>62C2</ref></mref>, 49.",
    ),
    "a note at the end of a reference or list stands after it": (
        Passage(TEXT, (Note(12, "1", ""), Note(21, "2", "")), _TWO),
        "see <mref>Laws <ref>16C</ref>{1} and <ref>62C2</ref></mref>{2}, 49.",
    ),
    "a note at the beginning of a reference or list stands before it": (
        Passage(TEXT, (Note(4, "1", ""), Note(9, "2", "")), _TWO),
        "see {1}<mref>Laws {2}<ref>16C</ref> and <ref>62C2</ref></mref>, 49.",
    ),
    "a note inside a reference stays inside": (
        Passage(TEXT, (Note(11, "1", ""),), _TWO),
        "see <mref>Laws <ref>16{1}C</ref> and <ref>62C2</ref></mref>, 49.",
    ),
    "notes in one place keep their order": (
        Passage(TEXT, (Note(0, "2", ""), Note(0, "1", ""), Note(26, "3", ""))),
        "{2}{1}see Laws 16C and 62C2, 49.{3}",
    ),
    "a list with a stranger in it is kept on its members": (
        Passage(TEXT, references=(_reference(9, 12, (4, 25)), _reference(17, 21))),
        "see Laws <ref>16C</ref> and <ref>62C2</ref>, 49.",
    ),
    "of two lists that overlap the second is kept on its members": (
        Passage(TEXT, references=(_reference(9, 12, (4, 16)), _reference(17, 21, (13, 25)))),
        "see <mref>Laws <ref>16C</ref> and</mref> <ref>62C2</ref>, 49.",
    ),
    "a list that its member lies outside of is kept on the member": (
        Passage(TEXT, references=(_reference(9, 12, (0, 3)),)),
        "see Laws <ref>16C</ref> and 62C2, 49.",
    ),
    "marks and links stand off, whatever they cross": (
        Passage(
            TEXT,
            references=_TWO,
            marks=(Mark("bold", 0, 11), Mark("italic", 10, 19)),
            links=(Link(11, 18, "page", "code:rule_16"),),
        ),
        "see <mref>Laws <ref>16C</ref> and <ref>62C2</ref></mref>, 49.",
    ),
    "a list beyond the text is kept on its members": (
        Passage(TEXT, references=(_reference(9, 12, (4, 99)),)),
        "see Laws <ref>16C</ref> and 62C2, 49.",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_passage_has_the_form(form: str) -> None:
    passage, expected = FORMS[form]
    p = etree.Element(akn("p"), {"eId": "p_1"}, nsmap={"a": AKN})
    write_passage(p, passage, HOME)
    assert _drawn(p) == expected
    assert read_passage(p, HOME) == passage


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://data.europa.eu/eli/dir/1995/46/art_5/oj", "ref"),
        ("/akn/gr/act/law/2019/4624~art_9", "ref"),
        (None, "inline"),
    ],
)
def test_a_provision_of_another_act_is_written_with_its_address_and_read_back(
    url: str | None, name: str
) -> None:
    cited = Reference(9, 12, "16C", "absolute", None, status="outside", act="TFEU", url=url)
    passage = Passage(TEXT, references=(cited,))
    p = etree.Element(akn("p"), {"eId": "p_1"}, nsmap={"a": AKN})
    write_passage(p, passage, HOME)
    assert (etree.QName(p[0]).localname, p[0].get("href")) == (name, url)
    assert read_passage(p, HOME) == passage


def test_only_plain_stretches_are_lists() -> None:
    assert list_spans(FORMS["a list holds its key word"][0]) == {(4, 21)}
    assert list_spans(FORMS["a list with a stranger in it is kept on its members"][0]) == set()


def _drawn(p: etree._Element) -> str:
    """The paragraph without attributes; a note is its marker in braces."""
    written = etree.tostring(p, encoding="unicode").replace("a:", "")
    written = re.sub(r'<authorialNote [^>]*marker="(\d)".*?</authorialNote>', r"{\1}", written)
    return re.sub(r"<(\w+) [^>]*>", r"<\1>", written).removeprefix("<p>").removesuffix("</p>")
