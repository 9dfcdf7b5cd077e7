import gzip
import tomllib
from typing import Any

import pytest

from lawkb.parse.diff.html import Diff, DiffLine, read_diff, right_text
from tests.corpus_files import CASES
from tests.parse.html_samples import SAMPLES, WIKIS, answer

DIFFS = ("diff", "diff.rev", "diff.two", "diff.inline")
CASES_OF_DIFFS = tomllib.loads((CASES / "html" / "diffs.toml").read_text(encoding="utf-8"))["cases"]


def raw(wiki: str, revision: str) -> list[str] | None:
    """Lines of a revision of rule_07 as the wiki keeps it; None when it made no copy."""
    path = SAMPLES / f"data{wiki}" / "attic" / f"rule_07.{revision}.txt.gz"
    return gzip.decompress(path.read_bytes()).decode().split("\n") if path.exists() else None


def sides(diff: Diff) -> tuple[list[DiffLine], list[DiffLine]]:
    left = [line for hunk in diff.hunks for line in hunk.left]
    return left, [line for hunk in diff.hunks for line in hunk.right]


@pytest.mark.parametrize("wiki", WIKIS)
@pytest.mark.parametrize("name", DIFFS)
def test_lines_of_a_comparison_are_those_of_the_kept_revisions(wiki: str, name: str) -> None:
    diff = read_diff(answer(wiki, f"rule_07.{name}"))
    left, right = sides(diff)
    assert diff.page_id == "rule_07"
    assert diff.left and diff.right
    compared = 0
    for revision, lines, is_left in ((diff.left, left, True), (diff.right, right, False)):
        kept = raw(wiki, revision.id)
        if kept is None:
            assert revision.outside  # an edit outside the wiki: no copy was made of it
            continue
        for line in lines:
            expected = kept[line.number - 1]
            if is_left and name == "diff.inline":  # blanks beside deleted words are misplaced
                assert line.text.replace(" ", "") == expected.replace(" ", "")
            else:
                assert line.text == expected
            compared += 1
    assert compared or not diff.hunks


@pytest.mark.parametrize("wiki", WIKIS)
@pytest.mark.parametrize("name", DIFFS)
def test_changed_words_are_within_their_lines_and_unchanged_lines_have_none(
    wiki: str, name: str
) -> None:
    for side in sides(read_diff(answer(wiki, f"rule_07.{name}"))):
        for line in side:
            assert all(0 <= start < end <= len(line.text) for start, end in line.changed)
            assert not (line.context and line.changed)


def test_changed_words_are_told() -> None:
    left, right = sides(read_diff(answer("26", "rule_07.diff.two")))
    words = [left[2].text[start:end] for start, end in left[2].changed]
    assert words == [";;", ";; ", ";;<del>επιστρέφει</del> ", ";; "]
    changed = right[12]
    assert [changed.text[start:end] for start, end in changed.changed] == [
        "Β",
        "(βλέπε επίσης [[definitions|Ορισμούς]]). Η Αρχή μπορεί να ορίσει ποινή. "
        "(στην Ελλάδα η ποινή είναι ένα βότσαλο)",
    ]


@pytest.mark.parametrize("wiki", WIKIS)
@pytest.mark.parametrize("name", ["diff.two", "diff.inline"])
def test_the_newer_text_has_every_line_it_can_and_names_the_others(wiki: str, name: str) -> None:
    text, losses = right_text(read_diff(answer(wiki, f"rule_07.{name}")))
    kept = raw(wiki, "1495721280")
    assert kept
    assert text.split("\n") == ["", "", *kept[2:]]
    assert [(loss.message, loss.line) for loss in losses] == [
        ("lines 1 to 2 are not in the comparison", 1)
    ]


def test_what_follows_a_comparison_that_stops_early_is_a_loss() -> None:
    text, losses = right_text(read_diff(answer("26", "rule_07.diff")))
    assert len(text.split("\n")) == 9
    assert [(loss.message, loss.line) for loss in losses] == [
        ("lines 1 to 4 are not in the comparison", 1),
        ("the comparison does not say what follows line 9", 10),
    ]


@pytest.mark.parametrize("case", CASES_OF_DIFFS, ids=lambda case: case["why"][:60])
def test_a_comparison_made_by_hand_says_what_its_case_says(case: dict[str, Any]) -> None:
    diff = read_diff(case["html"].encode())
    text, losses = right_text(diff)
    assert text == case["right"], case["why"]
    assert [loss.message for loss in losses] == case.get("losses", []), case["why"]
    left = [line.text for line in sides(diff)[0]]
    assert left == case.get("left", left), case["why"]


def test_an_answer_that_compares_nothing_has_no_lines_and_a_loss() -> None:
    diff = read_diff(answer("26", "rule_07.show"))
    assert (diff.hunks, diff.left, diff.right) == ((), None, None)
    assert [loss.kind for loss in diff.losses] == ["text"]
