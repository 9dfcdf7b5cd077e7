"""XLIFF 1.2 for translation tools."""

from __future__ import annotations

from typing import cast

from lxml import etree

from lawkb.align.translation_units import InlineCode
from lawkb.corpus.review_states import ReviewState
from lawkb.exchange.formats.inline_codes import put_text
from lawkb.exchange.parcel import ParcelLaw, ParcelText, TranslationParcel

NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
BASE = "x-lawkb-base"
# XLIFF states of our review states, and our state for each state of a tool.
_STATES: dict[ReviewState, str] = {
    "needs-translation": "needs-translation",
    "needs-review": "needs-review-translation",
    "translated": "translated",
    "reviewed": "signed-off",
    "final": "final",
}
STATES_READ: dict[str, ReviewState] = {
    **{theirs: ours for ours, theirs in _STATES.items()},
    "new": "needs-translation",
    "needs-adaptation": "needs-review",
    "needs-l10n": "needs-review",
    "needs-review-adaptation": "needs-review",
    "needs-review-l10n": "needs-review",
}
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_TYPES = {"b": "bold", "i": "italic", "u": "underlined", "a": "link"}


def write_xliff12(parcel: TranslationParcel) -> bytes:
    """Return a parcel as XLIFF 1.2: a group per law, a unit per text.

    The hashes of both texts, needed by the import, are in a context group of each unit.
    """
    names = cast(dict[str, str], {None: NAMESPACE})  # the stubs know no default namespace
    root = etree.Element(_q("xliff"), nsmap=names, version="1.2")
    attributes = {
        "original": parcel.original,
        "source-language": parcel.of.source,
        "target-language": parcel.of.target,
        "datatype": "plaintext",
        _XML_SPACE: "preserve",
    }
    file = etree.SubElement(root, _q("file"), attributes)
    body = etree.SubElement(file, _q("body"))
    for group in parcel.groups:
        body.append(_group(group))
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _group(group: ParcelLaw) -> etree._Element:
    element = etree.Element(_q("group"), id=f"law-{group.number}", resname=f"{group.number}")
    for unit in group.units:
        element.append(_unit(unit))
    return element


def _unit(unit: ParcelText) -> etree._Element:
    approved = {"approved": "yes"} if unit.state == "final" else {}
    element = etree.Element(_q("trans-unit"), {"id": unit.name, "resname": unit.token, **approved})
    source = etree.SubElement(element, _q("source"))
    put_text(source, unit.source, unit.source_codes, _inline)
    target = etree.SubElement(element, _q("target"), state=_STATES[unit.state])
    put_text(target, unit.target, unit.target_codes, _inline)
    # Without a name, which must be unique in a file.
    group = etree.SubElement(element, _q("context-group"), purpose="information")
    etree.SubElement(group, _q("context"), {"context-type": BASE}).text = unit.base
    for remark in unit.remarks:
        note = etree.SubElement(element, _q("note"), {"from": f"lawkb {remark.kind}"})
        note.text = remark.text
    return element


def _inline(code: InlineCode, place: int) -> etree._Element:
    """Return a code as a placeholder: ``x`` a note, ``bx`` and ``ex`` the ends of other marks.

    Unlike nested elements, placeholders may cross.
    """
    if code.name == "note":
        attributes = {"id": f"{place + 1}", "ctype": "x-note"}
    elif code.opens is None:
        attributes = {"id": f"{place + 1}", "rid": f"{place + 1}"}
        attributes["ctype"] = _TYPES.get(code.name, f"x-{code.name}")
    else:
        attributes = {"id": f"{place + 1}", "rid": f"{code.opens + 1}"}
    tag = "x" if code.name == "note" else "bx" if code.opens is None else "ex"
    return etree.Element(_q(tag), {**attributes, "equiv-text": code.token})


def _q(tag: str) -> str:
    return f"{{{NAMESPACE}}}{tag}"
