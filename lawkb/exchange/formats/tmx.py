"""TMX 1.4: write and read translation memories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from xml.etree.ElementTree import Element

from lxml import etree

from lawkb.align.translation_units import FilePair, InlineCode
from lawkb.exchange.formats.xml_files import Event, put_text, read_element
from lawkb.exchange.translation_export import ExportedText, TranslationExport
from lawkb.model.language import main_language

_INLINE = {"bpt", "ept", "it", "ph", "ut", "sub"}  # elements whose content is no text
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'


def write_tmx(export: TranslationExport) -> bytes:
    """Return the translated texts as TMX 1.4, one segment per text."""
    root = etree.Element("tmx", version="1.4")
    header = {
        "creationtool": "lawkb",
        "creationtoolversion": version("lawkb"),
        "segtype": "paragraph",
        "o-tmf": "lawkb",
        "adminlang": "en",
        "srclang": export.of.source,
        "datatype": "plaintext",
    }
    etree.SubElement(root, "header", header)
    body = etree.SubElement(root, "body")
    for unit in export.units:
        if unit.source and unit.target:
            body.append(_unit(unit, export))
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", doctype=_DOCTYPE)


def _unit(unit: ExportedText, export: TranslationExport) -> etree._Element:
    element = etree.Element("tu", tuid=f"{export.of.edition} {unit.name}")
    etree.SubElement(element, "prop", type="x-lawkb-state").text = unit.state
    texts = ((unit.source, unit.source_codes), (unit.target, unit.target_codes))
    for tag, (text, codes) in zip((export.of.source, export.of.target), texts, strict=True):
        variant = etree.SubElement(element, "tuv", {_XML_LANG: tag})
        put_text(etree.SubElement(variant, "seg"), text, codes, _inline)
    return element


def _inline(code: InlineCode, place: int) -> etree._Element:
    """Return an inline code as the element ``ph``."""
    element = etree.Element("ph", x=f"{place + 1}", type=code.name)
    element.text = code.token
    return element


def read_tmx(events: Iterable[Event], where: str, source: str, target: str) -> Iterator[FilePair]:
    """Yield the units of a TMX file that have both languages, in order.

    Args:
        target: Tag of the translation; ``el`` also selects ``el-GR``.
    """
    events = iter(events)
    begun = (event for event in events if event.kind == "start" and event.name == "tu")
    for number, event in enumerate(begun, start=1):
        unit = read_element(event, events, where)
        texts: dict[str, str] = {}
        for variant in unit.iter("tuv"):
            for segment in variant.iter("seg"):
                texts.setdefault(variant.get("lang", "").casefold(), _words(segment))
        ours, theirs = _text_in(texts, source), _text_in(texts, target)
        if ours is not None and theirs is not None:
            yield FilePair(unit.get("tuid") or f"{number}", ours, theirs, event.line)


def _words(element: Element) -> str:
    """Return the text of an element without that of inline codes."""
    inner = ((each, "" if each.tag in _INLINE else _words(each)) for each in element)
    return (element.text or "") + "".join(words + (each.tail or "") for each, words in inner)


def _text_in(texts: Mapping[str, str], language: str) -> str | None:
    """Return the text in a language or a region of it, ``el-GR`` for ``el``, or None."""
    tag, main = language.casefold(), main_language(language)
    regional = (text for own, text in texts.items() if main_language(own) == main)
    return texts[tag] if tag in texts else next(regional, None)
