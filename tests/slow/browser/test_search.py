"""A reader searches: in any language, from either interface, with fingers or keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.search.cases import rows

FOUND = {"el": "Διατάξεις που βρέθηκαν: ", "en": "Provisions found: "}
FEW = {"el": "Με όλες τις λέξεις: 2", "en": "All words: 2"}  # the nearest follow


def search(page: Page, address: str, tag: str, query: str) -> Locator:
    """The hits of a query that is in the URL."""
    page.goto(f"{address}/{tag}/search/?q={query}")
    expect(page.locator("#found")).not_to_be_empty()
    return page.locator(".hits li")


def links(page: Page, language: str) -> list[str]:
    """Where the hits in a language lead."""
    found = page.locator(f".hits[lang={language}] li a")
    return [str(link.get_attribute("href")) for link in found.all()]


@pytest.mark.parametrize("tag", ["el", "en"])
@pytest.mark.parametrize(
    ("query", "language", "place", "marked"),
    [
        ("τιμωρημενο φυλλο", "el", "57/#A", {"τιμωρημένο", "φύλλο"}),
        ("ΤΙΜΩΡΗΜΕΝΟ ΦΥΛΛΟ", "el", "57/#A", {"τιμωρημένο", "φύλλο"}),
        ("penalty card", "en", "57/#A", {"penalty", "card"}),
        ("βρίσκουμε φύλλο", "el", "14/#A", {"βρεθούν", "φύλλα"}),  # no text has that form
        ("έπαιξε πρόωρο", "el", "57/#A", {"Πρόωρο", "παίξει"}),
        ("εκτός σειράς", "el", "47/#E1", {"εκτός", "σειράς"}),
        ("carta penalizzata", "it", "47/#A", {"carta", "penalizzata"}),
    ],
)
def test_words_are_found_in_their_language_from_either_interface(
    page: Page, address: str, tag: str, query: str, language: str, place: str, marked: set[str]
) -> None:
    search(page, address, tag, query)
    edition = "2007" if language == "it" else "2017"
    wanted = f"{address}/{tag}/{edition}/{place}"
    assert wanted in links(page, language)
    hit = page.locator(".hits li", has=page.locator(f'a[href="{wanted}"]'))
    assert marked <= set(hit.locator("mark").all_inner_texts())
    expect(page.locator(".hits:not([hidden])")).to_have_count(1)
    expect(page.locator("#found")).to_contain_text((FEW if language == "it" else FOUND)[tag])


@pytest.mark.parametrize("query", ["47E2", "47Ε2", "47ε2", "Νόμος 47 Ε 2"])
def test_an_address_in_either_alphabet_finds_the_provision_in_every_language(
    page: Page, address: str, query: str
) -> None:
    search(page, address, "el", query)
    groups = page.locator(".hits:not([hidden])")
    assert [group.get_attribute("lang") for group in groups.all()] == ["el", "en", "it"]
    assert links(page, "el")[0] == links(page, "en")[0] == f"{address}/el/2017/47/#E2"
    assert links(page, "it")[0] == f"{address}/el/2007/47/#E2"
    jump = page.locator("#jump a")
    expect(jump).to_have_text("47Ε2")
    expect(jump).to_have_attribute("href", f"{address}/el/2017/47/#E2")


@pytest.mark.parametrize(
    ("tag", "query", "label"),
    [("el", "47E2", "47Ε2"), ("en", "47Ε2", "47E2"), ("el", "law 47", "Νόμος 47")],
)
def test_a_hit_is_named_as_the_reader_writes_it_whatever_the_language_of_its_text(
    page: Page, address: str, tag: str, query: str, label: str
) -> None:
    search(page, address, tag, query)
    for language in ("el", "en", "it"):
        name = page.locator(f".hits[lang={language}] li").first.locator("a b")
        expect(name).to_have_text(label)
        expect(name).to_have_attribute("lang", tag)
    expect(page.locator("#jump a")).to_have_text(label)


def test_a_letter_is_an_ordinal_and_never_its_look_alike(page: Page, address: str) -> None:
    search(page, address, "en", "16Γ")
    assert page.locator(".hits[lang=en] mark").all_inner_texts() == ["16C"] * 3
    search(page, address, "en", "16G")
    expect(page.locator(".hits:not([hidden])")).to_have_count(0)


def test_the_hit_leads_to_the_provision_in_the_tree_of_the_reader(page: Page, address: str) -> None:
    search(page, address, "el", "premature play not lead by declarer")
    page.locator(".hits[lang=en] li a").first.click()
    expect(page).to_have_url(f"{address}/el/2017/57/#C3")


def test_a_language_is_opened_only_for_words_in_a_script_of_its_texts(
    page: Page, address: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    search(page, address, "en", "φύλλο")
    opened = {url.partition("/pagefind/")[2].partition("/")[0] for url in asked if "wasm" in url}
    assert opened == {"el"}


def test_a_word_that_only_begins_alike_is_not_found(page: Page, address: str) -> None:
    search(page, address, "el", "εκτός σειράς")
    assert "εκτελεστής" not in page.locator("mark").all_inner_texts()


def test_the_excerpt_shows_the_words_that_are_far_from_the_beginning(
    page: Page, address: str
) -> None:
    hits = search(page, address, "el", "ελαττωματικό τιμωρημένο")
    assert {"ελαττωματικό", "τιμωρημένο"} <= set(hits.first.locator("mark").all_inner_texts())
    assert "⁂" not in page.locator("main").inner_text()


def test_what_holds_some_words_only_is_said_to(page: Page, address: str) -> None:
    search(page, address, "en", "penalty card zzzz")
    expect(page.locator("#found")).to_contain_text(
        "No provision contains all the words; these are the nearest."
    )
    expect(page.locator(".hits[lang=en] li").first).to_be_visible()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("ξξξξ", "Καμία διάταξη δεν έχει αυτές τις λέξεις."),
        ("φυλλομετρώ", "Καμία διάταξη δεν έχει αυτές τις λέξεις."),
        ("!?", "Καμία διάταξη δεν έχει αυτές τις λέξεις."),
        ("<ξξξξ>", "Καμία διάταξη δεν έχει αυτές τις λέξεις."),
        ("92", "Καμία διάταξη εδώ δεν παραπέμπει σε αυτό."),
    ],
)
def test_when_nothing_is_found_words_say_so(
    page: Page, address: str, query: str, said: str
) -> None:
    page.goto(f"{address}/el/search/")
    page.get_by_label("Αναζήτηση ή διάταξη").fill(query)
    expect(page.locator("#found")).to_have_text(said)
    expect(page.locator(".hits:not([hidden])")).to_have_count(0)


def test_the_box_of_the_header_searches_for_what_is_no_address(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/57/")
    page.get_by_label("Αναζήτηση ή διάταξη").fill("σπαθί & μορ")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/el/search/?q=*")
    expect(page.get_by_label("Αναζήτηση ή διάταξη")).to_have_value("σπαθί & μορ")
    expect(page.locator("#found")).not_to_be_empty()
    page.go_back()
    expect(page).to_have_url(f"{address}/el/2017/57/")
    page.get_by_label("Αναζήτηση ή διάταξη").fill("  ")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/el/2017/57/")


def test_the_box_of_the_search_page_jumps_to_an_address(page: Page, address: str) -> None:
    page.goto(f"{address}/en/search/")
    page.get_by_label("Search, or go to a provision").fill("47ε2α")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/en/2017/47/#E2a")


def test_what_is_typed_before_the_script_is_there_is_kept(page: Page, address: str) -> None:
    held: list[Route] = []
    page.route("**/assets/search.js*", lambda route: held.append(route))
    page.goto(f"{address}/en/search/", wait_until="commit")
    box = page.get_by_label("Search, or go to a provision")
    box.fill("penalty card")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("#found")).to_contain_text(FOUND["en"])
    expect(box).to_have_value("penalty card")


def test_keys_alone_go_from_the_box_through_the_hits_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}/en/search/")
    box = page.get_by_label("Search, or go to a provision")
    expect(box).to_be_focused()
    page.keyboard.type("premature play")
    expect(page.locator("#found")).to_contain_text(FOUND["en"])
    page.keyboard.press("ArrowDown")
    hits = page.locator(".hits li a")
    expect(hits.nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(hits.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(box).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(hits.nth(0)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/en/2017/**")


def test_keys_alone_go_from_the_box_of_a_law_to_a_hit(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/57/")
    for _ in range(3):  # the skip link, the title, the box
        page.keyboard.press("Tab")
    page.keyboard.type("penalty card")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_contain_text(FOUND["el"])
    page.keyboard.press("ArrowDown")
    expect(page.locator(".hits li a").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/el/2017/**")


def test_on_a_phone_no_keyboard_lies_on_what_was_found(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    search(page, address, "el", "φύλλο")
    expect(page.get_by_label("Αναζήτηση ή διάταξη")).not_to_be_focused()
    context.close()


def test_the_query_is_in_the_url_and_the_back_button_goes_through_the_queries(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/search/")
    box = page.get_by_label("Search, or go to a provision")
    box.fill("penalty card")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/en/search/?q=penalty+card")
    box.fill("director")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/en/search/?q=director")
    expect(page.locator("mark").first).to_have_text("Director")
    page.go_back()
    expect(box).to_have_value("penalty card")
    expect(page.locator("mark").first).not_to_have_text("Director")
    page.go_back()
    expect(box).to_have_value("")
    expect(page.locator("#found")).to_be_empty()


def test_the_count_is_announced_and_the_rest_is_shown_on_demand(page: Page, address: str) -> None:
    hits = search(page, address, "en", "card")
    count = int(page.locator(".hits[lang=en] .count").inner_text())
    expect(page.get_by_role("status").filter(has_text=FOUND["en"])).to_have_text(
        f"{FOUND['en']}{count}"
    )
    expect(hits).to_have_count(10)
    page.get_by_role("button", name="Show all").click()
    expect(hits).to_have_count(count)
    expect(hits.nth(10).locator("a")).to_be_focused()


def test_the_switch_of_the_language_keeps_the_query(page: Page, address: str) -> None:
    search(page, address, "en", "penalty card")
    page.get_by_role("link", name="Ελληνικά", exact=True).click()
    expect(page).to_have_url(f"{address}/el/search/?q=penalty%20card")
    expect(page.locator("mark").first).to_be_visible()


@pytest.mark.parametrize("width", [320, 360])
def test_hits_do_not_scroll_sideways_on_a_phone(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    search(page, address, "el", "φύλλο")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_script_words_say_so_and_the_laws_are_a_link_away(
    plain_page: Page, address: str
) -> None:
    plain_page.goto(f"{address}/el/search/")
    expect(plain_page.locator("main")).to_contain_text("Η αναζήτηση χρειάζεται JavaScript")
    expect(plain_page.locator("#off")).to_be_visible()
    expect(plain_page.locator("form")).to_be_hidden()
    plain_page.get_by_role("link", name="Όλοι οι Νόμοι").click()
    expect(plain_page).to_have_url(f"{address}/el/")


def test_what_cannot_be_loaded_is_said(browser: Browser, address: str) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.route("**/pagefind/**", lambda route: route.abort())
    page.goto(f"{address}/el/search/?q=φύλλο")
    expect(page.locator("#failed")).to_be_visible()
    context.close()


def test_every_word_is_folded_as_python_folds_it(page: Page, address: str) -> None:
    cases = rows("browser_folding.tsv")
    page.goto(f"{address}/el/search/")
    script = (
        "async ([url, words]) => { const { fold } = await import(url); return words.map(fold); }"
    )
    url = f"{address}/assets/finding.js"
    folded = page.evaluate(script, [url, [case["word"] for case in cases]])
    assert dict(zip((case["word"] for case in cases), folded, strict=True)) == {
        case["word"]: case["folded"] for case in cases
    }
