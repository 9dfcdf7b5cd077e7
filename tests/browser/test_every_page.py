"""What must hold on every page of the site."""

from __future__ import annotations

import gzip
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# The words of a text node decide: Greek ones must lie in lang=el; a node of Latin words alone must
# not. Single letters and roman numbers are labels and stand in either.
LANGUAGE_FAULTS = """() => {
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const lang = node.parentElement.closest("[lang]").lang;
    const greek = /\\p{Script=Greek}/u.test(node.data);
    const latin = /\\p{Script=Latin}{3,}/u.test(node.data.replace(/\\b[ivx]+\\b/g, ""));
    if (greek && lang !== "el" || latin && !greek && lang === "el") faults.push([lang, node.data]);
  }
  return faults;
}"""

SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input, summary")]
  .filter(one => one.offsetParent && getComputedStyle(one).display !== "inline")
  .map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.height < 24 || box.width < 24))
  .map(([text]) => text)"""


@pytest.fixture(scope="module")
def paths(site_folder: Path) -> list[str]:
    """Every page but the one for what is not there: its links begin at the root of the server."""
    files = (str(file.relative_to(site_folder)) for file in site_folder.rglob("*.html"))
    return sorted(name.removesuffix("index.html") for name in files if name != "404.html")


def test_every_text_lies_in_its_language(page: Page, address: str, paths: list[str]) -> None:
    faults = {}
    for path in paths:
        page.goto(f"{address}/{path}")
        faults[path] = page.evaluate(LANGUAGE_FAULTS)
    assert {path: found for path, found in faults.items() if found} == {}


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_no_page_scrolls_sideways(page: Page, address: str, paths: list[str], width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    wide = []
    for path in paths:
        page.goto(f"{address}/{path}")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(path)
    assert wide == []


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_pressed_is_at_least_24_pixels(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in (
        "el/",
        "el/2017/57/",
        "en/2017/20/",
        "el/2017/16/",
        "el/search/",
        "el/terms/",
        "en/compare/2007/2017/",
        "el/compare/2007/2017/47/",
    ):
        page.goto(f"{address}/{path}")
        assert page.evaluate(SMALL_TARGETS) == []


def test_every_internal_link_and_anchor_exists(site_folder: Path, paths: list[str]) -> None:
    files = {path: site_folder / path / "index.html" for path in paths}
    trees = {path: html.parse(str(file)).getroot() for path, file in files.items()}
    ids = {path: set(tree.xpath("//@id")) for path, tree in trees.items()}
    broken = []
    for path, tree in trees.items():
        for link in tree.xpath("//@href | //@src"):
            url = urlsplit(urljoin(f"/{path}", link))
            there = unquote(url.path.removeprefix("/"))
            exists = there in ids or (site_folder / there).is_file()
            if not exists or (url.fragment and url.fragment not in ids[there]):
                broken.append((path, link))
    assert broken == []


def test_a_law_page_is_small(site_folder: Path) -> None:
    def packed(name: str) -> int:
        return len(gzip.compress((site_folder / name).read_bytes(), mtime=0))

    page = html.parse(str(site_folder / "el/2017/20/index.html")).getroot()
    base = "el/2017/20/"
    urls = page.xpath("//script/@src | //link[@rel='stylesheet' or @rel='icon']/@href")
    files = {normpath(base + url.partition("?")[0]) for url in urls}
    later = "assets/previews.js"  # fetched when a reference is first pointed at
    scripts = {name for name in files if name.endswith(".js")}
    assert {"assets/site.js", "assets/site.css"} <= files
    assert page.xpath("//meta[@name='previews']/@content")
    assert sum(map(packed, scripts)) <= 6_000
    assert packed("assets/site.css") <= 8_000
    assert sum(map(packed, (*files, later, f"{base}index.html"))) <= 60_000
