"""Work on many things at once, on every core where that pays."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

# Below this many, starting processes costs more than it saves.
_FEW = 500
_CHUNK = 50


@dataclass(slots=True)
class _Shared:
    """What a forked process finds in its memory, so that nothing need be sent to it."""

    work: Callable[[Any], Any] | None = None
    things: Sequence[Any] = ()


_SHARED = _Shared()


def on_all_cores(work: Callable[[T], R], things: Sequence[T], few: int = _FEW) -> list[R]:
    """What ``work`` makes of each thing, in their order.

    Args:
        work: A function that can be pickled; it must not depend on what it did before.
        things: Above ``few`` of them, processes share the work, one for each core.
        few: Up to how many are done here.
    """
    if len(things) <= few or cores() < 2:
        return [work(thing) for thing in things]
    if not _can_fork():
        with ProcessPoolExecutor(cores()) as pool:
            return list(pool.map(work, things, chunksize=_CHUNK))
    _SHARED.work, _SHARED.things = work, things
    try:
        with ProcessPoolExecutor(cores(), multiprocessing.get_context("fork")) as pool:
            starts = range(0, len(things), _CHUNK)
            return [made for chunk in pool.map(_made_from, starts) for made in chunk]
    finally:
        _SHARED.work, _SHARED.things = None, ()


def begun(work: Callable[[], R]) -> Callable[[], R]:
    """Begin some work on another core; without one, it is done when its result is asked for.

    Args:
        work: A function; what it gives can be pickled.

    Returns:
        What waits for the result and gives it, once; it raises what the work raised. Where nobody
        asks for it, the work ends with this process.
    """
    if cores() < 2 or not _can_fork():
        return work
    # No executor: its threads would be there when the next process is forked.
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(work, sender, receiver), daemon=True)
    process.start()
    sender.close()

    def result() -> R:
        with receiver:
            made, error = receiver.recv()
        process.join()
        if error is not None:
            raise error
        return made  # type: ignore[no-any-return]

    return result


def cores() -> int:
    """How many cores this process may use: of one that was begun, another has the rest."""
    if multiprocessing.current_process().daemon:
        return 1
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return known or 1


@contextmanager
def without_collecting() -> Iterator[None]:
    """Build a great many objects that all stay: looking for garbage among them finds none.

    Python would go through all of them again and again, an eighth of the time of ingest.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _can_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods()


def _send(work: Callable[[], Any], sender: Connection, receiver: Connection) -> None:
    """Do some work in this process and send what it gave or raised."""
    receiver.close()
    with sender:
        try:
            sender.send((work(), None))
        except BaseException as error:  # noqa: BLE001 (the process that waits raises it)
            sender.send((None, error))


def _made_from(start: int) -> list[Any]:
    """What is made of a chunk of the shared things."""
    if _SHARED.work is None:
        raise ValueError("this process shares no work")
    return [_SHARED.work(thing) for thing in _SHARED.things[start : start + _CHUNK]]
