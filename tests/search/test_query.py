"""Queries: any text becomes a tree or nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.errors import LawkbError
from lawkb.model.language import read_language
from lawkb.references.find import find_references
from lawkb.search.query.nodes import And, Cited, Node, Or, Phrase, Word, leaves, written
from lawkb.search.query.parser import LONGEST_QUERY, parse_query
from tests.strategies import LANGUAGES, SCHEME
from tests.words.test_tokens import TYPED

READ = tuple(read_language(code) for code in LANGUAGES)


@pytest.mark.parametrize(
    ("query", "meaning"),
    [
        ("penalty card", "penalty AND card"),
        ("the penalty of a card", "penalty AND card"),
        ("card card", "card"),
        ("the", "the"),
        ('"opening lead" dummy', '"opening lead" AND dummy'),
        ("«τιμωρημένο φύλλο»", '"τιμωρημένο φύλλο"'),
        ("“penalty card”", '"penalty card"'),
        ("16Γ φύλλο", "16C AND φύλλο"),
        ("Νόμος 16Γ φύλλο", "16C AND φύλλο"),
        ("card 47E2(a)", "card AND 47E2(a)"),
        ("16c card", "(16C OR 16c) AND card"),
        ("13 cards", "13 AND cards"),
        ("player’s card", "player AND card"),
        ("l’avversario", "avversario"),
    ],
)
def test_a_query_means(query: str, meaning: str) -> None:
    tree = _parsed(query)
    assert tree
    assert written(tree) == meaning


@pytest.mark.parametrize("query", ["", " ", "…", "-", ". ; !", "\u0301", "\x00", "\udc80"])
def test_a_query_without_a_word_means_nothing(query: str) -> None:
    assert _parsed(query) is None


def test_a_word_is_read_in_every_language() -> None:
    tree = _parsed("φύλλα")
    assert isinstance(tree, Word)
    assert {form.language for form in tree.forms} == set(LANGUAGES)
    assert {form.stem for form in tree.forms} == {"φυλλ"}


def test_the_words_of_a_phrase_keep_their_form() -> None:
    tree = _parsed('"see Law 16C"')
    assert isinstance(tree, Phrase)
    assert [form.exact for form in tree.words("en")] == ["see", "law", "§16c"]


def test_an_address_in_a_query_is_cited() -> None:
    tree = _parsed("45Γ4(β) play")
    assert isinstance(tree, And)
    assert isinstance(tree.parts[0], Cited)
    assert SCHEME.write(tree.parts[0].address) == "45C4(b)"


def test_a_query_that_is_too_long_is_refused_in_three_lines() -> None:
    with pytest.raises(LawkbError) as refused:
        _parsed("α" * (LONGEST_QUERY + 1))
    assert str(refused.value).count("\n") == 2
    assert _parsed("α" * LONGEST_QUERY)


@given(st.text(max_size=LONGEST_QUERY) | TYPED)
def test_any_query_gives_a_tree_of_words_that_were_typed(query: str) -> None:
    try:
        tree = _parsed(query)
    except LawkbError as error:
        assert str(error).count("\n") == 2
        return
    for leaf in leaves(tree) if tree else ():
        assert isinstance(leaf, Cited) or leaf.text in query
    assert tree is None or not isinstance(tree, And | Or) or len(tree.parts) > 1


def _parsed(query: str) -> Node | None:
    return parse_query(query, READ, SCHEME)


_OPENINGS = (
    "Law Laws Νόμος Νόμο Articolo A Α Β (a) (α) i III first πρώτος one and και to έως section "
    "παράγραφο above this of - , "
).split()


@given(st.lists(st.sampled_from(_OPENINGS), max_size=8).map(" ".join))
def test_words_without_a_figure_hold_no_whole_address(query: str) -> None:
    for language in map(read_language, LANGUAGES):
        found = find_references(query, language, SCHEME, None)
        assert not [ref for ref in found if ref.form in ("absolute", "range") and ref.target]
