"""The layout of an index: what changes is written anew, and what is passed over stays bounded."""

from hypothesis import given
from hypothesis import strategies as st

from lawkb.search.layout import Layout, plan, runs_of

# Laws of a row of states, each with the number of its documents and a version.
UNITS = [f"2017 {number}" for number in range(1, 31)]
STATES = st.dictionaries(st.sampled_from(UNITS), st.tuples(st.integers(1, 9), st.integers(0, 1)))
Held = dict[str, tuple[int, int]]
EMPTY = Layout({}, ())


@given(st.lists(STATES, max_size=25))
def test_a_layout_holds_what_it_should_and_not_much_more(states: list[Held]) -> None:
    layout, before = EMPTY, dict[str, tuple[int, int]]()
    for state in states:
        changed = _changed(before, state)
        planned = plan(layout, tuple(state), changed)
        assert changed <= set(planned.written)
        layout, before = planned.layout(_documents(planned.written, state)), state
        assert [(run.unit, run.count) for run in layout.runs] == [
            (unit, count) for unit, (count, _) in state.items()
        ]
        assert len(layout.sizes) <= 8
        assert layout.size >= 0.75 * sum(layout.sizes.values())
        _assert_apart(layout)


def test_one_law_of_many_is_written_alone() -> None:
    state = dict.fromkeys(UNITS, (3, 0))
    layout = plan(EMPTY, tuple(state), set(state)).layout(_documents(tuple(state), state))
    planned = plan(layout, tuple(state), {"2017 7"})
    assert planned.written == ("2017 7",)
    assert planned.sizes == {0: 90}


def test_nothing_is_written_when_a_law_goes_or_the_order_changes() -> None:
    state = dict.fromkeys(UNITS, (3, 0))
    layout = plan(EMPTY, tuple(state), set(state)).layout(_documents(tuple(state), state))
    planned = plan(layout, tuple(reversed(UNITS[1:])), ())
    assert planned.written == ()
    assert [run.unit for run in planned.layout(()).runs] == UNITS[:0:-1]


def test_documents_in_a_row_are_one_run() -> None:
    runs = runs_of(["2017 1", "2017 1", "2017 2"], 4)
    assert [(run.first, run.count, run.segment) for run in runs] == [(0, 2, 4), (2, 1, 4)]


def _changed(before: Held, after: Held) -> set[str]:
    return {unit for unit, held in after.items() if before.get(unit) != held}


def _documents(units: tuple[str, ...], state: Held) -> list[str]:
    return [unit for unit in units for _ in range(state[unit][0])]


def _assert_apart(layout: Layout) -> None:
    """No document is in two runs, and none is outside its segment."""
    for segment, size in layout.sizes.items():
        held = [n for _, run in layout.of_segment(segment) for n in _span(run.first, run.count)]
        assert len(held) == len(set(held))
        assert all(0 <= number < size for number in held)


def _span(first: int, count: int) -> range:
    return range(first, first + count)
