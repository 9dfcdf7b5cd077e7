"""The page for what is not there: in the language of the address, with the box and the way home."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from lawkb.publish.page import SiteSettings
from lawkb.publish.render import page_html
from lawkb.publish.site import code_site, read_content, site_frames
from lawkb.publish.urls import NOT_FOUND
from tests.browser.conftest import GuardedFiles, served
from tests.corpus_files import CORPUS

BASE = "/laws"


class Missing(GuardedFiles):
    """Files of a site below a base path, with its page for what is not there."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(BASE))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        content = Path(self.directory, NOT_FOUND).read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture(scope="module")
def below(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A copy of the site whose address has a base path: only this page depends on it."""
    root = tmp_path_factory.mktemp("below")
    for file in site_folder.iterdir():
        if file.name != NOT_FOUND:
            (root / file.name).symlink_to(file)
    content = read_content(CORPUS)
    with served(root, Missing) as url:
        settings = SiteSettings(("el", "en"), url=f"{url}{BASE}/")
        pages = code_site(content, settings).pages
        page = next(each for each in pages if each.path == NOT_FOUND).make()
        html = page_html(page, site_frames(content, settings))
        (root / NOT_FOUND).write_text(html, encoding="utf-8")
        yield f"{url}{BASE}"


@pytest.fixture
def lost(browser: Browser, below: str) -> Iterator[Page]:
    """A page; at the end, nothing was wrong with it but that it was not found."""
    context = browser.new_context(service_workers="block")
    opened = context.new_page()
    said: list[Any] = []
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on(
        "response",
        lambda answer: (
            said.append(answer.url)
            if answer.status == HTTPStatus.NOT_FOUND and "/assets/" in answer.url
            else None
        ),
    )
    yield opened
    context.close()
    assert said == []


@pytest.mark.parametrize(
    ("language", "heading", "home", "title"),
    [
        ("el", "Η σελίδα δεν βρέθηκε", "Όλοι οι Νόμοι", "Νόμοι του Αγωνιστικού Μπριτζ"),
        ("en", "Page not found", "All laws", "Laws of Duplicate Bridge"),
    ],
)
def test_it_is_in_the_language_of_the_address_and_leads_home(
    lost: Page, below: str, language: str, heading: str, home: str, title: str
) -> None:
    lost.goto(f"{below}/{language}/2017/no/such/page/")
    expect(lost.get_by_role("heading")).to_have_text([heading])
    assert lost.evaluate("document.documentElement.lang") == language
    expect(lost).to_have_title(f"{heading} · {title}")
    lost.get_by_role("link", name=home).click()
    expect(lost).to_have_url(f"{below}/{language}/")


def test_an_address_without_a_language_has_both(lost: Page, below: str) -> None:
    lost.goto(f"{below}/nothing")
    expect(lost.get_by_role("heading")).to_have_text(["Η σελίδα δεν βρέθηκε Page not found"])
    expect(lost.get_by_role("searchbox")).to_have_count(2)


def test_the_box_goes_to_a_provision_or_searches_below_the_base_path(
    lost: Page, below: str
) -> None:
    lost.goto(f"{below}/en/2017/470/")
    lost.get_by_role("searchbox").fill("47E2a")
    lost.keyboard.press("Enter")
    expect(lost).to_have_url(f"{below}/en/2017/47/#E2a")
    lost.goto(f"{below}/en/2017/470/")
    lost.get_by_role("searchbox").fill("penalty card")
    lost.keyboard.press("Enter")
    expect(lost).to_have_url(f"{below}/en/search/?q=penalty+card")


def test_it_looks_like_the_site(lost: Page, below: str) -> None:
    lost.goto(f"{below}/el/nothing/")
    brand = lost.locator("header .brand")
    expect(brand).to_have_text("Νόμοι του Αγωνιστικού Μπριτζ")
    look = "one => [one, document.body].map(each => getComputedStyle(each).fontFamily)"
    here = brand.evaluate(look)
    lost.goto(f"{below}/el/")
    assert lost.locator("header .brand").evaluate(look) == here


def test_without_script_it_says_so_in_both_languages_with_the_way_home(
    plain_page: Page, below: str
) -> None:
    plain_page.goto(f"{below}/en/nothing/")
    expect(plain_page.get_by_role("heading")).to_have_text(["Η σελίδα δεν βρέθηκε Page not found"])
    plain_page.get_by_role("link", name="All laws").click()
    expect(plain_page).to_have_url(f"{below}/en/")
