"""Companions ⇄ Akoma Ntoso 3.0: one ``doc`` file for each companion, language and edition.

A companion is a text beside the laws, such as a preface, definitions or a commentary.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from lxml import etree

from lawkb.akn.eids_and_iris import XML_LANG, FileContext, add, akn, kind, lk, put
from lawkb.akn.laws import (
    TEXT_BLOCKS,
    checked_root,
    indent,
    new_root,
    passages_and_tables,
    read_blocks,
    write_content,
    write_parts,
)
from lawkb.akn.metadata import read_comments, read_edition, read_origin, write_meta
from lawkb.akn.passages import read_passage, write_passage
from lawkb.model.code import Outline
from lawkb.model.companion import (
    SECTION_KINDS,
    Companion,
    CompanionKind,
    Section,
    direct_sections_with_ids,
)
from lawkb.model.passage import Passage, Table

_NO_LAW = 0  # no law has this number, so every link of a companion is a full IRI


def companion_tree(companion: Companion, outline: Outline) -> etree._Element:
    """Return the XML elements of the file of a companion, which is a text beside the laws.

    The elements are indented as those of a law.

    Raises:
        KeyError: The outline has no such edition or language.
        ValueError: Footnotes, references, emphasis or links do not fit their text, or a table has
            no rows; an error of the caller.
    """
    home = FileContext(outline, companion.edition, _NO_LAW)
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
    """Read a companion, which is a text beside the laws, from a file of ``companion_tree``.

    Args:
        content: The whole file.
        outline: The code that the companion belongs to.
        where: Name of the file in messages.

    Raises:
        LawkbError: The file does not fit lawkb's Akoma Ntoso profile or this code; the message
            names the line.
    """
    root = checked_root(content, "doc", where)
    edition, language = read_edition(root, outline, where)
    home = FileContext(outline, edition, _NO_LAW, where)
    body = next(root.iter(akn("mainBody")))
    law = body.get(lk("law"))
    whole = _read_section(body[0], home)
    return Companion(
        name=body.get(lk("name"), ""),
        kind=cast(CompanionKind, root[0].get("name")),
        edition=edition,
        language=language,
        law=None if law is None else outline.scheme.law_number(law),
        heading=whole.heading,
        body=whole.body,
        origin=read_origin(root),
        comments=read_comments(root, home),
    )


def _write_body(element: etree._Element, section: Section, home: FileContext) -> None:
    eid = element.get("eId", "")
    if section.num:
        add(element, "num").text = section.num
    if section.heading:
        write_passage(add(element, "heading", f"{eid}__heading"), section.heading, home)
    ids = iter(
        own for own, _ in direct_sections_with_ids(section.body, "" if eid == "all" else eid)
    )

    def write(part: Section) -> None:
        inner = add(element, "hcontainer", next(ids))
        inner.set("name", part.kind)
        _write_body(inner, part, home)

    if section.sections:
        write_parts(element, section.body, write, home)
    else:
        write_content(element, eid, passages_and_tables(section.body), home)


def _read_section(element: etree._Element, home: FileContext) -> Section:
    num, heading = element.find(akn("num")), element.find(akn("heading"))
    name = element.get("name", "")
    return Section(
        name if name in SECTION_KINDS else "section",
        (num.text or "") if num is not None else "",
        None if heading is None else read_passage(heading, home),
        tuple(_read_body(element, home)),
    )


def _read_body(element: etree._Element, home: FileContext) -> Iterator[Passage | Table | Section]:
    for child in element:
        if kind(child) in TEXT_BLOCKS:
            yield from read_blocks(child, home)
        elif child.get("name") == "continuation":
            yield from _read_body(child, home)
        elif kind(child) == "hcontainer":
            yield _read_section(child, home)
