"""Acts with provisions that were inserted later, from their pages to every place they are shown.

Two invented acts: a statute in Greek, English and Italian (articles 12Α, 4 bis, paragraph 1α, point
αα) and an act in English and French (sections 5.1, 45(1.1), paragraph (c.1)).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from lawkb.corpus.laws import read_code
from lawkb.model.code import Code
from lawkb.model.law import Provision
from lawkb.pipeline import ingest
from tests.running import run_command

SAMPLES = Path(__file__).parent / "samples" / "inserted"


@pytest.fixture(scope="module", params=["letters", "decimals"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ingested(str(request.param), tmp_path_factory.mktemp("act"))


@cache
def ingested(name: str, folder: Path) -> Path:
    """A copy of a sample, ingested."""
    corpus = folder / "corpus"
    shutil.copytree(SAMPLES / name, corpus)
    ingest(corpus)
    return corpus


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ingested("letters", tmp_path_factory.mktemp("letters"))


@pytest.fixture(scope="module")
def decimals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ingested("decimals", tmp_path_factory.mktemp("decimals"))


def lawkb(corpus: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run_command("--corpus", str(corpus), *words, environment=os.environ)


def found(code: Code, place: str, language: str) -> Provision:
    address = code.outline.scheme.read(place)
    provision = code.provision("2024", language, address)
    assert provision, (place, language)
    return provision


def cited(code: Code, place: str, language: str) -> list[tuple[str, str, str]]:
    """Words, target and status of each reference in a provision."""
    write = code.outline.scheme.write
    return [
        (each.raw, write(each.target) if each.target else "?", each.status)
        for each in found(code, place, language).references
    ]


def test_ingest_loses_nothing_of_an_act_with_inserts(either: Path) -> None:
    run = lawkb(either, "ingest", "--check", "-v")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "numbering" not in run.stdout


@pytest.mark.parametrize("language", ["el", "en", "it"])
def test_an_act_with_letters_has_every_provision_in_every_language(
    letters: Path, language: str
) -> None:
    assert _addresses(letters, language) == [
        "4",
        *("4a", "4a(1)", "4a(1a)", "4a(1a)(a)", "4a(1a)(aa)", "4a(1a)(b)", "4a(2)"),
        *("12", "12(1)", "12(2)", "12a", "12a(1)", "12a(2)", "13", "13(1)", "13(2)"),
    ]


def test_the_labels_are_printed_as_each_page_has_them(letters: Path) -> None:
    code = read_code(letters)
    assert found(code, "12a", "el").num == "Άρθρο 12Α"
    assert found(code, "4a", "it").num == "Articolo 4 bis"
    assert found(code, "4a(1a)", "el").num == "1α."
    assert found(code, "4a(1a)", "it").num == "1-bis."
    assert found(code, "4a(1a)(aa)", "it").num == "a bis)"


def test_the_files_are_named_after_the_numbers_and_come_in_order(letters: Path) -> None:
    names = sorted(file.name for file in (letters / "laws" / "2024" / "el").glob("*.xml"))
    assert names == ["art_12.xml", "art_12a.xml", "art_13.xml", "art_4.xml", "art_4a.xml"]
    assert list(map(str, read_code(letters).numbers("2024"))) == ["4", "4a", "12", "12a", "13"]


def test_a_greek_reference_to_an_inserted_article_is_not_one_to_the_citing_article(
    letters: Path,
) -> None:
    code = read_code(letters)
    assert cited(code, "13(1)", "el") == [
        ("12Α παράγραφος 2", "12a(2)", "held"),
        ("1α του άρθρου 4Α", "4a(1a)", "held"),
    ]
    assert cited(code, "13(1)", "en") == [
        ("12a(2)", "12a(2)", "held"),
        ("4a(1a)", "4a(1a)", "held"),
    ]
    assert cited(code, "13(1)", "it") == [
        ("12 bis, comma 2", "12a(2)", "held"),
        ("4 bis, comma 1-bis", "4a(1a)", "held"),
    ]


def test_a_part_of_an_inserted_article_is_cited_from_inside(letters: Path) -> None:
    code = read_code(letters)
    for language, raw in (("el", "παράγραφο 1α"), ("en", "Paragraph 1a"), ("it", "comma 1 bis")):
        assert [each[1:] for each in cited(code, "4a(2)", language)] == [("4a(1a)", "held")], raw


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("12Α", "12a"),
        ("12A", "12a"),
        ("άρθρο 12Α παρ. 2", "12a(2)"),
        ("άρθρο 4Α παρ. 1α", "4a(1a)"),
        ("art. 4 bis", "4a"),
        ("articolo 4 bis, comma 1-bis", "4a(1a)"),
        ("4a(1a)", "4a(1a)"),
        ("4a(1a)(aa)", "4a(1a)(aa)"),
    ],
)
def test_show_finds_an_inserted_provision_as_anyone_types_it(
    letters: Path, typed: str, place: str
) -> None:
    run = lawkb(letters, "show", typed, "--format", "json")
    assert run.returncode == 0, run.stderr
    assert f'"address": "{place}"' in run.stdout.split("parent")[0] or (
        f'"address":"{place}"' in run.stdout.split("parent")[0]
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_act_with_decimals_has_every_provision_in_every_language(
    decimals: Path, language: str
) -> None:
    assert _addresses(decimals, language) == [
        *("5", "5(1)", "5.01", "5.1", "5.1(1)", "5.1(1.1)", "5.1(1.1)(a)", "5.1(1.1)(b)"),
        *("5.1(1.1)(c)", "5.1(1.1)(c.1)", "5.1(2)", "5.11", "5.2", "6"),
    ]


def test_section_5_1_is_no_text_of_section_5(decimals: Path) -> None:
    code = read_code(decimals)
    assert "lantern" not in found(code, "5", "en").text
    assert "lantern" in found(code, "5.1(1)", "en").text


def test_show_5_1_shows_section_5_1(decimals: Path) -> None:
    run = lawkb(decimals, "show", "5.1", "--lang", "en")
    assert run.returncode == 0, run.stderr
    assert "lantern" in run.stdout
    run = lawkb(decimals, "show", "s. 5.1(1.1)", "--lang", "en")
    assert "the following persons" in run.stdout, run.stderr


def test_references_to_sections_with_decimals_are_read_whole(decimals: Path) -> None:
    code = read_code(decimals)
    assert cited(code, "6", "en") == [
        ("5.1", "5.1", "held"),
        ("5.1(1.1)(c.1)", "5.1(1.1)(c.1)", "held"),
        ("5.1", "5.1", "held"),
        ("5.11", "5.11", "held"),
    ]
    assert cited(code, "6", "fr") == [
        ("5.1", "5.1", "held"),
        ("5.1(1.1)c.1)", "5.1(1.1)(c.1)", "held"),
        ("5.1", "5.1", "held"),
        ("5.11", "5.11", "held"),
    ]


@pytest.mark.parametrize(
    ("query", "first"), [("πλοηγός", "4Α(1α)(αα)"), ("12Α", "12Α"), ("keeper AND 4a", "4A(1a)")]
)
def test_search_finds_the_words_of_an_inserted_provision(
    letters: Path, query: str, first: str
) -> None:
    run = lawkb(letters, "search", query)
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert first in run.stdout


def test_the_translations_of_acts_with_inserts_have_no_findings(either: Path) -> None:
    run = lawkb(either, "check")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 errors, 0 warnings, 0 notes" in run.stdout


def _addresses(folder: Path, language: str) -> list[str]:
    """Return the addresses of all provisions of a corpus in a language."""
    code = read_code(folder)
    numbers = code.numbers("2024")
    laws = [law for number in numbers if (law := code.law("2024", language, number))]
    return [code.outline.scheme.write(each.address) for law in laws for each in law.provisions()]
