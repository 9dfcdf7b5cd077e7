"""A reader without a connection: what was kept is read and searched, and the rest says so."""

from __future__ import annotations

import json
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from lawkb.publish.site import LIST, removal_files
from tests.browser.changing_site import FreshFiles, Site
from tests.browser.probes import wait_until

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) found.push(...await (await caches.open(name)).keys());
  return found.map((request) => request.url);
}"""
WORKERS = "async () => (await navigator.serviceWorker.getRegistrations()).length"
INSTALLING = "async () => Boolean((await navigator.serviceWorker.ready).installing)"


@pytest.fixture
def site(site_folder: Path, tmp_path: Path) -> Iterator[Site]:
    root = tmp_path / "served"
    shutil.copytree(site_folder, root / "laws")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    served = Site(root / "laws", root, port)
    served.connect()
    yield served
    served.disconnect()


@pytest.fixture
def reader(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context
    context.close()


def visited(reader: BrowserContext, site: Site, path: str) -> Page:
    """A page, read until the whole site is kept."""
    page = reader.new_page()
    page.goto(f"{site.address}/{path}")
    wait_until_kept(page, site)
    return page


def wait_until_kept(page: Page, site: Site) -> None:
    listed = json.loads((site.folder / LIST).read_text("utf-8"))
    wanted = {hash_ for _, hash_, _ in listed}
    wait_until(page, lambda: wanted <= {str(url)[-16:] for url in page.evaluate(KEPT)})


def kept_paths(page: Page, site: Site) -> set[str]:
    urls = (str(url).removeprefix(f"{site.address}/") for url in page.evaluate(KEPT))
    return {url.partition("?")[0] for url in urls}


def words_found(page: Page, site: Site, tag: str, query: str, language: str) -> list[str]:
    page.goto(f"{site.address}/{tag}/search/?q={query}")
    expect(page.locator(f".hits[lang={language}]:not([hidden]) li").first).to_be_visible()
    return page.locator(f".hits[lang={language}] mark").all_inner_texts()


def test_after_one_page_all_is_read_searched_and_jumped_to(
    reader: BrowserContext, site: Site
) -> None:
    page = visited(reader, site, "el/2017/57/")
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    site.disconnect()
    page.goto(f"{site.address}/el/2017/47/#E2a")
    expect(page.locator("h1")).to_contain_text("Νόμος 47:")
    assert page.evaluate("getComputedStyle(document.querySelector('.jump')).display") != "inline"
    box = page.get_by_label("Αναζήτηση ή διάταξη")
    box.fill("14 α")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site.address}/el/2017/14/#A")
    assert "φύλλο" in words_found(page, site, "el", "τιμωρημενο φυλλο", "el")
    assert "penalty" in words_found(page, site, "el", "penalty card", "en")
    assert "penalty" in words_found(page, site, "en", "penalty card", "en")
    page.locator(".hits li a").first.click()
    expect(page.locator("h1")).to_contain_text("Law")
    page.goto(f"{site.address}/")
    page.get_by_role("link", name="English").click()
    expect(page.get_by_label("Search, or go to a provision")).to_be_visible()
    assert said == []


def test_the_page_that_was_read_first_can_already_be_searched(
    reader: BrowserContext, site: Site
) -> None:
    page = visited(reader, site, "en/search/")
    site.disconnect()
    page.get_by_label("Search, or go to a provision").fill("φυλλο")
    expect(page.locator(".hits[lang=el] li").first).to_be_visible()


@pytest.mark.parametrize(
    ("path", "title", "home"),
    [
        ("el/2017/88/x/", "Χωρίς σύνδεση", "Όλοι οι Νόμοι"),
        ("en/nowhere", "No connection", "All laws"),
        ("laws/2017/law_57.json", "Χωρίς σύνδεση", "Όλοι οι Νόμοι"),
    ],
)
def test_what_is_not_kept_says_so_in_the_language_of_the_tree(
    reader: BrowserContext, site: Site, path: str, title: str, home: str
) -> None:
    page = visited(reader, site, "el/")
    site.disconnect()
    answer = page.goto(f"{site.address}/{path}")
    assert answer is not None
    assert answer.status == 503
    expect(page).to_have_url(f"{site.address}/{path}")
    expect(page.locator("h1")).to_have_text(title)
    page.locator("main").get_by_role("link", name=home).click()
    expect(page.locator(".jump")).to_be_visible()
    expect(page.locator("h1")).not_to_have_text(title)


def test_a_page_that_was_not_kept_is_there_when_the_connection_is(
    reader: BrowserContext, site: Site
) -> None:
    page = visited(reader, site, "en/")
    site.disconnect()
    (site.folder / "en" / "new").mkdir()
    shutil.copy(site.folder / "en" / "index.html", site.folder / "en" / "new" / "index.html")
    page.goto(f"{site.address}/en/new/")
    expect(page.locator("h1")).to_have_text("No connection")
    site.connect()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_have_text("Laws of Duplicate Bridge")


def test_a_server_that_does_not_answer_is_not_waited_for(
    reader: BrowserContext, site: Site
) -> None:
    page = visited(reader, site, "en/")
    FreshFiles.answering.clear()
    try:
        page.goto(f"{site.address}/en/2017/57/")
        expect(page.locator("h1")).to_contain_text("Law 57:")
    finally:
        FreshFiles.answering.set()


def test_of_a_large_site_the_search_is_kept_and_what_is_near_and_what_is_read(
    reader: BrowserContext, site: Site
) -> None:
    worker = site.folder / "sw.js"
    listed = json.loads((site.folder / LIST).read_text("utf-8"))
    near = [path for path, *_ in listed if path.startswith("en/2017/")]
    room = sum(size for path, _, size in listed if path.startswith(("assets", "pagefind")))
    room += sum(size for path, _, size in listed if path in near or "/offline/" in path)
    worker.write_text(worker.read_text("utf-8").replace("40e6", str(room + 100)), "utf-8")
    page = reader.new_page()
    page.goto(f"{site.address}/en/2017/57/")
    wanted = [path for path, *_ in listed if path in near or path.startswith("pagefind")]
    wait_until(page, lambda: set(wanted) <= kept_paths(page, site))
    assert "el/2017/14/" not in kept_paths(page, site)
    page.goto(f"{site.address}/el/2017/14/")
    wait_until(page, lambda: "el/2017/14/" in kept_paths(page, site))
    site.disconnect()
    page.goto(f"{site.address}/el/2017/14/")
    expect(page.locator("h1")).to_contain_text("Νόμος 14:")
    page.goto(f"{site.address}/el/2017/20/")
    expect(page.locator("h1")).to_have_text("Χωρίς σύνδεση")


def test_other_spellings_of_a_page_lead_to_it(reader: BrowserContext, site: Site) -> None:
    page = visited(reader, site, "en/")
    site.disconnect()
    page.goto(f"{site.address}/en/2017/57/index.html")
    expect(page.locator("h1")).to_contain_text("Law 57:")
    page.goto(f"{site.address}/en/2017/57")
    expect(page).to_have_url(f"{site.address}/en/2017/57/")


def test_with_a_connection_the_newest_page_is_shown_and_then_kept(
    reader: BrowserContext, site: Site
) -> None:
    page = visited(reader, site, "en/2017/57/")
    site.change("en/2017/57/index.html", "<h1>Law 57:", "<h1>Law 57 anew:")
    page.goto(f"{site.address}/en/2017/57/")
    expect(page.locator("h1")).to_contain_text("Law 57 anew:")
    wait_until_kept(page, site)
    site.disconnect()
    page.goto(f"{site.address}/en/2017/57/")
    expect(page.locator("h1")).to_contain_text("Law 57 anew:")
    page.goto(f"{site.address}/en/2017/47/")
    expect(page.locator("h1")).to_contain_text("Law 47:")


def test_nothing_of_an_old_build_stays(reader: BrowserContext, site: Site) -> None:
    page = visited(reader, site, "en/")
    site.change("en/2017/57/index.html", "<h1>Law 57:", "<h1>Law 57 anew:")
    page.goto(f"{site.address}/en/")
    wait_until_kept(page, site)
    listed = json.loads((site.folder / LIST).read_text("utf-8"))
    wait_until(page, lambda: len(page.evaluate(KEPT)) == len(listed) + 1)


def test_while_files_and_list_disagree_the_old_build_stays_whole(
    reader: BrowserContext, site: Site
) -> None:
    page = visited(reader, site, "en/")
    file = site.folder / "en" / "2017" / "57" / "index.html"
    old = file.read_text("utf-8")
    site.change("en/2017/57/index.html", "<h1>Law 57:", "<h1>Law 57 anew:")
    file.write_text(old.replace("<h1>Law 57:", "<h1>half:"), "utf-8")
    page.goto(f"{site.address}/en/")
    wait_until(page, lambda: not page.evaluate(INSTALLING))
    site.disconnect()
    page.goto(f"{site.address}/en/2017/57/")
    expect(page.locator("h1")).to_contain_text("Law 57:")


def test_when_it_is_switched_off_what_was_kept_goes_away(
    reader: BrowserContext, site: Site
) -> None:
    page = visited(reader, site, "en/")
    for path, content in removal_files().items():
        (site.folder / path).write_bytes(content)
    for file in site.folder.rglob("*.html"):
        file.write_text(file.read_text("utf-8").replace("data-worker", "data-none"), "utf-8")
    page.goto(f"{site.address}/en/2017/57/")
    wait_until(page, lambda: not page.evaluate(KEPT) and not page.evaluate(WORKERS))
    expect(page.locator("h1")).to_contain_text("Law 57:")
