"""Find the footnotes of a page: marks that link to a paragraph elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from lawkb.parse.elements.roles import texts
from lawkb.parse.html.elements_in_order import attribute, classes

_MARKER = re.compile(r"[(\[]?\s*(\d{1,4}|[a-z]|[*†‡]{1,4})\s*[)\]]?")
_BODIES = frozenset({"li", "p", "div", "dd", "tr", "aside"})
_HIGH = frozenset({"super", "oj-super", "footnote", "footnote-ref", "noteref"})
_LONGEST_MARK = 12
_HIGHEST_CLIMB = 4


@dataclass(frozen=True, slots=True)
class WebNote:
    """A footnote of a page.

    Attributes:
        mark: The link that is its mark.
        number: Number of the mark, without brackets.
        body: The element with its words.
        backlinks: Links in it that lead back to its marks.
    """

    mark: etree._Element
    number: str
    body: etree._Element
    backlinks: tuple[etree._Element, ...]


def find_notes(root: etree._Element) -> tuple[WebNote, ...]:
    """Return the footnotes of a page, by their marks in page order.

    A mark is a link with a number, a letter or a star, either raised or with a link back from the
    paragraph to which it leads.
    """
    targets: dict[str, etree._Element] = {}
    for node in root.iter():
        if isinstance(node.tag, str):
            for name in (node.get("id"), node.get("name") if node.tag == "a" else None):
                if name:
                    targets.setdefault(name, node)
    found: list[WebNote] = []
    bodies: set[etree._Element] = set()
    backlinks: dict[etree._Element, tuple[etree._Element, ...]] = {}
    for mark in root.iter("a"):
        number = _number(mark)
        target = targets.get(attribute(mark, "href").removeprefix("#")) if number else None
        body = _body(target) if target is not None else None
        if body is None or body in mark.iterancestors() or _is_in(mark, bodies):
            continue
        if body not in backlinks:
            backlinks[body] = _links_in(body)
        own = _names(mark)
        back = tuple(a for a in backlinks[body] if attribute(a, "href").removeprefix("#") in own)
        nested = any(above in bodies for above in body.iterancestors())
        if not nested and (back or _is_high(mark)):
            bodies.add(body)
            found.append(WebNote(mark, number, body, back))
    return tuple(note for note in found if not _is_in(note.mark, bodies))


def _number(mark: etree._Element) -> str:
    """Return the number that a link prints as a footnote mark does; empty for other links."""
    if not attribute(mark, "href").startswith("#"):
        return ""
    text = "".join(islice(texts(mark), 8))
    match = _MARKER.fullmatch(text.strip()) if len(text) <= _LONGEST_MARK else None
    return match[1] if match else ""


def _names(mark: etree._Element) -> set[str]:
    """Return the ids of a mark: its own, and that of an element raised around it."""
    around = mark.getparent()
    nodes = (mark, around) if around is not None and around.tag in ("sup", "span") else (mark,)
    return {name for node in nodes for name in (node.get("id"), node.get("name")) if name}


def _body(target: etree._Element) -> etree._Element | None:
    node: etree._Element | None = target
    for _ in range(_HIGHEST_CLIMB):
        if node is None or node.tag == "body":
            return None
        if node.tag in _BODIES:
            return node
        node = node.getparent()
    return None


def _links_in(body: etree._Element) -> tuple[etree._Element, ...]:
    links = islice(body.iter("a"), 50)
    return tuple(link for link in links if attribute(link, "href").startswith("#"))


def _is_high(mark: etree._Element) -> bool:
    """Whether a link is raised, as footnote marks are."""
    around = mark.getparent()
    near = [mark, *islice(mark.iterdescendants(), 3), *([around] if around is not None else [])]
    return any(
        node.tag == "sup" or bool(classes(node) & _HIGH) or node.get("role") == "doc-noteref"
        for node in near
    )


def _is_in(node: etree._Element, bodies: set[etree._Element]) -> bool:
    return any(above in bodies for above in (node, *node.iterancestors()))
