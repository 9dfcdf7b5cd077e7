r"""Marks and links of a passage ⇄ attributes beside its words.

Emphasis and links of a page cross references, lists and one another; as elements they would have
to be cut, and a reader could not tell the pieces from two marks side by side. So they stand off:
``lk:marks="italic 12 17; bold 3 9"`` and ``lk:links="page 0 7 code:rule_07 part-b"``, kind, start
and end in code points of the text, then target and anchor. In these two, blanks, ``;``, ``\`` and
what XML cannot hold are written ``\u0020``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import cast

from lxml import etree

from lawkb.akn.names import lk, put
from lawkb.model.passage import Link, LinkKind, Mark, MarkKind, Passage

_PREFORMATTED = "preformatted"
_BETWEEN = "; "
# All of them are of four hexadecimal figures at most.
_TO_ESCAPE = re.compile(r"[\\;\s\x00-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


def put_standoff(element: etree._Element, passage: Passage) -> None:
    """Set the attributes of a ``p`` or ``heading``: marks, links, whether it is preformatted.

    Raises:
        ValueError: They do not fit the text; a fault of the program that made them.
    """
    for what in standoff_faults(passage):
        raise ValueError(what)
    put(element, "class", _PREFORMATTED if passage.preformatted else None)
    marks = (f"{mark.kind} {mark.start} {mark.end}" for mark in passage.marks)
    put(element, lk("marks"), _BETWEEN.join(marks) or None)
    put(element, lk("links"), _BETWEEN.join(map(_written, passage.links)) or None)


def read_marks(element: etree._Element) -> tuple[Mark, ...]:
    """The marks of a ``p`` or ``heading``; the inverse of what ``put_standoff`` set."""
    return tuple(
        Mark(cast(MarkKind, kind), int(start), int(end))
        for kind, start, end in _entries(element, "marks")
    )


def read_links(element: etree._Element) -> tuple[Link, ...]:
    """The links of a ``p`` or ``heading``; the inverse of what ``put_standoff`` set."""
    found = []
    for kind, start, end, *place in _entries(element, "links"):
        target, *anchor = (_ESCAPE.sub(_character, each) for each in place)
        found.append(
            Link(int(start), int(end), cast(LinkKind, kind), target, anchor[0] if anchor else None)
        )
    return tuple(found)


def is_preformatted(element: etree._Element) -> bool:
    """Whether line ends and blanks of a ``p`` or ``heading`` are part of its text."""
    return element.get("class") == _PREFORMATTED


def standoff_faults(passage: Passage) -> Iterator[str]:
    """What is wrong with the marks and links of a passage, in words."""
    size = len(passage.text)
    standing: tuple[Mark | Link, ...] = (*passage.marks, *passage.links)
    for each in standing:
        if not 0 <= each.start < each.end <= size:
            yield f"{each.kind} from {each.start} to {each.end} is no part of a text of {size}"
    for before, after in pairwise(passage.links):
        if after.start < before.end:
            yield f"the links at {before.start} and {after.start} overlap or are not in order"


def _written(link: Link) -> str:
    place = (link.target,) if link.anchor is None else (link.target, link.anchor)
    escaped = " ".join(_TO_ESCAPE.sub(_escape, each) for each in place)
    return f"{link.kind} {link.start} {link.end} {escaped}"


def _entries(element: etree._Element, name: str) -> Iterator[list[str]]:
    written = element.get(lk(name))
    if written is not None:
        yield from (entry.split(" ") for entry in written.split(_BETWEEN))


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _character(found: re.Match[str]) -> str:
    return chr(int(found[1], 16))
