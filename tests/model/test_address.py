"""Promise 3: address ⇄ canonical writing ⇄ eId ⇄ URL fragment is a bijection."""

from __future__ import annotations

import pickle
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Level, Scheme, largest_ordinal, ordinal, write_ordinal
from tests.strategies import SCHEME, addresses

CASES = tomllib.loads((Path(__file__).parents[1] / "cases/model/addresses.toml").read_text("utf-8"))
# Another code: articles with numbered paragraphs, lettered points and nothing below.
ARTICLES = Scheme(
    (
        Level("article", "arabic", "Article {}", "{}"),
        Level("paragraph", "arabic", "{}.", "({})"),
        Level("point", "lower", "({})", "({})"),
    )
)


@pytest.mark.parametrize("case", CASES["address"], ids=lambda case: case["written"])
def test_an_address_has_the_writing_id_and_fragment_of_its_case(case: dict[str, Any]) -> None:
    address = Address(tuple(case["path"]))
    assert SCHEME.write(address) == case["written"], case["why"]
    assert SCHEME.eid(address) == case["eid"], case["why"]
    assert SCHEME.fragment(address) == case["fragment"], case["why"]


@given(addresses())
def test_every_rendering_of_an_address_reads_back_to_it(address: Address) -> None:
    eid = SCHEME.eid(address)
    assert SCHEME.read(SCHEME.write(address)) == address
    assert SCHEME.address_of_eid(eid) == address
    assert eid.isascii()
    assert SCHEME.fragment(address).isascii()


def test_no_two_addresses_share_a_rendering() -> None:
    few = [
        Address(path[: len(path) - path[::-1].index(next(n for n in path[::-1] if n))])
        for path in product((1, 14, 1111), (0, 1, 9, 27), (0, 1, 4), (0, 1, 9, 243), (0, 1, 5, 9))
    ]
    distinct = set(few)
    assert len({SCHEME.write(address) for address in distinct}) == len(distinct)
    assert len({SCHEME.eid(address) for address in distinct}) == len(distinct)
    assert len({(a.law, SCHEME.fragment(a)) for a in distinct}) == len(distinct)
    assert {SCHEME.read(SCHEME.write(address)) for address in distinct} == distinct


@given(st.lists(st.integers(0, 40), max_size=2), st.integers(1, 400))
def test_another_code_has_the_same_bijection(below: list[int], law: int) -> None:
    path = [law, *below]
    while path[-1] == 0:
        path.pop()
    address = Address(tuple(path))
    assert ARTICLES.read(ARTICLES.write(address)) == address
    assert ARTICLES.address_of_eid(ARTICLES.eid(address)) == address
    ARTICLES.fragment(address)  # raises an error when it does not read back


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["text"])
def test_what_is_no_address_is_refused(case: dict[str, str]) -> None:
    with pytest.raises(LawkbError):
        SCHEME.read(case["text"])


@pytest.mark.parametrize("case", CASES["refused_eid"], ids=lambda case: case["eid"])
def test_what_is_no_id_is_refused(case: dict[str, str]) -> None:
    with pytest.raises(LawkbError):
        SCHEME.address_of_eid(case["eid"])


@given(st.text(max_size=12))
def test_any_text_is_an_address_or_refused_in_three_lines(text: str) -> None:
    for read in (SCHEME.read, SCHEME.address_of_eid):
        try:
            assert read(text).law
        except LawkbError as error:
            assert error.what and error.hint


@given(addresses(), st.integers(1, 999_999))
def test_what_follows_the_number_of_a_law_is_the_same_for_each(address: Address, law: int) -> None:
    other = Address((law, *address.path[1:]))
    assert SCHEME.fragment(address) == SCHEME.fragment(other)
    for write, before in ((SCHEME.write, ""), (SCHEME.eid, "rule_")):
        own = write(address).removeprefix(f"{before}{address.law}")
        assert write(other) == f"{before}{law}{own}"
    assert SCHEME.read(SCHEME.write(other)) == other


@given(st.sampled_from(SCHEME.levels), st.data())
def test_an_ordinal_reads_back_from_its_token(level: Level, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, largest_ordinal(level.numbering)))
    assert ordinal(level.numbering, write_ordinal(level.numbering, n)) == n


def test_roman_numerals_are_written_as_lists_show_them() -> None:
    """The numbered list of a Word file goes on after 39, the last that a label may have."""
    shown = [write_ordinal("roman", n) for n in (4, 39, 40, 49, 90, 1999, 3888)]
    assert shown == ["iv", "xxxix", "xl", "xlix", "xc", "mcmxcix", "mmmdccclxxxviii"]


@given(addresses())
def test_parents_lead_up_to_the_law_and_hold_what_is_below(address: Address) -> None:
    above = address.ancestors()
    assert (above[-1] if above else address).path == (address.law,)
    assert all(each.holds(address) and not address.holds(each) for each in above)
    if above:
        assert above[0].child(address.depth, address.path[-1]) == address


@given(addresses(law=47), addresses(law=47))
def test_addresses_sort_as_the_laws_run(one: Address, other: Address) -> None:
    assert (one < other) == (one.path < other.path)
    if one != other and one.holds(other):
        assert one < other


@pytest.mark.parametrize("path", [(), (0,), (47, 0), (0, 1), (47, -1), (47, -1, 2)])
def test_a_path_that_names_nothing_is_no_address(path: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not an address"):
        Address(path)


@given(addresses())
def test_what_was_written_once_is_written_so_again_and_stays_in_this_process(
    address: Address,
) -> None:
    kept, fresh = Scheme(SCHEME.levels), Scheme(SCHEME.levels)
    for write in (Scheme.write, Scheme.eid, Scheme.fragment):
        assert write(kept, address) == write(kept, address) == write(fresh, address)
    assert kept == fresh
    assert pickle.dumps(kept) == pickle.dumps(Scheme(SCHEME.levels))
    assert pickle.loads(pickle.dumps(kept)).write(address) == kept.write(address)
