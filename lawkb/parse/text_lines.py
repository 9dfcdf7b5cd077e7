"""Classify the lines of plain text: law, footnotes, comments, page data, furniture.

A text page is what somebody copied, or an extractor made, of a wiki page: one line for each
paragraph, no markup. A dump has the whole page: its layout shows where the content begins, headings
and footnotes. Furniture is what belongs to the wiki, such as menus; page data is the id and last
change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Literal

from lawkb.model.language import Language
from lawkb.model.source import Source
from lawkb.parse.document import LineKind, TextBlock

# Patterns for the placeholders of templates in corpus.toml. None matches a line end.
_FIELDS = {
    "page": r"[\w:.%-]{1,200}",
    "author": r"[^\n]{1,200}",
    "user": r"\S{1,200}",
    "created": r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d",
    "revised": r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d",
}
# «2) , 5)» on a separate line: notes with the same words, which the wiki prints once.
_NOTE_MARK = re.compile(r"\d{1,2}\)(?:[ \t]*,[ \t]*\d{1,2}\)){0,30}")
_LABEL = re.compile(r"(?:\d{1,3}[^\W\d_]?\.|\([^\W_]{1,4}\)|[^\W\d_]{1,2}\.)(?:\s|$)")
_LONGEST_ID = 200


# The last page is cached: it is read twice, to detect its format and to parse it.
@lru_cache(1)
def read_blocks(text: str, source: Source) -> tuple[TextBlock, ...]:
    """Return the lines of a text page with their kinds.

    A text page is what an extractor made of a wiki page: one line for each paragraph, no markup.

    Args:
        text: Whole page, NFC, LF line ends.
        source: Templates of the wiki's menus, of lines about the page and of first lines of
            comments.

    Returns:
        Lines in page order. They join to the whole text, except for blank lines at the top. A line
        that no rule matches is of kind ``text``. The page id above the text is page data.
    """
    blocks: list[TextBlock] = []
    templates = line_templates(source)
    begun = False
    kind: LineKind
    for start, end, number, raw in split_lines(text):
        line = raw.strip()
        fields: dict[str, str] = {}
        if not begun and is_page_id(line, source):
            kind, fields = "page_data", {"page": line}
        elif found := matched_template(line, templates):
            kind, fields = found
        elif markers := note_markers(line):
            kind, fields = "note-mark", {"marker": markers}
        else:
            kind = _kind_below(blocks[-1] if blocks else None)
        begun = begun or kind == "text"
        blocks.append(TextBlock(kind, start, end, line, start + raw.find(line), number, fields))
    return _with_comments(blocks)


def is_page_id(line: str, source: Source) -> bool:
    """Whether a line is a page id that fits a rule of the source: ``law_57``."""
    return len(line) <= _LONGEST_ID and any(rule.fits(line) for rule in source.rules)


@cache
def line_templates(source: Source) -> tuple[tuple[LineKind, re.Pattern[str]], ...]:
    """Return kind and pattern of the lines of a source that are not law text.

    These are first lines of comments, lines about the page, and the wiki's menus. The first line of
    a comment may have a second time, that of its last change: group ``edited``.
    """
    heads = (source.comment,) if source.comment else ()
    return (
        *(("furniture", _pattern(template)) for template in source.furniture),
        *(("page_data", _pattern(template)) for template in source.page_data),
        *(("comment-head", _pattern(template)) for template in heads),
    )


def matched_template(
    line: str, templates: Iterable[tuple[LineKind, re.Pattern[str]]]
) -> tuple[LineKind, dict[str, str]] | None:
    """Return kind and fields of a line by the first template that matches, or None.

    The fields are the values of the placeholders: ``{"author": "anna"}``.

    Args:
        templates: Result of ``line_templates``.
    """
    for kind, pattern in templates:
        if match := pattern.fullmatch(line):
            return kind, {name: value for name, value in match.groupdict().items() if value}
    return None


def note_markers(line: str) -> str:
    """Return the numbers on a line that has only footnote marks: ``2 5`` for ``2) , 5)``.

    Empty for any other line.
    """
    mark = _NOTE_MARK.fullmatch(line)
    return " ".join(re.findall(r"\d+", line)) if mark else ""


def is_labelled(block: TextBlock) -> bool:
    """Whether a line of text begins with what looks like a label in any language."""
    return block.kind == "text" and bool(_LABEL.match(block.text))


def split_lines(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield start, end, number and words of every line that is not blank.

    Start and end are code points of the text; the end is after the blank lines that follow. Numbers
    count from 1.
    """
    begun: tuple[int, int, str] | None = None
    at = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if line and not line.isspace():
            if begun:
                yield begun[0], at, begun[1], begun[2]
            begun = (at, number, line)
        at += len(line) + 1
    if begun:
        yield begun[0], len(text), begun[1], begun[2]


def _kind_below(before: TextBlock | None) -> LineKind:
    """Return the kind of a line that no rule matches, by the line before it."""
    if before and before.kind in {"comment-head", "comment"}:
        return "comment"
    if before and (before.kind == "note-mark" or (before.kind == "note" and before.touches)):
        return "note"
    return "text"


def _with_comments(blocks: list[TextBlock]) -> tuple[TextBlock, ...]:
    """Return the lines with text after a line of the wiki below the law as comments.

    «Συζήτηση» (discussion) is such a line if an extractor lost authors and times. A line with a
    label is law anywhere.
    """
    first = next((i for i, block in enumerate(blocks) if block.kind == "text"), len(blocks))
    for i in range(len(blocks) - 1, first, -1):
        if blocks[i].kind == "note-mark" or is_labelled(blocks[i]):
            first = i
            break
    opened = False
    for i in range(first, len(blocks)):
        opened = opened or blocks[i].kind == "furniture"
        if opened and blocks[i].kind == "text":
            blocks[i] = replace(blocks[i], kind="comment")
    return tuple(blocks)


def _pattern(template: str) -> re.Pattern[str]:
    """Return a template of corpus.toml as a pattern: placeholders are groups, the rest literal."""
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile(
        "".join(_field(part) if i % 2 else re.escape(part) for i, part in enumerate(parts))
    )


def _field(name: str) -> str:
    """Return a non-greedy group: an author's name ends where the first time begins."""
    least = _FIELDS[name].replace("}", "}?") if name in ("page", "author") else _FIELDS[name]
    edited = f"(?:, (?P<edited>{least}))?" if name == "created" else ""
    return f"(?P<{name}>{least}){edited}"


Shape = Literal["plain", "markdown", "terminal", "bare"]
DumpKind = LineKind | Literal["rule", "heading", "item", "paragraph"]

BULLET = re.compile(r"[•*+□◦▪○■-]\s+(?=\S)")
RULE = re.compile(r"\* \* \*|[_━─]{10,}")
_DELIMITER = re.compile(r"\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?")
_HEADING_SIGNS = re.compile(r"#{1,6}\s+(?=\S)")
_ESCAPED_LABEL = re.compile(r"\d{1,4}\\\.\s")
_MARK_SIGN = re.compile(r"\^(?=\d{1,2}\))")
# «RULE 7 - MOVING BEFORE ONE'S TURN»: titles in capitals; with small letters too much would match.
_TITLE = re.compile(r"[^\W\d_]+ (\d{1,4}) [-–—:] (\D+)")
_LONGEST_TITLE = 300
_TIME = r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d"
# The footer of the stock template in every language, if corpus.toml has no template for it:
# «rule_07.txt · … 2017/05/26 09:05 … anna»; some extractors drop the time.
_FOOT = re.compile(
    rf"(?P<page>[\w:.%-]{{1,200}}?)\.txt ·[^:\n]{{1,80}}:(?: (?P<revised>{_TIME}))?"
    r"(?: \((?:[^()]{1,80})\)| [^\s()]{1,30} (?P<user>[^\s()]{1,200}))?"
)
_HEAD = re.compile(rf"(?P<author>.{{1,100}}?), (?P<created>{_TIME})(?:, (?P<edited>{_TIME}))?")
_OF_THE_WIKI: tuple[tuple[LineKind, re.Pattern[str]], ...] = (
    ("page_data", _FOOT),
    ("comment-head", _HEAD),
)
_LETTER = re.compile(r"([^\W\d_]{1,4})\.\s+\S")
_SENTENCE_END = (".", ";", "·", ",", ":")
_LONGEST_HEADING = 200
_TITLE_LEVEL, _LETTER_LEVEL = 2, 3
_INDENTED = 3  # lynx indents text by three spaces, headings by none
_FEWEST_BARE = 5  # lines; a shorter page is not enough to judge
_NARROWEST = 30


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a dump that is not blank, or several lines that were one before wrapping."""

    text: str  # The line without white space around it.
    indent: int  # Number of spaces before the text.
    number: int  # Number of the (first) line, from 1.
    start: int  # First code point; the first line of the page includes the blank lines above it.
    end: int  # Code point after the line and the blank lines after it.
    apart: bool  # Whether a blank line is before this line.
    hard: bool  # Whether the line ends in two spaces, the line break of Markdown.
    kind: DumpKind = "paragraph"  # Kind of the line.
    level: int = 0  # Level of a heading or of an item, from 1; else 0.
    # Values that a template of the source or of the wiki found in the line, such as `author`.
    fields: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def bare(self) -> str:
        """Return the words of the line without Markdown heading signs, ``##``."""
        match = _HEADING_SIGNS.match(self.text)
        return self.text[match.end() :].strip() if match else self.text

    @property
    def depth(self) -> int:
        """Return the number of Markdown heading signs before the words: 2 for ``## Title``."""
        match = _HEADING_SIGNS.match(self.text)
        return match[0].count("#") if match else 0

    @property
    def size(self) -> int:
        """Return the number of characters of the line and of the blank lines after it."""
        return self.end - self.start

    @property
    def markers(self) -> str:
        """Return the numbers of the footnotes if the line has only footnote marks; else empty.

        ``2) , 5)`` gives ``2 5``.
        """
        return note_markers(_MARK_SIGN.sub("", self.text)) if self.text[-1:] == ")" else ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The position of the content on a dumped page, between the wiki's header and footer."""

    id_at: int | None = None  # Index of the line with the page id; None when there is none.
    begin: int = 0  # Index of the first line of the content.
    # Levels of the headings, by their words, from the table of contents.
    levels: dict[str, int] = field(default_factory=dict, hash=False)


def read_lines(text: str) -> list[Line]:
    """Return the lines of a page that are not blank; their spans join to the whole page."""
    lines: list[Line] = []
    for start, end, number, raw in split_lines(text):
        indent = len(raw) - len(raw.lstrip())
        apart = bool(lines) and number > lines[-1].number + 1
        begin, hard = start if lines else 0, raw.endswith("  ")
        lines.append(Line(raw.strip(), indent, number, begin, end, apart, hard))
    return lines


def find_frame(lines: list[Line], source: Source) -> Frame:
    """Return where the content of a dumped page begins: after its id and table of contents.

    The stock template shows the id on a separate line, after lists of links. A list whose items
    occur again, each on a separate line, is the table of contents.

    Args:
        lines: Lines of the page that are not blank.
        source: Source of the page, whose rules the page id must fit.
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
    """Return the indexes of the first line of the table of contents and after its last, or None."""
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
    """Whether a line is a list item, or an indented continuation directly below one."""
    line = lines[index]
    if BULLET.match(line.text):
        return True
    return index > first and not line.apart and line.indent > lines[first].indent


def _item(line: Line) -> str:
    match = BULLET.match(line.text)
    return line.text[match.end() :] if match else line.text


def shape_of(lines: list[Line], frame: Frame, is_raw: bool, joined: int) -> Shape | None:
    """Return the layout of a dump: ``plain``, ``markdown``, ``terminal`` or ``bare``; else None.

    ``terminal`` is written by lynx or w3m, ``bare`` has no blank lines. None for other text.

    Args:
        lines: Lines of the page that are not blank.
        frame: The position of the content.
        is_raw: Whether the page is raw wiki text, which may also look like Markdown.
        joined: Number of lines with labels that Markdown would join with the line before.
    """
    framed = frame.begin > 0
    heads = sum(line.depth > 0 for line in lines)
    if heads and (framed or any(_ESCAPED_LABEL.match(line.text) for line in lines)):
        return "markdown"
    if heads > 1 and heads > joined and not is_raw:
        return "markdown"
    drawn = any(RULE.fullmatch(line.text) for line in lines)
    if any(line.markers and line.text.startswith("^") for line in lines) or (framed and drawn):
        return "terminal"
    if framed:
        return "plain"
    return "bare" if _is_bare(lines) else None


def _title_number(line: Line) -> str:
    """Return the law number in a title in capitals; empty for other lines."""
    match = _TITLE.fullmatch(line.text) if len(line.text) <= _LONGEST_TITLE else None
    return match[1] if match and not any(map(str.islower, match[2])) else ""


def _is_bare(lines: list[Line]) -> bool:
    """Whether blank lines are missing, but there are titles, or tables in Markdown."""
    if len(lines) < _FEWEST_BARE or any(line.apart for line in lines):
        return False
    titles = [number for line in lines if (number := _title_number(line))]
    tables = any(line.text[:1] == "|" and _DELIMITER.fullmatch(line.text) for line in lines)
    return tables or (len(titles) > 1 and len(set(titles)) == 1)


def unwrapped(lines: list[Line], shape: Shape, opens: frozenset[int]) -> list[Line]:
    """Return the lines with those joined that were wrapped at the margin.

    Args:
        shape: Layout. In Markdown the lines of a paragraph are joined; in a terminal dump only
            lines to which the next word would not fit; the other layouts are never wrapped.
        opens: Numbers of lines that begin something new and are never joined to the line before.
    """
    if shape not in ("markdown", "terminal"):
        return lines
    width = max((line.indent + len(line.text) for line in lines), default=0)
    tables = _tables(lines) if shape == "markdown" else frozenset()
    runs: list[list[Line]] = []
    for index, line in enumerate(lines):
        before = lines[index - 1] if index and line.number not in opens else None
        if before is None or index in tables or _are_apart(before, line):
            begins = True
        elif shape == "markdown":
            begins = before.hard
        else:
            begins = not _was_wrapped(before, line, width)
        if begins:
            runs.append([])
        runs[-1].append(line)
    return [_joined(run) for run in runs]


def _are_apart(before: Line, line: Line) -> bool:
    drawn = RULE.fullmatch(before.text)
    return bool(line.apart or drawn or before.depth or before.markers or line.markers)


def _joined(run: list[Line]) -> Line:
    text, last = " ".join(line.text for line in run), run[-1]
    return replace(run[0], text=text, end=last.end, hard=last.hard)


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
    """Whether a line is the delimiter below the header of a Markdown table: ``|---|---|``."""
    return bool(_DELIMITER.fullmatch(text))


def known_lines(lines: list[Line], source: Source) -> dict[int, Line]:
    """Return the lines that a template of the source or the wiki fits, by line number.

    They are the wiki's furniture (menus and the like), lines about the page, and first lines of
    comments.
    """
    templates = (*line_templates(source), *_OF_THE_WIKI)
    known: dict[int, Line] = {}
    for line in lines:
        if found := matched_template(line.bare, templates):
            known[line.number] = replace(line, kind=found[0], fields=found[1])
    return known


def classify_lines(
    lines: list[Line],
    frame: Frame,
    shape: Shape,
    languages: tuple[Language, ...],
    known: dict[int, Line],
) -> list[Line]:
    """Return each line of a dump with its kind filled in.

    Lines before the content and after the footer of the page are ``furniture``, which belongs to
    the wiki. A line of the wiki, or the first line of a comment, below the law begins the comments.

    Args:
        lines: Lines that are not blank; wrapped ones are joined.
        frame: The position of the content.
        languages: Languages of the pages of the source, for the letters of sections.
        known: Lines that a template fits, by line number.
    """
    numbers = {number for number, line in known.items() if line.kind == "page_data"}
    last = max((i for i, line in enumerate(lines) if line.number in numbers), default=len(lines))
    content = lines[frame.begin : last]
    indented = 2 * sum(line.indent >= _INDENTED for line in content) > len(content)
    classifier = _Classifier(lines, frame, shape, languages, known, indented)
    found: list[Line] = []
    for index, line in enumerate(lines):
        if index == frame.id_at:
            found.append(replace(line, kind="page_data", fields={"page": line.text}))
        elif index < frame.begin or index > last:
            found.append(replace(line, kind="furniture"))
        else:
            found.append(classifier.classified(index))
    return found


@dataclass(slots=True)
class _Classifier:
    """A classifier of lines, by the line and the state after the lines before it."""

    lines: list[Line]  # The lines.
    frame: Frame  # The position of the content.
    shape: Shape  # Layout of the page.
    languages: tuple[Language, ...]  # Languages of the pages of the source.
    known: dict[int, Line]  # Lines that a template fits, by line number.
    indented: bool  # Whether text is indented, so that a line without indent is a heading.
    # Part of the page that was reached.
    state: Literal["front", "law", "note", "comments"] = "front"

    def classified(self, index: int) -> Line:
        line = self.lines[index]
        known = self.known.get(line.number)
        if known is None:
            return replace(line, kind="comment") if self.state == "comments" else self._law(index)
        begins = known.kind == "furniture" and self.state in ("law", "note")
        if begins or known.kind == "comment-head":
            self.state = "comments"
        return known

    def _law(self, index: int) -> Line:
        line = self.lines[index]
        level = self._level(line)
        if RULE.fullmatch(line.text):
            self.state = "law"
            return replace(line, kind="rule")
        if line.markers:
            self.state = "note"
            return replace(line, kind="note-mark", fields={"marker": line.markers})
        if level and self._heads_comments(index):
            self.state = "comments"
            return replace(line, kind="furniture")
        if self.state == "note" and not level and (not line.apart or self.shape == "markdown"):
            return replace(line, kind="note")
        self.state = "law"
        bullet = BULLET.match(line.text)
        if level or not bullet or bullet[0][0] in "-+":
            return replace(line, kind="heading" if level else "paragraph", level=level)
        return replace(line, kind="item", text=line.text[bullet.end() :], level=1)

    def _heads_comments(self, index: int) -> bool:
        """Whether the first comment follows a heading, which then belongs to the wiki."""
        after = self.lines[index + 1].number if index + 1 < len(self.lines) else 0
        return after in self.known and self.known[after].kind == "comment-head"

    def _level(self, line: Line) -> int:
        """Return the level of a heading; 0 for other lines, as far as the layout shows."""
        level = line.depth or self.frame.levels.get(line.bare, 0)
        if level or self.shape == "markdown":
            return level
        if self.shape == "bare":
            return self._bare_level(line)
        drawn = RULE.fullmatch(line.text) or line.markers
        return _TITLE_LEVEL if self.indented and not line.indent and not drawn else 0

    def _bare_level(self, line: Line) -> int:
        if _title_number(line):
            return _TITLE_LEVEL
        letter = _LETTER.match(line.text)
        if not letter or len(line.text) > _LONGEST_HEADING or line.text.endswith(_SENTENCE_END):
            return 0
        named = any(language.ordinal("upper", letter[1]) for language in self.languages)
        return _LETTER_LEVEL if named else 0
