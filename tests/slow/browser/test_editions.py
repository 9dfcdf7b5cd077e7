"""A reader sees what changed from one edition to the next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect


def test_the_law_page_and_home_lead_to_both_editions(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    page.get_by_role("link", name="Compare with edition 2007").click()
    expect(page).to_have_url(f"{address}/en/compare/2007/2017/47/")
    page.goto(f"{address}/el/2007/47/")
    page.get_by_role("link", name="Σύγκριση με την έκδοση 2017").click()
    expect(page).to_have_url(f"{address}/el/compare/2007/2017/47/")
    page.goto(f"{address}/el/")
    page.get_by_role("link", name="Εκδόσεις 2007 και 2017").click()
    page.get_by_role("main").get_by_role("link", name="Νόμος 47").click()
    expect(page).to_have_url(f"{address}/el/compare/2007/2017/47/")
    page.get_by_role("link", name="Έκδοση 2007").click()
    expect(page).to_have_url(f"{address}/el/2007/47/")


def test_a_reference_that_moved_is_shown_as_moved_with_the_reason(page: Page, address: str) -> None:
    page.goto(f"{address}/en/compare/2007/2017/47/")
    change = page.locator("#D .changes li")
    expect(change).to_contain_text("reference moved 16D → 16C")
    expect(change).to_contain_text("«Articolo 16 … paragrafo D»")
    change.get_by_role("link", name="16D").click()
    expect(page).to_have_url(f"{address}/en/2007/16/#D")


@pytest.mark.parametrize("language", ["el", "en"])
def test_the_newer_edition_is_in_the_language_of_the_reader(
    page: Page, address: str, language: str
) -> None:
    page.goto(f"{address}/{language}/compare/2007/2017/47/")
    assert shown(page) == ["it", language]


def shown(page: Page) -> list[str]:
    """The languages of the texts of a row that are shown, older edition first."""
    told = "all => all.filter(one => one.offsetParent).map(one => one.lang)"
    languages: list[str] = page.locator("#A .side .cell").evaluate_all(told)
    return languages


def test_what_changed_in_law_47_is_answered_before_the_texts(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{address}/en/compare/2007/2017/47/")
    told = page.get_by_role("region", name="What changed")
    expect(told.locator("li").first).to_contain_text(
        "Words: Edition 2007 is here in Italian, edition 2017 in English and Greek."
    )
    expect(told.locator("li li")).to_have_text(
        [
            "47D: mentions 16C instead of 16D",
            "47E1: now also mentions 16C, 63A1",
            "47E2(a): now also mentions 16C",
            "47F1: mentions 53B instead of 53C",
        ]
    )
    told.get_by_role("link", name="47F1").click()
    expect(page.locator("#F1")).to_be_in_viewport()
    page.goto(f"{address}/el/compare/2007/2017/47/")
    expect(page.get_by_role("region", name="Τι άλλαξε")).to_contain_text("στα Ιταλικά")


def test_the_language_of_an_edition_is_chosen_without_script_too(
    page: Page, plain_page: Page, address: str
) -> None:
    for each in (page, plain_page):
        each.goto(f"{address}/en/compare/2007/2017/47/")
        each.get_by_role("radio", name="Ελληνικά").check()
        assert shown(each) == ["it", "el"]


def test_no_sentence_of_the_greek_comparison_is_in_english(page: Page, address: str) -> None:
    for path in ("compare/2007/2017/", "compare/2007/2017/47/"):
        page.goto(f"{address}/el/{path}")
        expect(page.locator("main")).not_to_contain_text("may be withdrawn as it provides")
        expect(page.locator("main")).not_to_contain_text("after an opponent")


def test_the_columns_are_level_when_wide_and_named_when_narrow(page: Page, address: str) -> None:
    page.goto(f"{address}/en/compare/2007/2017/47/")
    for row in ("A", "D", "E2a", "F2"):
        tops = page.locator(f"#{row} .side").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().top)"
        )
        assert tops[0] == tops[1]
    expect(page.locator("#A .side-name").first).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 800})
    expect(page.locator("#A .side-name").first).to_have_text("2007 47A")
    first, second = (page.locator("#A .side").nth(n).bounding_box() for n in (0, 1))
    assert first
    assert second
    assert second["y"] >= first["y"] + first["height"]


def test_references_of_both_editions_are_previewed(page: Page, address: str) -> None:
    page.goto(f"{address}/en/compare/2007/2017/47/")
    page.locator("#E2b .cell[lang=it] a.ref").first.hover()
    card = page.get_by_role("tooltip")
    expect(card.locator("[lang=it]").last).to_contain_text("Un giocatore può ritirare")
    expect(card.locator(".label")).to_have_text("47E2(a)")


def test_without_script_all_of_it_is_there(plain_page: Page, address: str) -> None:
    plain_page.goto(f"{address}/el/compare/2007/2017/47/")
    expect(plain_page.locator("#E1 .changes li").first).to_contain_text("νέα παραπομπή 16Γ")
    expect(plain_page.locator("#F1 .changes li")).to_contain_text("53Γ → 53Β")
