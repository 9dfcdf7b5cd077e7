"""What a word of a query finds in a text, and what it must not find."""

import pytest

from lawkb.model.language import read_language
from lawkb.search.documents import Part, tokens_of_part
from lawkb.search.hits import marks
from lawkb.search.query.nodes import And, Leaf, Node, Or, leaves
from lawkb.search.query.parser import parse_query
from tests.search.cases import rows
from tests.strategies import LANGUAGES, SCHEME

READ = tuple(read_language(code) for code in LANGUAGES)


@pytest.mark.parametrize("row", rows("words.tsv"), ids=lambda row: f"{row['query']}→{row['form']}")
def test_a_query_finds_a_form(row: dict[str, str]) -> None:
    assert _finds(row), row["why"]


@pytest.mark.parametrize(
    "row", rows("must_not_match.tsv"), ids=lambda row: f"{row['query']}→{row['form']}"
)
def test_a_query_does_not_find_a_stranger(row: dict[str, str]) -> None:
    assert not _finds(row), row["why"]


def test_every_case_says_why() -> None:
    for row in (*rows("words.tsv"), *rows("must_not_match.tsv")):
        assert all(row[column] for column in ("group", "lang", "query", "form", "why")), row


def _finds(row: dict[str, str]) -> bool:
    """Whether a text holds every word of a query."""
    tree = parse_query(row["query"], READ, SCHEME)
    assert tree is not None
    read = tokens_of_part(Part("text", row["form"]), read_language(row["lang"]), SCHEME, None)
    found = {mark.leaf for mark in marks(read, tree, row["lang"])}
    return _holds(tree, {leaf for number, leaf in enumerate(leaves(tree)) if number in found})


def _holds(tree: Node, found: set[Leaf]) -> bool:
    match tree:
        case And(parts=parts):
            return all(_holds(part, found) for part in parts)
        case Or(parts=parts):
            return any(_holds(part, found) for part in parts)
        case _:
            return tree in found
