"""A law while it is being read: drafts of its provisions, and the losses found so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lawkb.model.address import Address
from lawkb.model.law import Loss
from lawkb.model.page import Piece
from lawkb.parse.plaintext.blocks import Block
from lawkb.parse.split_by_script import LanguagePart


@dataclass(slots=True)
class WordRun:
    """A span of the page that becomes one passage.

    Attributes:
        start: First code point in the page.
        end: Code point after the last.
        line: Line of the page.
        block: The block that contains it.
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
        inferred: Whether its label was inferred from the numbering.
    """

    address: Address
    num: str = ""
    label_line: int | None = None
    heading: WordRun | None = None
    body: list[WordRun | Draft] = field(default_factory=list)
    inferred: bool = False


@dataclass(slots=True)
class LawStructure:
    """The structure of a law, as one language of a page gives it.

    Attributes:
        root: The draft of the law.
        pieces: Kinds of the characters; footnote marks are still in the text.
        losses: Labels, headings and the like that could not be read.
    """

    root: Draft
    pieces: list[Piece] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)


def drafts(root: Draft) -> Iterator[Draft]:
    """Yield a draft and all drafts in it, in page order."""
    stack = [root]
    while stack:
        draft = stack.pop()
        yield draft
        stack.extend([item for item in reversed(draft.body) if isinstance(item, Draft)])


def title_losses(outcome: LawStructure, half: LanguagePart) -> Iterator[Loss]:
    """Yield losses for a missing text or title, and for sections that may be missing with it.

    A program that drops titles also drops the headings of sections; lost letters leave no trace
    on a page where the numbers do not start again.
    """
    root, tag = outcome.root, half.language.code
    if not half.blocks:
        yield Loss("text", "the page has no text in this language", root.address, tag)
    elif not root.heading:
        yield Loss("title", "the page has no title", root.address, tag)
        own = sum(isinstance(item, WordRun) for item in root.body)
        sections = any(draft.address.depth == 1 for draft in drafts(root))
        if own > 1 and not sections and not outcome.losses:
            message = f"{own} paragraphs have no label: sections may be lost with the title"
            yield Loss("section", message, root.address, tag)


def section_losses(root: Draft, half: LanguagePart) -> Iterator[Loss]:
    """Yield losses for the letters and headings of inferred sections."""
    tag = half.language.code
    for draft in drafts(root):
        if draft.inferred:
            message = "the page lost the letter; it is inferred from the numbering"
            yield Loss("letter", message, draft.address, tag, draft.label_line)
            message = "the page lost the heading"
            yield Loss("heading", message, draft.address, tag, draft.label_line)
