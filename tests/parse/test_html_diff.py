import gzip
import tomllib
from typing import Any

import pytest

from lawkb.model.page import utc_time
from lawkb.parse.diff import read_diff, read_diff_page
from tests.corpus_files import CASES
from tests.parse.html_samples import SAMPLES, WIKIS, answer

DIFFS = ("diff", "diff.rev", "diff.two", "diff.inline")
CASES_OF_DIFFS = tomllib.loads((CASES / "html" / "diffs.toml").read_text(encoding="utf-8"))["cases"]


def raw(wiki: str, time: str) -> list[str] | None:
    """Lines of the revision of rule_07 of a time, as the wiki keeps it; None without a copy."""
    for path in (SAMPLES / f"data{wiki}" / "attic").glob("rule_07.*.txt.gz"):
        if utc_time(int(path.name.split(".")[1])) == time:
            return gzip.decompress(path.read_bytes()).decode().split("\n")
    return None


@pytest.mark.parametrize("wiki", WIKIS)
@pytest.mark.parametrize("name", DIFFS)
def test_lines_of_a_comparison_are_those_of_the_kept_revision(wiki: str, name: str) -> None:
    diff = read_diff(answer(wiki, f"rule_07.{name}"))
    assert diff.page_id == "rule_07"
    assert diff.revision.time
    kept = raw(wiki, diff.revision.time)
    if kept:
        assert all(line.text == kept[line.number - 1] for line in diff.lines)


@pytest.mark.parametrize("wiki", WIKIS)
@pytest.mark.parametrize("name", ["diff.two", "diff.inline"])
def test_the_newer_text_has_every_line_it_can(wiki: str, name: str) -> None:
    kept = raw(wiki, "2017-05-25T14:08:00Z")
    assert kept
    lines = read_diff(answer(wiki, f"rule_07.{name}")).lines
    assert [(line.number, line.text) for line in lines] == [*enumerate(kept, start=1)][2:]


def test_a_comparison_that_stops_early_does_not_show_the_whole_page() -> None:
    diff = read_diff(answer("26", "rule_07.diff"))
    assert [line.number for line in diff.lines] == [5, 6, 7, 8, 9]
    comparison = read_diff_page(diff, 0).comparison
    assert comparison and not comparison.whole


@pytest.mark.parametrize("case", CASES_OF_DIFFS, ids=lambda case: case["why"][:60])
def test_a_comparison_made_by_hand_says_what_its_case_says(case: dict[str, Any]) -> None:
    lines = read_diff(case["html"].encode()).lines
    assert {str(line.number): line.text for line in lines} == case["lines"], case["why"]


def test_an_answer_that_compares_nothing_has_no_lines_and_a_loss() -> None:
    diff = read_diff(answer("26", "rule_07.show"))
    assert (diff.lines, diff.revision.time) == ((), None)
    assert [loss.kind for loss in diff.losses] == ["text"]
