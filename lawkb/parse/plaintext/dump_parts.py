"""Classify the lines of a dump: headings, paragraphs, notes, comments, and the wiki's lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from lawkb.model.language import Language
from lawkb.model.source import Source
from lawkb.parse.plaintext.blocks import line_templates
from lawkb.parse.plaintext.dump_lines import BULLET, RULE, Frame, Line, Shape, title_number

PartKind = Literal[
    "furniture",
    "page_data",
    "comment-head",
    "comment",
    "note-mark",
    "note",
    "rule",
    "heading",
    "item",
    "paragraph",
]
Known = dict[int, tuple[PartKind, dict[str, str]]]

_TIME = r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d"
# The footer of the stock template in every language, if corpus.toml has no template for it:
# «rule_07.txt · … 2017/05/26 09:05 … anna»; some extractors drop the time.
_FOOT = re.compile(
    rf"(?P<page>[\w:.%-]{{1,200}}?)\.txt ·[^:\n]{{1,80}}:(?: (?P<revised>{_TIME}))?"
    r"(?: \((?:[^()]{1,80})\)| [^\s()]{1,30} (?P<user>[^\s()]{1,200}))?"
)
_HEAD = re.compile(rf"(?P<author>.{{1,100}}?), (?P<created>{_TIME})(?:, (?P<edited>{_TIME}))?")
_LETTER = re.compile(r"([^\W\d_]{1,4})\.\s+\S")
_SENTENCE_END = (".", ";", "·", ",", ":")
_LONGEST_HEADING = 200
_TITLE_LEVEL, _LETTER_LEVEL = 2, 3
_INDENTED = 3  # lynx indents text by three spaces, headings by none


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a dump with its kind.

    Attributes:
        kind: Kind of line.
        line: The line.
        level: Level of a heading, from 1, or of an item.
        fields: Values that a template of the source or of the wiki found in it.
    """

    kind: PartKind
    line: Line
    level: int = 0
    fields: dict[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class DumpPage:
    """A page as lines.

    Attributes:
        lines: Lines that are not blank; wrapped ones are joined.
        frame: The place of the content.
        shape: Layout of the page.
        languages: Languages of the pages of its source, for the letters of sections.
    """

    lines: list[Line]
    frame: Frame
    shape: Shape
    languages: tuple[Language, ...]


def known_lines(lines: list[Line], source: Source) -> Known:
    """Return kind and fields of lines of furniture, page data and comment heads, by number."""
    templates = line_templates(source)
    known: Known = {}
    for line in lines:
        for kind, pattern in (*templates, ("page_data", _FOOT), ("comment-head", _HEAD)):
            match = pattern.fullmatch(line.bare)
            if match and kind in ("furniture", "page_data", "comment-head"):
                found = {name: value for name, value in match.groupdict().items() if value}
                known[line.number] = (kind, found)
                break
    return known


def sort_lines(dump: DumpPage, known: Known) -> list[Part]:
    """Classify each line of a dump.

    Before the content and after the footer of the page everything is furniture. A line of the
    wiki or the head of a comment below the law begins the comments.
    """
    lines, frame = dump.lines, dump.frame
    last = max((i for i, line in enumerate(lines) if _is_data(line, known)), default=len(lines))
    sorter = _Sorter(dump, known, _is_indented(lines[frame.begin : last]))
    parts: list[Part] = []
    for index, line in enumerate(lines):
        if index == frame.id_at:
            parts.append(Part("page_data", line, 0, {"page": line.text}))
        elif index < frame.begin or index > last:
            parts.append(Part("furniture", line))
        else:
            parts.append(sorter.part(index))
    return parts


def _is_data(line: Line, known: Known) -> bool:
    return known.get(line.number, ("", {}))[0] == "page_data"


def _is_indented(lines: list[Line]) -> bool:
    """Whether text is indented, so that a line that is not is a heading."""
    return 2 * sum(line.indent >= _INDENTED for line in lines) > len(lines)


@dataclass(slots=True)
class _Sorter:
    """A classifier of lines, by the line and the state that the lines before it leave."""

    dump: DumpPage
    known: Known
    indented: bool
    state: Literal["front", "law", "note", "comments"] = "front"

    def part(self, index: int) -> Part:
        """Classify a line."""
        line = self.dump.lines[index]
        kind, fields = self.known.get(line.number, ("paragraph", {}))
        if kind == "furniture" and self.state in ("law", "note"):
            self.state = "comments"
        if kind == "comment-head":
            self.state = "comments"
        if kind != "paragraph":
            return Part(kind, line, 0, fields)
        if self.state == "comments":
            return Part("comment", line)
        return self._law_part(index)

    def _law_part(self, index: int) -> Part:
        line = self.dump.lines[index]
        level = self._level(line)
        if RULE.fullmatch(line.text):
            self.state = "law"
            return Part("rule", line)
        if line.markers:
            self.state = "note"
            return Part("note-mark", line, 0, {"marker": line.markers})
        if level and self._heads_comments(index):
            self.state = "comments"
            return Part("furniture", line)
        if self.state == "note" and not level and (not line.apart or self.dump.shape == "markdown"):
            return Part("note", line)
        self.state = "law"
        bullet = BULLET.match(line.text)
        if level or not bullet or bullet[0][0] in "-+":
            return Part("heading" if level else "paragraph", line, level)
        return Part("item", replace(line, text=line.text[bullet.end() :]), 1)

    def _heads_comments(self, index: int) -> bool:
        """Whether the first comment follows a heading, which is then the wiki's own."""
        after = self.dump.lines[index + 1].number if index + 1 < len(self.dump.lines) else 0
        return self.known.get(after, ("", {}))[0] == "comment-head"

    def _level(self, line: Line) -> int:
        """Return the level of a heading; 0 for other lines, as far as the layout shows."""
        level = line.depth or self.dump.frame.levels.get(line.bare, 0)
        if level or self.dump.shape == "markdown":
            return level
        if self.dump.shape == "bare":
            return self._bare_level(line)
        drawn = RULE.fullmatch(line.text) or line.markers
        return _TITLE_LEVEL if self.indented and not line.indent and not drawn else 0

    def _bare_level(self, line: Line) -> int:
        if title_number(line):
            return _TITLE_LEVEL
        letter = _LETTER.match(line.text)
        if not letter or len(line.text) > _LONGEST_HEADING or line.text.endswith(_SENTENCE_END):
            return 0
        named = any(language.ordinal("upper", letter[1]) for language in self.dump.languages)
        return _LETTER_LEVEL if named else 0
