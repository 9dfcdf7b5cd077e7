"""Scores: what an engine knows of the documents it found, and how they join."""

from __future__ import annotations

from heapq import nsmallest

# The rank of the best place of each word, summed, and the relevance there.
Score = tuple[int, float]
# By document number; numbers run in the order of the laws.
Scores = dict[int, Score]

_NOTHING: Score = (0, 0.0)


def in_both(left: Scores, right: Scores) -> Scores:
    """The documents of both sides, their scores added."""
    few, many = sorted((left, right), key=len)
    return {number: _sum(few[number], many[number]) for number in few if number in many}


def in_either(left: Scores, right: Scores) -> Scores:
    """The documents of either side, their scores added."""
    return {
        number: _sum(left.get(number, _NOTHING), right.get(number, _NOTHING))
        for number in left.keys() | right.keys()
    }


def best_of(scores: Scores, limit: int) -> list[tuple[int, Score]]:
    """The best documents, best first: by rank, by relevance, by the order of the laws."""
    return nsmallest(limit, scores.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))


def one_number(score: Score) -> float:
    """Rank and relevance in one number: no relevance outweighs a rank."""
    rank, relevance = score
    return rank + relevance / (1 + relevance)


def _sum(one: Score, other: Score) -> Score:
    return one[0] + other[0], one[1] + other[1]
