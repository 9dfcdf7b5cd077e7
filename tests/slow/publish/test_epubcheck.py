"""EPUBCheck, which runs on Java, finds nothing in any book."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lawkb.publish.book.kinds import write_epub
from tests.publish.book.books import (
    CORPORA,
    book_of,
    corpus_library,
    faults_of,
    library_of,
    pages_of,
)
from tests.publish.book.codes import hostile_code, three_languages
from tests.publish.book.test_divisions import book


@pytest.mark.parametrize("name", CORPORA)
def test_epubcheck_finds_nothing_in_the_books_of_the_corpora(name: str, tmp_path: Path) -> None:
    library, edition = corpus_library(name)
    alone = [(tag,) for tag in library.languages_of(edition)]
    for languages in [(), *alone]:
        assert faults_of(write_epub(book_of(library, edition, *languages)), tmp_path) == []


def test_epubcheck_finds_nothing_in_hostile_texts(tmp_path: Path) -> None:
    assert faults_of(write_epub(book_of(library_of(hostile_code()), "2017")), tmp_path) == []


def test_epubcheck_finds_nothing_in_a_book_from_right_to_left(tmp_path: Path) -> None:
    book = book_of(library_of(three_languages()), "2017")
    *others, last = book.languages
    last.direction = "rtl"
    content = write_epub(replace(book, languages=(*others, last)))
    assert faults_of(content, tmp_path) == []
    page = next(tree for name, tree in pages_of(content) if "law_" in name)
    assert {each.get("dir") for each in page.iter() if each.get("lang") == "it"} == {"rtl"}


def test_epubcheck_finds_nothing_in_a_book_with_divisions(tmp_path: Path) -> None:
    assert faults_of(write_epub(book()), tmp_path) == []
