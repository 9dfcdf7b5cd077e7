"""Comparisons of two revisions as text, from three real extractors and from made lines."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.model.page import Page
from lawkb.parse.diff import (
    read_diff,
    read_diff_page,
    read_diff_text,
    read_dump_head,
)
from lawkb.parse.document import Comparison
from lawkb.parse.input_formats import detect_format, read_page_lines
from tests.corpus_files import CASES
from tests.parse.html_samples import answer
from tests.parse.three_pebbles import WIKI, extracted

EXTRACTORS = "OPQ"
DIFFS = ("diff", "diff.rev", "diff.two")
MADE = tomllib.loads((CASES / "text" / "diffs.toml").read_text(encoding="utf-8"))["cases"]


def lines(extractor: str, name: str) -> list[str]:
    diff = read_diff_text(extracted(extractor, f"rule_07.{name}").decode())
    return [line.text for line in diff.lines if line.text]


@pytest.mark.parametrize("name", DIFFS)
@pytest.mark.parametrize("extractor", EXTRACTORS)
def test_the_newer_lines_are_those_of_the_page_or_their_beginnings(
    extractor: str, name: str
) -> None:
    page = read_diff(answer("26", f"rule_07.{name}"))
    shown = [line.text.strip() for line in page.lines if line.text.strip()]
    found = lines(extractor, name)
    assert len(found) == len(shown)
    for line, whole in zip(found, shown, strict=True):
        assert whole.startswith(line)
        assert len(line) >= len(whole) - 1  # both lose a full stop behind a quote at most


@pytest.mark.parametrize("name", DIFFS)
@pytest.mark.parametrize("extractor", EXTRACTORS)
def test_the_head_says_page_time_and_whether_it_is_the_present_one(
    extractor: str, name: str
) -> None:
    head = read_dump_head(extracted(extractor, f"rule_07.{name}").decode())
    page = read_diff(answer("26", f"rule_07.{name}"))
    assert head is not None
    assert (head.page_id, head.revision) == ("rule_07", replace(page.revision, time=None))


@pytest.mark.parametrize("extractor", EXTRACTORS)
def test_every_line_of_a_text_is_partial_and_the_page_says_so(extractor: str) -> None:
    diff = read_diff_text(extracted(extractor, "rule_07.diff.rev").decode())
    assert all(line.partial for line in diff.lines)
    assert [loss.kind for loss in diff.losses] == ["text"]


@pytest.mark.parametrize("variant", "ABCDEFGHIJKLMN")
def test_the_text_of_a_page_is_no_comparison(variant: str) -> None:
    assert detect_format(extracted(variant, "rule_07").decode(), WIKI) != "diff"


@pytest.mark.parametrize("case", MADE, ids=lambda case: case["why"][:60])
def test_lines_made_by_hand_are_read_as_their_case_says(case: dict[str, Any]) -> None:
    head = "rule_07 [2016/01/01 10:00] – arule_07 [2017/01/01 10:00] (current) – b"
    diff = read_diff_text(f"{head}\n{case['text']}")
    assert [line.text for line in diff.lines] == case["right"], case["why"]
    assert [line.number for line in diff.lines] == case["numbers"]


@given(st.text(alphabet="-+| \t\n=[]():0aβ\u00a0", max_size=120), st.booleans())
def test_any_text_is_read_and_every_character_is_counted(text: str, headed: bool) -> None:
    head = "rule_07 [2016/01/01 10:00] rule_07 [2017/01/01 10:00]\nLine 1: Line 1:\n"
    whole = head + text if headed else text
    diff = read_diff_text(whole)
    document = read_diff_page(diff, len(whole))
    account = document.account(tuple("law" for _ in document.blocks))
    assert sum(account.counts.values()) == document.total
    assert document.total >= len(whole)
    assert document.comparison and not document.comparison.whole
    if headed:
        read = read_page_lines(Page("wiki", "rule_07", "x", whole.encode()), WIKI)
        assert read.form == "diff"


@pytest.mark.parametrize(
    ("revised", "is_of"),
    [
        ("2017-05-26T09:05", True),
        ("2017-05-26T09:05:00+03:00", True),
        ("2017-05-26T06:05:00Z", True),
        ("2017-05-26T09:06", False),
        ("2017-05-26T09:05:00Z", False),
        (None, True),
    ],
)
def test_a_comparison_is_of_the_revision_of_its_time(revised: str | None, is_of: bool) -> None:
    told = Comparison(True, "2017-05-26T09:05", "2017-05-26T06:05:00Z")
    assert told.is_of(revised) == is_of


def test_where_no_time_is_known_the_page_says_whether_it_is_the_present_one() -> None:
    assert Comparison(True).is_of("2017-05-26T09:05")
    assert not Comparison(False).is_of("2017-05-26T09:05")
