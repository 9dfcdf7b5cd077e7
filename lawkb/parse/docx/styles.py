"""What the paragraphs and runs of a Word file inherit from their styles."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from lxml import etree

from lawkb.model.language import language_codes, read_language
from lawkb.parse.docx.word_file import W

_DEEPEST = 32  # styles of which one is based on the next
_LEVELS = 6  # of headings; Word has nine
_LISTED = re.compile(r"(?:toc|index|table of (?:contents|figures)|toa)(?: heading|\s?\d*)?")
_LAST_WORD = re.compile(r"(.+?)\s*([1-9])")
_TOGGLES = {"b": "bold", "i": "italic", "vanish": "hidden"}


@dataclass(frozen=True, slots=True)
class Style:
    """A style with what it inherits.

    Attributes:
        heading: Level of a heading, 1 to 6; 0 for other text.
        listed: Whether it is for lines of a table of contents or an index.
        list_id: Number of its list; None without one.
        list_level: Level of the list, from 0; None when the list says it.
        centered: Whether its paragraphs are in the middle of the line; None if it does not say.
        toggles: Whether its words are ``bold``, ``italic`` and ``hidden``, as far as it says so.
    """

    heading: int = 0
    listed: bool = False
    list_id: str | None = None
    list_level: int | None = None
    centered: bool | None = None
    toggles: dict[str, bool] = field(default_factory=dict, hash=False)


PLAIN = Style()


def value(node: etree._Element | None, path: str) -> str | None:
    """Return the attribute ``w:val`` of an element below another one; None without it."""
    found = None if node is None else node.find(path)
    return None if found is None else found.get(f"{W}val")


def is_on(node: etree._Element) -> bool:
    """Whether an element that switches something switches it on."""
    return node.get(f"{W}val", "1") not in ("0", "false", "off", "none")


def toggles_of(properties: etree._Element | None) -> dict[str, bool]:
    """Return which of bold, italic and hidden some properties of a run switch on or off."""
    found = {}
    for name, kind in _TOGGLES.items():
        node = None if properties is None else properties.find(f"{W}{name}")
        if node is not None:
            found[kind] = is_on(node)
    return found


def number_of(written: str | None) -> int | None:
    """Return a written number of at most six digits, else None."""
    fits = written is not None and written.isascii() and written.isdigit() and len(written) <= 6
    return int(written) if written is not None and fits else None


def read_styles(root: etree._Element | None) -> dict[str, Style]:
    """Return the styles of a file by id, and the default style of paragraphs by an empty id."""
    nodes: dict[str, etree._Element] = {}
    default = ""
    for node in () if root is None else root.iter(f"{W}style"):
        key = node.get(f"{W}styleId") or ""
        nodes.setdefault(key, node)
        if node.get(f"{W}type") == "paragraph" and node.get(f"{W}default") in ("1", "true", "on"):
            default = default or key
    styles = {key: _style(key, nodes) for key in nodes}
    return {**styles, "": styles.get(default, PLAIN)}


def _style(key: str, nodes: dict[str, etree._Element]) -> Style:
    """Return a style with what it inherits from those that it is based on."""
    chain: list[etree._Element] = []
    while key in nodes and nodes[key] not in chain and len(chain) < _DEEPEST:
        chain.append(nodes[key])
        key = value(chain[-1], f"{W}basedOn") or ""
    style = PLAIN
    for node in reversed(chain):
        style = _with(style, node)
    return style


def _with(above: Style, node: etree._Element) -> Style:
    """Return a style that is based on another one."""
    name = (value(node, f"{W}name") or "").strip().casefold()
    paragraph = node.find(f"{W}pPr")
    own_list = None if paragraph is None else paragraph.find(f"{W}numPr")
    level = None if own_list is None else number_of(value(own_list, f"{W}ilvl"))
    list_id = None if own_list is None else value(own_list, f"{W}numId")
    alignment = value(paragraph, f"{W}jc")
    return Style(
        heading=heading_level(paragraph, _named_level(name) or above.heading),
        listed=bool(_LISTED.fullmatch(name)),
        list_id=list_id or above.list_id,
        list_level=above.list_level if level is None else level,
        centered=above.centered if alignment is None else alignment == "center",
        toggles={**above.toggles, **toggles_of(node.find(f"{W}rPr"))},
    )


def heading_level(properties: etree._Element | None, inherited: int) -> int:
    """Return the level of a heading by the outline level of a paragraph, else the inherited one."""
    outline = number_of(value(properties, f"{W}outlineLvl"))
    if outline is None:
        return inherited
    return min(outline + 1, _LEVELS) if outline < 9 else 0


def _named_level(name: str) -> int:
    """Return the level of a heading by the name of its style, in any language; else 0.

    Word writes ``heading 1`` in every language; other programs write the name that they show.
    """
    if name in ("title", "subtitle"):
        return 1 if name == "title" else 2
    found = _LAST_WORD.fullmatch(name)
    if found and found[1] in _heading_names():
        return min(int(found[2]), _LEVELS)
    return 0


@cache
def _heading_names() -> frozenset[str]:
    """Return the names of the styles of headings in all languages, without their number."""
    tables = (read_language(code).tables.get("document", {}) for code in language_codes())
    return frozenset(name.casefold() for table in tables for name in table.get("headings", ()))
