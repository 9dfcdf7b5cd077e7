"""A reader finds a law by what happened at the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_home_terms_and_letters_lead_to_a_situation_and_that_to_its_provision(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/")
    page.get_by_role("link", name="Ευρετήριο θεμάτων Αναζήτηση με βάση το τι συνέβη").click()
    expect(page).to_have_url(f"{address}/el/2017/subjects/")
    page.get_by_role("navigation", name="Γράμματα").get_by_role("link", name="Π").click()
    entry = page.locator(".subject", has=page.get_by_text("παιγμένο φύλλο", exact=True)).first
    expect(entry).to_contain_text("μπορώ να το πάρω πίσω;")
    entry.get_by_role("link", name="47ΣΤ2").first.click()
    expect(page).to_have_url(f"{address}/el/2017/47/#F2")
    page.goto(f"{address}/en/terms/")
    page.get_by_role("main").get_by_role("link", name="Index of subjects").click()
    expect(page).to_have_url(f"{address}/en/2017/subjects/")


def test_without_script_the_partner_who_played_too_soon_is_found(
    plain_page: Page, address: str
) -> None:
    plain_page.goto(f"{address}/en/2017/subjects/#subject-partner")
    entry = plain_page.locator("#subject-partner")
    expect(entry).to_be_in_viewport()
    line = entry.locator("dd", has_text="led to the next trick before I played")
    expect(line.get_by_role("link")).to_have_text("57A")
    expect(line).to_contain_text("Premature Play or Lead to Next Trick")


def test_see_leads_to_the_other_entry(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/subjects/")
    page.locator("#subject-taking-back-a-card").get_by_role("link", name="played card").click()
    expect(page.locator("#subject-played-card")).to_be_in_viewport()
