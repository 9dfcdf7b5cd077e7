"""What is typed, as the site reads it: the cases of the command line, and what is shown."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.probes import wait_until
from tests.corpus_files import bridge_outline
from tests.search.cases import rows
from tests.search.test_misspelt_words import TEXTS
from tests.slow.browser.test_search import links, search

PARSE = """async ([finding, query, queries]) => {
  const { parse } = await import(finding);
  const { written } = await import(query);
  return queries.map((each) => {
    try { return written(parse(each)); } catch (error) { return error.what; }
  });
}"""
CORRECT = """async ([finding, spellings, texts, typed]) => {
  const { fold, languages } = await import(finding);
  const { makeNearest } = await import(spellings);
  const tables = Object.fromEntries(Object.entries(texts).map(([tag, words]) => [tag, {
    spellings: languages[tag].spellings,
    stop: new Set(languages[tag].stop.split(" ")),
    words: words.split(" "),
  }]));
  const nearest = makeNearest(fold, tables);
  return typed.map(nearest);
}"""


def test_a_query_means_what_it_means_on_the_command_line_or_is_refused(
    page: Page, address: str
) -> None:
    cases = rows("queries.tsv")
    page.goto(f"{address}/el/search/")
    modules = [f"{address}/assets/{name}.js" for name in ("finding", "query")]
    read = page.evaluate(PARSE, [*modules, [case["query"] for case in cases]])
    wanted = ["command-line" if case["site"] == "refused" else case["meaning"] for case in cases]
    assert list(zip(read, cases, strict=True)) == list(zip(wanted, cases, strict=True))


def test_a_word_that_no_text_has_is_taken_for_the_same_one(page: Page, address: str) -> None:
    cases = rows("corrections.tsv")
    page.goto(f"{address}/el/search/")
    modules = [f"{address}/assets/{name}.js" for name in ("finding", "spellings")]
    shown = page.evaluate(CORRECT, [*modules, TEXTS, [case["typed"] for case in cases]])
    found = {case["typed"]: word for case, word in zip(cases, shown, strict=True)}
    assert found == {
        case["typed"]: None if case["shown"] == "None" else case["shown"] for case in cases
    }


def test_what_is_denied_is_neither_found_nor_marked(page: Page, address: str) -> None:
    hits = search(page, address, "en", "card NOT penalty")
    assert hits.count() == 10
    page.get_by_role("button", name="Show all").click()
    marks = {word.lower() for word in page.locator("mark").all_inner_texts()}
    assert marks == {"card", "cards"}
    assert f"{address}/en/2017/57/#A" not in links(page, "en")


@pytest.mark.parametrize("query", ["φύλλο ΟΧΙ τιμωρημένο", "φύλλο ΌΧΙ τιμωρημένο"])
def test_greek_operators_deny_too(page: Page, address: str, query: str) -> None:
    search(page, address, "el", query)
    assert f"{address}/el/2017/57/#A" not in links(page, "el")
    assert f"{address}/el/2017/47/#D" in links(page, "el")


def test_words_in_quotation_marks_stand_as_they_are_typed(page: Page, address: str) -> None:
    search(page, address, "en", "%22opening lead out of turn%22")
    assert links(page, "en") == [f"{address}/en/2017/20/#C2"]
    assert page.locator("mark").count() > 0
    search(page, address, "en", "%22turn of out%22")
    assert links(page, "en") == []


def test_or_finds_either_and_near_what_is_near(page: Page, address: str) -> None:
    search(page, address, "en", "revoke OR volition")
    assert set(links(page, "en")) == {
        f"{address}/en/2017/14/#B4",
        f"{address}/en/2017/57/#C2",
    }
    search(page, address, "en", "gesture NEAR/2 nod")
    assert links(page, "en") == [f"{address}/en/2017/57/#C1"]
    search(page, address, "en", "gesture NEAR/1 nod")
    assert links(page, "en") == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("heading:card", "heading:card works only on the command line."),
        ("%22penalty card", '" has no counterpart.'),
        ("(card", "( has no counterpart."),
        ("card AND", "AND needs a word on each side."),
        ("NOT card", "Add a word that is to be found"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(
    page: Page, address: str, query: str, said: str
) -> None:
    search(page, address, "en", query)
    expect(page.locator("#found")).to_contain_text(said)
    expect(page.locator(".hits:not([hidden])")).to_have_count(0)


def test_a_corrected_word_is_said_and_the_typed_one_is_a_link_away(
    page: Page, address: str
) -> None:
    search(page, address, "en", "explaination")
    expect(page.locator("#corrected")).to_contain_text(
        "Nothing for “explaination”. Shown: explanation."
    )
    assert f"{address}/en/2017/20/#F" in links(page, "en")
    page.get_by_role("link", name="Search for the words as typed").click()
    expect(page.locator("#found")).to_have_text("No provision contains these words.")
    expect(page.locator("#corrected")).to_be_hidden()


def test_a_hit_shows_the_headings_above_it_and_its_other_language(page: Page, address: str) -> None:
    search(page, address, "el", "έξοδος ανάκληση αντάμ λανθασμένη πληροφόρηση")
    hit = page.locator(".hits li", has=page.locator('a[href$="/2017/47/#E1"]'))
    expect(hit.locator(".path")).to_have_text(
        "47 Retraction of Card Played › Ε Αλλαγή Παιξίματος Που Βασίστηκε Σε Λανθασμένη Πληροφόρηση"
    )
    expect(hit.locator(".other")).to_contain_text("A lead out of turn (or play of a card)")
    expect(hit.locator(".other")).to_have_attribute("lang", "en")


def test_few_provisions_with_all_words_are_followed_by_the_nearest(
    page: Page, address: str
) -> None:
    search(page, address, "en", "premature play dummy declarer nod")
    expect(page.locator("#found")).to_contain_text("All words: 1; then the nearest.")
    assert links(page, "en")[0] == f"{address}/en/2017/57/#C1"
    assert len(links(page, "en")) > 3


def test_back_from_a_hit_what_was_opened_is_open_and_the_window_stands_there(
    page: Page, address: str
) -> None:
    search(page, address, "en", "card")
    page.get_by_role("button", name="Show all").click()
    link = page.locator(".hits[lang=en] li a").nth(18)
    link.scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    assert top > 500
    link.click()
    page.wait_for_url(f"{address}/en/2017/**")
    page.go_back()
    expect(page.locator(".hits[lang=en] li").nth(18)).to_be_visible()
    wait_until(page, lambda: abs(page.evaluate("scrollY") - top) < 30)


@pytest.mark.parametrize("row", rows("guide.tsv"), ids=lambda row: row["query"])
def test_the_index_of_subjects_answers_on_the_site_as_on_the_command_line(
    page: Page, address: str, row: dict[str, str]
) -> None:
    scheme = bridge_outline().scheme
    search(page, address, "en", quote(row["query"]))
    wanted = [scheme.read(each) for each in row["first"].split(";")]
    places = [f"{address}/en/2017/{each.law}/#{scheme.fragment(each)}" for each in wanted]
    assert links(page, "en")[: len(places)] == places, row["why"]
    expect(page.locator(".hits[lang=en] li").first).to_contain_text("Index of subjects: ")


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("claim", ["Law 68 Claim or Concession of Tricks: text not on this site"]),
        ("hesitation before pass", ["No text here contains “hesitation”.", "Law 73"]),
        ("zeppelin card", ["No text here contains “zeppelin”.", "Search without “zeppelin”"]),
        ("68", ["Law 68 Claim or Concession of Tricks: text not on this site"]),
        ("999", ["Law 999: there is no such law"]),
    ],
)
def test_what_is_not_here_is_said_and_nothing_near_it_is_shown(
    page: Page, address: str, query: str, told: list[str]
) -> None:
    search(page, address, "en", quote(query))
    absent = page.locator("#absent")
    for words in (*told, "This site has 4 of the 93 laws (14, 20, 47, 57).", "Official text: "):
        expect(absent).to_contain_text(words)
    expect(page.locator(".hits:not([hidden])")).to_have_count(0)


@pytest.mark.parametrize("query", ["twelve revoke", "trick twelve revoke"])
def test_rare_words_answer_beside_one_that_no_text_has(
    page: Page, address: str, query: str
) -> None:
    search(page, address, "en", quote(query))
    assert links(page, "en")[0] == f"{address}/en/2017/14/#B4"
    expect(page.locator("#absent")).to_contain_text("No text here contains “twelve”.")


def test_a_law_that_is_cited_only_leads_to_what_cites_it(page: Page, address: str) -> None:
    search(page, address, "en", "16")
    expect(page.locator("#absent")).to_contain_text("Authorized and Unauthorized Information")
    expect(page.locator("#absent a").first).to_have_attribute("href", f"{address}/en/2017/16/")
    assert f"{address}/en/2017/57/#D" in links(page, "en")


def test_a_question_has_no_number_of_hits(page: Page, address: str) -> None:
    search(page, address, "en", "is it my lead")
    expect(page.locator("#found")).to_have_text("The provisions that fit best come first.")
    search(page, address, "en", "can I ask what a bid means")
    expect(page.locator("#found")).not_to_contain_text("found")


def test_a_range_of_laws_is_searched(page: Page, address: str) -> None:
    search(page, address, "en", "card law:20-")
    assert not [link for link in links(page, "en") if "/2017/14/" in link]
    search(page, address, "en", "card law:..14")
    assert links(page, "en")
    assert not [link for link in links(page, "en") if "/2017/14/" not in link]


def test_a_slow_search_says_that_it_is_at_work(page: Page, address: str) -> None:
    def delayed(route: Route) -> None:
        page.wait_for_timeout(900)
        route.continue_()

    page.route("**/pagefind/pagefind.js*", delayed)
    page.goto(f"{address}/en/search/?q=penalty", wait_until="commit")
    expect(page.locator("#waiting")).to_have_text("Searching …")
    expect(page.locator("#found")).to_contain_text("Provisions found: ")
    expect(page.locator("#waiting")).to_be_empty()
