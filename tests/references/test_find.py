"""What is a reference, what it says, and what is none."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest

from tests.references.cases import read, rows, written

_CITATIONS = rows("refs/citations.tsv")
_FORMS = rows("refs/forms.tsv")
_NORMAL_FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")


@pytest.mark.parametrize("row", _CITATIONS, ids=lambda row: f"{row['lang']}-{row['form']}")
def test_every_form_of_citation_is_read(row: dict[str, str]) -> None:
    found = read(row["lang"], row["text"], row["citing"])
    assert ";".join(map(written, found)) == row["targets"]


@pytest.mark.parametrize("row", _FORMS, ids=lambda row: f"{row['lang']}-{row['text']}")
def test_words_and_targets_are_those_of_the_case(row: dict[str, str]) -> None:
    text = row["text"].replace("\\n", "\n")
    found = read(row["lang"], text, row["citing"].replace(".", "") or None)
    said = "; ".join(f"{reference.raw}={written(reference)}" for reference in found)
    assert (said or ".") == row["references"], row["why"]


@pytest.mark.parametrize("row", _CITATIONS + _FORMS, ids=lambda row: row["text"])
@pytest.mark.parametrize("form", _NORMAL_FORMS)
def test_composed_and_decomposed_text_say_the_same(
    row: dict[str, str], form: Literal["NFC", "NFD"]
) -> None:
    given = row["text"].replace("\\n", "\n")
    other = unicodedata.normalize(form, given)
    citing = row["citing"].replace(".", "") or None
    assert list(map(written, read(row["lang"], given, citing))) == list(
        map(written, read(row["lang"], other, citing))
    )


def test_a_list_is_one_reference_per_item_with_the_key_word_around_them() -> None:
    text = "(μπορεί να εφαρμοστούν οι Νόμοι 16Γ και 62Γ2.)"
    found = read("el", text, "47D")
    assert [reference.raw for reference in found] == ["16Γ", "62Γ2"]
    spans = {reference.within for reference in found}
    assert spans == {(text.index("Νόμοι"), text.index("."))}


def test_a_reference_alone_stands_in_no_list() -> None:
    assert [reference.within for reference in read("en", "see Law 16C", "33")] == [None]


def test_the_form_says_how_the_target_is_named() -> None:
    text = "this Law, Law 16, Laws 27-32, see A above"
    assert [r.form for r in read("en", text, "33B")] == ["self", "absolute", "range", "relative"]


@pytest.mark.parametrize(
    ("lang", "text", "folded"),
    [
        ("el", "ο Νόμος 16B1", "16Β1"),
        ("el", "στην παράγραφο B", "Β"),
        ("el", "Νόμο 40B2(β)", "40Β2(β)"),
        ("el", "Νόμο 16C", "16Γ"),
        ("el", "Νόμους 50B-E", "50Β-Ε"),
        ("en", "Law 16Β1", "16B1"),
        ("el", "Νόμος 20Στ5", None),
        ("el", "Νόμος 16Β1(i)", None),
        ("en", "Law 16B1", None),
    ],
)
def test_letters_of_another_alphabet_are_recorded_and_the_print_is_kept(
    lang: str, text: str, folded: str | None
) -> None:
    (reference,) = read(lang, text, "33")
    assert reference.folded == folded
    assert text[reference.start : reference.end] == reference.raw


def test_an_ambiguous_reference_has_candidates_and_no_target() -> None:
    (reference,) = read("en", "(i) above", "33B2(c)")
    assert (reference.status, reference.target) == ("ambiguous", None)
    assert written(reference) == "?33B2(i),33B2(c)(i)"


def test_a_reference_cut_by_a_line_end_or_bold_marks_keeps_them_in_its_words() -> None:
    assert [r.raw for r in read("en", "see Law **12**C1", "33")] == ["12**C1"]
    assert [r.raw for r in read("en", "see Law\n12C1", "33")] == ["12C1"]
