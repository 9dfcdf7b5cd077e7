"""Find the quotations of a text: words in quotation marks of any language, and block quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.model.passage import Span

# Pairs of marks, each a kind of its own: a kind never closes another.
_KINDS = {
    "„": "double", "“": "double", "”": "double",
    "‚": "single", "‘": "single", "’": "single",
    "«": "angle", "»": "angle",
    "‹": "small angle", "›": "small angle",
    "「": "corner", "」": "corner",
    "『": "white corner", "』": "white corner",
    '"': "straight", "'": "apostrophe",
    "``": "typed", "''": "typed",
}  # fmt: skip
_OPENING = "„‚「『"
_CLOSING = "”」』"
_PAIRS = {"»": "«", "›": "‹"}
_REVERSED = {"«": "»", "‹": "›"}
_TURNED = {"“": "„", "‘": "‚"}  # these also close what these opened, as in German
_MARKS = re.compile(r"``|''|[\"'“”„«»‹›‘’‚「」『』]|\n[ \t]*\n")
_DEEPEST = 8  # quotations in one another; of more, the outermost are not closed


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words that a text quotes."""

    start: int  # First code point of the quoted words.
    end: int  # Code point after the last one.
    outer: Span  # The same with the quotation marks.
    is_block: bool = False  # Whether it is a block quote, which has no marks.


def find_quotations(text: str, blocks: tuple[Span, ...] = ()) -> tuple[Quotation, ...]:
    """Return the quotations of a text in text order; of those in one another all, outer ones first.

    Marks without a counterpart, apostrophes and signs for inches are passed over. The time grows
    linearly with the length of the text.

    Args:
        blocks: Spans of its block quotes.
    """
    found = [Quotation(start, end, (start, end), is_block=True) for start, end in blocks]
    found += (
        Quotation(opened[1], closed[0], (opened[0], closed[1])) for opened, closed in _pairs(text)
    )
    return tuple(sorted(found, key=lambda each: (each.outer[0], -each.outer[1])))


def _pairs(text: str) -> Iterator[tuple[Span, Span]]:
    open_: dict[str, list[tuple[str, Span]]] = {kind: [] for kind in _KINDS.values()}
    for match in _MARKS.finditer(text):
        sign, span = match[0], match.span()
        kind = _KINDS.get(sign)
        if kind is None:  # a paragraph ends: so do marks that look the same at both ends
            for each in ("straight", "apostrophe", "single"):
                open_[each].clear()
            continue
        stack = open_[kind]
        if stack and _closes(sign, stack[-1][0], text, span):
            yield stack.pop()[1], span
        elif _opens(sign, text, span):
            stack.append((sign, span))
            del stack[:-_DEEPEST]


def _closes(sign: str, opened: str, text: str, span: Span) -> bool:
    """Return whether a mark closes the one that was opened last."""
    before, after = text[span[0] - 1 : span[0]], text[span[1] : span[1] + 1]
    if sign == "'":
        return not after.isalnum() and not before.isspace()
    if sign == "’":
        return not after.isalnum()
    if sign in _CLOSING or sign == "''":
        return True
    if sign in _TURNED:
        return opened == _TURNED[sign] and not before.isspace()
    if sign in _PAIRS:
        return opened == _PAIRS[sign]
    if sign in _REVERSED:
        return opened == _REVERSED[sign]
    return sign == '"'


def _opens(sign: str, text: str, span: Span) -> bool:
    before, after = text[span[0] - 1 : span[0]], text[span[1] : span[1] + 1]
    if not after or after.isspace():
        return sign == "«" or sign == "‹"  # French has a space there
    if sign in ("'", '"'):
        return not before.isalnum()
    if sign in _PAIRS or sign == "”":  # as in German books, and in Swedish
        return not before or before.isspace() or before in "(["
    if sign in ("’", "''", "」", "』"):
        return False
    return sign != "‘" or not before.isalnum()
