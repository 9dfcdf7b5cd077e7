"""The translators' desk in a browser: with script, without, by keyboard, narrow."""

from __future__ import annotations

from playwright.sync_api import Page, expect

SHOWN = "document.querySelectorAll('.findings > .finding:not([hidden])').length"


def test_without_script_every_finding_is_listed_and_nothing_is_offered_that_does_not_work(
    plain_page: Page, address: str
) -> None:
    plain_page.goto(f"{address}/en/2017/20/translation/")
    expect(plain_page.locator(".filter")).to_be_hidden()
    expect(plain_page.locator(".copy").first).to_be_hidden()
    found = plain_page.locator(".findings > .finding")
    assert found.count() == plain_page.locator(".findings > .finding:visible").count() == 15
    plain_page.get_by_role("navigation", name="Contents").get_by_text("20F2").click()
    expect(plain_page.locator("section.found:target h3")).to_have_text("20F2")


def test_the_filter_works_by_keyboard_and_stays_in_the_address(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/20/translation/")
    rule = page.get_by_label("Check")
    rule.focus()
    page.keyboard.type("omi")
    expect(rule).to_have_value("omission")
    assert page.evaluate(SHOWN) == 3
    expect(page.locator("section.found:visible h3")).to_have_text(["20E", "20F1", "20F2"])
    expect(page.locator(".filter [role=status]")).to_have_text("Shown: 3 of 15")
    assert page.url.endswith("?rule=omission")

    page.reload()
    assert page.evaluate(SHOWN) == 3
    page.get_by_role("link", name="Ελληνικά").click()
    expect(page.locator(".filter [role=status]")).to_have_text("Φαίνονται: 3 από 15")

    page.locator(".filter button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".filter [role=status]")).to_have_text("Φαίνονται: 15 από 15")
    assert "?" not in page.url


def test_two_conditions_hold_together_and_an_unknown_one_is_left_out(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/20/translation/?rule=nosuch&severity=note")
    expect(page.get_by_label("Check")).to_have_value("")
    assert page.evaluate(SHOWN) == 4
    page.get_by_label("Check").select_option("omission")
    assert page.evaluate(SHOWN) == 0
    expect(page.locator("section.found:visible")).to_have_count(0)


def test_the_filter_of_the_overview_goes_on_to_the_law(page: Page, address: str) -> None:
    page.goto(f"{address}/en/translation/")
    page.get_by_label("Check", exact=False).and_(page.locator("select")).select_option("quotes")
    expect(page.locator("tr.finding:visible th")).to_have_text(["Law 20", "Law 57"])
    page.get_by_label("Law", exact=True).fill("57")
    expect(page.locator("tr.finding:visible th")).to_have_text(["Law 57"])
    page.locator("tr.finding:visible a").click()
    expect(page.locator("h1")).to_have_text("Law 57: translation")
    assert page.evaluate(SHOWN) == 1


def test_the_command_that_accepts_a_finding_is_copied(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/translation/")
    page.locator(".copy").first.click()
    expect(page.locator("#said")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("lawkb check --waive ")


def test_the_mark_on_a_law_page_leads_to_the_finding_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/20/#F1")
    page.locator("#F1 .sign").first.click()
    page.locator("#F1 .remark a[href*='translation/']").click()
    expect(page.locator(".found:target h3")).to_have_text("20ΣΤ1")
    page.locator(".found:target h3 a").click()
    assert page.url.endswith("/el/2017/20/#F1")


def test_the_comment_on_law_57_shows_the_words_that_were_deleted(page: Page, address: str) -> None:
    for path in ("en/2017/57/", "en/2017/57/translation/"):
        page.goto(f"{address}/{path}")
        deleted = page.locator("article.comment del")
        expect(deleted).to_have_count(1)
        assert deleted.evaluate("one => getComputedStyle(one).textDecorationLine") == "line-through"
        assert " ".join(deleted.inner_text().split()).endswith("(όχι όμως μια έξοδος) (end)")


def test_narrow_the_tables_of_the_desk_do_not_scroll_sideways(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(f"{address}/el/translation/")
    wide = "[...document.querySelectorAll('.wide')].filter(o => o.scrollWidth > o.clientWidth)"
    assert page.evaluate(f"{wide}.length") == 0
    expect(page.locator("tr[data-law='20'] td:visible").first).to_have_text("3")


def test_a_filter_that_leaves_nothing_hides_heads_and_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}/en/translation/")
    page.get_by_label("Law", exact=True).fill("99")
    expect(page.locator("table.counts:visible")).to_have_count(1)  # that of the checks
    expect(page.locator(".edition .nothing:visible")).to_have_text(["Nothing matches."])
    expect(page.get_by_role("heading", name="For the whole code")).to_be_hidden()
    expect(page.locator(".filter [role=status]")).to_have_text("Nothing matches.")
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".nothing:visible")).to_have_count(0)
    expect(page.locator("table.counts:visible")).to_have_count(2)
    page.goto(f"{address}/en/2017/20/translation/?rule=omission&severity=note")
    expect(page.get_by_role("heading", name="Findings")).to_be_hidden()


def test_a_law_whose_title_is_lost_is_not_untranslated(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/translation/")
    progress = page.locator("#progress ~ p, #progress ~ .states")
    expect(progress.first).to_contain_text("13 provisions")
    expect(page.locator("#progress ~ .states > li")).to_have_count(1)
    expect(page.locator("#progress ~ .states > li")).to_contain_text("needs review: 13")
