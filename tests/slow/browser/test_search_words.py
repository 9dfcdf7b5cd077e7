"""The cases of the search, which the command line passes, in the browser."""

from __future__ import annotations

from unicodedata import normalize

from playwright.sync_api import Page, Route

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.publish.pagefind_source import pagefind_pages
from lawkb.publish.site import start_bundle
from lawkb.references.find import find_references
from tests.search.cases import rows
from tests.strategies import OUTLINE, SCHEME

ORIGIN = Origin("cases", "words", "0" * 64)
FIND = """async ([url, asked]) => {
  const { find, matches, parse } = await import(url);
  const found = [];
  for (const [language, query, law] of asked) {
    const tree = parse(query);
    const { hits } = await find(language, tree);
    found.push(hits.some((hit) => hit.page === String(law) && matches(tree, hit)));
  }
  return found;
}"""


def law_of(number: int, case: dict[str, str]) -> Law:
    """A law whose text is the form of a case."""
    address = Address((number,))
    text = normalize("NFC", case["form"])
    cited = find_references(text, read_language(case["lang"]), SCHEME, address)
    return Law(
        "2017", case["lang"], Provision(address, "", None, (Passage(text, (), cited),)), ORIGIN
    )


def not_as_wanted(page: Page, address: str, name: str, wanted: bool) -> list[tuple[str, str]]:
    """Cases of a file whose form is found when it should not be, or is not when it should."""
    cases = list(enumerate(rows(name), 1))
    code = Code(OUTLINE, {("2017", case["lang"], n): law_of(n, case) for n, case in cases})
    bundle = start_bundle(pagefind_pages(code)).files()

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(f"{address}/").partition("?")[0]
        kind = "text/javascript" if path.endswith(".js") else "application/octet-stream"
        route.fulfill(body=bundle[path], content_type=kind)

    page.route(f"{address}/pagefind/**", answer)
    page.goto(f"{address}/el/search/")
    asked = [[case["lang"], normalize("NFC", case["query"]), n] for n, case in cases]
    found = page.evaluate(FIND, [f"{address}/assets/finding.js", asked])
    pairs = zip(cases, found, strict=True)
    return [(case["query"], case["form"]) for (_, case), hit in pairs if hit is not wanted]


def test_every_form_is_found(page: Page, address: str) -> None:
    assert not_as_wanted(page, address, "words.tsv", True) == []


def test_nothing_else_is_found(page: Page, address: str) -> None:
    assert not_as_wanted(page, address, "must_not_match.tsv", False) == []
