"""A new language is one file: German, read by what reads the others."""

from __future__ import annotations

import pytest

from lawkb.model.address import Address
from lawkb.model.language import read_language
from tests.references.cases import read, rows, written

_ROWS = rows("refs/german.tsv")
_TABLE = read_language("de").tables["references"]


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: f"{row['form']}-{row['text']}")
def test_every_form_of_citation_is_read(row: dict[str, str]) -> None:
    found = read(row["lang"], row["text"], row["citing"])
    assert ";".join(map(written, found)) == row["targets"]


@pytest.mark.parametrize("word", [*_TABLE["law"], *map(str.upper, _TABLE["law"])])
def test_every_form_of_the_key_word_opens_a_reference(word: str) -> None:
    assert [reference.target for reference in read("de", f"{word} 16", None)] == [Address((16,))]


def test_german_fills_the_tables_that_english_fills() -> None:
    assert set(_TABLE) == set(read_language("en").tables["references"])
