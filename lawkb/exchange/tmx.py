"""TMX 1.4 for translation memories."""

from __future__ import annotations

from importlib.metadata import version

from lxml import etree

from lawkb.align.codes import Code
from lawkb.exchange.inline import put_text
from lawkb.exchange.parcel import Parcel, Unit

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'


def tmx(parcel: Parcel) -> bytes:
    """The texts that have a translation as TMX 1.4, a segment a text."""
    root = etree.Element("tmx", version="1.4")
    header = {
        "creationtool": "lawkb",
        "creationtoolversion": version("lawkb"),
        "segtype": "paragraph",
        "o-tmf": "lawkb",
        "adminlang": "en",
        "srclang": parcel.of.source,
        "datatype": "plaintext",
    }
    etree.SubElement(root, "header", header)
    body = etree.SubElement(root, "body")
    for unit in parcel.units():
        if unit.source and unit.target:
            body.append(_unit(unit, parcel))
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", doctype=_DOCTYPE)


def _unit(unit: Unit, parcel: Parcel) -> etree._Element:
    element = etree.Element("tu", tuid=f"{parcel.of.edition} {unit.name}")
    etree.SubElement(element, "prop", type="x-lawkb-state").text = unit.state
    texts = ((unit.source, unit.source_codes), (unit.target, unit.target_codes))
    for tag, (text, codes) in zip((parcel.of.source, parcel.of.target), texts, strict=True):
        variant = etree.SubElement(element, "tuv", {_XML_LANG: tag})
        put_text(etree.SubElement(variant, "seg"), text, codes, _inline)
    return element


def _inline(code: Code, place: int) -> etree._Element:
    """A code as ``ph``: what is in it is no words."""
    element = etree.Element("ph", x=f"{place + 1}", type=code.name)
    element.text = code.token
    return element
