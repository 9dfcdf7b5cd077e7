"""Tables ⇄ ``table`` with ``tr``, and ``th`` or ``td`` that hold one ``p`` each."""

from __future__ import annotations

from typing import cast

from lxml import etree

from lawkb.akn.mixed import read_passage, write_passage
from lawkb.akn.names import Home, add, kind, lk, put, put_span, span
from lawkb.model.passage import Align, Cell, Table

_MOST_SPANNED = 999_999_999  # what the profile lets through


def write_table(element: etree._Element, table: Table, home: Home) -> None:
    """Fill a ``table`` that has its eId.

    Raises:
        ValueError: It has no rows, or a cell spans no number of cells; a fault of the program
            that made it.
    """
    eid = element.get("eId", "")
    if not table.rows:
        raise ValueError(f"a table without rows: {eid}")
    put_span(element, "lines", table.lines)
    for n, cells in enumerate(table.rows, 1):
        row = add(element, "tr", f"{eid}__tr_{n}")
        for m, cell in enumerate(cells, 1):
            name = "th" if cell.header else "td"
            _write_cell(add(row, name, f"{eid}__tr_{n}__{name}_{m}"), cell, home)
        if not cells:
            # Cells above span the whole row: the XSD wants one, and without a p it is none.
            add(row, "td", f"{eid}__tr_{n}__td_1")


def read_table(element: etree._Element, home: Home) -> Table:
    """The table of a ``table``; the inverse of ``write_table``.

    Raises:
        LawkbError: A passage in it cannot be read.
    """
    rows = (tuple(_read_cell(cell, home) for cell in row if len(cell)) for row in element)
    return Table(tuple(rows), span(element, "lines"))


def _write_cell(element: etree._Element, cell: Cell, home: Home) -> None:
    for name, number in (("colspan", cell.columns), ("rowspan", cell.rows)):
        if not 1 <= number <= _MOST_SPANNED:
            raise ValueError(f"{element.get('eId')} has a {name} of {number}")
        put(element, name, str(number) if number > 1 else None)
    put(element, lk("align"), cell.align)
    p = add(element, "p", f"{element.get('eId')}__p_1")
    if cell.passage:
        write_passage(p, cell.passage, home)


def _read_cell(element: etree._Element, home: Home) -> Cell:
    p = element[0]
    empty = not p.text and not len(p)
    return Cell(
        passage=None if empty else read_passage(p, home),
        header=kind(element) == "th",
        columns=int(element.get("colspan", "1")),
        rows=int(element.get("rowspan", "1")),
        align=cast(Align | None, element.get(lk("align"))),
    )
