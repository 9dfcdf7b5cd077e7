"""Words that never stand side by side, and words that two languages share."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.checks.omission.features import (
    TextFeatures,
    are_cognates,
    read_features,
    skeleton,
    words_never_followed,
)
from lawkb.checks.text_pairs import CheckedText
from lawkb.model.language import language_codes, read_language
from tests.corpus_files import CASES

SEAMS = tomllib.loads((CASES / "seams.toml").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", SEAMS, ids=lambda case: f"{case['language']}: {case['why']}")
def test_seams_stand_where_words_have_been_lost(case: dict[str, Any]) -> None:
    text = case["text"]
    reading = read_features(CheckedText(read_language(case["language"]), text))
    ends = [token.end for token in reading.tokens] + [len(text)]
    found = [text[reading.tokens[at].start : ends[at + 1]] for at in reading.seams]
    assert found == case["seams"]


@pytest.mark.parametrize("text", ["", " ", "...", "ο"])
def test_a_text_of_next_to_no_words_has_no_seams(text: str) -> None:
    assert read_features(CheckedText(read_language("el"), text)).seams == ()


def test_a_text_without_a_language_has_no_seams() -> None:
    assert (
        TextFeatures(
            read_features(CheckedText(read_language("en"), "of the the of.")).tokens, 14
        ).seams
        == ()
    )


@pytest.mark.parametrize("code", language_codes())
def test_a_seam_stands_behind_no_other_words_than_those_looked_behind(code: str) -> None:
    table = read_language(code).tables.get("checks", {})
    after = " ".join([row["after"] for row in table.get("seams", ())] + table.get("leaning", []))
    assert words_never_followed(code) == set(after.split())


@pytest.mark.parametrize("code", language_codes())
def test_the_tables_of_seams_hold_words_in_small_letters(code: str) -> None:
    table = read_language(code).tables.get("checks", {})
    rows = [
        *table.get("seams", ()),
        *({"after": line} for line in table.get("leaning", ())),
    ]
    for row in rows:
        words = " ".join(row.values()).replace("*", "").split()
        assert words
        assert all(word.isalpha() and word == word.lower() for word in words)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("identity", "identità"),
        ("conversations", "conversazioni"),
        ("photographs", "φωτογραφίες"),
        ("programs", "προγραμμάτων"),
        ("licence", "licenza"),
        ("system", "σύστημα"),
    ],
)
def test_cognates_are_known_whatever_their_alphabet(one: str, other: str) -> None:
    assert are_cognates(skeleton(one), skeleton(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("party", "parents"), ("contract", "continuo"), ("of", "of"), ("12345", "12345")],
)
def test_words_that_only_begin_alike_are_none(one: str, other: str) -> None:
    assert not (skeleton(one) and are_cognates(skeleton(one), skeleton(other)))


@given(st.text(max_size=12), st.text(max_size=12))
def test_cognates_are_so_in_either_order(one: str, other: str) -> None:
    a, b = skeleton(one), skeleton(other)
    assert are_cognates(a, b) == are_cognates(b, a)
    assert not a or are_cognates(a, a)
