"""Queries of any size are answered as by the embedded engine, or refused with three lines."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from opensearchpy import OpenSearch

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.model.law import Law, Origin, Provision
from lawkb.model.passage import Passage
from lawkb.references.find import find_references
from lawkb.search import Question, documents, open_index, search
from lawkb.search.opensearch.engine import OpenSearchEngine
from lawkb.search.query.parser import LONGEST_QUERY, parse_query
from tests.slow.opensearch.indexed import indexed
from tests.strategies import OUTLINE, SCHEME

_WORDS = [
    f"{first}{second}{third}" for first in "bdfgklm" for second in "aeiou" for third in "prst"
]
_WORDS += [f"{word}{end}" for word in _WORDS for end in "aeiouxyzkl"]
_LONG = "pebble" * 100  # a server splits tokens of more than 255 letters


def _code() -> Code:
    laws: dict[tuple[str, str, Ordinal], Law] = {}
    for number in range(1, 9):
        text = " ".join(_WORDS[number::8]) + f" {_LONG}{number} see Laws 7A, 7B2 and 8"
        address = Address((number,))
        cited = find_references(text, read_language("en"), SCHEME, address)
        root = Provision(address, "", Passage("bap bape"), (Passage(text, (), cited),))
        laws[("2017", "en", number)] = Law("2017", "en", root, Origin("cases", "x", "0" * 64))
    return Code(OUTLINE, laws)


@pytest.fixture(scope="module")
def server(opensearch: OpenSearch) -> Iterator[OpenSearchEngine]:
    made = indexed(opensearch, OUTLINE, documents(_code()))
    yield made
    opensearch.indices.delete(index=made.indexes)


@pytest.mark.parametrize(
    "query",
    [
        " ".join(_WORDS[1::8])[:LONGEST_QUERY].rpartition(" ")[0],  # what somebody pasted
        " ".join(_WORDS)[:LONGEST_QUERY].rpartition(" ")[0],
        f"{_LONG}1",
        f'"{_LONG}1 see"',
        "pebblepebble*",
        "*pebble1",
        "b* d* *a",
        '"Laws 7A"',
        "see NEAR/3 7A",
        "see NEAR/3 Law 7",
        "7B NEAR/4 8",
        "bap~2",
    ],
)
def test_a_large_query_finds_what_the_embedded_engine_finds(
    server: OpenSearchEngine, query: str, tmp_path: Path
) -> None:
    code = _code()
    first = search(open_index(code, tmp_path), code, Question(query))
    second = search(server, code, Question(query))
    assert first.total
    assert second.total == first.total
    assert [hit.address for hit in second.hits] == [hit.address for hit in first.hits]


def test_a_query_that_stands_for_too_many_words_is_refused_with_a_hint(
    server: OpenSearchEngine,
) -> None:
    tree = parse_query("b* NEAR/9 *e NEAR/9 f* NEAR/9 *o*", OUTLINE.languages, SCHEME)
    assert tree
    with pytest.raises(LawkbError) as told:
        server.search(tree, ("en", "el"), 10)
    assert "more words than the search server takes" in str(told.value)
    assert len(str(told.value).splitlines()) == 3


def test_more_hits_than_a_page_come_once_each(opensearch: OpenSearch) -> None:
    origin = Origin("cases", "x", "0" * 64)
    roots = (Provision(Address((n,)), "", None, (Passage("bap"),)) for n in range(1, 2102))
    held: dict[tuple[str, str, Ordinal], Law] = {
        ("2017", "en", each.address.law): Law("2017", "en", each, origin) for each in roots
    }
    made = indexed(opensearch, OUTLINE, documents(Code(OUTLINE, held)))
    tree = parse_query("bap", OUTLINE.languages, SCHEME)
    assert tree
    found = made.search(tree, ("en",), 2050)
    assert found.total == 2101
    places = [each.document.place for each in found.matches]
    assert places == [Address((n,)) for n in range(1, 2051)]
    opensearch.indices.delete(index=made.indexes)


@pytest.mark.parametrize("limit", [0, 10])
def test_a_missing_index_is_told(opensearch: OpenSearch, limit: int) -> None:
    tree = parse_query("bap", OUTLINE.languages, SCHEME)
    assert tree
    with pytest.raises(LawkbError, match="no such index"):
        OpenSearchEngine(opensearch, OUTLINE, "lawkb-test-missing").search(tree, ("en",), limit)
