"""All comments of readers on one page: found by words and by status, each at its place."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_the_comment_on_57c3_is_there_with_its_words_its_answer_and_its_place(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/comments/")
    expect(page.get_by_role("heading", level=2)).to_have_text(["Applied"])
    comment = page.locator(".commented")
    expect(comment).to_contain_text("μάλλον το (όχι όμως μια έξοδος) περισσεύει")
    expect(comment.locator(".comment .comment")).to_contain_text("σωστο")
    comment.get_by_role("link", name="57C3").click()
    expect(page).to_have_url(f"{address}/en/2017/57/#C3")


def test_it_is_reached_from_the_translation(page: Page, address: str) -> None:
    page.goto(f"{address}/el/translation/")
    page.get_by_role("link", name="Σχόλια αναγνωστών").click()
    expect(page).to_have_url(f"{address}/el/comments/")


def test_words_find_a_comment_without_accents_and_nothing_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}/en/comments/")
    told = page.locator(".filter [role=status]")
    page.get_by_label("Words").fill("περισσευει ΕΞΟΔΟΣ")
    expect(told).to_have_text("Shown: 1 of 1")
    page.get_by_label("Words").fill("withdrawn")
    expect(told).to_have_text("Nothing matches.")
    expect(page.get_by_role("heading", level=2)).to_have_count(0)
    assert page.url.endswith("?words=withdrawn")
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".commented")).to_be_visible()


def test_without_script_all_comments_are_there_and_no_filter(
    plain_page: Page, address: str
) -> None:
    plain_page.goto(f"{address}/el/comments/")
    expect(plain_page.locator(".commented")).to_be_visible()
    expect(plain_page.locator(".filter")).to_be_hidden()
