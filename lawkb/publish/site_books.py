"""The books that the site offers; cached while the laws and the layout are unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from lawkb.corpus.cache import cached_value, digest_of, put_cached
from lawkb.corpus.glossary import FILE as GLOSSARY
from lawkb.model.code import Code
from lawkb.publish.book.content import open_library
from lawkb.publish.book.kinds import BOOK_KINDS, DESIGN, BookOrder, site_orders
from lawkb.publish.book.pdf import typst_version
from lawkb.publish.views.localized_site import BookFile, EditorialContent
from lawkb.publish.views.page import FileDraft
from lawkb.references.graph import Graph

_CACHED = "books"


def site_books(
    folder: Path, code: Code, graph: Graph, editorial: EditorialContent, kinds: Sequence[str]
) -> dict[BookFile, bytes]:
    """Return the books that the site offers, newest edition first, with their content.

    Args:
        folder: The corpus folder.
        code: The law code.
        graph: The references between provisions.
        editorial: The glossary, and where its terms occur.
        kinds: Names of the kinds of books, of ``BOOK_KINDS``.

    Raises:
        LawkbError: A book cannot be made.
    """
    if not kinds:
        return {}
    library = open_library(code, graph, editorial)
    orders = site_orders(library, kinds)
    inputs = _inputs(folder, code, kinds)
    contents: Mapping[str, bytes] | None = cached_value(folder, _CACHED, inputs) if inputs else None
    if contents is None:
        # One after the other: each may need half a gigabyte.
        contents = {order.name: order.make(library, folder / DESIGN) for order in orders}
        if inputs:
            put_cached(folder, _CACHED, inputs, contents)
    return {_file(order, contents[order.name]): contents[order.name] for order in orders}


def book_drafts(books: Mapping[BookFile, bytes]) -> tuple[FileDraft, ...]:
    """Return a draft of every book."""
    return tuple(FileDraft(file.path, partial(bytes, content)) for file, content in books.items())


def _file(order: BookOrder, content: bytes) -> BookFile:
    return BookFile(
        path=f"laws/{order.edition}/{order.name}",
        edition=order.edition,
        languages=order.languages,
        form=order.form,
        paper=order.paper,
        volume=order.volume + 1,
        volumes=len(order.volumes),
        size=len(content),
    )


def _inputs(folder: Path, code: Code, kinds: Sequence[str]) -> str:
    """Return the digest of what the books are made from; empty if the code was not from files."""
    if code.files is None:
        return ""
    has_pdf = any(kind.form == "pdf" for kind in BOOK_KINDS if kind.name in kinds)
    setter = typst_version() if has_pdf else ""
    own = sorted(path for path in (folder / DESIGN).rglob("*") if path.is_file())
    files = [path for path in (folder / GLOSSARY, *own) if path.is_file()]
    held = {str(path): path.read_bytes() for path in files}
    return digest_of(repr((dict(code.files), held, tuple(kinds), setter)).encode())
