"""Logistic regression with a normal prior on the weights."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul

Weights = tuple[float, ...]
Values = tuple[float, ...]

_STEPS = 25
_SMALL = 1e-6


def log_odds(weights: Sequence[float], values: Values) -> float:
    """Return the log odds of some values: the sum of the values times their weights."""
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def probability(odds: float) -> float:
    """Return the probability that has the given log odds."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, odds))))


def fit_weights(cases: Sequence[tuple[Values, bool, float]], near: Weights, hold: float) -> Weights:
    """Return the weights that fit cases best, by Newton's method; deterministic.

    Args:
        cases: Values of each case, whether it is positive, and how much it counts.
        near: Means of the normal prior of the weights.
        hold: Precision (inverse variance) of the prior.
    """
    weights = list(near)
    size = len(near)
    columns = [[values[i] for values, _, _ in cases] for i in range(size)]
    for _ in range(_STEPS):
        offs, curves = [], []
        for values, sought, counts in cases:
            chance = probability(log_odds(weights, values))
            offs.append(counts * (sought - chance))
            curves.append(counts * chance * (1 - chance))
        gradient = [
            sum(map(mul, offs, column), hold * (near[i] - weights[i]))
            for i, column in enumerate(columns)
        ]
        bent = [list(map(mul, curves, column)) for column in columns]
        matrix = [
            [sum(map(mul, row, other), hold * (i == j)) for j, other in enumerate(columns)]
            for i, row in enumerate(bent)
        ]
        step = _solved(matrix, gradient)
        weights = [w + d for w, d in zip(weights, step, strict=True)]
        if max(map(abs, step)) < _SMALL:
            break
    return tuple(weights)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of linear equations with a positive definite matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(size):
            if row != at:
                share = rows[row][at] / rows[at][at]
                rows[row] = [a - share * b for a, b in zip(rows[row], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]
