"""The first page: the laws with their titles; everything else is a step away, at its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

MENUS = {
    "el": ("Σελίδες", ["Νόμοι", "Όροι", "Μετάφραση", "Βοήθεια"]),
    "en": ("Pages", ["Laws", "Terms", "Translation", "Help"]),
}
# Text with a digit whose digits may hang below the line: `font` sets them back.
OLD_STYLE = r"""() => {
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const style = getComputedStyle(node.parentElement);
    if (/\d/.test(node.data) && !style.fontVariantNumeric.includes("lining-nums")) {
      faults.push([node.parentElement.className, node.data]);
    }
  }
  return faults;
}"""


@pytest.mark.parametrize("language", MENUS)
@pytest.mark.parametrize(
    "path", ["", "2017/57/", "terms/", "translation/", "reading/", "comments/"]
)
def test_the_menu_is_laws_terms_translation_help_on_every_page(
    page: Page, address: str, language: str, path: str
) -> None:
    name, items = MENUS[language]
    page.goto(f"{address}/{language}/{path}")
    expect(page.get_by_role("navigation", name=name, exact=True).get_by_role("link")).to_have_text(
        items
    )


@pytest.mark.parametrize("width", [1280, 360])
def test_the_doors_are_in_the_first_window_and_the_whole_line_of_a_law_is_the_link(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{address}/en/")
    doors = page.get_by_role("navigation", name="Ways into the laws").get_by_role("link")
    names = ["Search", "Index of subjects", "All laws on one page", "Laws"]
    expect(doors.locator("b")).to_have_text(names)
    for door in doors.all():
        expect(door).to_be_in_viewport(ratio=0.9)
    expect(doors.last).to_contain_text("4 of 93 are on this site")
    first = page.get_by_role("link", name="Law 14 Missing Card")
    first.get_by_text("Missing Card").click()
    expect(page).to_have_url(f"{address}/en/2017/14/")


def test_laws_that_are_not_here_are_folded_and_the_books_are_one_list(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/")
    expect(page.locator(".absent").first).to_be_hidden()
    page.get_by_text("Νόμοι που αναφέρονται αλλά δεν περιλαμβάνονται").first.click()
    expect(page.locator(".absent").first).to_be_visible()
    expect(page.locator(".books ul")).to_have_count(1)


def test_a_title_that_greek_lost_is_the_english_one_in_grey(page: Page, address: str) -> None:
    page.goto(f"{address}/el/")
    title = page.get_by_text("Missing Card")
    assert title.get_attribute("lang") == "en"
    quiet = page.locator("main .quiet").first.evaluate("one => getComputedStyle(one).color")
    assert title.evaluate("one => getComputedStyle(one).color") == quiet
    expect(page.locator(".law-link", has=title).locator(".in-language")).to_have_text("(English)")
    expect(page.locator(".laws .mark")).to_have_text(["ελλιπές κείμενο"])
    page.goto(f"{address}/en/")
    expect(page.locator(".laws .mark")).to_have_count(0)


def test_no_count_is_on_the_home_page_and_that_of_the_translation_has_them(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/")
    for words in ("provisions", "warning", "missing", "available here"):
        expect(page.locator("main")).not_to_contain_text(words)
    page.goto(f"{address}/en/translation/")
    expect(page.locator("main")).to_contain_text("Laws translated here: 4 of 93.")
    row = page.locator("tr[data-law='20'] td")
    expect(row).to_have_text(["25", "20", "–", "3"])


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Editions 2007 and 2017", "compare/2007/2017/"),
        ("References", "references/"),
        ("Terms", "terms/"),
        ("Translation", "translation/"),
        ("Comments of readers", "comments/"),
    ],
)
def test_the_other_pages_are_at_the_end_of_home(
    page: Page, address: str, name: str, path: str
) -> None:
    page.goto(f"{address}/en/")
    page.get_by_role("navigation", name="More").get_by_role("link", name=name).click()
    expect(page).to_have_url(f"{address}/en/{path}")


def test_no_digit_hangs_below_the_line_on_any_kind_of_page(
    page: Page, kinds: dict[str, list[str]]
) -> None:
    faults = []
    for url in (url for group in kinds.values() for url in group):
        page.goto(url)
        faults += [(url, *fault) for fault in page.evaluate(OLD_STYLE)]
    assert not faults, "\n".join(map(str, faults[:20]))
