"""A law while it is being read: its provisions as drafts, and what the page lost of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lawkb.model.address import Address
from lawkb.model.law import Loss
from lawkb.model.page import Piece
from lawkb.parse.halves import Half
from lawkb.parse.text import Block


@dataclass(slots=True)
class Run:
    """Words of a page that will be one passage.

    Attributes:
        start: First code point in the page.
        end: Code point after the last.
        line: Line of the page.
        block: The block they stand in.
    """

    start: int
    end: int
    line: int
    block: Block


@dataclass(slots=True)
class Draft:
    """A provision while its law is being read.

    Attributes:
        address: Its address.
        num: Label as printed, or empty.
        label_line: Line of the label; None when there is none.
        heading: Words of its heading, or None.
        body: Runs and drafts in page order.
        inferred: Its label was rebuilt from the numbering.
    """

    address: Address
    num: str = ""
    label_line: int | None = None
    heading: Run | None = None
    body: list[Run | Draft] = field(default_factory=list)
    inferred: bool = False


@dataclass(slots=True)
class Outcome:
    """A law as far as its half of the page gives it.

    Attributes:
        root: The law.
        pieces: Where the characters of the half went; note marks are still in the text.
        losses: What could not be read as it should be.
    """

    root: Draft
    pieces: list[Piece] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)


def drafts(root: Draft) -> Iterator[Draft]:
    """A draft and all in it, in page order."""
    waiting = [root]
    while waiting:
        draft = waiting.pop()
        yield draft
        waiting.extend([item for item in reversed(draft.body) if isinstance(item, Draft)])


def title_losses(outcome: Outcome, half: Half) -> Iterator[Loss]:
    """The text or the title that a half does not hold, and the sections it may lack with it.

    A program that drops titles drops the headings of sections too; letters that stood in them
    leave no trace on the page where no numbers begin again.
    """
    root, tag = outcome.root, half.language.code
    if not half.blocks:
        yield Loss("text", "the page holds no text in this language", root.address, tag)
    elif not root.heading:
        yield Loss("title", "the page does not hold the title", root.address, tag)
        own = sum(isinstance(item, Run) for item in root.body)
        sections = any(draft.address.depth == 1 for draft in drafts(root))
        if own > 1 and not sections and not outcome.losses:
            message = f"{own} paragraphs have no label: sections may be lost with the title"
            yield Loss("section", message, root.address, tag)


def section_losses(root: Draft, half: Half) -> Iterator[Loss]:
    """The letters and headings of inferred sections."""
    tag = half.language.code
    for draft in drafts(root):
        if draft.inferred:
            message = "the page lost the letter; it is inferred from the numbering"
            yield Loss("letter", message, draft.address, tag, draft.label_line)
            message = "the page lost the heading"
            yield Loss("heading", message, draft.address, tag, draft.label_line)
