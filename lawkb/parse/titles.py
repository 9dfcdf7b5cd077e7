"""Title lines of laws: ``Art. 47 – RITIRO …``, ``ΝΟΜΟΣ 47``, or a heading ``47. …``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lawkb.model.label import law_keys, plain
from lawkb.model.language import Language
from lawkb.model.page import LARGEST_LAW
from lawkb.parse.text import Block

_BETWEEN = " \t\u00a0.:–—-"
_NUMBER = re.compile(r"([1-9]\d{0,3})(?=[\s.:–—-]|$)")
_BARE = re.compile(r"([1-9]\d{0,3})[.:]?(?=\s|$)")
_SENTENCE_END = (".", ",", ";")
_STOP = re.compile(r"[.;·!?][\"”»)]?\s+(?=\S)")
_LONGEST = 200
# Laws that may be missing before a title that only its place and its shape tell.
_WIDEST_GAP = 3


@dataclass(frozen=True, slots=True)
class Title:
    """The title line of a law.

    Attributes:
        number: Of the law.
        num_end: Code point of the line after its label.
        words_at: Code point at which the words of the title begin; the length of the line when
            it has none.
    """

    number: int
    num_end: int
    words_at: int


def read_title(block: Block, language: Language) -> Title | None:
    """The title that a line is; None when it is none.

    A line that begins with the word for a law and a number is one; a heading may lack the word.
    """
    words = block.text.split(maxsplit=1)
    if not words:
        return None
    if plain(words[0]) in law_keys(language) and len(words) > 1:
        match = _NUMBER.match(block.text, len(block.text) - len(words[1]))
    else:
        match = _BARE.match(block.text) if block.is_heading else None
    if match is None or int(match[1]) > LARGEST_LAW:
        return None
    end = match.end()
    words_at = len(block.text) - len(block.text[end:].lstrip(_BETWEEN))
    return Title(int(match[1]), end, words_at)


@dataclass(frozen=True, slots=True)
class Cut:
    """The text of one language, cut at the titles of its laws.

    Attributes:
        before: What is before the first title.
        laws: Each law: its number, and its blocks with the title line first.
        doubtful: Lines that may be the title of a law that is missing; they stay text of the law
            before them. Each with the number of that law.
    """

    before: tuple[Block, ...]
    laws: tuple[tuple[int, tuple[Block, ...]], ...]
    doubtful: tuple[tuple[int, Block], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that begins with the name of a law.

    Attributes:
        index: Place of its block.
        block: The block.
        title: What it would say as a title.
    """

    index: int
    block: Block
    title: Title

    @property
    def number(self) -> int:
        """The law that it names."""
        return self.title.number

    @property
    def is_open(self) -> bool:
        """Whether it ends as a sentence may: it can be a title, or cite the law."""
        return not self.block.is_heading and self.block.text.endswith(_SENTENCE_END)

    @property
    def words(self) -> str:
        """The words of the title."""
        return self.block.text[self.title.words_at :]

    @property
    def is_marked_off(self) -> bool:
        """Whether a sign is between the number and the words: ``Law 13 – Penalties``."""
        return bool(self.block.text[self.title.num_end : self.title.words_at].strip())

    @property
    def reads_as_title(self) -> bool:
        """Whether its words are one phrase that begins with no small letter."""
        first = next((char for char in self.words if char.isalnum()), "")
        phrase = all(self.words[stop.end()].islower() for stop in _STOP.finditer(self.words))
        return phrase and not first.islower() and len(self.words) <= _LONGEST


def cut_at_titles(blocks: tuple[Block, ...], language: Language, most: int) -> Cut:
    """Cut a text at the titles of its laws, whose numbers go upwards.

    A line that ends in a stop may be a title, ``Law 13 – Penalties etc.``, or a sentence that
    cites a law. It is a title if its law is missing between the titles around it, its words are
    one phrase with a capital, set off from the number as in the other titles, and it follows a
    whole sentence or closes the gap in the numbers. Where only part of that is so, it is doubtful.

    Args:
        blocks: The text of one language.
        language: That language.
        most: Number of the last law of the edition.
    """
    lines = [
        _Line(index, block, title)
        for index, block in enumerate(blocks)
        if (title := read_title(block, language)) and title.number <= most
    ]
    sure = _upwards(line for line in lines if not line.is_open)
    marked_off = {line.is_marked_off for line in sure if line.words} or {True}
    starts: list[_Line] = []
    doubtful: list[tuple[int, Block]] = []
    ahead = [*reversed(sure)]
    for line in lines:
        above = starts[-1].number if starts else 0
        below = ahead[-1].number if ahead else None
        if ahead and line is ahead[-1]:
            starts.append(ahead.pop())
        elif line.is_open and above < line.number < (below or LARGEST_LAW + 1):
            fits = line.reads_as_title and (not line.words or line.is_marked_off in marked_off)
            if fits and _has_its_place(line, above, below, blocks):
                starts.append(line)
            elif above and (fits or below):
                doubtful.append((above, line.block))
    edges = [*(line.index for line in starts), len(blocks)]
    laws = tuple(
        (line.number, blocks[line.index : end]) for line, end in zip(starts, edges[1:], strict=True)
    )
    return Cut(blocks[: edges[0]], laws, tuple(doubtful))


def _upwards(lines: Iterable[_Line]) -> tuple[_Line, ...]:
    """The lines whose numbers are higher than all before them."""
    found: list[_Line] = []
    for line in lines:
        if not found or line.number > found[-1].number:
            found.append(line)
    return tuple(found)


def _has_its_place(line: _Line, above: int, below: int | None, blocks: tuple[Block, ...]) -> bool:
    """Whether its number is due between those of the laws around it, and its line begins there.

    A number that closes a gap is enough. Else no sentence may run into the line from the one
    before, as on a text page whose lines are wrapped.
    """
    if line.number - 1 == above and line.number + 1 == below:
        return True
    before = blocks[line.index - 1] if line.index and line.block.rich is None else None
    runs_in = (
        before is not None
        and before.touches
        and (before.text.endswith(",") or before.text[-1:].islower())
    )
    return not runs_in and (not above or line.number - above <= _WIDEST_GAP)
