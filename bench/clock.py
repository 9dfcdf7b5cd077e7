"""Timing: the best of several runs, in seconds."""

from __future__ import annotations

import time
from collections.abc import Callable


def best_seconds(work: Callable[[], object], runs: int = 5) -> float:
    """Seconds of the fastest of some runs."""
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)
