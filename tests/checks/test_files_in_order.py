"""Pairs of bilingual files whose translations have changed places, and lettered points in them."""

import csv
from pathlib import Path

import pytest

from lawkb.api import check_pairs
from tests.corpus_files import CASES

Pairs = list[tuple[str, str]]


def _pairs(name: str, language: str) -> Pairs:
    file: Path = CASES / "checks" / f"heldout-{name}.tsv"
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["en"], row[language]) for row in rows]


def _swapped(pairs: Pairs, one: int, other: int) -> Pairs:
    found = list(pairs)
    found[one] = pairs[one][0], pairs[other][1]
    found[other] = pairs[other][0], pairs[one][1]
    return found


@pytest.mark.parametrize("language", ["el", "it"])
@pytest.mark.parametrize("name", ["building", "kitchen", "library"])
def test_two_translations_that_changed_places_are_one_finding(name: str, language: str) -> None:
    pairs = _swapped(_swapped(_pairs(name, language), 2, 4), 10, 11)
    errors = [
        (each.rule, each.message.split(" seem")[0])
        for each in check_pairs(pairs, "en", language).findings
        if each.severity == "error"
    ]
    assert errors == [("swapped", "3 and 5"), ("swapped", "11 and 12")]


@pytest.mark.parametrize("language", ["el", "it"])
@pytest.mark.parametrize("name", ["building", "kitchen", "library"])
def test_translations_in_their_places_are_not_swapped(name: str, language: str) -> None:
    found = check_pairs(_pairs(name, language), "en", language).findings
    assert [each for each in found if each.rule == "swapped"] == []


_POINTS = (
    ("el", "Boats under Section 4(3)(b) are free.", "Τα σκάφη του άρθρου 4(3)(γ) εξαιρούνται.", 1),
    ("el", "Boats under Section 4(3)(b) are free.", "Τα σκάφη του άρθρου 4(3)(β) εξαιρούνται.", 0),
    ("el", "See point (f).", "Βλέπε στοιχείο (στ).", 0),
    ("el", "See point (i).", "Βλέπε στοιχείο (θ).", 0),
    ("it", "The rope of letter (d) is kept.", "Si conserva la fune della lettera c).", 1),
    ("it", "The rope of letter (c) is kept.", "Si conserva la fune della lettera c).", 0),
    ("de", "The oar of point (a) is kept.", "Das Ruder nach Buchstabe b) wird aufbewahrt.", 1),
    ("de", "The pile(s) of nets are kept.", "Die Netzstapel(n) werden aufbewahrt.", 0),
    ("fr", "The oar of points (a) and (c).", "La rame des points a) et d).", 1),
    ("fr", "The oar of points (a) and (c).", "La rame des points a) et c).", 0),
    # a letter without a bracket behind the word for a point
    (
        "el",
        "Boats under Section 4(3)(b) are free.",
        "Τα σκάφη του άρθρου 4 παρ. 3 περ. γ΄ εξαιρούνται.",
        1,
    ),
    (
        "el",
        "Boats under Section 4(3)(b) are free.",
        "Τα σκάφη του άρθρου 4 παρ. 3 περ. β΄ εξαιρούνται.",
        0,
    ),
    ("de", "The oar of point (b) is kept.", "Das Ruder nach Buchstabe c wird aufbewahrt.", 1),
    ("de", "The oars of (a) and (c).", "Die Ruder nach den Buchstaben a und d.", 1),
    ("de", "The oars of (a) and (c).", "Die Ruder nach den Buchstaben a und c.", 0),
    ("it", "The rope of letter (b) is kept.", "Si conserva la fune della lett. c.", 1),
    ("it", "See letter (b) to him.", "Si veda b) nella lettera a lui.", 0),
    ("fr", "The oar of point (b) is kept.", "La rame visée à la let. c est gardée.", 1),
    ("fr", "A point was made on (b).", "Un point a été fait sur b).", 0),
)


@pytest.mark.parametrize(("language", "original", "translation", "count"), _POINTS)
def test_lettered_points_are_compared(
    language: str, original: str, translation: str, count: int
) -> None:
    found = check_pairs([(original, translation)], "en", language).findings
    told = [each for each in found if each.message.startswith("lettered points differ")]
    assert len(told) == count
