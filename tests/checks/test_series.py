"""A series that has lost a member is seen, and one that has not is left alone."""

import tomllib
from typing import Any

import pytest

from lawkb.checks.omission.series import longer_series
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.model.language import any_language
from tests.corpus_files import CASES

SERIES = tomllib.loads((CASES / "series.toml").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", SERIES, ids=lambda case: case["why"])
def test_a_series_that_lost_a_member_is_counted(case: dict[str, Any]) -> None:
    original = CheckedText(any_language("en"), case["original"])
    translation = CheckedText(any_language(case["language"]), case["translation"])
    members = longer_series(TextPair("1", "", 0, original, translation))
    assert len(members) == case["members"]
