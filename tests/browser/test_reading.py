"""A reader goes through the site: opens it, follows references, changes the language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


def test_from_the_choice_to_a_law(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.get_by_role("link", name="Ελληνικά").click()
    expect(page).to_have_url(f"{address}/el/")
    page.get_by_role("link", name="Νόμος 57", exact=True).click()
    expect(page).to_have_url(f"{address}/el/2017/57/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Νόμος 57")


def test_a_reference_to_a_law_that_is_not_held_leads_to_who_cites_it_and_back(
    page: Page, address: str
) -> None:
    page.goto(f"{address}/el/2017/57/")
    page.locator("#B .c1 a.ref", has_text="59").click()
    expect(page).to_have_url(f"{address}/el/2017/59/")
    expect(page.locator(".lead")).to_contain_text("δεν περιλαμβάνεται")
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


def test_the_pilcrow_copies_the_link(page: Page, address: str) -> None:
    page.goto(f"{address}/el/2017/57/")
    page.get_by_role("link", name="Σύνδεσμος για 57Γ3").click()
    expect(page.get_by_role("status")).to_have_text("Ο σύνδεσμος αντιγράφηκε")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{address}/el/2017/57/#C3"


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
    page.get_by_role("link", name="Νόμος 57", exact=True).click()
    page.locator("#B .c1 a.ref", has_text="59").click()
    page.get_by_role("link", name="57Β", exact=True).click()
    assert page.url == (site_folder / "el/2017/57/index.html").as_uri() + "#B"
    context.close()
