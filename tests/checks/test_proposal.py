"""What a comment asks for, word by word: the cases of the statuses, and what must always hold."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus.laws import read_code
from lawkb.editorial.comment_status import proposed_changes
from lawkb.history.changes import DiffPiece
from lawkb.model.address import Address
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.passage import Passage
from tests.corpus_files import CASES, CORPUS

CHANGES = tomllib.loads((CASES / "proposals.toml").read_text(encoding="utf-8"))["cases"]
WORDS = st.lists(st.sampled_from("ένα (όχι φύλλο) χέρι, το τον παίκτη A/B —".split()), max_size=9)


def _change(text: str, quote: str, remark: str = "") -> tuple[DiffPiece, ...]:
    place = Address((57, 3))
    root = Provision(Address((57,)), "", None, (Provision(place, "Γ.", None, (Passage(text),)),))
    law = Law("2017", "el", root, Origin("wiki", "law_57", "0" * 64))
    said = f"Γ: {quote}\n{remark}"
    return proposed_changes(Comment("Τάκης", "2017", said, place, quote or None), law)


@pytest.mark.parametrize("case", CHANGES, ids=lambda case: case["why"])
def test_a_change_is_what_its_case_says(case: dict[str, str]) -> None:
    found = _change(case["provision"], case["quote"], case["remark"])
    marks = {"same": "{}", "gone": "[-{}-]", "new": "[+{}+]"}
    assert " ".join(marks[each.kind].format(each.text) for each in found) == case["change"]


def test_the_comment_on_law_57_shows_exactly_the_words_that_were_deleted() -> None:
    law = read_code(CORPUS).laws["2017", "el", 57]
    changes = proposed_changes(law.comments[0], law)
    changed = [(each.kind, each.text) for each in changes if each.kind != "same"]
    assert changed == [("gone", "(όχι όμως μια έξοδος)")]


@given(WORDS, WORDS, WORDS)
def test_kept_and_deleted_words_are_the_quote(
    text: list[str], quote: list[str], remark: list[str]
) -> None:
    found = _change(" ".join(text) or "x", " ".join(quote), " ".join(remark))
    if found:
        told = [word for each in found if each.kind != "new" for word in each.text.split()]
        assert told == quote
