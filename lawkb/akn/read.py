"""Akoma Ntoso 3.0 → laws: the exact inverse of ``akn.write``."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from lawkb.akn.eids_and_iris import FileContext, akn, fault, kind, lk, marks, span
from lawkb.akn.metadata import read_comments, read_edition, read_origin
from lawkb.akn.passages import read_passage, read_table
from lawkb.akn.validate import profile_faults, read_tree
from lawkb.model.code import Outline
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Table

_TEXT_BLOCKS = ("intro", "content", "wrapUp")


def read_law(content: bytes, outline: Outline, where: str) -> Law:
    """Read a law from a file that ``write.law_tree`` made.

    Args:
        content: The whole file.
        outline: The code it belongs to.
        where: Name of the file in messages.

    Raises:
        LawkbError: The file does not fit the profile or this code; names the line.
    """
    root = checked_root(content, "act", where)
    edition, language = read_edition(root, outline, where)
    rule = next(root.iter(akn("rule")))
    number = FileContext(outline, edition, 0, where).address_of_eid(rule, rule.get("eId", "")).law
    home = FileContext(outline, edition, number, where)
    return Law(
        edition=edition,
        language=language,
        root=_read_provision(rule, home),
        origin=read_origin(root),
        comments=read_comments(root, home),
    )


def checked_root(content: bytes, name: str, where: str) -> etree._Element:
    """Parse a file and check it against the profile.

    Args:
        content: The whole file.
        name: Expected document: ``act``, a law, or ``doc``, a companion.
        where: Name of the file in messages.

    Raises:
        LawkbError: It does not fit the profile, or is the other document.
    """
    root = read_tree(content, where)
    for line, what in profile_faults(root):
        raise fault(where, line, what)
    if kind(root[0]) != name:
        message = {"act": "this is a companion, not a law", "doc": "this is a law, not a companion"}
        raise fault(where, root[0].sourceline, message[name])
    return root


def _read_provision(element: etree._Element, home: FileContext) -> Provision:
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


def _read_body(element: etree._Element, home: FileContext) -> Iterator[Passage | Table | Provision]:
    for child in element:
        name = kind(child)
        if name == "hcontainer":
            yield from _read_body(child, home)
        elif name in _TEXT_BLOCKS:
            yield from read_blocks(child, home)
        elif name not in ("num", "heading"):
            yield _read_provision(child, home)


def read_blocks(element: etree._Element, home: FileContext) -> Iterator[Passage | Table]:
    """Read the passages and tables directly in an element; the inverse of ``write_blocks``."""
    for block in element:
        if kind(block) == "table":
            yield read_table(block, home)
        elif not _is_placeholder(block):
            yield read_passage(block, home)


def _is_placeholder(p: etree._Element) -> bool:
    """Whether it is the empty ``p`` that the schema requires in a provision without a body."""
    content = p.getparent()
    around = content.getparent() if content is not None and kind(content) == "content" else None
    if content is None or around is None or around.get("name") == "continuation":
        return False
    # Not len(content): libxml2 would count all elements.
    alone = p.getprevious() is None and p.getnext() is None
    return alone and not p.text and not len(p)
