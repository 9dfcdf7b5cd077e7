"""Searching divisions and annexes of an act: by name, by address, by words of their headings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from lawkb.cli.commands import cli
from lawkb.model.address import Address, Level, Series
from lawkb.model.label import read_typed
from lawkb.search import Question, jump
from lawkb.search.documents import documents_of_divisions
from tests.lanterns import ingested_lanterns, lanterns
from tests.search.asking import search_code

NAMES = {
    "chapter ii": ["part_1__chp_2"],
    "Κεφάλαιο Β΄": ["part_1__chp_2"],
    "κεφαλαιο δευτερο": ["part_1__chp_2"],
    "Part 2": ["part_2"],
    "ΜΕΡΟΣ ΠΡΩΤΟ": ["part_1"],
    "section 1 of chapter 2": ["part_1__chp_2__sec_1"],
    "Chapter II, Section 1": ["part_1__chp_2__sec_1"],
    "part_1__chp_2": ["part_1__chp_2"],
    "2024 chapter ii": ["part_1__chp_2"],
}
NO_NAMES = ("chapter", "chapter ii keepers", "chapter 99", "of chapter ii")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ingested_lanterns(tmp_path_factory.mktemp("lanterns"))


def lawkb(corpus: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--corpus", str(corpus), *words], standalone_mode=False)


def test_every_division_is_a_document_with_its_heading_in_each_language() -> None:
    found = [*documents_of_divisions(lanterns(), "2024")]
    assert [text.label for text in found[0].texts] == ["PART I", "ΜΕΡΟΣ ΠΡΩΤΟ"]
    assert [text.parts[0].text for text in found[0].texts] == [
        "PART I GENERAL RULES",
        "ΜΕΡΟΣ ΠΡΩΤΟ ΓΕΝΙΚΟΙ ΚΑΝΟΝΕΣ",
    ]


@pytest.mark.parametrize("typed", NAMES)
def test_the_name_of_a_division_finds_it(typed: str) -> None:
    answer = jump(lanterns(), Question(typed))
    assert answer
    assert [hit.division for hit in answer.hits] == NAMES[typed]
    assert answer.engine == "address"


@pytest.mark.parametrize("typed", NO_NAMES)
def test_other_words_name_no_division(typed: str) -> None:
    assert jump(lanterns(), Question(typed)) is None


def test_the_words_of_a_heading_find_the_division_first(tmp_path: Path) -> None:
    for query in ("general rules", "γενικών κανόνων"):
        first = search_code(lanterns(), tmp_path, query).hits[0]
        assert first.division == "part_1"


def test_a_division_is_shown_with_the_laws_in_it(corpus: Path) -> None:
    shown = lawkb(corpus, "show", "chapter", "ii").output
    assert shown.startswith("CHAPTER II · ΚΕΦΑΛΑΙΟ Β΄\n")
    assert "  Section 1 · ΤΜΗΜΑ 1\n" in shown
    assert "    Article 3  " in shown
    [division] = json.loads(lawkb(corpus, "show", "chapter ii", "--format", "json").output)[
        "divisions"
    ]
    assert (division["division"], division["laws"][0]) == ("part_1__chp_2", 3)


def test_the_address_that_search_prints_is_one_that_show_reads(corpus: Path) -> None:
    assert lawkb(corpus, "search", "-l", "chapter ii").output == "part_1__chp_2\n"
    assert lawkb(corpus, "show", "part_1__chp_2").output.startswith("CHAPTER II")


@pytest.mark.parametrize("typed", ["schedule 2 1", "Schedule 2, 1", "schedule 2 item 1"])
def test_a_number_after_that_of_a_schedule_is_an_item_of_it(typed: str) -> None:
    item = Level("item", "arabic", "{}.", "({})")
    series = Series("schedule", 1, "arabic", (item,))
    scheme = replace(lanterns().outline.scheme, series=(series,))
    expected = Address((series.number(2), 1))
    assert read_typed(typed, scheme, lanterns().outline.languages) == expected
