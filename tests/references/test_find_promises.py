"""What holds for the references of every text, however hostile."""

from __future__ import annotations

import gc
import sys
from itertools import pairwise
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.model.label import label
from lawkb.model.language import read_language
from lawkb.references.find import find_references
from lawkb.references.vocabulary import read_vocabulary
from tests.references.cases import read
from tests.references.mixtures import PLACES, TEXTS
from tests.strategies import LANGUAGE_FILES, LANGUAGES, SCHEME


@given(TEXTS, st.sampled_from(LANGUAGE_FILES), PLACES)
def test_references_stand_in_order_at_their_words(
    text: str, lang: str, citing: Address | None
) -> None:
    found = find_references(text, read_language(lang), SCHEME, citing)
    for reference in found:
        assert text[reference.start : reference.end] == reference.raw != ""
        begin, end = reference.within or (reference.start, reference.end)
        assert 0 <= begin <= reference.start < reference.end <= end <= len(text)
    assert all(before.end <= after.start for before, after in pairwise(found))


@given(TEXTS, st.sampled_from(LANGUAGE_FILES), PLACES)
def test_nothing_is_guessed(text: str, lang: str, citing: Address | None) -> None:
    for reference in find_references(text, read_language(lang), SCHEME, citing):
        assert reference.status in ("unresolved", "ambiguous", "outside")
        assert reference.target is None or reference.status != "outside"
        assert (reference.status == "ambiguous") == bool(reference.candidates)
        assert reference.target is None or not reference.candidates
        assert reference.upto is None or (reference.target and reference.target < reference.upto)
        if reference.form == "relative":
            assert reference.target != citing or citing is None
            assert citing not in reference.candidates


@given(TEXTS, st.sampled_from(LANGUAGE_FILES))
def test_without_a_place_only_whole_references_have_targets(text: str, lang: str) -> None:
    for reference in find_references(text, read_language(lang), SCHEME, None):
        assert reference.form in ("absolute", "range") or reference.target is None


@st.composite
def _printed(draw: st.DrawFn) -> Address:
    """An address whose letters are in every alphabet, and whose label says it alone.

    A law has no number that is a year: after a word that may be several laws, as «Artikel» may, it
    is that of an edition.
    """
    number = st.integers(1, 1899) | st.integers(2100, 9999)
    path = [draw(number), draw(st.integers(1, 26)), draw(st.integers(1, 40))]
    path += [draw(st.integers(1, 26)), draw(st.integers(1, 39))]
    return Address(tuple(path[: draw(st.integers(1, 5))]))


@given(_printed(), st.sampled_from(LANGUAGE_FILES))
def test_every_label_behind_its_key_word_is_read_back(address: Address, lang: str) -> None:
    language = read_language(lang)
    text = f"{language.law} {label(address, SCHEME, language)}."
    (reference,) = find_references(text, language, SCHEME, None)
    assert reference.target == address


@given(st.sampled_from(LANGUAGE_FILES))
def test_every_form_of_the_key_word_opens_a_reference(lang: str) -> None:
    language = read_language(lang)
    for word in language.tables["references"]["law"]:
        for text in (f"{word} 16", f"{word.upper()} 16"):
            assert [r.target for r in find_references(text, language, SCHEME, None)] == [
                Address((16,))
            ], text


@pytest.mark.parametrize("lang", LANGUAGE_FILES)
def test_every_table_of_the_vocabulary_is_known(lang: str) -> None:
    table = read_language(lang).tables["references"]
    words = read_vocabulary(read_language(lang))
    for plural in words.plural:
        tables = (*words.openers.by_first.values(), *words.after.by_first.values())
        assert any(plural == found for phrases in tables for found, _ in phrases), (
            "a plural that nothing is"
        )
    english = set(read_language("en").tables["references"])
    assert set(table) - {"lookalikes"} == english, "a table that another language has not"


_UNKNOWN = "xyzzy " * 20  # no word of any language
_HOSTILE = [
    "Law 1, 2, 3, ",
    "Laws 1, 2 and 3, ",
    "Laws 1 to 2, ",
    "see (a), (b), ",
    "(a), ",
    "(a) or ",
    "((",
    "[[",
    "[[a|",
    "[[a|b]]",
    "Law ",
    "Law Law 1 ",
    "under 1, 2, ",
    "Section A, ",
    "Section A of Law 1, ",
    "Section A of Law 1C ",
    "paragrafo A del Codice di Gara ",
    "Articolo 1 paragrafo A punto ",
    "Articolo 1 del Codice di Gara, ",
    "Law 1 of the Code of the Code ",
    "see A above above ",
    "in 4C above above ",
    "Law 1/2/",
    "1/",
    "16.",
    "Law 1-A-",
    "Law 1.",
    "A",
    "1",
    "\u0301",
    "Law\n",
    "the 2007 Law 1 of the 2007 Code ",
    "βλ. Νόμο 1Η, Η, ",
    "this Law 1 this Law ",
    "the board is played ",
    "in a to a hand ",
    "και και ",
    "Νόμος ",
    "1.1.",
    "(iii ",
    "see\n",
    "Laws 1 (two words), ",
    "Laws 1 (see 16B and 2), 3 ",
    "1 (never closed, ",
    "preceding Law ",
    "1A1 to 3 ",
    "1A from (a) to ",
    "Laws from ",
    "§1",
    "§",
    "[",
]


@pytest.mark.parametrize("lang", LANGUAGE_FILES)
@pytest.mark.parametrize("unit", _HOSTILE)
def test_twice_the_text_is_twice_the_work(unit: str, lang: str) -> None:
    once, twice = (_calls(lang, unit * times) for times in (100, 200))
    assert twice <= 2.1 * once + 500


@pytest.mark.parametrize("unit", _HOSTILE)
def test_one_opener_before_a_long_list_is_twice_the_work_at_most(unit: str) -> None:
    once, twice = (_calls("en", "see Laws " + unit * times) for times in (100, 200))
    assert twice <= 2.1 * once + 500


def _calls(lang: str, text: str) -> int:
    """Steps of the work: calls of functions, those of the C library too."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    read(lang, text, "33")  # the vocabulary is read once, and what a text holds is remembered
    gc.disable()  # who listens to it, as hypothesis does, would be counted
    sys.setprofile(count)
    try:
        read(lang, text, "33")
    finally:
        sys.setprofile(None)
        gc.enable()
    return counted


@given(TEXTS, st.sampled_from(LANGUAGES), PLACES)
def test_words_before_a_text_change_nothing_in_it(
    text: str, lang: str, citing: Address | None
) -> None:
    language = read_language(lang)
    alone = find_references(text, language, SCHEME, citing)
    found = find_references(_UNKNOWN + text, language, SCHEME, citing)
    assert found == tuple(reference.shifted(len(_UNKNOWN)) for reference in alone)
