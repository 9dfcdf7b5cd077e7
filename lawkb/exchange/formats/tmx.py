"""TMX 1.4: write and read translation memories."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version

from lxml import etree

from lawkb.align.texts import InlineCode
from lawkb.checks.bilingual_files import FilePair
from lawkb.errors import LawkbError
from lawkb.exchange.formats.bilingual_rows import LONGEST_TEXT
from lawkb.exchange.formats.xml_files import Event, put_text
from lawkb.exchange.translation_export import ExportedText, TranslationExport

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
    for unit in export.units():
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
    """Return a code as ``ph``, an element without words."""
    element = etree.Element("ph", x=f"{place + 1}", type=code.name)
    element.text = code.token
    return element


def main_language(tag: str) -> str:
    """Return the main language of a tag, ``en`` for ``en-GB``."""
    return re.split("[-_]", tag)[0].casefold()


@dataclass(slots=True)
class _Unit:
    name: str
    line: int
    texts: dict[str, str] = field(default_factory=dict)
    language: str = ""
    words: list[str] = field(default_factory=list)
    in_segment: bool = False
    in_code: int = 0
    size: int = 0


def read_tmx(events: Iterable[Event], where: str, source: str, target: str) -> Iterator[FilePair]:
    """Yield the units of a TMX file that have both languages, in order.

    Raises:
        LawkbError: A unit is too long.
    """
    unit: _Unit | None = None
    count = 0
    for event in events:
        if event.kind == "start" and event.name == "tu":
            count += 1
            unit = _Unit(event.attributes.get("tuid") or f"{count}", event.line)
        elif event.kind == "end" and event.name == "tu" and unit:
            ours, theirs = _variant(unit, source), _variant(unit, target)
            if ours is not None and theirs is not None:
                yield FilePair(unit.name, ours, theirs, unit.line)
            unit = None
        elif unit:
            unit.size += len(event.name) + 1
            if unit.size > LONGEST_TEXT:
                told = f"a unit of more than {LONGEST_TEXT} characters"
                raise LawkbError(f"{where}:{event.line}", told, "no law has such a text")
            _step(unit, event)


def _step(unit: _Unit, event: Event) -> None:
    """Update a TMX unit by an event: its variants by language, the words of their segments."""
    if event.kind == "text":
        if unit.in_segment and not unit.in_code:
            unit.words.append(event.name)
    elif event.name == "tuv" and event.kind == "start":
        unit.language = event.attributes.get("lang", "").casefold()
    elif event.name == "seg":
        unit.in_segment = event.kind == "start"
        if event.kind == "end":
            unit.texts.setdefault(unit.language, "".join(unit.words))
        unit.words.clear()
    elif event.name in _INLINE:
        unit.in_code += 1 if event.kind == "start" else -1


def _variant(unit: _Unit, language: str) -> str | None:
    """Return the text in a language or a region of it, ``el-GR`` for ``el``; None if none."""
    tag, main = language.casefold(), main_language(language)
    regional = (text for own, text in unit.texts.items() if main_language(own) == main)
    return unit.texts[tag] if tag in unit.texts else next(regional, None)
