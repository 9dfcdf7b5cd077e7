"""Which books there are, what their files are called, and how one is made.

A PDF is set by typst by the template ``book.typ``, in a process of its own. An EPUB 3 is XHTML
pages from Jinja templates, in a ZIP file with fixed times. The books that the site offers are
cached while the laws and the layout are unchanged.

Source: decisions/0025-book.md; EPUB 3.3, W3C Recommendation.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import lru_cache, partial
from importlib.metadata import version
from io import BytesIO
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined

from lawkb.corpus.cache import cached_value, digest_of, put_cached
from lawkb.corpus.glossary import FILE as GLOSSARY
from lawkb.editorial.findings import EditorialReport
from lawkb.errors import LawkbError
from lawkb.extras import needs
from lawkb.model.code import Code
from lawkb.parallel_work import on_all_cores
from lawkb.publish.book.content import Book, Library, book_volumes, make_book, open_library
from lawkb.publish.localized_site import BookFile, EditorialContent
from lawkb.references.graph import Graph

_MIMETYPE = "application/epub+zip"
_READABLE = 0o644 << 16  # rights of a file, as ZIP stores them
_UNIX = 3


def write_epub(book: Book, design: Path | None = None) -> bytes:
    """Return a book as EPUB 3; equal books give equal bytes.

    Args:
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

    def write(template: str, **more: object) -> str:
        given = {"book": book, "directions": directions, "href": _href, "id_of": _id, **more}
        return environment.get_template(template).render(given)

    yield "mimetype", _MIMETYPE
    yield "META-INF/container.xml", write("container.xml")
    yield "book/content.opf", write("content.opf", chapters=[id_ for id_, *_ in chapters])
    yield "book/nav.xhtml", write("nav.xhtml")
    yield "book/book.css", environment.get_template("book.css").render()
    for id_, template, chapter in chapters:
        yield f"book/{id_}.xhtml", write(template, chapter=chapter)


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


_WORDS = ("text", "lead", "words")  # fields that hold words of texts
_BREAK = "\u200b"  # zero width space
_LONG = re.compile(r"\S{40,}")
_PIECES = re.compile(r".{1,10}", re.DOTALL)
TEMPLATE = Path(__file__).parent / "templates" / "book.typ"


def write_pdf(book: Book, paper: str, design: Path | None = None) -> bytes:
    """Return a book as PDF: tagged, with bookmarks; equal books give equal bytes.

    Args:
        paper: Size of a page: ``a4`` or ``a5``.
        design: Folder with a ``book.typ`` that replaces ours and fonts in ``fonts/``; None for
            ours.

    Raises:
        LawkbError: The template has an error, or typst is not installed.
    """
    typst_version()
    own = design / TEMPLATE.name if design else TEMPLATE
    order = {
        "template": str(own if own.is_file() else TEMPLATE),
        "fonts": str(design / "fonts") if design else "",
        "time": int(datetime.fromisoformat(book.date).replace(tzinfo=UTC).timestamp()),
        "paper": paper,
        "book": plain(book),
    }
    places = json.loads(_typeset(order))
    return _typeset({**order, "places": places})


def typst_version() -> str:
    """Return the version of typst.

    Raises:
        LawkbError: It is not installed: it is part of the extra ``book``.
    """
    with needs("book", "a PDF of the laws"):
        return version("typst")


def _typeset(order: dict[str, Any]) -> bytes:
    # typst keeps what it once laid out: memory is only given back by a process that ends.
    command = [sys.executable, "-m", "lawkb.publish.book.typeset"]
    content = json.dumps(order, ensure_ascii=False).encode()
    done = subprocess.run(command, input=content, capture_output=True, check=False)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["it was stopped"]
        raise LawkbError(order["template"], f"typst: {lines[-1]}", "fix the template")
    return done.stdout


def plain(value: object) -> Any:
    """Return a view as JSON data: empty fields left out, a run of plain text as a string."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, SimpleNamespace):
        held = vars(value)
    elif isinstance(value, Book):
        held = {each.name: getattr(value, each.name) for each in fields(value)}
    else:
        return value
    found = {name: plain(each) for name, each in held.items() if each}
    for name in _WORDS:
        if name in found:  # words that are longer than a line may break
            found[name] = _LONG.sub(lambda long: _BREAK.join(_PIECES.findall(long[0])), found[name])
    return found["text"] if found.keys() == {"text"} else found


Form = Literal["pdf", "epub"]
Paper = Literal["a4", "a5", ""]

DESIGN = "book"  # folder of a corpus with an own layout and fonts
# Code points of law text in a volume: typst needs 1 kB of memory for each.
_MOST = 560_000


# The kinds of books that the site offers: format, size of a page (none for a format without pages),
# and whether there is a book for each language, or one with all languages.
BOOK_KINDS: Mapping[str, tuple[Form, Paper, bool]] = {
    "pdf-a4": ("pdf", "a4", False),
    "pdf-a5": ("pdf", "a5", False),
    "epub": ("epub", "", False),
    "pdf-a4-alone": ("pdf", "a4", True),
    "pdf-a5-alone": ("pdf", "a5", True),
    "epub-alone": ("epub", "", True),
}
DEFAULT_KINDS = ("pdf-a4", "epub", "pdf-a5-alone", "epub-alone")
LAW_PDF = "pdf-law"  # each law as a PDF of its own, besides the books
_FEW_LAWS = 8  # which one process sets


def make_file(order: BookFile, library: Library, design: Path | None = None) -> bytes:
    """Return the content of the file of a book.

    Args:
        design: Folder with an own layout; None for ours.

    Raises:
        LawkbError: A template has an error.
    """
    book = make_book(library, order.edition, order.languages, order.volumes, order.volume)
    if order.form == "pdf":
        return write_pdf(book, order.paper, design)
    return write_epub(book, design)


def orders(
    library: Library, edition: str, languages: Sequence[str], form: Form, paper: Paper
) -> Iterator[BookFile]:
    """Yield the book of an edition in some languages; a long one as PDF has several volumes."""
    most = _MOST if form == "pdf" else 0
    volumes = book_volumes(library, edition, languages, most)
    parts = [library.code.outline.id, edition, *languages, *([paper] if paper else [])]
    several = len(volumes) > 1
    order = partial(BookFile, edition, tuple(languages), form, paper)
    for n in range(len(volumes)):
        own = [*parts, str(n + 1)] if several else parts
        yield order(f"{'-'.join(own)}.{form}", volumes, n)


def site_orders(library: Library, kinds: Sequence[str]) -> tuple[BookFile, ...]:
    """Return the books that the site offers, by edition, newest first.

    Args:
        kinds: Names of kinds of books.
    """
    found: dict[str, BookFile] = {}  # by name: with one language, that of all is the same
    for edition in library.code.outline.editions:
        held = library.languages_of(edition.id)
        for form, paper, alone in (BOOK_KINDS[k] for k in BOOK_KINDS if held and k in kinds):
            for languages in ([tag] for tag in held) if alone else (held,):
                for order in orders(library, edition.id, languages, form, paper):
                    found.setdefault(order.name, order)
    return tuple(found.values())


def law_orders(library: Library) -> Iterator[BookFile]:
    """Yield the PDF of each law, with its languages beside each other, or the first two of more."""
    code = library.code
    for edition in code.outline.editions:
        for number in code.numbers(edition.id):
            held = code.languages_of(edition.id, number)
            if tags := tuple(tag for tag in library.languages_of(edition.id) if tag in held)[:2]:
                name = f"law_{number}.pdf"
                yield BookFile(edition.id, tags, "pdf", "a4", name, ((number,),), law=number)


def _law_pdfs(folder: Path, library: Library) -> dict[BookFile, bytes]:
    """Return the PDF of each law; one whose book is unchanged comes from the cache."""
    every = tuple(law_orders(library))
    own = (folder / DESIGN / TEMPLATE.name, TEMPLATE)
    design = "".join(path.read_text(encoding="utf-8") for path in own if path.is_file())
    inputs = digest_of(f"{typst_version()} {design}".encode())
    held: Mapping[str, bytes] = cached_value(folder, LAW_PDF, inputs) or {}
    books = [make_book(library, o.edition, o.languages, o.volumes, alone=True) for o in every]
    keys = [digest_of(json.dumps(plain(book)).encode()) for book in books]
    missing = [n for n, key in enumerate(keys) if key not in held]
    made = on_all_cores(
        lambda n: write_pdf(books[n], every[n].paper, folder / DESIGN), missing, _FEW_LAWS
    )
    contents = {**held, **{keys[n]: pdf for n, pdf in zip(missing, made, strict=True)}}
    if missing:
        put_cached(folder, LAW_PDF, inputs, {key: contents[key] for key in keys})
    pairs = ((order, contents[key]) for order, key in zip(every, keys, strict=True))
    return {replace(order, size=len(content)): content for order, content in pairs}


_CACHED = "books"


def site_books(
    folder: Path, code: Code, graph: Graph, editorial: EditorialContent, kinds: Sequence[str]
) -> dict[BookFile, bytes]:
    """Return the books that the site offers, newest edition first, with their content.

    Args:
        kinds: Names of the kinds of books, of ``BOOK_KINDS``, and ``LAW_PDF``.

    Raises:
        LawkbError: A book cannot be made.
    """
    if not kinds:
        return {}
    library = open_library(code, graph, editorial)
    laws = _law_pdfs(folder, library) if LAW_PDF in kinds else {}
    orders = site_orders(library, kinds)
    inputs = _inputs(folder, code, kinds, editorial.report)
    contents: Mapping[str, bytes] | None = cached_value(folder, _CACHED, inputs) if inputs else None
    if contents is None:
        # One after the other: each may need half a gigabyte.
        contents = {order.name: make_file(order, library, folder / DESIGN) for order in orders}
        if inputs:
            put_cached(folder, _CACHED, inputs, contents)
    sized = {replace(each, size=len(contents[each.name])): each.name for each in orders}
    return {**{file: contents[name] for file, name in sized.items()}, **laws}


def _inputs(folder: Path, code: Code, kinds: Sequence[str], report: EditorialReport | None) -> str:
    """Return the digest of what the books are made from; empty if the code was not from files."""
    if code.files is None:
        return ""
    has_pdf = any(form == "pdf" for kind, (form, _, _) in BOOK_KINDS.items() if kind in kinds)
    setter = typst_version() if has_pdf else ""
    own = sorted(path for path in (folder / DESIGN).rglob("*") if path.is_file())
    files = [path for path in (folder / GLOSSARY, *own) if path.is_file()]
    held = {str(path): path.read_bytes() for path in files}
    found = chain.from_iterable(report.by_law.values()) if report else ()
    gaps = [(each.edition, each.place, each.language, each.gap) for each in found if each.gap]
    return digest_of(repr((dict(code.files), held, gaps, tuple(kinds), setter)).encode())
