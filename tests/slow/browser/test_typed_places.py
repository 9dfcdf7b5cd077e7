"""The jump box reads the names of annexes, recitals and divisions as the command line does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

import lawkb.publish
from bench.invented_acts import invented_acts
from lawkb.model.address import Address, InSeries
from lawkb.model.code import Code
from lawkb.model.division import division_eid
from lawkb.model.label import label, read_typed
from lawkb.publish.views.search_page import letters_of_labels
from lawkb.references.divisions import typed_divisions
from tests.lanterns import lanterns
from tests.slow.acts_read_once import act_read_once
from tests.slow.browser.test_cited import PLACES, read_in_browser, table_of

TEMPLATES = Path(lawkb.publish.__file__).parent / "templates"
ODD = (
    *("annex", "annex 0", "annex i point", "recital", "recitals", "Recital (2)", "recital 2a"),
    *("annex one", "Annex the first", "ANNEX II, point 1", "annex 1 (1)", "annex-1(1)", "annexe i"),
    *(
        "παράρτημα πρώτο",
        "ΠΑΡΑΡΤΗΜΑ Β΄",
        "παραρτημα ι σημειο 1",
        "αιτιολογική σκέψη 2",
        "αιτ. σκ. 2",
    ),
    *("schedule 1", "schedule 2 item 1", "schedule 2, 1", "annex i part a", "annex iii part b 2"),
    *("annex iii part", "annex 3 part b part a", "Annex II section 1", "1", "1(1)", "annex c"),
    *(
        "annexe 2, partie 1",
        "annexe i",
        "annexe 2 article 1",
        "annex xl",
        "annex iii 1.1",
        "annex 3 1a",
    ),
)
NAMES = (
    *("chapter ii", "CHAPTER 2", "Chapter two", "κεφάλαιο Β΄", "ΚΕΦΑΛΑΙΟ ΔΕΥΤΕΡΟ", "κεφάλαιο 2"),
    *("part 1", "Part I", "part one", "partie 1", "partie II", "μέρος α", "Μέρος Πρώτο", "part xx"),
    *("section 1", "Section 1 of Chapter II", "chapter ii section 1", "τμήμα 1 του κεφαλαίου Β΄"),
    *("part 1, chapter 2", "chp_1", "part_1__chp_2", "chapter", "chapter ii and more", "part 3"),
    *("of chapter ii", "chapter ii of", "chapter chapter ii", "chapter 1 chapter 2", "title i"),
)


@pytest.fixture(autouse=True)
def reader(page: Page) -> None:
    """The scripts that the pages of such a code have, on pages of another code."""
    for name in ("inserts.js", "places.js"):
        page.add_init_script(path=TEMPLATES / "assets" / name)


ACTS = {act.folder.name: act for act in invented_acts()}


@pytest.fixture(scope="module", params=["lanterns", *ACTS])
def code(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Code:
    name = str(request.param)
    if name == "lanterns":
        return lanterns()
    act = ACTS[name]
    return act_read_once(tmp_path_factory, act, next(iter(act.forms)))


def addresses_beside(code: Code) -> list[Address]:
    held = {each.address for law in code.laws.values() for each in law.provisions()}
    return sorted(each for each in held if isinstance(each.law, InSeries))


def test_what_is_typed_is_read_as_python_reads_it(page: Page, address: str, code: Code) -> None:
    scheme, languages = code.outline.scheme, code.outline.languages
    labels = [label(each, scheme, tag) for each in addresses_beside(code) for tag in languages]
    loose = [text.lower().replace("(", " ").replace(")", " ") for text in labels]
    asked = [*map(scheme.write, addresses_beside(code)), *labels, *loose, *ODD]
    expected = [read_typed(text, scheme, languages) for text in asked]
    read = read_in_browser(page, address, table_of(code), asked)
    written = [each and scheme.write(each) for each in expected]
    wrong = [each for each in zip(asked, read, written, strict=True) if each[1] != each[2]]
    assert not wrong, "\n".join(map(str, wrong))


def test_labels_are_written_as_python_writes_them(page: Page, address: str, code: Code) -> None:
    scheme = code.outline.scheme
    asked = [scheme.write(each) for each in addresses_beside(code)]
    for language in code.outline.languages:
        letters = json.dumps(letters_of_labels(language, scheme))
        script = "texts => texts.map((text) => lawkb.writeAddress(lawkb.readAddress(text), %s))"
        read = read_in_browser(page, address, table_of(code), asked, script % letters)
        expected = [label(each, scheme, language) for each in addresses_beside(code)]
        wrong = [each for each in zip(asked, read, expected, strict=True) if each[1] != each[2]]
        assert not wrong, "\n".join(map(str, wrong))


def test_a_division_is_read_as_python_reads_it(page: Page, address: str, code: Code) -> None:
    edition = code.outline.editions[0].id
    printed = [each.num for held in code.divisions.values() for each in held.walk()]
    eids = [division_eid(each.path) for held in code.divisions.values() for each in held.walk()]
    scheme, languages = code.outline.scheme, code.outline.languages
    named = [*printed, *map(str.lower, printed), *eids, *NAMES]
    asked = [text for text in named if not read_typed(text, scheme, languages)]
    found = [typed_divisions(text, code, edition) for text in asked]
    expected = [f"#{edition}-{division_eid(each[0])}" if len(each) == 1 else None for each in found]
    places = read_in_browser(page, address, table_of(code), asked, PLACES)
    read = [place and place[place.index("/el/") + 4 :] for place in places]
    wrong = [each for each in zip(asked, read, expected, strict=True) if each[1] != each[2]]
    assert not wrong, "\n".join(map(str, wrong))


def test_a_typed_annex_leads_to_its_row(page: Page, address: str) -> None:
    code = lanterns()
    asked = ["annex ii", "παράρτημα Ι σημείο 2", "recital 2", "annex 9"]
    places = read_in_browser(page, address, table_of(code), asked, PLACES)
    assert [place and place.removeprefix(f"{address}/el/2024/") for place in places] == [
        *("annex-2/", "annex-1/#2", "recitals/#2"),
        None,
    ]
