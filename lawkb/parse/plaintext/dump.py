"""Dumps of whole wiki pages, as inscriptis, html2text, lynx, w3m and others write them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest

from lawkb.model.language import Language, read_language
from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.privacy import public_name
from lawkb.model.source import Source
from lawkb.parse.document import EMPTY, Block, BlockKind, Document, ReaderComment, Words
from lawkb.parse.plaintext.blocks import iso_time
from lawkb.parse.plaintext.dump_lines import (
    BULLET,
    RULE,
    Line,
    Shape,
    find_frame,
    read_lines,
    shape_of,
    unwrapped,
)
from lawkb.parse.plaintext.dump_parts import DumpPage, Part, known_lines, sort_lines
from lawkb.parse.plaintext.dump_tables import groups, read_table, separates_cells
from lawkb.parse.plaintext.dump_words import WordReader, plain_words

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
    """Read a dump of a rendered page as a document, whichever program wrote it.

    These are dumps of the whole page, with what the wiki shows around the law; Markdown; dumps
    of terminal browsers, wrapped or not; and pages with titles or tables but without blank
    lines. Other text is read by ``lawkb.parse.plaintext.blocks``.

    Args:
        text: Whole page, NFC, LF line ends.
        source: Its page ids and its templates for furniture, page data and comments.

    Returns:
        The page, its notes at their marks; None when it is no such dump. A note without a mark is
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
    # Again, since the footer of the page is recognised only on one line.
    parts = sort_lines(DumpPage(lines, frame, shape, languages), known_lines(lines, source))
    return _Assembly(parts, shape, languages, framed=frame.begin > 0).document(len(text))


def _opens(line: Line) -> bool:
    drawn = RULE.fullmatch(line.text)
    return bool(line.depth or line.markers or drawn or BULLET.match(line.text))


@dataclass(slots=True)
class _Note:
    """A note at the end of the page: its words and size, counted at its first mark."""

    words: Words
    size: int
    line: int
    number: str
    claimed: bool = False


@dataclass(slots=True)
class _Assembly:
    """A builder of a document from the parts of a dump.

    Attributes:
        by_number: Notes by each of their numbers.
        line: Number of the current line.
        claimed: Characters of the notes that have had a mark so far.
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
        """Return the document of all parts."""
        self._read_notes()
        reader = WordReader(self.shape, self.languages, self._claim)
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
        """Read the notes at the end; notes with the same words have several numbers."""
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

    def _block(self, is_table: bool, parts: list[Part], reader: WordReader) -> Block:
        """Return the block of a part, or of the rows of a table."""
        line, size, before = parts[0].line, sum(map(_size, parts)), self.claimed
        self.line = line.number
        if is_table:
            rows, marks = read_table(parts, self.shape, reader.words)
            if not separates_cells(rows, self.shape):
                self._lose("table", "the borders of the cells of a table are lost", line.number)
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
        """Add a loss for a heading of a section without words, which the extractor dropped."""
        for block, after in zip_longest(blocks, blocks[1:]):
            ends = after is None or (after.kind == "heading" and after.level <= block.level)
            if block.kind == "heading" and ends:
                self._lose("text", "the words below a heading are not on the page", block.line)

    def _comments(self) -> tuple[ReaderComment, ...]:
        """Return the comments, all on the page: a dump does not mark replies."""
        found: list[tuple[dict[str, str], list[Words]]] = []
        for part in self.parts:
            if part.kind == "comment-head":
                found.append((part.fields, []))
            elif part.kind == "comment":
                if not found:
                    line = part.line.number
                    self._lose("comment", "the authors and times of the comments are lost", line)
                    found.append(({}, []))
                found[-1][1].append(plain_words(part.line.text, self.shape))
        if len(found) > 1:
            self._lose("comment", "the page does not say which comment answers which")
        return tuple(
            _comment(str(n), fields, tuple(words)) for n, (fields, words) in enumerate(found, 1)
        )

    def _elsewhere(self) -> tuple[tuple[PieceKind, int], ...]:
        """Count the characters in no block. The words around a note without a mark are lost."""
        counts: dict[PieceKind, int] = {}
        for part in self.parts:
            if part.kind in _ELSEWHERE:
                kind = _ELSEWHERE[part.kind]
                counts[kind] = counts.get(kind, 0) + _size(part)
        for note in self.notes:
            if not note.claimed:
                counts["unparsed"] = counts.get("unparsed", 0) + note.size
                message = f"note {note.number} has no mark: the words around it are not on the page"
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
