"""Pages of companions: what they hold, where their links lead, how the other pages name them."""

from functools import cache
from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given, settings
from lxml import html

from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.publish.pagefind_source import HIDDEN, pagefind_pages
from lawkb.publish.urls import Place, page_url
from tests.companion_strategies import companions
from tests.profiles import of_profile
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.publish.sample_code import HOSTILE
from tests.publish.sample_companions import code_with_companions
from tests.strategies import OUTLINE

EN = "en/2017/definitions/index.html"
EL = "el/2017/definitions/index.html"
EL_33 = "el/2017/commentary_33/index.html"
EN_33 = "en/2017/commentary_33/index.html"
EL_60 = "el/2017/commentary_60/index.html"
EL_PREFACE = "el/2007/preface/index.html"


@cache
def site() -> dict[str, Rendered]:
    return rendered_site(code_with_companions())


@cache
def shadow() -> dict[str, html.HtmlElement]:
    pages = pagefind_pages(code_with_companions())
    return {page.path: html.document_fromstring(page.html) for page in pages}


def hrefs(rendered: Rendered, selector: str) -> dict[str, str]:
    """The links below what a selector finds: words to URL."""
    return {
        " ".join(link.text_content().split()): link.get("href")
        for link in rendered.tree.xpath(f"{selector}//a[not(@class='anchor')]")
    }


def test_every_companion_has_a_page_in_both_trees_and_they_name_one_another() -> None:
    for tag in TAGS:
        paths = {path for path in site() if path.startswith(f"{tag}/20")}
        assert {
            f"{tag}/2017/definitions/index.html",
            f"{tag}/2017/commentary_33/index.html",
            f"{tag}/2017/commentary_60/index.html",
            f"{tag}/2007/preface/index.html",
        } <= paths
    assert site()[EL].page.alternates == (("el", Place(EL)), ("en", Place(EN)))


@pytest.mark.parametrize("path", [EL, EN, EL_33, EN_33, EL_60, EL_PREFACE])
def test_a_page_says_its_ids_and_links_and_every_link_leads_to_an_id(path: str) -> None:
    rendered = site()[path]
    ids = rendered.tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert rendered.page.anchors <= set(ids)
    urls = {page_url(page): page for page in site()}
    frame = {f"{path[:2]}/{page}index.html" for page in ("", "search/")}
    for link in rendered.tree.xpath("//main//a[not(@rel)]/@href"):
        url = urlsplit(urljoin(f"/{page_url(path)}", link))
        place = Place(urls[url.path.removeprefix("/")], url.fragment)
        assert place.path in frame or place in rendered.page.links
        assert not place.fragment or place.fragment in site()[place.path].page.anchors


def test_the_language_of_the_reader_comes_first_and_each_is_a_flow_of_its_own() -> None:
    for path, order in ((EN, ["en", "el"]), (EL, ["el", "en"])):
        assert site()[path].tree.xpath("//article/@lang") == order
    flows = site()[EN].tree.xpath("//article")
    own = ".//text()[not(ancestor::a[@class='anchor'])]"
    assert [["".join(dt.xpath(own)) for dt in flow.xpath(".//dt")] for flow in flows] == [
        [f"Card {HOSTILE}", "Hand"],
        ["Αγορά", "Φύλλο"],
    ]


def test_an_entry_is_a_term_and_its_meanings_under_an_id_of_its_language() -> None:
    entry = site()[EL].tree.get_element_by_id("en-entry_1")
    assert [child.tag for child in entry] == ["dt", "dd"]
    assert entry.xpath("dd/ol/li/@id") == ["en-entry_1__sense_1", "en-entry_1__sense_2"]
    assert [" ".join(li.text_content().split()) for li in entry.xpath("dd/ol/li")] == [
        "1. Any card.",
        "2. All the cards.",
    ]
    assert entry.xpath("dt/a[@class='anchor']/@href") == ["#en-entry_1"]


def test_references_and_links_lead_where_they_do_on_the_page_of_a_law() -> None:
    entry = site()[EN].tree.get_element_by_id("en-entry_1")
    assert [(a.text, a.get("href")) for a in entry.xpath(".//a[contains(@class, 'ref ')]")] == [
        ("33A", "../33/#A")
    ]
    marks = [mark.text for mark in entry.xpath(".//span[@class='mark']")]
    assert marks == ["no such provision here", "text not on this site"]
    bid = hrefs(site()[EL], "//div[@id='el-entry_1']")
    assert bid == {"Νόμο": "../33/", "σχόλια": "../commentary_33/", "ιστό": "https://example.org/"}


def test_a_note_stands_under_its_text_and_leads_back() -> None:
    entry = site()[EN].tree.get_element_by_id("en-entry_1")
    (note,) = entry.xpath(".//div[@class='note']")
    assert "also a tile" in note.text_content()
    (mark,) = entry.xpath(".//a[@class='note-mark']")
    assert (mark.get("href"), note.xpath("a/@href")) == (
        f"#{note.get('id')}",
        [f"#{mark.get('id')}"],
    )


def test_headings_go_down_in_order_and_lists_tables_and_what_is_preformatted_are_kept() -> None:
    flow = site()[EL_33].tree.xpath("//article")[0]
    headings = [(h.tag, h.text) for h in flow.xpath(".//h2 | .//h3 | .//h4")]
    assert headings == [("h2", "Σκοπός"), ("h3", "Παράδειγμα")]
    assert [ol.get("class") for ol in flow.xpath(".//ol")] == ["items"]
    assert flow.xpath(".//ol/li/@id") == ["el-section_1__item_1", "el-section_1__item_2"]
    assert flow.xpath(".//ol//ul/li/div/p/text()") == ["μέσα"]
    assert flow.xpath(".//th/text()") == ["Κλήση", "Ποινή"]
    assert flow.xpath(".//pre")[0].text_content().strip("\n") == "N\n W"


def test_languages_that_lack_it_are_told() -> None:
    assert "Not available in: English" in site()[EN_33].words("//p[@class='related']")
    assert not site()[EN].tree.xpath("//p[@class='related']")
    assert not site()[EN_33].tree.xpath("//main//fieldset")
    assert len(site()[EN].tree.xpath("//main//fieldset//input")) == 3


def test_a_law_and_the_commentary_on_it_lead_to_one_another() -> None:
    law = site()["el/2017/33/index.html"]
    assert hrefs(law, "//p[@class='related']") == {"Σχολιασμός": "../commentary_33/"}
    assert hrefs(site()[EL_33], "//p[@class='related']") == {"Νόμος 33": "../33/"}
    assert not site()["el/2017/34/index.html"].tree.xpath("//p[@class='related']")


def test_a_commentary_on_a_law_without_a_page_names_it_without_a_link() -> None:
    related = site()["en/2017/commentary_60/index.html"].tree.xpath("//p[@class='related']")[0]
    assert "Law 60" in related.text_content()
    assert not related.xpath(".//a")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (EL, "ΟΡΙΣΜΟΙ"),
        (EN, "Definitions"),
        (EL_33, "ΣΧΟΛΙΑ ΣΤΟΝ ΝΟΜΟ 33"),
        (EN_33, "Commentary on Law 33"),
        (EL_PREFACE, "Πρόλογος"),
    ],
)
def test_a_page_has_the_title_of_the_readers_language_or_the_name_of_its_kind(
    path: str, words: str
) -> None:
    assert site()[path].words("//h1") == words
    assert site()[path].page.title.startswith(words)


def test_the_home_page_has_definitions_before_the_laws_and_commentaries_after_them() -> None:
    first, second = site()["en/index.html"].tree.xpath("//section[@class='edition']")
    lists = first.xpath("ul[@class='companions'] | ol[@class='laws']")
    assert [each.tag for each in lists] == ["ul", "ol", "ul"]
    home = hrefs(site()["en/index.html"], "//ul[@class='companions']")
    assert home == {
        "Definitions": "2017/definitions/",
        "Law 33": "2017/commentary_33/",
        "Law 60": "2017/commentary_60/",
        "Preface": "2007/preface/",
    }
    assert second.xpath("ul[@class='companions']/li/span[@lang='it']/text()") == ["PREFAZIONE"]


def test_comments_and_rights_stand_under_the_text() -> None:
    assert "ωραίο σχόλιο" in site()[EL_33].words("//section[@class='comments']")
    words = site()[EL].words("//section[@class='colophon']")
    assert "Ελληνική μετάφραση. Πηγή: wiki, definitions, τελευταία αλλαγή 25 Μαΐου 2018" in words


def test_words_of_strangers_are_text() -> None:
    for rendered in site().values():
        assert not rendered.tree.xpath(
            "//img | //@onerror | //@style | //script[not(@src or @type='application/ld+json')]"
        )


def test_a_code_without_companions_says_nothing_of_them() -> None:
    bare = rendered_site(Code(OUTLINE, dict(code_with_companions().laws)))
    for rendered in bare.values():
        assert not rendered.tree.xpath("//*[@class='companions' or @class='related']")


def test_the_search_of_the_site_finds_every_part_under_the_title() -> None:
    pages = shadow()
    headings = pages["el/2017/definitions.html"].xpath("//h2")
    assert [(h.get("id"), " ".join(h.text.split())) for h in headings] == [
        ("el-all", f"{HIDDEN} ΟΡΙΣΜΟΙ"),
        ("el-entry_1", f"ΟΡΙΣΜΟΙ: {HIDDEN} Αγορά"),
        ("el-entry_2", f"ΟΡΙΣΜΟΙ: {HIDDEN} Φύλλο"),
    ]
    greek = pages["el/2017/commentary_33.html"].xpath("//h2/@id")
    assert greek == ["el-all", "el-section_1", "el-section_1__section_1"]
    assert set(greek) <= site()[EL_33].page.anchors
    assert "ωραίο" not in str(pages["el/2017/commentary_33.html"].xpath("string()"))


def _squeezed(text: str) -> str:
    return "".join(text.split())


@given(companions())
@settings(max_examples=of_profile(0.6))
def test_any_companion_becomes_a_page_that_holds_all_its_words(companion: Companion) -> None:
    key = (companion.edition, companion.language, companion.name)
    pages = rendered_site(Code(OUTLINE, {}, {key: companion}))
    for tag in TAGS:
        rendered = pages[f"{tag}/{companion.edition}/{companion.name}/index.html"]
        ids = rendered.tree.xpath("//@id")
        assert len(ids) == len(set(ids))
        assert rendered.page.anchors <= set(ids)
        shown = _squeezed(rendered.tree.xpath("//article")[0].text_content())
        for passage in companion.passages():
            if not (passage.notes or passage.references):
                assert _squeezed(passage.text) in shown
