"""Divisions ⇄ Akoma Ntoso 3.0: one file for the parts and chapters of an edition in a language.

The hierarchy of the whole act, with a ``componentRef`` for each law, which has a file of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from lawkb.akn.eids_and_iris import XML_LANG, FileContext, add, akn, kind, put_span, span
from lawkb.akn.laws import checked_root, indent, new_root
from lawkb.akn.metadata import read_edition, read_origin, write_meta
from lawkb.akn.passages import read_passage, write_passage
from lawkb.errors import LawkbError
from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.division import (
    Division,
    DivisionPath,
    Divisions,
    division_eid,
    division_of_eid,
)

NAME = "divisions"  # of the act, of the portion and of the file
_NO_LAW = 0  # so that every link is a full IRI


def divisions_tree(divisions: Divisions, outline: Outline) -> etree._Element:
    """Return the XML elements of the file of the divisions of an edition in one language.

    Args:
        divisions: The divisions, at least one.
        outline: The code.

    Raises:
        KeyError: The outline has no such edition or language.
        ValueError: Footnotes, references or emphasis do not fit their heading; an error of the
            caller.
    """
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
    """Read divisions from a file of ``divisions_tree``; the inverse of it.

    Args:
        content: The whole file.
        outline: The code.
        where: Name of the file in messages.

    Raises:
        LawkbError: The file does not fit lawkb's Akoma Ntoso profile or this code; the message
            names the line.
    """
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
    path = _path(element, above, home)
    return Division(
        path=path,
        num=element[0].text or "",
        heading=None if heading is None else read_passage(heading, home),
        laws=tuple(home.address_of_href(each, "src", None).law for each in laws),
        divisions=tuple(_read(each, path, home) for each in _inner(element)),
        lines=span(element, "lines"),
    )


def _inner(element: etree._Element) -> Iterator[etree._Element]:
    yield from (each for each in element if kind(each) not in ("num", "heading", "componentRef"))


def _path(element: etree._Element, above: DivisionPath, home: FileContext) -> DivisionPath:
    try:
        path = division_of_eid(element.get("eId", ""))
    except LawkbError as error:
        raise home.fault(element, error.what) from None
    if path[:-1] != above or path[-1][0] != kind(element):
        raise home.fault(element, f"{element.get('eId')} is not the id of a division here")
    return path
