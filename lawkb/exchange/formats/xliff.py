"""XLIFF 1.2 and 2.1: write texts for translation programs, read the files of any program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import cast
from xml.etree.ElementTree import Element

from lxml import etree

from lawkb.align.translation_units import InlineCode
from lawkb.corpus.decision_files import REVIEW_STATES, ReviewState
from lawkb.exchange.formats.bilingual_rows import BilingualRow
from lawkb.exchange.formats.xml_files import Event, put_text, read_element
from lawkb.exchange.translation_export import ExportedText, Remark, TranslationExport
from lawkb.model.finding import say

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
_SKIPPED = {"alt-trans", "matches", "originalData", "changeTrack"}
_UNITS = {"trans-unit", "unit"}
_ROLES = {"translator", "developer", "reviewer", "user", "source", "target", "general"}
_OF_TOOLS = {"bpt", "ept", "it", "ph", "sub"}  # elements of 1.2 whose content is no text


def write_xliff12(export: TranslationExport) -> bytes:
    """Return texts as XLIFF 1.2: a group per law, a unit per text.

    A context group of each unit has the hashes of original and translation, by which the import
    detects later changes.
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
    if export.remarks:
        header = etree.SubElement(file, f"{_V12}header")
        header.extend(_notes12(export.remarks))
    body = etree.SubElement(file, f"{_V12}body")
    _add_laws(body, export, f"{_V12}group", "resname", _unit12)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def write_xliff21(export: TranslationExport) -> bytes:
    """Return texts as XLIFF 2.1: a group per law, a unit per text.

    Ids are ASCII words; the name of a unit is address and part, ``20E heading``. Metadata of each
    unit has the hashes of original and translation, by which the import detects later changes.
    """
    languages = {"srcLang": export.of.source, "trgLang": export.of.target}
    names = cast(dict[str, str], {None: _NAMESPACE_2, "mda": _METADATA})
    root = etree.Element(f"{_V2}xliff", {"version": "2.1", **languages}, nsmap=names)
    file = etree.SubElement(root, f"{_V2}file", id="f1", original=export.original)
    file.set(_XML_SPACE, "preserve")
    _add_notes2(file, export.remarks)
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
    for number, texts in groupby(export.units, lambda text: text.address.law):
        group = etree.SubElement(parent, tag, {"id": f"law-{number}", name: f"{number}"})
        group.extend(map(unit, texts))


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
    etree.SubElement(group, f"{_V12}context", {"context-type": _BASE_12}).text = unit.mark
    element.extend(_notes12(unit.remarks))
    return element


def _notes12(remarks: Iterable[Remark]) -> Iterator[etree._Element]:
    for remark in remarks:
        note = etree.Element(f"{_V12}note", {"from": f"lawkb {remark.kind}"})
        note.text = remark.text
        yield note


def _inline12(code: InlineCode, place: int) -> etree._Element:
    """Return an inline code as a placeholder: ``x`` for a note, ``bx`` and ``ex`` for a pair.

    A pair is the beginning and the end of emphasis or a link. Unlike nested elements, such pairs
    may overlap.
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
    etree.SubElement(group, f"{_META}meta", type=_BASE_2).text = unit.mark
    _add_notes2(element, unit.remarks)
    segment = etree.SubElement(element, f"{_V2}segment", state=_STATES_2[unit.state])
    if unit.state == "needs-review":
        segment.set("subState", _NEEDS_REVIEW)
    source = etree.SubElement(segment, f"{_V2}source")
    put_text(source, unit.source, unit.source_codes, partial(_inline2, side="s"))
    target = etree.SubElement(segment, f"{_V2}target")
    put_text(target, unit.target, unit.target_codes, partial(_inline2, side="t"))
    return element


def _add_notes2(element: etree._Element, remarks: Sequence[Remark]) -> None:
    if remarks:
        notes = etree.SubElement(element, f"{_V2}notes")
        for remark in remarks:
            etree.SubElement(notes, f"{_V2}note", category=remark.kind).text = remark.text


def _inline2(code: InlineCode, place: int, side: str) -> etree._Element:
    """Return an inline code as a placeholder.

    ``side`` (``s`` or ``t``) begins its id, so that those of original and translation differ.
    """
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
class _Texts:
    """The texts of a unit while it is read."""

    # By `source` and `target`: strings of the text, with inline codes.
    shown: dict[str, list[str]] = field(default_factory=lambda: {"source": [], "target": []})
    # By `source` and `target`: strings of the text, without inline codes.
    words: dict[str, list[str]] = field(default_factory=lambda: {"source": [], "target": []})
    # Review states of its target and segments.
    states: list[ReviewState] = field(default_factory=list)
    base: str = ""  # State at export, as `ExportState` writes it; empty without one.
    untranslated: int = 0  # Number of segments that have an original and no translation.
    doubt: str = ""  # What else is to be said of the row.
    remarks: list[str] = field(default_factory=list)  # its notes, and comments inside its texts


def read_xliff(events: Iterable[Event], where: str) -> Iterator[BilingualRow]:
    """Yield the units of an XLIFF file as rows, in order.

    Segments of a unit are joined, their translations in the order that the file gives them.
    Alternative translations, matches, elements of other namespaces and units that are not to be
    translated are skipped. Notes before a unit, of its group or file, are with those of the unit.
    """
    events = iter(events)
    own = {_METADATA}
    document, target_language = {}, ""
    before: list[str] = []

    def skip(event: Event) -> bool:
        return event.name in _SKIPPED or event.namespace not in own

    for event in events:
        if event.kind != "start":
            continue
        if event.name == "xliff":
            own.add(event.namespace)
            target_language = event.attributes.get("trgLang", "")
        elif event.name == "file":
            document = {"target-language": target_language} | event.attributes
        elif event.name == "note" and not skip(event):
            note = read_element(event, events, where, skip)
            before += [] if _is_ours(note) else [_note(note)]
        elif event.name in _UNITS and not skip(event):
            unit = read_element(event, events, where, skip)
            if unit.get("translate") != "no":
                yield _row(unit, document, event.line, before)
                before = []


def _row(unit: Element, document: dict[str, str], line: int, before: Sequence[str]) -> BilingualRow:
    texts = _Texts(remarks=[*before])
    _read_unit(unit, texts)
    return BilingualRow(
        name=unit.get("id", ""),
        other_name=unit.get("name") or unit.get("resname") or "",
        source="".join(texts.shown["source"]),
        target="".join(texts.shown["target"]),
        source_words="".join(texts.words["source"]),
        target_words="".join(texts.words["target"]),
        state=min(texts.states, key=REVIEW_STATES.index, default=""),
        base=texts.base,
        line=line,
        document=document.get("original") or document.get("id", ""),
        target_language=document.get("target-language", ""),
        begins=line,
        untranslated=texts.untranslated,
        doubt=texts.doubt,
        remarks="\n".join(texts.remarks),
    )


def _read_unit(unit: Element, texts: _Texts) -> None:
    """Add the texts of a unit: originals in the order of the file, translations in their own."""
    segments = [each for each in unit if each.tag in ("segment", "ignorable")]
    for element in unit:
        if element not in segments:
            _read_element(element, texts)
    for segment in segments:
        for source in segment.iterfind("source"):
            _read_text(source, texts, "source", in_code=False)
        # The standard has notes beside segments alone; translate-toolkit writes them inside.
        texts.remarks += map(_note, segment.iterfind("notes/note"))
    for segment in sorted(segments, key=partial(_place_of_target, segments)):
        _read_translation(segment, texts)
    texts.untranslated += sum(map(_lacks_translation, _parts(unit)))


def _place_of_target(segments: Sequence[Element], segment: Element) -> int:
    """Return the place of a segment's translation among those of the unit, from 1."""
    target = segment.find("target")
    order = "" if target is None else target.get("order", "")
    return int(order) if order.isdecimal() else segments.index(segment) + 1


def _read_translation(segment: Element, texts: _Texts) -> None:
    target = segment.find("target")
    # Text between segments that is the same in both languages, such as a space, is given once.
    shared = segment.find("source") if segment.tag == "ignorable" else None
    if segment.tag == "segment":
        _read_state(segment, texts)
    if target is None:
        target = shared
    if target is not None:
        _read_text(target, texts, "target", in_code=False)


def _parts(unit: Element) -> Iterator[tuple[Element | None, Element | None]]:
    """Yield original and translation of each part of a unit that a program has made."""
    for segment in unit.iterfind("segment"):
        yield segment.find("source"), segment.find("target")
    sources, target = unit.find("seg-source"), unit.find("target")
    translated = (
        {each.get("mid"): each for each in target.iter("mrk")} if target is not None else {}
    )
    for mark in sources.iter("mrk") if sources is not None else ():
        if mark.get("mtype") == "seg":
            yield mark, translated.get(mark.get("mid"))


def _lacks_translation(part: tuple[Element | None, Element | None]) -> bool:
    source, target = ("" if each is None else "".join(each.itertext()).strip() for each in part)
    return bool(source) and not target


def _read_element(element: Element, texts: _Texts) -> None:
    """Add an element outside segments, and the elements inside it, to ``texts``."""
    if element.tag == "seg-source":
        return
    if element.tag == "note":
        texts.remarks.append(_note(element))
        return
    if element.tag == "target":
        _read_state(element, texts)
    if element.tag in texts.shown:
        _read_text(element, texts, element.tag, in_code=False)
        return
    base = {"context": ("context-type", _BASE_12), "meta": ("type", _BASE_2)}.get(element.tag)
    if base and element.get(base[0]) == base[1]:
        texts.base += "".join(element.itertext())
    for inner in element:
        _read_element(inner, texts)


def _read_text(element: Element, texts: _Texts, side: str, *, in_code: bool) -> None:
    """Add the content of source, target or an element inside them to ``texts``."""
    shown, words = texts.shown[side], texts.words[side]

    def add(text: str | None) -> None:
        if text and not in_code:
            shown.append(text)
            words.append(text)

    add(element.text)
    for inner in element:
        if said := _said_in(inner):
            texts.remarks.append(said)
        before, after = _codes(inner)
        shown.append(before)
        _read_text(inner, texts, side, in_code=in_code or inner.tag in _OF_TOOLS)
        shown.append(after)
        add(inner.tail)


def _is_ours(note: Element) -> bool:
    """Return whether a note is one of an export; those of units are told apart by their words."""
    kinds = ("comment", "finding")
    return note.get("category") in kinds or note.get("from") in [f"lawkb {each}" for each in kinds]


def _note(element: Element) -> str:
    """Return a note; who wrote it is named, unless that is a program or a role."""
    words = "".join(element.itertext())
    author = element.get("from", "")
    named = author and not author.startswith("lawkb ") and author.casefold() not in _ROLES
    return f"{author}: {words}" if named and words.strip() else words


def _said_in(element: Element) -> str:
    """Return the comment that a mark around words of a text has; mostly empty."""
    if element.tag in ("mrk", "sm") and element.get("type") == "comment":
        return element.get("value", "")
    return element.get("comment", "") if element.tag == "mrk" else ""


def _codes(element: Element) -> tuple[str, str]:
    """Return the text of an inline code before the content of its element, and that after it."""
    if element.tag == "cp":
        return _character(element.get("hex", "")), ""
    if element.tag == "pc":
        return element.get("equivStart", ""), element.get("equivEnd", "")
    return element.get("equiv-text") or element.get("equiv") or "", ""


def _read_state(element: Element, texts: _Texts) -> None:
    """Add the review state of a target or segment; one that is unknown is left out.

    Programs change the state and leave our own beside it, which then no longer counts.
    """
    state, ours = _STATES_READ.get(element.get("state", "")), element.get("subState")
    if ours == _NEEDS_REVIEW and state == _STATES_READ[_STATES_2["needs-review"]]:
        state = "needs-review"
    elif ours == _NEEDS_REVIEW and state:
        texts.doubt = say(
            "its state is %(state)s, its subState needs-review: the state counts", state=state
        )
    texts.states.extend([state] if state else [])


def _character(hexadecimal: str) -> str:
    try:
        return chr(int(hexadecimal, 16))
    except (ValueError, OverflowError):
        return ""
