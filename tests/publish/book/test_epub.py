"""The EPUB of an edition: valid, whole, the same at every build, and data stays data."""

import re

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from lawkb.model.code import Code
from lawkb.model.companion import Companion
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from lawkb.publish.book.content import clean
from lawkb.publish.book.kinds import write_epub
from tests.companion_strategies import companions
from tests.profiles import of_profile
from tests.publish.book.books import (
    CORPORA,
    XHTML,
    book_of,
    corpus_library,
    library_of,
    pages_of,
    squeezed,
    texts_of,
    words_of,
)
from tests.publish.book.codes import HOSTILE, hostile_code, law_of
from tests.strategies import OUTLINE, laws


@pytest.mark.parametrize("name", CORPORA)
def test_every_text_of_the_corpora_is_in_the_book(name: str) -> None:
    library, edition = corpus_library(name)
    for languages in (
        library.languages_of(edition),
        *((t,) for t in library.languages_of(edition)),
    ):
        found = words_of(write_epub(book_of(library, edition, *languages)))
        texts = " ".join(texts_of(library.code, edition, *languages))
        # The words alone: a note mark may stand before the sign that follows its word.
        assert {word for word in re.findall(r"\w+", texts) if word not in found} == set()


@given(laws(("2017", "en")))
@settings(max_examples=of_profile(0.6), deadline=None)
def test_no_word_of_any_law_is_lost(law: Law) -> None:
    code = Code(OUTLINE, {("2017", "en", law.number): law})
    found = words_of(write_epub(book_of(library_of(code), "2017")))
    for provision in law.provisions():
        for passage in (*provision.passages, *([provision.heading] if provision.heading else [])):
            for word in passage.text.split():
                # A note mark may be put inside of a word.
                assert passage.notes or squeezed(clean(word)) in found


@given(companions())
@settings(max_examples=of_profile(0.4), deadline=None)
def test_no_word_of_a_preface_or_of_definitions_is_lost(companion: Companion) -> None:
    tag, edition = companion.language, companion.edition
    law = law_of(tag, 1, Passage("x"))
    code = Code(
        OUTLINE,
        {(edition, tag, 1): replace(law, edition=edition)},
        {(edition, tag, companion.name): companion},
    )
    found = words_of(write_epub(book_of(library_of(code), edition)))
    for passage in companion.passages():
        for word in passage.text.split():
            assert companion.kind == "commentary" or passage.notes or clean(word) in found


def test_hostile_text_stays_text() -> None:
    content = write_epub(book_of(library_of(hostile_code()), "2017"))
    trees = [tree for _, tree in pages_of(content)]
    assert not [each for tree in trees for each in tree.iter(f"{XHTML}script", f"{XHTML}img")]
    assert squeezed(HOSTILE) in words_of(content)


def test_two_books_are_the_same_bytes() -> None:
    library, edition = corpus_library("three-pebbles")
    book = book_of(library, edition)
    assert write_epub(book) == write_epub(book_of(library, edition)) == write_epub(book)


def test_every_link_of_a_book_leads_to_an_id_in_it() -> None:
    for name in CORPORA:
        library, edition = corpus_library(name)
        content = write_epub(book_of(library, edition))
        pages = {page.removeprefix("book/"): tree for page, tree in pages_of(content)}
        ids = {
            f"{page}#{e.get('id')}" for page, t in pages.items() for e in t.iter() if e.get("id")
        }
        links = {
            str(each.get("href"))
            for tree in pages.values()
            for each in tree.iter(f"{XHTML}a")
            if not str(each.get("href")).startswith("http")
        }
        assert links
        assert {link for link in links if link not in ids and link not in pages} == set()


def test_a_comment_of_a_reader_is_not_in_the_book() -> None:
    library, edition = corpus_library("bridge")
    found = words_of(write_epub(book_of(library, edition)))
    comments = [each for law in library.code.laws.values() for each in law.comments]
    assert comments
    assert not [each for each in comments if squeezed(each.text) in found]
