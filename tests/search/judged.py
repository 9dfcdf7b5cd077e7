"""Queries with judged provisions, and how near to the judgement an order of provisions is.

Source: Järvelin and Kekäläinen 2002 for nDCG, with gains of 2^grade - 1.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2
from statistics import fmean

from tests.corpus_files import CASES

_BEST = 3
_DEPTH = 5


@dataclass(frozen=True, slots=True)
class Judged:
    """A query with what it should find.

    Attributes:
        query: As typed.
        why: What was read.
        grades: From 1 to 3 by address as the code writes it; 0 for all others.
    """

    query: str
    why: str
    grades: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a search ranks judged queries; both are 1 at best.

    Attributes:
        mrr: Mean of 1 / place of the first provision that must come first.
        ndcg: Mean of nDCG at 5.
    """

    mrr: float
    ndcg: float


def judged_queries() -> tuple[Judged, ...]:
    """The queries of ``judged.toml``, in its order."""
    table = tomllib.loads((CASES / "search" / "judged.toml").read_text(encoding="utf-8"))
    return tuple(Judged(row["query"], row["why"], row["grades"]) for row in table["query"])


def quality(answers: Sequence[tuple[Judged, Sequence[str]]]) -> Quality:
    """Both figures over judged queries, each with the addresses it found, best first."""
    return Quality(
        fmean(reciprocal_rank(judged, found) for judged, found in answers),
        fmean(ndcg(judged, found) for judged, found in answers),
    )


def reciprocal_rank(judged: Judged, found: Sequence[str]) -> float:
    """1 / place of the first provision of the best grade; 0 when none was found."""
    places = (n for n, name in enumerate(found, 1) if judged.grades.get(name) == _BEST)
    return 1 / next(places, float("inf"))


def ndcg(judged: Judged, found: Sequence[str]) -> float:
    """The gain of the first five, later ones counting less, beside that of the best order."""
    given = [judged.grades.get(name, 0) for name in found]
    return _gain(given) / _gain(sorted(judged.grades.values(), reverse=True))


def _gain(grades: Sequence[int]) -> float:
    return sum(((1 << grade) - 1) / log2(n + 1) for n, grade in enumerate(grades[:_DEPTH], 1))
