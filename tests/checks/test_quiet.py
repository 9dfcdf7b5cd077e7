"""Nothing is said of what is right and looks wrong; what is changed in the same way is told."""

import csv

import pytest

import lawkb
from tests.corpus_files import CASES

LANGUAGES = ("el", "fr", "de", "it")


def rows(name: str) -> list[list[str]]:
    """Language, original, translation, and why the pair is here."""
    with (CASES / "checks" / name).open(encoding="utf-8", newline="") as lines:
        cells = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in cells if len(row) > 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_of_what_is_right(language: str) -> None:
    own = [row for row in rows("quiet.tsv") if row[0] == language]
    # Some originals are here in two translations on purpose, which repeats asks about.
    pairs = [(original, translation) for _, original, translation, _ in own]
    found = lawkb.check_pairs(pairs, "en", language, ignore=["advice", "repeats"]).findings
    assert [(own[int(each.address or 0) - 1][3], each.rule, each.message) for each in found] == []


@pytest.mark.parametrize("row", rows("numbers_changed.tsv"), ids=lambda row: f"{row[0]}: {row[3]}")
def test_a_code_that_is_changed_is_told(row: list[str]) -> None:
    language, original, translation, _ = row
    found = lawkb.check_pairs([(original, translation)], "en", language, select=["numbers"])
    assert [each.severity for each in found.findings] == ["error"]
