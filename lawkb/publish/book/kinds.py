"""Which books there are, what their files are called, and how one is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from lawkb.model.address import Ordinal
from lawkb.publish.book.content import Library, book_volumes, make_book
from lawkb.publish.book.epub import write_epub
from lawkb.publish.book.pdf import write_pdf

Form = Literal["pdf", "epub"]
Paper = Literal["a4", "a5", ""]

DESIGN = "book"  # folder of a corpus with an own layout and fonts
# Code points of law text in a volume: typst needs 1 kB of memory for each.
_MOST = 560_000


@dataclass(frozen=True, slots=True)
class BookKind:
    """A kind of book that the site offers.

    Attributes:
        name: Its name in the settings.
        form: Format of the file.
        paper: Size of a page; empty for a format without pages.
        alone: Whether there is a book for each language, or one with all languages.
    """

    name: str
    form: Form
    paper: Paper
    alone: bool


BOOK_KINDS = (
    BookKind("pdf-a4", "pdf", "a4", alone=False),
    BookKind("pdf-a5", "pdf", "a5", alone=False),
    BookKind("epub", "epub", "", alone=False),
    BookKind("pdf-a4-alone", "pdf", "a4", alone=True),
    BookKind("pdf-a5-alone", "pdf", "a5", alone=True),
    BookKind("epub-alone", "epub", "", alone=True),
)
DEFAULT_KINDS = ("pdf-a4", "epub", "pdf-a5-alone", "epub-alone")


@dataclass(frozen=True, slots=True)
class BookOrder:
    """A book to be made: an edition in some languages, in one format.

    Attributes:
        edition: Id of the edition.
        languages: BCP 47 tags of its languages, in the order of the columns.
        form: Format of the file.
        paper: Size of a page; empty for a format without pages.
        name: Name of the file: ``duplicate-bridge-2017-en-el-a4.pdf``.
        volumes: Numbers of the laws in each volume.
        volume: Number of the volume, from 0.
    """

    edition: str
    languages: tuple[str, ...]
    form: Form
    paper: Paper
    name: str
    volumes: tuple[tuple[Ordinal, ...], ...]
    volume: int = 0

    def make(self, library: Library, design: Path | None = None) -> bytes:
        """Return the content of the file.

        Args:
            library: The law code.
            design: Folder with an own layout; None for ours.

        Raises:
            LawkbError: A template has an error.
        """
        book = make_book(library, self.edition, self.languages, self.volumes, self.volume)
        if self.form == "pdf":
            return write_pdf(book, self.paper, design)
        return write_epub(book, design)


def orders(
    library: Library, edition: str, languages: Sequence[str], form: Form, paper: Paper
) -> Iterator[BookOrder]:
    """Yield the book of an edition in some languages; a long one as PDF has several volumes."""
    most = _MOST if form == "pdf" else 0
    volumes = book_volumes(library, edition, languages, most)
    parts = [library.code.outline.id, edition, *languages, *([paper] if paper else [])]
    several = len(volumes) > 1
    order = partial(BookOrder, edition, tuple(languages), form, paper)
    for n in range(len(volumes)):
        own = [*parts, str(n + 1)] if several else parts
        yield order(f"{'-'.join(own)}.{form}", volumes, n)


def site_orders(library: Library, kinds: Sequence[str]) -> tuple[BookOrder, ...]:
    """Return the books that the site offers, by edition, newest first.

    Args:
        library: The law code.
        kinds: Names of kinds of books.
    """
    found: dict[str, BookOrder] = {}  # by name: with one language, that of all is the same
    for edition in library.code.outline.editions:
        held = library.languages_of(edition.id)
        for kind in (each for each in BOOK_KINDS if held and each.name in kinds):
            for languages in ([tag] for tag in held) if kind.alone else (held,):
                for order in orders(library, edition.id, languages, kind.form, kind.paper):
                    found.setdefault(order.name, order)
    return tuple(found.values())
