"""XLIFF 2.1 for translation tools."""

from __future__ import annotations

from typing import cast

from lxml import etree

from lawkb.align.translation_units import InlineCode
from lawkb.corpus.review_states import ReviewState
from lawkb.exchange.formats.inline_codes import put_text
from lawkb.exchange.parcel import ParcelLaw, ParcelText, TranslationParcel

NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"  # also of 2.1
METADATA = "urn:oasis:names:tc:xliff:metadata:2.0"
BASE = "base"
# XLIFF 2 has four states; others become the state below, with ours in an attribute.
_STATES: dict[ReviewState, str] = {
    "needs-translation": "initial",
    "needs-review": "translated",
    "translated": "translated",
    "reviewed": "reviewed",
    "final": "final",
}
STATES_READ: dict[str, ReviewState] = {
    "initial": "needs-translation",
    "translated": "translated",
    "reviewed": "reviewed",
    "final": "final",
}
SUB_STATES_READ: dict[str, ReviewState] = {"lawkb:needs-review": "needs-review"}
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_FORMATS = {"b": "xlf:b", "i": "xlf:i", "u": "xlf:u"}


def write_xliff21(parcel: TranslationParcel) -> bytes:
    """Return a parcel as XLIFF 2.1: a group per law, a unit per text.

    Ids are ASCII words; the name of a unit is its address. The hashes of both texts, needed by the
    import, are metadata of each unit.
    """
    languages = {"srcLang": parcel.of.source, "trgLang": parcel.of.target}
    # The stubs know no default namespace.
    names = cast(dict[str, str], {None: NAMESPACE, "mda": METADATA})
    root = etree.Element(_q("xliff"), {"version": "2.1", **languages}, nsmap=names)
    file = etree.SubElement(root, _q("file"), id="f1", original=parcel.original)
    file.set(_XML_SPACE, "preserve")
    for group in parcel.groups:
        file.append(_group(group))
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _group(group: ParcelLaw) -> etree._Element:
    element = etree.Element(_q("group"), id=f"law-{group.number}", name=f"{group.number}")
    for unit in group.units:
        element.append(_unit(unit))
    return element


def _unit(unit: ParcelText) -> etree._Element:
    element = etree.Element(_q("unit"), id=unit.token, name=unit.name)
    metadata = etree.SubElement(element, _m("metadata"))
    group = etree.SubElement(metadata, _m("metaGroup"), category="lawkb")
    etree.SubElement(group, _m("meta"), type=BASE).text = unit.base
    if unit.remarks:
        notes = etree.SubElement(element, _q("notes"))
        for remark in unit.remarks:
            etree.SubElement(notes, _q("note"), category=remark.kind).text = remark.text
    segment = etree.SubElement(element, _q("segment"), state=_STATES[unit.state])
    if unit.state == "needs-review":
        segment.set("subState", "lawkb:needs-review")
    put_text(etree.SubElement(segment, _q("source")), unit.source, unit.source_codes, _source_code)
    target = etree.SubElement(segment, _q("target"))
    put_text(target, unit.target, unit.target_codes, _target_code)
    return element


def _source_code(code: InlineCode, place: int) -> etree._Element:
    return _inline(code, place, "s")


def _target_code(code: InlineCode, place: int) -> etree._Element:
    return _inline(code, place, "t")


def _inline(code: InlineCode, place: int, side: str) -> etree._Element:
    """Return a code as a placeholder, with ids that differ between both languages."""
    own = {"id": f"{side}{place + 1}", "equiv": code.token, "disp": code.token}
    if code.name == "note":
        return etree.Element(_q("ph"), own)
    if code.opens is not None:
        started = {"startRef": f"{side}{code.opens + 1}"}
        return etree.Element(_q("ec"), {**started, "equiv": code.token, "disp": code.token})
    if code.name in _FORMATS:
        own |= {"type": "fmt", "subType": _FORMATS[code.name]}
    elif code.name == "a":
        own["type"] = "link"
    return etree.Element(_q("sc"), own)


def _q(tag: str) -> str:
    return f"{{{NAMESPACE}}}{tag}"


def _m(tag: str) -> str:
    return f"{{{METADATA}}}{tag}"
