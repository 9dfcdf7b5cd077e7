"""The analysis: places are exact, nothing raises, folding is stable."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address
from lawkb.model.language import language_codes, read_language
from lawkb.model.passage import Reference
from lawkb.search.documents import Part, tokens_of_part
from lawkb.words.folding import fold, image, script
from lawkb.words.tokens import address_token, read_vocabulary, tokens
from tests.strategies import SCHEME, addresses, references, words

CODES = st.sampled_from(language_codes())
# Letters of two alphabets, marks, figures and what stands between words.
TYPED = st.text(st.sampled_from("ΑΒΓΣαβγςσΆϊΐABGabgi16Cc47()[]«»\"'’1).,-– \n\u0301\u00ad\u1fb3ßİ"))


@given(st.text() | TYPED)
def test_folding_a_folded_word_changes_nothing(word: str) -> None:
    assert fold(fold(word)) == fold(word)


@given(st.text(st.characters(min_codepoint=0x370, max_codepoint=0x3FF)))
def test_a_greek_word_folds_as_it_does_with_a_sign_in_it_that_prints_nothing(word: str) -> None:
    assert fold(word) == fold(f"{word}\u00ad")


def script_by_property(char: str) -> str:
    """The script of a letter by Unicode; that of ª is Latin, and that of the sign of micro none."""
    if regex.match(r"[\p{Script=Common}\p{Script=Inherited}]", char):
        return ""
    ours = (name for name in ("LATIN", "GREEK") if regex.match(rf"\p{{Script={name}}}", char))
    return next(ours, unicodedata.name(char, "").partition(" ")[0])


@given(st.text("ΑΒαςσάϊΐ1_", max_size=4) | st.text("aZ1é", max_size=4) | st.text(max_size=4))
def test_the_script_of_a_word_is_that_of_most_of_its_letters(word: str) -> None:
    names = [told for char in word if char.isalpha() and (told := script_by_property(char))]
    most = max(names, key=lambda name: (names.count(name), name), default=None)
    assert script(word) == most


@given(st.text("αβγδηςσωάέήίόύώϊΐἄ") | st.text("abghrsßéüñ"))  # not ᾳ: its capital is ΑΙ
def test_capitals_fold_like_small_letters(word: str) -> None:
    assert fold(word.upper()) == fold(word) == fold(word.title())


@given(st.text() | TYPED, CODES)
def test_any_text_gives_tokens_in_their_places(text: str, code: str) -> None:
    read = tokens_of_part(Part("text", text), read_language(code), SCHEME, Address((20, 3)))
    at = 0
    for token in read:
        assert at <= token.start < token.end <= len(text) or token.address
        if token.kind != "address":
            assert fold(text[token.start : token.end]) == token.folded
            at = token.end


@given(TYPED, CODES)
def test_no_letter_or_figure_is_left_out_but_note_marks(text: str, code: str) -> None:
    covered: set[int] = set()
    for token in tokens(text, read_language(code), SCHEME):
        covered.update(range(token.start, token.end))
    left = [i for i, char in enumerate(text) if char.isalnum() and i not in covered]
    assert all(text[i].isdigit() for i in left)


@given(st.data(), CODES)
def test_a_text_with_any_references_gives_tokens(data: st.DataObject, code: str) -> None:
    text = data.draw(words())
    cited = data.draw(references(text))
    read = tokens(text, read_language(code), SCHEME, cited)
    found = {(token.start, token.end) for token in read if token.address}
    assert found <= {(reference.start, reference.end) for reference in cited}


@given(addresses(), addresses())
def test_two_addresses_have_two_terms(one: Address, other: Address) -> None:
    same = address_token(one, SCHEME).term == address_token(other, SCHEME).term
    assert same == (one == other)


def test_a_reference_is_one_token_in_either_alphabet() -> None:
    greek = tokens_of_part(Part("text", "βλέπε Νόμο 47Ε2(α)."), read_language("el"), SCHEME, None)
    english = tokens_of_part(Part("text", "see Law 47E2(a)."), read_language("en"), SCHEME, None)
    assert [token.folded for token in greek] == ["βλεπε", "νομο", "47e2a"]
    assert [token.folded for token in english] == ["see", "law", "47e2a"]
    assert greek[-1].term == english[-1].term == "§47e2a"


def test_a_range_stands_for_every_law_of_it() -> None:
    ranged = Reference(5, 10, "62–64", "range", Address((62,)), upto=Address((64,)))
    read = tokens("Laws 62–64", read_language("en"), SCHEME, (ranged,))
    assert [token.folded for token in read] == ["laws", "62", "63", "64"]


def test_a_reference_whose_target_is_unknown_leaves_its_words() -> None:
    lost = Reference(4, 12, "A above 1", "relative", None)
    read = tokens("see A above", read_language("en"), SCHEME, (lost,))
    assert [token.folded for token in read] == ["see", "a", "above"]


def test_a_footnote_mark_is_no_part_of_a_word() -> None:
    read = tokens("Ο εκτελεστής1) ή τρόπο1)) Β4)", read_language("el"), SCHEME)
    assert [token.folded for token in read] == ["ο", "εκτελεστησ", "η", "τροπο", "β4"]


@pytest.mark.parametrize(
    ("typed", "seen"),
    [("MOP", "ΜΟΡ"), ("ΑΣΑ", None), ("card", None), ("ΜΟΡ", "MOP"), ("", None), ("13", None)],
)
def test_a_word_in_lookalikes_has_an_image(typed: str, seen: str | None) -> None:
    assert image(typed) == seen


@pytest.mark.parametrize("code", language_codes())
def test_no_word_is_in_two_lists_of_a_language_file(code: str) -> None:
    vocabulary = read_vocabulary(code)
    table = read_language(code).tables["search"]
    for name in ("join", "apart"):
        forms = [fold(form) for line in table[name] for form in line.split()]
        assert len(forms) == len(set(forms)), name
    assert not vocabulary.stop & vocabulary.acronyms
    assert not vocabulary.stop & set(vocabulary.forms)


@pytest.mark.parametrize("code", language_codes())
def test_all_forms_of_a_line_share_a_stem(code: str) -> None:
    vocabulary = read_vocabulary(code)
    table = read_language(code).tables["search"]
    for line in (*table["join"], *table["apart"]):
        stems = {vocabulary.stem(fold(form)) for form in line.split()}
        assert len(stems) == 1, (line, stems)
