import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.page import Revision, utc_time
from lawkb.sources.dokuwiki_data import read_changes
from tests.corpus_files import CASES
from tests.sources.samples import SAMPLES

LINES = tomllib.loads((CASES / "tree" / "changes.toml").read_text(encoding="utf-8"))["cases"]
TIMES = st.integers(1, 253_402_300_799)


def told(revision: Revision) -> str:
    size = "-" if revision.size_change is None else str(revision.size_change)
    words = (revision.id, revision.kind, revision.user or "-", size, revision.summary)
    return " ".join(words).strip()


@pytest.mark.parametrize("case", LINES, ids=lambda case: case["why"])
def test_lines_of_changes_are_read_as_their_case_says(case: dict[str, Any]) -> None:
    content = case["lines"].replace("⇥", "\t").encode()
    revisions, losses = read_changes(content, "rule_07")
    assert [told(revision) for revision in revisions] == case["revisions"]
    assert len(losses) == case.get("losses", 0)


def test_the_old_file_of_seven_columns_and_fewer_is_read() -> None:
    content = (SAMPLES / "synthetic" / "old_7_columns.changes").read_bytes()
    revisions, losses = read_changes(content, "rule_07")
    assert [told(revision) for revision in revisions] == [
        "1200000000 create anna - created",
        "1200000100 edit - - ανώνυμη αλλαγή",
        "1200000200 edit nikos -",
    ]
    assert not losses


def test_only_a_change_of_the_server_without_a_user_is_one_from_outside() -> None:
    lines = b"1\t127.0.0.1\tE\tp\n2\t127.0.0.1\tE\tp\tanna\n3\t192.0.2.1\tE\tp"
    assert [revision.outside for revision in read_changes(lines, "p")[0]] == [True, False, False]


def test_half_surrogates_become_replacement_characters() -> None:
    revisions, _ = read_changes(b"5\t\tE\tp\tanna\t\xed\xa0\x80", "p")
    assert set(revisions[0].summary) == {"\ufffd"}


def test_a_million_bad_lines_are_one_loss() -> None:
    _, losses = read_changes(b"x\n" * 100_000, "p")
    assert [loss.line for loss in losses] == [1]
    assert "100000 lines" in losses[0].message


@given(st.binary() | st.lists(st.sampled_from(b"1\tEp\n-9@. \xce")).map(bytes))
def test_any_bytes_are_read(content: bytes) -> None:
    revisions, _ = read_changes(content, "p")
    assert [int(r.id) for r in revisions] == sorted({int(r.id) for r in revisions})


WORD = st.text("abcαβγ 0(),-", max_size=20).map(lambda word: " ".join(word.split()))
REVISIONS = st.builds(
    lambda time, kind, user, words, size: Revision(
        id=str(time),
        time=utc_time(time) or "",
        kind=kind,
        user=user or None,
        summary=words,
        restored="77" if kind == "revert" else None,
        size_change=size,
    ),
    TIMES,
    st.sampled_from(("create", "edit", "minor", "delete", "revert")),
    st.sampled_from(("", "anna", "Νίκος")),
    WORD,
    st.integers(-9999, 9999),
)


def line(revision: Revision) -> str:
    kinds = {"create": "C", "edit": "E", "minor": "e", "delete": "D", "revert": "R"}
    columns = (
        *(
            revision.id,
            "192.0.2.1",
            kinds[revision.kind],
            "ns:p",
            revision.user or "",
            revision.summary,
        ),
        *(revision.restored or "", str(revision.size_change)),
    )
    return "\t".join(columns) + "\n"


@given(st.lists(REVISIONS, unique_by=lambda revision: revision.id, max_size=8))
def test_written_revisions_are_read_as_they_were(revisions: list[Revision]) -> None:
    content = "".join(line(revision) for revision in revisions).encode()
    expected = tuple(sorted(revisions, key=lambda revision: int(revision.id)))
    assert read_changes(content, "ns:p") == (expected, ())
