"""How far the translation is, and what a law page says of it, in a browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_the_mark_of_an_unsure_translation_is_said_on_the_law_page(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/20/#E")
    page.locator("#E .sign").first.click()
    told = page.locator("#E .remark .checked")
    expect(told).to_have_text("αβέβαιο: η μετάφραση ίσως διαφέρει από το πρωτότυπο")
    lacks = page.locator("#F1 .lacks")  # says more than that the translation may differ
    expect(lacks).to_have_text("ελλιπές κείμενο: λείπουν λέξεις")
    expect(page.locator("#F1 .checked")).to_have_count(0)


def test_the_comment_on_law_57_shows_the_words_that_were_deleted(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/")
    deleted = page.locator("article.comment del")
    expect(deleted).to_have_count(1)
    expect(deleted).to_be_hidden()  # the thread is settled
    page.get_by_text("1 settled comment").click()
    expect(deleted).to_be_visible()
    assert deleted.evaluate("one => getComputedStyle(one).textDecorationLine") == "line-through"
    assert " ".join(deleted.inner_text().split()).endswith("(όχι όμως μια έξοδος) (end)")


def test_narrow_the_table_does_not_scroll_sideways(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(f"{address}/el/translation/")
    wide = "[...document.querySelectorAll('.wide')].filter(o => o.scrollWidth > o.clientWidth)"
    assert page.evaluate(f"{wide}.length") == 0
    expect(page.locator("tr[data-law='20'] td:visible").first).to_have_text("25")


def test_a_row_leads_to_its_law_and_the_page_of_a_finding_that_left_is_not_found(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/translation/")
    page.get_by_role("link", name="Law 57").click()
    expect(page).to_have_url(f"{address}/en/2017/57/")
    assert page.request.get(f"{address}/en/2017/57/translation/").status == 404
