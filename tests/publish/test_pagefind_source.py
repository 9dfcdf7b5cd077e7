import json
import re
import sys
from functools import cache
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from lawkb.publish.pagefind_source import (
    HIDDEN,
    family_word,
    hidden_words,
    pagefind_page,
    pagefind_pages,
)
from lawkb.publish.site import start_bundle
from lawkb.publish.views.search_page import search_table
from lawkb.words.folding import fold
from lawkb.words.tokens import tokens
from tests.publish.sample_code import HOSTILE, ORIGIN, cite, passage, provision, sample_code
from tests.search.cases import rows
from tests.strategies import OUTLINE, SCHEME, references, words


@cache
def shadow() -> dict[str, html.HtmlElement]:
    return {
        page.path: html.document_fromstring(page.html) for page in pagefind_pages(sample_code())
    }


def shadow_of(text: str, language: str = "el") -> list[str]:
    """The words of a law that holds one passage, its heading left out."""
    law = Law("2017", language, provision("33", "", Passage(text)), ORIGIN)
    (page,) = pagefind_pages(Code(OUTLINE, {("2017", language, 33): law}))
    words = str(html.document_fromstring(page.html).xpath("string(//body)"))
    return words.partition(f"{HIDDEN}33")[2].split()


def test_a_law_has_a_page_in_the_shadow_for_each_of_its_languages() -> None:
    assert list(shadow()) == [
        "en/2017/33.html",
        "el/2017/33.html",
        "en/2017/34.html",
        "it/2007/33.html",
    ]
    for path, tree in shadow().items():
        assert tree.get("lang") == path[:2]


def test_a_provision_is_a_heading_with_its_label_its_address_and_its_words() -> None:
    headings = shadow()["el/2017/33.html"].xpath("//h2")
    written = [(h.get("id"), " ".join(h.text.split())) for h in headings]
    assert written == [
        ("law", f"Νόμος 33 {HIDDEN}33"),
        ("A", f"33Α {HIDDEN}33a Απόσυρση {HIDDEN}{family_word('=αποσυρω')}"),
        ("B", f"33Β {HIDDEN}33b"),
        ("B1", f"33Β1 {HIDDEN}33b1"),
    ]


def test_a_cited_address_stands_behind_the_words_that_cite_it() -> None:
    words = shadow()["en/2017/33.html"].xpath("//h2[@id='A']/following-sibling::p")[0].text
    assert f"Law 59 {HIDDEN}59 and B1. {HIDDEN}33b1" in words


def test_notes_are_searched_and_comments_are_not() -> None:
    words = shadow()["en/2017/33.html"].text_content()
    assert "any card" in words
    assert HOSTILE not in words
    assert "μάλλον" not in words


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("το φύλλο", []),
        ("χωρίς pενόνς εδώ", ["ρενονσ"]),
        ("ο παίκτης έπαιξε.", ["παικτησ0", "παιζω0"]),
        ("διαιτητής/αμυνόμενος", ["διαιτητησ", "αμυνομενοσ"]),
    ],
)
def test_a_word_is_followed_by_what_the_analysis_reads_where_pagefind_would_not(
    text: str, hidden: list[str]
) -> None:
    words = shadow_of(text)
    found = [word.removeprefix(HIDDEN) for word in words[:-1] if word.startswith(HIDDEN)]
    assert found == hidden


def test_the_printed_words_are_all_there_and_a_sign_of_ours_in_a_text_is_not() -> None:
    text = f"ένα {HIDDEN}φύλλο\u00a0της <b>λεβέ</b>"
    printed = [word for word in shadow_of(text) if not word.startswith(HIDDEN)]
    assert printed == ["ένα", "φύλλο", "της", "<b>λεβέ</b>"]


def test_words_of_strangers_cannot_leave_their_paragraph() -> None:
    root = provision("33", "", passage(HOSTILE), heading=Passage("</h2><script>"))
    (page,) = pagefind_pages(Code(OUTLINE, {("2017", "en", 33): Law("2017", "en", root, ORIGIN)}))
    tree = html.document_fromstring(page.html)
    assert not tree.xpath("//img | //script")


def test_a_member_of_a_list_of_references_is_hidden_behind_its_own_words() -> None:
    text = "see Laws 16 and 62 here"
    cited = passage(text, cite(text, "16", "16"), cite(text, "62", "62"))
    law = Law("2017", "en", provision("33", "", cited), ORIGIN)
    (page,) = pagefind_pages(Code(OUTLINE, {("2017", "en", 33): law}))
    assert f"Laws 16 {HIDDEN}16 and 62 {HIDDEN}62 here" in page.html


SHADOWED = st.text(st.sampled_from('αςΆβγAbgLHO16Cc4.,()[]<&"1) \u00a0\n\u0301⁂')) | words()


@given(st.data(), SHADOWED, st.sampled_from(("el", "en")))
def test_every_token_is_hidden_behind_the_characters_in_which_it_ends(
    data: st.DataObject, text: str, tag: str
) -> None:
    text = text.replace(HIDDEN, " ")
    cited = data.draw(references(text))
    found = tokens(text, read_language(tag), SCHEME, cited)
    expected: list[str] = []
    for run in re.finditer(r"\S+", text):
        printed = run[0].strip("\"'.,;:·!?()[]«»“”‘’")
        ending = [each for each in found if run.start() < each.end <= run.end()]
        hidden = dict.fromkeys(word for each in ending for word in hidden_words(each, printed))
        expected += [run[0], *(HIDDEN + word for word in hidden)]
    law = Law("2017", tag, provision("33", "", Passage(text or "-", (), cited)), ORIGIN)
    page = pagefind_page(OUTLINE, law)
    shown = escape(" ".join(expected if text else ["-"]))
    assert f"<p>{shown} {HIDDEN}</p>" in page.html
    assert page.families == {
        (each.folded, family_word(each.stem)) for each in found if each.stem.startswith("=")
    }


@pytest.mark.parametrize("case", rows("browser_folding.tsv"), ids=lambda case: case["why"])
def test_a_word_is_folded_as_the_browser_folds_it(case: dict[str, str]) -> None:
    assert fold(case["word"]) == case["folded"], case["why"]


def test_the_table_of_the_search_page_holds_words_of_the_language_files() -> None:
    table = json.loads(search_table(sample_code(), pagefind_pages(sample_code()), {}))
    assert list(table["languages"]) == ["en", "el", "it"]
    greek = table["languages"]["el"]
    (played,) = [line for line in greek["families"] if line.startswith("παιζω0 ")]
    assert {"παιζει", "επαιξε"} <= set(played.split())
    assert "φυλλο" not in " ".join(greek["families"])
    assert "του" in greek["stop"].split()


def test_every_language_is_a_bundle_of_its_own_and_equal_shadows_give_equal_bundles() -> None:
    pages = pagefind_pages(sample_code())
    bundle = start_bundle(pages).files()
    assert start_bundle(pages).files() == bundle
    for tag in ("el", "en", "it"):
        assert b'"languages": {"%s"' % tag.encode() in bundle[f"pagefind/{tag}/pagefind-entry.json"]
        assert f"pagefind/{tag}/wasm.{tag}.pagefind" in bundle
    assert not [path for path in bundle if path.endswith((".html", ".css", "-ui.js"))]


def test_when_pagefind_cannot_run_three_lines_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(LawkbError) as caught:
        start_bundle(pagefind_pages(sample_code())).files()
    assert "exit code 1" in caught.value.what
    assert str(caught.value).count("\n") == 2


def test_no_file_of_the_user_configures_pagefind(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = start_bundle(pagefind_pages(sample_code())).files()
    monkeypatch.setenv("PAGEFIND_FORCE_LANGUAGE", "en")
    assert start_bundle(pagefind_pages(sample_code())).files() == plain
