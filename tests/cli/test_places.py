"""Addresses are read as people type them, and as the commands print them."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.cli.commands import cli
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.label import label
from lawkb.references.typed_address import Place, typed_places
from lawkb.search import Question, jump
from tests.corpus_files import CORPUS, EXAMPLES, bridge_code, code_in


@cache
def all_codes() -> list[Code]:
    return [bridge_code(), *(code_in(folder) for folder in sorted(EXAMPLES.glob("*/corpus")))]


@cache
def held_places() -> list[tuple[Code, str, Address]]:
    return [
        (code, law.edition, provision.address)
        for code in all_codes()
        for law in code.laws.values()
        for provision in law.provisions()
    ]


def written(code: Code, edition: str, address: Address) -> list[str]:
    """The ways in which the commands print a provision, without its edition."""
    labels = (label(address, code.outline.scheme, each) for each in code.outline.languages)
    return [code.outline.scheme.write(address), *labels]


@given(st.deferred(lambda: st.sampled_from(held_places())))
def test_what_is_printed_for_a_provision_is_read_as_that_provision(
    held: tuple[Code, str, Address],
) -> None:
    code, edition, address = held
    for name in written(code, edition, address):
        assert typed_places((name,), code) == (Place(None, address),)
        for named in (f"{edition} {name}", f"{edition}:{name}", f"{name} ({edition})"):
            assert typed_places((named,), code) == (Place(edition, address),)
            assert typed_places(named.split(), code) == (Place(edition, address),)


@given(
    st.deferred(lambda: st.lists(st.sampled_from(held_places()), min_size=2, max_size=5)), st.data()
)
def test_a_list_with_commas_is_read_as_its_provisions(
    held: list[tuple[Code, str, Address]], data: st.DataObject
) -> None:
    code = held[0][0]
    same = [(edition, address) for of, edition, address in held if of is code]
    names, places = [], []
    for edition, address in same:
        named = data.draw(st.booleans())
        name = code.outline.scheme.write(address)
        names.append(f"{edition} {name}" if named else name)
        places.append(Place(edition if named else None, address))
    assert typed_places((", ".join(names),), code) == tuple(places)


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("47 48", ["47", "48"]),
        ("47 20", ["47", "20"]),
        ("47 48 20", ["47", "48", "20"]),
        ("47E 48", ["47E", "48"]),
        ("16B 47E", ["16B", "47E"]),
        ("47 E 2 (a)", ["47E2(a)"]),
        ("47 ε 2 β", ["47E2(b)"]),
        ("47 E 9", ["47E9"]),  # not held, but E is no address
        ("47E 2", ["47E2"]),  # held
        ("Law 47 E 2 (a)", ["47E2(a)"]),
        ("Νόμος 47Ε2(α)", ["47E2(a)"]),
        ("2007 47B", ["2007:47B"]),
        ("47B 2007", ["2007:47B"]),
        ("2007:47B 47E1", ["2007:47B", "47E1"]),
        ("47E1 2007 47B", ["47E1", "2007:47B"]),
        ("14B2, 14B3, 2007 47B", ["14B2", "14B3", "2007:47B"]),
        ("definitions", []),
        ("47 definitions", []),
        ("47,", []),
    ],
)
def test_several_addresses_are_several(words: str, read: list[str]) -> None:
    write = all_codes()[0].outline.scheme.write
    for typed in ((words,), tuple(words.split())):
        places = typed_places(typed, all_codes()[0])
        assert read == [
            f"{place.edition}:{write(place.address)}" if place.edition else write(place.address)
            for place in places
        ]


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    monkeypatch.setenv("LAWKB_CORPUS", str(CORPUS))

    def call(*words: str) -> tuple[int, str, str]:
        code = cli.main(list(words), standalone_mode=False)
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


def test_show_shows_each_of_several_and_says_which_is_not_there(run: Any) -> None:
    code, out, err = run("show", "47E1", "99", "2007", "47B", "--format", "json")
    record = json.loads(out)
    shown = [(each["edition"], each["address"]) for each in record["provisions"]]
    assert ("2017", "47E1") in shown
    assert ("2007", "47B") in shown
    assert code == 1
    code, out, err = run("show", "47E1", "99", "2007:47B")
    assert "47E1" in out and "edition 2007" in out and "47B" in out
    assert "there is no Law 99: 2017 has 1 to 93" in err
    assert code == 1


def test_an_address_that_names_an_edition_goes_with_no_other(run: Any) -> None:
    assert run("show", "2007 47B", "--edition", "2007", "--format", "json")[0] == 0
    with pytest.raises(LawkbError, match="names another: 2007 47B"):
        run("show", "2007 47B", "--edition", "2017")
    with pytest.raises(LawkbError, match="these are 2 addresses"):
        run("refs", "47", "48")


def test_refs_takes_what_it_prints(run: Any) -> None:
    code, out, _ = run("refs", "2007 47B", "--cites")
    assert "2007 47B  it" in out
    assert code == 0


@pytest.mark.parametrize("query", ["47 20", "47, 20", "47E 20"])
def test_a_search_for_several_addresses_finds_each(query: str) -> None:
    found = jump(all_codes()[0], Question(query))
    assert found is not None
    assert [hit.rank for hit in found.hits] == [1, 2]
    assert [hit.address for hit in found.hits] == query.replace(",", "").split()
