"""What a first visit to a law costs, and what a reader on a phone or from elsewhere meets there."""

from __future__ import annotations

import gzip
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.long_law import LONGEST_WORD, PROVISIONS

# Bytes of the files as a server sends them compressed: sizes are no times, so this is a test.
MOST_ALL = 60_000
MOST_SCRIPT = 6_000
MOST_STYLE = 8_000


@pytest.fixture(params=["el/2017/47/", "en/2017/20/"])
def sizes(request: pytest.FixtureRequest, browser: Browser, address: str) -> dict[str, int]:
    """Compressed bytes of all that a first visit to a law asks for, by kind of file."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(f"{address}/{request.param}", wait_until="networkidle")
    # A browser without a window has no tab to show an icon in, and does not ask for it.
    page.evaluate("fetch(document.querySelector('link[rel=icon]').href)")
    page.wait_for_load_state("networkidle")
    found: dict[str, int] = {}
    for answer in answers:
        kind = urlsplit(answer.url).path.rpartition(".")[2]
        kind = kind if kind in ("js", "css", "svg") else "html"
        found[kind] = found.get(kind, 0) + len(gzip.compress(answer.body(), mtime=0))
    context.close()
    return found


def test_a_first_visit_to_a_law_is_small(sizes: dict[str, int]) -> None:
    assert sizes.keys() == {"html", "js", "css", "svg"}
    assert sum(sizes.values()) <= MOST_ALL, sizes
    assert sizes["css"] <= MOST_STYLE, sizes


def test_the_script_of_a_law_is_small(sizes: dict[str, int]) -> None:
    assert sizes["js"] <= MOST_SCRIPT, sizes


def test_a_deep_link_from_elsewhere_shows_its_provision_on_a_phone(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{address}/el/2017/20/#F5b-ii")
    row = page.locator("#F5b-ii")
    expect(row).to_be_in_viewport()
    glow = "row => getComputedStyle(row).backgroundColor"
    assert row.evaluate(glow) != page.locator("#F5b-i").evaluate(glow)


def test_a_deep_link_works_without_script_too(plain_page: Page, address: str) -> None:
    plain_page.goto(f"{address}/el/2017/57/#C3")
    expect(plain_page.locator("#C3")).to_be_in_viewport()
    expect(plain_page.locator("#C3 .anchor")).to_have_attribute("href", "#C3")


def test_the_place_is_kept_by_the_language_that_is_remembered_and_by_that_of_the_pages(
    page: Page, origin: str
) -> None:
    page.goto(f"{origin}/long/el/2017/91/")
    page.get_by_role("radio", name="Ελληνικά").check()
    page.goto(f"{origin}/long/el/2017/20/")
    page.goto(f"{origin}/long/el/2017/91/#F7")
    expect(page.locator("#F7 .c2")).to_be_hidden()
    expect(page.locator("#F7")).to_be_in_viewport()
    page.get_by_role("link", name="English", exact=True).click()
    expect(page).to_have_url(f"{origin}/long/en/2017/91/#F7")
    expect(page.locator("#F7")).to_be_in_viewport()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_a_law_of_300_provisions_with_words_that_fit_nowhere_is_read_to_its_end(
    page: Page, origin: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"{origin}/long/el/2017/91/")
    assert page.locator("section.row[id]").count() == PROVISIONS + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    word = page.locator("#law .cell p", has_text=LONGEST_WORD).first
    box = word.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    last = page.locator("#J10b")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    for language in ("el", "en"):
        expect(last.locator(f".cell[lang={language}]")).to_be_visible()


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize(("tag", "other"), [("el", "EN"), ("en", "EL")])
def test_the_header_of_a_phone_is_three_lines(
    page: Page, address: str, tag: str, other: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{address}/{tag}/2017/47/")
    link = page.locator(".tongues a")
    expect(link).to_have_attribute("hreflang", other.lower())
    shown = "link => getComputedStyle(link, '::before').content"
    assert other.lower() in link.evaluate(shown)
    boxes = page.locator(".brand, .tongues a, .jump, .menu a").all()
    tops = sorted(box.evaluate("box => box.getBoundingClientRect().top") for box in boxes)
    lines = [tops[0], *(b for a, b in pairwise(tops) if b - a > 10)]
    assert len(lines) == 3
    size = link.evaluate("link => link.getBoundingClientRect()")
    assert min(size["width"], size["height"]) >= 24


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", ["el/2017/47/", "el/comments/", "el/translation/"])
def test_nothing_moves_when_the_script_has_run(
    browser: Browser, address: str, path: str, width: int
) -> None:
    tops = []
    for held in (True, False):
        context = browser.new_context(
            viewport={"width": width, "height": 800}, service_workers="block"
        )
        page = context.new_page()
        if held:
            page.route("**/*.js*", lambda route: route.abort())
        page.goto(f"{address}/{path}", wait_until="networkidle")
        script = "all => all.map(one => one.getBoundingClientRect().top)"
        tops.append(page.locator("main :is(section, h2, p, tr)").evaluate_all(script))
        context.close()
    assert tops[0] == tops[1]
