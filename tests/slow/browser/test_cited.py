"""The jump box reads an address in words as the command line does, in any code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from urllib.parse import unquote

import pytest
from markupsafe import escape
from playwright.sync_api import Page, Route

from lawkb.model.code import Code
from lawkb.model.label import label
from lawkb.publish.localized_site import laws_with_pages
from lawkb.publish.pagination import jump_table
from lawkb.references.graph import build_graph
from lawkb.search.query.lexer import read_address
from tests.corpus_files import code_in
from tests.references.cited_cases import CITED, FOLDERS

READ = """texts => texts.map((text) => {
  const path = lawkb.readAddress(text);
  return path && lawkb.writeAddress(path);
})"""


PLACES = "texts => texts.map((text) => lawkb.readPlace(text).there)"


def table_of(code: Code) -> str:
    return jump_table(code, laws_with_pages(code, build_graph(code)))


def read_in_browser(
    page: Page, address: str, given: str, texts: list[str], script: str = READ
) -> list[str | None]:
    """What the jump box with a given table reads."""
    table = escape(given)

    def answer(route: Route) -> None:
        html = route.fetch().text()
        body = re.sub(r'data-table="[^"]*"', lambda _: f'data-table="{table}"', html, count=1)
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    page.route(f"{address}/el/", answer)
    page.goto(f"{address}/el/")
    read: list[str | None] = page.evaluate(script, texts)
    return read


@pytest.mark.parametrize("name", FOLDERS)
def test_every_case_is_read_as_python_reads_it(page: Page, address: str, name: str) -> None:
    cases = [case for case in CITED if case["code"] == name]
    read = read_in_browser(
        page, address, table_of(code_in(FOLDERS[name])), [case["text"] for case in cases]
    )
    assert dict(zip((case["text"] for case in cases), read, strict=True)) == {
        case["text"]: case.get("address") for case in cases
    }


@pytest.mark.parametrize("edition", ["2020-α", "20.20", "2020+"])
def test_an_edition_with_signs_and_letters_of_any_alphabet_is_read(
    page: Page, address: str, edition: str
) -> None:
    table = table_of(code_in(FOLDERS["statute"])).replace('"2020"', f'"{edition}"')
    texts = [f"6 {edition}", f"{edition} 6", f"6 ({edition})", "6"]
    read = read_in_browser(page, address, table, texts, PLACES)
    assert {unquote(place or "").removeprefix(address) for place in read} == {f"/el/{edition}/6/"}


def spelled(code: Code) -> Iterator[str]:
    """Every provision in words: parts in both orders, with and without brackets and commas."""
    scheme = code.outline.scheme
    addresses = sorted({p.address for law in code.laws.values() for p in law.provisions()})
    for address, language in product(addresses, code.outline.languages):
        above = label(type(address)((address.law,)), scheme, language)
        rest = label(address, scheme, language).removeprefix(above)
        references = language.tables["references"]
        of = references["of_law"][0]
        for part in ("section", "point"):
            word = references[part][0]
            yield f"{language.law} {above} {word} {rest}"
            yield f"{language.law} {above}, {word} {rest.strip('().')}"
            yield f"{word.upper()} {rest} {of} {language.law} {above}"
        for depth, named in references.get("levels", {}).items():
            for word, place in product(named.get("words", ())[:1], (rest, rest[-3:])):
                yield f"{language.law} {above} {word} {place} {depth}"
                yield f"{language.law} {above} {word} {place}"
                yield f"{word} {place} {of} {language.law} {above}"


@pytest.mark.parametrize("name", FOLDERS)
def test_no_provision_is_read_as_another_one(page: Page, address: str, name: str) -> None:
    code = code_in(FOLDERS[name])
    texts = sorted(set(spelled(code)))
    read = read_in_browser(page, address, table_of(code), texts)
    scheme, languages = code.outline.scheme, code.outline.languages
    cited = (read_address(text, scheme, languages) for text in texts)
    expected = [found and scheme.write(found) for found in cited]
    asked = zip(texts, read, expected, strict=True)
    wrong = [(text, found, cited) for text, found, cited in asked if found and found != cited]
    assert wrong == []
    assert len(list(filter(None, read))) > 200
