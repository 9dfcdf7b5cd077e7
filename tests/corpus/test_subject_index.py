"""The editors' index of subjects: what it says, and what is said of a wrong one."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from lawkb.corpus.subject_index import read_subject_index
from lawkb.errors import LawkbError
from lawkb.pipeline import read_code
from tests.corpus_files import CASES, CORPUS
from tests.publish.sample_code import sample_code
from tests.strategies import SCHEME

_CASES = tomllib.loads((CASES / "subject_index.toml").read_text(encoding="utf-8"))
HEAD = "language\tedition\tentry\tsubentry\taddresses\tsee\n"


@pytest.mark.parametrize("case", _CASES["wrong"], ids=lambda case: case["why"])
def test_a_wrong_index_is_named_by_its_line(tmp_path: Path, case: dict[str, Any]) -> None:
    (tmp_path / "index.tsv").write_text("\n".join(case["lines"]), encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        read_subject_index(tmp_path, sample_code())
    assert caught.value.where == f"{tmp_path / 'index.tsv'}:{case['at']}"
    assert case["says"] in caught.value.what
    assert str(caught.value).count("\n") == 2


def test_a_row_has_its_provisions_and_what_to_see(tmp_path: Path) -> None:
    rows = "# situations\nen\t\tcard\twithdrawn\t33A 33B1\t\nen\t2017\tplay\t\t59\tcard | card\n"
    (tmp_path / "index.tsv").write_text(HEAD + rows, encoding="utf-8")
    card, play = read_subject_index(tmp_path, sample_code())
    assert (card.edition, card.entry, card.subentry) == ("2017", "card", "withdrawn")
    assert [SCHEME.write(address) for address in card.addresses] == ["33A", "33B1"]
    assert (play.addresses, play.see) == ((SCHEME.read("59"),), ("card", "card"))


def test_a_corpus_without_the_file_has_no_entries(tmp_path: Path) -> None:
    assert read_subject_index(tmp_path, sample_code()) == ()


def test_the_real_index_has_the_situations_of_the_table_in_both_languages() -> None:
    rows = read_subject_index(CORPUS, read_code(CORPUS))
    for tag in ("el", "en"):
        own = [row for row in rows if row.language == tag]
        assert len(own) >= 25
        assert {address.law for row in own for address in row.addresses} >= {14, 20, 47, 57}
    by_language = {
        tag: {address for row in rows if row.language == tag for address in row.addresses}
        for tag in ("el", "en")
    }
    assert by_language["el"] == by_language["en"]
