"""Pages of companions in a browser: the Three Pebbles, read and built for it."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from lawkb.pipeline import ingest
from lawkb.publish.plugin import build_site
from tests.browser.test_every_page import LANGUAGE_FAULTS, SMALL_TARGETS

pytestmark = pytest.mark.browser

PEBBLES = Path(__file__).parents[2] / "examples" / "three-pebbles"
PATHS = tuple(
    f"{tag}/{page}" for tag in ("el", "en") for page in ("2016/definitions/", "2016/commentary_7/")
)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site of the Three Pebbles is served."""
    folder = tmp_path_factory.mktemp("pebbles")
    shutil.copytree(PEBBLES / "corpus", folder / "corpus")
    ingest(folder / "corpus")
    config = {
        "site_name": "pebbles",
        "docs_dir": str(PEBBLES / "pages"),
        "site_dir": str(folder / "built"),
        "theme": {"name": "lawkb"},
        "plugins": [{"lawkb": {"corpus": str(folder / "corpus")}}],
    }
    file = folder / "mkdocs.yml"
    file.write_text(json.dumps(config), encoding="utf-8")
    build_site(file, strict=True)
    handler = partial(_Quiet, directory=str(folder / "built"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A page 1280 wide; at the end nothing was said on the console."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    yield opened
    context.close()
    assert said == []


@pytest.mark.parametrize("width", [320, 360, 1280])
@pytest.mark.parametrize("path", PATHS)
def test_a_companion_fits_the_window_and_a_finger(
    reader: Page, pebbles: str, path: str, width: int
) -> None:
    reader.set_viewport_size({"width": width, "height": 800})
    reader.goto(f"{pebbles}/{path}")
    assert reader.evaluate("document.documentElement.scrollWidth") <= width
    assert reader.evaluate(SMALL_TARGETS) == []


@pytest.mark.parametrize("path", PATHS)
def test_every_text_lies_in_its_language(reader: Page, pebbles: str, path: str) -> None:
    reader.goto(f"{pebbles}/{path}")
    assert reader.evaluate(LANGUAGE_FAULTS) == []


def test_the_languages_stand_beside_each_other_or_on_a_phone_one_after_another(
    reader: Page, pebbles: str
) -> None:
    reader.goto(f"{pebbles}/en/2016/definitions/")
    first, second = (reader.locator(f".flow.c{n}").bounding_box() for n in (1, 2))
    assert first
    assert second
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] <= second["x"]
    reader.set_viewport_size({"width": 360, "height": 800})
    first, second = (reader.locator(f".flow.c{n}").bounding_box() for n in (1, 2))
    assert first
    assert second
    assert first["y"] + first["height"] <= second["y"]


def test_the_switch_shows_one_language_without_script_too(browser: Browser, pebbles: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(f"{pebbles}/el/2016/definitions/")
    assert plain.locator(".flow.c1").is_visible()
    plain.locator("#view-2").check(force=True)
    assert not plain.locator(".flow.c1").is_visible()
    assert plain.locator(".flow.c2").is_visible()
    context.close()


def test_the_language_of_the_pages_changes_and_the_entry_stays(reader: Page, pebbles: str) -> None:
    reader.goto(f"{pebbles}/el/2016/definitions/#el-entry_2")
    reader.get_by_role("link", name="English").click()
    reader.wait_for_url(f"{pebbles}/en/2016/definitions/#el-entry_2")
    assert reader.locator("#el-entry_2").is_visible()


def test_the_search_leads_to_the_entry_and_a_law_to_its_commentary(
    reader: Page, pebbles: str
) -> None:
    reader.goto(f"{pebbles}/en/search/?q=keeper")
    hit = reader.locator(".hits li a").first
    assert hit.inner_text() == "DEFINITIONS: Keeper"
    hit.click()
    reader.wait_for_url(f"{pebbles}/en/2016/definitions/#en-entry_3")
    reader.goto(f"{pebbles}/en/2016/7/")
    reader.get_by_role("link", name="Commentary", exact=True).click()
    reader.wait_for_url(f"{pebbles}/en/2016/commentary_7/")


def test_a_law_stands_before_an_entry_that_fits_as_well(reader: Page, pebbles: str) -> None:
    reader.goto(f"{pebbles}/en/search/?q=guide")
    reader.locator(".hits li").first.wait_for()
    labels = reader.locator(".hits li a").all_inner_texts()
    # In a heading first, then in the text; of each the rule before the entry.
    assert [label.partition(" ")[0] for label in labels[:2]] == ["7C", "DEFINITIONS:"]
    assert labels[1] == "DEFINITIONS: Guide"
    kinds = [label.startswith("DEFINITIONS") for label in labels[2:]]
    assert kinds == sorted(kinds)
    assert set(kinds) == {False, True}
