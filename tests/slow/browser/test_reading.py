"""A reader goes through the site: opens it, follows references, changes the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect


def test_from_the_choice_to_a_law(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.get_by_role("link", name="Ελληνικά").click()
    expect(page).to_have_url(f"{address}/el/")
    page.locator("main a[href$='2017/57/'], main a[href$='2017/57/index.html']").first.click()
    expect(page).to_have_url(f"{address}/el/2017/57/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Νόμος 57:")


def test_a_reference_to_a_law_that_is_not_held_leads_to_who_cites_it_and_back(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/57/")
    page.locator("#B .c1 a.ref", has_text="59").click()
    expect(page).to_have_url(f"{address}/el/2017/59/")
    expect(page.locator(".lead")).to_contain_text("υπάρχει μόνο ο τίτλος αυτού του Νόμου")
    citation = page.locator(".citations li", has=page.get_by_role("link", name="57Β", exact=True))
    expect(citation).to_contain_text("σύμφωνα με τον Νόμο 59")
    citation.get_by_role("link").click()
    expect(page).to_have_url(f"{address}/el/2017/57/#B")


def test_a_reference_inside_a_law_stays_on_the_page_and_lands_clear_of_the_header(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/14/")
    page.locator("#B2 .c1 a.ref", has_text="B4").click()
    expect(page).to_have_url(f"{address}/en/2017/14/#B4")
    page.set_viewport_size({"width": 1280, "height": 300})
    page.reload()
    row = page.locator("#B4")
    assert row.evaluate("row => row.matches(':target')")
    glow = row.evaluate("row => getComputedStyle(row).backgroundColor")
    assert glow != page.locator("#B3").evaluate("row => getComputedStyle(row).backgroundColor")
    header = page.locator("header.top").bounding_box()
    place = row.bounding_box()
    assert header and place
    assert place["y"] >= header["y"] + header["height"]


def test_a_reference_to_a_held_law_is_found_again_under_its_target(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/20/")
    page.locator("#F6 .c1 a.ref", has_text="47E").click()
    expect(page).to_have_url(f"{address}/en/2017/47/#E")
    row = page.locator("#E")
    row.locator("summary").click()
    expect(row.locator(".citations")).to_contain_text("Law 21 or Law 47E")
    row.locator(".citations").get_by_role("link", name="20F6").click()
    expect(page).to_have_url(f"{address}/en/2017/20/#F6")


def test_the_switch_of_the_language_keeps_the_provision(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/57/#C3")
    page.get_by_role("link", name="English", exact=True).click()
    expect(page).to_have_url(f"{address}/en/2017/57/#C3")
    page.go_back()
    expect(page).to_have_url(f"{address}/el/2017/57/#C3")


MENU = {"el": "Παραπομπή και κοινοποίηση", "en": "Cite or share"}


def opened_menu(page: Page, url: str, place: str) -> Locator:
    """The menu at the ¶ of a provision."""
    page.goto(url)
    page.locator(f"#{place} > .anchor").click()
    menu = page.get_by_role("menu", name=MENU[page.locator("html").get_attribute("lang") or ""])
    expect(menu).to_be_visible()
    return menu


def copied(page: Page) -> str:
    """What is on the clipboard, once the page says so."""
    expect(page.get_by_role("status")).to_have_text(re.compile("^(Αντιγράφηκε|Copied): "))
    return str(page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.parametrize(
    ("path", "citation"),
    [
        ("el/2017/47/", "Νόμος 47Ε2(α), έκδοση 2017"),
        ("en/2017/47/", "Law 47E2(a), 2017 edition"),
        ("en/2007/47/", "Law 47E2(a), 2007 edition"),
    ],
)
def test_the_pilcrow_copies_the_citation(
    page: Page, address: str, path: str, citation: str
) -> None:
    menu = opened_menu(page, f"{address}/{path}", "E2a")
    menu.get_by_role("menuitem", name=citation).click()
    assert copied(page) == citation
    expect(page.get_by_role("status")).to_contain_text(citation)
    expect(page.get_by_role("menu")).to_have_count(0)


def test_the_pilcrow_copies_the_link(page: Page, address: str) -> None:
    menu = opened_menu(page, f"{address}/el/2017/57/", "C3")
    menu.get_by_role("menuitem", name="Αντιγραφή συνδέσμου", exact=True).click()
    assert copied(page) == f"{address}/el/2017/57/#C3"


def test_the_whole_law_is_cited_by_its_number(page: Page, address: str) -> None:
    menu = opened_menu(page, f"{address}/en/2017/57/", "law")
    expect(menu.get_by_role("menuitem").first).to_have_text("Copy “Law 57, 2017 edition”")


def test_the_words_of_a_provision_are_copied_with_citation_and_link(
    page: Page, address: str
) -> None:
    menu = opened_menu(page, f"{address}/en/2017/47/", "C")
    expect(menu.get_by_role("menuitem")).to_have_count(3)  # nothing is selected to link to
    menu.get_by_role("menuitem", name="Copy the words").click()
    text, link = copied(page).split("\n")
    assert text.startswith("“A played card may be withdrawn")  # the words of the law alone
    said = "(Law 47C, 2017 edition; English, original)"
    assert text.endswith(f"permitted by Law 45C4(b).” {said}")
    assert link == f"{address}/en/2017/47/#C"


# Selects from a text that a provision has to one that another has.
SELECT = """([[from, first], [to, last]]) => {
  const place = (id, text, end) => {
    const part = document.querySelector(`${id} .cell[lang=en] p:not(.heading)`);
    let at = part.textContent.indexOf(text) + (end ? text.length : 0);
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode().length < at) at -= walker.currentNode.length;
    return [walker.currentNode, at];
  };
  getSelection().setBaseAndExtent(...place(from, first), ...place(to, last, true));
}"""


def test_selected_words_are_quoted_and_linked_to(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    page.evaluate(SELECT, [["#C", "played card"], ["#C", "be withdrawn"]])
    page.locator("#C > .anchor").click()
    page.get_by_role("menuitem", name="Copy a link to the selected words").click()
    link = copied(page)
    # Section B has these words, too.
    words = "A-,played%20card%20may%20be%20withdrawn,-and%20returned%20to%20the"
    assert link == f"{address}/en/2017/47/#C:~:text={words}"
    page.set_viewport_size({"width": 360, "height": 400})
    page.goto(f"{address}/en/2017/57/")
    page.goto(link)
    expect(page.locator("#C")).to_be_in_viewport()


def test_a_long_selection_is_linked_to_by_its_ends_and_elsewhere_it_counts_for_nothing(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/47/")
    page.evaluate(SELECT, [["#C", "A played"], ["#D", "change of play"]])
    page.locator("#A > .anchor").click()
    expect(page.get_by_role("menuitem")).to_have_count(3)
    page.keyboard.press("Escape")
    page.evaluate(SELECT, [["#C", "A played"], ["#C", "Law 45C4(b)."]])
    page.locator("#C > .anchor").click()
    page.get_by_role("menuitem", name="Copy a link to the selected words").click()
    begin, end = "A%20played%20card%20may", "permitted%20by%20Law%2045C4(b)."
    assert copied(page) == f"{address}/en/2017/47/#C:~:text={begin},{end}"


def test_a_link_to_words_leads_to_the_provision_where_the_browser_cannot_find_words(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/en/2017/47/")
    page.evaluate("location.hash = '#E2a:~:text=a'")  # from script no browser takes it as words
    expect(page).to_have_url(f"{address}/en/2017/47/#E2a")
    expect(page.get_by_role("status")).to_be_empty()


def test_the_menu_of_the_pilcrow_is_used_by_keyboard(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    mark = page.get_by_role("button", name="Link to 47E1", exact=True)
    expect(mark).to_have_attribute("aria-haspopup", "menu")
    for key in ("Enter", "Space"):
        mark.focus()
        page.keyboard.press(key)
        items = page.get_by_role("menuitem")
        expect(items.first).to_be_focused()
        expect(mark).to_have_attribute("aria-expanded", "true")
        for pressed, at in (("ArrowDown", 1), ("End", 2), ("ArrowDown", 0), ("ArrowUp", 2)):
            page.keyboard.press(pressed)
            expect(items.nth(at)).to_be_focused()
        page.keyboard.press("Home")
        page.keyboard.press("Escape")
        expect(items).to_have_count(0)
        expect(mark).to_be_focused()
        expect(mark).not_to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert copied(page) == "Law 47E1, 2017 edition"
    expect(mark).to_be_focused()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_menu_lies_within_the_window_and_is_large_enough_to_touch(
    browser: Browser, address: str, width: int
) -> None:
    context = browser.new_context(
        has_touch=True, viewport={"width": width, "height": 500}, service_workers="block"
    )
    page = context.new_page()
    page.goto(f"{address}/el/2017/20/")
    for place, block in (("law", "start"), ("F5b-ii", "end"), ("F5b-ii", "center")):
        mark = page.locator(f"#{place} > .anchor")
        mark.evaluate(f"mark => mark.scrollIntoView({{ block: '{block}' }})")
        mark.tap()
        menu = page.get_by_role("menu")
        expect(menu).to_be_visible()
        box = menu.evaluate("menu => menu.getBoundingClientRect().toJSON()")
        assert box["left"] >= 0 and box["right"] <= width
        assert box["top"] >= 0 and box["bottom"] <= 500
        for item in menu.get_by_role("menuitem").all():
            size = item.bounding_box()
            assert size and size["height"] >= 24
        mark.tap()
        expect(menu).to_have_count(0)
    context.close()


def test_what_was_copied_is_said_long_enough_to_be_read(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    page.locator("#C > .anchor").click()  # its script is fetched
    expect(page.get_by_role("menu")).to_be_visible()
    page.keyboard.press("Escape")
    page.clock.install(time=0)
    page.clock.pause_at(3_600)
    page.locator("#C > .anchor").click()
    page.get_by_role("menuitem", name="Copy the link").click()
    status = page.get_by_role("status")
    expect(status).to_have_text(f"Copied: {address}/en/2017/47/#C")
    expect(status).to_be_in_viewport()
    page.clock.run_for(5_000)
    expect(status).not_to_be_empty()
    page.clock.run_for(2_000)
    expect(status).to_be_empty()


@pytest.mark.parametrize("refused", ["rejects", "is not there"])
def test_where_copying_is_refused_the_text_is_shown_selected(
    page: Page, address: str, refused: str
) -> None:
    page.goto(f"{address}/en/2017/47/")
    clipboard = "{ writeText: () => Promise.reject(new Error('no')) }"
    value = clipboard if refused == "rejects" else "undefined"
    page.evaluate(
        f"() => Object.defineProperty(navigator, 'clipboard', {{ get: () => ({value}) }})"
    )
    page.locator("#E2a > .anchor").click()
    page.get_by_role("menuitem").first.click()
    dialog = page.get_by_role("dialog", name="Press Ctrl+C")
    field = dialog.get_by_role("textbox")
    expect(field).to_be_focused()
    expect(field).to_have_value("Law 47E2(a), 2017 edition")
    assert page.evaluate("getSelection().toString()") == "Law 47E2(a), 2017 edition"
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("#E2a > .anchor")).to_be_focused()
    expect(page.get_by_role("status")).to_be_empty()


def test_a_provision_is_shared_where_the_device_can(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/47/")
    page.locator("#E1 > .anchor").click()
    expect(page.get_by_role("menu")).to_be_visible()  # its script was fetched
    expect(page.get_by_role("menuitem", name="Share")).to_be_hidden()
    page.keyboard.press("Escape")
    page.evaluate("navigator.share = async (shared) => { globalThis.shared = shared; }")
    page.locator("#E1 > .anchor").click()
    page.get_by_role("menuitem", name="Share").click()
    citation = "Law 47E1, 2017 edition"
    url = f"{address}/en/2017/47/#E1"
    assert page.evaluate("shared") == {"title": citation, "text": citation, "url": url}


def test_a_part_of_a_commentary_is_cited_by_its_words(page: Page, origin: str) -> None:
    page.goto(f"{origin}/pebbles/en/2016/definitions/")
    page.locator(".anchor").first.click()
    expect(page.get_by_role("menuitem").first).to_contain_text(page.title())


def test_without_script_the_pilcrow_is_a_link(plain_page: Page, address: str) -> None:
    plain_page.goto(f"{address}/en/2017/47/")
    plain_page.get_by_role("link", name="Link to 47E2(a)").click()
    expect(plain_page).to_have_url(f"{address}/en/2017/47/#E2a")
    expect(plain_page.get_by_role("menu")).to_have_count(0)


@pytest.mark.parametrize(
    ("chosen", "kept"), [("Ελληνικά", "English"), ("English", "Ελληνικά"), ("Και οι δύο", "Both")]
)
def test_a_reader_who_switches_the_pages_keeps_the_own_language_or_the_other(
    page: Page, address: str, chosen: str, kept: str
) -> None:
    page.goto(f"{address}/el/2017/47/")
    page.get_by_role("radio", name=chosen).check()
    page.locator(".tongues a").first.click()
    expect(page).to_have_url(f"{address}/en/2017/47/")
    expect(page.get_by_role("radio", name=kept)).to_be_checked()
    page.goto(f"{address}/el/2017/20/")
    expect(page.get_by_role("radio", name=chosen)).to_be_checked()


def test_the_languages_shown_are_remembered_from_law_to_law(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/57/")
    expect(page.locator("#A .c2")).to_be_visible()
    page.get_by_role("radio", name="Ελληνικά").check()
    expect(page.locator("#A .c2")).to_be_hidden()
    page.goto(f"{address}/en/2017/14/")  # the language of the pages, as before
    expect(page.get_by_role("radio", name="English")).to_be_checked()
    expect(page.locator("#A [lang=en].cell")).to_be_visible()
    expect(page.locator("#A [lang=el].cell")).to_be_hidden()
    page.goto(f"{address}/el/2007/47/")
    expect(page.locator("#A [lang=it].cell")).to_be_visible()


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("47E2(a)", "2017/47/#E2a"),
        ("47 ε 2 α", "2017/47/#E2a"),
        ("Νόμος 47Ε2(α)", "2017/47/#E2a"),
        ("law 47 e 2 (a)", "2017/47/#E2a"),
        ("47ΣΤ1", "2017/47/#F1"),
        ("20ΣΤ5βii", "2017/20/#F5b-ii"),
        ("20F5(b)(ii)", "2017/20/#F5b-ii"),
        ("57", "2017/57/"),
        ("16Γ", "2017/16/#C"),
        ("20ΣΤ5(β)(ι)", "2017/20/#F5b-i"),
        ("§47", "2017/47/"),
        ("Άρθρο 47", "2017/47/"),
        ("ν.47", "2017/47/"),
        ("47 2007", "2007/47/"),
        ("Νόμος 47Ε του 2007", "2007/47/#E"),
    ],
)
def test_the_jump_box_reads_an_address_in_any_writing(
    page: Page, address: str, typed: str, place: str
) -> None:
    page.goto(f"{address}/el/")
    page.get_by_label("Αναζήτηση ή διάταξη").fill(typed)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/el/{place}")


@pytest.mark.parametrize(
    ("typed", "nearest", "said"),
    [("47E9", "E", "47E9"), ("20ΣΤ5βχ", "F5b", "20F5bx")],
)
def test_an_address_that_a_law_does_not_have_is_said_and_the_nearest_is_shown(
    page: Page, address: str, typed: str, nearest: str, said: str
) -> None:
    page.goto(f"{address}/en/")
    page.locator(".jump input").fill(typed)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(f"{said} is not there. The nearest is shown.")
    expect(page.locator(f"#{nearest}")).to_be_in_viewport()


def test_without_script_all_is_there_and_what_would_not_work_is_not(
    plain_page: Page, address: str
) -> None:
    plain_page.goto(f"{address}/el/2017/57/")
    expect(plain_page.locator(".jump")).to_be_hidden()
    expect(plain_page.locator("#C1 .note").first).to_contain_text("μέσω χειρονομίας ή νεύματος")
    expect(plain_page.locator("#C3 .comments")).to_contain_text("Μίλτος Κουτούγκος")
    plain_page.get_by_role("radio", name="English").check()
    expect(plain_page.locator("#A .c1")).to_be_hidden()
    plain_page.get_by_role("link", name="English", exact=True).click()
    expect(plain_page).to_have_url(f"{address}/en/2017/57/")


def test_the_keyboard_reaches_the_text_first(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/57/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Μετάβαση στο κείμενο")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_attribute("id", "content")


def test_the_site_can_be_read_from_files(browser: Browser, site_folder: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((site_folder / "index.html").as_uri())
    page.get_by_role("link", name="Ελληνικά").click()
    page.locator("main a[href$='2017/57/'], main a[href$='2017/57/index.html']").first.click()
    page.locator("#B .c1 a.ref", has_text="59").click()
    page.get_by_role("link", name="57Β", exact=True).click()
    assert page.url == (site_folder / "el/2017/57/index.html").as_uri() + "#B"
    context.close()
