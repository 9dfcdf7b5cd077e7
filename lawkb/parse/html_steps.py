"""An HTML page as steps in document order: elements opened and closed, texts, comments.

Steps, not a tree, because a wiki page may nest badly: a footnote that swallows a box closes the
box outside the note, and everything behind it moves into the wrong element (page syntax_zoo).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.page import decode_page

# libxml2 gives up at 10 MB in one text; the largest law page known has 0.2 MB of HTML.
LARGEST_PAGE = 8_000_000

_NO_WORDS = ("script", "style")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_WHOLE = re.compile(r"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
_END = re.compile(r"</html\s*>", re.IGNORECASE)
_DIVISIONS = re.compile(r"<(/?)(?:div|p)[\s>]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing met while reading a page from front to back.

    Attributes:
        kind: What happens.
        node: The element opened or closed; of a text the one it stands in; of a comment itself.
        text: Of a text or a comment; characters that XML cannot hold are U+FFFD.
    """

    kind: Literal["open", "close", "text", "comment"]
    node: etree._Element
    text: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """A whole page.

    Attributes:
        steps: In document order.
        losses: What the bytes or the parser did not give.
        fragment: Whether it is a piece of HTML without a document around it.
        cut: Whether the end of the page is missing, as far as its HTML tells.
        scripts: Texts of its scripts; they are never run and in no count.
    """

    steps: tuple[Step, ...]
    losses: tuple[Loss, ...] = ()
    fragment: bool = False
    cut: bool = False
    scripts: tuple[str, ...] = ()


def read_steps(content: bytes) -> Steps:
    """Read a page of any bytes as HTML. Never raises.

    What is beyond ``LARGEST_PAGE`` bytes, or beyond the depth at which libxml2 stops, is a loss;
    nothing is fetched and no entity of the page's own is expanded.
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
    """The steps of an element and all in it, without those of its tail."""
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
    """Classes of an element."""
    return frozenset((node.get("class") or "").split())


def words_of(node: etree._Element) -> str:
    """The text in an element on one line, white space folded."""
    return fold("".join(step.text for step in walk(node) if step.kind == "text"))


def attribute(node: etree._Element, name: str) -> str:
    """An attribute without the characters that XML cannot hold; empty when there is none."""
    return without_controls(node.get(name) or "").strip()


def fold(text: str) -> str:
    """Text on one line, white space folded, characters that XML cannot hold replaced."""
    return " ".join(plain(text).split())


def plain(text: str) -> str:
    """Text with the characters that XML cannot hold as U+FFFD, one for one."""
    return _NOT_XML.sub("\ufffd", text)


def without_controls(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _NOT_XML.sub("", text)


def _parse(text: str) -> tuple[etree._Element | None, str]:
    """The tree, and why it ends early."""
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
