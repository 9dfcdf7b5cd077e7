"""The lines of a whole-page dump: its layout, its frame, and wrapped lines joined again."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from lawkb.model.source import Source
from lawkb.parse.plaintext.blocks import is_page_id, note_markers

Shape = Literal["plain", "markdown", "terminal", "bare"]

BULLET = re.compile(r"[•*+□◦▪○■-]\s+(?=\S)")
RULE = re.compile(r"\* \* \*|[_━─]{10,}")
DELIMITER = re.compile(r"\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?")
_HEADING_SIGNS = re.compile(r"#{1,6}\s+(?=\S)")
_ESCAPED_LABEL = re.compile(r"\d{1,4}\\\.\s")
_RAW = re.compile(r"\[\[|\(\(|\{\{|^={2,}")  # raw wiki text; it may also look like Markdown
_MARK_SIGN = re.compile(r"\^(?=\d{1,2}\))")
# «RULE 7 - MOVING BEFORE ONE'S TURN»: titles in capitals; with small letters too much would match.
_TITLE = re.compile(r"[^\W\d_]+ (\d{1,4}) [-–—:] (\D+)")
_LONGEST_TITLE = 300
_FEWEST_BARE = 5  # lines; a shorter page is not enough to judge
_NARROWEST = 30


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page that is not blank, or several that were one before wrapping.

    Attributes:
        text: Without white space around it.
        indent: Number of spaces before it.
        number: Number of the (first) line, from 1.
        start: Its first code point; the first line includes the blank lines above it.
        end: Code point after it and the blank lines after it.
        apart: Whether a blank line is before it.
        hard: Whether it ends in two spaces, the line break of Markdown.
    """

    text: str
    indent: int
    number: int
    start: int
    end: int
    apart: bool
    hard: bool

    @property
    def bare(self) -> str:
        """Return the words without heading signs."""
        match = _HEADING_SIGNS.match(self.text)
        return self.text[match.end() :].strip() if match else self.text

    @property
    def depth(self) -> int:
        """Return the number of heading signs before the words."""
        match = _HEADING_SIGNS.match(self.text)
        return match[0].count("#") if match else 0

    @property
    def markers(self) -> str:
        """Return the numbers of the notes if the line has only footnote marks; else empty."""
        return note_markers(_MARK_SIGN.sub("", self.text)) if self.text[-1:] == ")" else ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The place of the content on a page.

    Attributes:
        id_at: Index of the line with the page id; None when there is none.
        begin: First line of the content.
        levels: Levels of the headings, by their words, from the table of contents.
    """

    id_at: int | None = None
    begin: int = 0
    levels: dict[str, int] = field(default_factory=dict, hash=False)


def read_lines(text: str) -> list[Line]:
    """Return the lines of a page that are not blank; their spans join to the page."""
    lines: list[Line] = []
    begun: tuple[int, int, str, bool] | None = None
    at = 0
    for number, raw in enumerate(text.split("\n"), start=1):
        if raw.strip():
            if begun:
                lines.append(_line(begun, at))
            begun = (at, number, raw, number > begun[1] + 1) if begun else (0, number, raw, False)
        at += len(raw) + 1
    if begun:
        lines.append(_line(begun, len(text)))
    return lines


def _line(begun: tuple[int, int, str, bool], end: int) -> Line:
    start, number, raw, apart = begun
    indent = len(raw) - len(raw.lstrip())
    return Line(raw.strip(), indent, number, start, end, apart, raw.endswith("  "))


def find_frame(lines: list[Line], source: Source) -> Frame:
    """Find the content of a page: after the line of its id and its table of contents.

    The stock template shows the id on a separate line, after lists of links. A list whose items
    occur again, each on a separate line, is the table of contents.
    """
    id_at = _find_id(lines, source)
    contents = _find_contents(lines)
    begin = id_at + 1 if id_at is not None else 0
    if contents is None:
        return Frame(id_at, begin)
    first, last = contents
    items = [line for line in lines[first:last] if BULLET.match(line.text)]
    ranks = {indent: n for n, indent in enumerate(sorted({line.indent for line in items}), start=2)}
    levels = {_item(line): ranks[line.indent] for line in items}
    return Frame(id_at, max(begin, last), levels)


def _find_id(lines: list[Line], source: Source) -> int | None:
    listed = False
    for index, line in enumerate(lines):
        if listed and is_page_id(line.text, source):
            return index
        listed = listed or bool(BULLET.match(line.text))
    return None


def _find_contents(lines: list[Line]) -> tuple[int, int] | None:
    """Return the first line of the table of contents and the line after its last, or None."""
    last_at = {line.bare: index for index, line in enumerate(lines)}
    first = 0
    for index in range(len(lines) + 1):
        if index < len(lines) and _is_listed(lines, first, index):
            continue
        if index == first:
            first += 1
            continue
        items = [line for line in lines[first:index] if BULLET.match(line.text)]
        again = sum(last_at.get(_item(line), -1) >= index for line in items)
        if again >= 2 and 3 * again >= 2 * len(items):
            return first, index
        first = index + 1
    return None


def _is_listed(lines: list[Line], first: int, index: int) -> bool:
    """Whether a line is a list item or, directly below one and indented, its continuation."""
    line = lines[index]
    if BULLET.match(line.text):
        return True
    return index > first and not line.apart and line.indent > lines[first].indent


def _item(line: Line) -> str:
    match = BULLET.match(line.text)
    return line.text[match.end() :] if match else line.text


def shape_of(lines: list[Line], frame: Frame) -> Shape | None:
    """Return the layout of a dump; None when it is none that is read here."""
    framed = frame.begin > 0
    heads = sum(line.depth > 0 for line in lines)
    if heads and (framed or any(_ESCAPED_LABEL.match(line.text) for line in lines)):
        return "markdown"
    if heads > 1 and not any(_RAW.search(line.text) for line in lines):
        return "markdown"
    drawn = any(RULE.fullmatch(line.text) for line in lines)
    if any(line.markers and line.text.startswith("^") for line in lines) or (framed and drawn):
        return "terminal"
    if framed:
        return "plain"
    return "bare" if _is_bare(lines) else None


def title_number(line: Line) -> str:
    """Return the law number in a title in capitals; empty for other lines."""
    match = _TITLE.fullmatch(line.text) if len(line.text) <= _LONGEST_TITLE else None
    return match[1] if match and not any(map(str.islower, match[2])) else ""


def _is_bare(lines: list[Line]) -> bool:
    """Whether blank lines are missing, but there are titles, or tables in Markdown."""
    if len(lines) < _FEWEST_BARE or any(line.apart for line in lines):
        return False
    titles = [number for line in lines if (number := title_number(line))]
    tables = any(line.text[:1] == "|" and DELIMITER.fullmatch(line.text) for line in lines)
    return tables or (len(titles) > 1 and len(set(titles)) == 1)


def unwrapped(lines: list[Line], shape: Shape, opens: frozenset[int]) -> list[Line]:
    """Join lines that were wrapped at the margin.

    Args:
        lines: Lines of the page.
        shape: In Markdown the lines of a paragraph are joined; in a terminal dump only lines to
            which the next word would not fit; the other layouts are never wrapped.
        opens: Numbers of lines that begin something new.
    """
    if shape not in ("markdown", "terminal"):
        return lines
    width = max((line.indent + len(line.text) for line in lines), default=0)
    tables = _tables(lines) if shape == "markdown" else frozenset()
    joined: list[Line] = []
    words: list[str] = []
    for index, line in enumerate(lines):
        before = lines[index - 1] if index and line.number not in opens else None
        if before is None or index in tables or _are_apart(before, line):
            cut = True
        elif shape == "markdown":
            cut = before.hard
        else:
            cut = not _was_wrapped(before, line, width)
        if cut:
            _close(joined, words)
            joined.append(line)
            words = []
        else:
            joined[-1] = replace(joined[-1], end=line.end, hard=line.hard)
        words.append(line.text)
    _close(joined, words)
    return joined


def _are_apart(before: Line, line: Line) -> bool:
    drawn = RULE.fullmatch(before.text)
    return bool(line.apart or drawn or before.depth or before.markers or line.markers)


def _close(joined: list[Line], words: list[str]) -> None:
    if len(words) > 1:
        joined[-1] = replace(joined[-1], text=" ".join(words))


def _was_wrapped(before: Line, line: Line, width: int) -> bool:
    first = line.text.split(maxsplit=1)[0]
    return width >= _NARROWEST and before.indent + len(before.text) + 1 + len(first) > width


def _tables(lines: list[Line]) -> frozenset[int]:
    """Return the indices of lines of tables in Markdown."""
    found: set[int] = set()
    first = 0
    for index in range(1, len(lines) + 1):
        if index < len(lines) and not lines[index].apart:
            continue
        if any(is_delimiter(line.text) for line in lines[first:index]):
            found.update(range(first, index))
        first = index
    return frozenset(found)


def is_delimiter(text: str) -> bool:
    """Whether a line is the delimiter below the header of a table in Markdown."""
    return bool(DELIMITER.fullmatch(text))
