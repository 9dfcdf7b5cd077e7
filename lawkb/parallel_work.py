"""Apply a function to many items, on every core or a cluster where there are enough of them."""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
# Yields the results of some work for some things, in their order.
Sharing = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
_Share = tuple[Callable[[Any], Any], Sequence[Any], int]  # work, things, things at a time

# Below this many, starting processes costs more than it saves.
_FEW = 500
_CHUNK = 50  # things that a process takes at a time, at most
_TURNS = 8  # that it takes, at least: some things take far longer than others

_ALONE = ContextVar("lawkb_alone", default=False)
_CLUSTER = ContextVar[Sharing | None]("lawkb_cluster", default=None)
_SHARE = ContextVar[_Share]("lawkb_share")  # set in the processes that share work


def on_all_cores(work: Callable[[T], R], things: Sequence[T], few: int = _FEW) -> list[R]:
    """Return the result of ``work`` for each of some things, in their order.

    Child processes are forked, so they have the function and the things in memory. Only the results
    are sent between processes: they must be picklable, ``work`` and ``things`` need not be.

    Within ``on_cluster`` other machines do the work. They are sent ``work`` once, and each a part
    of ``things``; so what all calls need belongs to ``work``, and cloudpickle must know both.

    Args:
        things: The arguments, one for each call. If there are more than ``few``, processes share
            the work, one for each core.
        few: The largest number of things that this process does alone.
    """
    return list(one_by_one(work, things, few))


def one_by_one(work: Callable[[T], R], things: Sequence[T], few: int = _FEW) -> Iterator[R]:
    """Yield the result of ``work`` for each of some things, in their order, as ``on_all_cores``.

    No more results are made than a few chunks beyond the one that is being read, so that results
    that are written and forgotten never fill the memory.
    """
    sharing = _CLUSTER.get()
    if sharing and len(things) > few:
        yield from sharing(work, things)
        return
    if len(things) <= few or cores() < 2:
        yield from map(work, things)
        return
    # Not above: the commands that show something never share work, and begin at once.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    chunk = things_at_a_time(len(things), cores())
    context = multiprocessing.get_context("fork")
    starts = iter(range(0, len(things), chunk))
    with ProcessPoolExecutor(cores(), context, _begin, ((work, things, chunk),)) as pool:
        with _interrupted_later():
            ahead = deque(pool.submit(_made_from, start) for start in islice(starts, 3 * cores()))
        while ahead:
            yield from ahead.popleft().result()
            ahead.extend(pool.submit(_made_from, start) for start in islice(starts, 1))


def things_at_a_time(count: int, processes: int, most: int = _CHUNK) -> int:
    """Return how many of some things a process takes at a time when several share them.

    They are not so many that one process ends long after the others, and ``most`` at most.
    """
    return max(1, min(most, count // (_TURNS * processes)))


def cores() -> int:
    """Return the number of cores that this process may use."""
    if _ALONE.get():
        return 1
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return known or 1


@contextmanager
def on_one_core() -> Iterator[None]:
    """Make ``on_all_cores`` use this process alone, and leave the other cores to other programs."""
    before = _ALONE.set(True)
    try:
        yield
    finally:
        _ALONE.reset(before)


@contextmanager
def on_cluster(sharing: Sharing | None) -> Iterator[None]:
    """Make ``on_all_cores`` share its work by a function that sends it to other machines.

    Args:
        sharing: The function; None for work that needs files of this machine.
    """
    before = _CLUSTER.set(sharing)
    try:
        yield
    finally:
        _CLUSTER.reset(before)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Switch off the garbage collector while a great many lasting objects are built.

    The collector would traverse all objects again and again, which takes an eighth of the time of
    ingest and a third of that of a check. At the end, ``gc.freeze`` and ``gc.unfreeze`` move the
    objects to the oldest generation, so that they are not traversed once more.
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


@contextmanager
def collecting_new_objects() -> Iterator[None]:
    """Switch the garbage collector on for objects that are made in the block, and no others.

    For work without end in a block that does not collect: what each page needs for a moment would
    fill the memory. Processes that are forked in the block do the same.
    """
    collecting = gc.isenabled()
    gc.freeze()
    gc.enable()
    try:
        yield
    finally:
        gc.unfreeze()
        if not collecting:
            gc.disable()


def _begin(share: _Share) -> None:
    """Prepare a child process: it uses one core, and leaves Ctrl-C to its parent."""
    _SHARE.set(share)
    _ALONE.set(True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Delay Ctrl-C while child processes start; it is handled in this process afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _made_from(start: int) -> list[Any]:
    work, things, chunk = _SHARE.get()
    return [work(thing) for thing in things[start : start + chunk]]
