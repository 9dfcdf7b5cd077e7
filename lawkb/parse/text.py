"""Text pages to blocks: which lines are law, notes, comments, page data, furniture.

A text page is what an extractor left of a wiki page: one line a paragraph, no markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from lawkb.model.page import Source

BlockKind = Literal[
    "text", "note-mark", "note", "comment-head", "comment", "page_data", "furniture"
]

# What a placeholder of a template in corpus.toml stands for. None can run over a line.
_FIELDS = {
    "page": r"[\w:.%-]{1,200}?",
    "author": r"[^\n]{1,200}?",
    "user": r"\S{1,200}",
    "created": r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d",
    "revised": r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d",
}
_NOTE_MARK = re.compile(r"[ \t]*(\d{1,2})\)[ \t]*")


@dataclass(frozen=True, slots=True)
class Block:
    """One line of a page with the blank lines after it.

    Attributes:
        kind: What the line is.
        start: First code point of the line.
        end: Code point after the line and the blank lines that follow it.
        text: The line without white space around it.
        at: Code point at which ``text`` begins.
        line: Number of the line, from 1.
        fields: What the placeholders of its template stood for.
    """

    kind: BlockKind
    start: int
    end: int
    text: str
    at: int
    line: int
    fields: dict[str, str] = field(default_factory=dict, hash=False)


def read_blocks(text: str, source: Source) -> tuple[Block, ...]:
    """Cut a text page into its blocks.

    Args:
        text: Whole page, NFC, LF line ends.
        source: Says what furniture, page data and the heads of comments look like.

    Returns:
        Blocks in page order. They join to the whole text, blank lines at the top excepted:
        those belong to no block. A line no rule knows is a ``text`` block.
    """
    blocks: list[Block] = []
    templates = _templates(source)
    for start, end, line in _lines(text):
        stripped = text[start:end].strip()
        kind, fields = _kind(stripped, templates, blocks[-1] if blocks else None)
        at = start + text[start:end].find(stripped)
        blocks.append(Block(kind, start, end, stripped, at, line, fields))
    return tuple(blocks)


def iso_time(printed: str) -> str:
    """A time as ISO 8601: ``2017/06/30 14:14`` is ``2017-06-30T14:14``."""
    return printed.replace("/", "-").replace(" ", "T")


def _lines(text: str) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of every line that is not blank; blank lines join the one before."""
    begun: tuple[int, int] | None = None
    at = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            if begun:
                yield begun[0], at, begun[1]
            begun = (at, number)
        at += len(line) + 1
    if begun:
        yield begun[0], len(text), begun[1]


def _kind(
    line: str, templates: tuple[tuple[BlockKind, re.Pattern[str]], ...], before: Block | None
) -> tuple[BlockKind, dict[str, str]]:
    for kind, pattern in templates:
        match = pattern.fullmatch(line)
        if match:
            return kind, match.groupdict()
    mark = _NOTE_MARK.fullmatch(line)
    if mark:
        return "note-mark", {"marker": mark[1]}
    if before and before.kind in {"comment-head", "comment"}:
        return "comment", {}
    if before and (before.kind == "note-mark" or (before.kind == "note" and _touches(before))):
        return "note", {}
    return "text", {}


def _touches(block: Block) -> bool:
    """Whether no blank line follows the block."""
    return block.end - block.at - len(block.text) <= 1


def _templates(source: Source) -> tuple[tuple[BlockKind, re.Pattern[str]], ...]:
    heads = (source.comment,) if source.comment else ()
    return (
        *(("furniture", _pattern(template)) for template in source.furniture),
        *(("page_data", _pattern(template)) for template in source.page_data),
        *(("comment-head", _pattern(template)) for template in heads),
    )


def _pattern(template: str) -> re.Pattern[str]:
    """A template of corpus.toml as a pattern: placeholders are fields, the rest is literal."""
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile(
        "".join(
            f"(?P<{part}>{_FIELDS[part]})" if index % 2 else re.escape(part)
            for index, part in enumerate(parts)
        )
    )
