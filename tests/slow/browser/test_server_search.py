"""A reader searches a site whose search runs on its server: a real ``lawkb serve``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.judges import AXE, judged
from tests.browser.probes import ask
from tests.browser.running_desk import quiet_page
from tests.server.running import Running, running, searched_on_server

WIDTHS = (1280, 360)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("site"), change=searched_on_server) as served:
        yield served


@pytest.fixture(params=WIDTHS)
def page(browser: Browser, site: Running, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that says nothing on the console and asks nobody but the site."""
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    yield from quiet_page(context, url_of(site), "/laws/en/search/")


def url_of(site: Running) -> str:
    return f"http://127.0.0.1:{site.port}"


def search(page: Page, query: str) -> Locator:
    page.locator(".jump input").fill(query)
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("q") == [query])
    expect(page.locator("#search")).not_to_have_attribute("aria-busy", "true")
    return page.locator(".hits:visible li")


def test_the_server_finds_shows_and_marks_and_back_returns_to_the_place(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    hits = search(page, "card")
    expect(page.locator("#found")).to_have_text(re.compile(r"Provisions found: [1-9]\d"))
    expect(hits.first.locator("mark").first).to_have_text(re.compile("card", re.IGNORECASE))
    button = page.locator(".hits[lang=en] button")
    button.click()
    shown = hits.count()
    assert shown > 10
    last = hits.nth(shown - 1).locator("a")
    last.scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    last.click()
    page.wait_for_url("**/2017/**")
    assert page.evaluate("location.hash ? Boolean(document.querySelector(location.hash)) : true")
    page.go_back()
    expect(hits).to_have_count(shown)
    assert abs(page.evaluate("scrollY") - top) < 50
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not [url for url in asked if "pagefind" in url or "/search/en.json" in url]


def test_accents_another_language_and_corrections_are_those_of_the_command_line(
    page: Page,
) -> None:
    hits = search(page, "αμυνομενων")
    expect(hits.first.locator("mark").first).to_have_text(re.compile("αμυν[οό]μεν"))
    search(page, "explanatoin")
    expect(page.locator("#corrected")).to_contain_text("Nothing for “explanatoin”.")
    page.locator("#corrected a").click()
    expect(page.locator("#found")).to_have_text("No provision contains these words.")


def test_an_address_leads_to_its_provision(page: Page) -> None:
    hits = search(page, "47E2(a)")
    expect(hits.first.locator("a")).to_have_attribute(
        "href", page.url.split("/en/")[0] + "/en/2017/47/#E2a"
    )


def test_what_is_typed_and_what_laws_say_stay_text(page: Page) -> None:
    search(page, "<img src=x onerror=alert(1)>")
    expect(page.locator("main img")).to_have_count(0)


def test_the_box_of_other_pages_suggests_places_and_asks_for_no_list_of_words(
    page: Page, site: Running
) -> None:
    page.goto(f"{url_of(site)}/laws/en/2017/57/")
    page.locator(".jump input").fill("47E")
    expect(page.locator("#suggestions li")).to_have_text(["47E"])
    page.locator(".jump input").fill("penalty")
    expect(page.locator("#suggestions li")).to_have_count(0)
    page.locator(".jump input").press("Enter")
    expect(page.locator(".hits:visible li").first).to_be_visible()


@pytest.mark.parametrize("path", ["{tag}/search/?q=penalty+card", "search?page={tag}&q=card"])
@pytest.mark.parametrize("tag", ["en", "el"])
def test_axe_finds_nothing_and_the_focus_is_seen_on_a_page_with_hits(
    browser: Browser, site: Running, tag: str, path: str
) -> None:
    context = browser.new_context()
    for page in quiet_page(context, url_of(site), f"/laws/{path.format(tag=tag)}"):
        expect(page.locator(".hits:visible li").first).to_be_visible()
        assert [*judged(page, AXE.read_text(encoding="utf-8"))] == []
        page.keyboard.press("Tab")
        assert ask(page, "focus") == []


@pytest.mark.parametrize(
    ("tag", "told"),
    [("en", "This query cannot be read:"), ("el", "Η αναζήτηση δεν είναι γραμμένη σωστά:")],
)
def test_a_query_that_cannot_be_read_is_refused_in_words(
    browser: Browser, site: Running, tag: str, told: str
) -> None:
    page = browser.new_page()
    page.goto(f'{url_of(site)}/laws/{tag}/search/?q="card')
    expect(page.locator("#found")).to_contain_text(told)
    expect(page.locator("#found span[lang=en]")).to_contain_text("quot")
    page.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_without_script_a_form_leads_to_a_page_with_the_hits(
    browser: Browser, site: Running, width: int
) -> None:
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": width, "height": 900}
    )
    page = context.new_page()
    page.goto(f"{url_of(site)}/laws/el/search/")
    page.locator(".asking input[type=search]").fill("penalty card <b>")
    page.locator(".asking button").click()
    expect(page.locator("html")).to_have_attribute("lang", "el")
    expect(page.locator(".asking input[type=search]")).to_have_value("penalty card <b>")
    page.locator(".asking input[type=search]").fill("penalty card")
    page.locator(".asking button").click()
    expect(page.locator(".hits:visible mark").first).to_have_text(
        re.compile("penalty|card", re.IGNORECASE)
    )
    page.locator(".hits:visible li a").first.click()
    expect(page.locator("h1")).to_contain_text("Νόμος")
    page.goto(f'{url_of(site)}/laws/search?page=el&q="card')
    expect(page.locator("#found")).to_contain_text("Η αναζήτηση δεν είναι γραμμένη σωστά:")
    context.close()


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("en", "The search does not answer at the moment. Try again later."),
        ("el", "Η αναζήτηση δεν απαντά αυτή τη στιγμή. Δοκιμάστε πάλι αργότερα."),
    ],
)
def test_when_the_server_does_not_answer_the_page_says_so(
    browser: Browser, tmp_path: Path, tag: str, told: str
) -> None:
    page = browser.new_page()
    with running(tmp_path, change=searched_on_server) as site:
        page.goto(f"{url_of(site)}/laws/{tag}/search/?q=card")
        expect(page.locator(".hits:visible li").first).to_be_visible()
    page.locator(".jump input").fill("director")
    expect(page.locator("#failed")).to_have_text(told)
    expect(page.locator("#failed")).to_be_visible()
    expect(page.locator(".hits:visible")).to_have_count(0)
    page.close()
