"""Headings of divisions between the laws of a page, and tables of contents."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.model.code import Expression, Outline
from lawkb.model.division import DivisionLevel, division_eid
from lawkb.model.language import read_language
from lawkb.model.page import Page
from lawkb.model.source import PageKind, PageRule
from lawkb.model.text_encoding import decode_page
from lawkb.parse.read_page import PageReading, read_law_page
from tests.corpus_files import CASES, bridge_outline, bridge_wiki
from tests.parse.test_promises import LINES

SEVERAL = tomllib.loads((CASES / "divisions.toml").read_text(encoding="utf-8"))["case"]
WORDS = {"en": {"law": "article"}, "el": {"νόμος": "άρθρο", "νόμου": "άρθρου"}}


def outline_of(language: str, kinds: list[str]) -> Outline:
    """A code with these kinds of divisions, with the words that lawkb has for them."""
    table = read_language(language).tables["divisions"]
    levels = tuple(DivisionLevel(kind, {language: tuple(table[kind])}) for kind in kinds)
    words = {language: WORDS[language]} if language in WORDS else {}
    own = Expression("2017", language, "2017-01-01", "wbf", "A notice.")
    return replace(bridge_outline(), divisions=levels, law_words=words, expressions=(own,))


def read(text: str, language: str, outline: Outline, kind: PageKind = "laws") -> PageReading:
    rule = PageRule("act", "2017", (language,), kind)
    page = Page("wiki", "act", "act.txt", text.encode(errors="replace"))
    return read_law_page(page, rule, bridge_wiki(), outline)


def shown(reading: PageReading) -> list[list[Any]]:
    return [
        [division_eid(each.path), each.num, each.heading.text if each.heading else "", [*each.laws]]
        for divisions in reading.divisions
        for each in divisions.walk()
    ]


@pytest.mark.parametrize("case", SEVERAL, ids=lambda case: str(case["why"]))
def test_a_page_gives_its_divisions(case: dict[str, Any]) -> None:
    outline = outline_of(case["language"], case["kinds"])
    reading = read(case["lines"].strip("\n"), case["language"], outline)
    assert shown(reading) == case["divisions"], case["why"]
    found = [loss.message for loss in reading.losses if "division" in loss.message]
    found += [loss.message for loss in reading.losses if "continue" in loss.message]
    expected = case.get("losses", [])
    assert len(found) == len(expected), found
    assert all(any(each.startswith(begin) for each in found) for begin in expected), found
    lines = [line for law in reading.laws for p in law.provisions() for line in p.text.split("\n")]
    assert not {each[1] for each in case["divisions"]} & set(lines)


def test_a_table_of_contents_gives_divisions_and_no_law() -> None:
    page = "CHAPTER I\nLanterns\nArticle 1 Purpose\nArticle 2 Words\nCHAPTER II\nArticle 3 End\n"
    reading = read(page, "en", outline_of("en", ["chapter"]), "contents")
    assert shown(reading) == [
        ["chp_1", "CHAPTER I", "Lanterns", [1, 2]],
        ["chp_2", "CHAPTER II", "", [3]],
    ]
    assert not reading.laws
    assert reading.account.counts["headings"] == reading.account.total


TITLES = st.sampled_from(
    [
        "Article 1",
        "Article 2 Oil",
        "Article 5",
        "CHAPTER I",
        "Chapter 2 – Oil",
        "PART TWO",
        "PART I",
    ]
)


@given(st.lists(LINES | TITLES, max_size=25).map("\n".join))
def test_every_sign_of_a_page_with_divisions_is_counted_once(text: str) -> None:
    reading = read(text, "en", outline_of("en", ["part", "chapter"]))
    assert reading.account.total == sum(reading.account.counts.values())
    assert reading.account.total == len(decode_page(text.encode(errors="replace"))[0])
    paths = [each.path for divisions in reading.divisions for each in divisions.walk()]
    assert len(paths) == len(set(paths))
    laws = [n for divisions in reading.divisions for each in divisions.walk() for n in each.laws]
    assert len(laws) == len(set(laws))
    assert set(laws) <= {law.number for law in reading.laws}
