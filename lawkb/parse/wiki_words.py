"""Words being gathered from the pieces of a wiki page, until they are folded into plain text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from lawkb.model.passage import Link, Mark, MarkKind
from lawkb.parse.document import NotePoint, Words
from lawkb.parse.wiki_changes import CHANGE, Span, change_pairs, inserted_marks
from lawkb.parse.wiki_links import ShownLink

# Words with single blanks between them; other white space is what its author put there.
_WORDS = re.compile(r"[^ \t\n\r\f]+(?: [^ \t\n\r\f]+)*")
_BLANK = re.compile(r"[ \t\n\r\f]")


class WordsDraft:
    """Words of one block, cell or note while the page is read; offsets are into the raw text."""

    __slots__ = (
        "_changes", "_length", "_links", "_marks", "_notes", "_open", "_pieces", "_suppressed"
    )  # fmt: skip

    def __init__(self) -> None:
        """Begin without words."""
        self._pieces: list[str] = []
        self._length = 0
        self._open: list[tuple[MarkKind, int]] = []
        self._suppressed: dict[MarkKind, int] = {}
        self._marks: list[Mark] = []
        self._links: list[tuple[int, int, ShownLink]] = []
        self._notes: list[tuple[int, WordsDraft]] = []
        self._changes: list[Span] = []

    def add(self, text: str) -> None:
        """Add text in which signs of change are signs."""
        self._changes += [
            (self._length + match.start(), self._length + match.end())
            for match in CHANGE.finditer(text)
        ]
        self.add_literal(text)

    def add_literal(self, text: str) -> None:
        """Add text that is text whatever it holds."""
        self._pieces.append(text)
        self._length += len(text)

    def add_marked(self, kind: MarkKind, text: str) -> None:
        """Add literal text under a mark of its own."""
        self._marks.append(Mark(kind, self._length, self._length + len(text)))
        self.add_literal(text)

    def add_link(self, link: ShownLink) -> None:
        """Add a link by its words."""
        begin = self._length
        self.add(link.shown)
        self._links.append((begin, self._length, link))

    def add_note(self) -> WordsDraft:
        """A note whose mark stands here; its words are gathered apart."""
        note = WordsDraft()
        self._notes.append((self._length, note))
        return note

    def open(self, kind: MarkKind) -> None:
        """Begin a mark. One inside its own kind says nothing more, so marks nest eight deep."""
        if any(kind == other for other, _ in self._open):
            self._suppressed[kind] = self._suppressed.get(kind, 0) + 1
        else:
            self._open.append((kind, self._length))

    def close(self, kind: MarkKind) -> None:
        """End a mark and what is still open in it; one that never began is none."""
        if self._suppressed.get(kind):
            self._suppressed[kind] -= 1
            return
        while any(kind == other for other, _ in self._open):
            last, begin = self._open.pop()
            self._marks.append(Mark(last, begin, self._length))
            if last == kind:
                return

    def finish(self, numbers: Iterator[int]) -> Words:
        """The words: white space folded, signs of change out, notes numbered in their order."""
        while self._open:
            self.close(self._open[-1][0])
        text = "".join(self._pieces)
        marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
        pairs = change_pairs(text, self._changes)
        inserted = inserted_marks([(first[1], second[0]) for first, second in pairs], marks)
        folded = _Folded(text, [sign for pair in pairs for sign in pair])
        return Words(
            folded.text,
            tuple(folded.marks([*marks, *inserted])),
            tuple(folded.links(self._links)),
            tuple(
                NotePoint(folded.place(at), str(next(numbers)), note.finish(numbers))
                for at, note in self._notes
            ),
        )

    def is_empty(self) -> bool:
        """Whether there is nothing in it that a reader or a link checker would miss."""
        return not (self._links or self._notes or any(piece.strip() for piece in self._pieces))


class _Folded:
    """A raw text folded to one line, and where each raw offset went."""

    __slots__ = ("_raw", "_shown", "_text", "text")

    def __init__(self, raw: str, dropped: list[Span]) -> None:
        self._text = raw
        self._raw: list[int] = []  # where runs of kept letters begin in the raw text
        self._shown: list[Span] = []  # and where they begin and end in the folded one
        words: list[str] = []
        length, ended = 0, 0
        for begin, end in _runs(raw, dropped):
            if words and _BLANK.search(raw, ended, begin):
                words.append(" ")
                length += 1
            words.append(raw[begin:end])
            self._raw.append(begin)
            self._shown.append((length, length + end - begin))
            length, ended = length + end - begin, end
        self.text = "".join(words)
        self._strip()

    def _strip(self) -> None:
        """Take other white space from the ends too: a no-break space alone is no word."""
        lead = len(self.text) - len(self.text.lstrip())
        self.text = self.text.strip()
        last = len(self.text)
        for run, (begin, end) in enumerate(self._shown):
            self._raw[run] += max(0, min(lead, end) - begin)
            self._shown[run] = (min(max(0, begin - lead), last), min(max(0, end - lead), last))

    def begin(self, at: int) -> int:
        """Place of the first kept letter at or after a raw offset."""
        run = bisect_right(self._raw, at) - 1
        if run >= 0:
            begin, end = self._shown[run]
            if at - self._raw[run] < end - begin:
                place = begin + at - self._raw[run]
                return place + self.text.startswith(" ", place)
        return self._shown[run + 1][0] if run + 1 < len(self._shown) else len(self.text)

    def end(self, at: int) -> int:
        """Place after the last kept letter before a raw offset."""
        run = bisect_right(self._raw, at - 1) - 1
        if run < 0:
            return 0
        begin, end = self._shown[run]
        place = min(end, begin + at - self._raw[run])
        return place - self.text.endswith(" ", 0, place)

    def place(self, at: int) -> int:
        """Place of a note: behind the word it is glued to, else before the next one."""
        run = bisect_right(self._raw, at - 1) - 1
        if run < 0:
            return 0
        begin, end = self._shown[run]
        # Inside a run the letter before tells, behind it whatever was left out since.
        blank = _BLANK.search(self._text, min(at - 1, self._raw[run] + end - begin), at)
        return self.begin(at) if blank else self.end(at)

    def marks(self, marks: list[Mark]) -> list[Mark]:
        """The marks that still hold a letter, outermost first."""
        placed = (Mark(mark.kind, self.begin(mark.start), self.end(mark.end)) for mark in marks)
        kept = {mark for mark in placed if mark.start < mark.end}
        return sorted(kept, key=lambda mark: (mark.start, -mark.end, mark.kind))

    def links(self, links: list[tuple[int, int, ShownLink]]) -> Iterator[Link]:
        """The links; one without words stays, at its place."""
        for begin, end, link in links:
            start, stop = self.begin(begin), self.end(end)
            if start >= stop:
                start = stop = self.place(begin)
            yield Link(start, stop, link.kind, link.target, link.anchor)


def _runs(raw: str, dropped: list[Span]) -> Iterator[Span]:
    """Stretches of the raw text that stay: no blanks and nothing dropped."""
    at = 0
    for begin, end in (*dropped, (len(raw), len(raw))):
        yield from (match.span() for match in _WORDS.finditer(raw, at, begin))
        at = end
