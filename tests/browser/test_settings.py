"""Readers who use the keyboard, ask for rest, choose their own colours, or run no script."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.kinds import page_templates
from tests.browser.probes import ask

pytestmark = pytest.mark.browser

# The words of a page, those of what only script shows left out.
WORDS = """() => [...document.querySelectorAll("main *:not([hidden], [hidden] *)")]
  .filter((one) => !one.closest(".jump, .switch, .filter, .copy, #search, #off, svg"))
  .flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === 3)
    .map((node) => node.data.trim())).filter(Boolean)"""
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FOCUS_TOP = "Math.round(document.activeElement.getBoundingClientRect().y + scrollY)"


@pytest.mark.parametrize("template", sorted(page_templates()))
def test_the_focus_is_always_seen_and_never_under_the_header(
    page: Page, kinds: dict[str, list[str]], template: str
) -> None:
    faults = []
    for url in kinds[template]:
        for width, height in ((1280, 500), (360, 500)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(url)
            page.keyboard.press("Tab")
            faults += [(url, width, *fault) for fault in ask(page, "focus")]
    assert not faults, "\n".join(map(str, faults))


def test_the_focus_goes_from_the_top_of_the_page_to_its_text(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/57/")
    tops = []
    for _ in range(25):
        page.keyboard.press("Tab")
        tops.append(page.evaluate(FOCUS_TOP))
    # The link that skips the header lies over it; what is on one line may be of unequal height.
    assert all(after > before - 24 for before, after in pairwise(tops[1:]))


def test_who_asks_for_rest_gets_it(page: Page, kinds: dict[str, list[str]]) -> None:
    page.emulate_media(reduced_motion="reduce")
    for url in (url for urls in kinds.values() for url in urls):
        page.goto(url)
        assert ask(page, "motion") == [], url


def test_without_script_every_kind_of_page_says_the_same(
    page: Page, plain_page: Page, kinds: dict[str, list[str]]
) -> None:
    for url in (url for urls in kinds.values() for url in urls):
        page.goto(url)
        plain_page.goto(url)
        assert plain_page.evaluate(WORDS) == page.evaluate(WORDS), url


@pytest.fixture(scope="module")
def recoloured(browser: Browser) -> Iterator[Page]:
    """A page in the colours that a reader has chosen for everything."""
    context = browser.new_context(forced_colors="active", viewport={"width": 1280, "height": 500})
    page = context.new_page()
    yield page
    context.close()


@pytest.mark.parametrize("template", sorted(page_templates()))
def test_in_the_readers_own_colours_every_word_focus_and_mark_is_seen(
    recoloured: Page, kinds: dict[str, list[str]], template: str
) -> None:
    faults = []
    for url in kinds[template]:
        recoloured.goto(url)
        assert recoloured.evaluate("matchMedia('(forced-colors: active)').matches")
        recoloured.evaluate(OPEN_ALL)
        for scheme in SCHEMES:
            recoloured.emulate_media(color_scheme=scheme)
            found = ask(recoloured, "unreadable")
            faults += [(url, scheme, "unreadable", *fault) for fault in found]
        recoloured.keyboard.press("Tab")
        for probe in ("focus", "unmarked"):
            faults += [(url, probe, *fault) for fault in ask(recoloured, probe)]
    assert not faults, "\n".join(map(str, faults))


def test_in_the_readers_own_colours_what_is_chosen_differs_from_what_is_not(
    recoloured: Page, address: str
) -> None:
    recoloured.goto(f"{address}/el/2017/57/#C3")
    outline = "row => getComputedStyle(row).outlineStyle"
    assert recoloured.locator("#C3").evaluate(outline) == "solid"
    assert recoloured.locator("#C2").evaluate(outline) == "none"
    border = "span => getComputedStyle(span).borderColor"
    chosen, other = (recoloured.locator(f"#view-{name} + span") for name in ("all", "2"))
    assert chosen.evaluate(border) != other.evaluate(border)
    expect(recoloured.locator("a.ref").first).to_have_css("text-decoration-line", "underline")
