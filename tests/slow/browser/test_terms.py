"""A reader looks up a term: on its page, and from the text of a law."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

SWITCH = "Επισήμανση των όρων"


def test_menu_and_home_lead_to_the_terms(page: Page, address: str) -> None:
    page.goto(f"{address}/el/")
    page.get_by_role("navigation", name="Σελίδες").get_by_role("link", name="Όροι").click()
    expect(page).to_have_url(f"{address}/el/terms/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Όροι")
    page.goto(f"{address}/en/")
    page.get_by_role("main").get_by_role("link", name="Terms").click()
    expect(page).to_have_url(f"{address}/en/terms/")


def test_a_provision_of_a_term_is_previewed_in_the_language_of_its_row(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/terms/")
    entry = page.locator("#term-penalty-card")
    for name, language in (("47A", "en"), ("47Α", "el")):
        link = entry.locator(f"[lang={language}]").get_by_role("link", name=name, exact=True)
        link.hover()
        card = page.get_by_role("tooltip")
        expect(card.locator(".label")).to_have_text(name)
        assert card.locator("p:not(.label)").first.get_attribute("lang") == language
        page.keyboard.press("Escape")
    entry.get_by_role("link", name="47A", exact=True).first.click()
    expect(page).to_have_url(f"{address}/en/2017/47/#A")


def test_the_text_is_quiet_until_the_reader_asks_and_the_choice_is_remembered(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/57/")
    term = page.locator("#A .cell[lang=el] .term", has_text="τιμωρημένο φύλλο")
    assert term.get_attribute("href") is None
    plain = "term => getComputedStyle(term).textDecorationLine + getComputedStyle(term).color"
    around = page.locator("#A .cell[lang=el] .words p").first
    assert term.evaluate(plain) == "none" + around.evaluate("p => getComputedStyle(p).color")
    page.get_by_label(SWITCH).check()
    assert term.evaluate(plain).startswith("underline")
    page.goto(f"{address}/el/2017/47/")
    expect(page.get_by_label(SWITCH)).to_be_checked()
    page.locator("#A .term", has_text="τιμωρημένο φύλλο").click()
    expect(page).to_have_url(f"{address}/el/terms/#term-penalty-card")
    page.go_back()
    page.get_by_label(SWITCH).uncheck()
    assert page.locator(".term[href]").count() == 0


def test_a_marked_term_is_previewed_with_the_other_language_by_mouse_and_by_keyboard(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/57/")
    page.get_by_label("Mark the terms").check()
    term = page.locator("#A .cell[lang=en] .term", has_text="penalty card")
    card = page.get_by_role("tooltip")
    term.hover()
    expect(card).to_contain_text("τιμωρημένο φύλλο")
    assert card.locator("[lang=el]").count() == 1
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.mouse.move(2, 450)
    page.locator("#A .cell[lang=en] .term", has_text="card").first.focus()
    while not term.evaluate("term => term === document.activeElement"):
        page.keyboard.press("Tab")
    expect(card).to_contain_text("τιμωρημένο φύλλο")


def test_touch_shows_a_marked_term_and_then_follows_it(browser: Browser, address: str) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 360, "height": 700})
    page = context.new_page()
    page.goto(f"{address}/el/2017/57/")
    page.get_by_label(SWITCH).check()
    term = page.locator("#A .cell[lang=el] .term", has_text="τιμωρημένο φύλλο")
    term.tap()
    expect(page.locator(".sheet")).to_contain_text("penalty card")
    term.tap()
    expect(page).to_have_url(f"{address}/el/terms/#term-penalty-card")
    context.close()


def test_without_script_there_is_no_switch_and_the_page_is_whole(
    plain_page: Page, address: str
) -> None:
    plain_page.goto(f"{address}/el/2017/57/")
    expect(plain_page.get_by_label(SWITCH)).to_be_hidden()
    plain_page.get_by_role("link", name="Όροι").first.click()
    entry = plain_page.locator("#term-penalty-card")
    expect(entry).to_contain_text("τιμωρημένο φύλλο")
    expect(entry.get_by_role("link", name="57Δ")).to_be_visible()


def test_the_letters_of_each_language_lead_to_its_words_and_these_to_the_terms(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/terms/")
    page.locator(".alphabet ul[lang=el]").get_by_role("link", name="Τ").click()
    group = page.locator(".letter:target")
    expect(group.get_by_role("listitem")).to_have_text(
        ["τελικό πάσο", "τιμωρημένο φύλλο", "τράπουλα"]
    )
    group.get_by_role("link", name="τιμωρημένο φύλλο").click()
    expect(page.locator(".term-entry:target h2")).to_have_text("penalty card")


def test_the_filter_finds_a_term_in_any_language_and_says_when_nothing_matches(
    page: Page, plain_page: Page, address: str
) -> None:
    page.goto(f"{address}/en/terms/")
    box = page.get_by_label("Words")
    box.fill("τιμωρημενο")
    expect(page.locator(".term-entry:visible h2")).to_have_text(["penalty card"])
    box.fill("licita")
    expect(page.locator(".term-entry:visible h2")).to_have_text(["auction"])
    box.fill("xyz")
    expect(page.locator(".term-entry:visible")).to_have_count(0)
    expect(page.locator(".filter [role=status]")).to_have_text("Nothing matches.")
    plain_page.goto(f"{address}/en/terms/")
    expect(plain_page.locator(".filter")).to_be_hidden()
    expect(plain_page.locator(".term-entry")).to_have_count(33)


def test_no_term_is_a_pattern(page: Page, address: str) -> None:
    for language in ("el", "en"):
        page.goto(f"{address}/{language}/terms/")
        words = page.locator(".term-entry h2, .term-words, .term-index a").all_text_contents()
        assert [each for each in words if set(each) & set("*|…")] == []
