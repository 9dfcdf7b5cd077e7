"""A reader looks at what a reference leads to without leaving the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.probes import wait_until

# The header lies over the top of the page: what is hovered is brought to the middle first.
TO_THE_MIDDLE = "link => link.scrollIntoView({ block: 'center' })"

SWIPE = """sheet => {
  for (const [type, clientY] of [["touchstart", 500], ["touchmove", 560], ["touchend", 620]]) {
    const touch = new Touch({ identifier: 1, target: sheet, clientX: 100, clientY });
    const touches = type === "touchend" ? [] : [touch];
    const init = { bubbles: true, touches, changedTouches: [touch] };
    sheet.dispatchEvent(new TouchEvent(type, init));
  }
}"""


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
    expect(card(page).locator(".label")).to_have_text("Law 47: Retraction of Card Played")
    expect(card(page).locator(".more")).to_have_text("…")


@pytest.mark.parametrize("id_", ["A", "C3"])
def test_a_preview_leaves_the_line_that_is_read_free(page: Page, address: str, id_: str) -> None:
    page.goto(f"{address}/el/2017/47/#{id_}")
    link = page.locator(f"#{id_} a.ref, #B a.ref").first
    link.hover()
    expect(card(page)).to_be_visible()
    shown, line = card(page).bounding_box(), link.bounding_box()
    assert shown
    assert line
    assert shown["y"] >= line["y"] + line["height"] or shown["y"] + shown["height"] <= line["y"]


def test_the_preview_of_a_note_has_no_remark_of_editors(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/20/#C2")
    page.locator("#C2 .cell[lang=el] a.note-mark").first.hover()
    expect(card(page)).to_contain_text("Η πρώτη φορά που είναι η σειρά του εκτελεστή")
    expect(card(page)).not_to_contain_text("αριθμός σημείωσης")


def test_a_law_that_is_not_held_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    reference(page, "A", "49", "en").hover()
    expect(card(page)).to_contain_text("Law 49")
    expect(card(page)).to_contain_text("Only the title of this law is on this site")
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


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page that is touched."""
    context = browser.new_context(
        has_touch=True, viewport={"width": 360, "height": 700}, service_workers="block"
    )
    yield context.new_page()
    context.close()


ABOVE = """([words, sheet]) =>
  words.getBoundingClientRect().bottom <= sheet.getBoundingClientRect().top"""


def sheet(page: Page) -> Locator:
    """The sheet at the bottom."""
    return page.get_by_role("dialog")


@pytest.mark.parametrize(
    ("tag", "language", "name", "words", "opens"),
    [
        ("en", "en", "14B4", "card restored to a hand", "Open"),
        ("el", "el", "14Β4", "φύλλο", "Άνοιγμα"),
    ],
)
def test_the_first_tap_shows_the_target_at_the_bottom_and_the_second_goes_there(
    phone: Page, address: str, tag: str, language: str, name: str, words: str, opens: str
) -> None:
    phone.goto(f"{address}/{tag}/2017/14/")
    link = reference(phone, "B2", name[2:], language)
    link.tap()
    shown = phone.get_by_role("dialog", name=name, exact=True)
    expect(shown).to_contain_text(words)
    expect(shown).to_be_focused()
    expect(shown.get_by_role("link", name=opens)).to_have_attribute("href", re.compile("#B4$"))
    box = shown.bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, 360)
    assert box["y"] >= 0.3 * 700
    assert round(box["y"] + box["height"]) == 700
    expect(phone).to_have_url(f"{address}/{tag}/2017/14/")
    link.tap()
    expect(phone).to_have_url(f"{address}/{tag}/2017/14/#B4")
    expect(sheet(phone)).to_have_count(0)


def test_open_leads_to_the_target_of_the_sheet(phone: Page, address: str) -> None:
    phone.goto(f"{address}/en/2017/20/")
    reference(phone, "F6", "47E", "en").tap()
    expect(sheet(phone)).to_contain_text("Change of Play Based on Misinformation")
    sheet(phone).get_by_role("link", name="Open").tap()
    expect(phone).to_have_url(f"{address}/en/2017/47/#E")


@pytest.mark.parametrize("closed_by", ["outside", "✕", "Escape", "swipe", "another reference"])
def test_a_sheet_closes_and_the_next_tap_opens_it_again(
    phone: Page, address: str, closed_by: str
) -> None:
    phone.goto(f"{address}/en/2017/47/")
    link = reference(phone, "E1", "16C", "en")
    link.tap()
    expect(sheet(phone)).to_contain_text("16C")
    if closed_by == "outside":
        phone.touchscreen.tap(20, 120)
    elif closed_by == "✕":
        sheet(phone).get_by_role("button", name="Close").tap()
    elif closed_by == "Escape":
        phone.keyboard.press("Escape")
    elif closed_by == "swipe":
        sheet(phone).evaluate(SWIPE)
    else:
        reference(phone, "E1", "63A1", "en").tap()
        expect(sheet(phone)).to_contain_text("63A1")
        phone.keyboard.press("Escape")
    expect(sheet(phone)).to_have_count(0)
    expect(phone).to_have_url(f"{address}/en/2017/47/")
    link.tap()
    expect(sheet(phone)).to_contain_text("16C")


def test_a_sheet_says_that_a_law_is_not_on_this_site(phone: Page, address: str) -> None:
    phone.goto(f"{address}/en/2017/47/")
    reference(phone, "A", "49", "en").tap()
    expect(sheet(phone)).to_contain_text("Law 49")
    expect(sheet(phone)).to_contain_text("Only the title of this law is on this site")
    expect(sheet(phone)).not_to_contain_text("cite it")


def test_a_sheet_leads_to_the_official_text_of_a_provision_that_is_not_here(
    phone: Page, origin: str
) -> None:
    phone.goto(f"{origin}/pebbles/el/2016/16/")
    cited = phone.locator(".cited-provision").last
    place = cited.get_attribute("id")
    cited.locator(".citations a").first.click()
    link = phone.locator(f"a.ref[href$='/16/#{place}']").first
    link.evaluate(TO_THE_MIDDLE)
    link.tap()
    official = sheet(phone).get_by_role("link", name="English")
    url = f"https://example.org/pebbles/2016/en/16#16{place}"
    expect(official).to_have_attribute("href", url)


def test_a_note_and_a_term_are_shown_in_the_sheet_and_in_the_card(
    phone: Page, page: Page, address: str
) -> None:
    phone.goto(f"{address}/el/2017/57/")
    note = phone.locator("#C1 .cell[lang=el] .note-mark").first
    note.evaluate(TO_THE_MIDDLE)
    note.tap()
    expect(sheet(phone)).to_contain_text("μέσω χειρονομίας ή νεύματος")
    phone.keyboard.press("Escape")
    phone.locator("#terms").check()
    term = phone.locator(".cell[lang=el] .term[href]").first
    term.evaluate(TO_THE_MIDDLE)
    term.tap()
    expect(sheet(phone).locator("[lang=en]").first).to_be_visible()
    page.goto(f"{address}/el/2017/57/")
    note = page.locator("#C1 .cell[lang=el] .note-mark").first
    note.evaluate(TO_THE_MIDDLE)
    note.hover()
    expect(card(page)).to_contain_text("μέσω χειρονομίας ή νεύματος")


def test_the_reference_stays_in_sight_above_its_sheet(phone: Page, address: str) -> None:
    phone.goto(f"{address}/en/2017/20/")
    link = phone.locator("#F6 .cell[lang=en] a.ref", has_text="47E").first
    link.evaluate("link => link.scrollIntoView({ block: 'end' })")
    phone.evaluate("scrollBy(0, -70)")  # the languages are at the bottom
    link.tap()
    expect(sheet(phone)).to_contain_text("A lead out of turn")
    places = [link.element_handle(), sheet(phone).element_handle()]
    wait_until(phone, lambda: phone.evaluate(ABOVE, places))
    assert sheet(phone).evaluate("sheet => sheet.scrollHeight > sheet.clientHeight")


def test_the_focus_returns_to_the_reference_from_the_sheet(phone: Page, address: str) -> None:
    phone.goto(f"{address}/en/2017/47/")
    link = reference(phone, "E1", "16C", "en")
    link.tap()
    expect(sheet(phone)).to_be_focused()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Escape")
    expect(link).to_be_focused()


def test_by_touch_a_page_that_cannot_be_fetched_is_gone_to(phone: Page, address: str) -> None:
    phone.goto(f"{address}/en/2017/47/")
    phone.evaluate("() => { fetch = () => Promise.reject(new Error('no net')); }")
    reference(phone, "E1", "16C", "en").tap()
    expect(phone).to_have_url(f"{address}/en/2017/16/#C")


def test_without_script_a_tap_follows_the_link(browser: Browser, address: str) -> None:
    context = browser.new_context(
        has_touch=True, viewport={"width": 360, "height": 700}, java_script_enabled=False
    )
    page = context.new_page()
    page.goto(f"{address}/en/2017/14/")
    link = page.locator("#B2 .cell[lang=en] a.ref", has_text="B4").first
    link.tap()
    expect(page).to_have_url(f"{address}/en/2017/14/#B4")
    context.close()


@pytest.mark.parametrize("size", [(320, 480), (768, 600), (1280, 500)])
def test_no_preview_of_any_reference_leaves_the_window(
    page: Page, origin: str, size: tuple[int, int]
) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    faults = []
    for path in ("laws/el/2017/47/", "laws/en/2017/20/", "long/en/2017/91/"):
        page.goto(f"{origin}/{path}")
        links = page.locator(".cell a.ref:visible")
        for at in range(0, links.count(), max(1, links.count() // 3)):
            for block in ("start", "center", "end"):
                link = links.nth(at)
                link.evaluate(f"link => link.scrollIntoView({{ block: '{block}' }})")
                link.hover()
                card(page).wait_for()
                box = card(page).evaluate("card => card.getBoundingClientRect().toJSON()")
                inside = box["left"] >= 0 and box["right"] <= width
                if not (inside and box["top"] >= 0 and box["bottom"] <= height):
                    faults.append((path, at, block, box))
                page.keyboard.press("Escape")
                page.mouse.move(1, 1)
    assert faults == []


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
