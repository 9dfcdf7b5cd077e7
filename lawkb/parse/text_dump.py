"""Dumps of whole wiki pages, as inscriptis, html2text, lynx, w3m and others write them.

They are not read like copied pages, whose lines `text_lines` classifies: a dump has its headings
and footnotes where its layout shows them, before any law is read. On a copied page both are known
only with the law, since a heading may be on one line with its sentence, and footnotes without
numbers follow the last language. Both count every character by kind.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate, zip_longest
from urllib.parse import parse_qs, unquote, urlsplit

from msgspec.structs import replace

from lawkb.model.language import Language, read_language
from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import Cell, Link, MarkKind, Note, Passage
from lawkb.model.passage import Mark as Emphasis
from lawkb.model.privacy import public_name
from lawkb.model.source import Source
from lawkb.parse.document import (
    EMPTY,
    Block,
    BlockKind,
    Document,
    FootnoteMark,
    ReaderComment,
    filled,
    iso_time,
    listed_comments,
)
from lawkb.parse.dokuwiki.signs import is_wikitext, joined_lines
from lawkb.parse.structure.footnotes import find_marks, without_marks
from lawkb.parse.structure.labels_and_languages import language_of
from lawkb.parse.text_lines import (
    BULLET,
    RULE,
    Line,
    Shape,
    classify_lines,
    find_frame,
    is_delimiter,
    known_lines,
    read_lines,
    shape_of,
    unwrapped,
)

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
    """Return the dump of a rendered page as a document, whichever program wrote it, or None.

    These are dumps of the whole page, with what the wiki shows around the law; Markdown; dumps of
    terminal browsers, wrapped or not; and pages with titles or tables but without blank lines.
    Other text is read by ``lawkb.parse.text_lines``. Never raises.

    Args:
        source: Source of the page, with its templates of lines.

    Returns:
        The page, with footnotes at their marks; None when it is no such dump. A footnote without a
        mark is ``unparsed``; what the dump is known to lack is a loss.

    Source: dumps that these programs made of the sample pages.
    """
    lines = read_lines(text)
    frame = find_frame(lines, source)
    shape = shape_of(lines, frame, is_wikitext(text), joined_lines(text))
    if shape is None:
        return None
    tags = dict.fromkeys(tag for rule in source.rules for tag in rule.languages)
    languages = tuple(read_language(tag) for tag in tags)
    opens = {line.number for line in lines if _opens(line)} | known_lines(lines, source).keys()
    lines = [*lines[: frame.begin], *unwrapped(lines[frame.begin :], shape, frozenset(opens))]
    # Again, since the footer of the page is recognised only on one line.
    lines = classify_lines(lines, frame, shape, languages, known_lines(lines, source))
    return _Assembly(lines, shape, languages).document(len(text))


def _opens(line: Line) -> bool:
    drawn = RULE.fullmatch(line.text)
    return bool(line.depth or line.markers or drawn or BULLET.match(line.text))


@dataclass(slots=True)
class _Note:
    """A footnote at the end of the page: its words and size, counted at its first mark."""

    text: str
    size: int
    line: int
    number: str
    claimed: bool = False


@dataclass(slots=True)
class _Assembly:
    """A builder of a document from the lines of a dump."""

    parts: list[Line]  # the lines
    shape: Shape  # layout of the dump
    languages: tuple[Language, ...]  # languages of the pages of the source
    losses: list[Loss] = field(default_factory=list)  # what could not be read
    notes: list[_Note] = field(default_factory=list)  # the footnotes
    by_number: dict[str, _Note] = field(default_factory=dict)  # footnotes by each of their numbers
    line: int = 0  # number of the current line
    claimed: int = 0  # number of characters of the footnotes that have had a mark so far

    def document(self, total: int) -> Document:
        """Return the document of all lines; ``total`` is the number of characters of the page."""
        self._read_notes()
        body = [part for part in self.parts if part.kind in _BLOCK_KINDS]
        blocks = tuple(self._block(*group) for group in _groups(body, self.shape))
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
        )

    def _read_notes(self) -> None:
        """Read the footnotes at the end; footnotes with the same words have several numbers."""
        opened: list[list[Line]] = []
        for part in self.parts:
            if part.kind == "note-mark":
                opened.append([part])
            elif part.kind == "note":
                opened[-1].append(part)
        for head, *body in opened:
            words = _plain_words(" ".join(part.text for part in body), self.shape).text
            numbers = head.fields["marker"].split(" ")
            size = sum(part.size for part in (head, *body))
            note = _Note(words, size, head.number, numbers[0])
            self.notes.append(note)
            for number in numbers:
                self.by_number.setdefault(number, note)

    def _claim(self, number: str) -> str:
        note = self.by_number.get(number)
        if note is None or not note.text:
            self._lose("note", f"the text of note {number} is not on the page", self.line)
        if note is None:
            return ""
        self.claimed += 0 if note.claimed else note.size
        note.claimed = True
        return note.text

    def _block(self, is_table: bool, parts: list[Line]) -> Block:
        """Return the block of a line, or of the rows of a table."""
        first, size, before = parts[0], sum(part.size for part in parts), self.claimed
        self.line = first.number
        if is_table:
            rows, marks = self._table(parts)
            if not _separates_cells(rows, self.shape):
                self._lose("table", "the borders of the cells of a table are lost", self.line)
            notes = marks + self.claimed - before
            return Block("table", EMPTY, self.line, cells=rows, size=size - marks, note_size=notes)
        kind = _BLOCK_KINDS[first.kind]
        text = {"rule": "", "heading": first.bare}.get(kind, first.text)
        words, marks = self._words(text)
        notes = marks + self.claimed - before
        return Block(kind, words, self.line, first.level, size=size - marks, note_size=notes)

    def _table(self, rows: list[Line]) -> tuple[tuple[tuple[Cell, ...], ...], int]:
        """Return the cells of a table, and the characters of the footnote marks in them.

        Cells that a dump joined stay joined. Rows before a delimiter are headers only if the dump
        writes a delimiter only for tables with headers.
        """
        ruled = next((i for i, row in enumerate(rows) if is_delimiter(row.text)), -1)
        heads = ruled if self.shape == "bare" else 0
        cells: list[tuple[Cell, ...]] = []
        taken = 0
        for index, row in enumerate(rows):
            if index == ruled:
                continue
            found = [self._words(text) for text in _cut(row.text, self.shape)]
            taken += sum(size for _, size in found)
            cells.append(tuple(Cell(filled(words), header=index < heads) for words, _ in found))
        return tuple(cells), taken

    def _words(self, text: str) -> tuple[Passage, int]:
        """Return the words of a line with its footnotes, and the size of its footnote marks."""
        plain = _plain_words(text, self.shape)
        marks = self._marks(plain.text)
        if not marks:
            return plain, 0
        notes, cut = [], 0
        for mark in marks:
            notes.append(Note(mark.start - cut, mark.marker, self._claim(mark.marker)))
            cut += mark.end - mark.start
        return _shortened(plain, marks, tuple(notes)), cut

    def _marks(self, text: str) -> tuple[FootnoteMark, ...]:
        if self.shape == "terminal":
            return tuple(FootnoteMark(m[1], m.start(), m.end()) for m in _RAISED.finditer(text))
        language = language_of(text, self.languages) if self.languages else None
        return find_marks(text, language) if language else ()

    def _lose_words(self, blocks: tuple[Block, ...]) -> None:
        """Add a loss for a heading of a section without words, which the extractor dropped."""
        for block, after in zip_longest(blocks, blocks[1:]):
            ends = after is None or (after.kind == "heading" and after.level <= block.level)
            if block.kind == "heading" and ends:
                self._lose("text", "the words below a heading are not on the page", block.line)

    def _comments(self) -> tuple[ReaderComment, ...]:
        """Return the comments, all as comments on the page: a dump does not mark replies."""
        parts = [part for part in self.parts if part.kind in ("comment-head", "comment")]
        if parts and parts[0].kind == "comment":
            message = "the authors and times of the comments are lost"
            self._lose("comment", message, parts[0].number)
        found = listed_comments(
            (None, _plain_words(part.text, self.shape), None)
            if part.kind == "comment"
            else (part.fields, EMPTY, None)
            for part in parts
        )
        if len(found) > 1:
            self._lose("comment", "the page does not say which comment answers which")
        return found

    def _elsewhere(self) -> tuple[tuple[PieceKind, int], ...]:
        """Return the numbers of characters in no block, by kind.

        The words around a footnote without a mark are lost.
        """
        counts: dict[PieceKind, int] = {}
        for part in self.parts:
            if part.kind in _ELSEWHERE:
                kind = _ELSEWHERE[part.kind]
                counts[kind] = counts.get(kind, 0) + part.size
        for note in self.notes:
            if not note.claimed:
                counts["unparsed"] = counts.get("unparsed", 0) + note.size
                message = f"note {note.number} has no mark: the words around it are not on the page"
                self._lose("text", message, note.line)
        return tuple(counts.items())

    def _lose(self, kind: str, message: str, line: int | None = None) -> None:
        self.losses.append(Loss(kind, message, line=line))


_PIPE = re.compile(r"(?<!\\)\|")
_TABS = re.compile(r"[ ]*\t+[ \t]*")
_BLANKS = re.compile(r"(?: {2,}|[ ]*\t+[ \t]*)")
_SENTENCE_END = (".", ";", "·", ":")


def _groups(parts: list[Line], shape: Shape) -> Iterator[tuple[bool, list[Line]]]:
    """Yield the lines in order, with the rows of one table together.

    Yields:
        Whether it is a table, and its lines; every other line comes alone.
    """
    run: list[Line] = []
    for part in parts:
        fits = part.kind == "paragraph" and (not part.apart or not run)
        if run and not (fits and (shape != "bare" or _is_pipe(run[-1]) == _is_pipe(part))):
            yield from _tables(run, shape)
            run = []
        if part.kind == "paragraph":
            run.append(part)
        else:
            yield False, [part]
    if run:
        yield from _tables(run, shape)


def _tables(run: list[Line], shape: Shape) -> Iterator[tuple[bool, list[Line]]]:
    # lynx writes a table directly below the paragraph before it.
    first = 0
    while (
        first + 1 < len(run)
        and not _has_cells(run[first], shape)
        and run[first].text.endswith(_SENTENCE_END)
    ):
        first += 1
    yield from ((False, [part]) for part in run[:first])
    if _is_table(run[first:], shape):
        yield True, run[first:]
    else:
        yield from ((False, [part]) for part in run[first:])


def _is_table(run: list[Line], shape: Shape) -> bool:
    if shape == "markdown":
        return any(is_delimiter(part.text) for part in run)
    if shape == "bare":
        return _is_pipe(run[0])
    return len(run) > 1 and 3 * sum(_has_cells(part, shape) for part in run) >= len(run)


def _is_pipe(part: Line) -> bool:
    text = part.text
    return text[:1] == "|" and text[-1:] == "|" and len(text) > 1


def _has_cells(part: Line, shape: Shape) -> bool:
    separator = _PIPE if shape in ("markdown", "bare") else _BLANKS
    return bool(separator.search(part.text))


def _separates_cells(rows: tuple[tuple[Cell, ...], ...], shape: Shape) -> bool:
    """Whether all cells are certain: separated by a sign, as many in each row, none empty."""
    if shape == "terminal" or len({len(row) for row in rows}) > 1:
        return False
    return all(cell.passage and cell.passage.text for row in rows for cell in row)


def _cut(text: str, shape: Shape) -> list[str]:
    separator = _PIPE if shape in ("markdown", "bare") else _TABS if "\t" in text else _BLANKS
    row = text[1:-1] if shape == "bare" else text
    return [cell.strip() for cell in separator.split(row)]


_RAISED = re.compile(r"\^(\d{1,2})\)")
# Lengths are bounded, so that a line of brackets takes no more time than a line of words.
_TOKEN = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|!\[(?P<alt>[^\[\]]{0,300})\]\([^()\s]{0,1000}(?:\s+\"[^\"]{0,300}\")?\)"
    r"|\[(?P<shown>[^\[\]]{1,1000})\]"
    r"\((?P<href><[^<>]{0,1000}>|[^()\s]{0,1000})(?:\s+\"(?P<title>[^\"]{0,300})\")?\)"
    r"|(?P<sign>\*\*|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)|`)"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_PAGE_ID = re.compile(r"[^\s<>\"'\\?#|{}\[\]()]{1,200}")
_KINDS: dict[str, MarkKind] = {"**": "bold", "_": "italic", "`": "mono"}


def _plain_words(text: str, shape: Shape) -> Passage:
    """Return the words of a line without markup, with their footnote marks."""
    return _read_markdown(text) if shape == "markdown" else Passage(" ".join(text.split()))


def _shortened(words: Passage, marks: tuple[FootnoteMark, ...], notes: tuple[Note, ...]) -> Passage:
    """Return words without their footnote marks, with the annotations moved."""
    text = without_marks(words.text, marks)
    ends = [mark.end for mark in marks]
    cuts = [0, *accumulate(mark.end - mark.start for mark in marks)]

    def moved(at: int) -> int:
        passed = bisect_right(ends, at)
        inside = passed < len(marks) and marks[passed].start < at
        return (marks[passed].start if inside else at) - cuts[passed]

    return _trimmed(replace(words.moved(text, moved), notes=notes))


def _trimmed(words: Passage) -> Passage:
    """Return words without the spaces that markup left at the ends."""
    text = words.text.strip()
    cut = len(words.text) - len(words.text.lstrip())
    return words.moved(text, lambda at: min(max(at - cut, 0), len(text)))


def _read_markdown(source: str) -> Passage:
    """Return the words of Markdown as html2text writes it."""
    text = " ".join(source.split())
    tokens = list(_TOKEN.finditer(text))
    paired = _paired(tokens)
    out: list[str] = []
    length = at = 0
    marks: list[Emphasis] = []
    links: list[Link] = []
    begun: dict[str, int] = {}  # where the words after a sign that opens emphasis begin
    for index, token in enumerate(tokens):
        before, words = text[at : token.start()], _shown(token, index in paired)
        length += len(before)
        if index in paired and token["sign"] in begun:
            marks.append(Emphasis(_KINDS[token["sign"]], begun.pop(token["sign"]), length))
        elif index in paired:
            begun[token["sign"]] = length
        link = _link(token["href"].strip("<>"), token["title"] or "") if token["href"] else None
        if link and words:
            links.append(replace(link, start=length, end=length + len(words)))
        out += before, words
        length += len(words)
        at = token.end()
    shown = Passage(
        "".join([*out, text[at:]]),
        marks=tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end))),
        links=tuple(links),
    )
    return _trimmed(shown)


def _paired(tokens: list[re.Match[str]]) -> set[int]:
    """Return the indexes of the signs of emphasis that have a partner."""
    found: set[int] = set()
    for sign in _KINDS:
        signs = [index for index, token in enumerate(tokens) if token["sign"] == sign]
        found.update(signs[: len(signs) // 2 * 2])
    return found


def _shown(token: re.Match[str], is_markup: bool) -> str:
    """Return the text that a Markdown token shows."""
    if token["escaped"] or token["shown"]:
        return token["escaped"] or _ESCAPE.sub(r"\1", token["shown"])
    if token["alt"] is not None or is_markup:
        return ""
    return token["sign"] or token[0]


def _link(href: str, title: str) -> Link | None:
    """Return a link; None when it leads neither to a page of the wiki nor to the web."""
    try:
        parts = urlsplit(href)
    except ValueError:  # «http://[», says urllib, is no IPv6 address
        return None
    if parts.scheme in ("http", "https") and parts.netloc:
        return Link(0, 0, "external", href)
    named = parse_qs(parts.query).get("id", [""])[0]
    target = named or title
    if parts.scheme or parts.netloc or not _PAGE_ID.fullmatch(target):
        return None
    return Link(0, 0, "page", target, unquote(parts.fragment) or None)
