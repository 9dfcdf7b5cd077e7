"""The page of a law to the laws it holds, and the account of its characters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.language import Language
from lawkb.model.law import Comment, Law, Lines, Loss, Note, Origin, Passage, Provision, Table
from lawkb.model.page import Account, Page, PageRule, Piece, PieceKind, Source
from lawkb.parse.document import FormName
from lawkb.parse.forms import Form, read_form
from lawkb.parse.halves import Half, language_of, split_languages
from lawkb.parse.marks import Mark, find_marks, without_marks
from lawkb.parse.notes import NoteText, PlacedMark, match_notes, note, read_note_texts
from lawkb.parse.projection import passage_of, table_of
from lawkb.parse.structure import Draft, Outcome, Run, drafts, read_structure
from lawkb.parse.text import Block

# Bytes; several times the largest page of a law. In libxml2 the work on a paragraph of nothing but
# references or notes grows faster than its length, and a stranger's page must end in seconds.
# Much of HTML is the template of the wiki.
LARGEST_PAGE = 256 * 1024
LARGEST_TEXT = 96 * 1024
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
        account: Where every character went.
        text: The lines the structure was read from: the page itself when it is a text page.
        pieces: Where every code point of ``text`` went; they join to it.
        losses: What it no longer holds or what could not be read.
        form: What the page was.
    """

    laws: tuple[Law, ...]
    account: Account
    text: str
    pieces: tuple[Piece, ...]
    losses: tuple[Loss, ...]
    form: FormName = "text"


def read_law_page(page: Page, rule: PageRule, source: Source, outline: Outline) -> Reading:
    """Read the page of a law, whatever its form and its bytes; it never raises.

    Args:
        page: The page; its id must fit the rule.
        rule: Languages and edition of the page.
        source: What furniture, page data and comments look like there, on a text page.
        outline: The levels, and the words of the languages.

    Returns:
        The laws without references, the account, and the losses. Text of more than
        ``LARGEST_TEXT`` bytes gives no law.
    """
    number = rule.law(page.page_id)
    if number is None:
        raise ValueError(f"{page.page_id} does not fit {rule.pattern}")
    form = read_form(page, source)
    if form.name != "html" and len(page.content) > LARGEST_TEXT:
        return _unread(page, form)
    languages = tuple(outline.language(tag) for tag in rule.languages)
    halves, tail = split_languages(
        tuple(block for block in form.blocks if block.kind == "text"), languages, outline.scheme
    )
    outcomes = tuple(read_structure(half, number, outline.scheme) for half in halves)
    texts = read_note_texts(form.blocks, tail, languages)
    notes = _place_notes(form.text, halves, outcomes, texts)
    origin, page_losses = _origin(page, form)
    threads = _by_language(form.comments(number, outline.scheme, languages), languages)
    laws = tuple(
        Law(rule.edition, half.language.code, root, origin, threads.get(half.language.code, ()))
        for half, outcome in zip(halves, outcomes, strict=True)
        if half.blocks or half.language.code in threads
        for root in (_provision(outcome.root, _Words(form.text, notes), bool(half.blocks)),)
    )
    structure_losses = tuple(loss for outcome in outcomes for loss in outcome.losses)
    pieces = _joined(_pieces(form.blocks, outcomes, notes), len(form.text))
    losses = (*page.losses, *form.losses, *page_losses, *structure_losses, *notes.losses)
    return Reading(laws, form.account(pieces), form.text, pieces, losses, form.name)


def _unread(page: Page, form: Form) -> Reading:
    """A page that no law can be, because it is too long: all unparsed."""
    pieces = (Piece("unparsed", 0, len(form.text)),)
    loss = Loss("unparsed", f"larger than {LARGEST_TEXT} bytes, which no law is; it is not read")
    losses = (*page.losses, *form.losses, loss)
    return Reading((), form.account(pieces), form.text, pieces, losses, form.name)


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
            marks[run.start] = _marks(run, text, half.language)
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


def _marks(run: Run, text: str, language: Language) -> tuple[Mark, ...]:
    """The note marks to be found in words; a richer form than text has them at their places."""
    return () if run.block.rich else find_marks(text[run.start : run.end], language)


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
        _item(item, words) if isinstance(item, Run) else _provision(item, words, held)
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


def _item(run: Run, words: _Words) -> Passage | Table:
    rich = run.block.rich
    if rich and rich.kind == "table":
        return table_of(rich)
    if rich and rich.kind == "preformatted":
        return Passage(rich.words.text, lines=(run.line, run.line), preformatted=True)
    return _passage(run, words)


def _passage(run: Run, words: _Words) -> Passage:
    if run.block.rich:
        start, end = run.start - run.block.at, run.end - run.block.at
        return passage_of(run.block.rich.words, start, end, 0, run.line)
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


def _origin(page: Page, form: Form) -> tuple[Origin, tuple[Loss, ...]]:
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
        losses.append(
            Loss("provenance", "the bytes are not those of the provenance (sha256 differs)")
        )
    origin = Origin(
        page.source,
        page.page_id,
        page.sha256,
        page.revised or form.revised,
        page.user or form.user,
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
