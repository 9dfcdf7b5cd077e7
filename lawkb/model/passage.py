"""Passages of law text, and what stands on them: references, notes, marks, links, tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from lawkb.model.address import Address

Form = Literal["absolute", "relative", "self", "range"]
RefStatus = Literal["held", "not-held", "ambiguous", "unresolved"]
MarkKind = Literal[
    "bold", "italic", "underline", "mono", "sub", "sup", "deleted", "inserted", "code"
]
LinkKind = Literal["page", "external", "mail", "media", "interwiki", "windows"]
Align = Literal["left", "right", "center"]
Lines = tuple[int, int]  # first and last line of the source page, from 1, inclusive
Span = tuple[int, int]  # code points, half-open


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text that cites one provision, or one range of provisions.

    A list such as «Laws 16C and 62C2» is two references with one ``within``.

    Attributes:
        start: First code point in the text it stands in.
        end: Code point after the last one; ``text[start:end] == raw``.
        raw: The words as printed, without the key word: ``16Γ``.
        form: How it names its target.
        target: Cited provision; None when the words name none that can be told.
        upto: Last provision of a range, else None.
        edition: Edition of the target; None is the edition of the citing law.
        status: What the resolution against the code gave. Never a guess.
        candidates: Possible targets of an ambiguous one; nearest held one of an unresolved one.
        folded: ``raw`` in the alphabet of its language when look-alikes were folded, else None.
        within: Span of the whole list that it is a member of, key word included; None when alone.
        linked: Where a link of the page around the words leads, when that is not what they say;
            else None.
        linked_edition: Edition of ``linked``; None is the edition of the citing law.
        subparagraph: Which passage of ``target`` is cited, from 1, where words such as «second
            subparagraph» say so: a paragraph of a provision that has no number. Else None.
    """

    start: int
    end: int
    raw: str
    form: Form
    target: Address | None
    upto: Address | None = None
    edition: str | None = None
    status: RefStatus = "unresolved"
    candidates: tuple[Address, ...] = ()
    folded: str | None = None
    within: Span | None = None
    linked: Address | None = None
    linked_edition: str | None = None
    subparagraph: int | None = None

    def shifted(self, by: int) -> Reference:
        """The same reference in a text in which this one's begins ``by`` code points later."""
        if not by:
            return self
        within = (self.within[0] + by, self.within[1] + by) if self.within else None
        return replace(self, start=self.start + by, end=self.end + by, within=within)


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of words set off: emphasis, or words inserted or deleted since a revision.

    Attributes:
        kind: How.
        start: First code point of the words.
        end: Code point after the last.
    """

    kind: MarkKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the page in its words.

    Attributes:
        start: First code point of the words that are the link.
        end: Code point after the last.
        kind: What it leads to.
        target: Page id resolved against the page it stands on (``code:rule_07``, no leading
            colon), or URL, mail address, media id or interwiki name as written.
        anchor: Place on that page as written, without ``#``; None when there is none.
    """

    start: int
    end: int
    kind: LinkKind
    target: str
    anchor: str | None = None


def is_active(target: str) -> bool:
    """Whether a link target is a program or a page of its own, and no place that it leads to.

    Browsers skip white space and control characters in front of and within a scheme, so we do.
    """
    bare = "".join(char for char in target if char > " ")
    return bare.lower().startswith(("javascript:", "vbscript:", "data:"))


def left_out(words: str) -> str:
    """What is said of a link with such a target."""
    return f"the link on «{words[:60]}» is a program or holds a page; its words are kept alone"


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote of the law text itself, at its place.

    Attributes:
        at: Code point of the passage that the mark stood before; the mark is out of the text.
        marker: Number of the mark as printed in the text.
        text: Words of the note; empty when the source lost them.
        references: References in ``text``.
        inferred: ``("marker",)`` when the note's own number was lost and rebuilt from order.
        lost: ``("text",)`` when the page holds the mark but no note.
        lines: Lines of the page that hold the note.
    """

    at: int
    marker: str
    text: str
    references: tuple[Reference, ...] = ()
    inferred: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    lines: Lines | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of law text without a break: a paragraph, a heading, the words of a cell.

    Attributes:
        text: NFC, never empty, note marks taken out; one line unless it is preformatted.
        notes: In the order of their places.
        references: In order, not overlapping.
        lines: Lines of the page it stood on; None for what a patch supplied.
        marks: Emphasis of the page, in order of starts; may nest.
        links: Links of the page, in order, not overlapping.
        preformatted: A diagram or the like: line ends and blanks are part of it.
    """

    text: str
    notes: tuple[Note, ...] = ()
    references: tuple[Reference, ...] = ()
    lines: Lines | None = None
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()
    preformatted: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes:
        passage: What it holds; None when it is empty.
        header: Whether it heads a row or column.
        columns: Columns it spans.
        rows: Rows it spans.
        align: How its words are set, or None.
    """

    passage: Passage | None
    header: bool = False
    columns: int = 1
    rows: int = 1
    align: Align | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table inside a provision.

    Attributes:
        rows: Its cells, row by row; a cell that another spans is not among them.
        lines: Lines of the page.
    """

    rows: tuple[tuple[Cell, ...], ...]
    lines: Lines | None = None

    @property
    def passages(self) -> tuple[Passage, ...]:
        """What its cells hold, row by row."""
        return tuple(cell.passage for row in self.rows for cell in row if cell.passage)
