"""What every kind of page shares: notes at their places, origin, comments, and the account."""

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
from lawkb.parse.comparison import Comparison
from lawkb.parse.document import FormName
from lawkb.parse.drafts import Run
from lawkb.parse.forms import Form
from lawkb.parse.halves import language_of
from lawkb.parse.marks import Mark, find_marks, without_marks
from lawkb.parse.notes import NoteText, PlacedMark, match_notes, note
from lawkb.parse.projection import passage_of, table_of
from lawkb.parse.text import Block

_KINDS: dict[str, PieceKind] = {
    "note-mark": "notes",
    "note": "notes",
    "comment-head": "comments",
    "comment": "comments",
    "page_data": "page_data",
    "furniture": "furniture",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a page gave.

    Attributes:
        laws: One per language and law the page holds, in page order.
        account: Where every character went.
        text: The lines the structure was read from: the page itself when it is a text page.
        pieces: Where every code point of ``text`` went; they join to it.
        losses: What it no longer holds or what could not be read.
        form: What the page was.
        comparison: Which revision the lines of a ``diff`` are of; None for the other forms.
        companions: One per language, from a page that holds no law.
    """

    laws: tuple[Law, ...]
    account: Account
    text: str
    pieces: tuple[Piece, ...]
    losses: tuple[Loss, ...]
    form: FormName = "text"
    companions: tuple[Companion, ...] = ()
    comparison: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What the reading of structure gave of a law or companion: all that its notes need.

    Attributes:
        language: Its language.
        runs: Its words in page order, each with the provision it belongs to, if it is a law.
        pieces: Where its characters went; note marks are still in the text.
    """

    language: Language
    runs: tuple[tuple[Run, Address | None], ...]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """Marks and notes by the run they stand in, and the note texts that no mark claims.

    Attributes:
        marks: By start of the run.
        texts: By start of the run and number of the mark in it.
        unclaimed: Texts of no mark.
        losses: Notes without text, numbers that are inferred, texts that no mark claims.
    """

    marks: dict[int, tuple[Mark, ...]]
    texts: dict[tuple[int, int], NoteText]
    unclaimed: tuple[NoteText, ...]
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The page and its notes: what is needed to turn runs into passages.

    Attributes:
        text: The lines of the page.
        notes: Its notes.
    """

    text: str
    notes: Notes

    def item(self, run: Run) -> Passage | Table:
        """The passage of a run, or the table that it stands for."""
        rich = run.block.rich
        if rich and rich.kind == "table":
            return table_of(rich)
        if rich and rich.kind == "preformatted":
            return Passage(rich.words.text, lines=(run.line, run.line), preformatted=True)
        return self.passage(run)

    def passage(self, run: Run) -> Passage:
        """The passage of a run."""
        if run.block.rich:
            start, end = run.start - run.block.at, run.end - run.block.at
            return passage_of(run.block.rich.words, start, end, 0, run.line)
        printed = self.text[run.start : run.end]
        marks = self.notes.marks[run.start]
        notes: list[Note] = []
        cut = 0
        for index, mark in enumerate(marks):
            told = self.notes.texts.get((run.start, index))
            notes.append(note(mark.start - cut, mark.marker, told))
            cut += mark.end - mark.start
        return Passage(without_marks(printed, marks), tuple(notes), lines=(run.line, run.line))


def place_notes(text: str, parts: tuple[Part, ...], texts: tuple[NoteText, ...]) -> Notes:
    """Give every mark in the parts of a page its note.

    Args:
        text: The lines of the page.
        parts: Its laws or companions, in page order.
        texts: The texts of notes that it holds elsewhere.
    """
    marks: dict[int, tuple[Mark, ...]] = {}
    places: list[tuple[int, int, PlacedMark, Address | None]] = []
    for part in parts:
        for run, address in part.runs:
            marks[run.start] = _marks(run, text, part.language)
            for index, mark in enumerate(marks[run.start]):
                placed = PlacedMark(mark.marker, part.language.code)
                places.append((run.start, index, placed, address))
    matched, unclaimed = match_notes(tuple(place[2] for place in places), texts)
    losses = [_note_loss(place[2], place[3], matched.get(i)) for i, place in enumerate(places)]
    message = "a note text that no mark claims, or a line no rule knows"
    losses.extend(Loss("unparsed", message, line=each.lines[0]) for each in unclaimed)
    by_place = {(places[i][0], places[i][1]): note_text for i, note_text in matched.items()}
    return Notes(marks, by_place, unclaimed, tuple(loss for loss in losses if loss))


def by_language(
    comments: tuple[Comment, ...], languages: tuple[Language, ...]
) -> dict[str, tuple[Comment, ...]]:
    """Comments by the language they are written in; the first of the page when nothing tells."""
    found: dict[str, list[Comment]] = {}
    for comment in comments:
        tag = (language_of(comment.text, languages) or languages[0]).code
        found.setdefault(tag, []).append(comment)
    return {tag: tuple(written) for tag, written in found.items()}


def origin_of(page: Page, form: Form) -> tuple[Origin, tuple[Loss, ...]]:
    """Where the page came from; what its foot and its provenance say differently is a loss."""
    losses = [
        Loss("provenance", f"the page says {name} {said}, its provenance {known}")
        for name, said, known in (
            ("id", form.page_id, page.page_id),
            ("revised", form.revised, page.revised),
            ("user", form.user, page.user),
        )
        if said and known and said != known
    ]
    if page.expected_sha256 and page.expected_sha256 != page.sha256:
        message = "the bytes are not those of the provenance (sha256 differs)"
        losses.append(Loss("provenance", message))
    revised, user = page.revised or form.revised, page.user or form.user
    return Origin(page.source, page.page_id, page.sha256, revised, user), tuple(losses)


def pieces_of(form: Form, parts: tuple[Part, ...], notes: Notes) -> tuple[Piece, ...]:
    """Where every code point of the lines of a page went; the pieces join to them."""
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


def text_blocks(form: Form) -> tuple[Block, ...]:
    """The blocks of a page that hold its text, in page order."""
    return tuple(block for block in form.blocks if block.kind == "text")


def _marks(run: Run, text: str, language: Language) -> tuple[Mark, ...]:
    """The note marks to be found in words; a richer form than text has them at their places."""
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
    piece: Piece, marks: dict[int, tuple[Mark, ...]], starts: list[int]
) -> Iterator[Piece]:
    """A piece of text, cut where note marks stand in it."""
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
    """The pieces stretched over the white space between them, from 0 to the end of the page."""
    if not pieces:
        return (Piece("furniture", 0, total),) if total else ()
    starts = [0, *(piece.start for piece in pieces[1:]), total]
    return tuple(
        Piece(piece.kind, starts[index], starts[index + 1]) for index, piece in enumerate(pieces)
    )
