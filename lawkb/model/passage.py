"""Passages of law text with their references, footnotes, emphasis and links; tables of passages."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from lawkb.model.address import Address

Form = Literal["absolute", "relative", "self", "range"]
RefStatus = Literal["held", "not-held", "ambiguous", "unresolved", "removed", "outside"]
MarkKind = Literal[
    "bold", "italic", "underline", "mono", "sub", "sup", "deleted", "inserted", "code"
]
LinkKind = Literal["page", "external", "mail", "media", "interwiki", "windows"]
Align = Literal["left", "right", "center"]
Lines = tuple[int, int]  # first and last line of the source page, from 1, inclusive
Span = tuple[int, int]  # code points, half-open


class Reference(Struct, frozen=True):
    """A span of text that cites one provision, or one range of provisions.

    A list such as «Laws 16C and 62C2» is two references with the same ``within``.
    """

    start: int  # First code point in the text.
    end: int  # Code point after the last one; `text[start:end] == raw`.
    raw: str  # The words as printed, without the word for a law: `16Γ` in «Νόμος 16Γ».
    form: Form  # Syntactic form of the reference.
    target: Address | None  # Cited provision; None when the words do not identify one.
    upto: Address | None = None  # Last provision of a range, else None.
    edition: str | None = None  # Edition of the target; None is the edition of the citing law.
    # `held`: the target exists here; `not-held`: its law has no text here; `ambiguous` or
    # `unresolved`: the target is not known or does not exist; `removed`: the corpus had it when the
    # citing law was last read, and has it no longer; `outside`: it is a provision of another act.
    status: RefStatus = "unresolved"
    # Possible targets of an ambiguous reference; nearest existing provision of an unresolved one.
    candidates: tuple[Address, ...] = ()
    # `raw` in the alphabet of its language when letters of another alphabet were replaced, else
    # None.
    folded: str | None = None
    # Span of the list that contains the reference, from the word for a law; None outside a list.
    within: Span | None = None
    # Target of the link that the page has on these words, where it differs from `target`; else
    # None.
    linked: Address | None = None
    linked_edition: str | None = None  # Edition of `linked`; None is the edition of the citing law.
    # Number of the cited passage of `target`, from 1, for words such as «second subparagraph»: a
    # paragraph of a provision that has no number. Else None.
    subparagraph: int | None = None
    # eId of the cited division, `chp_3`, in place of a target; the whole id once it is held. Else
    # None.
    division: str | None = None
    # Short name of the other act that is cited, «TFEU»; None for a provision of this code.
    act: str | None = None
    # URL of the cited provision of the other act, or its Akoma Ntoso IRI; None if it is not known.
    url: str | None = None
    # What else the words may mean, until the code shows which of the two it has; then None.
    other: Address | None = None

    def shifted(self, by: int) -> Reference:
        """Return a copy of the reference with its offsets increased by ``by`` code points."""
        if not by:
            return self
        within = (self.within[0] + by, self.within[1] + by) if self.within else None
        return replace(self, start=self.start + by, end=self.end + by, within=within)


class Mark(Struct, frozen=True):
    """A span of emphasized words, or of words inserted or deleted since a revision."""

    kind: MarkKind  # ``bold``, ``italic``, ``deleted``, ``inserted`` and so on
    start: int  # first code point of the words
    end: int  # code point after the last one


class Link(Struct, frozen=True):
    """A link that the page has on a span of words."""

    start: int  # First code point of the linked words.
    end: int  # Code point after the last one.
    kind: LinkKind  # Kind of target; `interwiki` is a page of another wiki, `windows` a file share.
    # Page id resolved against the page that has the link (`code:rule_07`, no leading colon), or
    # URL, mail address, media id or interwiki name as written.
    target: str
    anchor: str | None = None  # Fragment as written, without `#`; None when there is none.


_Annotation = TypeVar("_Annotation", Mark, Link)


_ACTIVE = ("javascript:", "vbscript:", "data:")  # schemes, the longest first


def is_active_target(target: str) -> bool:
    """Whether a link target would run a script or embed a document: ``javascript:…``, ``data:…``.

    Browsers ignore white space and control characters before and within a scheme, and so does this.
    """
    bare = "".join(islice((char for char in target if char > " "), len(_ACTIVE[0])))
    return bare.lower().startswith(_ACTIVE)


def active_link_message(words: str) -> str:
    """Return the loss message for a link that would run a script, given the linked words."""
    return f"the link on «{words[:60]}» is a script or an embedded page: only its words are kept"


class Note(Struct, frozen=True):
    """A footnote, at its position in the law text."""

    at: int  # Code point of the passage before which the footnote mark was; the text has no mark.
    marker: str  # Number of the mark as printed in the text.
    text: str  # Words of the footnote; empty when the source lost them.
    references: tuple[Reference, ...] = ()  # References in `text`.
    # `("marker",)` when the number at the footnote was lost and inferred from the order.
    inferred: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()  # `("text",)` when the page has the mark but no footnote.
    lines: Lines | None = None  # Lines of the page with the text of the footnote.


class Passage(Struct, frozen=True):
    """A passage of law text: a paragraph, a heading, the words of a table cell.

    While a page is read, also the words of its blocks, which are empty where there are none.
    """

    text: str  # NFC, never empty, footnote marks removed; one line unless it is preformatted
    notes: tuple[Note, ...] = ()  # footnotes by position
    references: tuple[Reference, ...] = ()  # references in text order, not overlapping
    lines: Lines | None = None  # lines of the source page; None for a text that a patch supplied
    marks: tuple[Mark, ...] = ()  # emphasis on the page, by first code point; spans may be nested
    links: tuple[Link, ...] = ()  # links of the page in text order, not overlapping
    preformatted: bool = False  # whether line ends and spaces are significant, as in a diagram

    def moved(self, text: str, place: Callable[[int], int]) -> Passage:
        """Return another text with the annotations of this one at new offsets, without empty ones.

        References are read last, so there are none yet.

        Args:
            place: Function from an offset in this text to the offset in the other text.
        """

        def at_place(one: _Annotation) -> _Annotation:
            return replace(one, start=place(one.start), end=place(one.end))

        marks, links = map(at_place, self.marks), map(at_place, self.links)
        return replace(
            self,
            text=text,
            marks=tuple(mark for mark in marks if mark.start < mark.end),
            links=tuple(link for link in links if link.start < link.end),
            notes=tuple(replace(note, at=place(note.at)) for note in self.notes),
        )


class Cell(Struct, frozen=True):
    """A cell of a table."""

    passage: Passage | None  # the text; None when the cell is empty
    header: bool = False  # whether the cell is the header of a row or column
    columns: int = 1  # number of columns that the cell spans
    rows: int = 1  # number of rows that the cell spans
    align: Align | None = None  # alignment of the text; None when the page declares none


class Table(Struct, frozen=True):
    """A table in a provision."""

    # Cells, row by row, without those that another cell's span covers.
    rows: tuple[tuple[Cell, ...], ...]
    lines: Lines | None = None  # Lines of the source page.

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Return the passages of the cells, row by row."""
        return tuple(cell.passage for row in self.rows for cell in row if cell.passage)
