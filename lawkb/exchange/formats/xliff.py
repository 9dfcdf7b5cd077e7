"""XLIFF 1.2 and 2.1: write texts for translation programs, read the files of any program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from lxml import etree

from lawkb.align.texts import InlineCode
from lawkb.corpus.review_states import REVIEW_STATES, ReviewState
from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import LONGEST_TEXT, BilingualRow
from lawkb.exchange.formats.xml_files import Event, put_text
from lawkb.exchange.translation_export import ExportedText, TranslationExport

_NAMESPACE_12 = "urn:oasis:names:tc:xliff:document:1.2"
_NAMESPACE_2 = "urn:oasis:names:tc:xliff:document:2.0"  # also of 2.1
_METADATA = "urn:oasis:names:tc:xliff:metadata:2.0"
_V12, _V2, _META = f"{{{_NAMESPACE_12}}}", f"{{{_NAMESPACE_2}}}", f"{{{_METADATA}}}"
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
# What marks the hashes of both texts in a unit: the import needs them.
_BASE_12, _BASE_2 = "x-lawkb-base", "base"
_NEEDS_REVIEW = "lawkb:needs-review"
# States of our review states.
_STATES_12: dict[ReviewState, str] = {
    "needs-translation": "needs-translation",
    "needs-review": "needs-review-translation",
    "translated": "translated",
    "reviewed": "signed-off",
    "final": "final",
}
# XLIFF 2 has four states; the others become the state below, with ours in an attribute.
_STATES_2: dict[ReviewState, str] = {
    "needs-translation": "initial",
    "needs-review": "translated",
    "translated": "translated",
    "reviewed": "reviewed",
    "final": "final",
}
# Our state for each state of a program, of either version.
_STATES_READ: dict[str, ReviewState] = {
    **{theirs: ours for ours, theirs in _STATES_2.items()},
    **{theirs: ours for ours, theirs in _STATES_12.items()},
    "new": "needs-translation",
    "needs-adaptation": "needs-review",
    "needs-l10n": "needs-review",
    "needs-review-adaptation": "needs-review",
    "needs-review-l10n": "needs-review",
}
_TYPES_12 = {"b": "bold", "i": "italic", "u": "underlined", "a": "link"}
_TYPES_2 = {"b": "xlf:b", "i": "xlf:i", "u": "xlf:u"}
_SKIPPED = {"alt-trans", "seg-source", "matches", "originalData", "changeTrack"}
_UNITS = {"trans-unit", "unit"}
_OF_TOOLS = {"bpt", "ept", "it", "ph", "sub"}  # elements of 1.2 whose content is no text


def write_xliff12(export: TranslationExport) -> bytes:
    """Return texts as XLIFF 1.2: a group per law, a unit per text.

    The hashes of both texts, needed by the import, are in a context group of each unit.
    """
    # The stubs know no default namespace, here and below.
    names = cast(dict[str, str], {None: _NAMESPACE_12})
    root = etree.Element(f"{_V12}xliff", nsmap=names, version="1.2")
    attributes = {
        "original": export.original,
        "source-language": export.of.source,
        "target-language": export.of.target,
        "datatype": "plaintext",
        _XML_SPACE: "preserve",
    }
    file = etree.SubElement(root, f"{_V12}file", attributes)
    body = etree.SubElement(file, f"{_V12}body")
    _add_laws(body, export, f"{_V12}group", "resname", _unit12)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def write_xliff21(export: TranslationExport) -> bytes:
    """Return texts as XLIFF 2.1: a group per law, a unit per text.

    Ids are ASCII words; the name of a unit is its address. The hashes of both texts, needed by the
    import, are metadata of each unit.
    """
    languages = {"srcLang": export.of.source, "trgLang": export.of.target}
    names = cast(dict[str, str], {None: _NAMESPACE_2, "mda": _METADATA})
    root = etree.Element(f"{_V2}xliff", {"version": "2.1", **languages}, nsmap=names)
    file = etree.SubElement(root, f"{_V2}file", id="f1", original=export.original)
    file.set(_XML_SPACE, "preserve")
    _add_laws(file, export, f"{_V2}group", "name", _unit2)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _add_laws(
    parent: etree._Element,
    export: TranslationExport,
    tag: str,
    name: str,
    unit: Callable[[ExportedText], etree._Element],
) -> None:
    """Add a group for each law; ``name`` is the attribute for its number."""
    for law in export.laws:
        group = etree.SubElement(parent, tag, {"id": f"law-{law.number}", name: f"{law.number}"})
        group.extend(unit(text) for text in law.units)


def _unit12(unit: ExportedText) -> etree._Element:
    approved = {"approved": "yes"} if unit.state == "final" else {}
    names = {"id": unit.name, "resname": unit.token}
    element = etree.Element(f"{_V12}trans-unit", {**names, **approved})
    source = etree.SubElement(element, f"{_V12}source")
    put_text(source, unit.source, unit.source_codes, _inline12)
    target = etree.SubElement(element, f"{_V12}target", state=_STATES_12[unit.state])
    put_text(target, unit.target, unit.target_codes, _inline12)
    # Without a name, which must be unique in a file.
    group = etree.SubElement(element, f"{_V12}context-group", purpose="information")
    etree.SubElement(group, f"{_V12}context", {"context-type": _BASE_12}).text = unit.base
    for remark in unit.remarks:
        note = etree.SubElement(element, f"{_V12}note", {"from": f"lawkb {remark.kind}"})
        note.text = remark.text
    return element


def _inline12(code: InlineCode, place: int) -> etree._Element:
    """Return a code as a placeholder: ``x`` a note, ``bx`` and ``ex`` the ends of other marks.

    Unlike nested elements, placeholders may cross.
    """
    if code.name == "note":
        tag, attributes = "x", {"id": f"{place + 1}", "ctype": "x-note"}
    elif code.opens is None:
        tag, attributes = "bx", {"id": f"{place + 1}", "rid": f"{place + 1}"}
        attributes["ctype"] = _TYPES_12.get(code.name, f"x-{code.name}")
    else:
        tag, attributes = "ex", {"id": f"{place + 1}", "rid": f"{code.opens + 1}"}
    return etree.Element(f"{_V12}{tag}", {**attributes, "equiv-text": code.token})


def _unit2(unit: ExportedText) -> etree._Element:
    element = etree.Element(f"{_V2}unit", id=unit.token, name=unit.name)
    metadata = etree.SubElement(element, f"{_META}metadata")
    group = etree.SubElement(metadata, f"{_META}metaGroup", category="lawkb")
    etree.SubElement(group, f"{_META}meta", type=_BASE_2).text = unit.base
    if unit.remarks:
        notes = etree.SubElement(element, f"{_V2}notes")
        for remark in unit.remarks:
            etree.SubElement(notes, f"{_V2}note", category=remark.kind).text = remark.text
    segment = etree.SubElement(element, f"{_V2}segment", state=_STATES_2[unit.state])
    if unit.state == "needs-review":
        segment.set("subState", _NEEDS_REVIEW)
    source = etree.SubElement(segment, f"{_V2}source")
    put_text(source, unit.source, unit.source_codes, partial(_inline2, side="s"))
    target = etree.SubElement(segment, f"{_V2}target")
    put_text(target, unit.target, unit.target_codes, partial(_inline2, side="t"))
    return element


def _inline2(code: InlineCode, place: int, side: str) -> etree._Element:
    """Return a code as a placeholder, with ids that differ between both languages."""
    shown = {"equiv": code.token, "disp": code.token}
    own = {"id": f"{side}{place + 1}", **shown}
    if code.name == "note":
        return etree.Element(f"{_V2}ph", own)
    if code.opens is not None:
        return etree.Element(f"{_V2}ec", {"startRef": f"{side}{code.opens + 1}", **shown})
    if code.name in _TYPES_2:
        own |= {"type": "fmt", "subType": _TYPES_2[code.name]}
    elif code.name == "a":
        own["type"] = "link"
    return etree.Element(f"{_V2}sc", own)


@dataclass(slots=True)
class _Unit:
    """A unit while it is read: texts with codes, and without."""

    event: Event
    document: tuple[str, str] = ("", "")
    shown: dict[str, list[str]] = field(default_factory=lambda: {"source": [], "target": []})
    words: dict[str, list[str]] = field(default_factory=lambda: {"source": [], "target": []})
    states: list[ReviewState] = field(default_factory=list)
    base: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    size: int = 0
    in_text: str = ""
    in_base: bool = False
    in_code: int = 0

    def row(self) -> BilingualRow:
        attributes = self.event.attributes
        return BilingualRow(
            name=attributes.get("id", ""),
            other_name=attributes.get("name") or attributes.get("resname") or "",
            source="".join(self.shown["source"]),
            target="".join(self.shown["target"]),
            source_words="".join(self.words["source"]),
            target_words="".join(self.words["target"]),
            state=min(self.states, key=REVIEW_STATES.index, default=""),
            base="".join(self.base),
            line=self.event.line,
            document=self.document[0],
            target_language=self.document[1],
            begins=self.event.line,
        )

    def grow(self, event: Event, where: str) -> None:
        """Count the size of an event, tags included, to bound a unit."""
        self.size += len(event.name) + sum(map(len, event.attributes.values()))
        if self.size > LONGEST_TEXT:
            told = f"a text of more than {LONGEST_TEXT} characters"
            raise LawkbError(f"{where}:{self.event.line}", told, "no law has such a text")

    def add_code(self, shown: str) -> None:
        if self.in_text:
            self.shown[self.in_text].append(shown)

    def add_text(self, text: str) -> None:
        if self.in_base:
            self.base.append(text)
        elif self.in_text and not self.in_code:
            self.shown[self.in_text].append(text)
            self.words[self.in_text].append(text)


def read_xliff(events: Iterable[Event], where: str) -> Iterator[BilingualRow]:
    """Yield the units of an XLIFF file as rows, in order.

    Alternative translations, matches, notes and elements of other namespaces are skipped, segments
    joined, and units not to be translated left out.

    Raises:
        LawkbError: A text is too long.
    """
    unit: _Unit | None = None
    document = ("", "")
    for event in _of_xliff(events):
        if unit:
            unit.grow(event, where)
        if event.kind == "text":
            if unit:
                unit.add_text(event.name)
        elif event.name in _UNITS:
            if event.kind == "end" and unit and unit.event.attributes.get("translate") != "no":
                yield unit.row()
            unit = _Unit(event, document) if event.kind == "start" else None
        elif event.kind == "start":
            document = _document(event.attributes) if event.name == "file" else document
            if unit:
                _start(unit, event)
        elif unit:
            _end(unit, event)


def _of_xliff(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events of XLIFF elements."""
    skipped, own = 0, {_METADATA}
    for event in events:
        if event.kind == "text":
            if not skipped:
                yield event
            continue
        if event.name == "xliff":
            own.add(event.namespace)
        if skipped or event.name in _SKIPPED or event.namespace not in own:
            skipped += 1 if event.kind == "start" else -1
        else:
            yield event


def _document(attributes: dict[str, str]) -> tuple[str, str]:
    """Return the name of a document of the file, and its target language."""
    name = attributes.get("original") or attributes.get("id", "")
    return name, attributes.get("target-language", "")


def _start(unit: _Unit, event: Event) -> None:
    name, attributes = event.name, event.attributes
    if name in unit.shown:
        unit.in_text = name
    if name in ("target", "segment"):
        state = _state(attributes)
        unit.states.extend([state] if state else [])
    elif name == "context":
        unit.in_base = attributes.get("context-type") == _BASE_12
    elif name == "meta":
        unit.in_base = event.namespace == _METADATA and attributes.get("type") == _BASE_2
    elif name == "cp":
        unit.add_code(_character(attributes.get("hex", "")))
    elif name == "pc":
        unit.add_code(attributes.get("equivStart", ""))
        unit.closing.append(attributes.get("equivEnd", ""))
    elif unit.in_text and name not in unit.shown:
        unit.add_code(attributes.get("equiv-text") or attributes.get("equiv") or "")
        unit.in_code += name in _OF_TOOLS


def _end(unit: _Unit, event: Event) -> None:
    if event.name in unit.shown:
        unit.in_text = ""
        unit.in_code = 0
    elif event.name in ("context", "meta"):
        unit.in_base = False
    elif event.name == "pc" and unit.closing:
        unit.add_code(unit.closing.pop())
    elif unit.in_code and event.name in _OF_TOOLS:
        unit.in_code -= 1


def _state(attributes: dict[str, str]) -> ReviewState | None:
    """Return our review state for that of a target or segment; None when unknown."""
    if attributes.get("subState") == _NEEDS_REVIEW:
        return "needs-review"
    return _STATES_READ.get(attributes.get("state", ""))


def _character(hexadecimal: str) -> str:
    try:
        return chr(int(hexadecimal, 16))
    except (ValueError, OverflowError):
        return ""
