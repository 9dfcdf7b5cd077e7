import gc
import subprocess
import sys
from functools import partial

import pytest

from lawkb.cores import begun, on_all_cores, without_collecting
from lawkb.errors import LawkbError


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


def test_begun_work_gives_what_it_makes_once_it_is_asked_for() -> None:
    waits = [begun(partial(pow, n, 2)) for n in range(4)]
    assert [wait() for wait in waits] == [0, 1, 4, 9]


def test_what_begun_work_raises_is_raised_where_it_is_asked_for() -> None:
    wait = begun(partial(_refuse, "law_57"))
    with pytest.raises(LawkbError) as error:
        wait()
    assert error.value.where == "law_57"


def test_a_process_that_fails_does_not_wait_for_what_it_began() -> None:
    program = (
        "from lawkb.cores import begun; wait = begun(lambda: 'x' * 10**7); raise SystemExit(3)"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 3


def _refuse(where: str) -> None:
    raise LawkbError(where, "it cannot be read", "mend it")
