"""Snippets: whole words, whole references, true places."""

from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.passage import Span
from lawkb.search.hits import LENGTH, Mark, aligned, snippet

LONG = (
    "Ένα φύλλο που έχει παιχτεί μπορεί να αποσυρθεί. " * 8
    + "Βλέπε Νόμο 45Γ4(β) και 49. "
    + "Τέλος. " * 40
)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """A text, and the places of its words."""
    words = draw(st.lists(st.text("αβγabc1(.", min_size=1, max_size=12), min_size=1, max_size=90))
    text = " ".join(words)
    places = []
    at = 0
    for word in words:
        places.append((at, at + len(word)))
        at += len(word) + 1
    return text, places


@given(texts(), st.data())
def test_a_snippet_shows_what_was_found_in_whole_words(
    drawn: tuple[str, list[Span]], data: st.DataObject
) -> None:
    text, places = drawn
    found = sorted(data.draw(st.lists(st.sampled_from(places), max_size=6, unique=True)))
    marks = tuple(Mark(start, end, leaf, True) for leaf, (start, end) in enumerate(found))
    whole = data.draw(st.lists(st.sampled_from(places), max_size=3))
    shown = snippet(text, marks, whole)
    assert shown.text.removeprefix("… ").removesuffix(" …") == text[shown.start : shown.end]
    assert {shown.start, shown.end} <= {0, len(text), *(at for place in places for at in place)}
    words = {text[start:end] for start, end in found}
    assert all(shown.text[start:end] in words for start, end in shown.spans)
    assert bool(shown.spans) == bool(found)
    assert shown.end - shown.start <= LENGTH


@given(texts(), st.floats(-1, 2))
def test_an_aligned_snippet_is_whole_words_too(drawn: tuple[str, list[Span]], share: float) -> None:
    text, places = drawn
    shown = aligned(text, share)
    assert {shown.start, shown.end} <= {0, len(text), *(at for place in places for at in place)}
    assert shown.text


def test_a_short_text_is_shown_whole() -> None:
    assert snippet("as by a gesture\nor nod", ()).text == "as by a gesture or nod"


def test_a_reference_is_never_cut() -> None:
    for first in range(len(LONG) - 10):
        start = LONG.index("Νόμο 45")
        span = (start, start + len("Νόμο 45Γ4(β) και 49"))
        shown = snippet(LONG, (Mark(first, first + 1, 0, True),), [span])
        assert not shown.start < span[0] < shown.end < span[1]
        assert not span[0] < shown.start < span[1]


def test_the_words_of_a_query_that_stand_nearest_are_shown() -> None:
    text = "card " + "and so on " * 30 + "a penalty card here " + "and so on " * 30
    card, near = (
        Mark(0, 4, 1, True),
        Mark(text.index("penalty c") + 8, text.index(" here"), 1, True),
    )
    penalty = Mark(text.index("penalty"), text.index("penalty") + 7, 0, True)
    shown = snippet(text, (card, penalty, near))
    assert [shown.text[start:end] for start, end in shown.spans] == ["penalty", "card"]


def test_a_word_longer_than_a_snippet_is_kept_whole() -> None:
    word = "α" * 500
    assert snippet(f"ένα {word} δύο", (Mark(4, 504, 0, True),)).text == f"… {word} …"


def test_a_text_of_strangers_takes_no_more_than_linear_work() -> None:
    text = "card " * 100_000
    marks = tuple(Mark(at, at + 4, 0, True) for at in range(0, len(text), 5))
    whole = [(mark.start, mark.end) for mark in marks]
    assert len(snippet(text, marks, whole).text) <= LENGTH + 4
