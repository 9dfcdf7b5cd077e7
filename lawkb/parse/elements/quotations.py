"""Find the paragraphs of a page that quote another text, by their quotation marks."""

from __future__ import annotations

from itertools import islice

from lxml import etree

from lawkb.parse.elements.roles import texts

_PAIRS = {"‘": "’", "“": "”", "„": "“", "«": "»"}
_AFTER = " \t\n\r\u00a0.;,"
_LONGEST = 100_000  # characters of one paragraph


class Quotations:
    """The elements of a page that are quoted: from an opening mark to the one that closes it."""

    def __init__(self) -> None:
        """Begin with no element seen."""
        self.seen: set[etree._Element] = set()
        self.quoted: set[etree._Element] = set()

    def has(self, node: etree._Element) -> bool:
        """Whether an element is one of several paragraphs between quotation marks."""
        parent = node.getparent()
        if parent is None or parent.tag == "tr":  # a label and its words are one paragraph
            return False
        if parent not in self.seen:
            self.seen.add(parent)
            self._read(parent)
        return node in self.quoted

    def _read(self, parent: etree._Element) -> None:
        children = [child for child in parent if isinstance(child.tag, str)]
        closings: dict[str, int] = {}  # where nothing more is closed
        at = 0
        while at < len(children):
            opening = _first(children[at])
            closing = _PAIRS.get(opening)
            if closing is None or not _stays_open(children[at], opening, closing):
                at += 1
                continue
            end = _end(children, at + 1, closing) if at < closings.get(closing, at + 1) else None
            if end is None:
                closings[closing] = at
                at += 1
                continue
            self.quoted.update(children[at : end + 1])
            at = end + 1


def _end(children: list[etree._Element], at: int, closing: str) -> int | None:
    ends = (index for index in range(at, len(children)) if _last(children[index]) == closing)
    return next(ends, None)


def _first(node: etree._Element) -> str:
    """Return the first character of an element that is no space."""
    for piece in islice(texts(node), 20):
        if text := piece.strip():
            return text[0]
    return ""


def _last(node: etree._Element) -> str:
    """Return the last character of an element, without punctuation."""
    while True:
        children = list(islice(node.iterchildren(reversed=True), 20))
        tails = ((child.tail or "").rstrip(_AFTER) for child in children)
        for child, tail in zip(children, tails, strict=True):
            if tail:
                return tail[-1]
            if len(child) or (child.text or "").rstrip(_AFTER):
                node = child
                break
        else:
            return (node.text or "").rstrip(_AFTER)[-1:]


def _stays_open(node: etree._Element, opening: str, closing: str) -> bool:
    text = "".join(texts(node))[:_LONGEST]
    return text.count(opening) > text.count(closing)
