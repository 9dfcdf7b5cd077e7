"""Pages of companions in a browser: the Three Pebbles, read and built for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page


@pytest.fixture
def pebbles(origin: str) -> str:
    """Where the site of the Three Pebbles is served."""
    return f"{origin}/pebbles"


def test_the_languages_stand_beside_each_other_or_on_a_phone_one_after_another(
    page: Page, pebbles: str
) -> None:
    page.goto(f"{pebbles}/en/2016/definitions/")
    first, second = (page.locator(f".flow.c{n}").bounding_box() for n in (1, 2))
    assert first
    assert second
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] <= second["x"]
    page.set_viewport_size({"width": 360, "height": 800})
    first, second = (page.locator(f".flow.c{n}").bounding_box() for n in (1, 2))
    assert first
    assert second
    assert first["y"] + first["height"] <= second["y"]


def test_the_switch_shows_one_language_without_script_too(browser: Browser, pebbles: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{pebbles}/el/2016/definitions/")
    assert plain.locator(".flow.c1").is_visible()
    plain.locator("#view-2").check(force=True)
    assert not plain.locator(".flow.c1").is_visible()
    assert plain.locator(".flow.c2").is_visible()
    context.close()


def test_the_language_of_the_pages_changes_and_the_entry_stays(page: Page, pebbles: str) -> None:
    page.goto(f"{pebbles}/el/2016/definitions/#el-entry_2")
    page.get_by_role("link", name="English").click()
    page.wait_for_url(f"{pebbles}/en/2016/definitions/#el-entry_2")
    assert page.locator("#el-entry_2").is_visible()


def test_the_search_leads_to_the_entry_and_a_law_to_its_commentary(
    page: Page, pebbles: str
) -> None:
    page.goto(f"{pebbles}/en/search/?q=keeper")
    hit = page.locator(".hits li a").first
    assert hit.inner_text() == "DEFINITIONS: Keeper"
    hit.click()
    page.wait_for_url(f"{pebbles}/en/2016/definitions/#en-entry_3")
    page.goto(f"{pebbles}/en/2016/7/")
    page.get_by_role("link", name="Commentary", exact=True).click()
    page.wait_for_url(f"{pebbles}/en/2016/commentary_7/")


def test_a_law_stands_before_an_entry_that_fits_as_well(page: Page, pebbles: str) -> None:
    page.goto(f"{pebbles}/en/search/?q=guide")
    page.locator(".hits li").first.wait_for()
    labels = page.locator(".hits li a").all_inner_texts()
    # In a heading first, then in the text, last below a heading; of each the rule before the entry.
    first = [label if label.startswith("DEFINITIONS") else label.split()[0] for label in labels[:6]]
    assert first[:2] == ["7C", "DEFINITIONS: Guide"]
    assert first[2:] == ["7A", "7C1(a)", "DEFINITIONS: Helper", "DEFINITIONS: Keeper"]
    assert all(label.startswith("7C") for label in labels[6:])
