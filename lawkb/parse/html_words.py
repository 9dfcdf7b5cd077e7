"""Inline HTML to words: text folded as a browser shows it, marks, links and note marks beside."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lxml import etree

from lawkb.model.passage import Link, Mark, MarkKind
from lawkb.normal_forms import normalized
from lawkb.parse.document import EMPTY, NotePoint, Words
from lawkb.parse.html_steps import classes

# What a browser folds, and line ends that other programs would see; a no-break space stays.
_FOLDED = re.compile("[ \t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+")
_MARKS: dict[str, MarkKind] = {
    "strong": "bold",
    "b": "bold",
    "em": "italic",
    "i": "italic",
    "u": "underline",
    "code": "mono",
    "tt": "mono",
    "kbd": "mono",
    "samp": "mono",
    "sub": "sub",
    "sup": "sup",
    "del": "deleted",
    "s": "deleted",
    "strike": "deleted",
    "ins": "inserted",
}


def mark_of(node: etree._Element) -> MarkKind | None:
    """The mark an inline element sets; None when it sets none."""
    kind = _MARKS.get(str(node.tag))
    if kind == "italic" and "u" in classes(node):
        return "underline"  # so DokuWiki writes __underlined__
    return "code" if kind == "mono" and "code" in classes(node) else kind


def joined(parts: Iterable[Words]) -> Words:
    """Words in a row, one line, with a blank between them."""
    texts: list[str] = []
    marks: list[Mark] = []
    links: list[Link] = []
    notes: list[NotePoint] = []
    at = 0
    for part in parts:
        texts.append(_FOLDED.sub(_blanks, part.text))
        marks += [Mark(m.kind, m.start + at, m.end + at) for m in part.marks]
        links += [Link(k.start + at, k.end + at, k.kind, k.target, k.anchor) for k in part.links]
        notes += [NotePoint(n.at + at, n.number, n.words) for n in part.notes]
        at += len(part.text) + 1
    return Words(" ".join(texts), tuple(marks), tuple(links), tuple(notes))


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


@dataclass(slots=True)
class Draft:
    """Words being read. Take them with ``take``; what is still open then goes on in the next."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    blank: bool = False
    marks: list[Mark] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    notes: list[NotePoint] = field(default_factory=list)
    open_marks: list[tuple[MarkKind | None, int]] = field(default_factory=list)
    open_links: list[tuple[Link | None, int, bool]] = field(default_factory=list)

    @property
    def in_code(self) -> bool:
        """Whether the next sign is code."""
        return any(kind == "code" for kind, _ in self.open_marks)

    def write(self, text: str) -> None:
        """Add text, white space folded; a blank at the front of the words is none."""
        pieces = _FOLDED.split(text.replace("\ufeff", ""))
        for index, piece in enumerate(pieces):
            if index:
                self.blank = True
            if piece:
                self._put_blank()
                self._put(piece)

    def write_lines(self, text: str) -> None:
        """Add text as it stands, line ends and blanks kept."""
        self._put(text.replace("\ufeff", ""))

    def note(self, number: str, words: Words | None) -> None:
        """Set a note mark at this place."""
        self._put_blank()
        self.notes.append(NotePoint(self.length, number, words))

    def open_mark(self, kind: MarkKind | None) -> None:
        """Begin a mark; None for an element that sets none."""
        self.open_marks.append((kind, self._next()))

    def close_mark(self) -> None:
        """End the mark begun last."""
        if self.open_marks:
            kind, start = self.open_marks.pop()
            self._add_mark(kind, start)

    def open_link(self, link: Link | None) -> None:
        """Begin a link; None for an anchor that is none. Only the outermost counts."""
        outermost = not any(kept for kept, _, _ in self.open_links)
        self.open_links.append((link if outermost else None, self._next(), False))

    def close_link(self) -> Link | None:
        """End the link begun last; gives it back when no words were in it, which loses it."""
        if not self.open_links:
            return None
        link, start, begun = self.open_links.pop()
        added = self._add_link(link, start)
        return None if added or begun else link

    def take(self) -> Words:
        """The words so far. Marks and links still open begin anew in the words after them."""
        if not self.length and not self.notes:
            self.blank = False
            return EMPTY
        for kind, start in reversed(self.open_marks):
            self._add_mark(kind, start)
        held = [(link, self._add_link(link, start) or b) for link, start, b in self.open_links]
        words = _finished("".join(self.parts), self.marks, self.links, self.notes)
        self.parts, self.length, self.blank = [], 0, False
        self.marks, self.links, self.notes = [], [], []
        self.open_marks = [(kind, 0) for kind, _ in self.open_marks]
        self.open_links = [(link, 0, begun) for link, begun in held]
        return words

    def _next(self) -> int:
        """Where the next sign will stand."""
        return self.length + (1 if self._needs_blank else 0)

    @property
    def _needs_blank(self) -> bool:
        return self.blank and bool(self.parts) and not self.parts[-1].endswith(" ")

    def _put_blank(self) -> None:
        if self._needs_blank:
            self._put(" ")
        self.blank = False

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


def _finished(text: str, marks: list[Mark], links: list[Link], notes: list[NotePoint]) -> Words:
    """Words with no white space at their ends and none at the ends of their marks and links."""
    stripped = text.strip()
    front = len(text) - len(text.lstrip())
    # Only signs split over elements, such as a letter and its accent, are not NFC already; a place
    # between them moves to their end.
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
    return Words(
        whole,
        tuple(sorted((mark for mark in reversed(set_marks) if mark.start < mark.end), key=_extent)),
        tuple(link for link in set_links if link.start < link.end),
        tuple(NotePoint(trim(note.at, note.at)[0], note.number, note.words) for note in notes),
    )


def _extent(mark: Mark) -> tuple[int, int]:
    """Outer marks before inner ones that begin at the same place; they end last, too."""
    return mark.start, -mark.end
