"""Find the headings of divisions between the laws of a page: ``CHAPTER II``, *Principles*.

A heading of a division is known by its words, its number and its place: between the end of a law
and the title of the next one there is nothing but such headings. A line with the same words inside
a law is text, and a number that does not continue the numbering is doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from msgspec.structs import replace

from lawkb.model.address import DIVISION_PREFIXES, Ordinal
from lawkb.model.division import Division, DivisionLevel, DivisionPath, nested
from lawkb.model.label import (
    SIGNS,
    folded_law_words,
    is_ordinal_number,
    ordinal_word,
    plain,
    read_number,
)
from lawkb.model.language import Language
from lawkb.model.law import Loss
from lawkb.model.page import Piece
from lawkb.model.passage import Passage
from lawkb.parse.document import TextBlock, WordRun
from lawkb.parse.structure.footnotes import PageWords, Place
from lawkb.words.folding import INVISIBLE, as_seen

_SEPARATORS = " \t\u00a0.:–—-"
_SENTENCE_END = (".", ";", "·", ",", ":")
_LONGEST = 200  # code points of a heading
_MOST_LINES = 2  # of a heading after its label
_UNDECLARED = -1  # level of a kind of divisions that the code does not declare
# The number of what was inserted, IIa or 2A, also before the first: A1, ZA1.
INSERTED = (
    r"(?:(?:[IVXLΙΧ]{1,8}|\d{1,3})[^\W\d_]{1,2}|[^\W\d_]{1,2}[.-]?\d{1,3}[^\W\d_]{0,2})(?=\W|$)"
)

Segment = tuple[TextBlock, ...]


@dataclass(frozen=True, slots=True)
class DivisionOpening:
    """A line that may be the label of a division."""

    block: TextBlock  # The line.
    depth: int  # Level of the division, from 0.
    # What its number may be, the likeliest first: I is 1, or the ninth letter. None for an insert.
    readings: tuple[int, ...]
    num_end: int  # Offset after the label.
    # Offset at which its heading begins on the line; the length of the line for none.
    words_at: int


@dataclass(slots=True)
class _Draft:
    """A division while the page is read; the first of ``runs`` may be on the line of the label."""

    path: DivisionPath
    num: str
    runs: list[WordRun]
    lines: tuple[int, int]
    laws: list[Ordinal] = field(default_factory=list)


@dataclass(slots=True)
class DivisionReading:
    """The divisions of a page in one language."""

    language: Language  # The language.
    # The lines before the first law and those of each law, without the headings of divisions.
    segments: tuple[Segment, ...] = ()
    pieces: list[Piece] = field(default_factory=list)  # Spans of these headings.
    losses: list[Loss] = field(default_factory=list)  # Numbers that are missing or doubtful.
    _drafts: list[_Draft] = field(default_factory=list)

    def leave_out_laws(self) -> None:
        """Count every other line as a heading: the page is a table of contents."""
        lines = (block for segment in self.segments for block in segment)
        self.pieces.extend(Piece("headings", block.start, block.end) for block in lines)
        self.segments = ()

    def title_lines(self) -> frozenset[int]:
        """Return the lines of the headings."""
        lines = (draft.lines for draft in self._drafts)
        return frozenset(line for first, last in lines for line in range(first, last + 1))

    def places(self) -> Iterator[Place]:
        """Yield every span of words of the headings in page order, with its language."""
        for draft in self._drafts:
            yield from ((run, self.language, None) for run in draft.runs)

    def divisions(self, words: PageWords) -> tuple[Division, ...]:
        """Return the divisions one inside the other, with the words of their headings."""
        return nested(
            Division(
                path=draft.path,
                num=draft.num,
                heading=_joined([words.passage(run) for run in draft.runs]),
                laws=tuple(draft.laws),
                lines=draft.lines,
            )
            for draft in self._drafts
        )


def read_divisions(
    segments: Sequence[Segment],
    numbers: Sequence[Sequence[Ordinal]],
    language: Language,
    levels: Sequence[DivisionLevel],
    headings: Collection[int] = (),
) -> DivisionReading:
    """Return the divisions whose headings are between the laws of a page.

    Args:
        segments: The lines before the first law, then those of each law, its title first.
        numbers: The number of each law, and of those that were repealed with it.
        levels: The kinds of divisions of the code, from the outside in.
        headings: Offsets of the headings that are of no law; those of no division are left out.
    """
    reading = DivisionReading(language)
    words = _words_of(tuple(levels), language)
    numbering = _Numbering(tuple(level.kind for level in levels))
    kept: list[Segment] = []
    for index, segment in enumerate(segments):
        if index:
            numbering.add_laws(numbers[index - 1])
        openings = [_opening(block, words, language) for block in segment]
        last = index == len(segments) - 1
        end = len(segment) if last else _end_of_text(segment, openings, at_least=bool(index))
        for block, opening in zip(segment[:end], openings[:end], strict=True):
            if opening and opening.depth != _UNDECLARED and _stands_alone(opening):
                reading.losses.append(_doubtful(block, language))
        end = _read_headings(reading, numbering, segment, openings, end)
        begin = end
        while begin and segment[begin - 1].at in headings:
            begin -= 1
        for block in segment[begin:end]:
            _leave_out(reading, block)
        kept.append(segment[:begin])
    reading.segments = tuple(kept)
    reading._drafts = numbering.drafts
    return reading


def _read_headings(
    reading: DivisionReading,
    numbering: _Numbering,
    segment: Segment,
    openings: Sequence[DivisionOpening | None],
    begin: int,
) -> int:
    """Read the headings after the text of a law; return the index at which they begin."""
    draft: _Draft | None = None
    left_out = False
    for index in range(begin, len(segment)):
        block, opening = segment[index], openings[index]
        if opening:
            left_out = opening.depth == _UNDECLARED or not opening.readings
            numbering.has_laws &= bool(opening.readings)
        if left_out:
            _leave_out(reading, block)
            draft = None
            continue
        n, what = numbering.place(opening) if opening else (None, "")
        if what:
            reading.losses.append(_loss(block, reading.language, what))
        if opening and n:
            draft = numbering.open(opening, n)
        elif draft and not _continues(draft, block):
            _leave_out(reading, block)
            continue
        elif draft:
            draft.runs.append(WordRun(block.at, block.at + len(block.text), block))
            draft.lines = (draft.lines[0], block.line)
        else:
            begin = index + 1
            continue
        reading.pieces.append(Piece("headings", block.start, block.end))
    return begin


def _continues(draft: _Draft, block: TextBlock) -> bool:
    """Whether a line is of the heading of a division: all its lines have one style."""
    above = draft.runs[0].block if draft.runs else block
    if not (above.is_heading and block.is_heading and above.rich and block.rich):
        return True
    return above.rich.level == block.rich.level


def _leave_out(reading: DivisionReading, block: TextBlock) -> None:
    """Count a line as a heading that is of no law and of no division."""
    reading.pieces.append(Piece("headings", block.start, block.end))
    message = f"«{block.text[:60]}» is a heading between two laws; it is in the text of neither"
    reading.losses.append(Loss("heading", message, language=reading.language.code, line=block.line))


class _Numbering:
    """The numbers of the divisions so far, and the divisions."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self.drafts: list[_Draft] = []
        self.has_laws = True  # whether the next laws are of the last one, and of no insert
        self._kinds = kinds
        self._open: dict[int, int] = {}  # number by level
        self._last: dict[int, int] = {}  # highest number of a level in the whole text

    def add_laws(self, numbers: Sequence[Ordinal]) -> None:
        """Put laws into the innermost division that is open."""
        if self.drafts and self.has_laws:
            self.drafts[-1].laws.extend(numbers)

    def place(self, opening: DivisionOpening) -> tuple[int | None, str]:
        """Return the number of a division, None if it cannot be one, and what is lost."""
        depth, printed = opening.depth, opening.block.text[: opening.num_end]
        sibling = self._open.get(depth)
        first = not self.drafts
        follows = (sibling or 0) + 1, self._last.get(depth, 0) + 1
        expected = next((n for n in follows if n in opening.readings), None)
        if expected or first:
            return expected or opening.readings[0], ""
        later = [n for n in opening.readings if n > (sibling or 0)]
        if not later:
            return None, f"{printed} does not continue the numbering; it is read as text"
        last = sibling or "nothing"
        return min(later), f"{printed} follows {last}: divisions between are missing"

    def open(self, opening: DivisionOpening, n: int) -> _Draft:
        """Open a division; those of its level and of the levels inside it are closed."""
        depth, block = opening.depth, opening.block
        self.has_laws = True
        self._open = {level: own for level, own in self._open.items() if level < depth}
        self._open[depth] = n
        self._last[depth] = max(n, self._last.get(depth, 0))
        path = tuple((self._kinds[level], own) for level, own in sorted(self._open.items()))
        runs = []
        if opening.words_at < len(block.text):
            end = block.at + len(block.text)
            runs.append(WordRun(block.at + opening.words_at, end, block))
        num = printed_label(block.text[: opening.num_end])
        self.drafts.append(_Draft(path, num, runs, (block.line, block.line)))
        return self.drafts[-1]


def _end_of_text(
    segment: Segment, openings: Sequence[DivisionOpening | None], at_least: bool
) -> int:
    """Return the index after which a law has nothing but headings of divisions.

    Args:
        openings: Of each line, the division that it may open.
        at_least: Whether the first line is the title of the law, so no heading.
    """
    end = at = len(segment)
    lines = 0
    while at > at_least:
        at -= 1
        if openings[at]:
            end, lines = at, 0
        elif lines < _MOST_LINES and _is_heading(segment[at]):
            lines += 1
        else:
            break
    listed = at_least and 0 < end < len(segment) and segment[end - 1].text.endswith(":")
    return len(segment) if listed and not any(block.is_heading for block in segment[end:]) else end


def _opening(
    block: TextBlock, words: Mapping[str, int], language: Language
) -> DivisionOpening | None:
    """Return the division that a line may open; one that the code has not must stand out."""
    found = division_opening(block, words, language)
    if found is None or found.depth != _UNDECLARED:
        return found
    marked_off = block.text[found.num_end : found.words_at].strip()
    stands_out = _stands_alone(found) or marked_off or block.text.isupper()
    return found if stands_out else None


def _is_heading(block: TextBlock) -> bool:
    """Whether a line may be the heading of a division, to judge by its words."""
    if block.is_heading:
        return True
    if block.is_unlabelled:
        return False
    return len(block.text) <= _LONGEST and not block.text.endswith(_SENTENCE_END)


def _reads_as_heading(words: str) -> bool:
    first = next((char for char in words if char.isalnum()), "")
    return len(words) <= _LONGEST and bool(first) and not first.islower()


def _stands_alone(opening: DivisionOpening) -> bool:
    """Whether a line is nothing but a label, or marked as a heading."""
    return opening.block.is_heading or opening.words_at == len(opening.block.text)


def _doubtful(block: TextBlock, language: Language) -> Loss:
    what = f"«{block.text[:60]}» may be the heading of a division; it is read as text"
    return _loss(block, language, what)


def _loss(block: TextBlock, language: Language, what: str) -> Loss:
    return Loss("numbering", what, language=language.code, line=block.line)


def _joined(passages: Sequence[Passage]) -> Passage | None:
    """Return the lines of a heading as one passage."""
    if not passages:
        return None
    first, *others = passages
    for other in others:
        at = len(first.text) + 1
        notes = tuple(replace(note, at=note.at + at) for note in other.notes)
        lines = (*(first.lines or ()), *(other.lines or ()))
        first = Passage(
            f"{first.text} {other.text}",
            (*first.notes, *notes),
            lines=(min(lines), max(lines)) if lines else None,
        )
    return first


# ---- labels of divisions


def division_opening(
    block: TextBlock, words: Mapping[str, int], language: Language
) -> DivisionOpening | None:
    """Return the division that a line may open, by its first words; else None.

    Args:
        words: The level that each word announces, folded by ``plain``.
    """
    text, places = as_seen(block.text)
    tokens = list(re.finditer(r"\S+", text[:_LONGEST]))
    if len(tokens) < 2 or block.is_unlabelled:
        return None
    folded = [plain(token[0].strip(SIGNS)) for token in tokens[:3]]
    if folded[0] in words:
        depth, at = words[folded[0]], 1
    elif folded[1] in words and is_ordinal_number(tokens[0][0], language):
        depth, at = words[folded[1]], 0  # «Πρώτο Μέρος», Erster Abschnitt, 2. Kapitel
    else:
        return None
    readings = read_number(tokens[at][0], language)
    last = tokens[1]
    if at and readings and len(tokens) > 2 and readings[0] in (10, 20, 30):
        unit = ordinal_word(tokens[2][0], language)  # «δέκατο τρίτο»
        if unit and unit < 10 and ordinal_word(tokens[1][0], language):
            readings, last = (readings[0] + unit,), tokens[2]
    num_end = last.start() + len(last[0].rstrip(":–—-"))
    words_at = len(text) - len(text[num_end:].lstrip(_SEPARATORS))
    rest = text[words_at:]
    if not readings and not (at and re.match(INSERTED, last[0])):
        return None
    if rest and not block.is_heading and not _reads_as_heading(rest):
        return None
    if not (at or block.is_heading) and rest.endswith(_SENTENCE_END):
        return None  # *2. Part payments are due.*
    return DivisionOpening(block, depth, readings, places[num_end - 1] + 1, places[words_at])


def printed_label(text: str) -> str:
    """Return a label as it is shown: on one line, without what prints nothing before it."""
    return re.sub(r"\n+", " ", text.lstrip(INVISIBLE))


def is_division_label(block: TextBlock, language: Language) -> bool:
    """Whether a line is the label of a division of any kind, without other words: ``Part II``."""
    found = division_opening(block, _words_of((), language), language)
    return found is not None and found.words_at == len(block.text)


@cache
def _words_of(levels: tuple[DivisionLevel, ...], language: Language) -> dict[str, int]:
    """Return the level that each word of a language announces; words of other kinds have none."""
    found: dict[str, int] = {}
    for depth, level in enumerate(levels):
        for word in level.words.get(language.code, ()):
            found.setdefault(plain(word), depth)
    table = language.tables.get("divisions", {})
    others = (word for kind in DIVISION_PREFIXES for word in table.get(kind, ()))
    for word in map(plain, others):
        if word not in folded_law_words(language):
            found.setdefault(word, _UNDECLARED)
    return found
