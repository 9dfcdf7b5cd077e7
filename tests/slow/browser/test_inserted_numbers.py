"""The jump box reads and writes provisions that were inserted later as Python does."""

from __future__ import annotations

import json
import shutil
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page

import lawkb.publish
from lawkb.corpus.laws import read_code
from lawkb.model.address import Address, Inserted, Ordinal
from lawkb.model.code import Code
from lawkb.model.label import label, read_typed
from lawkb.pipeline import ingest
from lawkb.publish.views.search_page import letters_of_labels
from tests.slow.browser.test_cited import PLACES, read_in_browser, table_of
from tests.test_inserted_numbers import SAMPLES

TEMPLATES = Path(lawkb.publish.__file__).parent / "templates"
BELOW: dict[str, tuple[tuple[Ordinal, ...], tuple[Ordinal, ...], tuple[Ordinal, ...]]] = {
    "letters": (
        (4, Inserted(4, "a"), Inserted(12, "a"), Inserted(5, "ab")),
        (0, 1, Inserted(1, "a"), Inserted(2, "aa"), 10),
        (0, 1, 3, Inserted(1, "a"), Inserted(10, "a"), Inserted(6, "b")),
    ),
    "decimals": (
        (5, Inserted(5, ".1"), Inserted(172, ".1"), Inserted(5, ".01")),
        (0, 1, Inserted(1, ".1"), 10),
        (0, 1, 3, Inserted(3, ".1")),
    ),
}
ODD = {
    "letters": (
        *("12-Α", "4 bis", "4-bis", "4bis 1-bis", "art. 4 ter", "16 is", "16 card", "12 α", "4.1"),
        *("12Α 1α γ", "άρθρο 12α", "12 1 α", "5 bis bis", "0a", "bis", "4 bis 1 a bis"),
    ),
    "decimals": (
        *("5.1", "s. 5.1", "45(1.1)", "172.1 (1) (c.1)", "172.1 1 c", "5.1.", "5.12345"),
        *("5a", "5 1 c", "6.1.2", "5.1.1", "c.1", "5(c.1)"),
    ),
}
PAGES: dict[str, dict[str, str | None]] = {
    "letters": {
        "12Α": "12a/",
        "articolo 4 bis, comma 1-bis": "4a/#1a",
        "4Α(1α)(αα)": "4a/#1a-aa",
        "14Α": None,
    },
    "decimals": {"5.1": "5-1/", "5.1(1.1)(c.1)": "5-1/#1.1-c.1", "5.3": None, "5": "5/"},
}


@pytest.fixture(autouse=True)
def reader(page: Page) -> None:
    """The script that the pages of a code with inserts have, on pages of another code."""
    page.add_init_script(path=TEMPLATES / "assets" / "inserts.js")


@pytest.fixture(scope="module", params=["letters", "decimals"])
def act(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Code]:
    folder = tmp_path_factory.mktemp("act") / "corpus"
    shutil.copytree(SAMPLES / str(request.param), folder)
    ingest(folder)
    return str(request.param), read_code(folder)


def addresses_of(name: str) -> list[Address]:
    paths = product(*BELOW[name])
    trimmed = {tuple(path) for path in paths if path[-1]} | {
        (law, below) for law, below, _ in product(*BELOW[name]) if below
    }
    return sorted(map(Address, trimmed | {(law,) for law in BELOW[name][0]}))


def test_what_is_typed_is_read_as_python_reads_it(
    page: Page, address: str, act: tuple[str, Code]
) -> None:
    name, code = act
    scheme, languages = code.outline.scheme, code.outline.languages
    labels = [label(each, scheme, tag) for each in addresses_of(name) for tag in languages]
    loose = [text.lower().replace("(", " ").replace(")", " ") for text in labels]
    asked = [*map(scheme.write, addresses_of(name)), *labels, *loose, *ODD[name]]
    expected = [read_typed(text, scheme, languages) for text in asked]
    read = read_in_browser(page, address, table_of(code), asked)
    written = [each and scheme.write(each) for each in expected]
    wrong = [each for each in zip(asked, read, written, strict=True) if each[1] != each[2]]
    assert not wrong, "\n".join(map(str, wrong))


def test_labels_are_written_as_python_writes_them(
    page: Page, address: str, act: tuple[str, Code]
) -> None:
    name, code = act
    scheme = code.outline.scheme
    for language in code.outline.languages:
        letters = json.dumps(letters_of_labels(language, scheme))
        script = "texts => texts.map((text) => lawkb.writeAddress(lawkb.readAddress(text), %s))"
        asked = [scheme.write(each) for each in addresses_of(name)]
        read = read_in_browser(page, address, table_of(code), asked, script % letters)
        assert read == [label(each, scheme, language) for each in addresses_of(name)]


def test_an_inserted_law_leads_to_its_page(page: Page, address: str, act: tuple[str, Code]) -> None:
    name, code = act
    asked = PAGES[name]
    read = read_in_browser(page, address, table_of(code), [*asked], PLACES)
    places = [place and place.removeprefix(f"{address}/el/2024/") for place in read]
    assert places == [*asked.values()]
