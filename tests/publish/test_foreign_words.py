import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.language import read_language
from lawkb.publish.strings import foreign_words, language_runs, mark_languages

LANGUAGES = tuple(read_language(tag) for tag in ("en", "el", "it"))


@pytest.mark.parametrize(
    ("around", "content", "marked"),
    [
        ("en", "<p>Law 16C</p>", "<p>Law 16C</p>"),
        (
            "en",
            "<p>it says 16Γ, never 16G</p>",
            '<p>it says <span lang="el">16Γ,</span> never 16G</p>',
        ),
        (
            "en",
            "<p>the words τον παρόντα Νόμο 47 say</p>",
            '<p>the words <span lang="el">τον παρόντα Νόμο 47</span> say</p>',
        ),
        (
            "el",
            "<p>με το <code>make site</code></p>",
            '<p>με το <code><span lang="">make site</span></code></p>',
        ),
        ("el", "<p>γράψτε <code>cites:16Γ</code></p>", "<p>γράψτε <code>cites:16Γ</code></p>"),
        ("el", '<a href="x">Νόμος</a> &amp; τέλος', '<a href="x">Νόμος</a> &amp; τέλος'),
    ],
)
def test_words_of_another_script_say_their_language(around: str, content: str, marked: str) -> None:
    assert mark_languages(content, read_language(around), LANGUAGES) == marked


@given(st.text(alphabet="aβ γd1(). \n", max_size=40), st.sampled_from(["en", "el"]))
def test_marking_changes_no_word(text: str, around: str) -> None:
    marked = mark_languages(text, read_language(around), LANGUAGES)
    assert re.sub(r"</?span[^>]*>", "", marked) == text


@pytest.mark.parametrize(
    ("around", "text", "foreign"),
    [
        ("el", "Κοινή σημείωση / shared note.", [("shared note.", "")]),
        ("en", "Κοινή σημείωση / shared note.", [("Κοινή σημείωση /", "el")]),
        ("en", "a card in Law 16Γ, see B1", [("16Γ,", "el")]),
        ("el", "βλέπε Νόμο 16B1 (iii) ή 47E, xii", []),
        ("en", "words alone: “these”, 1–2", []),
    ],
)
def test_foreign_words_of_a_law_are_told_and_labels_are_not(
    around: str, text: str, foreign: list[tuple[str, str]]
) -> None:
    pieces = list(foreign_words(text, read_language(around), LANGUAGES))
    assert [piece for piece in pieces if piece[1] is not None] == foreign
    assert "".join(words for words, _ in pieces) == text


@pytest.mark.parametrize("around", ["en", "el"])
def test_a_label_of_two_alphabets_is_greek_wherever_it_stands(around: str) -> None:
    runs = language_runs("40B2(β)", read_language(around), LANGUAGES)
    assert runs == (("el", "40B2(β)"),)
