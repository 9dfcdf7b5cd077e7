"""The numbers of lists that count themselves, as a browser shows them, with the signs of acts.

A browser shows ``a.``; acts print ``(a)``, and so does this. The lists of a DokuWiki are shown by
its style sheet: numbers, then small letters, large numerals, large letters, small numerals.
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from lawkb.model.address import Numbering, write_ordinal

_NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)
_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([a-z-]+)", re.I)
_OWN_LABEL = re.compile(r"\s*(?:\([^\W_]{1,6}\)|(?:\d{1,4}|[^\W\d_]|[ivx]{1,6})[.)])(?:\s|$)")
_STYLES = {
    "a": "lower-alpha",
    "A": "upper-alpha",
    "i": "lower-roman",
    "I": "upper-roman",
    "1": "decimal",
    "lower-latin": "lower-alpha",
    "upper-latin": "upper-alpha",
}
_NUMBERINGS: dict[str, Numbering] = {"alpha": "lower", "roman": "roman"}
_DEEP_STYLES = ("decimal", "lower-alpha", "upper-roman", "upper-alpha", "lower-roman")


def shown_number(number: int, depth: int) -> str:
    """Return the label of an item of a list of a DokuWiki, given how many such lists are around."""
    return _shown(number, _DEEP_STYLES[min(depth, len(_DEEP_STYLES)) - 1])


def has_label(words: str) -> bool:
    """Whether words begin with a label that the author wrote: then the list gives none."""
    return bool(_OWN_LABEL.match(words))


class ListNumbers:
    """The numbers of the items of a page's lists, in page order."""

    def __init__(self, is_wiki: bool = False) -> None:
        """Begin with no list.

        Args:
            is_wiki: Whether lists without a style have those of a DokuWiki.
        """
        self.last: dict[etree._Element, int] = {}
        self._is_wiki = is_wiki

    def label(self, item: etree._Element) -> str:
        """Return the label of an item that numbers itself, ``3.`` or ``(c)``; empty for a bullet.

        The number is the one that a browser shows. What it is set in is not in the file: small
        letters and small numerals get the brackets that they have in acts. An item whose words
        begin with a label of their own gets none.
        """
        above = item.getparent()
        if above is None or above.tag != "ol":
            return ""
        step = -1 if "reversed" in above.attrib else 1
        if above not in self.last:
            self.last[above] = _start(above) - step
        number = _number(item, "value")
        self.last[above] = self.last[above] + step if number is None else number
        style = _style(item) or _style(above) or self._default(above)
        begun = "".join(islice(map(str, item.itertext()), 8))[:40]
        return "" if style == "none" or has_label(begun) else _shown(self.last[above], style)

    def _default(self, above: etree._Element) -> str:
        depth = 1 + sum(1 for _ in above.iterancestors("ol")) if self._is_wiki else 1
        return _DEEP_STYLES[min(depth, len(_DEEP_STYLES)) - 1]


def _start(above: etree._Element) -> int:
    start = _number(above, "start")
    if start is not None:
        return start
    return len(above.findall("li")) if "reversed" in above.attrib else 1


def _number(node: etree._Element, name: str) -> int | None:
    written = _attribute(node, name)
    return int(written) if _NUMBER.fullmatch(written) else None


def _style(node: etree._Element) -> str:
    """Return the style of numbers that an element itself names; empty if it names none."""
    styled = _STYLE.search(_attribute(node, "style"))
    name = styled[1].lower() if styled else _attribute(node, "type")
    return _STYLES.get(name, name)


def _attribute(node: etree._Element, name: str) -> str:
    return (node.get(name) or "").strip()


def _shown(number: int, style: str) -> str:
    numbering = _NUMBERINGS.get(style.partition("-")[2])
    if numbering is None or not 0 < number < 4000:
        return f"{number}."
    shown = write_ordinal(numbering, number)
    return f"{shown.upper()}." if style.startswith("upper") else f"({shown})"
