"""The common part of reading a page: footnotes at their places, origin, comments, account."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.companion import Companion
from lawkb.model.language import Language
from lawkb.model.law import Comment, Law, Loss, Origin
from lawkb.model.page import Account, Page, Piece, PieceKind
from lawkb.model.passage import Note, Passage, Table
from lawkb.parse.diff.revision import Comparison
from lawkb.parse.document import PageFormat
from lawkb.parse.document_lines import passage_of, table_of
from lawkb.parse.footnotes import (
    FootnoteMark,
    NoteText,
    PlacedMark,
    find_marks,
    match_notes,
    note,
    without_marks,
)
from lawkb.parse.law_builder import WordRun
from lawkb.parse.page_formats import PageLines
from lawkb.parse.plaintext.blocks import Block
from lawkb.parse.split_by_script import language_of

_KINDS: dict[str, PieceKind] = {
    "note-mark": "notes",
    "note": "notes",
    "comment-head": "comments",
    "comment": "comments",
    "page_data": "page_data",
    "furniture": "furniture",
}


@dataclass(frozen=True, slots=True)
class PageReading:
    """The result of reading a page.

    Attributes:
        laws: One per language and law of the page, in page order.
        account: Number of characters by kind of content.
        text: The lines that were parsed: the page itself if it is a text page.
        pieces: Kind of every code point of ``text``; they join to it.
        losses: What the page no longer holds or what could not be read.
        form: Format of the page.
        comparison: The newer revision of a ``diff``; None for the other formats.
        companions: One per language, from a page that holds no law.
    """

    laws: tuple[Law, ...]
    account: Account
    text: str
    pieces: tuple[Piece, ...]
    losses: tuple[Loss, ...]
    form: PageFormat = "text"
    companions: tuple[Companion, ...] = ()
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class PartStructure:
    """The structure of a law or companion, for placing its footnotes.

    Attributes:
        language: Its language.
        runs: Its words in page order, each with the address of its provision if it is a law.
        pieces: Kinds of its characters; footnote marks are still in the text.
    """

    language: Language
    runs: tuple[tuple[WordRun, Address | None], ...]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class PlacedNotes:
    """Footnote marks and texts by run, and the note texts without a mark.

    Attributes:
        marks: By start of the run.
        texts: By start of the run and index of the mark in it.
        unclaimed: Texts without a mark.
        losses: Notes without text, inferred numbers, texts without a mark.
    """

    marks: dict[int, tuple[FootnoteMark, ...]]
    texts: dict[tuple[int, int], NoteText]
    unclaimed: tuple[NoteText, ...]
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class PageWords:
    """The text and footnotes of a page, from which runs become passages.

    Attributes:
        text: The lines of the page.
        notes: Its notes.
    """

    text: str
    notes: PlacedNotes

    def item(self, run: WordRun) -> Passage | Table:
        """Return the passage of a run, or its table."""
        rich = run.block.rich
        if rich and rich.kind == "table":
            return table_of(rich)
        if rich and rich.kind == "preformatted":
            return Passage(rich.words.text, lines=(run.line, run.line), preformatted=True)
        return self.passage(run)

    def passage(self, run: WordRun) -> Passage:
        """Return the passage of a run."""
        if run.block.rich:
            start, end = run.start - run.block.at, run.end - run.block.at
            return passage_of(run.block.rich.words, start, end, 0, run.line)
        printed = self.text[run.start : run.end]
        marks = self.notes.marks[run.start]
        notes: list[Note] = []
        cut = 0
        for index, mark in enumerate(marks):
            note_text = self.notes.texts.get((run.start, index))
            notes.append(note(mark.start - cut, mark.marker, note_text))
            cut += mark.end - mark.start
        return Passage(without_marks(printed, marks), tuple(notes), lines=(run.line, run.line))


def place_notes(
    text: str, parts: tuple[PartStructure, ...], texts: tuple[NoteText, ...]
) -> PlacedNotes:
    """Match the footnote marks of a page with the note texts.

    Args:
        text: The lines of the page.
        parts: Its laws or companions, in page order.
        texts: The note texts elsewhere on the page.
    """
    marks: dict[int, tuple[FootnoteMark, ...]] = {}
    places: list[tuple[int, int, PlacedMark, Address | None]] = []
    for part in parts:
        for run, address in part.runs:
            marks[run.start] = _marks(run, text, part.language)
            for index, mark in enumerate(marks[run.start]):
                placed = PlacedMark(mark.marker, part.language.code)
                places.append((run.start, index, placed, address))
    matched, unclaimed = match_notes(tuple(place[2] for place in places), texts)
    losses = [_note_loss(place[2], place[3], matched.get(i)) for i, place in enumerate(places)]
    message = "a note text without a mark, or a line that no rule matches"
    losses.extend(Loss("unparsed", message, line=each.lines[0]) for each in unclaimed)
    by_place = {(places[i][0], places[i][1]): note_text for i, note_text in matched.items()}
    return PlacedNotes(marks, by_place, unclaimed, tuple(loss for loss in losses if loss))


def comments_by_language(
    comments: tuple[Comment, ...], languages: tuple[Language, ...]
) -> dict[str, tuple[Comment, ...]]:
    """Return comments by their language; by the first language of the page if it is unknown."""
    found: dict[str, list[Comment]] = {}
    for comment in comments:
        tag = (language_of(comment.text, languages) or languages[0]).code
        found.setdefault(tag, []).append(comment)
    return {tag: tuple(written) for tag, written in found.items()}


def origin_of(page: Page, form: PageLines) -> tuple[Origin, tuple[Loss, ...]]:
    """Return the origin of the page, and losses where the page contradicts its provenance."""
    losses = [
        Loss("provenance", f"the page says {name} {printed}, its provenance {known}")
        for name, printed, known in (
            ("id", form.page_id, page.page_id),
            ("revised", form.revised, page.revised),
            ("user", form.user, page.user),
        )
        if printed and known and printed != known
    ]
    if page.expected_sha256 and page.expected_sha256 != page.sha256:
        message = "the bytes are not those of the provenance (sha256 differs)"
        losses.append(Loss("provenance", message))
    revised, user = page.revised or form.revised, page.user or form.user
    return Origin(page.source, page.page_id, page.sha256, revised, user), tuple(losses)


def pieces_of(
    form: PageLines, parts: tuple[PartStructure, ...], notes: PlacedNotes
) -> tuple[Piece, ...]:
    """Return the kind of every code point of the lines; the pieces join to them."""
    pieces = [
        Piece(_KINDS[block.kind], block.start, block.end)
        for block in form.blocks
        if block.kind in _KINDS
    ]
    starts = sorted(start for start, marks in notes.marks.items() if marks)
    for part in parts:
        for piece in part.pieces:
            pieces.extend(_with_marks(piece, notes.marks, starts))
    unclaimed = {block.start for text in notes.unclaimed for block in text.blocks}
    claimed = [block for text in notes.texts.values() for block in text.blocks]
    pieces.extend(Piece("notes", b.start, b.end) for b in claimed if b.kind == "text")
    pieces = [p for p in pieces if p.start not in unclaimed]
    lost = [block for text in notes.unclaimed for block in text.blocks]
    pieces.extend(Piece("unparsed", block.start, block.end) for block in lost)
    return _joined(sorted(pieces, key=lambda piece: piece.start), len(form.text))


def text_blocks(form: PageLines) -> tuple[Block, ...]:
    """Return the text blocks of a page, in page order."""
    return tuple(block for block in form.blocks if block.kind == "text")


def _marks(run: WordRun, text: str, language: Language) -> tuple[FootnoteMark, ...]:
    """Find the footnote marks in words; a richer format than text has them at their places."""
    return () if run.block.rich else find_marks(text[run.start : run.end], language)


def _note_loss(mark: PlacedMark, address: Address | None, text: NoteText | None) -> Loss | None:
    if text is None or not text.text:
        message = f"the text of note {mark.marker} is not on the page"
        return Loss("note", message, address, mark.language)
    if text.marker is None:
        message = f"note {mark.marker} lost its number; it is inferred from the order of the notes"
        return Loss("note-number", message, address, mark.language, text.lines[0])
    return None


def _with_marks(
    piece: Piece, marks: dict[int, tuple[FootnoteMark, ...]], starts: list[int]
) -> Iterator[Piece]:
    """Split a piece of text at its footnote marks."""
    at = piece.start
    begin, end = bisect_left(starts, piece.start), bisect_left(starts, piece.end)
    if begin == end:
        yield piece
        return
    for start in starts[begin:end]:
        for mark in marks[start]:
            yield Piece(piece.kind, at, start + mark.start)
            at = start + mark.end
            yield Piece("notes", start + mark.start, at)
    yield Piece(piece.kind, at, piece.end)


def _joined(pieces: list[Piece], total: int) -> tuple[Piece, ...]:
    """Extend the pieces over the white space between them, from 0 to the end of the page."""
    if not pieces:
        return (Piece("furniture", 0, total),) if total else ()
    starts = [0, *(piece.start for piece in pieces[1:]), total]
    return tuple(
        Piece(piece.kind, starts[index], starts[index + 1]) for index, piece in enumerate(pieces)
    )
