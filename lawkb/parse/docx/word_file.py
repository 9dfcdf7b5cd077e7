"""Open a Word file in bounded memory: it is a ZIP archive of XML parts from a stranger."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import docx
from docx.exceptions import PythonDocxError
from docx.opc.exceptions import OpcError
from docx.oxml.ns import nsmap
from lxml import etree

from lawkb.model.page import LARGEST_PAGE

MOST_XML = 16 * LARGEST_PAGE  # bytes; the XML of a text is about ten times its size
_MOST_PARTS = 4096
_CHUNK = 65536
_OLE = b"\xd0\xcf\x11\xe0"  # files of Word before 2007, and files with a password

W = f"{{{nsmap['w']}}}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
CHOICE, FALLBACK, ALTERNATE = f"{_MC}Choice", f"{_MC}Fallback", f"{_MC}AlternateContent"
MATH_TEXT = f"{_MATH}t"
TEXTS = (f"{W}t", f"{W}delText", f"{W}instrText", f"{W}delInstrText", MATH_TEXT)
# Elements of a run that are one character each.
SIGNS = tuple(
    f"{W}{name}" for name in ("tab", "ptab", "br", "cr", "noBreakHyphen", "softHyphen", "sym")
)
_RUN = f"{W}r"
_RELATED = ("styles", "numbering", "footnotes", "endnotes", "comments")
_FAULTS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    PythonDocxError,
    OpcError,
    etree.LxmlError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
    NotImplementedError,
    EOFError,
    OSError,
)


class RefusedError(Exception):
    """A Word file is not read. The message says why."""


@dataclass(frozen=True, slots=True)
class WordFile:
    """The parts of a Word file that have text, and what paragraphs inherit."""

    body: etree._Element  # The element of the text.
    # Roots of `styles`, `numbering`, `footnotes`, `endnotes` and `comments`, those that the file
    # has.
    related: dict[str, etree._Element] = field(hash=False)
    margins: tuple[etree._Element, ...]  # Roots of the headers and footers of its pages.
    links: dict[str, str] = field(hash=False)  # Targets of links by the id that hyperlinks name.

    @property
    def total(self) -> int:
        """Return the number of characters of the file: of its texts, tabs and line breaks."""
        notes = (self.related.get(name) for name in ("footnotes", "endnotes", "comments"))
        roots = (self.body, *self.margins, *(root for root in notes if root is not None))
        return sum(map(characters, roots))


def open_word_file(content: bytes) -> WordFile:
    """Return the parts of a Word file. No link to another file is followed.

    Raises:
        RefusedError: It is no Word file, is damaged, or has too much XML.
    """
    if content.startswith(_OLE):
        raise RefusedError("it has a password, or is an older .doc: save it as .docx without one")
    try:
        package = docx.Document(io.BytesIO(_bounded_copy(content)))
        return _word_file(package.part)
    except RefusedError:
        raise
    except _FAULTS as error:
        told = " ".join(str(error).split())[:120]
        raise RefusedError(f"it cannot be opened as a Word file: {told}") from error


def _bounded_copy(content: bytes) -> bytes:
    """Return the archive with its XML parts only, and empty files in the place of the others.

    Parts are unpacked in chunks: the sizes that an archive states may be wrong.
    """
    copy, size = io.BytesIO(), 0
    with (
        zipfile.ZipFile(io.BytesIO(content)) as archive,
        zipfile.ZipFile(copy, "w", zipfile.ZIP_STORED) as bounded,
    ):
        infos = {info.filename: info for info in archive.infolist()}
        if len(infos) > _MOST_PARTS:
            raise RefusedError(f"it has more than {_MOST_PARTS} parts")
        for name, info in infos.items():
            part = b""
            if name.lower().endswith((".xml", ".rels")):
                part, size = _unpacked(archive, info, size)
            bounded.writestr(zipfile.ZipInfo(name), part)
    return copy.getvalue()


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, size: int) -> tuple[bytes, int]:
    """Return the bytes of a part, and the size of all parts so far with it."""
    if info.flag_bits & 1:
        raise RefusedError("it is encrypted: save it without a password")
    chunks = []
    with archive.open(info) as file:
        while chunk := file.read(_CHUNK):
            chunks.append(chunk)
            size += len(chunk)
            if size > MOST_XML:
                raise RefusedError(f"its unpacked XML is larger than {MOST_XML} bytes")
    part = b"".join(chunks)
    if b"<!DOCTYPE" in part.replace(b"\0", b""):
        raise RefusedError("its XML has a document type, which Word never writes")
    return part, size


def _word_file(part: object) -> WordFile:
    related: dict[str, etree._Element] = {}
    margins: list[etree._Element] = []
    links: dict[str, str] = {}
    for key, relation in part.rels.items():  # type: ignore[attr-defined]
        name = relation.reltype.rpartition("/")[2]
        if relation.is_external:
            links[key] = relation.target_ref
        elif name in _RELATED:
            related[name] = etree.fromstring(relation.target_part.blob, _parser())
        elif name in ("header", "footer"):
            margins.append(etree.fromstring(relation.target_part.blob, _parser()))
    root = etree.fromstring(part.blob, _parser())  # type: ignore[attr-defined]
    body = root.find(f"{W}body")
    if body is None:
        raise RefusedError("it has no text")
    return WordFile(body, related, tuple(margins), links)


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def shown(root: etree._Element) -> Iterator[etree._Element]:
    """Yield an element and all below it, in order, without second versions for older programs."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        children = list(node)
        if node.tag == ALTERNATE and any(child.tag == CHOICE for child in children):
            children = [next(child for child in children if child.tag == CHOICE)]
        stack.extend(reversed(children))


def characters(root: etree._Element) -> int:
    """Return the number of characters below an element: of its texts, tabs and line breaks."""
    return sum(map(size_of, shown(root)))


def size_of(node: etree._Element) -> int:
    """Return the characters that an element itself is: those of a text, 1 for a sign of a run."""
    if node.tag in TEXTS:
        return len(node.text or "")
    parent = node.getparent()
    return int(node.tag in SIGNS and parent is not None and parent.tag == _RUN)
