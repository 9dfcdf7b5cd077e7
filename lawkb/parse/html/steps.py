"""An HTML page as steps in document order: elements opened and closed, texts, comments.

Steps instead of a tree, since a wiki page may be badly nested: a footnote that contains a box
closes the box outside the note, and the parser moves everything after it into the wrong element
(page syntax_zoo).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.text_encoding import decode_page

# libxml2 stops at 10 MB in one text; the largest law page known has 0.2 MB of HTML.
LARGEST_PAGE = 8_000_000

_NO_WORDS = ("script", "style")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_WHOLE = re.compile(r"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
_END = re.compile(r"</html\s*>", re.IGNORECASE)
_DIVISIONS = re.compile(r"<(/?)(?:div|p)[\s>]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """An event while reading a page from start to end.

    Attributes:
        kind: Type of event.
        node: The element opened or closed; the element around a text; a comment itself.
        text: Text or comment; characters that XML does not allow are U+FFFD.
    """

    kind: Literal["open", "close", "text", "comment"]
    node: etree._Element
    text: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """A whole page.

    Attributes:
        steps: Steps in document order.
        losses: Losses of decoding and parsing.
        fragment: Whether it is a piece of HTML without a document around it.
        cut: Whether the end of the page is missing, judged from its HTML.
        scripts: Texts of its scripts; they are never run and not counted.
    """

    steps: tuple[Step, ...]
    losses: tuple[Loss, ...] = ()
    fragment: bool = False
    cut: bool = False
    scripts: tuple[str, ...] = ()


def read_steps(content: bytes) -> Steps:
    """Parse a page of any bytes as HTML. Never raises.

    Bytes after ``LARGEST_PAGE``, and elements deeper than libxml2 reads, are a loss; nothing is
    fetched and no entity that the page defines is expanded.
    """
    text, losses = decode_page(content[:LARGEST_PAGE])
    found = list(losses)
    if len(content) > LARGEST_PAGE:
        rest = len(content) - LARGEST_PAGE
        found.append(Loss("text", f"the page is too large: its last {rest} bytes are not read"))
    root, fault = _parse(text)
    if fault:
        found.append(Loss("text", f"the HTML is read only in part: {fault}"))
    fragment = not _WHOLE.search(text)
    cut = bool(fault) or len(content) > LARGEST_PAGE or _is_cut(text, fragment)
    if root is None:
        return Steps((), tuple(found), fragment, cut)
    scripts = tuple(node.text or "" for node in root.iter("script"))
    return Steps(tuple(walk(root)), tuple(found), fragment, cut, scripts)


def walk(root: etree._Element) -> Iterator[Step]:
    """Yield the steps of an element and its content, without its tail."""
    yield from _entered(root)
    path: list[tuple[etree._Element, Iterator[etree._Element]]] = [(root, iter(root))]
    while path:
        parent, children = path[-1]
        child = next(children, None)
        if child is None:
            path.pop()
            yield Step("close", parent)
            if path:
                yield from _texts(parent.tail, path[-1][0])
        elif isinstance(child.tag, str):
            yield from _entered(child)
            path.append((child, iter(child)))
        else:
            yield Step("comment", child, plain(child.text or "").strip())
            yield from _texts(child.tail, parent)


def classes(node: etree._Element) -> frozenset[str]:
    """Return the classes of an element."""
    return frozenset((node.get("class") or "").split())


def words_of(node: etree._Element) -> str:
    """Return the text in an element on one line, white space folded."""
    return fold("".join(step.text for step in walk(node) if step.kind == "text"))


def attribute(node: etree._Element, name: str) -> str:
    """Return an attribute without characters that XML does not allow; empty if it is missing."""
    return without_controls(node.get(name) or "").strip()


def fold(text: str) -> str:
    """Return text on one line, white space folded, characters that XML does not allow replaced."""
    return " ".join(plain(text).split())


def plain(text: str) -> str:
    """Replace each character that XML does not allow by U+FFFD."""
    return _NOT_XML.sub("\ufffd", text)


def without_controls(text: str) -> str:
    """Remove the characters that XML does not allow."""
    return _NOT_XML.sub("", text)


def _parse(text: str) -> tuple[etree._Element | None, str]:
    """Return the tree, and the reason if it ends early."""
    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, recover=True, remove_pis=True
    )
    try:
        root = etree.fromstring(text.encode(), parser)
    except etree.LxmlError as error:
        return None, fold(str(error))
    fatal = (entry for entry in parser.error_log if entry.level_name == "FATAL")
    return root, fold(next((entry.message for entry in fatal), ""))


def _is_cut(text: str, fragment: bool) -> bool:
    """Whether a document is not closed, or a fragment ends inside a tag, division or paragraph."""
    if not fragment:
        return not _END.search(text)
    ends = text.rstrip()
    slashes = _DIVISIONS.findall(text)
    return bool(ends) and (not ends.endswith(">") or slashes.count("") != slashes.count("/"))


def _entered(node: etree._Element) -> Iterator[Step]:
    yield Step("open", node)
    if node.tag not in _NO_WORDS:
        yield from _texts(node.text, node)


def _texts(text: str | None, node: etree._Element) -> Iterator[Step]:
    if text:
        yield Step("text", node, plain(text))
