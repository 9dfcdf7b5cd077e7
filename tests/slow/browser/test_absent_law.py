"""What a reader meets who follows a reference to a law whose text is not on the site."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

_GLOW = "one => getComputedStyle(one).backgroundColor"
_CLEAR = "rgba(0, 0, 0, 0)"
# Signs that lie on a word or on the address of their row.
_COVERED = """() => {
  const words = [];
  const walker = document.createTreeWalker(document.querySelector(".law"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = walker.currentNode.data.trim() && walker.currentNode.parentElement;
    if (!box || box.closest(".correct") || !box.checkVisibility()) continue;
    words.push(...range.getClientRects());
  }
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 4 && b.top < a.bottom - 4;
  return [...document.querySelectorAll(".correct")]
    .filter((one) => words.some((word) => over(one.getBoundingClientRect(), word))).length;
}"""


@pytest.mark.parametrize("width", [360, 1280])
def test_the_place_that_a_reference_leads_to_says_first_that_its_text_is_not_here(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{address}/el/2017/47/")
    page.locator("#D a.ref[href$='/16/#C']").first.click()
    place = page.locator("#C")
    told = place.get_by_text("16Γ: το κείμενο δεν περιλαμβάνεται στον ιστότοπο.")
    expect(told).to_be_in_viewport()
    words = place.inner_text()
    assert words.index("δεν περιλαμβάνεται") < words.index("Παραπέμπουν εδώ") < words.index("47Δ")


def test_what_is_highlighted_holds_no_sentence_that_cites_it(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/16/#C")
    place = page.locator("#C")
    assert place.evaluate(_GLOW) == _CLEAR
    glowing = [one for one in place.locator("*").all() if one.evaluate(_GLOW) != _CLEAR]
    assert len(glowing) == 1
    assert glowing[0].locator("q").count() == 0
    sizes = [
        float(
            place.locator(part).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        )
        for part in ("q", ".not-here p")
    ]
    assert sizes[0] < sizes[1]


def test_the_official_text_is_linked_where_the_code_names_it(page: Page, origin: str) -> None:
    page.goto(f"{origin}/pebbles/el/2016/16/")
    place = page.locator(".cited-provision").last
    links = place.locator(".not-here a")
    expect(links).to_have_text(["Ελληνικά", "English"])
    label = place.get_attribute("id")
    assert links.first.get_attribute("href") == (
        f"https://example.org/pebbles/2016/el/16#16{label}"
    )
    page.goto(f"{origin}/laws/el/2017/16/")
    expect(page.locator("p.lead a")).to_have_text(
        ["The Laws of Duplicate Bridge 2017 (World Bridge Federation)"]
    )


def test_one_statement_says_that_a_law_is_not_here_beside_its_title(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/16/")
    expect(page.locator("h1")).to_have_text("Νόμος 16: Θεμιτή και Αθέμιτη Πληροφορία")
    expect(page.locator("main p").get_by_text("υπάρχει μόνο ο τίτλος")).to_have_count(1)
    expect(page.locator(".at-place").locator("visible=true")).to_have_count(0)
    expect(page.locator(".neighbours a")).to_have_text(["← Νόμος 14", "Νόμος 20 →"])
    page.goto(f"{address}/el/2017/16/#C")
    expect(page.locator(".at-place").locator("visible=true")).to_have_count(1)


@pytest.mark.parametrize("typed", ["B1a", "16B1a", "Β1(α)"])
def test_a_provision_of_it_that_nothing_cites_is_said_to_be_one(
    page: Page, address: str, typed: str
) -> None:
    page.goto(f"{address}/el/2017/16/#{typed}")
    expect(page.locator("#said")).to_contain_text("καμία διάταξη εδώ δεν παραπέμπει εκεί")


def test_a_correction_is_suggested_beside_each_provision(page: Page, origin: str) -> None:
    page.goto(f"{origin}/pebbles/el/2016/7/")
    rows = page.locator(".row[id]").count()
    expect(page.locator(".row > .correct")).to_have_count(rows)
    link = page.get_by_role("link", name="Προτείνετε διόρθωση: 7Α1", exact=True)
    url = link.get_attribute("href")
    assert url
    assert url.startswith("mailto:rules@example.org?subject=7%CE%911%20(el)&body=")
    page.goto(f"{origin}/laws/el/2017/47/")
    expect(page.locator(".correct")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 360, 700, 1000, 1280])
def test_the_sign_for_a_correction_covers_no_word(page: Page, origin: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{origin}/pebbles/el/2016/7/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(_COVERED) == 0
