"""Read a file that cites the laws, and write a copy of it with corrected quotations.

A plain or Markdown text is read as it is, so that offsets lead into it; files of other formats are
read as the pages of a source are.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from lxml import etree
from msgspec.structs import replace

from lawkb.citing.citing_text import CitingText, text_given, text_of_blocks
from lawkb.errors import LawkbError
from lawkb.exchange.public_types import VerifiedQuote
from lawkb.file_reading import page_of
from lawkb.model.page import Page, PageFormat
from lawkb.model.source import Source
from lawkb.model.text_encoding import decode_page
from lawkb.parse.input_formats import page_format, read_page_lines
from lawkb.sources.untrusted_files import MOST_BYTES

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_AS_TEXT: frozenset[PageFormat] = frozenset({"text", "markdown"})
_AS_HTML: frozenset[PageFormat] = frozenset({"html", "web"})
_PARTS = re.compile(r"word/(?:document|footnotes|endnotes)\d*\.xml")
_SOURCE = Source("files", "Files", ())
# A browser shows quotation marks around ``q``; as references they are these in any encoding.
_QUOTE_TAGS = ((rb"(?i)<q(?:\s[^<>]*)?>", b"&ldquo;"), (rb"(?i)</q\s*>", b"&rdquo;"))
_BETWEEN = r"(?:<[^<>]{0,500}>|&#?\w{1,10};|[^\w<&])*"  # two words of a page of HTML


@dataclass(frozen=True, slots=True)
class CitingFile:
    """A file that cites the laws."""

    name: str  # Its path, or ``standard input``.
    text: CitingText  # Its words.
    form: PageFormat  # Its format.
    content: bytes  # Its bytes.
    unread: tuple[str, ...] = ()  # What of it could not be read, a sentence for each.


def read_citing_file(path: Path) -> CitingFile:
    """Return a file of text, Markdown, Word, HTML or a wiki with its words."""
    page = page_of(path)
    return _of_page(page, str(path))


def read_citing_bytes(content: bytes, name: str) -> CitingFile:
    """Return bytes from elsewhere, such as standard input, as ``read_citing_file`` does a file."""
    if len(content) > MOST_BYTES:
        raise LawkbError(name, f"it is larger than {MOST_BYTES} bytes", "give it in parts")
    if not content.strip():
        raise LawkbError(name, "it is empty", "give a text that cites the laws")
    if b"\0" in content[:4096] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise LawkbError(name, "it is no text", "give a plain text, Markdown or HTML")
    return _of_page(Page("files", "text", "text.txt", content), name)


def _of_page(page: Page, name: str) -> CitingFile:
    form = page_format(page, _SOURCE)
    if form in _AS_TEXT:
        text, losses = decode_page(page.content)
        told = tuple(loss.message for loss in losses)
        return CitingFile(name, text_given(text), form, page.content, told)
    marked = _with_quotation_marks(page) if form in _AS_HTML else page
    document = read_page_lines(marked, _SOURCE)
    told = tuple(loss.message for loss in document.losses if loss.kind == "unparsed")
    return CitingFile(name, text_of_blocks(document.lines), form, page.content, told)


def _with_quotation_marks(page: Page) -> Page:
    """Return a page of HTML with quotation marks in the place of the tags of ``q``."""
    content = page.content
    for tag, mark in _QUOTE_TAGS:
        content = re.sub(tag, mark, content)
    return replace(page, content=content)


# ---- corrected copies


def corrected_copy(file: CitingFile, quotes: Sequence[VerifiedQuote]) -> tuple[bytes, int]:
    """Return a copy of a file with its quotations corrected, and how many are.

    A quotation is corrected if it is sure what to write, and if its words are found in the file
    just once, or at their offset.
    """
    wrong = [each for each in quotes if each.correct is not None and each.correct != each.words]
    if file.form in _AS_TEXT:
        return _corrected_text(file, wrong)
    if file.form == "docx":
        return _corrected_word(file.content, wrong)
    return _corrected_markup(file.content, wrong)


def _corrected_text(file: CitingFile, wrong: Sequence[VerifiedQuote]) -> tuple[bytes, int]:
    text, _ = decode_page(file.content)
    for each in sorted(wrong, key=lambda one: one.start, reverse=True):
        text = text[: each.start] + str(each.correct) + text[each.end :]
    if b"\r\n" in file.content:
        text = text.replace("\n", "\r\n")
    return text.encode("utf-8"), len(wrong)


def _corrected_markup(content: bytes, wrong: Sequence[VerifiedQuote]) -> tuple[bytes, int]:
    text, _ = decode_page(content)
    count = 0
    for each in wrong:
        pattern = _BETWEEN.join(map(re.escape, re.findall(r"\w+", each.words)))
        places = [found.span() for found in re.finditer(pattern, text)]
        if len(places) == 1:
            (start, end), new = places[0], _escaped(each)
            text = text[:start] + new + text[end:]
            count += 1
    return text.encode("utf-8"), count


def _escaped(quote: VerifiedQuote) -> str:
    """Return the correct words without the signs behind the last, which stay in the file."""
    words = re.sub(r"\W+\Z", "", str(quote.correct))
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _corrected_word(content: bytes, wrong: Sequence[VerifiedQuote]) -> tuple[bytes, int]:
    count, made = 0, BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(made, "w") as new:
        for info in old.infolist():
            part = old.read(info)
            if _PARTS.fullmatch(info.filename):
                part, corrected = _corrected_part(part, wrong)
                count += corrected
            new.writestr(info, part)
    return made.getvalue(), count


def _corrected_part(part: bytes, wrong: Sequence[VerifiedQuote]) -> tuple[bytes, int]:
    """Return the XML of a part of a Word file with the texts of its paragraphs corrected."""
    root = etree.fromstring(part, etree.XMLParser(resolve_entities=False, no_network=True))
    paragraphs = [[*each.iter(f"{_W}t")] for each in root.iter(f"{_W}p")]
    texts = ["".join(node.text or "" for node in nodes) for nodes in paragraphs]
    count = 0
    for each in wrong:
        places = [at for at, text in enumerate(texts) if text.count(each.words) == 1]
        if len(places) == 1:
            (at,) = places
            start = texts[at].index(each.words)
            _replace(paragraphs[at], start, start + len(each.words), str(each.correct))
            texts[at] = "".join(node.text or "" for node in paragraphs[at])
            count += 1
    return (etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True), count)


def _replace(nodes: Sequence[etree._Element], start: int, end: int, new: str) -> None:
    """Replace a span of the text of several nodes; the new words are in the first of them."""
    at = 0
    for node in nodes:
        text = node.text or ""
        first, last = max(start - at, 0), min(end - at, len(text))
        at += len(text)
        if first < last:
            node.text = text[:first] + new + text[last:]
            node.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
            new = ""
