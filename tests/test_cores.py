from lawkb.cores import on_all_cores


def test_many_things_come_back_in_their_order() -> None:
    many = tuple(range(3000))
    assert on_all_cores(str, many) == [str(n) for n in many]


def test_few_things_are_done_here() -> None:
    assert on_all_cores(str, (1, 2)) == ["1", "2"]
