"""A code with a German translation goes through the commands as the shipped code does."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.test_commands import Run, cache, lawkb
from tests.corpus_files import CASES

__all__ = ["cache", "lawkb"]


@pytest.fixture
def club(lawkb: Run, tmp_path: Path) -> tuple[str, str]:
    """The chess club's corpus, ingested."""
    folder = tmp_path / "corpus"
    shutil.copytree(CASES / "chess-club", folder)
    corpus = ("--corpus", str(folder))
    done = lawkb(*corpus, "ingest")
    assert done.returncode == 0, done.stderr
    return corpus


def test_every_fault_in_the_german_is_reported_and_nothing_else(
    lawkb: Run, club: tuple[str, str]
) -> None:
    done = lawkb(*club, "check", "--format", "json")
    found = json.loads(done.stdout)["findings"]
    assert done.returncode == 1
    assert [(each["address"], each["rule"]) for each in found] == [
        ("2D", "numbers"),
        ("3B", "reference-parity"),
        ("2C", "negation"),
        ("3A", "modality"),
    ]


def test_german_references_are_resolved(lawkb: Run, club: tuple[str, str]) -> None:
    rows = lawkb(*club, "refs", "--lang", "de").stdout.splitlines()[1:]
    assert [row.split()[1] for row in rows] == ["1B", "2A", "3B", "3B"]
    assert "1A bis 1B" in rows[1]
    assert all(row.split()[-1] == "held" for row in rows)


@pytest.mark.parametrize(
    ("query", "address"),
    [("Zug", "2D"), ("REMIS ODER Silberblick", "2C"), ("verspatet", "2B"), ("MUSS", "2A")],
)
def test_german_words_are_found_in_any_form(
    lawkb: Run, club: tuple[str, str], query: str, address: str
) -> None:
    assert address in lawkb(*club, "search", query, "--lang", "de").stdout.split()


def test_a_german_provision_is_shown(lawkb: Run, club: tuple[str, str]) -> None:
    shown = lawkb(*club, "show", "1B", "--lang", "de").stdout
    assert "Niemand darf einen Spieler ansprechen" in shown
    assert "cites 3B" in shown
