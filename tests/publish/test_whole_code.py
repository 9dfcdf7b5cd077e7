"""The whole code on one page, or in parts, in each language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.pipeline import read_code
from lawkb.publish.localized_site import EditorialContent, localized_sites
from lawkb.publish.site import sitemap_drafts
from lawkb.publish.views import whole_code
from lawkb.publish.views.whole_code import MOST_BYTES, whole_id
from lawkb.references.graph import build_graph
from tests.corpus_files import CORPUS
from tests.profiles import of_profile
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.publish.sample_code import sample_code
from tests.strategies import OUTLINE, laws

EL, EN = "el/2017/all/index.html", "en/2017/all/index.html"


@pytest.fixture(scope="module")
def site() -> dict[str, Rendered]:
    return rendered_site(sample_code())


@pytest.fixture(scope="module")
def bridge() -> dict[str, Rendered]:
    return rendered_site(read_code(CORPUS))


def whole_pages(code: Code) -> dict[str, Rendered]:
    """The pages of all laws, by path."""
    found = rendered_site(code).items()
    return {path: page for path, page in found if page.page.template == "whole_code.html"}


def code_of(drawn: Iterable[Law]) -> Code:
    found = {(law.edition, law.language, law.number): law for law in drawn}
    return Code(OUTLINE, {key: found[key] for key in sorted(found)})


def letters_of(law: Law) -> Counter[str]:
    """Every character but white space of a law's headings, texts and notes."""
    found: Counter[str] = Counter()
    for provision in law.provisions():
        for passage in (provision.heading, *provision.passages):
            if passage:
                texts = (passage.text, *(note.text for note in passage.notes))
                found.update("".join("".join(texts).split()))
    return found


# What the page says besides the words of the laws.
OURS = (
    "//*[contains(@class, 'mark')] | //*[contains(@class, 'source')] | //*[@class='num']"
    " | //*[contains(@class, 'num ')] | //a[@role='doc-backlink'] | //section/h2/a"
    " | //p[@class='said']"  # what is recorded of a repeal
    " | //p[@class='lacks'] | //p[@class='summed']"
)


def letters_on(tree: html.HtmlElement) -> Counter[str]:
    """Every character of the laws on a page, without labels and remarks."""
    copy = html.document_fromstring(html.tostring(tree, encoding="unicode"))
    ours: list[html.HtmlElement] = copy.xpath(OURS)  # type: ignore[assignment]  # elements alone
    for element in ours:
        element.drop_tree()
    texts: list[str] = copy.xpath("//*[@class='whole-law']//text()")  # type: ignore[assignment]
    return Counter("".join("".join(texts).split()))


def test_each_language_has_its_page_in_its_own_tree_and_one_without_a_tree_in_every_tree(
    site: dict[str, Rendered],
) -> None:
    shown = {
        path: page.page.view.language
        for path, page in site.items()
        if page.page.template == "whole_code.html"
    }
    assert shown == {
        EL: "el",
        EN: "en",
        "el/2007/all/index.html": "it",
        "en/2007/all/index.html": "it",
    }


def test_a_provision_has_the_number_of_its_law_in_its_id_and_links_to_the_page_of_the_law(
    site: dict[str, Rendered],
) -> None:
    row = site[EN].tree.get_element_by_id("33B1")
    (link,) = row.find_class("source")
    assert (link.text, link.get("href")) == ("33B1", "../33/#B1")
    assert site[EL].tree.get_element_by_id("33B1").find_class("source")[0].text == "33Β1"


def test_a_reference_stays_on_the_page_where_that_has_its_target(site: dict[str, Rendered]) -> None:
    links = {
        link.text: link.get("href") for link in site[EN].tree.xpath("//a[contains(@class, 'ref')]")
    }
    assert links["B1"] == "#33B1"
    assert links["33A"] == "#33A"
    assert links["59"] == "../59/"


def test_what_was_lost_inferred_or_is_incomplete_is_said_in_words(
    site: dict[str, Rendered],
) -> None:
    assert "ελλιπ" in site[EL].tree.get_element_by_id("33B1").text_content()
    assert "λείπει από την πηγή: τίτλος" in site[EL].words("//section[@id='33']/p[@class='summed']")
    assert "letter inferred" in site[EN].tree.get_element_by_id("33C").text_content()


def test_the_sign_after_a_reference_to_an_absent_law_is_explained(
    site: dict[str, Rendered],
) -> None:
    assert "the text of that law is not on this site" in site[EN].words("//header//*[@role='note']")
    assert not site["en/2007/all/index.html"].tree.xpath("//main//*[@role='note']")


def test_a_law_that_the_language_lacks_is_named_and_linked(site: dict[str, Rendered]) -> None:
    law = site[EL].tree.get_element_by_id("34")
    assert law.xpath(".//h2/a/@href") == ["../34/"]
    assert law.find_class("mark")[0].text == "δεν υπάρχει σε αυτή τη γλώσσα"


def test_the_table_of_laws_leads_to_every_law_on_the_page(site: dict[str, Rendered]) -> None:
    hrefs = site[EN].tree.xpath("//nav[@class='contents']//a/@href")
    assert hrefs == ["#33", "#34"]


def test_search_engines_read_the_laws_once(site: dict[str, Rendered]) -> None:
    assert site[EL].tree.xpath("//meta[@name='robots']/@content") == ["noindex"]
    (listed,) = sitemap_drafts([EL, "el/2017/33/index.html"], "https://laws.example/")
    assert b"/2017/33/" in listed.make()
    assert b"/all/" not in listed.make()


@given(st.lists(laws(expression=("2017", "en")), min_size=1, max_size=3), st.integers(0, 9000))
@settings(max_examples=of_profile(0.08), deadline=None)
def test_every_provision_and_every_letter_is_there_exactly_once(
    drawn: list[Law], most: int
) -> None:
    code = code_of(drawn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whole_code, "MOST_BYTES", most)
        trees = [page.tree for path, page in whole_pages(code).items() if path.startswith("en/")]
    # Each page explains the sign for laws that are not here.
    found = [id_ for tree in trees for id_ in tree.xpath("//main/*//@id")]
    ids = Counter(id_ for id_ in found if id_ != "not-held")
    assert [id_ for id_, times in ids.items() if times > 1] == []
    site = localized_sites(code, build_graph(code), TAGS, EditorialContent())["en"]
    every = [each.address for law in code.laws.values() for each in law.provisions()]
    assert {whole_id(site, address) for address in every} <= ids.keys()
    assert sum(map(letters_on, trees), Counter()) == sum(
        map(letters_of, code.laws.values()), Counter()
    )


def test_a_long_code_is_cut_between_laws_at_the_same_ones_in_every_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(whole_code, "MOST_BYTES", 40_000)
    pages = whole_pages(read_code(CORPUS))
    parts = {
        path: page.page.view
        for path, page in pages.items()
        if "/2017/" in path and page.page.template == "whole_code.html"
    }
    assert len(parts) > 2
    for path, view in parts.items():
        other = parts[("en" if path.startswith("el") else "el") + path[2:]]
        assert [law.id for law in view.laws] == [law.id for law in other.laws]
        size = len(pages[path].text.encode())
        assert size <= 40_000 or len(view.laws) == 1, (path, size)
        assert [part.here for part in view.parts].count(True) == 1
    numbers = [law.id for path, view in parts.items() if path[:2] == "el" for law in view.laws]
    assert sorted(numbers, key=int) == ["14", "20", "47", "57"]


def test_words_that_the_language_lacks_stand_below_in_another(bridge: dict[str, Rendered]) -> None:
    helped = {
        section.get("id"): (part.get("lang"), part.text_content().split()[:2])
        for section in bridge[EL].tree.iter("section")
        for part in section.xpath("./div/div/div[@class='helped']")
    }
    assert helped == {
        "20E": ("en", ["All", "players,"]),
        "20F1": ("en", ["During", "the"]),
        "20F2": ("en", ["After", "the"]),
    }


def test_the_real_code_is_one_page_within_the_stated_size(bridge: dict[str, Rendered]) -> None:
    assert "el/2017/all/2/index.html" not in bridge
    assert len(bridge[EL].text.encode()) < MOST_BYTES


def test_the_manual_states_the_size() -> None:
    for tag in TAGS:
        told = Path("site/pages") / tag / "reading.md"
        assert f"{MOST_BYTES // 1000} kB" in told.read_text(encoding="utf-8")
