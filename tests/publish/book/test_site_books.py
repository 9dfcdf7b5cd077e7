"""The books that a site offers: made once, and named on the home page with their sizes."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import copytree

import pytest

from lawkb.corpus.laws import read_cached_code
from lawkb.publish.book.kinds import DEFAULT_KINDS, LAW_PDF, site_orders
from lawkb.publish.localized_site import localized_sites
from lawkb.publish.page import SiteSettings
from lawkb.publish.site import code_site, read_content
from lawkb.publish.views.site_pages import home_view
from tests.publish.book.books import CORPORA, corpus_library, library_of, read_pdf
from tests.publish.book.codes import code_of, law_of, three_languages


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The corpus of an example, with a cache of its own."""
    monkeypatch.setenv("LAWKB_CACHE", str(tmp_path / "cache"))
    return Path(copytree(CORPORA["statute"][0], tmp_path / "corpus"))


def test_a_site_offers_books_of_all_languages_and_of_each() -> None:
    library, _ = corpus_library("statute")
    code = library.code.outline.id
    assert [order.name for order in site_orders(library, DEFAULT_KINDS)] == [
        f"{code}-2020-en-el-a4.pdf",
        f"{code}-2020-en-el.epub",
        f"{code}-2020-en-a5.pdf",
        f"{code}-2020-el-a5.pdf",
        f"{code}-2020-en.epub",
        f"{code}-2020-el.epub",
    ]


def test_an_edition_in_one_language_has_each_book_once() -> None:
    library = library_of(code_of(law_of("en", 1)))
    names = [
        order.name.removeprefix("duplicate-bridge-")
        for order in site_orders(library, DEFAULT_KINDS)
    ]
    assert names == ["2017-en-a4.pdf", "2017-en.epub", "2017-en-a5.pdf"]


def test_a_book_has_a_column_for_each_of_three_languages() -> None:
    library = library_of(three_languages())
    assert site_orders(library, ["pdf-a4"])[0].languages == ("en", "el", "it")


def test_books_are_made_once_while_the_laws_are_unchanged(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read_content(corpus, books=["pdf-a5"])
    monkeypatch.setattr(sys, "executable", "/bin/false")
    again = read_content(corpus, books=["pdf-a5"])
    assert again.books == first.books
    assert all(content.startswith(b"%PDF") for content in again.books.values())


def test_each_law_has_a_pdf_of_its_own_and_one_law_changed_makes_one(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = read_content(corpus, books=[LAW_PDF])
    numbers = {number for _, _, number in first.code.laws}
    assert {file.path for file in first.books} == {f"laws/2020/law_{n}.pdf" for n in numbers}
    site = localized_sites(first.code, first.graph, ("en",), first.editorial)["en"]
    assert home_view(site).books == ()
    assert set(first.editorial.law_pdfs) == {("2020", number) for number in numbers}
    for file, content in first.books.items():
        text = "".join(page.extract_text() for page in read_pdf(content).pages)
        assert file.size == len(content)
        assert str(file.law) in text
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert read_content(corpus, books=[LAW_PDF]).books == first.books


def test_the_home_page_links_every_book_with_its_size(corpus: Path) -> None:
    content = read_content(corpus, books=["epub", "epub-alone"])
    site = localized_sites(content.code, content.graph, ("el", "en"), content.editorial)["el"]
    links = [file for each in home_view(site).books for line in each.lines for file in line.files]
    files = code_site(content, SiteSettings(("el", "en"))).files
    sizes = {file.path: -(-len(file.make()) // 1000) for file in files if "epub" in file.path}
    assert {file.place.path: file.kilobytes for file in links} == sizes
    assert len(links) == 3


def test_without_kinds_no_book_is_made(corpus: Path) -> None:
    content = read_content(corpus)
    assert not content.books
    site = localized_sites(content.code, content.graph, ("en",), content.editorial)["en"]
    assert home_view(site).books == ()
    assert read_cached_code(corpus).laws
