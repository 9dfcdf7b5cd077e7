"""The five real pages, read line by line by hand, against what the code finds in them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lawkb.pipeline import read_all
from lawkb.references.graph import Citation, build_graph
from tests.references.cases import CASES, rows, written
from tests.strategies import SCHEME

_CORPUS = Path(__file__).parents[2] / "corpus"
_PAGES = sorted(file.stem for file in (CASES / "gold").glob("*.tsv"))


@pytest.fixture(scope="module")
def found() -> dict[str, list[Citation]]:
    code = read_all(_CORPUS).code
    pages: dict[str, list[Citation]] = {}
    for citation in build_graph(code).citations:
        law = code.law(citation.edition, citation.language, citation.citing.law)
        assert law is not None
        pages.setdefault(f"{law.origin.source}_{law.origin.page}", []).append(citation)
    return pages


def test_there_is_a_gold_file_for_each_page(found: dict[str, list[Citation]]) -> None:
    assert sorted(found) == _PAGES


@pytest.mark.parametrize("page", _PAGES)
def test_the_code_finds_what_a_reader_finds_and_nothing_else(
    page: str, found: dict[str, list[Citation]]
) -> None:
    gold = Counter(tuple(row.values()) for row in rows(f"gold/{page}.tsv"))
    code = Counter(_row(citation) for citation in found[page])
    assert (gold - code, code - gold) == (Counter(), Counter())


def _row(citation: Citation) -> tuple[str, ...]:
    reference = citation.reference
    place = SCHEME.write(citation.citing)
    return citation.language, place, reference.raw, written(reference), reference.form
