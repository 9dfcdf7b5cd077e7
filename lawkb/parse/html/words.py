"""Read inline HTML as words: text folded as in a browser, with emphasis, links and footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lxml import etree

from lawkb.model.passage import Link, Mark, MarkKind
from lawkb.parse.document import EMPTY, NotePoint, Words
from lawkb.parse.html.elements_in_order import classes
from lawkb.unicode_normal_forms import normalized

# White space that a browser folds, and line ends of other programs; a no-break space stays.
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
    """Return the kind of emphasis of an inline element, ``bold`` for ``strong``, or None."""
    kind = _MARKS.get(str(node.tag))
    if kind == "italic" and "u" in classes(node):
        return "underline"  # DokuWiki's HTML for __underlined__
    return "code" if kind == "mono" and "code" in classes(node) else kind


def joined(parts: Iterable[Words]) -> Words:
    """Return words of several parts joined on one line, with a space between the parts."""
    texts: list[str] = []
    marks: list[Mark] = []
    links: list[Link] = []
    notes: list[NotePoint] = []
    at = 0
    for part in parts:
        texts.append(_FOLDED.sub(lambda match: " " * len(match[0]), part.text))
        marks += [Mark(m.kind, m.start + at, m.end + at) for m in part.marks]
        links += [Link(k.start + at, k.end + at, k.kind, k.target, k.anchor) for k in part.links]
        notes += [NotePoint(n.at + at, n.number, n.words) for n in part.notes]
        at += len(part.text) + 1
    return Words(" ".join(texts), tuple(marks), tuple(links), tuple(notes))


@dataclass(slots=True)
class HtmlWordsDraft:
    """Words being read. ``take`` returns them; open emphasis and links continue in the next words.

    Attributes:
        parts: The texts so far.
        length: Number of code points so far.
        pending_space: Whether a space is to be added before the next text.
        marks: Finished emphasis.
        links: Finished links.
        notes: Footnote marks.
        open_marks: Open emphasis with the offset at which each began.
        open_links: Open links, each with its offset and whether it had words.
    """

    parts: list[str] = field(default_factory=list)
    length: int = 0
    pending_space: bool = False
    marks: list[Mark] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    notes: list[NotePoint] = field(default_factory=list)
    open_marks: list[tuple[MarkKind | None, int]] = field(default_factory=list)
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

    def note(self, number: str, words: Words | None) -> None:
        """Add a footnote mark: its number, and the words of the footnote or None if lost."""
        self._put_space()
        self.notes.append(NotePoint(self.length, number, words))

    def open_mark(self, kind: MarkKind | None) -> None:
        """Begin emphasis; None for an element without any, which ``close_mark`` ends, too."""
        self.open_marks.append((kind, self._next()))

    def close_mark(self) -> None:
        """End the emphasis that was begun last."""
        if self.open_marks:
            kind, start = self.open_marks.pop()
            self._add_mark(kind, start)

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

    def take(self) -> Words:
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


def _finished(text: str, marks: list[Mark], links: list[Link], notes: list[NotePoint]) -> Words:
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
    return Words(
        whole,
        tuple(sorted((mark for mark in reversed(set_marks) if mark.start < mark.end), key=_outer)),
        tuple(link for link in set_links if link.start < link.end),
        tuple(NotePoint(trim(note.at, note.at)[0], note.number, note.words) for note in notes),
    )


def _outer(mark: Mark) -> tuple[int, int]:
    return mark.start, -mark.end
