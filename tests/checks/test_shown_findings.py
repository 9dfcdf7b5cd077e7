"""The texts of a provision with the words marked that findings point at."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lawkb.checks.runner import check_code
from lawkb.checks.shown_findings import marked_pieces, marked_texts, unmarked_quote
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.corpus.laws import read_code
from lawkb.model.finding import Finding, MarkedWords
from tests.corpus_files import CORPUS

SPANS = st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40)), max_size=5)


@given(st.text(max_size=30), SPANS)
def test_pieces_join_to_the_text_and_hold_what_is_pointed_at(
    text: str, spans: list[tuple[int, int]]
) -> None:
    pieces = list(marked_pieces(text, spans))
    assert "".join(words for words, _ in pieces) == text
    marked = {at for a, b in spans for at in range(max(0, a), min(len(text), b))}
    flags = [marked for words, marked in pieces for _ in words]
    assert {at for at, flag in enumerate(flags) if flag} == marked


@given(st.integers(0, 2000), st.integers(1, 50))
def test_a_long_text_is_shortened_around_what_is_pointed_at(start: int, size: int) -> None:
    text = "x" * start + "y" * size + "z" * 2000
    pieces = list(marked_pieces(text, [(start, start + size)]))
    assert [words for words, marked in pieces if marked] == ["y" * size]
    assert sum(len(words) for words, _ in pieces) <= size + 4 * 160 + 2


def test_a_loss_shows_both_texts_and_marks_what_the_translation_lacks() -> None:
    code = read_code(CORPUS)
    found = check_code(code, read_editorial_settings(CORPUS, code.outline), numbers=[20])
    lost = [each for each in found if each.place == "20E"]
    shown = dict(marked_texts(lost, code))
    assert list(shown) == ["en", "el"]
    marked = " ".join(words for words, marked in shown["en"] if marked)
    assert "are responsible for prompt" in marked


def test_a_finding_without_words_of_the_text_shows_no_text_but_its_quote() -> None:
    code = read_code(CORPUS)
    heading = Finding("quotes", "note", "2017", "57D", "en", "an apostrophe", quote="RHO's")
    assert marked_texts([heading], code) == ()
    assert unmarked_quote(heading) == "RHO's"
    assert unmarked_quote(Finding("x", "note", "", "", "en", "says RHO's", quote="RHO's")) == ""
    pointing = Finding("x", "note", "", "", "en", "", "q", stretches=(MarkedWords("en", (0, 1)),))
    assert unmarked_quote(pointing) == ""


def test_the_cells_of_a_row_stand_on_one_line_and_marks_keep_their_places() -> None:
    code = read_code(CORPUS.parent / "examples" / "three-pebbles" / "corpus")
    place = code.outline.scheme.read("2")
    provision = code.provision("2016", "el", place)
    assert provision
    at = provision.text.index("60")
    there = Finding("numbers", "error", "2016", "2", "el", "60", address=place)
    pointing = replace(there, stretches=(MarkedWords("el", (at, at + 2)),))
    pieces = dict(marked_texts([pointing], code))["el"]
    assert [words for words, marked in pieces if marked] == ["60"]
    assert "♦ ή ♣|30|" in pieces[0][0]
