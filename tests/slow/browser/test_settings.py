"""Readers who use the keyboard, ask for rest, choose their own colours, or run no script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.kinds import page_templates
from tests.browser.probes import ask, words

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
        assert words(plain_page) == words(page), url


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


def choose(page: Page, *choices: str) -> None:
    """Make choices in the dialog of text size and colours."""
    page.get_by_role("button", name=re.compile("Text and colours|Κείμενο και χρώματα")).click()
    for choice in choices:
        page.get_by_role("dialog").get_by_role("radio", name=choice, exact=True).check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


GROUND = "getComputedStyle(document.body).backgroundColor"
FONT = "parseFloat(getComputedStyle(document.querySelector('.words p:not(.said)')).fontSize)"


def test_text_size_and_colours_are_chosen_and_kept_from_page_to_page(
    page: Page, address: str
) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{address}/en/2017/47/")
    light, normal = page.evaluate(GROUND), page.evaluate(FONT)
    choose(page, "Dark", "Very large")
    dark = page.evaluate(GROUND)
    assert dark != light
    assert page.evaluate(FONT) > 1.3 * normal
    page.goto(f"{address}/el/2017/20/")
    assert page.evaluate(GROUND) == dark
    assert page.evaluate(FONT) > 1.3 * normal
    page.goto(f"{address}/el/terms/")
    assert page.evaluate(GROUND) == dark
    choose(page, "Ανοιχτά", "Μικρότερο")
    page.emulate_media(color_scheme="dark")
    page.goto(f"{address}/en/2017/47/")
    assert page.evaluate(GROUND) == light
    assert page.evaluate(FONT) < normal
    choose(page, "As on the device", "Normal")
    assert page.evaluate(GROUND) == dark
    assert page.evaluate(FONT) == normal


def test_what_was_chosen_is_there_before_the_page_is_first_painted(
    page: Page, address: str
) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{address}/en/2017/47/")
    choose(page, "Dark", "Larger")
    page.route("**/site.js*", lambda route: route.fulfill(body=""))
    page.add_init_script(
        """document.addEventListener("readystatechange", () => {
          const { size, theme } = document.documentElement.dataset;
          globalThis.atFirst ??= [document.readyState, size, theme];
        })"""
    )
    page.goto(f"{address}/en/2017/20/")
    assert page.evaluate("atFirst") == ["interactive", "large", "dark"]
    assert page.evaluate(GROUND) != "rgb(253, 252, 249)"


@pytest.mark.parametrize("width", [320, 360, 1000, 1280])
def test_very_large_text_fits_every_kind_of_page(
    page: Page, kinds: dict[str, list[str]], address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"{address}/en/2017/47/")
    choose(page, "Very large")
    faults = []
    for url in (url for urls in kinds.values() for url in urls):
        page.goto(url)
        found = [("sideways", *fault) for fault in ask(page, "sideways")]
        found += [("clipped", *fault) for fault in ask(page, "clipped")]
        faults += [(url, *fault) for fault in found]
    assert not faults, "\n".join(map(str, faults))


def test_a_slash_focuses_the_search_but_not_while_one_types_or_holds_another_key(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/47/")
    box = page.locator(".jump input")
    for key in ("Control+/", "Alt+/", "Meta+/"):
        page.keyboard.press(key)
        expect(box).not_to_be_focused()
    page.keyboard.press("/")
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    page.keyboard.type("a/b?j")
    expect(box).to_have_value("a/b?j")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_question_mark_lists_the_keys_and_the_focus_returns(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/47/")
    mark = page.locator("#B > .anchor")
    mark.focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Συντομεύσεις πληκτρολογίου")
    expect(dialog).to_contain_text("επόμενη και προηγούμενη διάταξη")
    assert dialog.evaluate("dialog => dialog.contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(mark).to_be_focused()
    choose(page)
    page.get_by_role("button", name="Κείμενο και χρώματα").click()
    page.get_by_role("button", name="Συντομεύσεις").click()
    expect(dialog).to_be_visible()
    page.mouse.click(5, 5)
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("keys", [("j", "k", "n"), ("ξ", "κ", "ν")])
def test_keys_go_from_provision_to_provision_and_from_law_to_law_on_any_keyboard(
    page: Page, address: str, keys: tuple[str, str, str]
) -> None:
    def press(key: str, code: str) -> None:
        page.evaluate(
            """([key, code]) => document.activeElement.dispatchEvent(
              new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))""",
            [key, code],
        )

    forward, back, law = zip(keys, ("KeyJ", "KeyK", "KeyN"), strict=True)
    page.goto(f"{address}/en/2017/47/#E")
    for (key, code), place in ((forward, "E1"), (forward, "E2"), (back, "E1"), (back, "E")):
        press(key, code)
        expect(page).to_have_url(f"{address}/en/2017/47/#{place}")
        expect(page.locator(f"#{place} > .anchor")).to_be_focused()
        assert page.locator(f"#{place}").evaluate("row => row.matches(':target')")
    assert page.evaluate("history.length") <= 3
    press(*law)
    expect(page).to_have_url(f"{address}/en/2017/57/")
    page.keyboard.press("j")
    expect(page.locator(".row:target")).to_be_in_viewport()


def test_who_needs_the_keys_otherwise_switches_them_off(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Use these keys").uncheck()
    page.keyboard.press("Escape")
    page.goto(f"{address}/en/2017/57/")
    for key in ("/", "?", "j"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".jump input")).not_to_be_focused()
    expect(page).to_have_url(f"{address}/en/2017/57/")


def test_without_script_no_control_is_shown_that_would_not_work(
    plain_page: Page, address: str
) -> None:
    plain_page.goto(f"{address}/en/2017/47/")
    expect(plain_page.locator(".display")).to_be_hidden()


OPENED = {
    "display": "document.querySelector('.display').click()",
    "shortcuts": """document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: '?', bubbles: true }))""",
    "citing": "document.querySelector('#E1 > .anchor').click()",
}


@pytest.mark.parametrize("opened", sorted(OPENED))
@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_opened_is_readable_in_the_readers_own_colours(
    recoloured: Page, address: str, scheme: Literal["light", "dark"], opened: str
) -> None:
    recoloured.emulate_media(color_scheme=scheme)
    recoloured.goto(f"{address}/el/2017/47/")
    recoloured.evaluate(OPENED[opened])
    recoloured.locator(":is([role=menu], dialog)").wait_for()
    assert ask(recoloured, "unreadable") == []
