"""Promise 8: a file that is not of the profile is refused in three lines, whatever it holds."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.akn.laws import read_law
from lawkb.akn.validate import file_errors, profile_errors
from lawkb.errors import LawkbError
from tests.strategies import OUTLINE

FOLDER = Path(__file__).parents[1] / "cases/akn"


@cache
def golden() -> str:
    return (FOLDER / "law_47.xml").read_text("utf-8")


CASES = tomllib.loads((FOLDER / "hostile.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["changed"], ids=lambda case: case["name"])
def test_a_law_with_one_place_changed_is_refused(case: dict[str, Any]) -> None:
    assert case["old"] in golden()
    error = _refusal(golden().replace(case["old"], case["new"], 1).encode())
    assert case["says"] in error.what, case["why"]
    if "line" in case:
        assert error.where == f"law_47.xml:{case['line']}"


@pytest.mark.parametrize("case", CASES["whole"], ids=lambda case: case["name"])
def test_what_is_no_law_at_all_is_refused(case: dict[str, Any]) -> None:
    assert case["says"] in _refusal(case["content"].encode()).what, case["why"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "cp1253"])
def test_only_utf_8_is_read_so_that_no_doctype_hides_in_another_encoding(encoding: str) -> None:
    content = golden().replace("UTF-8", encoding).encode(encoding, errors="replace")
    assert "this is not XML" in _refusal(content).what


def test_a_file_deeper_than_any_law_is_refused() -> None:
    deep = "<p>" * 100_000 + "</p>" * 100_000
    assert "this is not XML" in _refusal(golden().replace("<num/>", deep, 1).encode()).what


@given(st.deferred(lambda: st.integers(0, len(golden()))), st.integers(0, 40), st.text(max_size=5))
def test_a_damaged_file_is_read_or_refused_but_never_crashes(at: int, cut: int, put: str) -> None:
    content = (golden()[:at] + put + golden()[at + cut :]).encode(errors="replace")
    assert isinstance(profile_errors(content), tuple)
    assert isinstance(file_errors(content), tuple)
    try:
        assert read_law(content, OUTLINE, "law_47.xml").edition == "2017"
    except LawkbError as error:
        assert str(error).count("\n") == 2


def _refusal(content: bytes) -> LawkbError:
    with pytest.raises(LawkbError) as caught:
        read_law(content, OUTLINE, "law_47.xml")
    assert str(caught.value).count("\n") == 2
    assert caught.value.where.startswith("law_47.xml")
    return caught.value
