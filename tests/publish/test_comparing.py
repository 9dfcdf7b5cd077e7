"""The pages of two editions beside each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawkb.publish import pagination
from tests.publish.rendering import Rendered, rendered_site
from tests.publish.sample_code import sample_code
from tests.publish.sample_editorial_content import moved_code, sample_editorial_content

EN = "en/compare/2007/2017/34/index.html"
LAWS = "//ul[@class='edition-laws']/li"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rendered]:
    """The code whose Law 34 has two editions."""
    return rendered_site(
        moved_code(), sample_editorial_content(tmp_path_factory.mktemp("apparatus"))
    )


def sides(site: dict[str, Rendered], id_: str) -> list[str]:
    """What the two columns of a row say."""
    row = site[EN].tree.get_element_by_id(id_)
    return [" ".join(side.text_content().split()) for side in row.xpath("div[@class='side']")]


def changes(site: dict[str, Rendered], id_: str) -> list[str]:
    """What a row says of references."""
    items = site[EN].tree.get_element_by_id(id_).xpath("ul/li")
    return [" ".join(item.text_content().split()) for item in items]


def test_what_moved_stands_beside_what_it_was_with_its_reason(site: dict[str, Rendered]) -> None:
    old, new = sides(site, "A")
    assert old.startswith("2007 34B B. What is to be done")
    assert new.startswith("2017 34A moved from 34B (both say what is to be done) A.")


def test_what_is_new_and_what_is_gone_is_said(site: dict[str, Rendered]) -> None:
    assert sides(site, "C") == ["2007 new in edition 2017", "2017 34C C. New words."]
    assert sides(site, "old-A") == [
        "2007 34A A. Old words of its own.",
        "2017 not in edition 2017",
    ]


def test_a_reference_to_what_moved_is_moved_and_others_are_dropped_or_added(
    site: dict[str, Rendered],
) -> None:
    assert changes(site, "A") == [
        "reference moved 59B → 59A (<b>told</b> by the preface)",
        "reference dropped 12",
        "reference added 60",
    ]


def test_words_of_a_language_that_both_have_are_marked_where_they_differ(
    site: dict[str, Rendered],
) -> None:
    row = site[EN].tree.get_element_by_id("A")
    assert [each.text_content() for each in row.xpath(".//p[@class='diff']/del")] == [
        "deleted: 59B (end)",
        "deleted: 12 (end)",
    ]
    assert [each.text_content() for each in row.xpath(".//p[@class='diff']/ins")] == [
        "inserted: 59A (end)",
        "inserted: 60 (end)",
    ]


def summary(site: dict[str, Rendered], path: str) -> list[str]:
    """What a page says changed, before the texts."""
    told = site[path].tree.xpath(
        "//section[@class='summary']/p | //section[@class='summary']/ul/li"
    )
    return [" ".join(each.text_content().split()) for each in told]


def test_what_changed_is_said_in_words_before_the_texts(site: dict[str, Rendered]) -> None:
    assert summary(site, EN) == [
        "New in edition 2017: 34C",
        "Not in edition 2017 any more: 34A",
        "At another address: 34B → 34A",
        "Other words: 34A",
        "References that changed: "
        "34A: now also mentions 60; no longer mentions 12; mentions 59A instead of 59B",
    ]


def test_editions_without_a_common_language_say_so_and_what_can_be_compared(
    site: dict[str, Rendered],
) -> None:
    first, second, *_ = summary(site, "en/compare/2007/2017/33/index.html")
    assert first.startswith(
        "Words: Edition 2007 is here in Italian, edition 2017 in English and Greek. "
        "No language has both, so the words were not compared: the meaning may have changed."
    )
    assert second.startswith("New in edition 2017: 33A")
    greek = summary(site, "el/compare/2007/2017/33/index.html")[0]
    assert greek.startswith("Λέξεις: Η έκδοση 2007 υπάρχει εδώ στα Ιταλικά")


def test_each_edition_has_all_its_languages_to_choose_from(site: dict[str, Rendered]) -> None:
    for tag, other in (("en", "el"), ("el", "en")):
        tree = site[f"{tag}/compare/2007/2017/33/index.html"].tree
        row = tree.get_element_by_id("A")
        assert row.xpath(".//div[@lang]/@lang") == [tag, other]
        assert tree.xpath("//fieldset//input[@checked]/following-sibling::span/@lang") == [tag]


def test_a_law_is_counted_alike_for_every_reader(site: dict[str, Rendered]) -> None:
    for number in (33, 34):
        counted = {
            tag: re.findall(r"\d+", site[path].words("//header[@class='law-head']/p[2]"))
            for tag in ("el", "en")
            for path in [f"{tag}/compare/2007/2017/{number}/index.html"]
        }
        assert counted["el"] == counted["en"]


def test_the_page_counts_what_it_shows(site: dict[str, Rendered]) -> None:
    told = (
        "Provisions: 1 in the same place, 1 moved, 1 new, 1 gone. "
        "References: 1 as it was, 1 moved, 1 added, 1 dropped."
    )
    assert told in site[EN].words("//header[@class='law-head']")
    assert told in site["en/compare/2007/2017/index.html"].words("//main")


def test_a_kind_of_which_there_is_none_is_not_counted(site: dict[str, Rendered]) -> None:
    same = site["en/compare/2007/2017/33/index.html"]
    head, said = same.words("//header[@class='law-head']"), re.compile(r"\b0\b")
    assert "Provisions: " in head
    assert not said.search(head)
    assert not said.search(site["en/compare/2007/2017/index.html"].words("//main//ul"))


def test_the_page_of_both_editions_has_the_moves_and_the_laws(site: dict[str, Rendered]) -> None:
    page = site["el/compare/2007/2017/index.html"]
    rows = [[cell.text_content() for cell in row] for row in page.tree.xpath("//tr[td]")]
    assert rows == [
        ["34Β", "34Α", "both say what is to be done"],
        ["59Β", "59Α", "<b>told</b> by the preface"],
    ]
    assert page.tree.xpath("//main//li/a/@href") == ["33/", "34/"]


def test_the_laws_and_the_home_page_lead_to_it(site: dict[str, Rendered]) -> None:
    for edition, other in (("2007", "2017"), ("2017", "2007")):
        editions = site[f"en/{edition}/34/index.html"].tree.xpath("//nav[@class='timeline']//li")
        links = [(a.text, a.get("href")) for each in editions for a in each.iter("a")]
        assert links == [
            (other, f"../../{other}/34/"),
            (f"Compare with edition {other}", "../../compare/2007/2017/34/"),
        ]
    assert "compare/2007/2017/" in site["en/index.html"].tree.xpath("//main//a/@href")


def test_a_law_of_one_edition_is_compared_with_nothing(site: dict[str, Rendered]) -> None:
    alone = rendered_site(sample_code())
    assert not [path for path in alone if "compare" in path]
    assert not alone["en/2017/34/index.html"].tree.xpath("//p[@class='related']")


@pytest.mark.parametrize("path", [EN, "el/compare/2007/2017/33/index.html", "en/terms/index.html"])
def test_ids_are_once_and_links_are_told(site: dict[str, Rendered], path: str) -> None:
    ids = site[path].tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert site[path].page.anchors <= set(ids)
    for place in site[path].page.links:
        assert not place.fragment or place.fragment in site[place.path].page.anchors


def test_words_of_strangers_are_text(site: dict[str, Rendered]) -> None:
    for rendered in site.values():
        assert not rendered.tree.xpath("//img | //main//b[text()='told']")


def test_the_laws_of_two_editions_take_pages_where_they_are_many(
    tmp_path: Path, site: dict[str, Rendered], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagination, "PER_PAGE", 1)
    found = rendered_site(moved_code(), sample_editorial_content(tmp_path))
    begin = "en/compare/2007/2017/"
    first, second = found[f"{begin}index.html"], found[f"{begin}laws/2/index.html"]
    whole = site[f"{begin}index.html"]
    laws = [li.text_content() for page in (first, second) for li in page.tree.xpath(LAWS)]
    assert laws == [li.text_content() for li in whole.tree.xpath(LAWS)]
    assert {place.path for page in (first, second) for place in page.page.links} <= found.keys()
    assert second.page.path in {place.path for place in first.page.links}
    assert first.tree.xpath("//tr[td]")
    assert not second.tree.xpath("//tr[td]")
