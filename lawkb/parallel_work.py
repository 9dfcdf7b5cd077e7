"""Work on many things at once, on every core where that pays."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
_Share = tuple[Callable[[Any], Any], Sequence[Any], int]  # work, things, things at a time

# Below this many, starting processes costs more than it saves.
_FEW = 500
_CHUNK = 50  # things that a process takes at a time, at most
_TURNS = 8  # that it takes, at least: some things take far longer than others

_ALONE = ContextVar("lawkb_alone", default=False)
_SHARE = ContextVar[_Share]("lawkb_share")  # set in the processes that share work


def on_all_cores(work: Callable[[T], R], things: Sequence[T], few: int = _FEW) -> list[R]:
    """Return what ``work`` makes of each thing, in their order.

    Processes are forked and find work and things in their memory: only results are sent, so only
    they need be such as can be pickled.

    Args:
        work: A function that must not depend on what it did before.
        things: Above ``few`` of them, processes share the work, one for each core.
        few: Up to how many are done in this process.
    """
    if len(things) <= few or cores() < 2:
        return [work(thing) for thing in things]
    # Not so many at a time that one process ends long after the others.
    chunk = max(1, min(_CHUNK, len(things) // (_TURNS * cores())))
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(cores(), context, _begin, ((work, things, chunk),)) as pool:
        with _interrupted_later():
            chunks = pool.map(_made_from, range(0, len(things), chunk))
        return [made for chunk in chunks for made in chunk]


def cores() -> int:
    """Return how many cores may be used here."""
    if _ALONE.get():
        return 1
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return known or 1


@contextmanager
def on_one_core() -> Iterator[None]:
    """Leave the other cores to other programs: all work is done in this process."""
    before = _ALONE.set(True)
    try:
        yield
    finally:
        _ALONE.reset(before)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Build a great many objects that all stay, without looking for garbage among them.

    Python would go through all of them again and again, an eighth of the time of ingest and a third
    of that of a check; and once more at the end, unless freezing and unfreezing makes them old ones
    without a look at any.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _begin(share: _Share) -> None:
    """Prepare a process that shares work: it leaves cores and Ctrl-C to the one that began it."""
    _SHARE.set(share)
    _ALONE.set(True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Keep Ctrl-C from processes that have not yet begun; here it comes a moment later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _made_from(start: int) -> list[Any]:
    work, things, chunk = _SHARE.get()
    return [work(thing) for thing in things[start : start + chunk]]
