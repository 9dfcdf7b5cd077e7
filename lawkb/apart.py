"""Work in a process of its own, which finds all that this one holds and may be ended at any moment.

A thread would share the interpreter with those who wait for an answer, and cannot be ended.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing.connection import Connection
from threading import Event
from typing import NoReturn, TypeVar

T = TypeVar("T")

# On macOS, libraries that watch files and log do not survive a fork of a process with threads.
FORKS = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
_LOOK_SECONDS = 0.01
_NICENESS = 5  # whoever waits for an answer comes first


def apart(
    work: Callable[[], Iterator[T]],
    stop: Event,
    still: AbstractContextManager[object] | None = None,
) -> Iterator[T]:
    """What some work gives, as soon as it gives it; where no process can be forked, done here.

    Args:
        work: What it gives must be such that it can be pickled. What it changes, changes in its
            own process alone.
        stop: Ends it at once when it is set; here, before the next thing it gives.
        still: Held while the process is forked: while other threads are still, none of them has
            a lock that nobody would release over there.

    Raises:
        Exception: Whatever the work raises.
        ChildProcessError: The process ended before its work did.
    """
    if FORKS:
        yield from _forked(work, stop, still or nullcontext())
        return
    for each in work():
        if stop.is_set():
            return
        yield each


def _forked(
    work: Callable[[], Iterator[T]], stop: Event, still: AbstractContextManager[object]
) -> Iterator[T]:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    with still:
        process = _fork()
        if process == 0:
            _give(work, theirs)
    theirs.close()
    try:
        while not stop.is_set():
            if not ours.poll(_LOOK_SECONDS):
                continue
            received: tuple[T | Exception] | None = _received(ours)
            if received is None:
                return
            if isinstance(received[0], Exception):
                raise received[0]
            yield received[0]
    finally:
        _end(process)
        ours.close()


def _fork() -> int:
    with warnings.catch_warnings():
        # From Python 3.12 on it warns of locks that other threads may hold: see ``still``.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _give(work: Callable[[], Iterator[T]], to: Connection) -> NoReturn:
    """Send all that the work gives, then end without anything that is done at an exit."""
    try:
        os.setpgid(0, 0)  # ended with all that it has started, and not by Ctrl-C
        os.nice(_NICENESS)
        gc.freeze()  # looking for garbage would copy every page of the memory
        try:
            for each in work():
                to.send((each,))
        except Exception as error:  # noqa: BLE001 (who asked for the work hears of it)
            to.send((error,))
        to.send(None)
    finally:
        os._exit(0)


def _received(ours: Connection) -> tuple[T | Exception] | None:
    """What was sent; None at its end."""
    try:
        received: tuple[T | Exception] | None = ours.recv()
    except EOFError as error:
        raise ChildProcessError("the process ended before its work did") from error
    return received


def _end(process: int) -> None:
    with suppress(OSError):
        os.killpg(process, signal.SIGKILL)
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)  # one that has no group of its own yet
    os.waitpid(process, 0)
