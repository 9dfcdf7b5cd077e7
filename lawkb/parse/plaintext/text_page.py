"""Classify the lines of a text page: law, footnotes, comments, page data, furniture.

A text page is what an extractor made of a wiki page: one line for each paragraph, no markup.
Furniture is what belongs to the wiki, such as menus; page data is the id and last change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

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
