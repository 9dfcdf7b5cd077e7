"""The history on the pages: under a provision, of a law, of all laws."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lawkb.history.changes import ProvisionChange, word_diff
from lawkb.history.law_changes import LawChange, law_changes
from lawkb.model.code import Code
from lawkb.pipeline import ingest, read_code
from lawkb.publish import pagination
from lawkb.publish.localized_site import EditorialContent
from lawkb.publish.urls import Place
from lawkb.publish.views import law_history
from tests.corpus_files import CORPUS
from tests.publish.rendering import Rendered, rendered_site
from tests.publish.sample_code import HOSTILE, sample_code
from tests.strategies import SCHEME

HISTORY, LAW = "en/2017/33/history/index.html", "en/2017/33/index.html"
CHANGES = "en/changes/index.html"


def changed(address: str, before: str, after: str, language: str = "en") -> ProvisionChange:
    return ProvisionChange("2017", language, SCHEME.read(address), "text", word_diff(before, after))


def change(time: str, *provisions: ProvisionChange, **more: object) -> LawChange:
    addresses = tuple(each.address for each in provisions) or (SCHEME.read("33"),)
    found = LawChange("2017", 33, time, addresses, provisions=provisions)
    return replace(found, **more)  # type: ignore[arg-type]  # its fields


FIRST = change("2016-03-01T08:00:00Z", first=True, author="Άννα")
SECOND = change(
    "2017-05-26T06:05:00Z",
    changed("33A", "A card may be taken.", "A card may be withdrawn."),
    changed("33B1", "", HOSTILE),
    author=HOSTILE,
    summary="tidied up",
)
THIRD = change("2018-05-25T13:53:00Z", changed("33A", "withdrawn card", "card"))


def site_with(*changes: LawChange, code: Code | None = None) -> dict[str, Rendered]:
    return rendered_site(code or sample_code(), EditorialContent(changes=changes))


def pages_of(rendered: Rendered) -> list[Place]:
    """Where the links of a page lead, without downloads."""
    return [place for place in rendered.page.links if not place.path.startswith("laws/")]


@pytest.fixture(scope="module")
def site() -> dict[str, Rendered]:
    return site_with(THIRD, SECOND, FIRST)


def lines(rendered: Rendered, selector: str) -> list[str]:
    return [" ".join(e.text_content().split()) for e in rendered.tree.xpath(selector)]


def test_a_provision_says_how_often_and_when_it_changed_and_shows_the_words(
    site: dict[str, Rendered],
) -> None:
    row = "//section[@id='A']//details[summary[contains(., 'changed')]]"
    assert lines(site[LAW], f"{row}/summary") == ["changed 2 times, last on May 25, 2018"]
    deleted, inserted = lines(site[LAW], f"{row}//del"), lines(site[LAW], f"{row}//ins")
    assert deleted == ["deleted: withdrawn (end)", "deleted: taken (end)"]
    assert inserted == ["inserted: withdrawn (end)"]


def test_a_provision_that_did_not_change_has_no_box(site: dict[str, Rendered]) -> None:
    assert not lines(site[LAW], "//section[@id='C']//details[contains(., 'changed')]")


def test_the_history_of_a_law_has_its_revisions_and_each_provision_newest_first(
    site: dict[str, Rendered],
) -> None:
    assert lines(site[HISTORY], "//section[@class='revisions']//time") == [
        "May 25, 2018, 13:53 UTC",
        "May 26, 2017, 06:05 UTC",
        "March 1, 2016, 08:00 UTC",
    ]
    times = site[HISTORY].tree.xpath("//section[@id='A']//time/@datetime")
    assert times == ["2018-05-25T13:53:00Z", "2017-05-26T06:05:00Z"]
    assert site[HISTORY].tree.xpath("//section[@id='A']/h2/a/@href") == ["../#A"]


def test_the_page_of_the_law_and_its_history_lead_to_one_another(
    site: dict[str, Rendered],
) -> None:
    assert "history/" in site[LAW].tree.xpath("//nav[@class='neighbours']//a/@href")
    assert "../" in site[HISTORY].tree.xpath("//header//a/@href")


def test_recent_changes_have_the_words_and_lead_to_the_provisions(
    site: dict[str, Rendered],
) -> None:
    entries = site[CHANGES].tree.xpath("//ol[@class='recent']/li")
    assert [entry.xpath("string(.//time/@datetime)") for entry in entries] == [
        "2018-05-25T13:53:00Z",
        "2017-05-26T06:05:00Z",
        "2016-03-01T08:00:00Z",
    ]
    assert "../2017/33/#A" in entries[1].xpath(".//a/@href")
    assert "law added" in entries[2].text_content()


def test_words_of_authors_are_text(site: dict[str, Rendered]) -> None:
    for path in (HISTORY, CHANGES, LAW):
        assert not site[path].tree.xpath("//img")
    assert HOSTILE in site[HISTORY].tree.text_content()


def test_without_an_author_nobody_is_named() -> None:
    page = site_with(THIRD)[CHANGES]
    assert lines(page, "//p[@class='byline']")[0].startswith("May 25, 2018, 13:53 UTC History")


def test_where_only_dates_are_known_there_is_no_history_and_no_list_of_changes() -> None:
    code = read_code(CORPUS)
    site = rendered_site(code, EditorialContent(changes=law_changes(CORPUS, code)))
    assert not [path for path in site if "/history/" in path]
    assert CHANGES not in site
    assert not site["en/index.html"].tree.xpath("//main//a[contains(@href, 'changes')]")
    assert not site["en/2017/47/index.html"].tree.xpath("//a[contains(@href, 'history')]")


def test_without_any_date_there_is_no_list() -> None:
    assert not [path for path in site_with() if "changes" in path]


def test_unchanged_words_far_from_a_change_are_left_out() -> None:
    long = "one two three " * 60
    site = site_with(
        change("2018-05-25T13:53:00Z", changed("33A", f"{long}old {long}", f"{long}new {long}"))
    )
    (words,) = lines(site[HISTORY], "//section[@id='A']//p[@class='diff']")
    assert len(words) < 300
    assert words.startswith("… ")
    assert words.endswith(" …")
    assert "one two three deleted: old (end)inserted: new (end) one" in words


def test_very_many_changes_are_only_counted_on_the_page_of_the_law(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(law_history, "_MOST_LETTERS", 5)
    row = site_with(THIRD, SECOND)[LAW].tree.get_element_by_id("A")
    assert not row.xpath(".//ins")
    (link,) = row.xpath(".//a[contains(., 'changed 2 times')]/@href")
    assert link == "history/#A"


def test_long_histories_take_several_pages_and_every_link_is_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pagination, "PER_PAGE", 2)
    monkeypatch.setattr(law_history, "_PER_PAGE", 2)
    site = site_with(THIRD, SECOND, FIRST)
    assert {"en/2017/33/history/2/index.html", "en/changes/2/index.html"} <= site.keys()
    assert site[LAW].tree.xpath("//section[@id='B1']//a[contains(@href, 'history')]/@href") == []
    for page in site.values():
        for place in pages_of(page):
            assert place.path in site, place
            known = site[place.path].page.anchors
            assert not place.fragment or place.fragment in known, (page.page.path, place)


def test_a_real_wiki_becomes_histories_with_live_links(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(CORPUS.parent / "examples" / "three-pebbles" / "corpus", folder)
    ingest(folder)
    code = read_code(folder)
    site = rendered_site(code, EditorialContent(changes=law_changes(folder, code)))
    page = site["el/2016/7/history/index.html"]
    first = page.tree.xpath("//section[@id='A1']//p[@class='diff']")[0]
    assert "ως έχει" in first.xpath("string(.//del)")
    for each in site.values():
        assert {place.path for place in pages_of(each)} <= site.keys()
        assert not re.search(r"[\w.]+@[\w.]+\.\w+", each.tree.xpath("string(//main)"))
