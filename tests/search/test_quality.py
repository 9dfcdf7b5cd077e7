"""How good the search is: pairs on a whole index, and the order of judged queries."""

from pathlib import Path

import pytest

from tests.search.asking import search_code
from tests.search.judged import Judged, judged_queries, ndcg, quality, reciprocal_rank
from tests.search.pairs import forbidden_pairs, found_pairs, wanted_pairs
from tests.search.real import real_code

_ONE = Judged("a", "", {"1": 3, "2": 2, "3": 1})


def test_the_index_finds_nineteen_of_twenty_forms(tmp_path: Path) -> None:
    cases = wanted_pairs()
    found = found_pairs(cases, tmp_path)
    pairs = zip(cases, found, strict=True)
    missed = [(case["query"], case["form"]) for case, hit in pairs if not hit]
    assert len(missed) <= 0.05 * len(cases), missed


def test_the_index_matches_no_stranger(tmp_path: Path) -> None:
    strangers = forbidden_pairs()
    # Among all other forms: a stranger must not come in beside those that are wanted.
    found = found_pairs((*strangers, *wanted_pairs()), tmp_path)[: len(strangers)]
    pairs = zip(strangers, found, strict=True)
    assert [(case["query"], case["form"]) for case, hit in pairs if hit] == []


def test_judged_queries_come_in_the_order_a_director_wants(tmp_path: Path) -> None:
    found = quality([(judged, _found(judged, tmp_path)) for judged in judged_queries()])
    # Of forty queries eight may have what must come first in the second place, and an answer may
    # lack a good provision that says it in other words; more than that, and a Director scrolls.
    assert found.mrr >= 0.9
    assert found.ndcg >= 0.85


def test_every_judgement_names_provisions_that_are_held() -> None:
    code = real_code()
    held = {
        code.outline.scheme.write(provision.address)
        for law in code.laws.values()
        for provision in law.provisions()
    }
    for judged in judged_queries():
        assert judged.why
        assert set(judged.grades) <= held, judged.query
        assert set(judged.grades.values()) <= {1, 2, 3}, judged.query
        assert 3 in judged.grades.values(), judged.query


def test_there_are_forty_judged_queries_and_no_one_twice() -> None:
    assert len({judged.query for judged in judged_queries()}) == 40


@pytest.mark.parametrize(
    ("found", "rank", "gain"),
    [
        (["1", "2", "3"], 1, 1),  # the best order
        (["1", "2", "3", "4"], 1, 1),  # what stands behind costs nothing
        (["2", "1", "3"], 1 / 2, (3 + 7 / 1.585 + 0.5) / (7 + 3 / 1.585 + 0.5)),
        (["4", "5", "1"], 1 / 3, 3.5 / (7 + 3 / 1.585 + 0.5)),
        (["4", "5", "6", "7", "8", "1"], 1 / 6, 0),  # the sixth place is too late
        ([], 0, 0),
    ],
)
def test_a_rank_is_worth(found: list[str], rank: float, gain: float) -> None:
    assert reciprocal_rank(_ONE, found) == pytest.approx(rank)
    assert ndcg(_ONE, found) == pytest.approx(gain, abs=1e-3)


def _found(judged: Judged, folder: Path) -> list[str]:
    """The addresses a query finds in the newest edition and in others, best first."""
    code = real_code()
    hits = search_code(code, folder, judged.query).hits
    return [hit.address for hit in hits if hit.address]
