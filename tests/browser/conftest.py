"""The real corpus as a site, served with its security policy, and a browser to read it with."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from lawkb.publish.plugin import build_site
from tests.corpus_files import CORPUS

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'"
)
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


class _Files(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the browser's own console is what the tests listen to."""


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real corpus, built."""
    folder = tmp_path_factory.mktemp("site")
    config = {
        "site_name": "lawkb",
        "docs_dir": str(CORPUS.parent / "site" / "pages"),
        "site_dir": str(folder / "built"),
        "theme": {"name": "lawkb"},
        "plugins": [{"lawkb": {"corpus": str(CORPUS)}}],
    }
    file = folder / "mkdocs.yml"
    file.write_text(json.dumps(config), encoding="utf-8")
    build_site(file)
    return folder / "built"


@pytest.fixture(scope="session")
def address(site_folder: Path) -> Iterator[str]:
    """Where the site is served, below a base path as on a project's pages."""
    root = site_folder.parent / "served"
    root.mkdir()
    (root / "laws").symlink_to(site_folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/laws"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or the one that ``CHROMIUM`` names."""
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
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
    assert [url for url in asked if not url.startswith(f"{address}/")] == []


@pytest.fixture
def plain_page(browser: Browser) -> Iterator[Page]:
    """A page without script."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()
