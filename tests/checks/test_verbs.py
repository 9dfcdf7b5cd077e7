import pytest

from lawkb.checks.term_uses import is_verb, read_verb_signs, without_prefix
from lawkb.words.tokens import read_words

CASES = [
    ("The buoy is clearly marked in red.", "mark", "marked", True),
    ("The river was crossed at dawn.", "cross", "crossed", True),
    ("They mark the trees.", "mark", "mark", True),
    ("A forester must mark each tree.", "mark", "mark", True),
    ("He is there to mark the trees.", "mark", "mark", True),
    ("Two men, guarded by dogs, wait.", "guard", "guarded", False),
    ("The mark is red.", "mark", "mark", False),
    ("Return it to court within a week.", "court", "court", False),
    ("A tree with marks, must fall.", "mark", "marks", False),
    ("Marks are given.", "mark", "Marks", False),
]


@pytest.mark.parametrize(("text", "term", "word", "verbal"), CASES)
def test_a_verb_is_told_by_its_neighbours(text: str, term: str, word: str, verbal: bool) -> None:
    words = read_words(text, "en")
    (at,) = [n for n, each in enumerate(words) if each.text == word]
    assert is_verb(words, at, term, read_verb_signs("en")) == verbal


def test_a_language_without_signs_has_no_verbs() -> None:
    words = read_words("deve segnare gli alberi", "it")
    signs = read_verb_signs("it")
    assert not any(is_verb(words, at, "segno", signs) for at in range(len(words)))


@pytest.mark.parametrize(
    ("word", "bare"),
    [
        ("νεοεκλεγμενοσ", "εκλεγμενοσ"),
        ("νεοσ", "νεοσ"),
        ("παλαιοπωλησ", "πωλησ"),
        ("δασοσ", "δασοσ"),
    ],
)
def test_a_beginning_that_is_an_adjective_is_left_out(word: str, bare: str) -> None:
    assert without_prefix(word, "el") == bare
