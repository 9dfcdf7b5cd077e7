"""A law in three or four languages, one of them written from right to left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import served
from tests.browser.many_languages import write_site

_CELLS = """() => [...document.querySelectorAll("#A .cell")].filter((one) => one.checkVisibility())
  .map((one) => { const { left, top, width } = one.querySelector(".words").getBoundingClientRect();
    return { left, top, width, tag: one.lang }; })"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("four")
    write_site(folder)
    with served(folder) as url:
        yield url


@pytest.fixture
def law(browser: Browser) -> Iterator[Page]:
    """A page; at the end, nothing was said on its console."""
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


def _opened(page: Page, url: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(url)


def _opened_with_all(page: Page, url: str, width: int) -> None:
    """Open a law and choose the languages that are not shown at first."""
    _opened(page, url, width)
    hidden = page.locator(".views input:not(:checked)")
    for name in hidden.evaluate_all("all => all.map(({ id }) => id)"):
        page.locator(f"label[for={name}]").click()


@pytest.mark.parametrize("width", [320, 360, 1000, 1280])
@pytest.mark.parametrize("number", [7, 8, 9])
def test_no_column_is_too_narrow_to_read(law: Page, site: str, width: int, number: int) -> None:
    _opened(law, f"{site}/el/2017/{number}/", width)
    assert law.evaluate("document.documentElement.scrollWidth") <= width
    cells = law.evaluate(_CELLS)
    assert len(cells) == {7: 2, 8: 2, 9: 1}[number]
    # A letter is about 0.45 em wide: at least 35 of them in a line, on a phone all that fit.
    least = min(17 * 0.45 * 35, width - 100)
    assert all(cell["width"] >= least for cell in cells)


@pytest.mark.parametrize("number", [7, 8])
def test_all_languages_that_are_chosen_stand_side_by_side(
    law: Page, site: str, number: int
) -> None:
    _opened_with_all(law, f"{site}/el/2017/{number}/", 1280)
    cells = law.evaluate(_CELLS)
    assert len(cells) == {7: 4, 8: 3}[number]
    # They are smaller, 15 pixels, so that 30 letters are in a line of four.
    assert all(cell["width"] >= 15 * 0.45 * 30 for cell in cells)
    assert law.evaluate("document.documentElement.scrollWidth") <= 1280


def test_the_original_and_the_language_of_the_reader_are_shown_at_first(
    law: Page, site: str
) -> None:
    _opened(law, f"{site}/el/2017/7/", 1280)
    assert {cell["tag"] for cell in law.evaluate(_CELLS)} == {"el", "en"}


@pytest.mark.parametrize(("width", "number", "across"), [(1280, 7, 4), (1280, 8, 3), (1000, 8, 2)])
def test_the_texts_of_a_provision_are_level(
    law: Page, site: str, width: int, number: int, across: int
) -> None:
    _opened_with_all(law, f"{site}/el/2017/{number}/", width)
    cells = law.evaluate(_CELLS)
    lines = [cells[at : at + across] for at in range(0, len(cells), across)]
    assert all(abs(a["top"] - b["top"]) < 3 for line in lines for a, b in pairwise(line))
    assert all(a["top"] + 10 < b["top"] for (a, *_), (b, *_) in pairwise(lines))
    anchor = law.locator("#A > .anchor").bounding_box()
    assert anchor
    assert all(
        anchor["x"] + anchor["width"] <= cell["left"] for cell in cells if cell["tag"] != "he"
    )


@pytest.mark.parametrize("width", [360, 1280])
def test_any_of_the_languages_are_shown_and_remembered(law: Page, site: str, width: int) -> None:
    _opened(law, f"{site}/el/2017/7/", width)
    law.locator(".views label", has_text="עברית").click()
    law.locator(".views label", has_text="English").click()
    for name in ("English", "Italiano"):
        expect(law.get_by_role("checkbox", name=name)).not_to_be_checked()
    assert [cell["tag"] for cell in law.evaluate(_CELLS)] == ["el", "he"]
    law.reload()
    assert [cell["tag"] for cell in law.evaluate(_CELLS)] == ["el", "he"]
    law.locator(".views label", has_text="עברית").click()
    alone = law.evaluate(_CELLS)
    assert [cell["tag"] for cell in alone] == ["el"]
    assert alone[0]["width"] >= min(500, width - 100)


def test_without_script_the_languages_are_chosen_too(plain_page: Page, site: str) -> None:
    plain_page.goto(f"{site}/el/2017/7/")
    plain_page.locator("label[for=view-2]").click()
    expect(plain_page.locator("#A .cell[lang=en]")).to_be_hidden()
    expect(plain_page.locator("#A .cell[lang=el]")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_language_from_right_to_left_has_its_labels_on_the_right(
    law: Page, site: str, width: int
) -> None:
    _opened_with_all(law, f"{site}/el/2017/7/", width)
    cell = law.locator("#A .cell[lang=he]")
    expect(cell).to_have_attribute("dir", "rtl")
    expect(law.locator("#A .cell[lang=el]")).to_have_attribute("dir", "ltr")
    num, words = cell.locator(".num").bounding_box(), cell.locator(".words").bounding_box()
    assert num
    assert words
    assert num["x"] >= words["x"] + words["width"] - 1
    assert cell.locator(".words p").first.evaluate("p => getComputedStyle(p).textAlign") in (
        "start",
        "right",
    )


@pytest.mark.parametrize("width", [360, 1000])
def test_the_address_lies_on_no_label_of_a_law_in_hebrew_alone(
    law: Page, site: str, width: int
) -> None:
    _opened(law, f"{site}/el/2017/9/", width)
    anchor, num = law.locator("#A > .anchor").bounding_box(), law.locator("#A .num").bounding_box()
    assert anchor
    assert num
    apart = (
        anchor["x"] + anchor["width"] <= num["x"] or anchor["y"] + anchor["height"] <= num["y"] + 6
    )
    assert apart
