"""The words that any law may have: the same ones in every language, each with its counterparts."""

from collections.abc import Iterable

import pytest

from lawkb.checks.text_pairs import concept_partners
from lawkb.model.language import read_language
from lawkb.words.tokens import Word, read_words

LANGUAGES = ("en", "el", "it", "fr", "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_things(language: str) -> None:
    names = read_language(language).tables["concepts"]
    assert names.keys() == read_language("en").tables["concepts"].keys()
    assert all(isinstance(forms, str) and forms.strip() for forms in names.values())


def _stems(words: Iterable[Word]) -> dict[str, str]:
    return {word.folded: word.stem for word in words}


def test_words_are_paired_by_what_they_mean_whatever_their_endings() -> None:
    ours = read_words("Payment is due within two days.", "en")
    theirs = read_words("Πληρώνεται μέσα σε δύο ημέρες από την παράδοση.", "el")
    found = concept_partners(_stems(ours), _stems(theirs), ("en", "el"))
    stems = {word.text: word.stem for word in (*ours, *theirs)}
    assert found[stems["Payment"]] == {stems["Πληρώνεται"]}
    assert found[stems["days"]] == {stems["ημέρες"]}
    assert stems["δύο"] in found[stems["two"]]


def test_a_word_that_the_translation_has_nothing_for_has_no_partner() -> None:
    ours, theirs = read_words("The tenant pays.", "en"), read_words("Il gatto dorme.", "it")
    assert concept_partners(_stems(ours), _stems(theirs), ("en", "it")) == {}
