"""The query language: what is typed, what it means, and how a fault in it is shown."""

import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.model.language import read_language
from lawkb.search.query.nodes import written
from lawkb.search.query.parser import LONGEST_QUERY, MOST_EXPANSIONS, parse_query
from tests.corpus_files import CASES
from tests.search.cases import rows
from tests.strategies import LANGUAGES, SCHEME

READ = tuple(read_language(code) for code in LANGUAGES)
MALFORMED = tomllib.loads((CASES / "search" / "malformed.toml").read_text(encoding="utf-8"))
# What the language is made of, in any order.
SIGNS = (
    "(",
    ")",
    '"',
    "«",
    "»",
    "AND",
    "OR",
    "NOT",
    "NEAR/2",
    "ΚΑΙ",
    "Ή",
    "ΟΧΙ",
    "*",
    "?",
    "~",
    "-",
    "!",
    "||",
    "&",
)
PIECES = (
    *SIGNS,
    "=",
    ":",
    "law:",
    "law:20-",
    "in:notes",
    "cites:16C",
    "lang:el",
    "card",
    "φύλλο",
    "16Γ",
)


@pytest.mark.parametrize("row", rows("queries.tsv"), ids=lambda row: row["query"])
def test_a_query_means(row: dict[str, str]) -> None:
    tree = parse_query(row["query"], READ, SCHEME)
    assert tree, row["why"]
    assert written(tree) == row["meaning"], row["why"]


@pytest.mark.parametrize("row", rows("queries.tsv"), ids=lambda row: row["query"])
def test_a_query_written_in_full_means_the_same(row: dict[str, str]) -> None:
    tree = parse_query(row["meaning"], READ, SCHEME)
    assert tree
    assert written(tree) == row["meaning"]


@pytest.mark.parametrize("case", MALFORMED["queries"], ids=lambda case: case["query"])
def test_a_malformed_query_is_shown_with_a_marker_under_the_place(case: dict[str, str]) -> None:
    assert _complaint(case["query"]) == case["error"], case["why"]


def test_every_case_says_why() -> None:
    assert all(row["why"] for row in rows("queries.tsv"))
    assert all(case["why"] for case in MALFORMED["queries"])


@pytest.mark.parametrize(
    "query",
    [
        *(sign * 10_000 for sign in SIGNS),
        *(f"{sign} " * 10_000 for sign in SIGNS),
        "x" * 1_000_000,
        "(" * LONGEST_QUERY,
        "(" * 450 + "card" + ")" * 450,
        "NOT " * 249 + "card",
        "a NEAR/50 " * 99 + "a",
        "a* " * (MOST_EXPANSIONS + 1),
        "law:" * 250,
        "card OR " * 124,
        "card NEAR/" + "9" * 900 + " lead",
        "law:" + "9" * 900,
        *(" " * n + "in:notes AND" for n in range(20, 60)),  # too far right, and too far left
    ],
    ids=lambda query: f"{query[:8]} × {len(query)}",
)
def test_a_hostile_query_is_read_or_refused_in_three_short_lines(query: str) -> None:
    said = _complaint(query)
    assert said is None or _is_short(said)


def test_brackets_may_be_nested_as_deep_as_anyone_needs() -> None:
    assert _complaint("(" * 20 + "card" + ")" * 20) is None
    assert "brackets in one another" in (_complaint("(" * 21 + "card" + ")" * 21) or "")


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=60), st.data())
def test_any_query_is_read_or_refused_in_three_short_lines(
    pieces: list[str], data: st.DataObject
) -> None:
    query = data.draw(st.sampled_from(("", " "))).join(pieces)[:LONGEST_QUERY]
    said = _complaint(query)
    assert said is None or _is_short(said)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
@example("in:notes NOT card")
@example("(in:notes NOT card) AND in:notes")
def test_what_is_understood_is_understood_again(query: str) -> None:
    if _complaint(query) is not None:
        return
    tree = parse_query(query, READ, SCHEME)
    if tree:
        again = parse_query(written(tree), READ, SCHEME)
        assert again
        assert written(again) == written(tree)


def _complaint(query: str) -> str | None:
    try:
        parse_query(query, READ, SCHEME)
    except LawkbError as error:
        return str(error)
    return None


def _is_short(said: str) -> bool:
    lines = said.split("\n")
    return len(lines) == 3 and all(len(line) <= 80 for line in lines)
