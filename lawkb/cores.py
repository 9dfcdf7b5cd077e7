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
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

# Below this many, starting processes costs more than it saves.
_FEW = 500
_CHUNK = 50  # things that a process takes at a time, at most
_TURNS = 8  # that it takes, at least: some things take far longer than others

_ALONE = ContextVar("lawkb_alone", default=False)


@dataclass(slots=True)
class _Shared:
    """What a forked process finds in its memory, so that nothing need be sent to it."""

    work: Callable[[Any], Any] | None = None
    things: Sequence[Any] = ()
    chunk: int = 1


_SHARED = _Shared()


def on_all_cores(work: Callable[[T], R], things: Sequence[T], few: int = _FEW) -> list[R]:
    """What ``work`` makes of each thing, in their order.

    Args:
        work: A function that can be pickled; it must not depend on what it did before.
        things: Above ``few`` of them, processes share the work, one for each core.
        few: Up to how many are done here.
    """
    if _can_fork() or len(things) <= few or cores() < 2:
        return in_forks(work, things, few)
    with ProcessPoolExecutor(cores(), initializer=_begin) as pool:
        return list(pool.map(work, things, chunksize=_chunk(things)))


def in_forks(work: Callable[[T], R], things: Sequence[T], few: int = _FEW) -> list[R]:
    """The same for what cannot be sent: the processes are forked and find it in their memory.

    Only what is made is sent. Where no process can be forked, all is done here.

    Args:
        work: A function that must not depend on what it did before.
        things: As of ``on_all_cores``.
        few: As of ``on_all_cores``.
    """
    if len(things) <= few or cores() < 2 or not _can_fork():
        return [work(thing) for thing in things]
    _SHARED.work, _SHARED.things, _SHARED.chunk = work, things, _chunk(things)
    context = multiprocessing.get_context("fork")
    try:
        with ProcessPoolExecutor(cores(), context, _begin) as pool:
            starts = range(0, len(things), _SHARED.chunk)
            with _interrupted_later():
                chunks = pool.map(_made_from, starts)
            return [made for chunk in chunks for made in chunk]
    finally:
        _SHARED.work, _SHARED.things = None, ()


def cores() -> int:
    """How many cores may be used here."""
    if _ALONE.get():
        return 1
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return known or 1


@contextmanager
def on_one_core() -> Iterator[None]:
    """Leave the other cores to whoever needs them more: all work is done in this process."""
    before = _ALONE.set(True)
    try:
        yield
    finally:
        _ALONE.reset(before)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Build a great many objects that all stay: looking for garbage among them finds none.

    Python would go through all of them again and again, an eighth of the time of ingest and a third
    of that of a check; and once more at the end, unless they are told to be old ones, as freezing
    and unfreezing does without a look at any of them.
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


def _can_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods()


def _begin() -> None:
    """What a process that shares some work does first: it leaves cores and Ctrl-C to the others."""
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


def _chunk(things: Sequence[object]) -> int:
    """How many things a process takes at a time: not so many that it ends long after the others."""
    return max(1, min(_CHUNK, len(things) // (_TURNS * cores())))


def _made_from(start: int) -> list[Any]:
    """What is made of a chunk of the shared things."""
    if _SHARED.work is None:
        raise ValueError("this process shares no work")
    return [_SHARED.work(thing) for thing in _SHARED.things[start : start + _SHARED.chunk]]
