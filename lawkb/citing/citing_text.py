"""A text that cites: its words without marks of emphasis, its paragraphs, and its block quotes.

Input: a plain or Markdown text (``text_given``), or the blocks of a page in any format
(``text_of_blocks``). Output: a ``CitingText``, in which references and quotations are found.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from lawkb.model.passage import Span
from lawkb.parse.document import TextBlock

_QUOTED_LINE = re.compile(r"^[ \t]*>(?:[ \t]?>)*[ \t]?", re.MULTILINE)
# Markdown's signs of emphasis, code and links, and tags of HTML; bounded, so that no text is slow.
_MARKUP = re.compile(
    r"\*{1,3}|(?<!`)`(?!`)|(?<![^\W_])_{1,2}(?=[^\W_])|(?<=[^\W_])_{1,2}(?![^\W_])|~~"
    r"|\[(?=[^\[\]\n]{1,300}\]\([^()\s]{1,2000}\))|(?<=[^\[\s])\]\([^()\s]{1,2000}\)"
    r"|\\(?=[*_>#\[\]])|</?[a-zA-Z][^<>\n]{0,200}>"
)
_HAS_MARKUP = re.compile(r"[*_`~\[<>\\]")
_BETWEEN = len("\n\n")
_BREAK = re.compile(r"\n[ \t]*\n\s*")


@dataclass(frozen=True)
class CitingText:
    """The words of a text, with the places that they have in the text or file as it was given."""

    words: str  # The text without markup.
    blocks: tuple[Span, ...]  # Block quotes in `words`, in order.
    # Where pieces of `words` begin, and where they begin in the text as given; both ascend.
    _pieces: tuple[tuple[int, ...], tuple[int, ...]]
    # Where lines begin in `words`, and their numbers in the file.
    _lines: tuple[tuple[int, ...], tuple[int | None, ...]]
    is_whole: bool = True  # Whether offsets lead into a text, not into a file of another format.

    def place(self, at: int) -> int:
        """Return the offset in the text as given of an offset in ``words``."""
        own, given = self._pieces
        piece = bisect_right(own, at) - 1
        return given[piece] + at - own[piece]

    def line(self, at: int) -> int | None:
        """Return the line of an offset in ``words``, from 1; None if it is not known."""
        starts, numbers = self._lines
        return numbers[max(bisect_right(starts, at) - 1, 0)] if starts else None

    @cached_property
    def paragraphs(self) -> tuple[Span, ...]:
        """The spans of the paragraphs, in order; joined they are the whole text."""
        ends = [match.end() for match in _BREAK.finditer(self.words)]
        starts = [0, *ends]
        return tuple(zip(starts, [*ends, len(self.words)], strict=True))

    def paragraph(self, at: int) -> Span:
        """Return the span of the paragraph that contains an offset."""
        starts = self._starts
        return self.paragraphs[max(bisect_right(starts, at) - 1, 0)]

    @cached_property
    def _starts(self) -> list[int]:
        return [start for start, _ in self.paragraphs]


def text_given(text: str) -> CitingText:
    """Return a plain or Markdown text: ``>`` begins the lines of a block quote."""
    lines = [0, *(match.end() for match in re.finditer("\n", text))]
    if not _HAS_MARKUP.search(text):
        numbers = tuple(range(1, len(lines) + 1))
        return CitingText(text, (), ((0,), (0,)), (tuple(lines), numbers))
    quoted = {match.start(): match.end() for match in _QUOTED_LINE.finditer(text)}
    cuts = sorted([*quoted.items(), *(match.span() for match in _MARKUP.finditer(text))])
    pieces: list[str] = []
    own, given = [0], [0]
    length = at = 0
    for start, end in cuts:
        if end <= at:
            continue
        if start > at:
            pieces.append(text[at:start])
            length += start - at
        at = end
        own.append(length)
        given.append(at)
    pieces.append(text[at:])
    plain = "".join(pieces)
    starts = _own_offsets(lines, own, given)
    blocks = _quoted_blocks(starts, [line in quoted for line in lines], len(plain))
    numbers = tuple(range(1, len(lines) + 1))
    return CitingText(plain, blocks, (tuple(own), tuple(given)), (starts, numbers))


def _own_offsets(lines: list[int], own: list[int], given: list[int]) -> tuple[int, ...]:
    """Return where the lines of the given text begin in the text without markup."""
    found = []
    for line in lines:
        piece = bisect_right(given, line) - 1
        end = own[piece + 1] if piece + 1 < len(own) else None
        at = own[piece] + line - given[piece]
        found.append(at if end is None else min(at, end))
    return tuple(found)


def _quoted_blocks(starts: tuple[int, ...], quoted: list[bool], length: int) -> tuple[Span, ...]:
    """Return the spans of consecutive quoted lines."""
    blocks: list[Span] = []
    ends = [*starts[1:], length]
    last = -2
    for line, (start, end, is_quoted) in enumerate(zip(starts, ends, quoted, strict=True)):
        if not is_quoted:
            continue
        if last == line - 1:
            blocks[-1] = (blocks[-1][0], end)
        else:
            blocks.append((start, end))
        last = line
    return tuple(blocks)


def text_of_blocks(blocks: Iterable[TextBlock]) -> CitingText:
    """Return the blocks of a page as a text: a blank line is between two of them."""
    pieces: list[str] = []
    quotes: list[Span] = []
    starts: list[int] = []
    numbers: list[int | None] = []
    length = 0
    for block in blocks:
        starts.append(length)
        numbers.append(block.line)
        pieces.append(block.text)
        rich = block.rich
        if rich is not None and (rich.is_apart or rich.kind == "quote"):
            begin = length
            if quotes and quotes[-1][1] == length - _BETWEEN:
                begin = quotes.pop()[0]
            quotes.append((begin, length + len(block.text)))
        length += len(block.text) + _BETWEEN
        for note in rich.words.notes if rich else ():
            starts.append(length)
            numbers.append(block.line)
            pieces.append(note.text)
            length += len(note.text) + _BETWEEN
    words = "\n\n".join(pieces)
    lines = (tuple(starts), tuple(numbers))
    return CitingText(words, tuple(quotes), ((0,), (0,)), lines, is_whole=False)


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
