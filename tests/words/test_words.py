"""Words as the checks compare them."""

from hypothesis import given
from hypothesis import strategies as st

from lawkb.words.tokens import read_words

TEXTS = st.text("aΆά1 .,_’²ßİ\n", max_size=40)
SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4)


@given(TEXTS, SPANS)
def test_words_that_touch_what_is_left_out_are_left_out_and_no_others(
    text: str, spans: list[tuple[int, int]]
) -> None:
    kept = [
        word
        for word in read_words(text, "el")
        if not any(word.start < last and first < word.end for first, last in spans)
    ]
    assert list(read_words(text, "el", spans)) == kept


@given(TEXTS)
def test_a_word_is_what_stands_at_its_place(text: str) -> None:
    for word in read_words(text, "el"):
        assert text[word.start : word.end] == word.text
        assert word.lower == word.text.lower()
        assert word.folded
        assert word.stem
