"""Stems that terms get which were typed without them."""

import pytest

from lawkb.corpus.corpus_toml import read_outline
from lawkb.corpus.glossary import written
from lawkb.editorial.decisions import typed_term, with_stems
from tests.corpus_files import CORPUS

STEMS = [
    ("el", "έκδοση", "έκδοση|έκδοσ*", "an ending is cut"),
    ("el", "τιμωρημένο φύλλο", "τιμωρημένο|τιμωρημέν* φύλλο|φύλλ*", "word by word"),
    ("el", "χέρι", "χέρι", "χερ is the beginning of other words, too"),
    ("el", "αντάμ", "αντάμ", "it has no ending"),
    ("el", "ΑΣΑ", "ΑΣΑ", "initials have no forms"),
    ("el", "φύλλ*", "φύλλ*", "the editor wrote a stem"),
    ("el", "φύλλο|χαρτί", "φύλλο|χαρτί", "the editor wrote alternatives"),
    ("el", "  φύλλο \t  τιμής ", "φύλλο|φύλλ* τιμής", "white space is no word"),
    ("it", "penalizzata", "penalizzata|penalizz*", "Italian has its own stemmer"),
]


@pytest.mark.parametrize(("language", "typed", "stems", "why"), STEMS)
def test_a_word_gets_a_stem_where_that_is_safe(
    language: str, typed: str, stems: str, why: str
) -> None:
    assert with_stems(typed, language) == stems, why


def test_words_of_a_changed_term_that_stay_get_no_stems() -> None:
    outline = read_outline(CORPUS)
    words = {"el": "φύλλο|φύλλ*", "it": "dichiarante|dichiarante"}
    old = typed_term("card", words, "preferred", "", outline)
    bare = typed_term("card", words | {"el": "φύλλο"}, "preferred", "", outline, old)
    assert {tag: written(each) for tag, each in bare.renderings.items()} == {
        "el": "φύλλο",  # the editor took the stem away
        "it": "dichiarante|dichiarante",
    }
    again = typed_term("card", {"el": "φύλλο"}, "admitted", "a remark", outline, bare)
    assert written(again.renderings["el"]) == "φύλλο"
    other = typed_term("card", {"el": "κάρτα"}, "admitted", "", outline, bare)
    assert written(other.renderings["el"]) == "κάρτα|κάρτ*"
