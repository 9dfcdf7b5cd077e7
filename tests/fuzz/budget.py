"""A property for as long as a budget lasts, with new examples in every round."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis.strategies import SearchStrategy

SECONDS = float(os.environ.get("LAWKB_FUZZ_SECONDS", "2"))
_EXAMPLES = 50


def fuzz(promise: Callable[[Any], None], examples: SearchStrategy[Any]) -> int:
    """Try a promise on examples until the budget is over; gives the number of rounds.

    Args:
        promise: Raises when it is broken.
        examples: What it is tried on.
    """
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
        seed(begun + rounds)(bounded(given(examples)(lambda example: promise(example))))()
        rounds += 1
    return rounds
