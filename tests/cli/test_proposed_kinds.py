"""``lawkb new`` proposes the kind of code that reads most of a text."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from lawkb.corpus.new_corpus import GivenFile
from lawkb.recognition import looks_like_laws, recognise

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "cases/proposed_kinds.toml").read_text(encoding="utf-8")
)["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kinds'][0]}: {case['why']}")
def test_the_kind_that_fits_a_text_is_proposed(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / case["file"]
    file.write_text(case["text"], encoding="utf-8")
    found = recognise([GivenFile(file, ())])
    assert (found.best in case["kinds"], found.last) == (True, case["last"]), found.best


@pytest.mark.parametrize(
    ("text", "is_law"),
    [
        ("====== Νόμος 7 – Τα χαρτιά ======\n\n1. Τα χαρτιά μοιράζονται.\n", True),
        ("====== Rule 12 ======\n\nThe boat stops.\n", True),
        ("===== § 3 Gebühr =====\n\nDie Gebühr ist fällig.\n", True),
        ("===== Art. 4 Scopo =====\n\n1. La legge è in vigore.\n", True),
        ("===== Article 2 Fin =====\n\nLa loi est en vigueur.\n", True),
        ("====== Start ======\n\nRule 12 says that the boat stops, and nobody knows why.\n", False),
        ("====== Διάταξη ======\n\nΗ ιστορία του λιμανιού από το 1950.\n", False),
        ("====== Meeting of 4 May ======\n\nArticle 4 was discussed; see the minutes.\n", False),
    ],
)
def test_a_page_of_a_wiki_looks_like_a_law_by_its_title(
    text: str, is_law: bool, tmp_path: Path
) -> None:
    file = tmp_path / "page.txt"
    file.write_text(text, encoding="utf-8")
    assert looks_like_laws(GivenFile(file, (), "code:page"), ()) == is_law
