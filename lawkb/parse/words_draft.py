"""Words while a page is read: plain text with its emphasis, links and footnotes.

``WordsDraft`` takes raw text and folds it at the end, ``FlowingWordsDraft`` the texts of elements,
which it folds as it goes. A ``ParagraphDraft`` is cut into lines where the page shows a line break,
which begins a new line of the printed page, such as the title below ``Article 6``: each line
becomes a block. A short line all of whose letters are bold is a heading, as on paper.

Words between ``;;…;;`` were marked as changed on pages of 2017; no plugin of today's wikis has this
markup, and without the plugin the signs were shown. These words are read as inserted, those in
``<del>`` as deleted.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise

from msgspec.structs import replace

from lawkb.model.passage import (
    Link,
    Mark,
    MarkKind,
    Note,
    Passage,
    Span,
    active_link_message,
    is_active_target,
)
from lawkb.parse.document import EMPTY, Block, BlockKind
from lawkb.unicode_characters import normalized

# Emphasis by the names of elements, in HTML and in the HTML of wikis.
ELEMENT_MARKS: dict[str, MarkKind] = {
    **dict.fromkeys(("strong", "b"), "bold"),
    **dict.fromkeys(("em", "i", "cite", "dfn", "var"), "italic"),
    "u": "underline",
    **dict.fromkeys(("code", "tt", "kbd", "samp"), "mono"),
    "sub": "sub",
    "sup": "sup",
    **dict.fromkeys(("del", "s", "strike"), "deleted"),
    "ins": "inserted",
}
MOST_REPEATED = 100_000  # characters of footnotes that a page shows at further marks
BOLD_HEADING = 6  # level of a heading that only its bold letters show
_LONGEST_HEADING = 150
# Accents that are characters of their own, which another run of a word may begin with.
_ACCENTS = "".join(map(chr, (*range(0x0300, 0x0370), *range(0x1AB0, 0x1B00))))
_FEWEST_LETTERS = 3
_NO_HEADING_END = (",", ";", ":", "·")
# Marks in the order in which they are nested.
_NESTING: tuple[MarkKind, ...] = (
    "deleted",
    "inserted",
    "bold",
    "italic",
    "underline",
    "mono",
    "code",
    "sub",
    "sup",
)
# A label as laws print it, whatever the levels of the code: (a), 1., iv), 12Α., a dash, § 3.
LABEL = re.compile(r"(?:\(\w{1,5}(?:[.-]\w{1,3})?\)|\w{1,5}(?:[.-]\w{1,3}){0,2}[.)]|[-–—•]|§ ?\d+)")
_LABEL_BEGINS = re.compile(rf"{LABEL.pattern}\s")
_LABEL_FOLLOWS = (".", ";", ":", "·")


_FEW = 8  # texts of a number at most
_RAISED_NUMBER = re.compile(r"\s*\d{1,3}[a-z]{0,8}\s*")


def is_raised_number(words: str) -> bool:
    """Whether raised words at the head of a line are its number, which stands apart."""
    return bool(_RAISED_NUMBER.fullmatch(words))


_CHANGE = re.compile(r"(?<!;);;;?(?!;)")


def _change_pairs(text: str, signs: list[Span]) -> list[tuple[Span, Span]]:
    """Return pairs of signs that open and close a change; other signs stay text.

    A sign opens when a word follows it: in Greek, ``Τι;;`` is a question. Of three semicolons
    against two, the extra one is a question mark: inside the change at its end, before the
    change at its beginning.
    """
    pairs: list[tuple[Span, Span]] = []
    opened: Span | None = None
    for sign in signs:
        if opened:
            pairs.append(_even(opened, sign))
            opened = None
        elif not text[sign[1] : sign[1] + 1].isspace() and sign[1] < len(text):
            opened = sign
    return pairs


def _inserted_marks(changes: list[Span], marks: list[Mark]) -> list[Mark]:
    """Return changes as marks that nest in other marks: split where they cross, without deletions.

    Args:
        changes: Spans between two signs; in order, not overlapping.
        marks: The other marks, properly nested.
    """
    deleted = [mark for mark in marks if mark.kind == "deleted"]  # in order, never nested
    cuts = sorted({(mark.start, mark.end) for mark in marks})
    by_end = sorted(cuts, key=lambda span: span[1])
    found = []
    for change in changes:
        for begin, end in _without(change, deleted):
            edges = sorted({begin, end, *_crossed(begin, end, cuts, by_end)})
            found += [Mark("inserted", *edge) for edge in pairwise(edges)]
    return found


def _even(opened: Span, closed: Span) -> tuple[Span, Span]:
    width = min(opened[1] - opened[0], closed[1] - closed[0])
    return (opened[1] - width, opened[1]), (closed[1] - width, closed[1])


def _without(change: Span, deleted: list[Mark]) -> Iterator[Span]:
    """Yield the parts of a change that are not deleted."""
    at, end = change
    first = bisect_right(deleted, at, key=lambda mark: mark.end)
    last = bisect_left(deleted, end, key=lambda mark: mark.start)
    for mark in deleted[first:last]:
        if mark.start > at:
            yield at, mark.start
        at = max(at, mark.end)
    if at < end:
        yield at, end


def _crossed(begin: int, end: int, by_start: list[Span], by_end: list[Span]) -> Iterator[int]:
    """Yield the ends, inside a span, of marks that overlap its border."""
    first = bisect_right(by_start, begin, key=lambda span: span[0])
    last = bisect_left(by_start, end, key=lambda span: span[0])
    for start, stop in by_start[first:last]:
        if stop > end:
            yield start
    low = bisect_right(by_end, begin, key=lambda span: span[1])
    high = bisect_left(by_end, end, key=lambda span: span[1])
    for start, stop in by_end[low:high]:
        if start < begin:
            yield stop


# Words with single spaces between them; other white space is the author's.
_WORDS = re.compile(r"[^ \t\n\r\f]+(?: [^ \t\n\r\f]+)*")
_SPACE = re.compile(r"[ \t\n\r\f]")


@dataclass(slots=True)
class WordsDraft:
    """Words of one line, block, cell or footnote while the page is read.

    Offsets are into the raw text; ``finish`` folds its white space.
    """

    size: int = 0  # Characters of the source, without those of footnotes.
    note_size: int = 0  # Characters of the footnotes that are counted here.
    letters: int = 0  # Number of letters in `add`.
    bold: int = 0  # Number of bold letters.
    losses: list[str] = field(default_factory=list)  # What could not be read.
    line: int = 0  # Number of the line in the source; 0 for that of the paragraph.
    _pieces: list[str] = field(default_factory=list)
    _length: int = 0
    _held: str = ""  # last character, which an accent may follow at the beginning of the next text
    _open: list[tuple[MarkKind, int]] = field(default_factory=list)
    _suppressed: Counter[MarkKind] = field(default_factory=Counter)
    _marks: list[Mark] = field(default_factory=list)
    _links: list[Link] = field(default_factory=list)
    _notes: list[tuple[int, str, WordsDraft]] = field(default_factory=list)
    _changes: list[Span] = field(default_factory=list)

    def add(self, text: str, kinds: frozenset[MarkKind] = frozenset()) -> None:
        """Add the text of a run with the given emphasis."""
        count = sum(map(str.isalpha, text))
        self.letters += count
        self.bold += count if "bold" in kinds else 0
        accents = len(text) - len(text.lstrip(_ACCENTS)) if self._held else 0
        self._held += text[:accents]
        self._show_held()
        if text.strip():
            self._set_marks(kinds)
        shown = normalized("NFC", text[accents:])
        self._append(shown[:-1])
        self._held = shown[-1:]

    def add_signed(self, text: str) -> None:
        """Add text in which the signs ``;;`` mark a change."""
        self._changes += [
            (self._length + match.start(), self._length + match.end())
            for match in _CHANGE.finditer(text)
        ]
        self._append(text)

    def add_literal(self, text: str) -> None:
        """Add text unchanged; signs in it have no meaning."""
        self._show_held()
        self._append(text)

    def add_marked(self, kind: MarkKind, text: str) -> None:
        """Add literal text with emphasis of the given kind."""
        self._marks.append(Mark(kind, self._length, self._length + len(text)))
        self._append(text)

    def add_link(self, link: Link, shown: str) -> None:
        """Add the words of a link; a script keeps only its words.

        Args:
            link: The link, at any offsets.
        """
        if is_active_target(link.target):
            self.losses.append(active_link_message(shown))
            self.add(shown)
            return
        self._show_held()
        self._set_marks(frozenset())
        self.letters += sum(map(str.isalpha, shown))
        self.add_signed_link(link, normalized("NFC", shown))

    def add_signed_link(self, link: Link, shown: str) -> None:
        """Add the words of a link in the text of a wiki, in which ``;;`` marks a change."""
        begin = self._length
        self.add_signed(shown)
        self._links.append(replace(link, start=begin, end=self._length))

    def add_note(self, number: str = "") -> WordsDraft:
        """Add a footnote mark; return the words of the footnote, to which text can be added.

        Args:
            number: Number of the footnote; empty to count the footnotes of the page at the end.
        """
        self._show_held()
        note = WordsDraft()
        self._notes.append((self._length, number, note))
        return note

    def open(self, kind: MarkKind) -> None:
        """Begin emphasis of a kind, such as ``bold``.

        It is ignored inside the same kind, so at most eight are nested.
        """
        if any(kind == other for other, _ in self._open):
            self._suppressed[kind] += 1
        else:
            self._open.append((kind, self._length))

    def close(self, kind: MarkKind) -> None:
        """End emphasis of a kind, and emphasis begun after it; ignore an end without beginning."""
        if self._suppressed[kind]:
            self._suppressed[kind] -= 1
            return
        while any(kind == other for other, _ in self._open):
            last, begin = self._open.pop()
            self._marks.append(Mark(last, begin, self._length))
            if last == kind:
                break
        if kind == "sup" and is_raised_number("".join(self._pieces[:_FEW])):
            self._append(" ")

    def finish(self, numbers: Iterator[int] | None = None) -> Passage:
        """Return the words: white space folded, signs of change removed, footnotes numbered.

        Args:
            numbers: Numbers for the footnotes of the page that have none yet, in order.
        """
        numbers = numbers or count(1)
        self._show_held()
        while self._open:
            self.close(self._open[-1][0])
        text = "".join(self._pieces)
        marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
        pairs = _change_pairs(text, self._changes)
        inserted = _inserted_marks([(first[1], second[0]) for first, second in pairs], marks)
        folded = _Folded(text, [sign for pair in pairs for sign in pair])
        return Passage(
            folded.text,
            tuple(
                Note(folded.place(at), number or str(next(numbers)), note.finish(numbers).text)
                for at, number, note in self._notes
            ),
            marks=tuple(folded.marks([*marks, *inserted])),
            links=tuple(map(folded.link, self._links)),
        )

    @property
    def is_bold(self) -> bool:
        """Whether all letters are bold, and there are enough for a word."""
        return self.bold == self.letters >= _FEWEST_LETTERS

    @property
    def is_empty(self) -> bool:
        """Whether nothing was added that a reader or a link checker would miss."""
        return not (self._links or self._notes or any(piece.strip() for piece in self._pieces))

    def _append(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _show_held(self) -> None:
        self._append(normalized("NFC", self._held))
        self._held = ""

    def _set_marks(self, kinds: frozenset[MarkKind]) -> None:
        """Close the marks that end here and open those that begin, properly nested."""
        wanted = [kind for kind in _NESTING if kind in kinds]
        while self._open and [kind for kind, _ in self._open] != wanted[: len(self._open)]:
            self.close(self._open[-1][0])
        for kind in wanted[len(self._open) :]:
            self.open(kind)


class _Folded:
    """A raw text folded to one line, with a map of its offsets."""

    __slots__ = ("_raw", "_shown", "_text", "text")

    def __init__(self, raw: str, dropped: list[Span]) -> None:
        self._text = raw
        self._raw: list[int] = []  # where runs of letters begin in the raw text
        self._shown: list[Span] = []  # and where they begin and end in the folded text
        words: list[str] = []
        length, ended = 0, 0
        for begin, end in _runs(raw, dropped):
            if words and _SPACE.search(raw, ended, begin):
                words.append(" ")
                length += 1
            words.append(raw[begin:end])
            self._raw.append(begin)
            self._shown.append((length, length + end - begin))
            length, ended = length + end - begin, end
        self.text = "".join(words)
        self._strip()

    def _strip(self) -> None:
        """Strip other white space from the ends too: a no-break space alone is no word."""
        lead = len(self.text) - len(self.text.lstrip())
        self.text = self.text.strip()
        last = len(self.text)
        for run, (begin, end) in enumerate(self._shown):
            self._raw[run] += max(0, min(lead, end) - begin)
            self._shown[run] = (min(max(0, begin - lead), last), min(max(0, end - lead), last))

    def begin(self, at: int) -> int:
        """Return the folded offset of the first letter at or after a raw offset."""
        run = bisect_right(self._raw, at) - 1
        if run >= 0:
            begin, end = self._shown[run]
            if at - self._raw[run] < end - begin:
                place = begin + at - self._raw[run]
                return place + self.text.startswith(" ", place)
        return self._shown[run + 1][0] if run + 1 < len(self._shown) else len(self.text)

    def end(self, at: int) -> int:
        """Return the folded offset after the last letter before a raw offset."""
        run = bisect_right(self._raw, at - 1) - 1
        if run < 0:
            return 0
        begin, end = self._shown[run]
        place = min(end, begin + at - self._raw[run])
        return place - self.text.endswith(" ", 0, place)

    def place(self, at: int) -> int:
        """Return the offset of a footnote: after the word directly before, else before the next."""
        run = bisect_right(self._raw, at - 1) - 1
        if run < 0:
            return 0
        begin, end = self._shown[run]
        # Inside a run the letter before decides, after it whatever was removed since.
        space = _SPACE.search(self._text, min(at - 1, self._raw[run] + end - begin), at)
        return self.begin(at) if space else self.end(at)

    def marks(self, marks: list[Mark]) -> list[Mark]:
        """Return the marks (bold, italic …) that contain more than spaces, outermost first."""
        placed = (Mark(mark.kind, self.begin(mark.start), self.end(mark.end)) for mark in marks)
        placed_marks = {mark for mark in placed if mark.start < mark.end}
        return sorted(placed_marks, key=lambda mark: (mark.start, -mark.end, mark.kind))

    def link(self, link: Link) -> Link:
        """Return a link; one without words keeps its offset."""
        start, end = self.begin(link.start), self.end(link.end)
        if start >= end:
            start = end = self.place(link.start)
        return replace(link, start=start, end=end)


def _runs(raw: str, dropped: list[Span]) -> Iterator[Span]:
    """Yield the spans of the raw text that remain, without white space and dropped signs."""
    at = 0
    for begin, end in (*dropped, (len(raw), len(raw))):
        yield from (match.span() for match in _WORDS.finditer(raw, at, begin))
        at = end


# White space that a browser folds, and line ends of other programs; a no-break space stays.
_FOLDED = re.compile("[ \t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+")


@dataclass(slots=True)
class FlowingWordsDraft:
    """Words of an element while it is read, folded as a browser does.

    ``take`` returns them; open emphasis and links continue in the next words.
    """

    parts: list[str] = field(default_factory=list)  # The texts so far.
    length: int = 0  # Number of code points so far.
    pending_space: bool = False  # Whether a space is to be added before the next text.
    marks: list[Mark] = field(default_factory=list)  # Finished emphasis.
    links: list[Link] = field(default_factory=list)  # Finished links.
    notes: list[Note] = field(default_factory=list)  # Footnote marks.
    # Open emphasis with the offset at which each began.
    open_marks: list[tuple[MarkKind | None, int]] = field(default_factory=list)
    # Open links, each with its offset and whether it had words.
    open_links: list[tuple[Link | None, int, bool]] = field(default_factory=list)

    @property
    def in_code(self) -> bool:
        """Whether the text that is added next is inside a code element."""
        return any(kind == "code" for kind, _ in self.open_marks)

    def write(self, text: str) -> None:
        """Add text with white space folded; a space at the beginning of the words is dropped."""
        pieces = _FOLDED.split(text.replace("\ufeff", ""))
        for index, piece in enumerate(pieces):
            if index:
                self.pending_space = True
            if piece:
                self._put_space()
                self._put(piece)

    def write_lines(self, text: str) -> None:
        """Add text unchanged, with line ends and spaces."""
        self._put(text.replace("\ufeff", ""))

    def note(self, number: str, words: str) -> None:
        """Add a footnote mark: its number, and the words of the footnote, empty if lost."""
        self._put_space()
        self.notes.append(Note(self.length, number, words))

    def open_mark(self, kind: MarkKind | None) -> None:
        """Begin emphasis; None for an element without any, which ``close_mark`` ends, too."""
        self.open_marks.append((kind, self._next()))

    def close_mark(self) -> None:
        """End the emphasis that was begun last."""
        if self.open_marks:
            kind, start = self.open_marks.pop()
            self._add_mark(kind, start)
            if kind == "sup" and start == 0 and is_raised_number("".join(self.parts[:_FEW])):
                self.pending_space = True

    def open_link(self, link: Link | None) -> None:
        """Begin a link; None for an anchor without a target.

        Links inside another link are ignored.
        """
        outermost = not any(link for link, _, _ in self.open_links)
        self.open_links.append((link if outermost else None, self._next(), False))

    def close_link(self) -> Link | None:
        """End the link that was begun last; return it if it had no words and is lost, else None."""
        if not self.open_links:
            return None
        link, start, begun = self.open_links.pop()
        added = self._add_link(link, start)
        return None if added or begun else link

    def take(self) -> Passage:
        """Return the words so far. Open emphasis and links begin again in the next words."""
        if not self.length and not self.notes:
            self.pending_space = False
            return EMPTY
        for kind, start in reversed(self.open_marks):
            self._add_mark(kind, start)
        added = [(link, self._add_link(link, start) or b) for link, start, b in self.open_links]
        words = _finished("".join(self.parts), self.marks, self.links, self.notes)
        self.parts, self.length, self.pending_space = [], 0, False
        self.marks, self.links, self.notes = [], [], []
        self.open_marks = [(kind, 0) for kind, _ in self.open_marks]
        self.open_links = [(link, 0, begun) for link, begun in added]
        return words

    def _next(self) -> int:
        """Return the offset of the text that is added next."""
        return self.length + (1 if self._needs_space else 0)

    @property
    def _needs_space(self) -> bool:
        return self.pending_space and bool(self.parts) and not self.parts[-1].endswith(" ")

    def _put_space(self) -> None:
        if self._needs_space:
            self._put(" ")
        self.pending_space = False

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def _add_mark(self, kind: MarkKind | None, start: int) -> None:
        if kind and start < self.length:
            self.marks.append(Mark(kind, start, self.length))

    def _add_link(self, link: Link | None, start: int) -> bool:
        if not link or start >= self.length:
            return False
        self.links.append(Link(start, self.length, link.kind, link.target, link.anchor))
        return True


def _finished(text: str, marks: list[Mark], links: list[Link], notes: list[Note]) -> Passage:
    """Return words without white space at their ends and at the ends of emphasis and links."""
    stripped = text.strip()
    front = len(text) - len(text.lstrip())
    # Only characters split over elements, such as a letter and its accent, are not NFC already; an
    # offset between them moves to their end.
    whole = normalized("NFC", stripped)

    def trim(start: int, end: int) -> tuple[int, int]:
        start, end = (min(max(at - front, 0), len(whole)) for at in (start, end))
        while start < end and whole[start].isspace():
            start += 1
        while start < end and whole[end - 1].isspace():
            end -= 1
        return start, end

    set_marks = [Mark(mark.kind, *trim(mark.start, mark.end)) for mark in marks]
    set_links = [
        Link(*trim(link.start, link.end), link.kind, link.target, link.anchor) for link in links
    ]
    shown = (mark for mark in reversed(set_marks) if mark.start < mark.end)
    return Passage(
        whole,
        tuple(replace(note, at=trim(note.at, note.at)[0]) for note in notes),
        marks=tuple(sorted(shown, key=lambda mark: (mark.start, -mark.end))),
        links=tuple(link for link in set_links if link.start < link.end),
    )


@dataclass(slots=True)
class ParagraphDraft:
    """A paragraph while it is read, line by line."""

    line: int  # Number of its first line in the source.
    kind: BlockKind = "paragraph"  # Kind of block.
    level: int = 0  # Level of the heading or list item that it is; 0 for another paragraph.
    centered: bool = False  # Whether the page shows it in the middle of the line.
    column: int = 0  # Number of the language whose column of a table it is in, from 1; else 0.
    is_apart: bool = False  # Whether its style is one of quotations.
    # Its lines, cut at the line breaks.
    lines: list[WordsDraft] = field(default_factory=lambda: [WordsDraft()])

    @property
    def last(self) -> WordsDraft:
        """Return the line to which words are added."""
        return self.lines[-1]

    def break_line(self, size: int = 0) -> None:
        """End a line at a line break of ``size`` characters in the source."""
        self.last.size += size
        self.lines.append(WordsDraft())

    @property
    def size(self) -> int:
        """Return the characters of the source, without those of footnotes."""
        return sum(line.size for line in self.lines)

    @property
    def losses(self) -> list[str]:
        """Return what could not be read of its lines."""
        return [each for line in self.lines for each in line.losses]

    def blocks(self) -> Iterator[Block]:
        """Yield a block for each line; lines without words are yielded too, for their size."""
        for draft in self.lines:
            words = draft.finish()
            kind, level = self.kind, self.level
            if kind != "heading" and self._is_heading(words.text, draft):
                kind, level = "heading", BOLD_HEADING
            yield Block(
                kind,
                words,
                draft.line or self.line,
                level,
                size=draft.size,
                note_size=draft.note_size,
                column=self.column,
                is_apart=self.is_apart,
            )

    def _is_heading(self, text: str, draft: WordsDraft) -> bool:
        shown = draft.is_bold or (self.centered and draft.letters >= _FEWEST_LETTERS)
        short = len(text) <= _LONGEST_HEADING and not text.endswith(_NO_HEADING_END)
        return shown and short and self.kind == "paragraph"


def may_break(before: str, after: str) -> bool:
    """Whether a line end in the source, which the page does not show, begins a labelled line.

    The line before must end like a sentence or a list item, so that a line end inside
    "point (a) of Article 6" stays a space.
    """
    return before.rstrip().endswith(_LABEL_FOLLOWS) and begins_label(after)


def begins_label(after: str) -> bool:
    """Whether the words after a line end begin with a label."""
    return _LABEL_BEGINS.match(after.lstrip()) is not None
