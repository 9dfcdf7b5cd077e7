"""A monotone alignment of two sequences: each item with its counterpart, or alone.

Nothing here knows what the items are; how well two of them fit is the caller's.

Source: Gale and Church 1993 for the dynamic programme, here without merged items.
"""

from __future__ import annotations

from collections.abc import Callable

Steps = tuple[tuple[int | None, int | None], ...]


def align_monotone(sizes: tuple[int, int], fit: Callable[[int, int], float], gap: float) -> Steps:
    """The pairs of two sequences that fit best in their order.

    Time and memory grow with the product of the sizes.

    Args:
        sizes: Number of items on each side.
        fit: How well item ``i`` of the first fits item ``j`` of the second; any real number.
        gap: What an item that stays alone adds; mostly below 0.

    Returns:
        Each item once, in order: with the index of its counterpart, or with None.
    """
    ours, theirs = sizes
    best = [[gap * j for j in range(theirs + 1)]]
    turns: list[list[str]] = [["right"] * (theirs + 1)]
    for i in range(1, ours + 1):
        row, turn = [gap * i], ["down"]
        above = best[-1]
        for j in range(1, theirs + 1):
            options = (
                (above[j - 1] + fit(i - 1, j - 1), "both"),
                (above[j] + gap, "down"),
                (row[j - 1] + gap, "right"),
            )
            score, way = max(options, key=lambda option: option[0])
            row.append(score)
            turn.append(way)
        best.append(row)
        turns.append(turn)
    return _walked_back(turns, ours, theirs)


def _walked_back(turns: list[list[str]], i: int, j: int) -> Steps:
    found: list[tuple[int | None, int | None]] = []
    while i or j:
        way = turns[i][j] if i else "right"
        way = way if j else "down"
        i, j = i - (way != "right"), j - (way != "down")
        found.append((i if way != "right" else None, j if way != "down" else None))
    return tuple(reversed(found))
