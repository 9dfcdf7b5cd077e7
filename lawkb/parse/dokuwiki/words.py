"""Build plain text with emphasis and links from the inline tokens of a wiki page.

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
from itertools import pairwise

from lawkb.model.passage import Link, Mark, MarkKind
from lawkb.parse.document import NotePoint, Words
from lawkb.parse.dokuwiki.links import ShownLink

Span = tuple[int, int]
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
    """Words of one block, cell or footnote while the page is read.

    Offsets are into the raw text.
    """

    _pieces: list[str] = field(default_factory=list)
    _length: int = 0
    _open: list[tuple[MarkKind, int]] = field(default_factory=list)
    _suppressed: Counter[MarkKind] = field(default_factory=Counter)
    _marks: list[Mark] = field(default_factory=list)
    _links: list[tuple[int, int, ShownLink]] = field(default_factory=list)
    _notes: list[tuple[int, WordsDraft]] = field(default_factory=list)
    _changes: list[Span] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Add text in which the signs ``;;`` mark a change."""
        self._changes += [
            (self._length + match.start(), self._length + match.end())
            for match in _CHANGE.finditer(text)
        ]
        self.add_literal(text)

    def add_literal(self, text: str) -> None:
        """Add text unchanged; signs in it have no meaning."""
        self._pieces.append(text)
        self._length += len(text)

    def add_marked(self, kind: MarkKind, text: str) -> None:
        """Add literal text with emphasis of the given kind."""
        self._marks.append(Mark(kind, self._length, self._length + len(text)))
        self.add_literal(text)

    def add_link(self, link: ShownLink) -> None:
        """Add the words of a link."""
        begin = self._length
        self.add(link.shown)
        self._links.append((begin, self._length, link))

    def add_note(self) -> WordsDraft:
        """Add a footnote mark; return the words of the footnote, to which text can be added."""
        note = WordsDraft()
        self._notes.append((self._length, note))
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
                return

    def finish(self, numbers: Iterator[int | str]) -> Words:
        """Return the words: white space folded, signs of change removed, footnotes numbered.

        Args:
            numbers: Numbers for the footnotes of the page, in order.
        """
        while self._open:
            self.close(self._open[-1][0])
        text = "".join(self._pieces)
        marks = sorted(self._marks, key=lambda mark: (mark.start, -mark.end))
        pairs = _change_pairs(text, self._changes)
        inserted = _inserted_marks([(first[1], second[0]) for first, second in pairs], marks)
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
        """Whether nothing was added that a reader or a link checker would miss."""
        return not (self._links or self._notes or any(piece.strip() for piece in self._pieces))


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

    def links(self, links: list[tuple[int, int, ShownLink]]) -> Iterator[Link]:
        """Yield the links; a link without words keeps its offset."""
        for begin, end, link in links:
            start, stop = self.begin(begin), self.end(end)
            if start >= stop:
                start = stop = self.place(begin)
            yield Link(start, stop, link.kind, link.target, link.anchor)


def _runs(raw: str, dropped: list[Span]) -> Iterator[Span]:
    """Yield the spans of the raw text that remain, without white space and dropped signs."""
    at = 0
    for begin, end in (*dropped, (len(raw), len(raw))):
        yield from (match.span() for match in _WORDS.finditer(raw, at, begin))
        at = end
