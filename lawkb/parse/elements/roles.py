"""The roles of elements: what the content of an element is on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.passage import Link, MarkKind
from lawkb.parse.document import NotePoint

RoleKind = Literal[
    "inline",  # words that continue those before
    "block",  # a paragraph, or an element around paragraphs
    "division",  # a part of the text: headings inside are one level deeper
    "provision",  # a part with a label; what follows does not continue its words
    "item",  # the same, shown one level deeper than what is around it
    "heading",
    "label",  # the words after it continue its line
    "quote",  # words of another text, never structure of this one
    "preformatted",
    "note",  # a footnote at its position
    "table",
    "row",
    "cell",
    "rule",
    "notes",  # footnotes that are read at their marks
    "page_data",
    "furniture",
    "unparsed",
]
QuoteMark = Literal["opens", "closes"]


@dataclass(frozen=True, slots=True)
class Role:
    """What an element is on a page.

    Attributes:
        kind: Kind of role.
        level: Level of a heading, from 1; 0 to count the divisions around it.
        mark: Emphasis of the words.
        link: Link on the words, with both offsets 0.
        before: Words that the page shows before the content and no text node has, such as a number.
        after: The same after the content.
        silent: Whether the texts inside are counted, but ``before`` is shown instead of them.
        quote: For a mark that opens or closes a quotation of several paragraphs.
        number: Number of a footnote as printed; empty to count.
        note: Footnote whose mark the element is; its words are elsewhere on the page.
        header: Whether a cell is the header of a row or column.
        columns: Number of columns that a cell spans.
        rows: Number of rows that a cell spans.
        loss: What cannot be read of the element, without its line.
    """

    kind: RoleKind
    level: int = 0
    mark: MarkKind | None = None
    link: Link | None = None
    before: str = ""
    after: str = ""
    silent: bool = False
    quote: QuoteMark | None = None
    number: str = ""
    note: NotePoint | None = None
    header: bool = False
    columns: int = 1
    rows: int = 1
    loss: Loss | None = None


RoleOf = Callable[[etree._Element, bool], Role]
"""The role of an element, given whether its parent has text between its children."""

INLINE = Role("inline")
BLOCK = Role("block")


def names(text: str) -> frozenset[str]:
    """Return the names of elements in a text, separated by white space."""
    return frozenset(text.split())


def texts(node: etree._Element) -> Iterator[str]:
    """Yield the text nodes inside an element, in order."""
    return map(str, node.itertext())


def local_name(node: etree._Element) -> str:
    """Return the name of an element without its namespace."""
    name = str(node.tag)
    return name[name.rfind("}") + 1 :]
