"""Rows of a law page: one per provision, so that the languages stay level beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lawkb.model.address import Address
from lawkb.model.law import Law
from lawkb.publish.cells import Slot, cell_of, provision_id
from lawkb.publish.findings import desk_row, open_errors
from lawkb.publish.markup import Pen
from lawkb.publish.own_text import OwnText
from lawkb.publish.places import Place, law_path, relative_url
from lawkb.publish.remarks import UNCITED, Cited, CommentView, cited_by, comment_views
from lawkb.publish.segments import Key, Segment, segments_of
from lawkb.publish.strings import Strings
from lawkb.publish.tree import Tree


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
        cited: Provisions that cite it.
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
    cited: Cited = UNCITED
    comments: tuple[CommentView, ...] = ()
    errors: int = 0
    desk: Place | None = None


class _About(NamedTuple):
    """What is known of a provision beside its texts: who cites it, how many open errors it has."""

    address: Address
    cited: Cited
    errors: int


def law_rows(tree: Tree, laws: Sequence[Law]) -> tuple[Row, ...]:
    """The rows of a law, from its expressions in the order of the columns."""
    writer = _Writer(tree, laws[0].edition, laws[0].number)
    columns = [(n, law, writer.segments(law)) for n, law in enumerate(laws, 1)]
    keys = merged([tuple(segments) for _, _, segments in columns])
    own = [address for address, after in keys if after is None]
    law = (laws[0].edition, laws[0].number)
    citations = {a: found for a in own if (found := tree.graph.cited_by(law[0], a))}
    cited = cited_by(tree, law, citations)
    errors = open_errors(tree, *law)
    parts: dict[Address, int] = {}
    rows = []
    for key in keys:
        address, after = key
        part = parts[address] = parts.get(address, -1) + 1
        id_ = provision_id(tree, address)
        cells = tuple(
            [
                RowCell(n, law.language, writer.text(law, segments.get(key), id_, part))
                for n, law, segments in columns
            ]
        )
        if after is None:
            about = _About(address, cited.get(address, UNCITED), errors.get(address, 0))
            rows.append(_row(tree, laws, about, cells))
        else:
            rows.append(Row("", "", address.depth, cells))
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


class _Writer:
    """Writes the own texts of a law for one page; what another page has in common is taken."""

    def __init__(self, tree: Tree, edition: str, number: int) -> None:
        self._tree = tree
        self._path = law_path(tree.language.code, edition, number)
        self._kept = tree.texts.of(edition, number)
        self._said: list[str] = []
        self._links: list[Place] = []
        self._pen = Pen(_noting(tree.strings, self._said), self._href)

    def segments(self, law: Law) -> dict[Key, Segment]:
        """The rows of an expression of the law."""
        kept = self._kept.segments
        if law.language not in kept:
            kept[law.language] = segments_of(law.root)
        return kept[law.language]

    def text(self, law: Law, segment: Segment | None, row: str, part: int) -> OwnText | None:
        """The text of a cell, by the id of its row and which part of the provision it is."""
        if segment is None:
            return None
        name = f"{law.language}-{row}-{part}"
        text = self._kept.own.get(name)
        if text:
            return text.in_tree(self._tree.language.code)
        self._said.clear()
        self._links.clear()
        text = self._written(Slot(law, name, self._path, part == 0), segment)
        if not self._said:  # else it is of this interface language alone
            self._kept.own[name] = text
        return text

    def _written(self, slot: Slot, segment: Segment) -> OwnText:
        cell = cell_of(self._tree, slot, segment)
        html = self._pen.cell(cell, segment[0].address.depth)
        return OwnText(
            label=cell.label,
            heading="".join([run.text for run in cell.heading if run.kind != "note"]),
            html=html,
            bare=cell.bare,
            ids=tuple([id_ for note in cell.notes for id_ in (note.id, note.back.fragment)]),
            links=tuple(self._links),
        )

    def _href(self, place: Place) -> str:
        self._links.append(place)
        return relative_url(self._path, place)


def _noting(strings: Strings, said: list[str]) -> Strings:
    """The words of the interface; which of them are asked for is noted."""

    def gettext(message: str) -> str:
        said.append(message)
        return strings.gettext(message)

    def ngettext(one: str, many: str, number: int) -> str:
        said.append(one)
        return strings.ngettext(one, many, number)

    return Strings(strings.language, gettext, ngettext)


def _row(tree: Tree, laws: Sequence[Law], about: _About, cells: tuple[RowCell, ...]) -> Row:
    address, cited, errors = about
    id_ = provision_id(tree, address)
    edition = laws[0].edition
    return Row(
        id=id_,
        name=tree.name(address),
        depth=address.depth,
        cells=cells,
        bare=all(cell.text is not None and cell.text.bare for cell in cells),
        place=Place(law_path(tree.language.code, edition, address.law), id_),
        cited=cited,
        comments=tuple([view for law in laws for view in comment_views(tree, law, address)]),
        errors=errors,
        desk=desk_row(tree, edition, address) if errors else None,
    )
