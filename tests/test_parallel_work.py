import gc
import os
import signal
import time
from pathlib import Path
from threading import Lock

import pytest

from lawkb.parallel_work import cores, on_all_cores, on_one_core, one_by_one, without_collecting


def test_many_things_come_back_in_their_order() -> None:
    many = tuple(range(3000))
    assert on_all_cores(str, many) == [str(n) for n in many]


def test_few_things_are_done_here() -> None:
    assert on_all_cores(str, (1, 2)) == ["1", "2"]


def test_a_fault_in_another_process_is_raised_here() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        on_all_cores(int, ["1"] * 2000 + ["x"])


def test_garbage_is_collected_again_after_a_great_build() -> None:
    with pytest.raises(KeyError), without_collecting():
        assert not gc.isenabled()
        raise KeyError
    assert gc.isenabled()


def test_what_cannot_be_sent_is_shared_all_the_same() -> None:
    lock = Lock()  # no process can be sent one
    many = tuple(range(300))
    assert on_all_cores(lambda n: (n, lock.locked()), many, few=2) == [(n, False) for n in many]


def test_whoever_leaves_the_other_cores_alone_works_here() -> None:
    with on_one_core():
        assert cores() == 1
        assert set(on_all_cores(lambda _: os.getpid(), range(99), few=2)) == {os.getpid()}
        assert set(on_all_cores(_process, range(99), few=2)) == {os.getpid()}


def test_a_process_that_shares_work_begins_no_others() -> None:
    assert set(on_all_cores(lambda _: cores(), range(99), few=2)) == {1}


def test_a_process_that_shares_work_leaves_the_answer_to_ctrl_c_to_the_one_that_began_it() -> None:
    told = on_all_cores(lambda _: signal.getsignal(signal.SIGINT), range(99), few=2)
    assert set(told) == {signal.SIG_IGN}


def _process(_: int) -> int:
    return os.getpid()


def test_only_some_results_are_made_before_they_are_read(tmp_path: Path) -> None:
    """What is written and forgotten never fills the memory."""

    def made(number: int) -> int:
        (tmp_path / str(number)).touch()
        return number

    results = one_by_one(made, range(4_000))
    assert next(results) == 0
    time.sleep(0.5)
    assert len(list(tmp_path.iterdir())) <= 4_000 // 2
    assert list(results) == [*range(1, 4_000)]
