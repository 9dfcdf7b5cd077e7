"""Readers who use the keyboard, ask for rest, choose their own colours, or run no script."""

from __future__ import annotations

from itertools import pairwise

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


def test_in_the_readers_own_colours_what_is_chosen_and_linked_to_is_still_seen(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(forced_colors="active", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(f"{address}/el/2017/57/#C3")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    outline = "row => getComputedStyle(row).outlineStyle"
    assert page.locator("#C3").evaluate(outline) == "solid"
    assert page.locator("#C2").evaluate(outline) == "none"
    border = "span => getComputedStyle(span).borderColor"
    chosen, other = (page.locator(f"#view-{name} + span") for name in ("all", "2"))
    assert chosen.evaluate(border) != other.evaluate(border)
    expect(page.locator("a.ref").first).to_have_css("text-decoration-line", "underline")
    page.goto(f"{address}/el/references/")
    box, word = (page.locator(f".picture a.box {name}").first for name in ("rect", "text"))
    ink = word.evaluate("text => getComputedStyle(text).fill")
    ground = box.evaluate("rect => getComputedStyle(rect).fill")
    assert ink != ground
    assert box.evaluate("rect => getComputedStyle(rect).stroke") != ground
    context.close()
