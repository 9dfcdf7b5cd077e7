"""What must hold on every page of the site, at every width, with a reader's own settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html
from playwright.sync_api import Browser, Page

from tests.browser.fonts import FONT_SETS
from tests.browser.probes import ask

# 320 is a window of 1280 at 400 %, 640 one at 200 % (WCAG 1.4.10).
WIDTHS = (1280, 320)
# Width of the window, size of the letters a browser is set to (twice the usual: WCAG 1.4.4).
SIZES = ((640, 16, "zoomed"), (360, 16, "zoomed"), (1280, 32, "large"), (640, 32, "large"))
# WCAG 1.4.12, as a reader's own style sheet has it.
SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"""
USE = """(text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text);
  document.adoptedStyleSheets = text ? [sheet] : []; }"""
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true; })"

Faults = dict[str, list[tuple[object, ...]]]


@pytest.fixture(scope="module")
def paths(site_folder: Path) -> list[str]:
    """Every page but the one for what is not there: its links begin at the root of the server."""
    return [path for path in _paths(site_folder) if path != "404.html"]


@pytest.fixture(scope="module")
def urls(
    origin: str,
    at_root: str,
    paths: list[str],
    pebbles_folder: Path,
    long_folder: Path,
    lanterns_folder: Path,
) -> list[str]:
    """Every page of the real corpus, the pebbles and the lanterns, and those of the longest law."""
    return [
        f"{at_root}/404.html",
        *(f"{origin}/laws/{path}" for path in paths),
        *(f"{origin}/pebbles/{path}" for path in _paths(pebbles_folder) if path != "404.html"),
        *(f"{origin}/lanterns/{path}" for path in _paths(lanterns_folder) if path != "404.html"),
        *(f"{origin}/long/{path}" for path in _paths(long_folder) if "/91/" in path),
    ]


def _paths(site: Path) -> list[str]:
    files = (str(file.relative_to(site)) for file in site.rglob("*.html"))
    return sorted(name.removesuffix("index.html") for name in files)


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[tuple[Page, Faults]]:
    """A page, and what is said on its console or asked for elsewhere."""
    context = browser.new_context()
    page = context.new_page()
    said: list[tuple[object, ...]] = []
    page.on("console", lambda message: said.append((page.url, message.text)))
    page.on("pageerror", lambda error: said.append((page.url, str(error))))
    page.on("request", lambda request: _within(request.url, page.url, said))
    yield page, {"said": said}
    context.close()


@pytest.fixture(scope="module")
def faults(opened: tuple[Page, Faults], urls: list[str]) -> Faults:
    """What the probes find on every page, each page opened once."""
    page, found = opened
    for url in urls:
        page.goto(url)
        page.evaluate(OPEN_ALL)
        _add(found, page, ("languages", "order"))
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            _add(found, page, ("sideways", "clipped", "targets"))
    return found


@pytest.fixture(scope="module", params=FONT_SETS)
def own_settings(
    request: pytest.FixtureRequest,
    browsers: Callable[[str], Browser],
    kinds: dict[str, list[str]],
    origin: str,
) -> dict[str, Faults]:
    """What the probes find on pages of every kind when a reader has settings of his own."""
    page = browsers(request.param).new_page()
    devtools = page.context.new_cdp_session(page)
    found: dict[str, Faults] = {"spaced": {}, "large": {}, "zoomed": {}}
    probes = ("sideways", "clipped", "overlaps")
    for url in (*(url for group in kinds.values() for url in group), f"{origin}/long/el/2017/91/"):
        page.goto(url)
        page.evaluate(OPEN_ALL)
        for width in (1280, 320):
            page.set_viewport_size({"width": width, "height": 900})
            page.evaluate(USE, SPACED)
            _add(found["spaced"], page, probes)
        page.evaluate(USE, "")
        for width, letters, name in SIZES:
            page.set_viewport_size({"width": width, "height": 900})
            devtools.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
            _add(found[name], page, probes)
        devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    page.close()
    return found


def _within(asked: str, url: str, said: list[tuple[object, ...]]) -> None:
    if urlsplit(asked).hostname != "127.0.0.1":
        said.append((url, "asked for", asked))


def _add(found: Faults, page: Page, probes: tuple[str, ...]) -> None:
    width = page.viewport_size["width"] if page.viewport_size else None
    for probe in probes:
        found.setdefault(probe, []).extend((page.url, width, *fault) for fault in ask(page, probe))


def _told(faults: Faults, *probes: str) -> None:
    found = [(probe, *fault) for probe in probes for fault in faults.get(probe, [])]
    assert not found, "\n".join(map(str, found[:40]))


def test_no_page_says_anything_on_the_console_or_asks_elsewhere(faults: Faults) -> None:
    _told(faults, "said")


def test_every_text_lies_in_its_language(faults: Faults) -> None:
    _told(faults, "languages")


def test_the_keyboard_goes_the_way_the_page_is_written(faults: Faults) -> None:
    _told(faults, "order")


def test_what_is_pressed_is_at_least_24_pixels(faults: Faults) -> None:
    _told(faults, "targets")


def test_no_page_scrolls_sideways_and_no_text_is_cut_off(faults: Faults) -> None:
    _told(faults, "sideways", "clipped")


@pytest.mark.parametrize("setting", ["spaced", "large", "zoomed"])
def test_nothing_is_lost_by_wider_spaces_larger_letters_or_zoom(
    own_settings: dict[str, Faults], setting: str
) -> None:
    _told(own_settings[setting], "sideways", "clipped", "overlaps")


def test_every_internal_link_and_anchor_exists(site_folder: Path, paths: list[str]) -> None:
    files = {path: site_folder / path / "index.html" for path in paths}
    trees: dict[str, Any] = {path: html.parse(str(file)).getroot() for path, file in files.items()}
    ids = {path: set(tree.xpath("//@id")) for path, tree in trees.items()}
    broken = []
    for path, tree in trees.items():
        for link in tree.xpath("//@href | //@src"):
            url = urlsplit(urljoin(f"/{path}", link))
            if url.netloc:  # official texts are elsewhere
                continue
            there = unquote(url.path.removeprefix("/"))
            exists = there in ids or (site_folder / there).is_file()
            anchor = unquote(url.fragment)  # as a browser looks for it
            if not exists or (anchor and anchor not in ids[there]):
                broken.append((path, link))
    assert broken == []


def test_the_probes_see_what_is_wrong(page: Page, address: str) -> None:
    page.goto(f"{address}/en/2017/57/")
    page.set_viewport_size({"width": 320, "height": 800})
    page.keyboard.press("Tab")
    page.evaluate(
        """() => { document.body.lang = "el"; document.querySelector("main a").tabIndex = 1; }"""
    )
    for probe in ("languages", "order"):
        assert ask(page, probe), probe
    for style, probe in (
        (".row { width: 400px }", "sideways"),
        ("p { height: 1em; overflow: hidden }", "clipped"),
        ("p { height: 1em }", "overlaps"),
        ("summary { min-height: 0; padding: 0; line-height: 1; font-size: 10px }", "targets"),
        (":focus-visible { outline: none }", "focus"),
        ("body::after { content: ''; position: fixed; inset: 0 }", "focus"),
        ("@keyframes own { from { opacity: 0 } } p { animation: own 9s }", "motion"),
    ):
        assert ask(page, probe) == [], probe
        page.evaluate(USE, style)
        assert ask(page, probe), probe
        page.evaluate(USE, "")
    page.evaluate(USE, ".kicker { color: #777; background: #888 }")
    assert ask(page, "contrast", ".kicker") < 1.5
