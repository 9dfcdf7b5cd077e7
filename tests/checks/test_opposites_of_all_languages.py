"""Closed lists of opposites in every pair of languages."""

from itertools import permutations

import pytest

from lawkb import check_pairs
from lawkb.model.language import language_codes

WORDS = {
    "el": "Η οριστική απόφαση για σοβαρό λόγο εκδίδεται σε εύλογο χρόνο.",
    "en": "The final decision for a serious reason is given within a reasonable time.",
    "de": "Die endgültige Entscheidung aus ernstem Grund ergeht in angemessener Frist.",
    "it": "La decisione definitiva per un motivo grave è presa in un termine ragionevole.",
    "fr": "La décision définitive pour un motif grave est prise dans un délai raisonnable.",
}


@pytest.mark.parametrize(("original", "translation"), [*permutations(WORDS, 2)])
def test_words_that_only_one_of_two_languages_lists_are_no_fault(
    original: str, translation: str
) -> None:
    assert {*WORDS} <= {*language_codes()}
    found = check_pairs([(WORDS[original], WORDS[translation])], original, translation).findings
    assert [each.rule for each in found if each.rule == "opposites"] == []
