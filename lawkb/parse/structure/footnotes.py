"""Footnotes of a page: marks in its text, the texts that belong to them, and passages with both.

``τρόπο1))`` has a footnote mark; ``Β4)`` and ``49)`` do not.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lawkb.model.address import Address
from lawkb.model.language import Language
from lawkb.model.law import Loss
from lawkb.model.page import Piece, PieceKind
from lawkb.model.passage import Lines, Note, Passage, Table
from lawkb.parse.document import FootnoteMark, TextBlock, WordRun, passage_of, table_of
from lawkb.parse.structure.labels_and_languages import language_of

# Starts at the bracket and looks back: a search for one character is the fastest.
_MARK = re.compile(r"\)(?:(?<=[^\W\d_](\d)\))|(?<=[^\W\d_](\d\d)\)))")
_LABEL_LONGEST = 4
_LABEL = re.compile(r"\s*(?:\(?\d{1,4}[^\W\d_]{0,3}[.)]?)?\s*")  # of a law, behind a mark


def find_marks(text: str, language: Language) -> tuple[FootnoteMark, ...]:
    """Return the footnote marks in a text: a number and a bracket directly after a word.

    After the letter of a label (``Β4)``) they are a reference and a bracket, after a space
    (``49)``) a number and a bracket; both are left as text.
    """
    found = []
    for match in _MARK.finditer(text):
        marker = match[1] or match[2]
        start = match.start() - len(marker)
        if not _is_label(_word_before(text, start), language):
            found.append(FootnoteMark(marker, start, match.end()))
    return tuple(found)


def without_marks(text: str, marks: tuple[FootnoteMark, ...]) -> str:
    """Return the text without the given footnote marks."""
    ends = [0, *(mark.end for mark in marks)]
    starts = [*(mark.start for mark in marks), len(text)]
    return "".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _word_before(text: str, end: int) -> str:
    start = end
    while start > max(0, end - _LABEL_LONGEST - 1) and text[start - 1].isalpha():
        start -= 1
    return text[start:end]


def _is_label(word: str, language: Language) -> bool:
    if len(word) > _LABEL_LONGEST:
        return False
    letter = language.fold(word)
    return letter in language.upper or (len(word) == 1 and letter in language.lower)


@dataclass(frozen=True, slots=True)
class NoteText:
    """The text of a footnote at the end of a page."""

    marker: str | None  # number of the footnote; None when the page lost it
    text: str  # words on one line; empty when only the number is there
    language: str | None  # tag of the language of the words; None when they have no letters
    lines: Lines  # lines of the page
    blocks: tuple[TextBlock, ...]  # lines of the page with their kinds


Place = tuple[WordRun, Language, Address | None]
"""Words of a page with their language, and the address of their provision if it is a law."""

# The kinds of lines that are no law text, as the account counts them.
_KINDS: dict[str, PieceKind] = {
    "note-mark": "notes",
    "note": "notes",
    "comment-head": "comments",
    "comment": "comments",
    "page_data": "page_data",
    "furniture": "furniture",
    "unread": "unparsed",
}


@dataclass(frozen=True, slots=True)
class PageWords:
    """The lines of a page with its footnotes, from which spans of words become passages."""

    text: str  # The lines of the page.
    blocks: tuple[TextBlock, ...]  # The lines, each with its kind.
    # Footnote marks, by the first code point of the line that contains them.
    marks: dict[int, tuple[FootnoteMark, ...]]
    # Footnote texts, by the first code point of that line and the index of the mark in it.
    texts: dict[tuple[int, int], NoteText]
    unclaimed: tuple[NoteText, ...]  # Footnote texts without a mark.
    losses: tuple[Loss, ...]  # Footnotes without text, inferred numbers, texts without a mark.

    def item(self, run: WordRun) -> Passage | Table:
        """Return the passage of a span of words, or the table if the line is one."""
        rich = run.block.rich
        if rich and rich.kind == "table":
            return table_of(rich)
        if rich and rich.kind == "preformatted":
            return Passage(rich.words.text, lines=(run.line, run.line), preformatted=True)
        return self.passage(run)

    def passage(self, run: WordRun) -> Passage:
        """Return the passage of a span of words, with its footnotes."""
        if run.block.rich:
            start, end = run.start - run.block.at, run.end - run.block.at
            return passage_of(run.block.rich.words, start, end, 0, run.line)
        # The title of a law may be on two lines: the word, and the number below it.
        printed = self.text[run.start : run.end].replace("\n", " ")
        marks = self.marks[run.start]
        notes: list[Note] = []
        cut = 0
        for index, mark in enumerate(marks):
            note_text = self.texts.get((run.start, index))
            if mark.note is None:
                notes.append(_note(mark.start - cut, mark.marker, note_text))
            else:
                notes.append(Note(mark.start - cut, mark.marker, mark.note))
            cut += mark.end - mark.start
        return Passage(without_marks(printed, marks), tuple(notes), lines=(run.line, run.line))

    def pieces(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """Return spans of the lines with their kinds, in order and without gaps.

        Args:
            pieces: Spans of the laws and of texts beside them, with their kinds; footnote marks are
                still inside these spans.
        """
        starts = sorted(start for start, marks in self.marks.items() if marks)
        found = [
            Piece(_KINDS[block.kind], block.start, block.end)
            for block in self.blocks
            if block.kind in _KINDS
        ]
        for piece in pieces:
            found.extend(_split_at_marks(piece, self.marks, starts))
        claimed = [block for text in self.texts.values() for block in text.blocks]
        found += [Piece("notes", b.start, b.end) for b in claimed if b.kind == "text"]
        lost = [block for text in self.unclaimed for block in text.blocks]
        lost_starts = {block.start for block in lost}
        found = [piece for piece in found if piece.start not in lost_starts]
        found += [Piece("unparsed", block.start, block.end) for block in lost]
        return _joined(sorted(found, key=lambda piece: piece.start), len(self.text))


def read_words(
    text: str,
    blocks: tuple[TextBlock, ...],
    tail: tuple[TextBlock, ...],
    places: Iterable[Place],
    languages: tuple[Language, ...],
) -> PageWords:
    """Return the words of a page with its footnote marks matched to the footnote texts.

    Args:
        tail: Lines after the text of the last language; each is a footnote without its number.
        places: Spans of words that become passages, with language and address, in page order.
    """
    marks: dict[int, tuple[FootnoteMark, ...]] = {}
    keys: list[tuple[int, int]] = []
    marked: list[_Marked] = []
    for run, language, address in places:
        # A richer format than text has its notes at their places.
        printed = "" if run.block.rich else text[run.start : run.end]
        found = (*find_marks(printed, language), *_own_marks(run))
        marks[run.start] = tuple(sorted(found, key=lambda mark: mark.start))
        for index, mark in enumerate(marks[run.start]):
            if mark.note is None:
                keys.append((run.start, index))
                marked.append((mark.marker, language.code, address))
    matched, unclaimed = _match_notes(marked, _note_texts(blocks, tail, languages))
    losses = [_note_loss(mark, matched.get(i)) for i, mark in enumerate(marked)]
    message = "a note text without a mark, or a line that no rule matches"
    losses.extend(Loss("unparsed", message, line=each.lines[0]) for each in unclaimed)
    texts = {keys[i]: note_text for i, note_text in matched.items()}
    return PageWords(text, blocks, marks, texts, unclaimed, tuple(filter(None, losses)))


def _own_marks(run: WordRun) -> Iterator[FootnoteMark]:
    """Yield the marks of a span whose notes the page has as lines of its own."""
    first = run.start - run.block.at
    for mark in run.block.marks:
        if (
            mark.end <= first
            and mark.start < first
            and _LABEL.fullmatch(run.block.text, mark.end, first)
        ):
            yield replace(mark, start=0, end=0)  # ``F1 5A Title``, «Art. 6a[4] Title»
    yield from run.marks


_Marked = tuple[str, str, Address | None]  # number as printed, language, provision


def _note_loss(marked: _Marked, text: NoteText | None) -> Loss | None:
    marker, language, address = marked
    if text is None or not text.text:
        message = f"the text of note {marker} is not on the page"
        return Loss("note", message, address, language)
    if text.marker is None:
        message = f"note {marker} lost its number; it is inferred from the order of the notes"
        return Loss("note-number", message, address, language, text.lines[0])
    return None


def _split_at_marks(
    piece: Piece, marks: dict[int, tuple[FootnoteMark, ...]], starts: list[int]
) -> Iterator[Piece]:
    at = piece.start
    for start in starts[bisect_left(starts, piece.start) : bisect_left(starts, piece.end)]:
        for mark in marks[start]:
            yield Piece(piece.kind, at, start + mark.start)
            at = start + mark.end
            yield Piece("notes", start + mark.start, at)
    yield Piece(piece.kind, at, piece.end)


def _joined(pieces: list[Piece], total: int) -> tuple[Piece, ...]:
    """Extend spans over the white space between them, from 0 to the end of the page."""
    if not pieces:
        return (Piece("furniture", 0, total),) if total else ()
    starts = [0, *(piece.start for piece in pieces[1:]), total]
    return tuple(
        Piece(piece.kind, starts[index], starts[index + 1]) for index, piece in enumerate(pieces)
    )


def _note_texts(
    blocks: tuple[TextBlock, ...], tail: tuple[TextBlock, ...], languages: tuple[Language, ...]
) -> tuple[NoteText, ...]:
    """Return the texts of footnotes: numbered ones anywhere, and the lines of the tail."""
    found: list[tuple[str | None, list[TextBlock]]] = []
    for block in blocks:
        if block.kind == "note-mark":
            found.append((block.fields["marker"], [block]))
        elif block.kind == "note" and found and not block.fields:
            found[-1][1].append(block)
    found.extend((None, [block]) for block in tail)
    texts = (_note_text(marker, tuple(parts), languages) for marker, parts in found)
    return tuple(text for merged in texts for text in _each_number(merged))


def _match_notes(
    marks: list[_Marked], texts: tuple[NoteText, ...]
) -> tuple[dict[int, NoteText], tuple[NoteText, ...]]:
    """Match footnote marks with footnote texts.

    A numbered text belongs to the mark of its number, preferably of its own language. Texts without
    a number belong to the remaining marks in order, if there are as many, on the page or in a
    language.

    Returns:
        Texts by the index of their mark, and the texts without a mark.
    """
    texts = _split_lost_numbers(marks, texts)
    matched = _by_number(marks, texts)
    claimed = {id(text) for text in matched.values()}
    left = [text for text in texts if id(text) not in claimed]
    for tag in (None, *dict.fromkeys(language for _, language, _ in marks)):
        open_marks = [
            i
            for i, (_, language, _) in enumerate(marks)
            if i not in matched and (tag is None or language == tag)
        ]
        loose = [t for t in left if t.marker is None and (tag is None or t.language == tag)]
        if loose and len(open_marks) == len(loose):
            matched.update(zip(open_marks, loose, strict=True))
            given = {id(text) for text in loose}
            left = [text for text in left if id(text) not in given]
    used = {block.start for text in matched.values() for block in text.blocks}
    return matched, tuple(text for text in left if text.blocks[0].start not in used)


def _note(at: int, marker: str, text: NoteText | None) -> Note:
    """Return the footnote at an offset; without a text, a footnote whose text is lost."""
    if text is None or not text.text:
        return Note(at, marker, "", lost=("text",), lines=text.lines if text else None)
    inferred = () if text.marker else ("marker",)
    return Note(at, marker, text.text, inferred=inferred, lines=text.lines)


def _note_text(
    marker: str | None, blocks: tuple[TextBlock, ...], languages: tuple[Language, ...]
) -> NoteText:
    words = " ".join(block.text for block in blocks if block.kind != "note-mark")
    language = language_of(words, languages)
    lines = (blocks[0].line, blocks[-1].line)
    return NoteText(marker, words, language.code if language else None, lines, blocks)


def _each_number(text: NoteText) -> Iterator[NoteText]:
    """Yield a text for each of its numbers: the wiki prints equal footnotes once, ``2) , 5)``."""
    for marker in text.marker.split(" ") if text.marker else (None,):
        yield replace(text, marker=marker)


def _split_lost_numbers(marks: list[_Marked], texts: tuple[NoteText, ...]) -> tuple[NoteText, ...]:
    """Return the texts in page order, with footnotes that lost their number split from others.

    An extractor that drops lines of one word drops ``3)`` but not ``2) , 5)``: then the lines after
    the first line of a numbered text are footnotes, if that gives each mark a text.
    """
    numbers = {text.marker for text in texts if text.marker}
    missing = sum(marker not in numbers for marker, _, _ in marks)
    bodies = {text.blocks[0].start: text.blocks[2:] for text in texts if text.marker}
    loose = sum(text.marker is None for text in texts)
    if not missing or missing != loose + sum(map(len, bodies.values())):
        return tuple(sorted(texts, key=lambda text: text.lines))
    parted = [_first_line(text) for text in texts]
    for body in bodies.values():
        parted.extend(
            NoteText(None, block.text, None, (block.line, block.line), (block,)) for block in body
        )
    return tuple(sorted(parted, key=lambda text: text.lines))


def _first_line(text: NoteText) -> NoteText:
    if text.marker is None or len(text.blocks) < 3:  # its number, its first line
        return text
    first = text.blocks[:2]
    return replace(text, text=first[1].text, lines=(first[0].line, first[1].line), blocks=first)


def _by_number(marks: list[_Marked], texts: tuple[NoteText, ...]) -> dict[int, NoteText]:
    """Return numbered texts by the index of their mark; a text is used once."""
    unused: dict[str, dict[int, NoteText]] = {}
    own: dict[tuple[str, str | None], list[int]] = {}
    for index in range(len(texts) - 1, -1, -1):
        text = texts[index]
        if text.marker is not None:
            unused.setdefault(text.marker, {})[index] = text
            own.setdefault((text.marker, text.language), []).append(index)
    matched: dict[int, NoteText] = {}
    for position, (marker, language, _) in enumerate(marks):
        same = unused.get(marker, {})
        stack = own.get((marker, language), [])
        while stack and stack[-1] not in same:
            stack.pop()
        if stack:
            matched[position] = same.pop(stack.pop())
        elif len(same) == 1:
            matched[position] = same.popitem()[1]
    return matched
