"""TBX-Basic: the glossary for terminology tools.

Source: ISO 30042:2019 (TBX 3, style DCA) and, for tools that know no other, ISO 30042:2008 (TBX 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from lxml import etree

from lawkb.corpus.glossary import TermStatus

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
# Values of the data category /administrative status/ of both versions.
STATUSES: Mapping[TermStatus, str] = {
    "preferred": "preferredTerm-admn-sts",
    "admitted": "admittedTerm-admn-sts",
    "forbidden": "deprecatedTerm-admn-sts",
}
_UNFIT = re.compile(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_ID = re.compile(r"[^0-9A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Rendered:
    """One rendering of a term, as a word that people write.

    Attributes:
        language: Tag of its language.
        words: The words.
        status: Whether it is to be used.
        note: What an editor says of it, and which other forms count; may be empty.
    """

    language: str
    words: str
    status: TermStatus
    note: str


@dataclass(frozen=True, slots=True)
class Concept:
    """A term of the original with its renderings.

    Attributes:
        term: In the language of the original.
        renderings: In the other languages, in their order.
    """

    term: str
    renderings: tuple[Rendered, ...]


@dataclass(frozen=True, slots=True)
class TermBase:
    """The terms of a code.

    Attributes:
        title: Name of the code.
        language: Tag of the original.
        concepts: In the order of the glossary.
        left_out: How many renderings have no word that people write.
    """

    title: str
    language: str
    concepts: tuple[Concept, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class _Version:
    """What a version of TBX calls its elements."""

    root: Mapping[str, str]
    names: tuple[str, str, str, str, str]  # root, header, concept, language, term
    namespace: str
    doctype: str | None


_TBX3 = _Version(
    {"type": "TBX-Basic", "style": "dca"},
    ("tbx", "tbxHeader", "conceptEntry", "langSec", "termSec"),
    "urn:iso:std:iso:30042:ed-2",
    None,
)
_TBX2 = _Version(
    {"type": "TBX-Basic"},
    ("martif", "martifHeader", "termEntry", "langSet", "tig"),
    "",
    '<!DOCTYPE martif SYSTEM "TBXBasiccoreStructV02.dtd">',
)


def tbx3(base: TermBase) -> bytes:
    """A term base as TBX-Basic of 2019, style DCA."""
    return _written(base, _TBX3)


def tbx2(base: TermBase) -> bytes:
    """A term base as TBX-Basic of 2008, which most programs read."""
    return _written(base, _TBX2)


def _written(base: TermBase, version: _Version) -> bytes:
    top, head, *_ = version.names
    root = _element(version, None, top, {**version.root, _XML_LANG: base.language})
    file = _element(version, _element(version, root, head), "fileDesc")
    _text(version, _element(version, file, "titleStmt"), "title", base.title)
    _text(version, _element(version, file, "sourceDesc"), "p", f"The glossary of {base.title}")
    body = _element(version, _element(version, root, "text"), "body")
    for name, concept in _named(base.concepts):
        entry = _element(version, body, version.names[2], {"id": name})
        own = Rendered(base.language, concept.term, "preferred", "")
        _languages(version, entry, (own, *concept.renderings))
    # Without a doctype the stubs want a word all the same.
    doctype = cast(str, version.doctype)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", doctype=doctype)


def _languages(version: _Version, entry: etree._Element, renderings: Sequence[Rendered]) -> None:
    """The languages of an entry, each once, with its terms."""
    for tag in dict.fromkeys(each.language for each in renderings):
        section = _element(version, entry, version.names[3], {_XML_LANG: tag})
        for each in renderings:
            if each.language == tag:
                term = _element(version, section, version.names[4])
                _text(version, term, "term", each.words)
                status = {"type": "administrativeStatus"}
                _text(version, term, "termNote", STATUSES[each.status], status)
                if each.note:
                    _text(version, term, "note", each.note)


def _named(concepts: Iterable[Concept]) -> Iterator[tuple[str, Concept]]:
    """Concepts with their ids: ASCII, the same as long as the term is."""
    seen: set[str] = set()
    for concept in concepts:
        plain = "term-" + (_NOT_ID.sub("-", concept.term).strip("-").lower() or "x")
        name, times = plain, 1
        while name in seen:
            times += 1
            name = f"{plain}-{times}"
        seen.add(name)
        yield name, concept


def _element(
    version: _Version,
    parent: etree._Element | None,
    tag: str,
    attributes: Mapping[str, str] | None = None,
) -> etree._Element:
    name = f"{{{version.namespace}}}{tag}" if version.namespace else tag
    if parent is not None:
        return etree.SubElement(parent, name, dict(attributes or {}))
    names: dict[str | None, str] = {None: version.namespace} if version.namespace else {}
    return etree.Element(name, dict(attributes or {}), nsmap=names)  # type: ignore[arg-type]  # the stubs know no default namespace


def _text(
    version: _Version,
    parent: etree._Element,
    tag: str,
    text: str,
    attributes: Mapping[str, str] | None = None,
) -> None:
    _element(version, parent, tag, attributes).text = _UNFIT.sub("", text)
