"""The page of the terms, and the terms in the texts of the laws."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.checks.term_table import term_table
from lawkb.corpus.glossary import Glossary, Term
from lawkb.model.code import Code
from lawkb.pipeline import read_code
from lawkb.publish.localized_site import (
    EditorialContent,
    localized_sites,
    read_editorial_content,
)
from lawkb.publish.page import MenuItem, SiteSettings, make_frames
from lawkb.publish.views import terms_page as terms
from lawkb.publish.views.terms_page import WordingView, index_terms, terms_view
from lawkb.references.graph import build_graph
from tests.corpus_files import CORPUS
from tests.publish.rendering import Rendered, rendered_site
from tests.publish.sample_code import HOSTILE, sample_code
from tests.publish.sample_editorial_content import moved_code, sample_editorial_content, with_terms

EL, EN = "el/terms/index.html", "en/terms/index.html"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rendered]:
    """The sample code with a glossary."""
    return rendered_site(
        moved_code(), sample_editorial_content(tmp_path_factory.mktemp("apparatus"))
    )


def entry(rendered: Rendered, id_: str) -> list[str]:
    """The paragraphs of an entry, white space folded."""
    section = rendered.tree.get_element_by_id(id_)
    return [" ".join(p.text_content().split()) for p in section.xpath(".//h2 | .//p")]


def test_an_entry_has_the_term_its_renderings_and_where_they_stand(
    site: dict[str, Rendered],
) -> None:
    assert entry(site[EN], "term-card") == [
        "card",
        "original",
        "1 time: 33A",
        "φύλλο",
        "preferred · the thing, not its χρώμα",
        "1 time: 33Α",
        "χαρτ…",
        "not to be used",
        "not found in the texts available here",
        "cart…",
        "preferred",
    ]


def test_a_provision_without_a_rendering_is_named(site: dict[str, Rendered]) -> None:
    assert entry(site[EL], "term-withdrawn")[-1] == "χωρίς απόδοση 33Α"
    links = site[EL].tree.get_element_by_id("term-withdrawn").xpath(".//a/@href")
    assert links == ["../2017/33/#A", "../2017/33/#A"]


def test_a_note_of_an_editor_is_text_and_each_language_in_it_is_marked(
    site: dict[str, Rendered],
) -> None:
    assert HOSTILE in entry(site[EN], "term-player")[4]
    marked = site[EN].tree.get_element_by_id("term-card").xpath(".//span[text()='χρώμα']/@lang")
    assert marked == ["el"]


def test_terms_that_look_the_same_as_ids_have_ids_of_their_own(site: dict[str, Rendered]) -> None:
    assert entry(site[EN], "term-play")[0] == "play"
    assert entry(site[EN], "term-play-2")[0] == "Play!"


def test_the_first_place_of_a_term_is_marked_in_the_text_of_both_languages(
    site: dict[str, Rendered],
) -> None:
    row = site["en/2017/33/index.html"].tree.get_element_by_id("A")
    marked = [(a.text, a.get("data-term"), a.get("href")) for a in row.xpath(".//a[@data-term]")]
    assert marked == [
        ("card", "term-card", None),
        ("withdrawn", "term-withdrawn", None),
        ("φύλλο", "term-card", None),
    ]


def test_a_law_without_marked_terms_has_no_switch(site: dict[str, Rendered]) -> None:
    assert site["en/2017/33/index.html"].tree.xpath("//input[@id='terms']")
    assert not site["en/2007/33/index.html"].tree.xpath("//input[@id='terms']")


def test_every_marked_term_has_its_entry(site: dict[str, Rendered]) -> None:
    for rendered in site.values():
        for id_ in rendered.tree.xpath("//a/@data-term"):
            assert id_ in site[EN].page.anchors


def test_a_code_without_a_glossary_has_no_page_no_menu_item_and_no_switch(tmp_path: Path) -> None:
    editorial = read_editorial_content(tmp_path, sample_code().outline)
    pages = rendered_site(sample_code(), editorial)
    assert not [path for path in pages if "terms" in path]
    assert [title for title, _ in menu_of(editorial)] == ["Νόμοι", "Μετάφραση"]
    assert not pages["en/2017/33/index.html"].tree.xpath("//input[@id='terms'] | //a[@data-term]")
    assert "Terms" not in pages["en/index.html"].words("//main")


def test_home_and_menu_lead_to_it(site: dict[str, Rendered], tmp_path: Path) -> None:
    assert "terms/" in site["el/index.html"].tree.xpath("//main//a/@href")
    _, (title, place), _ = menu_of(sample_editorial_content(tmp_path))
    assert (title, place.path) == ("Όροι", EL)


def menu_of(editorial: EditorialContent) -> tuple[MenuItem, ...]:
    code = sample_code()
    return make_frames(code, build_graph(code), editorial, SiteSettings(("el",)))["el"].menu


@pytest.mark.parametrize(
    ("language", "words"), [("el", "τιμωρημένο φύλλο"), ("it", "carta penalizzata")]
)
def test_a_term_has_its_dictionary_form(language: str, words: str) -> None:
    view = view_of(read_code(CORPUS), CORPUS)
    (term,) = (each for each in view.terms if each.id == "term-penalty-card")
    assert [each.words for each in term.wordings if each.language == language] == [words]


def test_no_term_shows_a_pattern(site: dict[str, Rendered]) -> None:
    view = view_of(read_code(CORPUS), CORPUS)
    assert not [w.words for term in view.terms for w in term.wordings if set(w.words) & set("*|…")]
    assert "*" not in site[EN].words("//main")


def test_every_language_has_an_index_whose_letters_lead_to_its_words(
    site: dict[str, Rendered],
) -> None:
    for page, order in ((EN, ["en", "el", "it"]), (EL, ["el", "en", "it"])):
        tree = site[page].tree
        assert tree.xpath("//section[@class='term-index']/@lang") == order
        for letter in tree.xpath("//nav[@class='alphabet']//a"):
            group = tree.get_element_by_id(unquote(letter.get("href")[1:]))
            assert group.xpath("string(h3)") == letter.text
            for link in group.xpath(".//a"):
                entry = tree.get_element_by_id(link.get("href")[1:])
                assert link.text in entry.get("data-words")
    greek = site[EL].tree.xpath("//section[@class='term-index'][@lang='el']//li/a/text()")
    assert greek == ["ανακαλ…", "εκτέλεση", "παίκτης", "παίξιμο", "φύλλο"]


def view_of(code: Code, folder: Path) -> SimpleNamespace:
    """The English page of the terms of a corpus."""
    editorial = with_terms(folder, code)
    return terms_view(localized_sites(code, build_graph(code), ("en",), editorial)["en"])


def test_counts_and_places_are_those_of_the_command() -> None:
    code = read_code(CORPUS)
    view = view_of(code, CORPUS)
    glossary = read_editorial_content(CORPUS, code.outline).glossary
    shown: dict[tuple[str, str], list[WordingView]] = {}
    for term in view.terms:
        for wording in term.wordings[1:]:
            shown.setdefault((term.wordings[0].words, wording.language), []).append(wording)
    for row in term_table(code, glossary, suggest=False):
        for rendering, wording in zip(row.renderings, shown[row.term, row.lang], strict=True):
            assert wording.times == rendering.times
            assert wording.status == rendering.status
            assert len(wording.provisions) == len(rendering.places)


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=12, unique=True))
def test_every_term_has_an_id_and_no_two_the_same(terms: list[str]) -> None:
    rows = tuple(Term("", term, {}, "preferred", "") for term in terms)
    ids = index_terms(sample_code(), Glossary(rows)).ids
    assert set(ids) == set(terms)
    assert len(set(ids.values())) == len(terms)
    assert not any(any(char.isspace() for char in id_) for id_ in ids.values())


def test_a_term_in_very_many_provisions_has_them_all_on_pages_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = read_code(CORPUS)
    editorial = with_terms(CORPUS, code)
    whole = rendered_site(code, editorial)
    monkeypatch.setattr(terms, "MOST_PLACES", 40)
    found = rendered_site(code, editorial)
    pages = [page for path, page in found.items() if path.startswith("en/terms/term-card/")]
    assert len(pages) > 1
    assert sorted(_places(pages, "//main")) == sorted(_places([whole[EN]], "//*[@id='term-card']"))
    assert all(len(_places([page], "//main")) <= 40 for page in (*pages, found[EN]))
    shown = found[EN].tree.get_element_by_id("term-card")
    assert shown.xpath(".//p[@class='all']/a/@href") == ["term-card/"]
    links = {place.path for page in pages for place in page.page.links}
    assert links <= found.keys()
    assert not [path for path in whole if path.startswith("en/terms/term-")]


def _places(pages: Iterable[Rendered], within: str) -> list[tuple[str, str]]:
    """Language and name of every provision that pages name within what an XPath selects."""
    links = [link for page in pages for link in page.tree.xpath(f"{within}//a[@class='ref']")]
    return [(link.xpath("string(../@lang)"), link.text_content()) for link in links]
