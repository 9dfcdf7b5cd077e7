"""Parse XML files safely, and tell what an XML file is by its root element."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.text_encoding import decode_page
from lawkb.parse.document import Document
from lawkb.parse.elements.blocks import shortened
from lawkb.parse.html.elements_in_order import walk

_NAME = re.compile(r"<(?:([^\s<>/:\"'=]{1,100}):)?([^\s<>/:\"'=!?]{1,100})(?=[\s/>])")
_DOCTYPE_END = re.compile(r"[\[>]")
_PROLOG = (("<?", "?>"), ("<!--", "-->"))


@dataclass(frozen=True, slots=True)
class RootTag:
    """The tag of the root element of a file."""

    name: str  # name without prefix
    attributes: str  # the rest of the tag, as it is
    is_declared: bool  # whether the file begins with an XML declaration or the root has a namespace


def root_tag(text: str) -> RootTag | None:
    """Return the root tag of a text, or None if it does not begin as XML does.

    Declarations, comments and a document type before the root are skipped.
    """
    declared = text.lstrip("\ufeff \t\r\n").startswith("<?xml")
    at = max((end for _, end in _prolog(text)), default=0)
    match = _NAME.match(text, len(text) - len(text[at:].lstrip("\ufeff \t\r\n")))
    if not match:
        return None
    end = text.find(">", match.end())
    attributes = text[match.end() : end] if end >= 0 else ""
    return RootTag(match[2], attributes, declared or "xmlns" in attributes)


def _prolog(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of every declaration, comment and document type before the root."""
    at = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    while at < len(text):
        end = at + 1 if text[at].isspace() else _after_prolog(text, at)
        if end is None:
            return
        if end > at + 1:
            yield at, end
        at = end


def _without_doctype(text: str) -> str:
    """Return a file without the declarations of its document type, its lines as before.

    Nothing of them is used, and libxml2 stops at entities that would grow too much.
    """
    for start, end in _prolog(text):
        if text[start : start + 9].upper() == "<!DOCTYPE":
            return text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text


def _after_prolog(text: str, at: int) -> int | None:
    """Return the end of a declaration, comment or document type; None if there is none there."""
    for start, stop in _PROLOG:
        if text.startswith(start, at):
            end = text.find(stop, at)
            return end + len(stop) if end >= 0 else len(text)
    if not text.startswith("<!DOCTYPE", at) and not text.startswith("<!doctype", at):
        return None
    found = _DOCTYPE_END.search(text, at)
    if found and found[0] == "[":
        close = text.find("]", found.end())
        found = _DOCTYPE_END.search(text, close + 1) if close >= 0 else None
    return found.end() if found else len(text)


def read_xml(content: bytes) -> tuple[etree._Element | None, tuple[Loss, ...]]:
    """Return the root element of an XML file and what could not be read. Never raises.

    Entities that the file defines are not expanded, nothing is fetched, and comments and processing
    instructions are left out.
    """
    text, losses = decode_page(content)
    parser = etree.XMLParser(
        encoding="utf-8",
        attribute_defaults=False,
        load_dtd=False,
        no_network=True,
        recover=True,
        huge_tree=False,
        resolve_entities=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(_without_doctype(text).encode(), parser)
    except (etree.LxmlError, ValueError) as error:
        return None, (*losses, Loss("text", f"the XML cannot be read: {shortened(str(error))}"))
    if root is None:
        return None, (*losses, Loss("text", "the XML cannot be read: it has no root element"))
    fault = next(
        (
            entry
            for entry in parser.error_log
            if entry.level_name == "FATAL" and entry.type_name not in _ENTITY_FAULTS
        ),
        None,
    )
    if fault is not None:
        message = f"the XML is read only in part: {shortened(fault.message)}"
        losses = (*losses, Loss("text", message, line=max(fault.line, 1)))
    return root, losses


# An unknown entity is reported where it is read.
_ENTITY_FAULTS = frozenset({"ERR_UNDECLARED_ENTITY", "WAR_UNDECLARED_ENTITY"})


def read_unknown_xml(content: bytes) -> Document:
    """Return a document without blocks for XML of an unknown kind, with a loss that names it."""
    root, losses = read_xml(content)
    if root is None:
        return Document("xml", (), losses=losses)
    name = shortened(etree.QName(root).text)
    message = f"XML of a kind that lawkb does not read: its root element is «{name}»"
    return document_without_text(root, (*losses, Loss("unparsed", message)))


def document_without_text(root: etree._Element, losses: tuple[Loss, ...]) -> Document:
    """Return the document of an XML file whose text is not read: every character is unparsed."""
    size = sum(len(step.text) for step in walk(root) if step.kind == "text")
    return Document("xml", (), total=size, elsewhere=(("unparsed", size),), losses=losses)
