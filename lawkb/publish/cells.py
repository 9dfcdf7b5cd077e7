"""Cells of a law page: a provision in one language, with its notes and what is said of its text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from lawkb.model.address import Address
from lawkb.model.language import read_language
from lawkb.model.law import Law, Provision
from lawkb.model.numbering import token
from lawkb.publish.blocks import Block, Blocks, link_run
from lawkb.publish.footnotes import Footnotes, NoteView
from lawkb.publish.places import LAW_ID, Place
from lawkb.publish.runs import Linking, Run
from lawkb.publish.segments import Segment
from lawkb.publish.supplied import supplied_id
from lawkb.publish.tree import Tree


@dataclass(frozen=True, slots=True)
class Cell:
    """A provision in one language.

    Attributes:
        language: Tag of the expression.
        label: Address of the provision in this language; empty where its text goes on.
        num: Label as the page prints it, or as it would when the page has none.
        heading: Runs of the heading, or of the title of a law; empty when there is none.
        blocks: Paragraphs and tables of this row.
        notes: Footnotes of the row.
        marks: What to say about the text: ``inferred letter``, ``lost heading``,
            ``editorial text``, ``incomplete``.
        origin: Where the foot of the page says whence the editors have it; None when nothing is
            theirs.
    """

    language: str
    label: str = ""
    num: str = ""
    heading: tuple[Run, ...] = ()
    blocks: tuple[Block, ...] = ()
    notes: tuple[NoteView, ...] = ()
    marks: tuple[str, ...] = ()
    origin: Place | None = None

    @property
    def bare(self) -> bool:
        """Whether it is a label and nothing else: its text begins with a provision in it."""
        return not (self.heading or self.blocks or self.notes or self.marks)


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a cell stands.

    Attributes:
        law: The expression of its column.
        name: What tells its text from the others of the page; part of the ids of its notes.
        path: Path of the page.
        first: Whether its provision begins in it: a text may go on after provisions in it.
    """

    law: Law
    name: str
    path: str
    first: bool


def provision_id(tree: Tree, address: Address) -> str:
    """Id of the row of a provision on the page of its law."""
    return tree.fragment(address) or LAW_ID


def cell_of(tree: Tree, slot: Slot, segment: Segment) -> Cell:
    """The cell of a provision: all of it in its first row, its text alone where it goes on."""
    provision, items = segment
    first = slot.first
    footnotes = Footnotes(slot.path, slot.name)
    linking = Linking(
        partial(tree.reference, slot.law.edition, slot.law.language),
        footnotes.mark,
        partial(link_run, tree, slot.law),
        partial(tree.terms.marks_in, (slot.law.edition, slot.law.language), provision),
        tree.tongues(slot.law.language),
    )
    making = Blocks(linking)
    heading = making.runs(provision.heading) if first and provision.heading else ()
    blocks = tuple([making.block(item) for item in items])
    origin = supplied_id(slot.law, provision) if first else ""
    return Cell(
        language=slot.law.language,
        label=tree.label(slot.law.language, provision.address) if first else "",
        num=(provision.num or _label(tree, slot, provision.address)) if first else "",
        heading=heading,
        blocks=blocks,
        notes=tuple([footnotes.view(linking, note, n) for n, note in enumerate(making.notes, 1)]),
        marks=marks_of(tree, provision) if first else (),
        origin=Place(slot.path, origin) if origin else None,
    )


def marks_of(tree: Tree, provision: Provision) -> tuple[str, ...]:
    """What to say about a provision, as ``Cell.marks`` has it."""
    marks = []
    if provision.inferred:
        numbering = tree.code.outline.scheme.levels[provision.address.depth].numbering
        marks.append("inferred number" if numbering == "arabic" else "inferred letter")
    marks += [f"lost {what}" for what in provision.lost]
    marks += [f"editorial {what}" for what in provision.editorial]
    if not provision.complete:
        marks.append("incomplete")
    return tuple(marks)


def _label(tree: Tree, slot: Slot, address: Address) -> str:
    """The label of a provision as its level prints it, in the alphabet of the column."""
    level = tree.code.outline.scheme.levels[address.depth]
    n = address.path[-1]
    language = read_language(slot.law.language)
    return level.printed.format(language.letter(level.numbering, n) or token(level.numbering, n))
