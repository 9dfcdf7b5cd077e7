"""Scores: what an engine knows of the documents it found, and how they join."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest

# How a document answers, the weightier first: the ranks of the fields in which its words stand,
# summed; 3 where a field begins with them as they were typed, 2 where they stand so elsewhere, 1
# where they are near one another; words in their very form; relevance.
Score = tuple[int, int, int, float]
# By document number; numbers run in the order of the laws.
Scores = dict[int, Score]

NOTHING: Score = (0, 0, 0, 0.0)
_MOST_EXACT = 24


def flat(numbers: Iterable[int]) -> Scores:
    """Documents that answer without a word of theirs counting."""
    return dict.fromkeys(numbers, NOTHING)


def in_both(left: Scores, right: Scores) -> Scores:
    """The documents of both sides, their scores added."""
    few, many = sorted((left, right), key=len)
    return {number: _sum(few[number], many[number]) for number in few if number in many}


def in_either(left: Scores, right: Scores) -> Scores:
    """The documents of either side, their scores added."""
    few, many = sorted((left, right), key=len)
    joined = dict(many)
    for number, score in few.items():
        joined[number] = _sum(score, joined[number]) if number in joined else score
    return joined


def best_of(scores: Scores, limit: int) -> list[tuple[int, Score]]:
    """The best documents, best first; equal ones in the order of the laws."""
    return nsmallest(limit, scores.items(), key=_order)


def _order(item: tuple[int, Score]) -> tuple[int, int, int, float, int]:
    number, (step, whole, exact, relevance) = item
    return -step, -whole, -exact, -relevance, number


def one_number(score: Score) -> float:
    """A score as one number, in the same order: no relevance outweighs a rank."""
    step, whole, exact, relevance = score
    return 100 * step + 25 * whole + min(exact, _MOST_EXACT) + relevance / (1 + relevance)


def _sum(one: Score, other: Score) -> Score:
    return (
        one[0] + other[0],
        max(one[1], other[1]),
        one[2] + other[2],
        one[3] + other[3],
    )
