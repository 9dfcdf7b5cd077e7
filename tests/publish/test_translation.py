import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from lxml import html

from lawkb.checks.rule_list import read_rules_manual
from lawkb.checks.runner import check_code
from lawkb.corpus.corpus_toml import CheckSettings
from lawkb.corpus.decision_files import Waiver
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.editorial.findings import report_of_findings, review_states_of
from lawkb.publish.plugin import build_site
from lawkb.publish.views.localized_site import EditorialContent
from lawkb.publish.views.page import SiteSettings
from lawkb.publish.views.urls import Place
from tests.publish.rendering import TAGS, Rendered, rendered_site
from tests.publish.sample_code import sample_code
from tests.publish.sample_translation import sample_work
from tests.publish.test_build import configured

EN_DESK = "en/2017/33/translation/index.html"
EL_DESK = "el/2017/33/translation/index.html"
NUMBERS_EL = read_rules_manual("el")["numbers"]["what"]
OVERVIEW = "en/translation/index.html"


@cache
def site() -> dict[str, Rendered]:
    return rendered_site(*sample_work())


def pages_of_the_desk() -> list[str]:
    return sorted(path for path in site() if "translation" in path)


def test_the_desk_has_an_overview_a_page_for_each_law_and_each_rule_in_both_trees() -> None:
    assert {OVERVIEW, EN_DESK, "en/translation/advice/index.html"} <= site().keys()
    rules = {each.rule for each in sample_work()[1].report.findings}  # type: ignore[union-attr]
    for tag in TAGS:
        found = {path.split("/")[2] for path in site() if path.startswith(f"{tag}/translation/")}
        assert found == rules | {"index.html"}


def test_without_a_report_there_is_no_desk_and_nothing_leads_to_one() -> None:
    bare = rendered_site(sample_code())
    assert [path for path in bare if "translation" in path] == []
    hrefs = [href for page in bare.values() for href in page.tree.xpath("//@href")]
    assert [href for href in hrefs if "translation" in href] == []


def test_words_of_strangers_stay_words() -> None:
    assert pages_of_the_desk()
    run = {
        path: site()[path].tree.xpath("//img | //*[@onerror] | //main//script")
        for path in pages_of_the_desk()
    }
    assert [path for path, found in run.items() if found] == []


def test_every_page_of_the_desk_says_its_ids_and_every_link_leads_to_one() -> None:
    ids = {path: site()[path].tree.xpath("//@id") for path in pages_of_the_desk()}
    assert [path for path in ids if len(ids[path]) != len(set(ids[path]))] == []
    unsaid = {path: site()[path].page.anchors - set(ids[path]) for path in ids}
    assert {path: names for path, names in unsaid.items() if names} == {}
    astray = [
        (path, place)
        for path in ids
        for place in site()[path].page.links
        if place.fragment and place.fragment not in site()[place.path].page.anchors
    ]
    assert astray == []


def test_a_finding_is_shown_with_both_texts_and_the_words_marked() -> None:
    row = site()[EN_DESK].tree.get_element_by_id("A")
    shown = [(p.get("lang"), p.xpath("mark/text()")) for p in row.xpath("div[@class='exhibit']/p")]
    assert shown == [("en", ["card"]), ("el", ["Ένα φύλλο"])]
    assert row.xpath("h3/a/@href") == ["../#A"]
    assert row.xpath(".//a[@lang='en']/@href")[-1] == "../../../translation/numbers/"
    assert "lawkb check --waive" in row.xpath("string(.//code)")


def test_words_of_a_message_in_another_language_say_so() -> None:
    found = {}
    for path in (EN_DESK, EL_DESK):
        message = site()[path].tree.xpath("//*[@id='A']//p[@class='message']")[-1]
        found[path] = [(span.get("lang"), span.text) for span in message.xpath("span")]
    assert found[EN_DESK] == [("el", "φύλλο")]
    assert [(tag, words.split()[0]) for tag, words in found[EL_DESK]] == [("en", "figures")]


def test_what_a_rule_says_is_in_the_language_of_the_reader() -> None:
    told = site()[EL_DESK].words("//li[@data-rule='numbering']//p[@class='message']")
    assert told.startswith("33")
    assert not any("a" <= char <= "z" for char in told)
    title = site()[EL_DESK].tree.xpath("//li[@data-rule='numbering']/p[@class='verdict']/a")[0]
    assert (title.get("lang"), title.text) == ("el", "Σφάλμα αρίθμησης")


def test_an_accepted_finding_stands_apart_with_its_reason() -> None:
    tree = site()[EN_DESK].tree
    accepted = tree.xpath("//h2[@id='waived']/following-sibling::section[1]")[0]
    assert accepted.xpath(".//li/@data-status") == ["waived"]
    words = " ".join(accepted.text_content().split())
    assert "Accepted because: the editor knows" in words
    assert "Μαρία" in words
    assert "--waive" not in words
    before = tree.xpath("//h2[@id='waived']/preceding::li[@data-status='waived']")
    assert before == []


def test_the_overview_counts_by_rule_and_severity_and_by_law() -> None:
    tree = site()[OVERVIEW].tree
    rows = {
        tr.xpath("string(th)"): [td.text_content() for td in tr.xpath("td")]
        for tr in tree.xpath("//table[contains(@class, 'counts')]//tr[td]")
    }
    assert rows["numbers"][:5] == ["1", "–", "–", "–", "1"]
    assert rows["numbering"][3] == "1"
    laws = tree.xpath("//tr[@data-law='33']")
    assert "numbers" in laws[0].get("data-rule").split()
    assert "waived" in laws[0].get("data-status").split()
    assert "1/" in laws[0].text_content()  # 33A is final
    assert "ask the house" in site()[OVERVIEW].words("//*[@id='code']")


def test_an_edition_with_nothing_to_compare_says_so_and_has_no_table() -> None:
    tree = site()[OVERVIEW].tree
    (alone,) = tree.xpath("//section[h2/@id='2007']")
    assert " ".join(alone.text_content().split()) == (
        "Edition 2007 Laws available here: 1 of 93. Italiano: 1 law "
        "Italiano: no text is available here to compare it with."
    )
    assert alone.xpath(".//p/span/@lang") == ["it", "it"]
    assert tree.xpath("//section[h2/@id='2017']//tr[@data-law='33']")


def test_a_rule_lists_all_its_findings_and_leads_to_both_texts() -> None:
    page = site()["el/translation/numbers/index.html"]
    assert page.tree.xpath("//main//li/a/@href") == ["../../2017/33/translation/#A"]
    assert page.words("//p[@class='lead']") == NUMBERS_EL


def test_the_law_page_leads_to_the_errors_of_a_provision_and_to_no_others() -> None:
    tree = site()["en/2017/33/index.html"].tree
    links = tree.xpath("//span[@class='remark']//a[starts-with(@href, 'translation/')]")
    told = {link.get("href"): link.text for link in links}
    assert told["translation/#A"] == "the checks find 2 errors here"
    assert told["translation/#C"] == "the checks find 2 errors here"  # a third one is accepted
    assert "translation/#law" not in told  # warnings alone


def test_states_losses_and_references_of_one_language_are_listed() -> None:
    tree = site()[EN_DESK].tree
    states = [li.text.strip() for li in tree.xpath("//h2[@id='progress']/following::li")]
    assert "final: 1" in states
    assert any(state.startswith("needs translation:") for state in states)
    losses = [" ".join(li.text_content().split()) for li in tree.xpath("//ul[@class='losses']/li")]
    assert any("the source has no heading" in line and line.startswith("33B") for line in losses)
    alone = tree.xpath("//h2[@id='references']/following-sibling::div[1]//tr[td]")
    assert [tr.xpath("string(td[3])").strip() for tr in alone]


def test_a_rejected_comment_has_its_reason_on_the_law_page_and_on_the_desk() -> None:
    for path in ("en/2017/33/index.html", EN_DESK):
        said = site()[path].tree.xpath("//article[.//b='Miltos']")[0]
        assert "Decision: it is right as it is" in " ".join(said.text_content().split())


def test_deleted_and_inserted_words_are_said_and_not_only_struck_out() -> None:
    code = sample_code()
    law = code.laws["2017", "el", 33]
    gone = replace(law.comments[0], quote="Ένα παλιό φύλλο αποσύρεται αμέσως, βλέπε")
    laws = {**code.laws, ("2017", "el", 33): replace(law, comments=(gone,))}
    tree = rendered_site(replace(code, laws=laws))["el/2017/33/index.html"].tree
    change = tree.xpath("//p[@class='change']")[0]
    assert change.xpath("string(.//del[1])") == "διαγράφηκε: παλιό (τέλος)"
    assert [" ".join(i.text_content().split()) for i in change.xpath(".//del")] == [
        "διαγράφηκε: παλιό (τέλος)",
        "διαγράφηκε: αμέσως, (τέλος)",
    ]


def test_the_home_page_leads_to_the_findings_and_the_page_of_a_law_says_what_it_has() -> None:
    assert Place("en/translation/index.html") in site()["en/index.html"].page.links
    english = site()["en/2017/33/translation/index.html"].words("//main/p[1]")
    assert "en 5 provisions, complete" not in english  # a heading of it is lost
    assert "missing: 1, incomplete: 1, headings missing in the source: 1" in english
    (held,) = site()[OVERVIEW].tree.xpath("//section[h2/@id='2017']/p[1]")
    assert " ".join(held.text_content().split()).startswith("Laws available here: 2 of 93.")


def test_the_desk_is_left_out_of_a_site_that_does_not_want_it(tmp_path: Path) -> None:
    file = configured(tmp_path)
    config = json.loads(file.read_text(encoding="utf-8"))
    config["plugins"][0]["lawkb"]["translation"] = False
    file.write_text(json.dumps(config), encoding="utf-8")
    build_site(file, strict=True)
    built = tmp_path / "site"
    assert list(built.rglob("translation")) == []
    law = html.parse(str(built / "en" / "2017" / "20" / "index.html"))
    assert law.xpath("//p[@class='doubted']") == []
    deleted = html.parse(str(built / "en" / "2017" / "57" / "index.html")).xpath("//del/text()")
    assert deleted == ["(όχι όμως μια έξοδος)"]


def test_a_waiver_of_what_is_no_longer_held_leads_to_nothing_that_is_not_there() -> None:
    code = sample_code()
    gone = ("omission", "2017", "33Z"), ("omission", "2017", "50A"), ("numbers", "1999", "33A")
    waivers = tuple(
        Waiver(str(n) * 16, rule, edition, place, "el", "", "", "why", "who", "2026-11-20")
        for n, (rule, edition, place) in enumerate(gone)
    )
    report = report_of_findings(
        check_code(code, EditorialSettings()),
        code,
        waivers,
        review_states_of(code, {}),
        CheckSettings(),
    )
    pages = rendered_site(code, EditorialContent(report=report))
    for path, rendered in pages.items():
        for place in rendered.page.links:
            assert place.path in pages or not place.path.endswith(".html"), path
            assert not place.fragment or place.fragment in pages[place.path].page.anchors
    lines = pages["en/translation/waiver/index.html"].tree.xpath("//main//li/a/text()")
    assert sorted(lines) == ["33A", "33Z", "50A"]


def with_links(settings: SiteSettings, correction: str | None) -> dict[str, Rendered]:
    code, editorial = sample_work()
    outline = replace(code.outline, correction=correction)
    return rendered_site(replace(code, outline=outline), editorial, settings)


def links_to_correct(tree: html.HtmlElement) -> list[str]:
    return [str(href) for href in tree.xpath(".//ul[contains(@class, 'correcting')]//@href")]


@pytest.mark.parametrize("tag", TAGS)
def test_each_open_finding_leads_to_where_it_is_corrected(tag: str) -> None:
    path = f"{tag}/2017/33/translation/index.html"
    assert links_to_correct(site()[path].tree) == []  # nothing is known of where
    settings = SiteSettings(TAGS, url="https://laws.example/", written=(MANUAL.format(tag),))
    wiki = "https://wiki.example/{page}?do=edit&at={url}"
    tree = with_links(settings, wiki)[path].tree
    opened = tree.xpath("//li[@data-status='open']")
    assert opened
    for finding in opened:
        first, second = links_to_correct(finding)
        assert first == "../../../how-to/desk/"
        assert second.startswith("https://wiki.example/")
        assert "?do=edit&at=https%3A//laws.example/" in second
    assert tree.xpath("//li[@data-status='waived']//ul[contains(@class, 'correcting')]") == []


def test_where_the_desk_shows_the_site_a_finding_leads_to_no_other_place() -> None:
    settings = SiteSettings(TAGS, desk="desk", written=(MANUAL.format("en"),))
    tree = with_links(settings, "https://wiki.example/{page}")[EN_DESK].tree
    assert links_to_correct(tree) == []
    assert tree.xpath("//main//a[starts-with(@href, '../../../../desk/')]")


MANUAL = "{}/how-to/desk/index.html"
