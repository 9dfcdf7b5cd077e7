"""The concordance: what it says, and what is said of a wrong one."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus.concordance import Concordance, Row, read_concordance
from lawkb.corpus.corpus_toml import read_outline
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from tests.corpus_files import CASES, CORPUS
from tests.strategies import OUTLINE, SCHEME, addresses

_CASES = tomllib.loads((CASES / "concordance.toml").read_text(encoding="utf-8"))


def _written(folder: Path, lines: list[str]) -> Path:
    (folder / "concordance.tsv").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.mark.parametrize("case", _CASES["wrong"], ids=lambda case: case["why"])
def test_a_wrong_concordance_is_named_by_its_line(tmp_path: Path, case: dict[str, Any]) -> None:
    with pytest.raises(LawkbError) as caught:
        read_concordance(_written(tmp_path, case["lines"]), OUTLINE)
    assert caught.value.where == f"{tmp_path / 'concordance.tsv'}:{case['at']}"
    assert case["says"] in caught.value.what
    assert str(caught.value).count("\n") == 2


def test_what_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "concordance.tsv").write_bytes(b"2007\t2017\tremark\n\xff\xfe")
    with pytest.raises(LawkbError, match="save it as UTF-8"):
        read_concordance(tmp_path, OUTLINE)


def test_a_corpus_without_one_knows_of_no_moves(tmp_path: Path) -> None:
    assert read_concordance(tmp_path, OUTLINE) == Concordance()


def test_line_ends_of_windows_a_mark_in_front_and_remarks_are_no_matter(tmp_path: Path) -> None:
    lines = ["\ufeff# why", "2007\t2017\tremark\r", "16D\t16C\tit moved\r", ""]
    moves = read_concordance(_written(tmp_path, lines), OUTLINE).between("2007", "2017")
    assert moves.of(SCHEME.read("16D")) == SCHEME.read("16C")
    assert moves.why(SCHEME.read("16D1")) == "it moved"
    assert moves.why(SCHEME.read("16C")) is None


@pytest.mark.parametrize("case", _CASES["moves"], ids=lambda case: case["why"])
def test_a_provision_is_where_the_rows_say(case: dict[str, Any]) -> None:
    moves = _concordance([(SCHEME.read(a), SCHEME.read(b)) for a, b in case["rows"]])
    there = {a: moves.between("2007", "2017").of(SCHEME.read(a)) for a in case["places"]}
    assert {a: SCHEME.write(b) if b else "" for a, b in there.items()} == case["places"]


@given(
    st.lists(
        st.tuples(addresses(law=16) | addresses(law=17), addresses(law=16) | addresses(law=17)),
        unique_by=(lambda row: row[0], lambda row: row[1]),
        max_size=4,
    ),
    addresses(law=16) | addresses(law=17),
)
def test_there_and_back_is_the_same_provision(
    rows: list[tuple[Address, Address]], address: Address
) -> None:
    known = _concordance(rows)
    for place in (address, *(old for old, _ in rows)):
        there = known.between("2007", "2017").of(place)
        if there is not None:
            assert known.between("2017", "2007").of(there) == place
    assert all(known.between("2007", "2017").of(old) == new for old, new in rows)


def test_the_concordance_of_the_corpus_says_what_law_47_cites_in_both_editions() -> None:
    outline = read_outline(CORPUS)
    known = read_concordance(CORPUS, outline)
    assert [[outline.scheme.write(a) for _, a in row.addresses] for row in known.rows] == [
        ["16D", "16C"],
        ["53C", "53B"],
    ]
    assert all(row.remark.startswith("47") for row in known.rows)


def _concordance(rows: list[tuple[Address, Address]]) -> Concordance:
    return Concordance(tuple(Row((("2007", a), ("2017", b)), "moved") for a, b in rows))
