"""Corpora as sites, served without headers of our own, and a browser to read them with."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from mkdocs.utils.yaml import yaml_load
from playwright.sync_api import Browser, Page, expect, sync_playwright

from lawkb.pipeline import ingest
from lawkb.publish import pagination
from lawkb.publish.plugin import build_site
from lawkb.publish.render import HEADERS
from lawkb.publish.views import terms_page as terms
from tests.browser.fonts import FONT_SETS
from tests.browser.kinds import WITH_DIVISIONS, examples
from tests.browser.long_law import long_law
from tests.corpus_files import CORPUS
from tests.lanterns import ingested_lanterns
from tests.once import made_once

PEBBLES = CORPUS.parent / "examples" / "three-pebbles"
STATUTE = CORPUS.parent / "examples" / "statute"
expect.set_options(timeout=30_000)  # a busy machine answers late

BLOCKED = "Service Worker registration blocked by Playwright"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Files(SimpleHTTPRequestHandler):
    headers_too: ClassVar[Mapping[str, str]] = {}

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the browser's own console is what the tests listen to."""

    def end_headers(self) -> None:
        for name, value in self.headers_too.items():
            self.send_header(name, value)
        super().end_headers()


class GuardedFiles(Files):
    """Files with the headers that the manual asks for."""

    headers_too = HEADERS


def built(folder: Path, corpus: Path, shipped: Path) -> Path:
    """A corpus as a site in a folder of its own, with the menu of a ``mkdocs.yml``."""
    config = yaml_load(shipped.read_text(encoding="utf-8"))
    config |= {
        "docs_dir": str(shipped.parent / config["docs_dir"]),
        "site_dir": str(folder / "built"),
    }
    config["plugins"][0]["lawkb"]["corpus"] = str(corpus)
    file = folder / "mkdocs.yml"
    file.write_text(json.dumps(config), encoding="utf-8")
    return build_site(file)


@contextmanager
def served(root: Path, files: type[Files] = Files) -> Iterator[str]:
    """A folder on loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(files, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real corpus, built."""
    return made_once(tmp_path_factory, "site", _make_site) / "built"


def _make_site(folder: Path) -> None:
    built(folder, CORPUS, CORPUS.parent / "mkdocs.yml")


@pytest.fixture(scope="session")
def pebbles_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Three Pebbles, read and built: they have companions, and lists of several pages."""
    return made_once(tmp_path_factory, "pebbles", _make_pebbles) / "built"


def _make_pebbles(folder: Path) -> None:
    shutil.copytree(PEBBLES / "corpus", folder / "corpus")
    ingest(folder / "corpus")
    with short_lists():
        built(folder, folder / "corpus", PEBBLES / "mkdocs.yml")


@contextmanager
def short_lists() -> Iterator[None]:
    """Lists take several pages already with a few lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pagination, "PER_PAGE", 3)
        yield


@pytest.fixture(scope="session")
def long_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real corpus with a law of 310 provisions, words that fit nowhere, and long terms."""
    return made_once(tmp_path_factory, "long", _make_long) / "built"


def _make_long(folder: Path) -> None:
    shutil.copytree(CORPUS, folder / "corpus")
    (folder / "corpus/sources/wiki/law_91.txt").write_text(long_law(), encoding="utf-8")
    ingest(folder / "corpus")
    with long_terms():
        built(folder, folder / "corpus", PEBBLES / "mkdocs.yml")


@pytest.fixture(scope="session")
def lanterns_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Lantern Regulation, with divisions, recitals and annexes, and lists of several pages."""
    return made_once(tmp_path_factory, "lanterns", _make_lanterns) / "built"


def _make_lanterns(folder: Path) -> None:
    with short_lists():
        built(folder, ingested_lanterns(folder), STATUTE / "mkdocs.yml")


@contextmanager
def long_terms() -> Iterator[None]:
    """Terms have pages of their own already with a few provisions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terms, "MOST_PLACES", 40)
        yield


@pytest.fixture(scope="session")
def origin(
    site_folder: Path,
    pebbles_folder: Path,
    long_folder: Path,
    lanterns_folder: Path,
    tmp_path_factory: Any,
) -> Iterator[str]:
    """The server of all sites, each below a base path as on a project's pages."""
    root = tmp_path_factory.mktemp("served")
    sites = {
        "laws": site_folder,
        "pebbles": pebbles_folder,
        "long": long_folder,
        "lanterns": lanterns_folder,
    }
    for name, folder in sites.items():
        (root / name).symlink_to(folder)
    with served(root) as url:
        yield url


@pytest.fixture(scope="session")
def address(origin: str) -> str:
    """Where the real corpus is served."""
    return f"{origin}/laws"


@pytest.fixture(scope="session")
def at_root(site_folder: Path) -> Iterator[str]:
    """A server of its own, with headers: links of the page for what is not there begin at it."""
    with served(site_folder, GuardedFiles) as url:
        yield url


@pytest.fixture(scope="module")  # Playwright keeps a loop of asyncio, in which no other may run
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Browser]]:
    """Gives Debian's Chromium, or the one that ``CHROMIUM`` names, with a set of fonts."""
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
    with sync_playwright() as playwright:

        @cache
        def started(fonts: str) -> Browser:
            if not FONT_SETS[fonts].is_installed():
                pytest.fail(f"the fonts of the set {fonts} are not installed: make chromium")
            config = FONT_SETS[fonts].configured(tmp_path_factory.mktemp(fonts))
            environment: dict[str, str | float | bool] = {
                **os.environ,
                "FONTCONFIG_FILE": str(config),
            }
            return playwright.chromium.launch(executable_path=path, args=FLAGS, env=environment)

        yield started


@pytest.fixture(scope="module")
def browser(browsers: Callable[[str], Browser]) -> Browser:
    """The browser of most tests."""
    return browsers("liberation")


@pytest.fixture
def page(browser: Browser, origin: str, at_root: str) -> Iterator[Page]:
    """A page 1280 wide; at the end, nothing was said on the console and nothing left the site."""
    # Playwright routes nothing that a worker answers: test_offline has pages of its own.
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))
    yield opened
    context.close()
    assert [words for words in said if words != BLOCKED] == []
    assert [url for url in asked if not url.startswith((f"{origin}/", f"{at_root}/"))] == []


@pytest.fixture
def plain_page(browser: Browser) -> Iterator[Page]:
    """A page without script."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def kinds(
    site_folder: Path,
    pebbles_folder: Path,
    long_folder: Path,
    lanterns_folder: Path,
    origin: str,
    at_root: str,
) -> dict[str, list[str]]:
    """URLs of examples of every kind of page, by template: of the real corpus where it has one.

    Of the pages with divisions and annexes, there are those of the Lantern Regulation, too.
    """
    with short_lists():
        pebbles = list(examples(pebbles_folder, pebbles_folder.parent / "corpus"))
        lanterns = list(examples(lanterns_folder, lanterns_folder.parent / "corpus"))
    with long_terms():
        long = list(examples(long_folder, long_folder.parent / "corpus"))
    found: dict[str, list[str]] = {}
    for example in examples(site_folder, CORPUS):
        root = at_root if example.template == "not_found.html" else f"{origin}/laws"
        found.setdefault(example.template, []).append(f"{root}/{example.path}")
    for name, further in (("pebbles", pebbles), ("long", long)):
        known = frozenset(found)
        for example in further:
            if example.template not in known:
                found.setdefault(example.template, []).append(f"{origin}/{name}/{example.path}")
    for example in lanterns:
        if example.template in WITH_DIVISIONS:
            found[example.template].append(f"{origin}/lanterns/{example.path}")
    return found
