"""The reader of addresses in the browser is the one of ``lawkb.model.label``."""

from __future__ import annotations

import re
import tomllib

import pytest
from playwright.sync_api import Page, expect

from lawkb.model.address import Address
from lawkb.model.label import label, read_typed
from lawkb.model.language import Language, read_language
from lawkb.references.typed_address import typed_places
from tests.corpus_files import CASES, bridge_code, bridge_outline

TYPED = tomllib.loads((CASES / "model" / "labels.toml").read_text("utf-8"))["typed"]
LANGUAGES = tuple(read_language(tag) for tag in ("en", "el", "it"))
ODD = [
    "",
    " ",
    "47!",
    "47.(a)",
    "47..1",
    "12345",
    "999999",
    "1000000",
    "0",
    "00",
    "47 0",
    "x",
    "47ι",
    "47Ι",
    "47E2(a",
    "9" * 90,
]


def read_in_browser(page: Page, address: str, texts: list[str]) -> list[str | None]:
    """What the site reads, in the canonical writing."""
    page.goto(f"{address}/el/")
    script = "texts => texts.map(text => { const path = lawkb.readAddress(text);"
    script += " return path && [path, lawkb.writeAddress(path)]; })"
    read = page.evaluate(script, texts)
    for found in read:
        assert found is None or bridge_outline().scheme.write(Address(tuple(found[0]))) == found[1]
    return [found and found[1] for found in read]


def test_every_case_of_the_labels_is_read_as_python_reads_it(page: Page, address: str) -> None:
    read = read_in_browser(page, address, [case["text"] for case in TYPED])
    assert read == [case.get("address") for case in TYPED]


def test_every_label_of_the_code_is_read_in_any_writing(page: Page, address: str) -> None:
    addresses = sorted({p.address for law in bridge_code().laws.values() for p in law.provisions()})
    texts = [
        label(each, bridge_outline().scheme, language)
        for each in addresses
        for language in LANGUAGES
    ]
    loose = [text.lower().replace("(", " ").replace(")", " ") for text in texts]
    asked = [*texts, *loose, *ODD]
    read = read_in_browser(page, address, asked)
    expected = [read_typed(text, bridge_outline().scheme, LANGUAGES) for text in asked]
    assert read == [found and bridge_outline().scheme.write(found) for found in expected]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_address_is_written_in_a_language_as_python_writes_it(
    page: Page, address: str, language: Language
) -> None:
    addresses = sorted({p.address for law in bridge_code().laws.values() for p in law.provisions()})
    page.goto(f"{address}/el/")
    letters = {"upper": language.upper, "lower": language.lower}
    script = "([paths, letters]) => paths.map(path => lawkb.writeAddress(path, letters))"
    written = page.evaluate(script, [[each.path for each in addresses], letters])
    assert written == [label(each, bridge_outline().scheme, language) for each in addresses]


# As people write them: several addresses, the initial of the word, words between the parts.
WRITTEN = [
    "47E, 16C",
    "20F1 and 20F2",
    "20F1 και 20F2",
    "20ΣΤ1, 20ΣΤ2",
    "L47E2(b)",
    "l47e2b",
    "Ν16Γ",
    "16C, penalty",
    "penalty and 16C",
    "16, 17 or 18",
    "Law 16C and Law 17",
    "20F4-6",
    "57 A 1-4",
    "57A1–A4",
    "20ΣΤ4 έως 6",
    "Law 20F5(a) to (b)",
    "68-71",
    "14, 20F4-6",
    "20F6-4",
    "1-93",
    "well-known",
]


def test_what_people_write_is_read_as_the_command_line_reads_it(page: Page, address: str) -> None:
    page.goto(f"{address}/el/search/")  # shows several; other pages read one, to jump
    script = """texts => texts.map((text) => {
      const places = lawkb.readPlaces(text).filter(({ path }) => path);
      return places.map(({ path }) => lawkb.writeAddress(path));
    })"""
    scheme = bridge_outline().scheme
    wanted = {
        text: [scheme.write(place.address) for place in typed_places([text], bridge_code())]
        for text in WRITTEN
    }
    assert dict(zip(WRITTEN, page.evaluate(script, WRITTEN), strict=True)) == wanted


@pytest.mark.parametrize(
    ("typed", "fragment"),
    [("47E2", "#E2"), ("E2(a)", "#E2a"), ("47E2(a)", "#E2a"), ("47e2a", "#E2a"), ("Ε2α", "#E2a")],
)
def test_a_fragment_as_people_write_it_leads_to_the_provision(
    page: Page, address: str, typed: str, fragment: str
) -> None:
    page.goto(f"{address}/el/2017/47/#{typed}")
    expect(page).to_have_url(re.compile(f"{fragment}$"))
