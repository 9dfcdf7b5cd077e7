"""What the server keeps of a document is the document; its names are safe and never shared."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawkb.model.address import Address, InSeries, Inserted
from lawkb.model.passage import Reference
from lawkb.search.documents import DivisionPlace, Document, Part, Spot, Text
from lawkb.search.opensearch.mapping import alias_of, id_of, read_document, token, write_document

_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_NUMBERS = st.integers(1, 9999)
_ORDINALS = _NUMBERS | st.builds(Inserted, _NUMBERS, st.sampled_from(("a", "aa", ".1", "a.1")))
_SERIES = st.builds(InSeries, st.sampled_from((-1, 1)), st.just("annex"), st.just(0) | _ORDINALS)
_ADDRESSES = st.builds(
    lambda first, others: Address((first, *others)),
    _ORDINALS | _SERIES,
    st.lists(_ORDINALS, max_size=3),
)


_PLACES = _ADDRESSES | st.from_type(Spot) | st.from_type(DivisionPlace)
_OTHERS = "edition status folded within linked_edition subparagraph division act url".split()
_REFERENCES = st.builds(
    Reference,
    **{name: st.none() | _ADDRESSES for name in ("target", "upto", "linked")},
    candidates=st.lists(_ADDRESSES, max_size=2).map(tuple),
    **dict.fromkeys(_OTHERS, ...),
)
_PARTS = st.builds(
    Part, references=st.none() | st.lists(_REFERENCES, max_size=2).map(tuple), cells=...
)
_TEXT = st.builds(Text, parts=st.lists(_PARTS, max_size=3).map(tuple), above=...)
_DOCUMENTS = st.builds(Document, _TEXTS, _PLACES, st.lists(_TEXT, max_size=3).map(tuple))
_EMPTY = st.builds(Document, _TEXTS, _PLACES, st.just(()))


@given(_DOCUMENTS)
def test_a_stored_document_is_read_back_equal(document: Document) -> None:
    assert read_document(write_document(document)) == document


@given(_EMPTY, _EMPTY)
def test_documents_of_different_places_have_different_ids(
    first: Document, second: Document
) -> None:
    same = (first.edition, first.place) == (second.edition, second.place)
    assert (id_of(first) == id_of(second)) == same
    assert re.fullmatch("[0-9a-f]{32}", id_of(first))


@pytest.mark.parametrize("damaged", ["", "{", "[]", "{}", '{"edition":"1","place":{},"texts":[]}'])
def test_a_damaged_document_is_refused(damaged: str) -> None:
    with pytest.raises(ValueError):
        read_document(damaged)


@given(st.lists(_TEXTS, min_size=4, max_size=4))
def test_an_alias_is_safe_and_that_of_one_edition_alone(names: list[str]) -> None:
    code, edition, other, later = names
    assert re.fullmatch("lawkb-[a-z0-9_-]*-[a-z0-9_]*", alias_of(code, edition))
    same = (code, edition) == (other, later)
    assert (alias_of(code, edition) == alias_of(other, later)) == same
    assert alias_of("duplicate-bridge", "2017") == "lawkb-duplicate-bridge-2017"
    assert len(alias_of(code * 100, edition * 100)) < 255


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300), st.text(max_size=5))
def test_a_token_has_no_blank_and_is_that_of_one_term_alone(term: str, more: str) -> None:
    written = token(term)
    assert not re.search(r"\s", written)
    assert len(written.encode("utf-16-le", "surrogatepass")) // 2 <= 255
    assert (token(term + more) == written) == (more == "")
