"""An index of many segments answers as one of a single segment: same hits, order and scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawkb.search import documents, whoosh_engine
from lawkb.search.whoosh_engine import WhooshEngine
from tests.search.random_queries import KINDS, Drawn, as_asked
from tests.search.real import real_code

_SEED = 22
_NUMBER = 60  # queries of a kind
_SEGMENT = 5  # documents
_FORMS = ("lang:el", "NOT card", "cites:47", "cited-by:47E", "law:40-60", "edition:2017 in:notes")


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[WhooshEngine, WhooshEngine]:
    """Engines for the real laws: one segment, and many."""
    engines = []
    for size in (whoosh_engine._SEGMENT, _SEGMENT):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(whoosh_engine, "_SEGMENT", size)
            engines.append(_indexed(tmp_path_factory.mktemp("index")))
    return engines[0], engines[1]


def _indexed(folder: Path) -> WhooshEngine:
    code = real_code()
    engine = WhooshEngine(code.outline)
    number = engine.build(documents(code), folder)
    engine.open(folder)
    assert engine.count() == number
    return engine


def test_there_are_many_segments(both: tuple[WhooshEngine, WhooshEngine]) -> None:
    numbers = [len(each._searcher.leaf_searchers()) for each in both]
    assert numbers[0] == 1
    assert numbers[1] > 10


@pytest.mark.parametrize("kind", [*KINDS, "form"])
def test_random_queries_find_the_same(both: tuple[WhooshEngine, WhooshEngine], kind: str) -> None:
    one, many = both
    queries = _FORMS if kind == "form" else Drawn(real_code(), _SEED).queries(kind, _NUMBER)
    for query, tree, languages in as_asked(queries, real_code().outline):
        assert many.search(tree, languages, 50) == one.search(tree, languages, 50), query


def test_both_know_the_same_words(both: tuple[WhooshEngine, WhooshEngine]) -> None:
    one, many = both
    for language in real_code().outline.languages:
        assert many.words(language.code) == one.words(language.code)
