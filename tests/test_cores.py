import gc

import pytest

from lawkb.cores import on_all_cores, without_collecting


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
