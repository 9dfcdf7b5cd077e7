"""Laws → Akoma Ntoso 3.0: one file for one law of one expression."""

from __future__ import annotations

from collections import Counter
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
from lawkb.akn.tables import write_table
from lawkb.model.code import Outline
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Passage, Table

_Text = Passage | Table


def law_xml(law: Law, outline: Outline) -> bytes:
    """The file of a law: UTF-8, the same bytes for the same law.

    Structure is indented; nothing is added inside ``p``, ``heading`` and ``num``, whose white
    space is text. ``read.read_law`` is the inverse.

    Raises:
        KeyError: The outline has no such expression.
        ValueError: What stands on a text does not fit it, a table has no rows, or an address does
            not fit the scheme; a fault of the program that made the law.
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
        _write_content(element, eid, _texts(provision.body), home)


def _write_parts(element: etree._Element, provision: Provision, home: Home) -> None:
    """The body of a provision that holds others: lead-in, children, continuations, closing text."""
    eid = element.get("eId", "")
    runs = [
        tuple(run) for _, run in groupby(provision.body, lambda item: isinstance(item, Provision))
    ]
    for at, run in enumerate(runs):
        texts = _texts(run)
        for child in run:
            if isinstance(child, Provision):
                _write_provision(element, child, home)
        if texts and at == 0:
            intro = add(element, "intro", f"{eid}__intro")
            _write_blocks(intro, f"{eid}__intro", texts, home)
        elif texts and at == len(runs) - 1:
            closing = add(element, "wrapUp", f"{eid}__wrapup")
            _write_blocks(closing, f"{eid}__wrapup", texts, home)
        elif texts:
            between = add(element, "hcontainer", f"{eid}__hcontainer_{at // 2}")
            between.set("name", "continuation")
            _write_content(between, between.get("eId", ""), texts, home)


def _write_content(element: etree._Element, eid: str, texts: tuple[_Text, ...], home: Home) -> None:
    content = add(element, "content")
    _write_blocks(content, eid, texts, home)
    if not texts:
        add(content, "p", f"{eid}__p_1")


def _write_blocks(block: etree._Element, eid: str, texts: tuple[_Text, ...], home: Home) -> None:
    numbers: Counter[str] = Counter()
    for item in texts:
        name = "table" if isinstance(item, Table) else "p"
        numbers[name] += 1
        element = add(block, name, f"{eid}__{name}_{numbers[name]}")
        if isinstance(item, Table):
            write_table(element, item, home)
        else:
            write_passage(element, item, home)


def _texts(items: tuple[_Text | Provision, ...]) -> tuple[_Text, ...]:
    return tuple(item for item in items if not isinstance(item, Provision))


def _indent(element: etree._Element, depth: int) -> None:
    """Break the lines of the structure, two blanks a level; mixed content stays as it is."""
    if not len(element) or kind(element) in MIXED:
        return
    element.text = "\n" + "  " * (depth + 1)
    for child in element:
        _indent(child, depth + 1)
        child.tail = "\n" + "  " * (depth + 1)
    element[-1].tail = "\n" + "  " * depth
