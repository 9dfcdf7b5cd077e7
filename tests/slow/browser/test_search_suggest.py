"""Suggestions while typing: by keys and by touch, loaded only then."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.judges import judged
from tests.slow.browser.test_accessible import axe

__all__ = ["axe"]  # a fixture
LABEL = {"el": "Αναζήτηση ή διάταξη", "en": "Search, or go to a provision"}


def test_nothing_is_loaded_for_suggestions_before_someone_types(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/en/2017/57/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "suggest" in url or "/search/" in url]
    page.get_by_label(LABEL["en"]).press_sequentially("mi")
    expect(page.get_by_role("option").first).to_be_visible()
    assert [url for url in asked if "suggest.js" in url]


def test_a_heading_is_suggested_and_keys_lead_to_its_provision(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/14/")
    box = page.get_by_label(LABEL["en"])
    box.press_sequentially("premature")
    option = page.get_by_role("option").filter(has_text="Premature Lead or Play")
    expect(option).to_contain_text("57")
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_have_count(1)
    marked = page.get_by_role("option", selected=True)
    expect(box).to_have_attribute("aria-activedescendant", str(marked.get_attribute("id")))
    expect(box).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/en/2017/57/**")


def test_escape_closes_the_suggestions_and_the_box_searches_what_was_typed(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/57/")
    box = page.get_by_label(LABEL["el"])
    box.press_sequentially("τιμωρ")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/el/search/?q=*")


def test_words_of_another_language_are_suggested_when_the_own_has_none(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/57/")
    page.get_by_label(LABEL["el"]).press_sequentially("penalty")
    option = page.get_by_role("option").first
    expect(option).to_have_text("penalty card")
    expect(option).to_have_attribute("lang", "en")


@pytest.mark.parametrize("typed", ["τιμωρ", "timorim"])
def test_a_term_is_suggested_first_and_in_one_form_also_in_latin_letters(
    page: Page, address: str, typed: str
) -> None:
    page.goto(f"{address}/el/2017/57/")
    page.get_by_label(LABEL["el"]).press_sequentially(typed)
    options = page.get_by_role("option")
    expect(options.first).to_have_text("τιμωρημένο φύλλο")
    expect(options.filter(has_text="τιμωρη")).to_have_count(1)


def test_an_address_is_suggested_first(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/")
    page.get_by_label(LABEL["en"]).press_sequentially("47e2")
    page.get_by_role("option").first.click()
    expect(page).to_have_url(f"{address}/en/2017/47/#E2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_by_touch_a_suggestion_is_tapped_on_a_phone(
    browser: Browser, address: str, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        is_mobile=True,
        has_touch=True,
        color_scheme="dark" if scheme == "dark" else "light",
        service_workers="block",
    )
    page = context.new_page()
    page.goto(f"{address}/el/2017/14/")
    page.get_by_label(LABEL["el"]).press_sequentially("πρόωρ")
    option = page.get_by_role("option").filter(has_text="57Δ")
    expect(option).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert option.evaluate("(item) => item.getBoundingClientRect().height") >= 24
    option.tap()
    expect(page).to_have_url(f"{address}/el/2017/57/#D")
    context.close()


def test_the_open_list_has_no_fault_of_accessibility(page: Page, address: str, axe: str) -> None:
    page.goto(f"{address}/el/2017/14/")
    page.get_by_label(LABEL["el"]).press_sequentially("τιμωρ")
    expect(page.get_by_role("option").first).to_be_visible()
    assert list(judged(page, axe)) == []
