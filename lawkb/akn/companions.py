"""Companions ⇄ Akoma Ntoso 3.0: one ``doc`` for one companion of one expression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from lxml import etree

from lawkb.akn.meta import read_comments, read_edition, read_origin, write_meta
from lawkb.akn.mixed import read_passage, write_passage
from lawkb.akn.names import XML_LANG, Home, add, akn, kind, lk, put
from lawkb.akn.read import checked_root, read_blocks
from lawkb.akn.write import (
    file_of,
    indent,
    new_root,
    texts_of,
    write_content,
    write_parts,
)
from lawkb.model.code import Outline
from lawkb.model.companion import (
    SECTION_KINDS,
    Companion,
    CompanionKind,
    Section,
    numbered,
)
from lawkb.model.passage import Passage, Table

_NO_LAW = 0  # no law has this number: links of a companion are never within it
_TEXT_BLOCKS = ("intro", "content", "wrapUp")


def companion_xml(companion: Companion, outline: Outline) -> bytes:
    """The file of a companion: UTF-8, the same bytes for the same companion.

    ``read_companion`` is the inverse.

    Raises:
        KeyError, ValueError: As ``companion_tree``.
    """
    return file_of(companion_tree(companion, outline))


def companion_tree(companion: Companion, outline: Outline) -> etree._Element:
    """The elements of the file of a companion, indented as those of a law are.

    Raises:
        KeyError: The outline has no such expression.
        ValueError: What stands on a text does not fit it, or a table has no rows; a fault of the
            program that made the companion.
    """
    home = Home(outline, companion.edition, _NO_LAW)
    root = new_root()
    doc = add(root, "doc")
    doc.set("name", companion.kind)
    write_meta(doc, companion, outline, companion.name)
    body = add(doc, "mainBody", "body")
    body.set(XML_LANG, companion.language)
    put(body, lk("name"), companion.name)
    put(body, lk("law"), None if companion.law is None else str(companion.law))
    whole = add(body, "hcontainer", "all")
    whole.set("name", "companion")
    _write_body(whole, Section("section", "", companion.heading, companion.body), home)
    indent(root)
    return root


def read_companion(content: bytes, outline: Outline, where: str) -> Companion:
    """The companion of a file that ``companion_xml`` wrote.

    Args:
        content: The whole file.
        outline: The code it belongs to.
        where: The file in messages.

    Raises:
        LawkbError: The file is not of the profile, or not of this code; with the line.
    """
    root = checked_root(content, "doc", where)
    edition, language = read_edition(root, outline, where)
    home = Home(outline, edition, _NO_LAW, where)
    body = next(root.iter(akn("mainBody")))
    law = body.get(lk("law"))
    whole = _read_section(body[0], home)
    return Companion(
        name=body.get(lk("name"), ""),
        kind=cast(CompanionKind, root[0].get("name")),
        edition=edition,
        language=language,
        law=None if law is None else int(law),
        heading=whole.heading,
        body=whole.body,
        origin=read_origin(root),
        comments=read_comments(root, home),
    )


def _write_body(element: etree._Element, section: Section, home: Home) -> None:
    eid = element.get("eId", "")
    if section.num:
        add(element, "num").text = section.num
    if section.heading:
        write_passage(add(element, "heading", f"{eid}__heading"), section.heading, home)
    ids = iter(own for own, _ in numbered(section.body, "" if eid == "all" else eid))

    def write(part: Section) -> None:
        inner = add(element, "hcontainer", next(ids))
        inner.set("name", part.kind)
        _write_body(inner, part, home)

    if section.sections:
        write_parts(element, section.body, write, home)
    else:
        write_content(element, eid, texts_of(section.body), home)


def _read_section(element: etree._Element, home: Home) -> Section:
    num, heading = element.find(akn("num")), element.find(akn("heading"))
    name = element.get("name", "")
    return Section(
        name if name in SECTION_KINDS else "section",
        (num.text or "") if num is not None else "",
        None if heading is None else read_passage(heading, home),
        tuple(_read_body(element, home)),
    )


def _read_body(element: etree._Element, home: Home) -> Iterator[Passage | Table | Section]:
    for child in element:
        if kind(child) in _TEXT_BLOCKS:
            yield from read_blocks(child, home)
        elif child.get("name") == "continuation":
            yield from _read_body(child, home)
        elif kind(child) == "hcontainer":
            yield _read_section(child, home)
