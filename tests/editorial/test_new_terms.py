"""Stems that terms get which were typed without them."""

import pytest

from lawkb.editorial.new_terms import with_stems

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
