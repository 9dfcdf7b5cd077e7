"""A page of every template: wide and light, on a phone and dark, with script and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.judges import AXE, faults_of, judged_as
from tests.browser.kinds import DESK_PAGES, page_templates
from tests.browser.probes import ask, words
from tests.browser.running_desk import RunningDesk, running_desk

NARROW = ("sideways", "clipped", "overlaps", "targets")
READ = ("languages", "order")
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true; })"


def faults_at(page: Page, probes: tuple[str, ...]) -> list[tuple[object, ...]]:
    """What is wrong with the page that is open, wide and light, then on a phone and dark."""
    axe = AXE.read_text(encoding="utf-8")
    page.evaluate(OPEN_ALL)
    faults = list(judged_as(page, axe, 1280, "light"))
    faults += judged_as(page, axe, 360, "dark")
    for probe in probes:
        faults += [(probe, *fault) for fault in ask(page, probe)]
    return faults


def test_every_template_of_a_page_has_an_example(kinds: dict[str, list[str]]) -> None:
    assert kinds.keys() == page_templates()


@pytest.mark.parametrize("template", sorted(page_templates()))
def test_a_page_of_every_template_is_accessible_and_says_the_same_without_script(
    page: Page, plain_page: Page, kinds: dict[str, list[str]], template: str
) -> None:
    url = kinds[template][0]
    page.goto(url)
    plain_page.goto(url)
    assert words(plain_page) == words(page)
    faults = faults_at(page, (*NARROW, *READ))
    assert not faults, "\n".join(map(str, faults))


def test_a_page_of_every_template_is_clean_html(
    kinds: dict[str, list[str]], folder_of: Callable[[str], Path], tmp_path: Path
) -> None:
    firsts = [folder_of(urls[0]) for urls in kinds.values()]
    faults = faults_of(tmp_path / "report.json", *firsts)
    assert not faults, "\n".join(faults)


@pytest.fixture(scope="module")
def folder_of(
    site_folder: Path, pebbles_folder: Path, long_folder: Path, lanterns_folder: Path
) -> Callable[[str], Path]:
    """The file of a page, by its URL."""
    sites = {"laws": site_folder, "pebbles": pebbles_folder}
    sites |= {"long": long_folder, "lanterns": lanterns_folder}

    def found(url: str) -> Path:
        name, _, path = urlsplit(url).path.removeprefix("/").partition("/")
        file = sites[name] / path if name in sites else site_folder / name / path
        return file / "index.html" if file.is_dir() else file

    return found


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDesk]:
    with running_desk(tmp_path_factory.mktemp("desk")) as running:
        yield running


@pytest.mark.parametrize("path", DESK_PAGES.values(), ids=DESK_PAGES)
def test_a_page_of_every_template_of_the_desk_is_accessible_and_clean(
    browser: Browser, desk: RunningDesk, tmp_path: Path, path: str
) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{desk.url}/desk/el/{path}")
    faults = faults_at(page, ("sideways",))
    answered = page.request.get(page.url).body()
    context.close()
    (tmp_path / "page.html").write_bytes(answered)
    faults += [(fault,) for fault in faults_of(tmp_path / "report.json", tmp_path / "page.html")]
    assert not faults, "\n".join(map(str, faults))
    assert said == []
