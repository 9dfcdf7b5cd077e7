"""Where a file leaves the profile, in words.

libxml2 says that a file does not fit the grammar, but seldom where: for a Greek letter in the id
of a paragraph it complains of an ``intro`` further down. So the grammar is read once more, as plain
lists: what each element may hold and what its attributes look like. And what the grammar cannot
say without making libxml2 slow is said here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import cast

from lxml import etree

from lawkb.akn.names import AKN

_RNG = "{http://relaxng.org/ns/structure/1.0}"
_PREFIXES = {
    "lk": "urn:lawkb:1",
    "xml": "http://www.w3.org/XML/1998/namespace",
}
_SHOWN = 60  # code points of a wrong value
# What the grammar leaves open, see its head: where it is found, and what is wrong with it.
_BEYOND = (
    (
        "//a:tr[*[2]]/a:td[not(a:p)] | //a:tr/a:td[not(a:p)][@*[name() != 'eId']]",
        "<td> without <p> must be alone in its row, with an eId and no more",
    ),
    (
        "//a:hcontainer[@name = 'continuation'][*[not(self::a:content)]]",
        "<hcontainer> that is a continuation holds <content> and no more",
    ),
)


@dataclass(slots=True)
class _Shape:
    """What the grammar says of the elements of one name, wherever they stand.

    Attributes:
        inside: Tags that may stand in it; None for any.
        patterns: For each attribute, what its value must match one of; none for any value.
        required: Attributes it cannot lack.
    """

    inside: set[str] | None = field(default_factory=set)
    patterns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)


def profile_text() -> bytes:
    """The grammar of the profile, as RELAX NG."""
    return (resources.files("lawkb.akn") / "profile.rng").read_bytes()


def misfits(root: etree._Element) -> Iterator[tuple[int, str]]:
    """Line and fault of each element that stands where it may not, or has wrong attributes.

    What is in such an element is left out. A fault of order or number is not found here.
    """
    shapes = _shapes()
    waiting = [root]
    if root.tag not in shapes:
        yield _line(root), f"<{_short(root.tag)}> is no element of the profile"
        return
    while waiting:
        element = waiting.pop()
        shape = shapes.get(element.tag, _Shape(inside=None))
        yield from ((_line(element), what) for what in _wrong_attributes(element, shape))
        fitting = []
        for child in element:
            if shape.inside is None or child.tag in shape.inside:
                fitting.append(child)
            else:
                what = f"<{_short(child.tag)}> may not stand in <{_short(element.tag)}>"
                yield _line(child), what
        waiting.extend(reversed(fitting))


def misplaced(root: etree._Element) -> Iterator[tuple[int, str]]:
    """Line and fault of what fits the grammar, but not the rules that it leaves to this module."""
    for find, what in _rules():
        found = cast(list[etree._Element], find(root))  # the stubs think of other expressions too
        yield from ((_line(element), what) for element in found)


def _wrong_attributes(element: etree._Element, shape: _Shape) -> Iterator[str]:
    if element.tag not in _shapes():
        return
    name = _short(element.tag)
    given = {str(key): str(value) for key, value in element.attrib.items()}
    yield from (f"<{name}> lacks {_short(key)}" for key in sorted(shape.required - given.keys()))
    for key, value in given.items():
        patterns = shape.patterns.get(key)
        if patterns is None:
            yield f"<{name}> may not have {_short(key)}"
        elif patterns and not any(re.fullmatch(pattern, value) for pattern in patterns):
            yield f'{_short(key)}="{value[:_SHOWN]}" does not fit <{name}>'


def _line(element: etree._Element) -> int:
    return cast(int | None, element.sourceline) or 1  # the stubs give it no type


def _short(tag: object) -> str:
    name = etree.QName(str(tag))
    prefixes = [prefix for prefix, namespace in _PREFIXES.items() if namespace == name.namespace]
    return f"{prefixes[0]}:{name.localname}" if prefixes else name.localname


@cache
def _rules() -> tuple[tuple[etree.XPath, str], ...]:
    namespaces = {"a": AKN}
    return tuple((etree.XPath(path, namespaces=namespaces), what) for path, what in _BEYOND)


@cache
def _shapes() -> dict[object, _Shape]:
    grammar = etree.fromstring(profile_text(), etree.XMLParser(remove_comments=True))
    defines = {str(each.get("name")): each for each in grammar.iter(f"{_RNG}define")}
    shapes: dict[object, _Shape] = {}
    for element in grammar.iter(f"{_RNG}element"):
        if element.get("name"):
            shape = shapes.setdefault(_tag(element, grammar), _Shape())
            _Reading(grammar, defines, shape).of(element, certain=True)
    return shapes


@dataclass(slots=True)
class _Reading:
    """Reads what stands below one ``element`` of the grammar into its shape."""

    grammar: etree._Element
    defines: dict[str, etree._Element]
    shape: _Shape

    def of(self, pattern: etree._Element, certain: bool) -> None:
        """Read the parts of a pattern; not ``certain`` below a choice or something optional."""
        for part in pattern:
            what = etree.QName(part).localname
            if what == "attribute":
                self._attribute(part, certain)
            elif what == "element":
                self._child(part)
            elif what == "ref":
                self.of(self.defines[str(part.get("name"))], certain)
            else:
                self.of(part, certain and what in ("group", "oneOrMore"))

    def _attribute(self, part: etree._Element, certain: bool) -> None:
        name = _name(part)
        known = self.shape.patterns.get(name, ())
        self.shape.patterns[name] = (*known, *self._values(part))
        if certain:
            self.shape.required.add(name)

    def _child(self, part: etree._Element) -> None:
        if not part.get("name"):
            self.shape.inside = None
        elif self.shape.inside is not None:
            self.shape.inside.add(_tag(part, self.grammar))

    def _values(self, part: etree._Element) -> Iterator[str]:
        for each in part.iter():
            what = etree.QName(each).localname
            if what == "ref":
                yield from self._values(self.defines[str(each.get("name"))])
            elif what == "value":
                yield re.escape(each.text or "")
            elif what == "param":
                yield each.text or ""


def _tag(element: etree._Element, grammar: etree._Element) -> str:
    prefix, colon, name = str(element.get("name")).rpartition(":")
    return f"{{{_PREFIXES[prefix] if colon else grammar.get('ns')}}}{name}"


def _name(attribute: etree._Element) -> str:
    prefix, colon, name = str(attribute.get("name")).rpartition(":")
    return f"{{{_PREFIXES[prefix]}}}{name}" if colon else name
