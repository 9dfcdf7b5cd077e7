"""Work on many things at once, on every core where that pays."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

# Below this many, starting processes costs more than it saves.
_FEW = 500
_CHUNK = 50


def on_all_cores(work: Callable[[T], R], things: Sequence[T]) -> list[R]:
    """What ``work`` makes of each thing, in their order.

    Args:
        work: A function that can be pickled; it must not depend on what it did before.
        things: Above 500 of them, processes share the work, one for each core.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if len(things) <= _FEW or (cores or 1) < 2:
        return [work(thing) for thing in things]
    with ProcessPoolExecutor(cores) as pool:
        return list(pool.map(work, things, chunksize=_CHUNK))
