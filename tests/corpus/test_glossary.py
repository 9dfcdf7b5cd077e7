from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.corpus.glossary import FILE, Glossary, Stem, read_glossary, written
from lawkb.errors import LawkbError
from tests.strategies import OUTLINE

HEADER = "en\tel\tit\tstatus\tnote\n"
_STEMS = st.builds(Stem, st.text(st.sampled_from("aβγέ'’-"), min_size=1, max_size=5), st.booleans())
_WORDS = st.lists(st.lists(_STEMS, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3)


def glossary(folder: Path, text: str) -> Glossary:
    (folder / FILE).write_text(text, encoding="utf-8")
    return read_glossary(folder, OUTLINE)


def test_a_row_is_a_term_with_its_renderings(tmp_path: Path) -> None:
    row = "penalty card\tτιμωρημέν* φύλλ*|κάρτ*\tcarta penalizzat*\t\tnot a penalty\n"
    (term,) = glossary(tmp_path, f"# seeded\n{HEADER}\n{row}").terms
    assert (term.term, term.status, term.note) == ("penalty card", "preferred", "not a penalty")
    card = (Stem("φύλλ", True), Stem("κάρτ", True))
    assert term.renderings["el"] == ((Stem("τιμωρημέν", True),), card)
    assert term.renderings["it"][0] == (Stem("carta", False),)


def test_a_corpus_without_the_file_has_no_terms(tmp_path: Path) -> None:
    assert read_glossary(tmp_path, OUTLINE) == Glossary()


def test_the_rows_of_a_term_stand_together_by_language(tmp_path: Path) -> None:
    rows = (
        "hand\tχέρι*\t\t\t\ncard\tφύλλ*\t\t\t\nhand\tχαρτωσι*\t\tforbidden\t\nlead\t\tattacc*\t\t\n"
    )
    found = glossary(tmp_path, HEADER + rows).renderings("el")
    assert {term: [row.status for row in each] for term, each in found.items()} == {
        "hand": ["preferred", "forbidden"],
        "card": ["preferred"],
    }


@given(_WORDS.map(tuple))
def test_a_written_rendering_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, words: tuple[tuple[Stem, ...], ...]
) -> None:
    folder = tmp_path_factory.mktemp("glossary")
    (term,) = glossary(folder, f"{HEADER}term\t{written(words)}\t\t\t\n").terms
    assert term.renderings["el"] == words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("term\trendering\n", "does not name the columns"),
        ("en\tfr\tstatus\tnote\n", "no language 'fr'"),
        ("en\tel\tel\tstatus\tnote\n", "two columns"),
        (HEADER + "card\tφύλλ*\n", "2 columns"),
        (HEADER + "\tφύλλ*\t\t\t\n", "the term is empty"),
        (HEADER + "card\tφύλλ*\t\tgood\t\n", "status 'good'"),
        (HEADER + "card\tφύλλ* |κάρτ*\t\t\t\n", "no stem"),
        (HEADER + "card\tφύ*λλ\t\t\t\n", "no stem"),
        (HEADER + "card\tφύλλ*\t\t\t\nCard\tφύλλ*\t\t\t\n", "in line 2 already"),
        (HEADER + "".join(f"card\tφ{n}*\t\t\t\n" for n in range(101)), "more than 100 rows"),
        (HEADER + f"card\t{'|'.join(['φύλλ*'] * 101)}\t\t\t\n", "more than 100 alternatives"),
    ],
)
def test_a_line_that_cannot_be_read_is_told(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(LawkbError) as error:
        glossary(tmp_path, text)
    assert said in str(error.value)
    assert len(str(error.value).split("\n")) == 3
