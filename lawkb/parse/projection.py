"""A document as lines, so that one reader of structure serves every form."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lawkb.model.law import Loss
from lawkb.model.passage import Cell, Lines, Link, Mark, Note, Passage, Table
from lawkb.parse import document
from lawkb.parse.text import Block

_LONGEST_QUOTED = 120  # of words that are left out


@dataclass(frozen=True, slots=True)
class Projection:
    """The words of a document, a block a line.

    Attributes:
        text: The lines.
        blocks: One ``text`` block for every block of the document that holds words.
        indices: For each of them, which block of the document it is.
    """

    text: str
    blocks: tuple[Block, ...]
    indices: tuple[int, ...]


def project(page: document.Document) -> Projection:
    """The blocks of a document as text blocks; each knows what it was projected from."""
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
    return Projection(text, tuple(blocks), tuple(indices))


def carried(page: document.Document) -> document.Document:
    """The document without what lines cannot carry; it is unparsed, each piece with a loss.

    These are words that the page shows as deleted, which are no law any more, and the notes of
    blocks and cells that have no words.
    """
    blocks, losses, unparsed = [], [], 0
    for block in page.blocks:
        deleted = [_deleted(words) for words in document.all_words(block)]
        if any(deleted):
            size = min(sum(map(len, deleted)), block.size)
            told = " ".join(filter(None, deleted))[:_LONGEST_QUOTED]
            message = f"words that the page shows as deleted are left out: «{told}»"
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
    """The notes of a block or cell without words: there is no passage that could carry them."""
    return () if words.text.strip() else words.notes


def _bare_loss(point: document.NotePoint, line: int) -> Loss:
    told = point.words.text[:_LONGEST_QUOTED] if point.words else ""
    message = f"note {point.number} stands beside no words and is left out: «{told}»"
    return Loss("unparsed", message, line=line)


def _length(point: document.NotePoint) -> int:
    return len(point.words.text) if point.words else 0


def _deleted(words: document.Words) -> str:
    """The words that are shown as deleted."""
    gone = sorted({at for m in words.marks if m.kind == "deleted" for at in range(m.start, m.end)})
    return "".join(words.text[at] for at in gone)


def passage_of(words: document.Words, start: int, end: int, after: int, line: int) -> Passage:
    """The passage of a stretch of words, with what stands on it.

    Args:
        words: Of a block.
        start: First code point of the stretch.
        end: Code point after the last.
        after: Notes before ``start`` belong to it from this code point on (a mark behind a label
            has no other place).
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
    """The table of a block."""
    lines = (block.line, block.line)
    rows = tuple(tuple(_cell(cell, block.line) for cell in row) for row in block.cells)
    return Table(rows, lines)


def _without_deleted(block: document.Block) -> document.Block:
    cells = tuple(
        tuple(replace(cell, words=_kept(cell.words)) for cell in row) for row in block.cells
    )
    return replace(block, words=_kept(block.words), cells=cells)


def _kept(words: document.Words) -> document.Words:
    """Words without the deleted ones, and without the blank that stood on both their sides."""
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
    """The words of a block on one line, as many code points as the block has."""
    if block.cells:
        return " ".join(words.text for words in document.all_words(block) if words.text)
    return block.words.text.replace("\n", " ")
