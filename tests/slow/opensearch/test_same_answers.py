"""The server answers as the embedded engine does: the same hits, in the same order and score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from opensearchpy import OpenSearch

from lawkb.errors import LawkbError
from lawkb.exchange.explained_query import explained_query
from lawkb.model.code import Code
from lawkb.search import Answer, Engine, Question, documents, open_index, search
from lawkb.search.opensearch.engine import OpenSearchEngine
from tests.search.cases import rows
from tests.search.judged import judged_queries
from tests.search.pairs import code_of_pairs, forbidden_pairs, wanted_pairs
from tests.search.random_queries import KINDS, Drawn, as_asked
from tests.search.real import real_code
from tests.slow.opensearch.indexed import indexed

_SEED = 22
_NUMBER = 500


@dataclass(frozen=True, slots=True)
class Both:
    """The same laws in both engines."""

    code: Code
    embedded: Engine
    server: OpenSearchEngine

    def answers(self, question: Question) -> tuple[Answer, Answer]:
        """What both answer."""
        first = search(self.embedded, self.code, question)
        return first, replace(search(self.server, self.code, question), engine=first.engine)


def _both(code: Code, folder: Path, client: OpenSearch, shards: int = 1) -> Both:
    embedded = open_index(code, folder)
    server = indexed(client, code.outline, documents(code), shards)
    server.folder = embedded.folder
    return Both(code, embedded, server)


@pytest.fixture(scope="module")
def both(opensearch: OpenSearch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """The real laws; on two shards, so that no number may be that of one shard."""
    made = _both(real_code(), tmp_path_factory.mktemp("real"), opensearch, shards=2)
    yield made
    opensearch.indices.delete(index=made.server.indexes)


@pytest.mark.parametrize("kind", KINDS)
def test_random_queries_find_the_same_in_the_same_order(both: Both, kind: str) -> None:
    queries = Drawn(both.code, _SEED).queries(kind, _NUMBER)
    apart = [
        query
        for query, tree, languages in as_asked(queries, both.code.outline)
        if both.embedded.search(tree, languages, 10) != both.server.search(tree, languages, 10)
    ]
    assert apart == []


def test_random_queries_of_one_language_find_the_same_in_others(both: Both) -> None:
    tags = [language.code for language in both.code.outline.languages]
    drawn = Drawn(both.code, _SEED)
    queries = (*drawn.queries("word", 250), *drawn.queries("long", 250))
    asked = (
        Question(query, language=tags[place % len(tags)], also=True)
        for place, query in enumerate(queries)
    )
    _same(both, tuple(asked))


def test_judged_queries_and_situations_find_the_same(both: Both) -> None:
    queries = [each.query for each in judged_queries()]
    queries += [row["query"] for row in rows("situations.tsv")]
    _same(both, [Question(query) for query in queries])


def test_misspelt_words_are_corrected_alike(both: Both) -> None:
    typed = [row["typed"] for row in rows("corrections.tsv")]
    drawn = [query.rstrip("~12") for query in Drawn(both.code, _SEED).queries("typo", 100)]
    _same(both, [Question(query) for query in (*typed, *drawn)])


def test_queries_of_every_form_are_answered_alike(both: Both) -> None:
    _same(both, [Question(row["query"]) for row in rows("queries.tsv")])


def test_queries_are_explained_alike(both: Both) -> None:
    queries = [each.query for each in judged_queries()]
    queries += [*Drawn(both.code, _SEED).queries("word", 20), '"penalty card"', "card*", "47E"]
    for query in queries:
        for also in (False, True):
            question = Question(query, also=also)
            told = [
                explained_query(both.code, partial(_opened, each), question)
                for each in (both.embedded, both.server)
            ]
            assert told[0] == told[1], query


def test_both_know_the_same_words_and_documents(both: Both) -> None:
    assert both.server.count() == both.embedded.count()
    for language in both.code.outline.languages:
        assert both.server.words(language.code) == both.embedded.words(language.code)


def test_wanted_and_forbidden_pairs_are_the_same(opensearch: OpenSearch, tmp_path: Path) -> None:
    cases = (*wanted_pairs(), *forbidden_pairs())
    made = _both(code_of_pairs(cases), tmp_path, opensearch)
    _same(made, [Question(case["query"], limit=len(cases)) for case in cases])
    opensearch.indices.delete(index=made.server.indexes)


def _opened(engine: Engine) -> Engine:
    return engine


def _same(both: Both, questions: Sequence[Question]) -> None:
    apart = []
    for question in questions:
        try:
            first, second = both.answers(question)
        except LawkbError as error:
            with pytest.raises(LawkbError) as told:
                search(both.server, both.code, question)
            assert str(told.value) == str(error), question
            continue
        if first != second:
            apart.append(question)
    assert apart == []
