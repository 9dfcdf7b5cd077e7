"""Chapters and annexes on the site: the list of laws by division, the path above a law."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import built, served
from tests.browser.judges import AXE, judged
from tests.lanterns import ingested_lanterns

STARTER = Path(__file__).parents[3] / "examples" / "statute" / "mkdocs.yml"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("lanterns")
    with served(built(folder, ingested_lanterns(folder), STARTER)) as url:
        yield url


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A page; at the end, nothing was said on its console."""
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


def test_the_list_of_laws_has_the_headings_of_the_divisions(reader: Page, site: str) -> None:
    reader.goto(f"{site}/en/")
    part = reader.locator("section.division", has_text="PART I").first
    expect(part.locator("h3").first).to_have_text("PART I GENERAL RULES")
    section = reader.locator("section.division:has(> h5)").first
    expect(section.locator("h5")).to_have_text("Section 1 Appointment")
    expect(section.locator(".law-link b")).to_have_text(["Article 3", "Article 4"])
    expect(reader.locator(".law-link").first).to_have_text("Recitals")
    names = reader.locator(".law-link b").all_inner_texts()
    assert names == ["Recitals", *(f"Article {n}" for n in range(1, 10)), "Annex I", "Annex II"]


def test_the_path_above_a_law_leads_to_its_place_in_the_list(reader: Page, site: str) -> None:
    reader.goto(f"{site}/el/2024/3/")
    path = reader.locator("nav.path li")
    expect(path).to_have_text(
        ["ΜΕΡΟΣ ΠΡΩΤΟ ΓΕΝΙΚΟΙ ΚΑΝΟΝΕΣ", "ΚΕΦΑΛΑΙΟ Β΄ Φύλακες", "ΤΜΗΜΑ 1 Διορισμός"]
    )
    path.nth(1).get_by_role("link").click()
    expect(reader).to_have_url(f"{site}/el/#2024-part_1__chp_2")
    expect(reader.locator(":target")).to_have_text("ΚΕΦΑΛΑΙΟ Β΄ Φύλακες")


def test_previous_and_next_lead_from_the_recitals_through_the_laws_to_the_annexes(
    reader: Page, site: str
) -> None:
    reader.goto(f"{site}/en/2024/recitals/")
    reader.get_by_role("link", name="Article 1 →").click()
    expect(reader.locator("h1")).to_have_text("Article 1: Purpose")
    reader.goto(f"{site}/en/2024/9/")
    reader.get_by_role("link", name="Annex I →").click()
    expect(reader.locator("h1")).to_contain_text("Annex I")


def test_a_recital_cited_in_an_annex_is_a_link(reader: Page, site: str) -> None:
    reader.goto(f"{site}/en/2024/annex-1/#2")
    reader.locator(".row:target .words a").first.click()
    expect(reader.locator(":target")).to_contain_text("A lantern helps only")


@pytest.mark.parametrize(
    "path",
    [
        *("en/", "el/", "el/2024/3/", "en/2024/recitals/", "el/2024/annex-1/", "el/2024/all/"),
        *("en/search/?q=chapter+ii", "el/search/?q=general+rules"),
    ],
)
def test_such_pages_are_accessible_and_fit_a_narrow_screen(
    reader: Page, site: str, path: str
) -> None:
    reader.goto(f"{site}/{path}")
    if "?q=" in path:
        expect(reader.locator(".hits li").first).to_be_visible()
    assert [*judged(reader, AXE.read_text(encoding="utf-8"))] == []
    reader.set_viewport_size({"width": 320, "height": 800})
    assert reader.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_page_of_all_laws_has_the_headings_of_the_divisions_with_links_to_them(
    reader: Page, site: str
) -> None:
    reader.goto(f"{site}/en/2024/all/")
    headings = reader.locator(".whole > .division > :is(h2, h3, h4, h5, h6)")
    expect(headings).to_have_count(8)
    chapter = reader.locator("[id='2024-part_1__chp_2']")
    expect(chapter).to_have_text("CHAPTER II Keepers")
    after = reader.locator("[id='2024-part_1__chp_2__sec_1'] >> xpath=../following::section[1]")
    expect(after.locator(".name")).to_contain_text("Article 3")
    reader.get_by_role("link", name="Link to CHAPTER II", exact=True).click()
    expect(reader).to_have_url(f"{site}/en/2024/all/#2024-part_1__chp_2")
    expect(reader.locator(":target")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("chapter ii", "#2024-part_1__chp_2"),
        ("κεφάλαιο Β΄", "#2024-part_1__chp_2"),
        ("annex ii", "2024/annex-2/"),
        ("παράρτημα Ι σημείο 2", "2024/annex-1/#2"),
        ("αιτιολογική σκέψη 2", "2024/recitals/#2"),
    ],
)
def test_a_typed_name_leads_to_its_place(reader: Page, site: str, typed: str, path: str) -> None:
    reader.goto(f"{site}/en/2024/1/")
    reader.locator(".jump input").fill(typed)
    reader.locator(".jump input").press("Enter")
    expect(reader).to_have_url(f"{site}/en/{path}")
    expect(reader.locator("h1")).to_be_visible()


def test_the_search_finds_divisions_and_what_is_in_annexes(reader: Page, site: str) -> None:
    reader.goto(f"{site}/en/search/?q=chapter+ii")
    first = reader.locator(".hits li").first
    expect(first).to_have_text("CHAPTER II KeepersPART I GENERAL RULES")
    first.get_by_role("link").click()
    expect(reader).to_have_url(f"{site}/en/#2024-part_1__chp_2")
    reader.goto(f"{site}/en/search/?q=annex+i+2")
    first = reader.locator(".hits li").first
    expect(first.get_by_role("link")).to_have_attribute("href", f"{site}/en/2024/annex-1/#2")
    expect(first.locator("b")).to_have_text("Annex I(2)")
    path = first.locator(".path").all_inner_texts()
    assert len(path) <= 1 and all(text.count("Annex I") == 1 for text in path)


def test_suggestions_have_divisions_and_annexes(reader: Page, site: str) -> None:
    reader.goto(f"{site}/en/2024/1/")
    reader.locator(".jump input").fill("keep")
    option = reader.get_by_role("option", name="CHAPTER II Keepers")
    expect(option).to_be_visible()
    option.click()
    expect(reader).to_have_url(f"{site}/en/#2024-part_1__chp_2")


def test_without_script_the_list_is_the_same(plain_page: Page, site: str) -> None:
    plain_page.goto(f"{site}/en/")
    expect(plain_page.locator("section.division")).to_have_count(8)
