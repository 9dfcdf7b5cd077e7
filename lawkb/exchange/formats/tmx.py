"""TMX 1.4 for translation memories."""

from __future__ import annotations

from importlib.metadata import version

from lxml import etree

from lawkb.align.translation_units import InlineCode
from lawkb.exchange.formats.inline_codes import put_text
from lawkb.exchange.parcel import ParcelText, TranslationParcel

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'


def write_tmx(parcel: TranslationParcel) -> bytes:
    """Return the translated texts as TMX 1.4, one segment per text."""
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


def _unit(unit: ParcelText, parcel: TranslationParcel) -> etree._Element:
    element = etree.Element("tu", tuid=f"{parcel.of.edition} {unit.name}")
    etree.SubElement(element, "prop", type="x-lawkb-state").text = unit.state
    texts = ((unit.source, unit.source_codes), (unit.target, unit.target_codes))
    for tag, (text, codes) in zip((parcel.of.source, parcel.of.target), texts, strict=True):
        variant = etree.SubElement(element, "tuv", {_XML_LANG: tag})
        put_text(etree.SubElement(variant, "seg"), text, codes, _inline)
    return element


def _inline(code: InlineCode, place: int) -> etree._Element:
    """Return a code as ``ph``, an element without words."""
    element = etree.Element("ph", x=f"{place + 1}", type=code.name)
    element.text = code.token
    return element
