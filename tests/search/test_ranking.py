"""Ranking: what a Director expects first, on laws made for the purpose."""

from pathlib import Path

import pytest

from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.model.law import Comment, Law, Origin, Provision
from lawkb.model.passage import Note, Passage
from lawkb.references.find import find_references
from tests.search.asking import search_code
from tests.strategies import OUTLINE, SCHEME


def _passage(text: str, note: str = "") -> Passage:
    references = find_references(text, read_language("en"), SCHEME, None)
    return Passage(text, (Note(0, "1", note),) if note else (), references)


def _law(number: int, text: str, *, heading: str = "", note: str = "", comment: str = "") -> Law:
    root = Provision(
        Address((number,)),
        "",
        _passage(heading) if heading else None,
        body=(_passage(text, note),),
    )
    said = (Comment("A. B.", "2017-06-30T14:14", comment),) if comment else ()
    return Law("2017", "en", root, Origin("wiki", f"law_{number}", "0" * 64), comments=said)


def _found(laws: tuple[Law, ...], query: str, folder: Path) -> list[Ordinal]:
    code = Code(OUTLINE, {("2017", "en", law.root.address.law): law for law in laws})
    hits = search_code(code, folder, query).hits
    return [OUTLINE.scheme.read(hit.address).law for hit in hits if hit.address]


def test_heading_text_notes_comments_is_the_order(tmp_path: Path) -> None:
    laws = (
        _law(1, "nothing", comment="a revoke"),
        _law(2, "nothing", note="a revoke"),
        _law(3, "a revoke"),
        _law(4, "nothing", heading="A revoke"),
    )
    assert _found(laws, "revoke", tmp_path) == [4, 3, 2, 1]


@pytest.mark.parametrize("zone", ["heading", "note", "comment"])
def test_the_very_form_comes_before_an_inflected_one(zone: str, tmp_path: Path) -> None:
    laws = (_law(1, "x", **{zone: "two revokes"}), _law(2, "x", **{zone: "one revoke"}))
    assert _found(laws, "revoke", tmp_path) == [2, 1]


def test_an_inflected_word_of_the_text_comes_before_the_very_form_in_a_note(tmp_path: Path) -> None:
    laws = (_law(1, "nothing", note="a revoke"), _law(2, "two revokes"))
    assert _found(laws, "revoke", tmp_path) == [2, 1]


def test_words_that_stand_together_come_before_scattered_ones(tmp_path: Path) -> None:
    laws = (
        _law(1, "a card may bring a penalty; a penalty for a card, a card, a penalty"),
        _law(2, "they are penalty cards"),
        _law(3, "it is a penalty card"),
    )
    assert _found(laws, "penalty card", tmp_path) == [3, 2, 1]


def test_common_words_count_where_words_stand_together(tmp_path: Path) -> None:
    laws = (_law(1, "a turn is out, and then the lead"), _law(2, "a lead out of turn"))
    assert _found(laws, "lead out of turn", tmp_path) == [2, 1]


def test_together_in_the_text_comes_before_half_in_the_heading(tmp_path: Path) -> None:
    laws = (
        _law(1, "a penalty is due", heading="The card"),
        _law(2, "it is a penalty card"),
        _law(3, "nothing", heading="The card of a penalty"),
    )
    assert _found(laws, "penalty card", tmp_path) == [3, 2, 1]


def test_the_text_together_comes_before_a_comment_together(tmp_path: Path) -> None:
    laws = (_law(1, "x", comment="a penalty card"), _law(2, "a card with a penalty"))
    assert _found(laws, "penalty card", tmp_path) == [2, 1]


def test_equal_laws_stand_in_their_order(tmp_path: Path) -> None:
    laws = tuple(_law(number, "a revoke") for number in (9, 2, 21))
    assert _found(laws, "revoke", tmp_path) == [2, 9, 21]
    assert _found(laws, "NOT card", tmp_path) == [2, 9, 21]


def test_more_of_a_word_comes_before_less(tmp_path: Path) -> None:
    laws = (_law(1, "a revoke"), _law(2, "a revoke is a revoke"))
    assert _found(laws, "revoke", tmp_path) == [2, 1]


def test_a_word_of_the_same_spelling_comes_before_a_near_one(tmp_path: Path) -> None:
    laws = (_law(1, "a revolt"), _law(2, "a revoke"), _law(3, "to revote"))
    assert _found(laws, "revoke~2", tmp_path) == [2, 1, 3]


def test_an_address_comes_first_and_what_cites_it_follows(tmp_path: Path) -> None:
    laws = (_law(3, "a card, see Law 7"), _law(7, "a card"))
    assert _found(laws, "card Law 7", tmp_path) == [7, 3]


def test_what_must_not_be_there_is_left_out_though_an_earlier_law_has_it(tmp_path: Path) -> None:
    laws = (_law(1, "a lead"), _law(2, "a card and a lead"), _law(3, "a card"))
    assert _found(laws, "card NOT lead", tmp_path) == [3]


def test_a_phrase_is_near_a_word_though_it_begins_farther_away(tmp_path: Path) -> None:
    laws = (_law(1, "the penalty card of a player"), _law(2, "a player and so on, a penalty card"))
    assert _found(laws, '"the penalty card" NEAR/2 player', tmp_path) == []
    assert _found(laws, '"penalty card" NEAR/3 player', tmp_path) == [1]
    assert _found(laws, 'player NEAR/3 "the penalty card"', tmp_path) == [1]


def test_cited_by_finds_what_a_provision_cites(tmp_path: Path) -> None:
    laws = (_law(3, "a card, see Laws 7 and 9"), _law(7, "a card"), _law(9, "see Law 3"))
    assert _found(laws, "cited-by:3", tmp_path) == [7, 9]
    assert _found(laws, "cited-by:9 card", tmp_path) == [3]
    assert _found(laws, "cites:7", tmp_path) == [3]


def test_words_near_one_another_come_behind_those_together_and_before_scattered_ones(
    tmp_path: Path,
) -> None:
    far = "and so on and so forth and on and on"
    laws = (
        _law(1, f"a penalty, {far}, a card"),
        _law(2, "a card brings a penalty"),
        _law(3, "it is a penalty card"),
    )
    assert _found(laws, "penalty card", tmp_path) == [3, 2, 1]


def test_near_in_the_text_comes_before_half_in_the_heading(tmp_path: Path) -> None:
    laws = (_law(1, "a penalty is due", heading="The card"), _law(2, "a penalty of a card"))
    assert _found(laws, "penalty card", tmp_path) == [2, 1]


def test_a_heading_that_begins_with_the_words_comes_before_one_that_has_them(
    tmp_path: Path,
) -> None:
    laws = (
        _law(1, "x", heading="Review and explanation of calls"),
        _law(2, "x", heading="Explanation of calls and of play"),
    )
    assert _found(laws, "explanation of calls", tmp_path) == [2, 1]
    assert _found(laws, '"explanation of calls"', tmp_path) == [2, 1]
