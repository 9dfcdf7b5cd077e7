"""What is left unread of a text holds no reference, and costs nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.model.language import read_language
from lawkb.references.find import find_references, read_candidates
from lawkb.references.grammar import read_grammar
from lawkb.references.tokenizer import is_ordinary_text, normalize_text, ordinary_characters
from tests.references.mixtures import PLACES, TEXTS
from tests.strategies import LANGUAGES, SCHEME

# No word of any language's tables.
_UNKNOWN = "xyzzy " * 20


@given(TEXTS, st.sampled_from(LANGUAGES), PLACES)
def test_a_text_read_in_stretches_says_what_it_says_read_whole(
    text: str, lang: str, citing: Address | None
) -> None:
    """A text with a zero-width character in it is read from end to end."""
    language = read_language(lang)
    whole = text + "\u200b"
    assert not is_ordinary_text(whole)
    found = find_references(text, language, SCHEME, citing)
    assert found == find_references(whole, language, SCHEME, citing)


@given(TEXTS, st.sampled_from(LANGUAGES), PLACES)
def test_words_before_a_text_change_nothing_in_it(
    text: str, lang: str, citing: Address | None
) -> None:
    language = read_language(lang)
    alone = find_references(text, language, SCHEME, citing)
    found = find_references(_UNKNOWN + text, language, SCHEME, citing)
    assert found == tuple(reference.shifted(len(_UNKNOWN)) for reference in alone)


@given(st.text(st.sampled_from(sorted(ordinary_characters()))))
def test_an_ordinary_text_is_normalised_as_every_text_is(text: str) -> None:
    """A soft hyphen has no plain form, so that the rest of the text is taken one by one."""
    fast, slow = normalize_text(text), normalize_text(text + "\u00ad")
    assert fast.text == slow.text
    assert (tuple(fast.starts), tuple(fast.ends)) == (slow.starts, slow.ends)


def test_familiar_characters_are_ordinary_and_marks_are_none() -> None:
    assert is_ordinary_text("Ο Νόμος 16Γ2 — «βλ. §1» l’atout ♠♥ Ω ᾳ ё 5–6\n")
    for strange in (
        "a\u0301",
        "\u00ad",
        "©",
        "x²",
        "ß",
        "**a**",
        "//a//",
        "__a__",
        "''a''",
        "[[a|",
    ):
        assert not is_ordinary_text(strange)


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("The player on his left faces his hand.", []),
        ("It is not in the hand, and to a player it was given.", []),
        ("The player (see Law 16) may call.", ["Law 16 ) may"]),
        ("See Law 5 or the board, then 16 cards in 2 rows.", ["Law 5 or the board", "in 2 rows"]),
        ("Of all players this law speaks.", ["this law speaks"]),
        ("Points (a) and (b) above remain as they stood.", ["Points ( a ) and ( b ) above remain"]),
        ("See Law 16\n\nB above.", ["Law 16 \n\n"]),
    ],
)
def test_a_stretch_begins_at_an_opening_and_ends_at_an_unknown_word(
    text: str, candidates: list[str]
) -> None:
    read = read_candidates(text, read_grammar(read_language("en"), SCHEME))
    assert [" ".join(token.text for token in tokens[:-1]) for tokens in read] == candidates
