"""Tell a table of data from one that only places labels beside their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree

from lawkb.parse.elements.roles import texts
from lawkb.parse.html.elements_in_order import classes

_LABEL = re.compile(
    r"\(\w{1,6}(?:[.-]\w{1,3})?\)(?:\(\w{1,4}\))?"  # (a) (iv) (1) (c.1)
    r"|(?:\d{1,4}(?:\.\d{1,3}){0,4}\w{0,2}|[^\W\d_]{1,2}|[ivxIVX]{1,6})[.)]"  # 1. 1.2. 12a. b) iv.
    r"|\d{1,3}(?:\.\d{1,3}){1,4}"  # 1.2
    r"|[—–•·▪‣*-]"
)
_LONGEST_LABEL = 16
_OPENING = "‘“„«"  # of a quotation that begins with a label
_DATA_CLASSES = frozenset({"table", "oj-table", "data", "wikitable"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TITLES = frozenset(
    {"doc-ti", "ti-art", "ti-section-1", "hd-date", "hd-lg", "hd-ti", "hd-oj", "hd-coll"}
)


def is_label(words: str) -> bool:
    """Whether words are the label of a point, such as ``(a)``, ``1.`` or a dash."""
    words = words.strip().lstrip(_OPENING)
    return len(words) <= _LONGEST_LABEL and bool(_LABEL.fullmatch(words))


def is_label_of(cell: etree._Element) -> bool:
    """Whether an element has nothing but the label of a point."""
    return is_label(_first_words(cell))


def rows_of(table: etree._Element) -> Iterator[etree._Element]:
    """Yield the rows of a table, without those of tables inside."""
    for child in table.iterchildren("tr", "thead", "tbody", "tfoot"):
        if child.tag == "tr":
            yield child
        else:
            yield from child.iterchildren("tr")


def is_layout(table: etree._Element) -> bool:
    """Whether a table is no table to a reader.

    Either every row has a label and words beside it, or it has titles of the text or one cell.
    """
    if classes(table) & _DATA_CLASSES or table.find("caption") is not None:
        return False
    if (table.get("border") or "0").strip() not in ("0", "none"):
        return False
    rows = tuple(rows_of(table))
    cells = tuple(cell for row in rows for cell in row.iterchildren("td", "th"))
    if any(cell.tag == "th" for cell in cells):
        return False
    return len(cells) <= 1 or _places_labels(rows) or any(map(_has_title, cells))


def _places_labels(rows: tuple[etree._Element, ...]) -> bool:
    labelled = False
    for row in rows:
        *before, last = [_first_words(cell) for cell in row.iterchildren("td")] or [""]
        if len(before) > 3 or not all(is_label(words) or not words for words in before):
            return False
        if any(before):
            labelled = True
        elif last and before == []:
            return False
    return labelled


def _first_words(cell: etree._Element) -> str:
    """Return the text of a cell, or as much as shows that it is no label."""
    text = ""
    for piece in islice(texts(cell), 40):
        text += piece.strip()
        if len(text) > _LONGEST_LABEL:
            break
    return text


def _has_title(cell: etree._Element) -> bool:
    """Whether a cell directly has a title of the text, or a line of the page's head."""
    return any(
        child.tag in _HEADINGS or {name.removeprefix("oj-") for name in classes(child)} & _TITLES
        for child in cell
        if isinstance(child.tag, str)
    )
