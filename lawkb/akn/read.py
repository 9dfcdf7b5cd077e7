"""Akoma Ntoso 3.0 → laws: the exact inverse of ``akn.write``."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from lawkb.akn.meta import read_comments, read_edition, read_origin
from lawkb.akn.mixed import read_passage
from lawkb.akn.names import Home, akn, fault, kind, lk, marks, span
from lawkb.akn.tables import read_table
from lawkb.akn.validate import profile_faults, read_tree
from lawkb.model.code import Outline
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Table

_TEXT_BLOCKS = ("intro", "content", "wrapUp")


def read_law(content: bytes, outline: Outline, where: str) -> Law:
    """The law of a file that ``write.law_xml`` wrote.

    Args:
        content: The whole file.
        outline: The code it belongs to.
        where: The file in messages.

    Raises:
        LawkbError: The file is not of the profile, or not of this code; with the line.
    """
    root = checked_root(content, "act", where)
    edition, language = read_edition(root, outline, where)
    rule = next(root.iter(akn("rule")))
    number = Home(outline, edition, 0, where).address_of_eid(rule, rule.get("eId", "")).law
    home = Home(outline, edition, number, where)
    return Law(
        edition=edition,
        language=language,
        root=_read_provision(rule, home),
        origin=read_origin(root),
        comments=read_comments(root, home),
    )


def checked_root(content: bytes, name: str, where: str) -> etree._Element:
    """The elements of a file of the profile.

    Args:
        content: The whole file.
        name: What it must hold: ``act``, a law, or ``doc``, a companion.
        where: The file in messages.

    Raises:
        LawkbError: It is not of the profile, or holds the other.
    """
    root = read_tree(content, where)
    for line, what in profile_faults(root):
        raise fault(where, line, what)
    if kind(root[0]) != name:
        told = {"act": "this is a companion, no law", "doc": "this is a law, no companion"}
        raise fault(where, root[0].sourceline, told[name])
    return root


def _read_provision(element: etree._Element, home: Home) -> Provision:
    num, heading = element[0], element.find(akn("heading"))
    return Provision(
        address=home.address_of_eid(element, element.get("eId", "")),
        num=num.text or "",
        heading=None if heading is None else read_passage(heading, home),
        body=tuple(_read_body(element, home)),
        inferred=marks(element, "inferred"),
        lost=marks(element, "lost"),
        editorial=marks(element, "editorial"),
        editorial_origin=element.get(lk("editorial-origin")),
        complete=element.get("status") != "incomplete",
        lines=span(element, "lines"),
    )


def _read_body(element: etree._Element, home: Home) -> Iterator[Passage | Table | Provision]:
    for child in element:
        name = kind(child)
        if name == "hcontainer":
            yield from _read_body(child, home)
        elif name in _TEXT_BLOCKS:
            yield from read_blocks(child, home)
        elif name not in ("num", "heading"):
            yield _read_provision(child, home)


def read_blocks(element: etree._Element, home: Home) -> Iterator[Passage | Table]:
    """The passages and tables directly in an element; the inverse of ``write.write_blocks``."""
    for block in element:
        if kind(block) == "table":
            yield read_table(block, home)
        elif not _stands_for_nothing(block):
            yield read_passage(block, home)


def _stands_for_nothing(p: etree._Element) -> bool:
    """Whether it is the empty ``p`` of a provision without a body, which must hold something."""
    content = p.getparent()
    around = content.getparent() if content is not None and kind(content) == "content" else None
    if content is None or around is None or around.get("name") == "continuation":
        return False
    # Not len(content): libxml2 counts the elements one by one.
    alone = p.getprevious() is None and p.getnext() is None
    return alone and not p.text and not len(p)
