"""Laws → Akoma Ntoso 3.0: one file for one law of one expression."""

from __future__ import annotations

from itertools import groupby
from typing import cast

from lxml import etree

from lawkb.akn.meta import write_meta
from lawkb.akn.mixed import write_passage
from lawkb.akn.names import (
    AKN,
    LEVEL_ELEMENTS,
    LK,
    MIXED,
    XML_LANG,
    Home,
    add,
    akn,
    kind,
    lk,
    put,
    put_marks,
    put_span,
)
from lawkb.model.code import Outline
from lawkb.model.law import Law, Passage, Provision


def law_xml(law: Law, outline: Outline) -> bytes:
    """The file of a law: UTF-8, the same bytes for the same law.

    Structure is indented; nothing is added inside ``p``, ``heading`` and ``num``, whose white
    space is text. ``read.read_law`` is the inverse.

    Raises:
        KeyError: The outline has no such expression.
        ValueError: Offsets of notes or references do not fit their text, or an address does not
            fit the scheme; a fault of the program that made the law.
    """
    namespaces = cast(dict[str, str], {None: AKN, "lk": LK})  # the stubs know no default namespace
    root = etree.Element(akn("akomaNtoso"), nsmap=namespaces)
    act = add(root, "act")
    act.set("name", "laws")
    act.set("contains", "originalVersion")
    write_meta(act, law, outline)
    body = add(act, "body")
    body.set(XML_LANG, law.language)
    _write_provision(body, law.root, Home(outline, law.edition, law.number))
    _indent(root, 0)
    content = etree.tostring(root, encoding="UTF-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + content + b"\n"


def _write_provision(parent: etree._Element, provision: Provision, home: Home) -> None:
    address = provision.address
    if len(address.path) > len(home.outline.scheme.levels):
        raise ValueError(f"{address} does not fit the scheme")
    eid = home.outline.scheme.eid(address)
    element = add(parent, LEVEL_ELEMENTS[address.depth], eid)
    put(element, "status", None if provision.complete else "incomplete")
    put_marks(
        element,
        inferred=provision.inferred,
        lost=provision.lost,
        editorial=provision.editorial,
    )
    put(element, lk("editorial-origin"), provision.editorial_origin)
    put_span(element, "lines", provision.lines)
    add(element, "num").text = provision.num or None
    if provision.heading:
        write_passage(add(element, "heading", f"{eid}__heading"), provision.heading, home)
    if provision.children:
        _write_parts(element, provision, home)
    else:
        _write_content(element, eid, provision.passages, home)


def _write_parts(element: etree._Element, provision: Provision, home: Home) -> None:
    """The body of a provision that holds others: lead-in, children, continuations, closing text."""
    eid = element.get("eId", "")
    runs = [
        tuple(run) for _, run in groupby(provision.body, lambda item: isinstance(item, Passage))
    ]
    for at, run in enumerate(runs):
        passages = tuple(item for item in run if isinstance(item, Passage))
        for child in run:
            if isinstance(child, Provision):
                _write_provision(element, child, home)
        if passages and at == 0:
            intro = add(element, "intro", f"{eid}__intro")
            _write_paragraphs(intro, f"{eid}__intro", passages, home)
        elif passages and at == len(runs) - 1:
            closing = add(element, "wrapUp", f"{eid}__wrapup")
            _write_paragraphs(closing, f"{eid}__wrapup", passages, home)
        elif passages:
            between = add(element, "hcontainer", f"{eid}__hcontainer_{at // 2}")
            between.set("name", "continuation")
            _write_content(between, between.get("eId", ""), passages, home)


def _write_content(
    element: etree._Element, eid: str, passages: tuple[Passage, ...], home: Home
) -> None:
    content = add(element, "content")
    _write_paragraphs(content, eid, passages, home)
    if not passages:
        add(content, "p", f"{eid}__p_1")


def _write_paragraphs(
    block: etree._Element, eid: str, passages: tuple[Passage, ...], home: Home
) -> None:
    for n, passage in enumerate(passages, 1):
        write_passage(add(block, "p", f"{eid}__p_{n}"), passage, home)


def _indent(element: etree._Element, depth: int) -> None:
    """Break the lines of the structure, two blanks a level; mixed content stays as it is."""
    if not len(element) or kind(element) in MIXED:
        return
    element.text = "\n" + "  " * (depth + 1)
    for child in element:
        _indent(child, depth + 1)
        child.tail = "\n" + "  " * (depth + 1)
    element[-1].tail = "\n" + "  " * depth
