"""Whole-page dumps of a wiki page: what inscriptis, html2text, lynx, w3m and the like write."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest

from lawkb.model.language import Language, read_language
from lawkb.model.law import Loss
from lawkb.model.page import PieceKind, Source
from lawkb.model.privacy import public_name
from lawkb.parse.document import EMPTY, Block, BlockKind, Document, ReaderComment, Words
from lawkb.parse.extracted_lines import (
    BULLET,
    RULE,
    Line,
    Shape,
    find_frame,
    read_lines,
    shape_of,
    unwrapped,
)
from lawkb.parse.extracted_parts import Dump, Part, known_lines, sort_lines
from lawkb.parse.extracted_tables import groups, read_table, tells_cells
from lawkb.parse.extracted_words import Reader, plain_words
from lawkb.parse.text import iso_time

_BLOCK_KINDS: dict[str, BlockKind] = {
    "heading": "heading",
    "paragraph": "paragraph",
    "item": "item",
    "rule": "rule",
}
_ELSEWHERE: dict[str, PieceKind] = {
    "furniture": "furniture",
    "page_data": "page_data",
    "comment-head": "comments",
    "comment": "comments",
}


def read_extracted(text: str, source: Source) -> Document | None:
    """A dump of a rendered page as blocks, whichever program wrote it.

    Read are dumps of the whole page, with what the wiki shows around the law; Markdown;
    dumps of terminal browsers, wrapped or not; and pages that kept titles or tables but no
    blank lines. Other text is read by ``lawkb.parse.text``.

    Args:
        text: Whole page, NFC, LF line ends.
        source: Its page ids and its templates for furniture, page data and comments.

    Returns:
        The page, its notes at the marks; None when it is no such dump. A note no mark claims is
        ``unparsed``; what the dump is known to lack is a loss. Never raises.

    Source: formats.md of the samples, section 9.
    """
    lines = read_lines(text)
    frame = find_frame(lines, source)
    shape = shape_of(lines, frame)
    if shape is None:
        return None
    tags = dict.fromkeys(tag for rule in source.rules for tag in rule.languages)
    languages = tuple(read_language(tag) for tag in tags)
    opens = {line.number for line in lines if _opens(line)} | known_lines(lines, source).keys()
    lines = [*lines[: frame.begin], *unwrapped(lines[frame.begin :], shape, frozenset(opens))]
    # Once more: the foot of a page is known only when it is one line again.
    parts = sort_lines(Dump(lines, frame, shape, languages), known_lines(lines, source))
    return _Assembly(parts, shape, languages, framed=frame.begin > 0).document(len(text))


def _opens(line: Line) -> bool:
    drawn = RULE.fullmatch(line.text)
    return bool(line.depth or line.markers or drawn or BULLET.match(line.text))


@dataclass(slots=True)
class _Note:
    """A note at the foot: its words and the characters it takes, counted at its first mark."""

    words: Words
    size: int
    line: int
    number: str
    claimed: bool = False


@dataclass(slots=True)
class _Assembly:
    """Makes a document of the parts of a dump.

    Attributes:
        by_number: Notes by each of their numbers.
        line: Number of the line being read.
        claimed: Characters of the notes claimed so far.
    """

    parts: list[Part]
    shape: Shape
    languages: tuple[Language, ...]
    framed: bool
    losses: list[Loss] = field(default_factory=list)
    notes: list[_Note] = field(default_factory=list)
    by_number: dict[str, _Note] = field(default_factory=dict)
    line: int = 0
    claimed: int = 0

    def document(self, total: int) -> Document:
        """The document of all parts."""
        self._read_notes()
        reader = Reader(self.shape, self.languages, self._claim)
        body = [part for part in self.parts if part.kind in _BLOCK_KINDS]
        blocks = tuple(self._block(*group, reader) for group in groups(body, self.shape))
        if self.shape == "bare":
            self._lose_words(blocks)
        comments = self._comments()
        data: dict[str, str] = {}
        for part in self.parts:
            if part.kind == "page_data":
                data.update(part.fields)
        return Document(
            form="text",
            blocks=blocks,
            comments=comments,
            page_id=data.get("page"),
            revised=iso_time(data["revised"]) if "revised" in data else None,
            user=public_name(data.get("user", "")),
            total=total,
            elsewhere=self._elsewhere(),
            losses=tuple(self.losses),
            complete=not self.framed or any(_is_foot(part) for part in self.parts),
        )

    def _read_notes(self) -> None:
        """The notes at the foot; notes of the same words have several numbers."""
        opened: list[list[Part]] = []
        for part in self.parts:
            if part.kind == "note-mark":
                opened.append([part])
            elif part.kind == "note":
                opened[-1].append(part)
        for head, *body in opened:
            words = plain_words(" ".join(part.line.text for part in body), self.shape)
            numbers = head.fields["marker"].split(" ")
            size = sum(_size(part) for part in (head, *body))
            note = _Note(words, size, head.line.number, numbers[0])
            self.notes.append(note)
            for number in numbers:
                self.by_number.setdefault(number, note)

    def _claim(self, number: str) -> Words | None:
        note = self.by_number.get(number)
        if note is None or not note.words.text:
            self._lose("note", f"the text of note {number} is not on the page", self.line)
        if note is None:
            return None
        self.claimed += 0 if note.claimed else note.size
        note.claimed = True
        return note.words

    def _block(self, is_table: bool, parts: list[Part], reader: Reader) -> Block:
        """The block of a part, or of the rows of a table."""
        line, size, before = parts[0].line, sum(map(_size, parts)), self.claimed
        self.line = line.number
        if is_table:
            rows, marks = read_table(parts, self.shape, reader.words)
            if not tells_cells(rows, self.shape):
                self._lose("table", "where the cells of a table begin and end is lost", line.number)
            notes = marks + self.claimed - before
            return Block(
                "table", EMPTY, line.number, cells=rows, size=size - marks, note_size=notes
            )
        kind = _BLOCK_KINDS[parts[0].kind]
        text = {"rule": "", "heading": line.bare}.get(kind, line.text)
        words, marks = reader.words(text)
        notes = marks + self.claimed - before
        return Block(kind, words, line.number, parts[0].level, size=size - marks, note_size=notes)

    def _lose_words(self, blocks: tuple[Block, ...]) -> None:
        """A heading of a section with no words below it: the extractor dropped them."""
        for block, after in zip_longest(blocks, blocks[1:]):
            ends = after is None or (after.kind == "heading" and after.level <= block.level)
            if block.kind == "heading" and ends:
                self._lose("text", "the words below a heading are not on the page", block.line)

    def _comments(self) -> tuple[ReaderComment, ...]:
        """The comments of readers, each on the page: a dump does not say what it answers."""
        found: list[tuple[dict[str, str], list[Words]]] = []
        for part in self.parts:
            if part.kind == "comment-head":
                found.append((part.fields, []))
            elif part.kind == "comment":
                if not found:
                    line = part.line.number
                    self._lose("comment", "who wrote the comments, and when, is lost", line)
                    found.append(({}, []))
                found[-1][1].append(plain_words(part.line.text, self.shape))
        if len(found) > 1:
            self._lose("comment", "the page does not say which comment answers which")
        return tuple(
            _comment(str(n), fields, tuple(words)) for n, (fields, words) in enumerate(found, 1)
        )

    def _elsewhere(self) -> tuple[tuple[PieceKind, int], ...]:
        """Characters in no block. A note without a mark says that the words around it are lost."""
        counts: dict[PieceKind, int] = {}
        for part in self.parts:
            if part.kind in _ELSEWHERE:
                kind = _ELSEWHERE[part.kind]
                counts[kind] = counts.get(kind, 0) + _size(part)
        for note in self.notes:
            if not note.claimed:
                counts["unparsed"] = counts.get("unparsed", 0) + note.size
                message = f"note {note.number} has no mark: words it stands on are not on the page"
                self._lose("text", message, note.line)
        return tuple(counts.items())

    def _lose(self, kind: str, message: str, line: int | None = None) -> None:
        self.losses.append(Loss(kind, message, line=line))


def _size(part: Part) -> int:
    return part.line.end - part.line.start


def _is_foot(part: Part) -> bool:
    return part.kind == "page_data" and part.line.text != part.fields.get("page")


def _comment(number: str, fields: dict[str, str], words: tuple[Words, ...]) -> ReaderComment:
    edited = fields.get("edited")
    return ReaderComment(
        number,
        None,
        public_name(fields.get("author", "")) or "",
        iso_time(fields.get("created", "")),
        iso_time(edited) if edited else None,
        words,
    )
