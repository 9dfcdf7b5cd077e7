"""Rows of a law page: one per provision, so that the languages stay level beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from lawkb.model.address import Address
from lawkb.model.law import Law, Provision
from lawkb.publish.cells import Segment, Slot, cell_of, provision_id
from lawkb.publish.findings import desk_row, open_errors
from lawkb.publish.markup import Pen
from lawkb.publish.own_text import OwnText
from lawkb.publish.page import held_in
from lawkb.publish.places import Place, law_path, relative_url
from lawkb.publish.remarks import CitationView, CommentView, citation_views, comment_views
from lawkb.publish.strings import Strings
from lawkb.publish.tree import Tree

# A row is a provision with its own text, or what its text goes on with after a provision in it.
Key = tuple[Address, Address | None]


@dataclass(frozen=True, slots=True)
class RowCell:
    """A provision in one language.

    Attributes:
        column: Number of its column, from 1.
        language: Tag of the expression.
        text: What it says; None where this expression lacks the provision.
    """

    column: int
    language: str
    text: OwnText | None


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
        cited_by: Provisions that cite it.
        comments: Readers' comments on it.
        errors: Number of open errors that the checks find in it.
        desk: Where the desk shows them; None where there are none.
    """

    id: str
    name: str
    depth: int
    cells: tuple[RowCell, ...]
    bare: bool = False
    place: Place | None = None
    cited_by: tuple[CitationView, ...] = ()
    comments: tuple[CommentView, ...] = ()
    errors: int = 0
    desk: Place | None = None


def law_rows(tree: Tree, laws: Sequence[Law]) -> tuple[Row, ...]:
    """The rows of a law, from its expressions in the order of the columns."""
    columns = [_segments(law.root) for law in laws]
    keys = merged([tuple(column) for column in columns])
    writer = _Writer(tree, law_path(tree.language.code, laws[0].edition, laws[0].number))
    rows = []
    parts: dict[Address, int] = {}
    for address, after in keys:
        part = parts[address] = parts.get(address, -1) + 1
        id_ = provision_id(tree, address)
        cells = tuple(
            RowCell(number, law.language, writer.text(Slot(law, id_, writer.path, part), segment))
            for number, (law, segment) in enumerate(
                zip(laws, (column.get((address, after)) for column in columns), strict=True), 1
            )
        )
        rows.append(
            _row(tree, laws, address, cells) if after is None else _going_on(address, cells)
        )
    return tuple(rows)


def merged(orders: Sequence[Sequence[Key]]) -> tuple[Key, ...]:
    """All keys in one order: the first list, what only others have after what it follows there."""
    order = list(orders[0])
    for keys in orders[1:]:
        if list(keys) == order:  # most laws
            continue
        at = 0
        for key in keys:
            if key in order:
                at = order.index(key)
            else:
                order.insert(at, key)
            at += 1
    return tuple(order)


@dataclass(slots=True)
class _Writer:
    """Writes the own texts of a law for one page; what others wrote already is taken from them.

    Attributes:
        tree: The tree of the page.
        path: Path of the page.
        said: Words of the interface that the texts hold; with any, a text is of this tree alone.
        pen: What they are written with.
    """

    tree: Tree
    path: str
    said: list[str] = field(default_factory=list)
    pen: Pen = field(init=False)

    def __post_init__(self) -> None:
        self.pen = Pen(_noting(self.tree.strings, self.said), partial(relative_url, self.path))

    def text(self, slot: Slot, segment: Segment | None) -> OwnText | None:
        """The text of a cell; None where there is none."""
        if segment is None:
            return None
        kept = self.tree.texts.of(slot.law.edition, slot.law.number)
        text = kept.get(slot.name)
        if text:
            return text.in_tree(self.tree.language.code)
        self.said.clear()
        text = self._written(slot, segment)
        if not self.said:
            kept[slot.name] = text
        return text

    def _written(self, slot: Slot, segment: Segment) -> OwnText:
        cell = cell_of(self.tree, slot, segment)
        ids, links = held_in(cell)
        return OwnText(
            language=cell.language,
            label=cell.label,
            heading="".join(run.text for run in cell.heading if run.kind != "note"),
            html=self.pen.cell(cell, segment[0].address.depth),
            bare=cell.bare,
            ids=ids,
            links=links,
        )


def _noting(strings: Strings, said: list[str]) -> Strings:
    """The words of the interface; which of them are asked for is noted."""

    def gettext(message: str) -> str:
        said.append(message)
        return strings.gettext(message)

    def ngettext(one: str, many: str, number: int) -> str:
        said.append(one)
        return strings.ngettext(one, many, number)

    return Strings(strings.language, gettext, ngettext)


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


def _row(tree: Tree, laws: Sequence[Law], address: Address, cells: tuple[RowCell, ...]) -> Row:
    edition = laws[0].edition
    id_ = provision_id(tree, address)
    errors = open_errors(tree, edition, address)
    return Row(
        id=id_,
        name=tree.name(address),
        depth=address.depth,
        cells=cells,
        bare=all(cell.text is not None and cell.text.bare for cell in cells),
        place=Place(law_path(tree.language.code, edition, address.law), id_),
        cited_by=citation_views(tree, edition, tree.graph.cited_by(edition, address)),
        comments=tuple(view for law in laws for view in comment_views(tree, law, address)),
        errors=errors,
        desk=desk_row(tree, edition, address) if errors else None,
    )


def _going_on(address: Address, cells: tuple[RowCell, ...]) -> Row:
    return Row("", "", address.depth, cells)
