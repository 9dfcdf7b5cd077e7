"""Rows of a law page: one per provision, so that the languages stay level beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.law import Law, Provision
from lawkb.publish.cells import Cell, Segment, Slot, cell_of, provision_id
from lawkb.publish.findings import desk_row, open_errors
from lawkb.publish.places import Place, law_path
from lawkb.publish.remarks import UNCITED, Cited, CommentView, cited_by, comment_views
from lawkb.publish.tree import Tree

# A row is a provision with its own text, or what its text goes on with after a provision in it.
Key = tuple[Address, Address | None]


@dataclass(frozen=True, slots=True)
class Row:
    """A provision in all languages of the page, with what is said about it.

    Attributes:
        id: Id of the row, the fragment of its address; empty where a text goes on.
        name: Address in the language of the reader.
        depth: Levels down from the law.
        cells: One per column.
        bare: Whether it holds labels and nothing else.
        place: The row itself, to link to; None where a text goes on.
        cited: Provisions that cite it.
        comments: Readers' comments on it.
        errors: Number of open errors that the checks find in it.
        desk: Where the desk shows them; None where there are none.
    """

    id: str
    name: str
    depth: int
    cells: tuple[Cell, ...]
    bare: bool = False
    place: Place | None = None
    cited: Cited = UNCITED
    comments: tuple[CommentView, ...] = ()
    errors: int = 0
    desk: Place | None = None


def law_rows(tree: Tree, laws: Sequence[Law]) -> tuple[Row, ...]:
    """The rows of a law, from its expressions in the order of the columns."""
    columns = [_segments(law.root) for law in laws]
    keys = merged([tuple(column) for column in columns])
    edition, number = laws[0].edition, laws[0].number
    own = [address for address, after in keys if after is None]
    cited = cited_by(tree, (edition, number), {a: tree.graph.cited_by(edition, a) for a in own})
    rows = []
    parts: dict[Address, int] = {}
    for address, after in keys:
        part = parts[address] = parts.get(address, -1) + 1
        cells = _cells(tree, laws, [column.get((address, after)) for column in columns], part)
        provision = address, cited.get(address, UNCITED)
        rows.append(_going_on(address, cells) if after else _row(tree, laws, provision, cells))
    return tuple(rows)


def merged(orders: Sequence[Sequence[Key]]) -> tuple[Key, ...]:
    """All keys in one order: the first list, what only others have after what it follows there."""
    order = list(orders[0])
    for keys in orders[1:]:
        at = 0
        for key in keys:
            if key in order:
                at = order.index(key)
            else:
                order.insert(at, key)
            at += 1
    return tuple(order)


def _segments(provision: Provision) -> dict[Key, Segment]:
    """The rows of a provision: its own text, its provisions, and what stands after each of them."""
    found: dict[Key, Segment] = {(provision.address, None): (provision, ())}
    after = None
    for item in provision.body:
        if not isinstance(item, Provision):
            key = (provision.address, after)
            before = found[key][1] if key in found else ()
            found[key] = (provision, (*before, item))
        else:
            found |= _segments(item)
            after = item.address
    return found


def _cells(
    tree: Tree, laws: Sequence[Law], segments: Sequence[Segment | None], part: int
) -> tuple[Cell, ...]:
    cells = []
    for column, (law, segment) in enumerate(zip(laws, segments, strict=True), 1):
        if segment is None:
            cells.append(Cell(column, law.language, missing=True))
            continue
        path = law_path(tree.language.code, law.edition, law.number)
        slot = Slot(law, column, provision_id(tree, segment[0].address), path, part)
        cells.append(cell_of(tree, slot, segment))
    return tuple(cells)


def _row(
    tree: Tree, laws: Sequence[Law], provision: tuple[Address, Cited], cells: tuple[Cell, ...]
) -> Row:
    address, cited = provision
    edition = laws[0].edition
    id_ = provision_id(tree, address)
    errors = open_errors(tree, edition, address)
    return Row(
        id=id_,
        name=tree.name(address),
        depth=address.depth,
        cells=cells,
        bare=all(cell.bare for cell in cells),
        place=Place(law_path(tree.language.code, edition, address.law), id_),
        cited=cited,
        comments=tuple(view for law in laws for view in comment_views(tree, law, address)),
        errors=errors,
        desk=desk_row(tree, edition, address) if errors else None,
    )


def _going_on(address: Address, cells: tuple[Cell, ...]) -> Row:
    return Row("", "", address.depth, cells)
