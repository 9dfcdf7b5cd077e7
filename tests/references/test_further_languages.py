"""A new language is one file: French and German, read by what reads the others."""

from __future__ import annotations

import pytest

from lawkb.model.address import Address
from lawkb.model.language import read_language
from tests.references.cases import read, rows, written

TAGS = ("fr", "de")
_ROWS = [*rows("refs/french.tsv"), *rows("refs/german.tsv")]
_TABLES = {tag: read_language(tag).tables["references"] for tag in TAGS}
_WORDS = [(tag, word) for tag in TAGS for law in _TABLES[tag]["law"] for word in (law, law.upper())]


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: f"{row['form']}-{row['text']}")
def test_every_form_of_citation_is_read(row: dict[str, str]) -> None:
    found = read(row["lang"], row["text"], row["citing"])
    assert ";".join(map(written, found)) == row["targets"]


@pytest.mark.parametrize(("tag", "word"), _WORDS)
def test_every_form_of_the_key_word_opens_a_reference(tag: str, word: str) -> None:
    assert [reference.target for reference in read(tag, f"{word} 16", None)] == [Address((16,))]


@pytest.mark.parametrize("tag", TAGS)
def test_a_language_fills_the_tables_that_english_fills(tag: str) -> None:
    assert set(_TABLES[tag]) == set(read_language("en").tables["references"])
