"""A reader sees who changed what when: under a provision, of a law, of all laws."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_under_a_provision_the_last_changes_are_unfolded_and_all_are_one_link_away(
    page: Page, origin: str
) -> None:
    page.goto(f"{origin}/pebbles/el/2016/7/")
    history = page.locator("#A1 details", has_text="άλλαξε")
    expect(history.locator("summary")).to_have_text("άλλαξε 2 φορές, τελευταία 26 Μαΐου 2017")
    history.locator("summary").click()
    expect(history.locator("del")).to_contain_text("ως έχει")
    expect(history.locator("b").first).to_have_text("Άννα Σαμπλή")
    page.get_by_role("link", name="Ιστορικό", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Κανόνας 7: ιστορικό")


def test_recent_changes_lead_to_the_provision(plain_page: Page, origin: str) -> None:
    plain_page.goto(f"{origin}/pebbles/en/")
    plain_page.get_by_role("link", name="Recent changes").click()
    expect(plain_page.get_by_role("heading", level=1)).to_have_text("Recent changes")
    first = plain_page.locator(".recent > li").first
    expect(first.locator("ins")).to_contain_text("External line.")
    first.get_by_role("link", name="Rule 3").first.click()
    expect(plain_page).to_have_url(f"{origin}/pebbles/en/2016/3/")


def test_a_site_of_plain_pages_has_only_the_date_of_each_page(page: Page, address: str) -> None:
    page.goto(f"{address}/el/")
    expect(page.get_by_role("main").get_by_role("link", name="Όροι")).to_have_count(1)
    assert page.get_by_role("link", name="Πρόσφατες αλλαγές").count() == 0
    assert page.request.get(f"{address}/el/changes/").status == 404
    page.goto(f"{address}/el/2017/47/")
    expect(page.locator(".source time").first).to_contain_text("25 Μαΐου 2018")
    assert page.get_by_role("link", name="Ιστορικό").count() == 0
