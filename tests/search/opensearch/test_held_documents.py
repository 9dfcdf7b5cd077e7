"""What an index has before a load is found by id once, in any order, and what is left is told."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.search.opensearch.loading import held_documents

_IDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
_HELD = st.dictionaries(_IDS, st.tuples(st.text("0af", max_size=3), st.integers(0, 2**62)))


@given(_HELD, _HELD, st.lists(st.tuples(st.sampled_from(("old", "new")), _IDS)))
def test_documents_are_taken_once_and_the_others_are_left(
    old: dict[str, tuple[str, int]],
    new: dict[str, tuple[str, int]],
    wanted: list[tuple[str, str]],
) -> None:
    known = {"old": old, "new": new}
    rows = {alias: [(each, *held) for each, held in own.items()] for alias, own in known.items()}
    with held_documents(rows) as held:
        for alias, identifier in wanted:
            assert held.take(alias, identifier) == known[alias].pop(identifier, None)
        places = [place for own in known.values() for _, place in own.values()]
        assert held.last_place() == max(places, default=0)
        left = [(alias, identifier) for alias, own in known.items() for identifier in own]
        assert sorted(held.left()) == sorted(left)


def test_a_full_disk_is_reported() -> None:
    with pytest.raises(LawkbError, match="TMPDIR"), held_documents({}):
        raise sqlite3.OperationalError("database or disk is full")
