"""A document as lines, so that one parser of structure serves every format."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lawkb.model.law import Loss
from lawkb.model.passage import Cell, Lines, Link, Mark, Note, Passage, Table
from lawkb.parse import document
from lawkb.parse.plaintext.blocks import Block

_LONGEST_QUOTED = 120  # code points of deleted words in a message


@dataclass(frozen=True, slots=True)
class DocumentLines:
    """The words of a document as lines, one block a line.

    Attributes:
        text: The lines.
        blocks: One ``text`` block for each block of the document that has words.
        indices: Index of each in the blocks of the document.
    """

    text: str
    blocks: tuple[Block, ...]
    indices: tuple[int, ...]


def project(page: document.Document) -> DocumentLines:
    """Return the blocks of a document as text blocks, each with the block it was made from."""
    lines: list[str] = []
    blocks: list[Block] = []
    indices: list[int] = []
    at = 0
    for index, block in enumerate(page.blocks):
        words = _line(block)
        if not words.strip():
            continue
        blocks.append(Block("text", at, at + len(words) + 1, words, at, block.line, {}, block))
        indices.append(index)
        lines.append(words)
        at += len(words) + 1
    text = "\n".join([*lines, ""])
    return DocumentLines(text, tuple(blocks), tuple(indices))


def without_inexpressible(page: document.Document) -> document.Document:
    """Return the document without what lines cannot express, with a loss for each piece.

    These are words that the page shows as deleted, which are law text no longer, and footnotes
    of blocks and cells without words. They are counted as unparsed.
    """
    blocks, losses, unparsed = [], [], 0
    for block in page.blocks:
        deleted = [_deleted(words) for words in document.all_words(block)]
        if any(deleted):
            size = min(sum(map(len, deleted)), block.size)
            quoted = " ".join(filter(None, deleted))[:_LONGEST_QUOTED]
            message = f"words that the page shows as deleted are left out: «{quoted}»"
            losses.append(Loss("unparsed", message, line=block.line))
            block = replace(_without_deleted(block), size=block.size - size)
            unparsed += size
        bare = [point for words in document.all_words(block) for point in _bare_notes(words)]
        if bare:
            losses.extend(_bare_loss(point, block.line) for point in bare)
            alone = not _line(block).strip()
            size = block.note_size if alone else min(sum(map(_length, bare)), block.note_size)
            block = replace(block, note_size=block.note_size - size)
            unparsed += size
        blocks.append(block)
    if not losses:
        return page
    return replace(
        page,
        blocks=tuple(blocks),
        elsewhere=(*page.elsewhere, ("unparsed", unparsed)),
        losses=(*page.losses, *losses),
    )


def _bare_notes(words: document.Words) -> tuple[document.NotePoint, ...]:
    """Return the footnotes of a block or cell without words, which no passage can hold."""
    return () if words.text.strip() else words.notes


def _bare_loss(point: document.NotePoint, line: int) -> Loss:
    quoted = point.words.text[:_LONGEST_QUOTED] if point.words else ""
    message = f"note {point.number} has no words before it and is left out: «{quoted}»"
    return Loss("unparsed", message, line=line)


def _length(point: document.NotePoint) -> int:
    return len(point.words.text) if point.words else 0


def _deleted(words: document.Words) -> str:
    """Return the words that are shown as deleted."""
    gone = sorted({at for m in words.marks if m.kind == "deleted" for at in range(m.start, m.end)})
    return "".join(words.text[at] for at in gone)


def passage_of(words: document.Words, start: int, end: int, after: int, line: int) -> Passage:
    """Return the passage of a span of words, with its annotations.

    Args:
        words: Words of a block.
        start: First code point of the span.
        end: Code point after the last.
        after: Notes before ``start`` are included from this code point on, since a mark after a
            label has no other place.
        line: Line of the page.
    """
    notes = tuple(
        _note(point, max(0, point.at - start), (line, line))
        for point in words.notes
        if after <= point.at <= end
    )
    marks = tuple(
        Mark(mark.kind, max(mark.start, start) - start, min(mark.end, end) - start)
        for mark in words.marks
        if max(mark.start, start) < min(mark.end, end)
    )
    links = tuple(
        Link(link.start - start, link.end - start, link.kind, link.target, link.anchor)
        for link in words.links
        if start <= link.start < link.end <= end and link.kind != "mail"  # stays in the source
    )
    return Passage(words.text[start:end], notes, (), (line, line), marks, links)


def table_of(block: document.Block) -> Table:
    """Return the table of a block."""
    lines = (block.line, block.line)
    rows = tuple(tuple(_cell(cell, block.line) for cell in row) for row in block.cells)
    return Table(rows, lines)


def _without_deleted(block: document.Block) -> document.Block:
    cells = tuple(
        tuple(replace(cell, words=_undeleted(cell.words)) for cell in row) for row in block.cells
    )
    return replace(block, words=_undeleted(block.words), cells=cells)


def _undeleted(words: document.Words) -> document.Words:
    """Return words without the deleted ones, and without the doubled space that is left."""
    gone = [False] * len(words.text)
    for mark in words.marks:
        if mark.kind == "deleted":
            gone[mark.start : mark.end] = [True] * (mark.end - mark.start)
    text: list[str] = []
    moved: list[int] = []
    for char, deleted in zip(words.text, gone, strict=True):
        moved.append(len(text))
        doubled = char == " " and (not text or text[-1] == " ")
        if not deleted and not doubled:
            text.append(char)
    moved.append(len(text))
    marks = tuple(
        Mark(mark.kind, moved[mark.start], moved[mark.end])
        for mark in words.marks
        if mark.kind not in ("deleted", "inserted") and moved[mark.start] < moved[mark.end]
    )
    links = tuple(
        replace(link, start=moved[link.start], end=moved[link.end])
        for link in words.links
        if moved[link.start] < moved[link.end]
    )
    notes = tuple(replace(point, at=moved[point.at]) for point in words.notes)
    return document.Words("".join(text).rstrip(), marks, links, notes)


def _cell(cell: document.Cell, line: int) -> Cell:
    text = cell.words.text
    passage = passage_of(cell.words, 0, len(text), 0, line) if text else None
    return Cell(passage, cell.header, cell.columns, cell.rows, cell.align)


def _note(point: document.NotePoint, at: int, lines: Lines) -> Note:
    if point.words is None or not point.words.text:
        return Note(at, point.number, "", lost=("text",), lines=lines)
    return Note(at, point.number, point.words.text, lines=lines)


def _line(block: document.Block) -> str:
    """Return the words of a block on one line, with as many code points as the block has."""
    if block.cells:
        return " ".join(words.text for words in document.all_words(block) if words.text)
    return block.words.text.replace("\n", " ")
