"""The titles of laws that are not here, as editors write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawkb.corpus.subject_index import read_law_titles
from lawkb.errors import LawkbError
from tests.corpus_files import CORPUS, bridge_outline

HEAD = "edition\tlaw\tlanguage\ttitle\twords\n"


def test_a_title_has_words_by_which_people_look_for_it(tmp_path: Path) -> None:
    (tmp_path / "titles.tsv").write_text(HEAD + "\t68\ten\tClaims\tclaim|concede\n", "utf-8")
    (title,) = read_law_titles(tmp_path, bridge_outline())
    assert (title.edition, title.law.law, title.title) == ("2017", 68, "Claims")
    assert title.words == ("claim", "concede")


def test_without_the_file_there_are_none(tmp_path: Path) -> None:
    assert read_law_titles(tmp_path, bridge_outline()) == ()


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("\t999\ten\tClaims\t", "2017 has no Law 999"),
        ("\t68A\ten\tClaims\t", "68A is a part of a law"),
        ("\t68\txx\tClaims\t", "the code has no language 'xx'"),
        ("1900\t68\ten\tClaims\t", "there is no edition '1900'"),
        ("\t68\ten\t\t", "the title is empty"),
        ("\tx\ten\tClaims\t", "x is not the address of a provision"),
        ("\t68\ten\tClaims\t\n\t68\ten\tMore\t", "Law 68 has a title in this language already"),
    ],
)
def test_a_wrong_line_is_named(line: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "titles.tsv").write_text(f"{HEAD}{line}\n", encoding="utf-8")
    with pytest.raises(LawkbError) as caught:
        read_law_titles(tmp_path, bridge_outline())
    assert caught.value.what == what


def test_the_bridge_laws_have_both_titles_of_every_law_that_is_not_here() -> None:
    titles = read_law_titles(CORPUS, bridge_outline())
    for tag in ("el", "en"):
        numbers = {each.law.law for each in titles if each.language == tag}
        assert numbers == set(range(1, 94)) - {14, 20, 47, 57}
