"""Words of a paragraph while a file is read: cut into lines where the page shows a line break.

A line break in a law begins a new line of the printed page, such as the title below ``Article 6``,
so each line becomes a block. A short line all of whose letters are bold is a heading, as on paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from lawkb.model.passage import LinkKind, MarkKind, Passage, active_link_message, is_active_target
from lawkb.parse.document import Block, BlockKind
from lawkb.parse.dokuwiki.blocks import WordsDraft
from lawkb.parse.dokuwiki.links import ShownLink
from lawkb.unicode_normal_forms import normalized

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


@dataclass(slots=True)
class LineDraft:
    """A line of a paragraph while it is read."""

    words: WordsDraft = field(default_factory=WordsDraft)  # The words so far.
    size: int = 0  # Characters of the source, without those of footnotes.
    note_size: int = 0  # Characters of the footnotes that are counted here.
    letters: int = 0  # Number of letters.
    bold: int = 0  # Number of bold letters.
    losses: list[str] = field(default_factory=list)  # What could not be read.
    line: int = 0  # Number of the line in the source; 0 for that of the paragraph.
    _open: tuple[MarkKind, ...] = ()
    _held: str = ""

    def add(self, text: str, kinds: frozenset[MarkKind] = frozenset()) -> None:
        """Add text with the given emphasis."""
        count = sum(map(str.isalpha, text))
        self.letters += count
        self.bold += count if "bold" in kinds else 0
        accents = len(text) - len(text.lstrip(_ACCENTS)) if self._held else 0
        self._held += text[:accents]
        self._show_held()
        if text.strip():
            self._set_marks(kinds)
        shown = normalized("NFC", text[accents:])
        self.words.add_literal(shown[:-1])
        self._held = shown[-1:]

    def add_link(
        self, target: str, text: str, kind: LinkKind = "external", anchor: str | None = None
    ) -> None:
        """Add the words of a link, by default to a web address; a script keeps only its words."""
        if is_active_target(target):
            self.losses.append(active_link_message(text))
            self.add(text)
            return
        self._show_held()
        self._set_marks(frozenset())
        self.letters += sum(map(str.isalpha, text))
        self.words.add_link(ShownLink(kind, target, normalized("NFC", text), anchor))

    def add_note(self, number: str) -> WordsDraft:
        """Add a footnote mark; return the words of the footnote, to which text can be added."""
        self._show_held()
        return self.words.add_note(number)

    @property
    def is_bold(self) -> bool:
        """Whether all letters are bold, and there are enough for a word."""
        return self.bold == self.letters >= _FEWEST_LETTERS

    def finish(self) -> Passage:
        """Return the words of the line."""
        self.finish_marks()
        return self.words.finish(count(1))

    def finish_marks(self) -> None:
        """End all emphasis, at the end of a line or of a footnote."""
        self._show_held()
        self._set_marks(frozenset())

    def _show_held(self) -> None:
        """Add the last character, which waits for an accent at the beginning of the next text."""
        self.words.add_literal(normalized("NFC", self._held))
        self._held = ""

    def _set_marks(self, kinds: frozenset[MarkKind]) -> None:
        """Close the marks that end here and open those that begin, properly nested."""
        wanted = tuple(kind for kind in _NESTING if kind in kinds)
        while self._open and self._open != wanted[: len(self._open)]:
            self.words.close(self._open[-1])
            self._open = self._open[:-1]
        for kind in wanted[len(self._open) :]:
            self.words.open(kind)
        self._open = wanted


@dataclass(slots=True)
class ParagraphDraft:
    """A paragraph while it is read, line by line."""

    line: int  # Number of its first line in the source.
    kind: BlockKind = "paragraph"  # Kind of block.
    level: int = 0  # Level of the heading or list item that it is; 0 for another paragraph.
    centered: bool = False  # Whether the page shows it in the middle of the line.
    column: int = 0  # Number of the language whose column of a table it is in, from 1; else 0.
    # Its lines, cut at the line breaks.
    lines: list[LineDraft] = field(default_factory=lambda: [LineDraft()])

    @property
    def last(self) -> LineDraft:
        """Return the line to which words are added."""
        return self.lines[-1]

    def break_line(self, size: int = 0) -> None:
        """End a line at a line break of ``size`` characters in the source."""
        self.last.size += size
        self.lines.append(LineDraft())

    @property
    def size(self) -> int:
        """Return the characters of the source, without those of footnotes."""
        return sum(line.size for line in self.lines)

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
            )

    def _is_heading(self, text: str, draft: LineDraft) -> bool:
        shown = draft.is_bold or (self.centered and draft.letters >= _FEWEST_LETTERS)
        short = len(text) <= _LONGEST_HEADING and not text.endswith(_NO_HEADING_END)
        return shown and short and self.kind == "paragraph"


def begins_with_label(text: str) -> bool:
    """Whether a line begins with what looks like a label of a law, ``(a) …``."""
    return bool(_LABEL_BEGINS.match(text))


def may_break(before: str, after: str) -> bool:
    """Whether a line end in the source, which the page does not show, begins a labelled line.

    The line before must end like a sentence or a list item, so that a line end inside
    "point (a) of Article 6" stays a space.
    """
    return before.rstrip().endswith(_LABEL_FOLLOWS) and begins_with_label(after.lstrip())
