"""Divisions and companions ⇄ Akoma Ntoso 3.0: what an edition in a language has beside its laws.

One file has the parts and chapters: the hierarchy of the whole act, with a ``componentRef`` for
each law, which has a file of its own. Each companion is one ``doc`` file. A companion is a text
beside the laws, such as a preface, definitions or a commentary.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from lxml import etree

from lawkb.akn.eids_and_iris import XML_LANG, FileContext, add, akn, kind, lk, put, put_span, span
from lawkb.akn.laws import (
    TEXT_BLOCKS,
    checked_root,
    indent,
    new_root,
    passages_and_tables,
    read_blocks,
    read_comments,
    read_edition,
    read_origin,
    write_content,
    write_meta,
    write_parts,
)
from lawkb.akn.passages import read_passage, write_passage
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.companion import (
    SECTION_KINDS,
    Companion,
    CompanionKind,
    Section,
    direct_sections_with_ids,
)
from lawkb.model.division import Division, DivisionPath, Divisions, division_eid, division_of_eid
from lawkb.model.passage import Passage, Table


def companion_tree(companion: Companion, outline: Outline) -> etree._Element:
    """Return the XML elements of the file of a companion, which is a text beside the laws.

    The elements are indented as those of a law.
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
    """Read a companion, which is a text beside the laws, from a file of ``companion_tree``."""
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


NAME = "divisions"  # of the act, of the portion and of the file
_NO_LAW = 0  # no law has this number, so every link is a full IRI


def divisions_tree(divisions: Divisions, outline: Outline) -> etree._Element:
    """Return the XML elements of the file of the divisions of an edition in one language."""
    root = new_root()
    act = add(root, "act")
    act.set("name", NAME)
    act.set("contains", "originalVersion")
    write_meta(act, divisions, outline, NAME)
    body = add(act, "body")
    body.set(XML_LANG, divisions.language)
    home = FileContext(outline, divisions.edition, _NO_LAW)
    word = outline.language(divisions.language).law
    for division in divisions.divisions:
        _write(body, division, home, word)
    indent(root)
    return root


def read_divisions(content: bytes, outline: Outline, where: str) -> Divisions:
    """Read divisions from a file of ``divisions_tree``; the inverse of it."""
    root = checked_root(content, NAME, where)
    edition, language = read_edition(root, outline, where)
    home = FileContext(outline, edition, _NO_LAW, where)
    body = next(root.iter(akn("body")))
    divisions = tuple(_read(element, (), home) for element in body)
    return Divisions(edition, language, divisions, read_origin(root))


def _write(parent: etree._Element, division: Division, home: FileContext, word: str) -> None:
    eid = division_eid(division.path)
    element = add(parent, division.path[-1][0], eid)
    put_span(element, "lines", division.lines)
    add(element, "num").text = division.num or None
    if division.heading:
        write_passage(add(element, "heading", f"{eid}__heading"), division.heading, home)
    for number in division.laws:
        law = add(element, "componentRef")
        law.set("src", home.href(Address((number,)), None))
        law.set("showAs", f"{word} {home.outline.scheme.write(Address((number,)))}")
    for inner in division.divisions:
        _write(element, inner, home, word)


def _read(element: etree._Element, above: DivisionPath, home: FileContext) -> Division:
    heading = element.find(akn("heading"))
    laws = (each for each in element if kind(each) == "componentRef")
    inner = (each for each in element if kind(each) not in ("num", "heading", "componentRef"))
    path = _path(element, above, home)
    return Division(
        path=path,
        num=element[0].text or "",
        heading=None if heading is None else read_passage(heading, home),
        laws=tuple(home.address_of_href(each, "src", None).law for each in laws),
        divisions=tuple(_read(each, path, home) for each in inner),
        lines=span(element, "lines"),
    )


def _path(element: etree._Element, above: DivisionPath, home: FileContext) -> DivisionPath:
    try:
        path = division_of_eid(element.get("eId", ""))
    except LawkbError as error:
        raise home.fault(element, error.what) from None
    if path[:-1] != above or path[-1][0] != kind(element):
        raise home.fault(element, f"{element.get('eId')} is not the id of a division here")
    return path
