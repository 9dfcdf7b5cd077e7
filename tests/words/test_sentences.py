import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.words.tokens import sentences
from tests.corpus_files import CASES

with (CASES / "checks" / "sentences.tsv").open(encoding="utf-8", newline="") as lines:
    ROWS = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['lang']}: {row['why']}")
def test_sentences_end_where_they_do(row: dict[str, str]) -> None:
    wanted = row["sentences"].split(" | ")
    text = " ".join(wanted)
    assert [text[a:b].strip() for a, b in sentences(text, row["lang"])] == wanted


@given(text=st.text(max_size=120), language=st.sampled_from(["en", "el", "it", "fr", "de"]))
def test_sentences_join_to_the_whole_text(text: str, language: str) -> None:
    found = list(sentences(text, language))
    assert "".join(text[a:b] for a, b in found) == text
    assert all(a < b for a, b in found)
