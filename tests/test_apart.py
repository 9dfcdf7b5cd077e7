"""Work in a process of its own: what it gives arrives, and it ends when nobody wants it."""

import os
import time
from collections.abc import Iterator
from threading import Event, Lock, Thread, Timer

import pytest

from lawkb.apart import apart
from lawkb.errors import LawkbError

BOTH = pytest.mark.parametrize("forks", [True, False])


@pytest.fixture(autouse=True)
def _forked_or_not(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a system whose processes can be forked, or on one where they cannot."""
    if "forks" in request.fixturenames:
        monkeypatch.setattr("lawkb.apart.FORKS", request.getfixturevalue("forks"))


@BOTH
def test_what_the_work_gives_arrives_in_order(forks: bool) -> None:
    def work() -> Iterator[tuple[int, str]]:
        yield 1, "α"
        yield 2, "β"

    assert list(apart(work, Event())) == [(1, "α"), (2, "β")]


@BOTH
def test_what_the_work_raises_is_raised_behind_what_it_gave(forks: bool) -> None:
    def work() -> Iterator[int]:
        yield 1
        raise LawkbError("here", "broken", "mend it")

    given = []
    with pytest.raises(LawkbError, match="broken"):
        for each in apart(work, Event()):
            given.append(each)
    assert given == [1]


def test_the_work_finds_all_that_is_held_here_and_changes_nothing_of_it() -> None:
    held = [1]

    def work() -> Iterator[list[int]]:
        held.append(2)
        yield held

    assert list(apart(work, Event())) == [[1, 2]]
    assert held == [1]


@BOTH
def test_work_that_nobody_wants_ends(forks: bool) -> None:
    stop = Event()

    def work() -> Iterator[int]:
        yield os.getpid()
        while True:
            time.sleep(0.01)
            yield os.getpid()

    given = apart(work, stop)
    process = next(given)
    stop.set()
    assert list(given) == []
    if forks:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_work_that_is_in_the_middle_ends_too_with_all_that_it_has_started() -> None:
    stop = Event()

    def work() -> Iterator[int]:
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        yield child
        time.sleep(60)

    given = apart(work, stop)
    child = next(given)
    Thread(target=stop.set).start()
    assert list(given) == []
    for _ in range(500):  # the system has been told; it takes its time
        if not _is_running(child):
            return
        time.sleep(0.01)
    raise AssertionError(f"process {child} is still there")


def test_a_process_that_dies_is_told() -> None:
    def work() -> Iterator[int]:
        yield 1
        os._exit(1)

    given = apart(work, Event())
    assert next(given) == 1
    with pytest.raises(ChildProcessError):
        next(given)


def test_a_lock_that_another_thread_holds_is_free_over_there() -> None:
    lock, held, done = Lock(), Event(), Event()

    def hold() -> None:
        with lock:
            held.set()
            done.wait(10)

    def work() -> Iterator[bool]:
        yield lock.locked()

    holder = Thread(target=hold)
    holder.start()
    held.wait(10)
    Timer(0.1, done.set).start()
    # The lock is ours while the process is forked, and so it is over there: nobody else has it.
    assert list(apart(work, Event(), lock)) == [True]
    assert done.is_set()
    assert not lock.locked()
    holder.join()


def _is_running(process: int) -> bool:
    """Whether a process is there; one that nobody has asked for its end does not count."""
    try:
        with open(f"/proc/{process}/stat") as file:  # noqa: PTH123 (a file of the system)
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
