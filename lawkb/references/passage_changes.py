"""Copy laws and companions with some passages changed; unchanged parts stay the same objects.

A companion is a text beside the laws, such as a preface, definitions or a commentary.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from lawkb.model.address import Address
from lawkb.model.companion import Companion, Section
from lawkb.model.law import Law, Provision
from lawkb.model.passage import Cell, Passage, Table
from lawkb.model.source import LARGEST_LAW

# A law number above all real ones: the base of partial references in texts of no law.
NOWHERE = Address((LARGEST_LAW + 1,))

T = TypeVar("T")
# Return a passage as it should be, given it and the address of its provision.
PassageChange = Callable[[Passage, Address], Passage]
TableChange = Callable[[Table], Table]


class _Changes(NamedTuple):
    passage: PassageChange
    heading: PassageChange | None = None
    table: TableChange | None = None


def change_law(
    law: Law,
    change: PassageChange,
    heading: PassageChange | None = None,
    table: TableChange | None = None,
) -> Law:
    """Return a law with its passages changed, also those in table cells.

    Args:
        change: Function from a passage and the address of its provision to the new passage. It is
            applied to every passage but headings.
        heading: Function of the same kind for the headings of the provisions; None to keep them.
        table: Function from a table, its cells changed, to the new table; None to keep it.
    """
    root = _provision(law.root, _Changes(change, heading, table))
    return law if root is law.root else replace(law, root=root)


def change_companion(companion: Companion, change: PassageChange) -> Companion:
    """Return a companion (a text beside the laws, such as a preface) with changed passages.

    Headings are not changed. The address given to ``change`` is the law that a commentary explains,
    else ``NOWHERE``.
    """
    citing = Address((companion.law,)) if companion.law else NOWHERE
    body = _body(companion.body, citing, _Changes(change))
    return companion if body is companion.body else replace(companion, body=body)


def same_or_new(before: tuple[T, ...], found: Sequence[T]) -> tuple[T, ...]:
    """Return ``found`` as a tuple, or ``before`` if both have the same objects in one order."""
    return before if all(map(is_, found, before)) else tuple(found)


def _provision(provision: Provision, changes: _Changes) -> Provision:
    at, title = provision.address, provision.heading
    body = _body(provision.body, at, changes)
    title = changes.heading(title, at) if title and changes.heading else title
    if body is provision.body and title is provision.heading:
        return provision
    return replace(provision, heading=title, body=body)


def _body(body: tuple[T, ...], at: Address, changes: _Changes) -> tuple[T, ...]:
    return same_or_new(body, [_changed(item, at, changes) for item in body])


def _changed(item: Any, at: Address, changes: _Changes) -> Any:
    match item:
        case Passage():
            return changes.passage(item, at)
        case Provision():
            return _provision(item, changes)
        case Section():
            body = _body(item.body, at, changes)
            return item if body is item.body else replace(item, body=body)
        case Table():
            table = change_cells(item, lambda passage, _: changes.passage(passage, at))
            return changes.table(table) if changes.table else table
    return item


def change_cells(table: Table, change: Callable[[Passage, int], Passage]) -> Table:
    """Return a table with its texts changed.

    Args:
        change: Function from the text of a cell and its place in its row, from 0, to the new text.
    """
    rows = [
        same_or_new(row, [_cell(cell, place, change) for place, cell in enumerate(row)])
        for row in table.rows
    ]
    changed = same_or_new(table.rows, rows)
    return table if changed is table.rows else replace(table, rows=changed)


def _cell(cell: Cell, place: int, change: Callable[[Passage, int], Passage]) -> Cell:
    passage = cell.passage and change(cell.passage, place)
    return cell if passage is cell.passage else replace(cell, passage=passage)
