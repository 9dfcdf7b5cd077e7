"""A reader has all laws on one page: to find words with the browser, without script, on paper."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_home_and_the_foot_of_a_law_lead_to_it(page: Page, address: str) -> None:
    page.goto(f"{address}/el/")
    doors = page.get_by_role("navigation", name="Τρόποι ανάγνωσης")
    doors.get_by_role("link", name="Όλοι οι Νόμοι σε μία σελίδα").click()
    expect(page).to_have_url(f"{address}/el/2017/all/")
    page.goto(f"{address}/en/2017/47/")
    page.get_by_role("link", name="All laws on one page").click()
    expect(page).to_have_url(f"{address}/en/2017/all/#47")


def test_a_reference_stays_on_the_page_and_an_address_leads_to_its_law(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/all/")
    page.locator("[id='20F6']").get_by_role("link", name="47E").click()
    expect(page).to_have_url(f"{address}/en/2017/all/#47E")
    expect(page.locator("[id='47E']")).to_be_in_viewport()
    page.locator("[id='47E']").get_by_role("link", name="47E", exact=True).first.click()
    expect(page).to_have_url(f"{address}/en/2017/47/#E")


def test_the_language_switch_keeps_the_place(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/all/")
    page.get_by_role("navigation", name="Γλώσσα").get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("All laws on one page")
    expect(page.locator("[id='57C3'] .words")).to_contain_text("A premature play (not a lead)")


def test_without_script_all_laws_are_there_with_a_table_of_them(
    plain_page: Page, address: str
) -> None:
    plain_page.goto(f"{address}/el/2017/all/")
    table = plain_page.get_by_role("navigation", name="Νόμοι σε αυτή τη σελίδα")
    expect(table.get_by_role("link")).to_have_text(["Νόμος 14", "Νόμος 20", "Νόμος 47", "Νόμος 57"])
    table.get_by_role("link", name="Νόμος 57").click()
    expect(plain_page.locator("[id='57']")).to_be_in_viewport()
    expect(plain_page.locator("[id='20ΣΤ']")).to_have_count(0)  # ids are the same in every language
    expect(plain_page.locator("[id='20F1']")).to_contain_text("ελλιπές")


def test_on_paper_each_provision_has_its_address(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/all/")
    page.emulate_media(media="print")
    label = page.locator("[id='47E2a'] .source")
    expect(label).to_be_visible()
    expect(label).to_have_text("47Ε2(α)")
