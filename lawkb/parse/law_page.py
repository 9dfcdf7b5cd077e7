"""A text page of a law to the laws it holds, and the account of its characters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.model.address import Address, Scheme
from lawkb.model.language import Language, read_language
from lawkb.model.law import Comment, Law, Lines, Loss, Note, Origin, Passage, Provision
from lawkb.model.page import (
    Account,
    Page,
    PageRule,
    Piece,
    PieceKind,
    Source,
    account_of,
    decode_page,
)
from lawkb.parse.comments import read_comments
from lawkb.parse.halves import Half, language_of, split_languages
from lawkb.parse.marks import Mark, find_marks, without_marks
from lawkb.parse.notes import NoteText, PlacedMark, match_notes, note, read_note_texts
from lawkb.parse.structure import Draft, Outcome, Run, drafts, read_structure
from lawkb.parse.text import Block, iso_time, read_blocks

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
        laws: One per language the page holds, in page order.
        text: The page decoded; ``pieces`` and ``account`` count its code points.
        pieces: Where every character went; they join to the text.
        losses: What it no longer holds or what could not be read.
    """

    laws: tuple[Law, ...]
    text: str
    pieces: tuple[Piece, ...]
    losses: tuple[Loss, ...]

    @property
    def account(self) -> Account:
        """The characters counted by where they went; the counts sum to the page."""
        return account_of(self.text, self.pieces)


def read_law_page(page: Page, rule: PageRule, source: Source, scheme: Scheme) -> Reading:
    """Read a text page of a law. Whatever the bytes are, it never raises.

    Args:
        page: The page; its id must fit the rule.
        rule: Languages and edition of the page.
        source: What furniture, page data and comments look like there.
        scheme: The levels.

    Returns:
        The laws without references, the account, and the losses.
    """
    number = rule.law(page.page_id)
    if number is None:
        raise ValueError(f"{page.page_id} does not fit {rule.pattern}")
    text, losses = decode_page(page.content)
    languages = tuple(read_language(tag) for tag in rule.languages)
    blocks = read_blocks(text, source)
    halves, tail = split_languages(
        tuple(block for block in blocks if block.kind == "text"), languages, scheme
    )
    outcomes = tuple(read_structure(half, number, scheme) for half in halves)
    notes = _place_notes(text, halves, outcomes, read_note_texts(blocks, tail, languages))
    origin, page_losses = _origin(page, blocks)
    threads = _by_language(read_comments(blocks, number, scheme, languages), languages)
    laws = tuple(
        Law(rule.edition, half.language.code, root, origin, threads.get(half.language.code, ()))
        for half, outcome in zip(halves, outcomes, strict=True)
        if half.blocks or half.language.code in threads
        for root in (_provision(outcome.root, _Words(text, notes), bool(half.blocks)),)
    )
    structure_losses = tuple(loss for outcome in outcomes for loss in outcome.losses)
    pieces = _pieces(blocks, outcomes, notes)
    all_losses = (*losses, *page_losses, *structure_losses, *notes.losses)
    return Reading(laws, text, _joined(pieces, len(text)), all_losses)


@dataclass(frozen=True, slots=True)
class _Notes:
    """Marks and notes by the run they stand in, and the note texts that no mark claims."""

    marks: dict[int, tuple[Mark, ...]]  # by start of the run
    texts: dict[tuple[int, int], NoteText]  # by start of the run and number of the mark in it
    unclaimed: tuple[NoteText, ...]
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class _Words:
    """The page and its notes: what is needed to turn runs into passages."""

    text: str
    notes: _Notes


def _place_notes(
    text: str, halves: tuple[Half, ...], outcomes: tuple[Outcome, ...], texts: tuple[NoteText, ...]
) -> _Notes:
    marks: dict[int, tuple[Mark, ...]] = {}
    places: list[tuple[int, int, PlacedMark, Address]] = []
    for half, outcome in zip(halves, outcomes, strict=True):
        for run, address in _runs(outcome.root):
            marks[run.start] = find_marks(text[run.start : run.end], half.language)
            for index, mark in enumerate(marks[run.start]):
                placed = PlacedMark(mark.marker, half.language.code)
                places.append((run.start, index, placed, address))
    matched, unclaimed = match_notes(tuple(place[2] for place in places), texts)
    losses = [_note_loss(place[2], place[3], matched.get(i)) for i, place in enumerate(places)]
    losses.extend(
        Loss(
            "unparsed", "a note text that no mark claims, or a line no rule knows", line=t.lines[0]
        )
        for t in unclaimed
    )
    by_place = {(places[i][0], places[i][1]): note_text for i, note_text in matched.items()}
    return _Notes(marks, by_place, unclaimed, tuple(loss for loss in losses if loss))


def _note_loss(mark: PlacedMark, address: Address, text: NoteText | None) -> Loss | None:
    if text is None or not text.text:
        return Loss(
            "note", f"the text of note {mark.marker} is not on the page", address, mark.language
        )
    if text.marker is None:
        message = f"note {mark.marker} lost its number; it is inferred from the order of the notes"
        return Loss("note-number", message, address, mark.language, text.lines[0])
    return None


def _runs(root: Draft) -> list[tuple[Run, Address]]:
    """Every run of a law in page order, with the provision it belongs to."""
    found: list[tuple[Run, Address]] = []
    for draft in drafts(root):
        own = [item for item in draft.body if isinstance(item, Run)]
        heading = [draft.heading] if draft.heading else []
        found.extend((run, draft.address) for run in [*heading, *own])
    return sorted(found, key=lambda place: place[0].start)


def _provision(draft: Draft, words: _Words, held: bool) -> Provision:
    body = tuple(
        _passage(item, words) if isinstance(item, Run) else _provision(item, words, held)
        for item in draft.body
    )
    is_law = draft.address.depth == 0
    lost = ("title",) if is_law and held and not draft.heading else ()
    return Provision(
        address=draft.address,
        num=draft.num,
        heading=_passage(draft.heading, words) if draft.heading else None,
        body=body,
        inferred=("num",) if draft.inferred else (),
        lost=("heading",) if draft.inferred else lost,
        lines=_lines(draft),
    )


def _passage(run: Run, words: _Words) -> Passage:
    printed = words.text[run.start : run.end]
    marks = words.notes.marks[run.start]
    notes: list[Note] = []
    cut = 0
    for index, mark in enumerate(marks):
        notes.append(note(mark.start - cut, mark.marker, words.notes.texts.get((run.start, index))))
        cut += mark.end - mark.start
    return Passage(without_marks(printed, marks), tuple(notes), lines=(run.line, run.line))


def _lines(draft: Draft) -> Lines | None:
    runs = [item.line for item in draft.body if isinstance(item, Run)]
    own = [*runs, *([draft.label_line] if draft.label_line else [])]
    return (min(own), max(own)) if own else None


def _by_language(
    comments: tuple[Comment, ...], languages: tuple[Language, ...]
) -> dict[str, tuple[Comment, ...]]:
    """Comments by the language they are written in; the first of the page when nothing tells."""
    found: dict[str, tuple[Comment, ...]] = {}
    for comment in comments:
        tag = (language_of(comment.text, languages) or languages[0]).code
        found[tag] = (*found.get(tag, ()), comment)
    return found


def _origin(page: Page, blocks: tuple[Block, ...]) -> tuple[Origin, tuple[Loss, ...]]:
    """Where the page came from; what its foot and its provenance say differently is a loss."""
    foot: dict[str, str] = {}
    for block in blocks:
        if block.kind == "page_data":
            foot.update(block.fields)
    revised = iso_time(foot["revised"]) if "revised" in foot else None
    losses = [
        Loss("provenance", f"the page says {name} {said}, its provenance {known}")
        for name, said, known in (
            ("id", foot.get("page"), page.page_id),
            ("revised", revised, page.revised),
            ("user", foot.get("user"), page.user),
        )
        if said and known and said != known
    ]
    if page.expected_sha256 and page.expected_sha256 != page.sha256:
        losses.append(
            Loss("provenance", "the bytes are not those of the provenance (sha256 differs)")
        )
    origin = Origin(
        page.source,
        page.page_id,
        page.sha256,
        page.revised or revised,
        page.user or foot.get("user"),
    )
    return origin, tuple(losses)


def _pieces(blocks: tuple[Block, ...], outcomes: tuple[Outcome, ...], notes: _Notes) -> list[Piece]:
    """Disjoint runs of the page by where they went; the white space between is not yet given."""
    pieces = [
        Piece(_KINDS[block.kind], block.start, block.end)
        for block in blocks
        if block.kind in _KINDS
    ]
    starts = sorted(notes.marks)
    for outcome in outcomes:
        for piece in outcome.pieces:
            pieces.extend(_with_marks(piece, notes.marks, starts))
    unclaimed = {block.start for text in notes.unclaimed for block in text.blocks}
    claimed = [block for text in notes.texts.values() for block in text.blocks]
    pieces.extend(Piece("notes", b.start, b.end) for b in claimed if b.kind == "text")
    pieces = [p for p in pieces if p.start not in unclaimed]
    lost = [block for text in notes.unclaimed for block in text.blocks]
    pieces.extend(Piece("unparsed", block.start, block.end) for block in lost)
    return sorted(pieces, key=lambda piece: piece.start)


def _with_marks(
    piece: Piece, marks: dict[int, tuple[Mark, ...]], starts: list[int]
) -> Iterator[Piece]:
    """A piece of law text, cut where note marks stand in it."""
    at = piece.start
    begin, end = bisect_left(starts, piece.start), bisect_left(starts, piece.end)
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
