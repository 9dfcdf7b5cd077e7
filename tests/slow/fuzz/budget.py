"""A property for as long as a budget lasts, with new examples in every round."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis.strategies import SearchStrategy

SECONDS = float(os.environ.get("LAWKB_FUZZ_SECONDS", "2"))
_EXAMPLES = 50


def fuzz(promise: Callable[[Any], None], examples: SearchStrategy[Any]) -> int:
    """Try a promise on examples until the budget is over; gives the number of rounds.

    Prints how many inputs were tried, the time of the slowest and the size of the largest.

    Args:
        promise: Raises when it is broken.
        examples: What it is tried on.
    """
    tried, slowest, largest = 0, 0.0, 0

    def measured(example: Any) -> None:
        nonlocal tried, slowest, largest
        before = time.process_time()
        promise(example)
        tried += 1
        slowest = max(slowest, time.process_time() - before)
        largest = max(largest, len(example) if isinstance(example, str | bytes) else 0)

    end, rounds = time.monotonic() + SECONDS, 0
    begun = time.time_ns() if SECONDS > 5 else 0  # the short run is the same on every machine
    bounded = settings(
        max_examples=_EXAMPLES,
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    while rounds == 0 or time.monotonic() < end:
        seed(begun + rounds)(bounded(given(examples)(lambda example: measured(example))))()
        rounds += 1
    told = f"{tried} inputs, the slowest {slowest:.2f} s, the largest {largest} characters"
    sys.stdout.write(f"{told}\n")
    return rounds
