"""Sentences as a rule book has them, read in the scheme of the bridge code itself.

Its ``corpus.toml`` says more than the scheme of the other tests: how high a level goes.
"""

from __future__ import annotations

import pytest

from lawkb.references.find import find_references
from tests.corpus_files import bridge_outline
from tests.references.cases import rows, written


@pytest.mark.parametrize(
    "row", rows("refs/sentences.tsv"), ids=lambda row: f"{row['lang']}-{row['form']}-{row['text']}"
)
def test_a_sentence_cites_what_the_case_says(row: dict[str, str]) -> None:
    scheme = bridge_outline().scheme
    place = scheme.read(row["citing"])
    found = find_references(row["text"], bridge_outline().language(row["lang"]), scheme, place)
    found = tuple(reference for reference in found if reference.act is None)
    assert ";".join(map(written, found)) == row["targets"]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("Laws 62C1 and 10", "62C1;?62C10,10"),
        ("Laws 62C1 and 11", "62C1;11"),
        ("Laws 62C1 to 64", "62C1..64"),
        ("Law 62C64", "62C64"),
    ],
)
def test_of_two_readings_one_that_no_law_can_have_is_none(text: str, targets: str) -> None:
    found = find_references(text, bridge_outline().language("en"), bridge_outline().scheme, None)
    assert ";".join(map(written, found)) == targets
