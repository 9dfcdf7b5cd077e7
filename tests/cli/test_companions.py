"""Companions on the command line, read from the pages of the Three Pebbles."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.running import run_command

PEBBLES = Path(__file__).parents[2] / "examples" / "three-pebbles" / "corpus"
RULES = """
[[sources.pages]]
kind = "definitions"
pattern = "definitions"
edition = "2016"
languages = ["el", "en"]

[[sources.pages]]
kind = "commentary"
pattern = "comment_rule_{law}"
edition = "2016"
languages = ["el"]
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the Three Pebbles, read, with the rules for their companions."""
    copy = tmp_path_factory.mktemp("pebbles") / "corpus"
    shutil.copytree(PEBBLES, copy)
    settings = (copy / "corpus.toml").read_text(encoding="utf-8")
    if "definitions" not in settings:
        (copy / "corpus.toml").write_text(settings + RULES, encoding="utf-8")
    done = lawkb(copy, "ingest")
    assert done.returncode == 0, done.stderr
    return copy


def lawkb(corpus: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "LAWKB_CORPUS": "", "LAWKB_CACHE": str(corpus.parent / "cache")}
    return run_command("--corpus", str(corpus), *words, environment=environment)


def record(corpus: Path, *words: str) -> Any:
    done = lawkb(corpus, *words, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# Read off definitions.txt: the second entry of the Greek half, the fourth of the English one.
GREEK = """\
  Βότσαλο
    κομμάτι του παιχνιδιού.
    1. Κάθε κομμάτι που μπορεί να κινηθεί.
    2. Το σύνολο των κομματιών μιας λίμνης (βλέπε Κανόνα 3).
  Οδηγός
    ο παίκτης που κινεί πρώτος - σε αγώνα ζευγών, κάθε παίκτης του «άξονα» -
    καθ’ όλη τη διάρκεια της στροφής.
"""
ENGLISH = """\
  Pebble
    a piece of the game.
    1. Any piece that may move.
    2. All the pieces of a lake (see Rule 3).
"""
COMMENTARY = """\
el ΣΧΟΛΙΑΣΜΟΣ ΤΟΥ ΚΑΝΟΝΑ 7
  Ο στόχος αυτού του σχολιασμού είναι να βοηθήσει τον Κριτή.
  1. πρώτο σημείο
  2. δεύτερο σημείο
     • εσωτερικό σημείο
     • άλλο εσωτερικό
  3. τρίτο σημείο
  Παράδειγμα: Ο οδηγός κινεί ♦ και μετά ♣.
"""


def test_show_prints_every_entry_with_its_meanings_within_80_columns(corpus: Path) -> None:
    done = lawkb(corpus, "show", "definitions")
    assert GREEK in done.stdout
    assert ENGLISH in done.stdout
    assert max(map(len, done.stdout.split("\n"))) <= 80
    assert done.stdout.startswith("en DEFINITIONS\n  Guide\n    the player who moves first.\n")


def test_show_prints_a_commentary_with_its_lists(corpus: Path) -> None:
    assert lawkb(corpus, "show", "commentary_7").stdout == COMMENTARY


@pytest.mark.parametrize("typed", ["definitions", "Definitions", "ορισμοί", "ΟΡΙΣΜΟΙ", "ορισμοι"])
def test_a_companion_goes_by_its_name_and_by_its_title_in_any_language(
    corpus: Path, typed: str
) -> None:
    assert record(corpus, "show", typed)["companion"] == "definitions"


@pytest.mark.parametrize("words", [["commentary_7"], ["commentary 7"], ["commentary", "7"]])
def test_a_commentary_goes_by_the_number_of_its_law(corpus: Path, words: list[str]) -> None:
    shown = record(corpus, "show", *words)
    assert (shown["companion"], shown["law"], list(shown["texts"])) == ("commentary_7", 7, ["el"])


def test_one_language_can_be_asked_for(corpus: Path) -> None:
    done = lawkb(corpus, "show", "definitions", "--lang", "el")
    assert "ΟΡΙΣΜΟΙ" in done.stdout
    assert "DEFINITIONS" not in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["commentary_8"], 1, "commentary_8 of 2016 is not available here\n  there are: "),
        (["preface"], 1, "preface of 2016 is not available here"),
        (["commentary_7", "--lang", "en"], 1, "commentary_7 of 2016 is not available here in en"),
        (["nothing"], 2, "neither the address of a provision nor the name of a text"),
        (["none.docx"], 2, "there is no such provision, and show reads no files"),
        (["definitions", "--lang", "fi"], 2, "the code has no text in it"),
        (["definitions", "--at", "2016-03-06"], 2, "only laws are shown as they were"),
        (["definitions", "--edition", "1999"], 2, "there is none"),
    ],
)
def test_what_is_not_there_is_told(corpus: Path, words: list[str], code: int, told: str) -> None:
    done = lawkb(corpus, "show", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr
    assert len(done.stderr.strip().split("\n")) <= 3


def test_a_law_names_the_commentary_on_it(corpus: Path) -> None:
    assert lawkb(corpus, "show", "7").stdout.endswith("commentary on it: lawkb show commentary_7\n")
    assert "commentary" not in lawkb(corpus, "show", "3").stdout
    assert record(corpus, "show", "7")["commentaries"] == ["commentary_7"]


def test_ingest_names_what_stands_beside_the_laws(corpus: Path) -> None:
    done = lawkb(corpus, "ingest")
    told = "texts that are no laws: commentary_7 (comment_rule_07), definitions (definitions)"
    assert told in " ".join(done.stdout.split())
    assert "nothing to do: the files in corpus/laws are up to date" in done.stdout
    pages = {page["page"]: page for page in record(corpus, "ingest")["pages"]}
    assert pages["definitions"]["companions"] == ["definitions"]
    assert pages["definitions"]["languages"] == ["el", "en"]
    assert pages["rule_07"]["companions"] == []


def test_search_finds_a_definition_and_names_title_and_term(corpus: Path) -> None:
    assert (
        "DEFINITIONS: Keeper\n  en an opponent of the guide.\n"
        in lawkb(corpus, "search", "keeper").stdout
    )
    first = record(corpus, "search", "στροφή")["hits"][0]
    assert first["companion"] == {"name": "definitions", "id": "entry_4"}
    assert (first["address"], first["label"]) == (None, "ΟΡΙΣΜΟΙ: Στροφή")
