from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.publish.views.law_rows import Key, merged

KEYS = st.integers(1, 9).map(lambda n: (Address((33, n)), None))
ORDERS = st.lists(st.lists(KEYS, unique=True, max_size=6), min_size=1, max_size=3)


def key(letter: int) -> Key:
    return Address((33, letter)), None


@given(ORDERS)
def test_the_rows_of_all_languages_are_there_once_and_those_of_the_first_keep_their_order(
    orders: list[list[Key]],
) -> None:
    rows = merged(orders)
    assert sorted(rows) == sorted({key for order in orders for key in order})
    assert [row for row in rows if row in orders[0]] == orders[0]


def test_what_only_the_second_language_has_stands_after_what_it_follows_there() -> None:
    first, second = [key(1), key(3), key(4)], [key(1), key(2), key(3), key(5)]
    assert merged([first, second]) == (key(1), key(2), key(3), key(5), key(4))
    assert merged([first, [key(2), key(1)]])[0] == key(2)
