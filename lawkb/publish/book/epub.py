"""Write a book as EPUB 3: XHTML pages from Jinja templates, in a ZIP file with fixed times.

Source: EPUB 3.3, W3C Recommendation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined

from lawkb.publish.book.content import Book

_MIMETYPE = "application/epub+zip"
_READABLE = 0o644 << 16  # rights of a file, as ZIP stores them
_UNIX = 3


def write_epub(book: Book, design: Path | None = None) -> bytes:
    """Return a book as EPUB 3; equal books give equal bytes.

    Args:
        book: The book.
        design: Folder whose templates and ``book.css`` replace ours; None for ours.
    """
    year, month, day = map(int, book.date.split("-"))
    output = BytesIO()
    with ZipFile(output, "w") as archive:
        for name, content in _files(book, str(design or "")):
            info = ZipInfo(name, (max(1980, year), month, day, 0, 0, 0))
            info.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            info.create_system, info.external_attr = _UNIX, _READABLE
            archive.writestr(info, content.encode())
    return output.getvalue()


def _files(book: Book, design: str) -> Iterator[tuple[str, str]]:
    environment = _environment(design)
    chapters: list[tuple[str, str, object]] = [("title", "title.xhtml", None)]
    chapters += [(each.id, "text.xhtml", each) for each in book.texts]
    chapters += [(each.id, "law.xhtml", each) for each in book.laws]
    chapters += [(each.id, "terms.xhtml", each) for each in book.terms]
    directions = {each.tag: each.direction for each in book.languages}
    write = partial(_rendered, environment, book, directions)
    yield "mimetype", _MIMETYPE
    yield "META-INF/container.xml", write("container.xml")
    yield "book/content.opf", write("content.opf", chapters=[id_ for id_, *_ in chapters])
    yield "book/nav.xhtml", write("nav.xhtml")
    yield "book/book.css", environment.get_template("book.css").render()
    for id_, template, chapter in chapters:
        yield f"book/{id_}.xhtml", write(template, chapter=chapter)


def _rendered(
    environment: Environment,
    book: Book,
    directions: dict[str, str],
    template: str,
    **more: object,
) -> str:
    given = {"book": book, "directions": directions, "href": _href, "id_of": _id, **more}
    return environment.get_template(template).render(given)


@lru_cache
def _environment(design: str) -> Environment:
    own = PackageLoader("lawkb.publish.book", "templates")
    return Environment(
        loader=ChoiceLoader([FileSystemLoader(design), own]) if design else own,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _href(target: str) -> str:
    """Return the URL of a place in the book, ``law_47#E2a``, from another page of it."""
    chapter, _, id_ = target.partition("#")
    return f"{quote(chapter)}.xhtml" + (f"#{quote(_id(id_))}" if id_ else "")


def _id(own: str) -> str:
    """Return the XML id of a place in a chapter: such an id begins with a letter."""
    return f"p-{own}"
