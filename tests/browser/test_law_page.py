"""The page of a law as a reader with a phone, and one with a wide screen, sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

# Labels that reach to the words behind them.
TOO_CLOSE = """() => [...document.querySelectorAll(".cell > .num")].filter((num) => {
  const label = document.createRange();
  label.selectNodeContents(num);
  const words = num.nextElementSibling.getBoundingClientRect();
  return num.checkVisibility() && label.getBoundingClientRect().right > words.left - 3;
}).map((num) => num.textContent)"""


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
@pytest.mark.parametrize("view", ["Και οι δύο", "Ελληνικά", "English"])
def test_a_deep_link_lands_clear_of_the_header_whatever_languages_are_remembered(
    page: Page, address: str, size: tuple[int, int], view: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/el/2017/20/")
    page.get_by_role("radio", name=view).check()
    page.goto(f"{address}/el/2017/14/")
    page.goto(f"{address}/el/2017/20/#D")
    row = page.locator("#D")
    assert row.evaluate("row => row.matches(':target')")
    page.wait_for_timeout(200)
    header = page.locator("header.top").bounding_box()
    place = row.bounding_box()
    assert header
    assert place
    assert place["y"] >= max(0, header["y"] + header["height"]) - 1
    assert place["y"] <= size[1] / 2
    colours = [
        page.locator(id_).evaluate("row => getComputedStyle(row).backgroundColor")
        for id_ in ("#D", "#E")
    ]
    assert colours[0] != colours[1]


@pytest.mark.parametrize("size", [(1280, 300), (360, 400)])
def test_the_switch_of_the_languages_keeps_what_is_read_where_it_is(
    page: Page, address: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/el/2017/20/#F5b")
    top = "document.querySelector('#F5b').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.locator("#view-2").evaluate("one => one.focus({ preventScroll: true })")
    page.evaluate("document.querySelector('#F5b').scrollIntoView()")
    before = page.evaluate(top)
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.evaluate(
            """key => {
              const now = document.querySelector(".views :checked");
              const all = [...document.querySelectorAll(".views input")];
              const next = all[(all.indexOf(now) + (key === "ArrowRight" ? 1 : 2)) % 3];
              now.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
              next.checked = true;
              next.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            key,
        )
        assert abs(page.evaluate(top) - before) <= 1


def test_greek_capitals_have_no_accents(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/47/")
    kicker = page.locator(".kicker")
    assert kicker.text_content() == "έκδοση 2017"
    assert kicker.inner_text() == "ΕΚΔΟΣΗ 2017"
    page.goto(f"{address}/en/2017/47/")
    assert kicker.inner_text() == "EDITION 2017"


def test_the_whole_address_stands_beside_a_provision_and_covers_no_word(
    page: Page, address: str
) -> None:
    for width in (1280, 820, 360, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{address}/el/2017/20/")
        covered = page.evaluate(
            """() => {
              // What is closed has places too, though nobody sees it.
              document.querySelectorAll("details").forEach((one) => { one.open = true; });
              const words = [];
              const law = document.querySelector(".law");
              const walker = document.createTreeWalker(law, NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const node = walker.currentNode;
                if (!node.data.trim() || node.parentElement.closest(".anchor, .law-head")) continue;
                const range = document.createRange();
                range.selectNodeContents(node);
                words.push(...range.getClientRects());
              }
              const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
                && a.top < b.bottom - 4 && b.top < a.bottom - 4;
              return [...document.querySelectorAll(".anchor")]
                .filter((one) => words.some((word) => over(one.getBoundingClientRect(), word)))
                .map((one) => one.textContent);
            }"""
        )
        assert covered == [], width
    expect(page.locator("#F5b-ii > .anchor")).to_have_text("20ΣΤ5(β)(ii) ¶")


def test_a_line_of_law_is_of_a_length_that_can_be_read(page: Page, address: str) -> None:
    for width in (1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{address}/en/2017/20/")
        for view in ("Both", "English"):
            page.get_by_role("radio", name=view).check()
            long = page.locator("#B .cell[lang=en] .words p:not(.said):not(.heading)").first
            box = long.bounding_box()
            size = long.evaluate("p => parseFloat(getComputedStyle(p).fontSize)")
            assert box
            # An average letter is about 0.45 em wide: at most some 80 of them.
            assert box["width"] <= 0.45 * size * 84


def test_the_letters_lead_to_their_provisions(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{address}/el/2017/47/")
    letters = page.get_by_role("navigation", name="Διατάξεις αυτού του Νόμου")
    assert letters.get_by_role("link").all_inner_texts() == ["Α", "Β", "Γ", "Δ", "Ε", "ΣΤ"]
    letters.get_by_role("link", name="ΣΤ").click()
    expect(page).to_have_url(f"{address}/el/2017/47/#F")


def test_the_laws_before_and_after_are_at_hand_at_the_top(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/20/")
    steps = page.get_by_role("navigation", name="Προηγούμενος και επόμενος Νόμος")
    steps.get_by_role("link", name="Νόμος 47").click()
    expect(page).to_have_url(f"{address}/el/2017/47/")


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_a_label_stands_before_its_words_and_not_on_them(
    page: Page, origin: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("laws/el/2017/47/", "laws/en/2017/20/", "long/el/2017/91/"):
        page.goto(f"{origin}/{path}")
        close = page.evaluate(TOO_CLOSE)
        assert close == [], path


def test_a_short_reference_is_on_one_line_with_the_word_before_it(page: Page, origin: str) -> None:
    broken = """() => [...document.querySelectorAll(".led")].filter((led) =>
      new Set([...led.getClientRects()].map((box) => Math.round(box.top / 4))).size > 1)
      .map((led) => led.textContent)"""
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for path in ("laws/el/2017/47/", "laws/en/2017/20/"):
            page.goto(f"{origin}/{path}")
            assert page.locator(".led").count() > 5
            assert page.evaluate(broken) == []
