"""The PDF of an edition: tagged, whole, in order, the same at every build; data stays data."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from pypdf import PdfReader
from pypdf.generic import IndirectObject

from lawkb.model.code import Code
from lawkb.model.law import Law
from lawkb.model.passage import Passage
from lawkb.publish.book.content import Book
from lawkb.publish.book.kinds import TEMPLATE, plain, write_pdf
from lawkb.publish.book.typeset import typeset
from tests.profiles import of_profile
from tests.publish.book.books import (
    CORPORA,
    book_of,
    corpus_library,
    library_of,
    read_pdf,
    squeezed,
    texts_of,
)
from tests.publish.book.codes import code_of, hostile_code, law_of, three_languages
from tests.strategies import OUTLINE, laws

_OPENING = 12  # letters that tell a text from the others


def _text(pdf: PdfReader) -> str:
    """The words of all pages without spaces and hyphens: words are broken at line ends."""
    return squeezed("".join(page.extract_text() for page in pdf.pages)).replace("-", "")


def _letters(text: str) -> str:
    return re.sub(r"\W", "", text)


def _accessible(book: Book) -> bytes:
    """The PDF if it is accessible by the standard PDF/UA-1, by which typst refuses others."""
    order = {
        "template": str(TEMPLATE),
        "fonts": "",
        "time": 0,
        "paper": "a4",
        "book": plain(book),
        "standards": ["ua-1"],
    }
    return typeset({**order, "places": json.loads(typeset(order))})


def _names(pdf: PdfReader) -> list[str]:
    found: list[str] = []

    def walk(items: Any) -> None:
        for item in items:
            if isinstance(item, list):
                walk(item)
            else:
                found.append(str(item.title))

    walk(pdf.outline)
    return found


@pytest.mark.parametrize("name", CORPORA)
def test_a_book_is_tagged_and_has_language_title_and_bookmarks(name: str) -> None:
    library, edition = corpus_library(name)
    book = book_of(library, edition)
    pdf = read_pdf(write_pdf(book, "a4"))
    root = pdf.trailer["/Root"].get_object()
    assert isinstance(root, dict)
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert root["/Lang"] == book.languages[0].tag
    assert pdf.metadata and book.title[0][1] in str(pdf.metadata.title)
    names = _names(pdf)
    for law in book.laws:
        assert any(each.startswith(law.names[0][1]) for each in names)


@pytest.mark.parametrize("name", CORPORA)
def test_the_books_of_the_corpora_are_accessible_by_the_standard(name: str) -> None:
    # It refuses a letter that no font has, too: Greek is really drawn.
    library, edition = corpus_library(name)
    assert _accessible(book_of(library, edition)).startswith(b"%PDF")


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("name", CORPORA)
def test_every_text_of_a_language_reads_back_in_order(name: str, paper: str) -> None:
    library, edition = corpus_library(name)
    for tag in library.languages_of(edition):
        found = _letters(_text(read_pdf(write_pdf(book_of(library, edition, tag), paper))))
        texts = " ".join(texts_of(library.code, edition, tag))
        assert {word for word in re.findall(r"\w+", texts) if word not in found} == set()
        at = 0
        for number in library.code.numbers(edition):
            law = library.code.law(edition, tag, number)
            for provision in law.provisions() if law else ():
                opening = provision.body[0] if provision.body else None
                if isinstance(opening, Passage):
                    unbroken = (
                        opening.text[: opening.notes[0].at] if opening.notes else opening.text
                    )
                    at = found.find(_letters(unbroken)[:_OPENING], at)
                    assert at >= 0, provision.address


def test_two_books_are_the_same_bytes() -> None:
    library, edition = corpus_library("three-pebbles")
    first = write_pdf(book_of(library, edition), "a5")
    assert first == write_pdf(book_of(library, edition), "a5")


def test_hostile_text_stays_text() -> None:
    for paper in ("a4", "a5"):
        pdf = read_pdf(write_pdf(book_of(library_of(hostile_code()), "2017"), paper))
        found = _text(pdf)
        for words in ('#import"x.typ":*#panic()', "@label<label>", "$x^2$*bold*_em_", "<script>"):
            assert words in found


@given(laws(("2017", "en")))
@settings(
    max_examples=of_profile(0.15), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
def test_any_law_can_be_set(law: Law) -> None:
    code = Code(OUTLINE, {("2017", "en", law.number): law})
    assert write_pdf(book_of(library_of(code), "2017"), "a5").startswith(b"%PDF")


def test_a_law_that_is_not_translated_says_so_once() -> None:
    pdf = read_pdf(write_pdf(book_of(library_of(three_languages()), "2017"), "a4"))
    found = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert found.count("[δεν υπάρχει σε αυτή τη γλώσσα]") == 1
    assert "La prima legge." in found


def test_references_lead_to_pages_of_the_book() -> None:
    library, edition = corpus_library("bridge")
    pdf = read_pdf(write_pdf(book_of(library, edition), "a4"))
    links = [
        each.get_object()
        for page in pdf.pages
        for each in (page.get("/Annots") or ())
        if isinstance(each, IndirectObject)
    ]
    inside = [link for link in links if isinstance(link, dict) and "/URI" not in str(link)]
    assert len(inside) > len(library.code.numbers(edition))


def test_a_page_of_a_booklet_has_the_size_a5() -> None:
    library = library_of(code_of(law_of("en", 1, Passage("A text."), heading="Title")))
    box = read_pdf(write_pdf(book_of(library, "2017"), "a5")).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (420, 595)
