"""A reader looks at what a reference leads to without leaving the text."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.browser

# The header lies over the top of the page: what is hovered is brought to the middle first.
TO_THE_MIDDLE = "link => link.scrollIntoView({ block: 'center' })"


def reference(page: Page, row: str, words: str, language: str) -> Locator:
    """A reference in a provision."""
    found = page.locator(f"#{row} .cell[lang={language}] a.ref", has_text=words).first
    found.evaluate(TO_THE_MIDDLE)
    return found


def card(page: Page) -> Locator:
    """The preview."""
    return page.get_by_role("tooltip")


def test_the_preview_of_another_law_is_in_the_language_of_the_citing_text(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/20/")
    for language, label, heading in (
        ("el", "47Ε", "Αλλαγή Παιξίματος Που Βασίστηκε Σε Λανθασμένη Πληροφόρηση"),
        ("en", "47E", "Change of Play Based on Misinformation"),
    ):
        reference(page, "F6", "47", language).hover()
        expect(card(page).locator(".label")).to_have_text(label)
        expect(card(page).locator(".heading").first).to_have_text(heading)
        assert card(page).locator("p:not(.label)").first.get_attribute("lang") == language
        page.keyboard.press("Escape")


def test_a_provision_is_shown_with_what_is_in_it_and_cut_where_it_is_long(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/20/")
    reference(page, "F6", "47E", "en").hover()
    expect(card(page)).to_be_visible()
    lines = [" ".join(line.split()[:6]) for line in card(page).locator("p").all_inner_texts()]
    assert lines == [
        "47E",
        "Change of Play Based on Misinformation",
        "1. A lead out of turn",
        "2.",
        "(a) A player may retract the",
        "(b) When it is too late",
    ]
    page.goto(f"{address}/en/2017/47/")
    reference(page, "B", "this Law", "en").hover()
    expect(card(page).locator(".label")).to_have_text("Law 47")
    expect(card(page).locator(".heading").first).to_have_text("Retraction of Card Played")
    expect(card(page).locator(".more")).to_have_text("…")


def test_a_law_that_is_not_held_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    reference(page, "A", "49", "en").hover()
    expect(card(page)).to_contain_text("Law 49")
    expect(card(page)).to_contain_text("The text of this law is not on this site.")
    page.goto(f"{address}/el/2017/47/")
    reference(page, "E1", "16C", "en").hover()
    expect(card(page)).to_contain_text("16Γ")
    expect(card(page)).to_contain_text("δεν περιλαμβάνεται")


def test_it_comes_after_a_while_and_only_where_the_pointer_rests(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/14/")
    link = reference(page, "B2", "B4", "en")
    link.hover()  # the script of the previews is fetched at the first one
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    page.mouse.move(2, 450)
    page.clock.install(time=0)
    page.clock.pause_at(3_600)
    link.hover()
    page.clock.run_for(290)
    expect(card(page)).to_have_count(0)
    page.mouse.move(2, 450)
    page.clock.run_for(1_000)
    expect(card(page)).to_have_count(0)
    link.hover()
    page.clock.run_for(310)
    expect(card(page)).to_have_count(1)


def test_it_stays_while_the_pointer_is_on_it_and_goes_when_it_leaves(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/14/")
    reference(page, "B2", "B4", "en").hover()
    expect(card(page)).to_be_visible()
    card(page).hover()
    page.wait_for_timeout(700)
    expect(card(page)).to_be_visible()
    page.mouse.move(2, 450)
    expect(card(page)).to_have_count(0)


def test_escape_closes_it_and_it_stays_away_until_the_pointer_comes_again(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/14/")
    link = reference(page, "B2", "B4", "en")
    link.hover()
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    page.wait_for_timeout(700)
    expect(card(page)).to_have_count(0)
    page.mouse.move(2, 450)
    link.hover()
    expect(card(page)).to_be_visible()


def test_the_keyboard_shows_it_describes_the_link_and_closes_it(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/14/")
    link = reference(page, "B2", "B4", "en")
    title = link.get_attribute("title")
    page.locator("#B2 > .anchor").focus()
    page.keyboard.press("Tab")
    while not link.evaluate("link => link === document.activeElement"):
        page.keyboard.press("Tab")
    expect(card(page)).to_contain_text("14B4")
    expect(link).to_have_attribute("aria-describedby", "preview")
    assert link.get_attribute("title") is None
    page.mouse.move(2, 450)
    page.wait_for_timeout(700)
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    assert link.get_attribute("title") == title
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(card(page)).to_be_visible()
    page.keyboard.press("Tab")
    expect(card(page)).not_to_contain_text("14B4")


@pytest.mark.parametrize("size", [(1280, 900), (360, 700), (320, 300)])
def test_it_lies_within_the_window(page: Page, address: str, size: tuple[int, int]) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{address}/en/2017/47/")
    for block in ("start", "center", "end"):
        link = page.locator("#E1 .cell[lang=en] a.ref").first
        link.evaluate(f"link => link.scrollIntoView({{ block: '{block}' }})")
        link.hover()
        expect(card(page)).to_be_visible()
        box = card(page).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        page.keyboard.press("Escape")
        page.mouse.move(1, 1)


def test_a_page_is_fetched_once_for_all_its_references(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/en/2017/47/")
    for row in ("E1", "E2a", "E1"):
        reference(page, row, "16C", "en").hover()
        expect(card(page)).to_contain_text("16C")
        page.keyboard.press("Escape")
    assert asked.count(f"{address}/en/2017/16/") == 1


def test_when_the_page_cannot_be_fetched_the_link_is_a_link(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    page.evaluate("() => { fetch = () => Promise.reject(new Error('no net')); }")
    link = reference(page, "E1", "16C", "en")
    link.hover()
    page.wait_for_timeout(600)
    expect(card(page)).to_have_count(0)
    link.click()
    expect(page).to_have_url(f"{address}/en/2017/16/#C")


def test_touch_follows_the_link_and_shows_no_preview(browser: Browser, address: str) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 360, "height": 700})
    page = context.new_page()
    page.goto(f"{address}/en/2017/14/")
    link = reference(page, "B2", "B4", "en")
    link.tap()
    expect(page).to_have_url(f"{address}/en/2017/14/#B4")
    page.wait_for_timeout(700)
    expect(card(page)).to_have_count(0)
    context.close()


def test_without_script_the_title_names_the_target(plain_page: Page, address: str) -> None:
    plain_page.goto(f"{address}/en/2017/14/")
    link = reference(plain_page, "B2", "B4", "en")
    link.hover()
    plain_page.wait_for_timeout(500)
    expect(card(plain_page)).to_have_count(0)
    expect(link).to_have_attribute("title", "14B4")


def test_words_that_look_like_html_stay_words(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/14/")
    page.evaluate(
        """() => {
          const text = document.querySelector("#B4 .cell[lang=en] .words p");
          text.textContent = "<img src=x onerror=alert(1)> & <b>cards</b>";
        }"""
    )
    reference(page, "B2", "B4", "en").hover()
    expect(card(page)).to_contain_text("<img src=x onerror=alert(1)> & <b>cards</b>")
    assert card(page).locator("img").count() == 0


@pytest.mark.parametrize(("motion", "animation"), [("reduce", "none"), ("no-preference", "appear")])
def test_it_does_not_move_where_less_motion_is_asked_for(
    browser: Browser,
    address: str,
    motion: Literal["reduce", "no-preference"],
    animation: str,
) -> None:
    context = browser.new_context(reduced_motion=motion, forced_colors="active")
    page = context.new_page()
    page.goto(f"{address}/en/2017/14/")
    reference(page, "B2", "B4", "en").hover()
    expect(card(page)).to_be_visible()
    assert card(page).evaluate("card => getComputedStyle(card).animationName") == animation
    assert card(page).evaluate("card => getComputedStyle(card).borderTopStyle") == "solid"
    context.close()
