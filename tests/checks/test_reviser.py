"""What a reviser finds in pairs of laws is found, and nothing is said of right pairs."""

import csv

import pytest

from lawkb import check_pairs
from tests.corpus_files import CASES

_FILE = CASES / "checks" / "reviser.tsv"
_NOT_YET = "not yet: "


def _pairs(part: str, language: str) -> list[tuple[str, str, str]]:
    """Fault, original and translation of each pair of a set in a language."""
    lines = (
        line for line in _FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    )
    rows = csv.reader(lines, dialect=csv.excel_tab, quoting=csv.QUOTE_NONE)
    return [(row[2], row[3], row[4]) for row in rows if row[:2] == [part, language]]


_PARTS = [(part, language) for part in "12345" for language in ("el", "it", "de", "fr")]


@pytest.mark.parametrize(("part", "language"), _PARTS)
def test_faults_are_found_and_right_pairs_left_alone(part: str, language: str) -> None:
    pairs = _pairs(part, language)
    found = check_pairs([(own, other) for _, own, other in pairs], "en", language).findings
    told = {each.address for each in found}
    told |= {word for e in found if e.rule == "swapped" for word in e.message.split()}
    wrong = [
        f"{fault}: {own} / {other}"
        for at, (fault, own, other) in enumerate(pairs, start=1)
        if not fault.startswith(_NOT_YET) and (str(at) in told) != bool(fault)
    ]
    assert not wrong
