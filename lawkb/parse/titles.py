"""Find where each law of a page begins: its number, its title, and the first words of its text.

Titles are printed in four ways: ``Article 6 – Fees``; ``Article 6`` with the title on the next
line; a marginal note on the line before ``6 (1) Text``; and number and text without a title,
``§ 6 Text``. A line that begins with the word for a law and a number may also only cite the law.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from lawkb.model.address import Level, Ordinal, Scheme, base_of, is_next
from lawkb.model.label import SIGN, folded_law_words, plain
from lawkb.model.language import Language
from lawkb.model.source import LARGEST_LAW
from lawkb.parse.document import TextBlock, WordRun
from lawkb.parse.labels import label_reader
from lawkb.words.ordinal_words import endings_of, ordinal_of

_SEPARATORS = " \t\u00a0.:–—-"
_AFTER = r"(?=[\s.:–—-]|$)"
_LATIN = "bis|ter|quater|quinquies|sexies|septies|octies|novies|decies"
# The number of an inserted law, whether the code declares inserts or not: 12A, 5.1, 2-bis.
_INSERTED = re.compile(
    rf"(\d{{1,4}}(?:\.\d{{1,3}}|-\d{{1,2}}|[ -]?(?:{_LATIN})|-?[^\W\d_]{{1,2}}))(?=[\s.:–—]|$)"
)
# «(Finalità). La legge …»: a title in brackets and the text on one line.
_BRACKETED = re.compile(r"\([^()]{3,150}\)[.:]?(?:\s*[–—-])?\s+(?=\S)")
_WORD = re.compile(r"§|[^\W\d_]+\.?")
_SPACE = re.compile(r"\s*")
_SENTENCE_STOPS = (".", ",", ";")
_SENTENCE_END = (*_SENTENCE_STOPS, ":", "·")
_QUOTED_ENDS = (")", "]", "»", "”")
_STOP = re.compile(r"[.;·!?][\"”»)]?\s+(?=\S)")
_LABELS = re.compile(r"(?:\(?\w{1,4}(?:\.\d{1,3})?[.)]\s*)+")
_LONGEST_TITLE = 200
_LONGEST_STOPPED_TITLE = 100
# An abbreviation of the word for a law has at least so many letters: «Art.», «Άρ.».
_SHORTEST_ABBREVIATION = 2
# Laws that may be missing before a title that is known only by its position and shape.
_WIDEST_TITLE_GAP = 3
_LANGUAGES = 64


@dataclass(frozen=True, slots=True)
class _NumberLine:
    """A line that begins with the number of a law; it may only cite the law.

    Attributes:
        index: Index of the line among the lines of the page.
        block: The line.
        number: Number of the law.
        num_end: Offset in the line after the label.
        words_at: Offset at which the words after the label begin; the length of the line when there
            are none.
        bare: Whether the number has no word before it.
    """

    index: int
    block: TextBlock
    number: Ordinal
    num_end: int
    words_at: int
    bare: bool

    @property
    def words(self) -> str:
        """Return the words after the label."""
        return self.block.text[self.words_at :]

    @property
    def is_open(self) -> bool:
        """Whether the line has the shape of a sentence, so that it can be a title or cite the law.

        It ends like a sentence, or its words begin with a small letter.
        """
        if self.block.is_heading:
            return False
        ends = self.block.text.endswith(_SENTENCE_STOPS) and not self.bare
        return ends or first_letter(self.words).islower()

    @property
    def is_marked_off(self) -> bool:
        """Whether punctuation separates number and words: ``Law 13 – Penalties``."""
        return bool(self.block.text[self.num_end : self.words_at].strip())

    @property
    def reads_as_title(self) -> bool:
        """Whether its words are one phrase that does not begin with a small letter."""
        return _is_phrase(self.words) and len(self.words) <= _LONGEST_TITLE


@dataclass(frozen=True, slots=True)
class Habits:
    """How an act prints its titles, as most of its laws show.

    Attributes:
        below: Whether the title is on the line after the number.
        before: Whether the title is on the line before the number, as a marginal note.
        without: Whether there are no titles: the words after a number are its text.
    """

    below: bool = False
    before: bool = False
    without: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """The lines of a law, divided into its number, its title and its text.

    Attributes:
        number: Number of the law.
        blocks: All lines of the law in page order.
        label: Number as printed, ``Article 6``; None when the page does not print it.
        heading: Words of the title; None when there is none.
        first: Index of the line with which the text begins.
        at: Offset in that line at which the text begins.
        habits: How the act prints its titles.
        doubtful: Line that was read as the title although it ends like a sentence, or None.
    """

    number: Ordinal
    blocks: tuple[TextBlock, ...]
    label: WordRun | None = None
    heading: WordRun | None = None
    first: int = 0
    at: int = 0
    habits: Habits = Habits()
    doubtful: TextBlock | None = None


@dataclass(frozen=True, slots=True)
class TitledLaws:
    """The laws of a page.

    Attributes:
        before: The lines before the first law.
        laws: The laws in page order.
        doubtful: Lines that may be titles but are read as text, each with the number of the law to
            which it was added.
    """

    before: tuple[TextBlock, ...]
    laws: tuple[Opening, ...]
    doubtful: tuple[tuple[Ordinal, TextBlock], ...]


def open_law(
    blocks: tuple[TextBlock, ...], language: Language, number: Ordinal, scheme: Scheme
) -> Opening:
    """Return the opening of the only law of a page, whose number is known."""
    reader = _LineReader(language, scheme)
    lines = [*_number_lines(blocks[:2], reader)]
    line = next((line for line in lines if line.number == number), None)
    if line is None:
        return Opening(number, blocks)
    noted = line.bare and _is_note(blocks[0], reader) and _has_text(line, blocks[0], reader)
    if line.index and not noted:
        return Opening(number, blocks)
    below = blocks[line.index + 1 :]
    titled = bool(below) and _begin_with_title(below, reader)
    return _opening(line, blocks, Habits(titled, bool(line.index)), reader)


def split_at_titles(
    blocks: tuple[TextBlock, ...], language: Language, scheme: Scheme, most: int
) -> TitledLaws:
    """Split a text at the titles of its laws, whose numbers increase.

    A line that ends in a full stop may be a title, ``Law 13 – Penalties etc.``, or a sentence that
    cites a law. It is a title if its law is missing between the titles around it, its words are one
    phrase with a capital, separated from the number as in the other titles, and it follows a whole
    sentence or closes the gap in the numbers. It begins a law without a title if it is the next
    law, and its words are a sentence with a capital. If only part of that is true, the line is
    doubtful.

    Args:
        blocks: The lines of one language.
        language: That language.
        scheme: The levels of the code.
        most: Number of the last law of the edition.
    """
    reader = _LineReader(language, scheme)
    lines = [line for line in _number_lines(blocks, reader) if base_of(line.number) <= most]
    lines = [*_of_one_kind(lines)]
    starts, doubtful = _starts(lines, blocks)
    doubtful += _undeclared(starts, blocks, reader)
    habits = _habits(starts, blocks, reader)
    begins: list[int] = []
    for line in starts:
        above = begins[-1] + 1 if begins else 0
        between = blocks[above : line.index]
        begins.append(line.index - int(habits.before and _ends_in_note(line, between, reader)))
    edges = [*begins, len(blocks)]
    laws = tuple(
        _opening(line, blocks[begin:end], habits, reader)
        for line, begin, end in zip(starts, begins, edges[1:], strict=True)
    )
    return TitledLaws(blocks[: edges[0]], laws, tuple(doubtful))


def looks_like_title(
    text: str, language: Language, scheme: Scheme, held: Collection[Ordinal] = ()
) -> bool:
    """Whether a text looks like the title of a law that is not among those available.

    It begins with the word for a law and a number, and goes on with one phrase that does not begin
    with a small letter. The number may be one that the code has not declared, 12A or 5.1.
    """
    if len(text) > _LONGEST_TITLE:
        return False
    reader = _LineReader(language, scheme)
    block = TextBlock("text", 0, len(text), text, 0, 1)
    for line in _number_lines((block,), reader):
        return not line.bare and line.reads_as_title and line.number not in held
    return reader.has_undeclared_number(text)


@dataclass(frozen=True, slots=True)
class _LineReader:
    """A reader of the numbers and labels at the start of lines.

    Attributes:
        language: Language of the lines.
        scheme: The levels of the code.
    """

    language: Language
    scheme: Scheme

    def has_label(self, text: str) -> bool:
        """Whether a line begins with the label of a provision inside a law."""
        return bool(label_reader(self.scheme, self.language).read(text))

    def number(self, block: TextBlock) -> tuple[Ordinal, int, bool] | None:
        """Return the number of a law that a line begins with, or None.

        With it come the offset after it, and whether there is no word before it.
        """
        text = block.text
        found = self._after_word(text) or self._before_word(text)
        if found:
            return *found, False
        bare = self._heading_number(text) if block.is_heading else self._bare(text)
        return (*bare, True) if bare else None

    def has_undeclared_number(self, text: str) -> bool:
        """Whether a text is a title with a number that the code has no insert for: 12A, 5.1."""
        word = _WORD.match(text)
        space = _SPACE.match(text, word.end()) if word and self._is_law_word(word[0]) else None
        number = _INSERTED.match(text, space.end()) if space else None
        if number is None or self._after_word(text):
            return False
        return _is_phrase(text[number.end() :].lstrip(_SEPARATORS))

    def is_bare_undeclared(self, text: str) -> bool:
        """Whether a line begins with such a number without a word: ``5.1 (2) The owner …``."""
        number = _INSERTED.match(text)
        first = first_letter(text[number.end() :]) if number else ""
        return first.isalpha() and not first.islower() and not self._bare(text)

    def _heading_number(self, text: str) -> tuple[Ordinal, int] | None:
        """Read ``16. Information`` in a heading."""
        counting = self.scheme.levels[0].counting
        return self.language.token_at(counting, text, 0, r"[.:]?(?=\s|$)")

    def _bare(self, text: str) -> tuple[Ordinal, int] | None:
        """Read the bare number of a law, if no level inside a law is printed so."""
        law = self.scheme.levels[0]
        for before, after in _bare_forms(self.scheme):
            found = text.startswith(before) and self.language.token_at(
                law.counting, text, len(before), rf"{re.escape(after)}(?=\s+\S)"
            )
            if found:
                return found
        return None

    def _after_word(self, text: str) -> tuple[Ordinal, int] | None:
        """Read ``Article 6``, «Article premier», ``§6``."""
        word = _WORD.match(text)
        if not word or not self._is_law_word(word[0]):
            return None
        space = _SPACE.match(text, word.end())
        at = space.end() if space else word.end()
        if at == word.end() and word[0] != SIGN and not word[0].endswith("."):
            return None
        counting = self.scheme.levels[0].counting
        found = self.language.token_at(counting, text, at, _after_number(self.language))
        inserted = _INSERTED.match(text, at)
        if found or inserted:
            return found if found and not (inserted and inserted.end() > found[1]) else None
        first = _WORD.match(text, at)
        second = _WORD.match(text, first.end() + 1) if first else None
        for words in ((first, second), (first,)):
            printed = tuple(match[0] for match in words if match)
            last = words[-1]
            whole = last is not None and len(printed) == len(words)
            number = ordinal_of(printed, self.language) if whole else None
            if last and number:
                return number, last.end() - last[0].endswith(".")
        return None

    def _before_word(self, text: str) -> tuple[Ordinal, int] | None:
        """Read "Sole Article", «Einziger Artikel»."""
        first = _WORD.match(text)
        second = _WORD.match(text, first.end() + 1) if first else None
        if not first or not second or not self._is_law_word(second[0]):
            return None
        number = ordinal_of((first[0],), self.language)
        return (number, second.end()) if number else None

    def _is_law_word(self, word: str) -> bool:
        if word == SIGN:
            forms = (form for level in self.scheme.levels[1:] for form in _templates(level))
            return not any(SIGN in form for form in forms)
        folded = plain(word)
        if folded in folded_law_words(self.language):
            return True
        cut = word.endswith(".") and len(folded) >= _SHORTEST_ABBREVIATION
        return cut and plain(self.language.law).startswith(folded)


@lru_cache(_LANGUAGES)
def _after_number(language: Language) -> str:
    """Return the pattern of what follows the number in a title: an ending, then no letter."""
    endings = "|".join(map(re.escape, endings_of(language)))
    return rf"(?:{endings})?{_AFTER}" if endings else _AFTER


@lru_cache(_LANGUAGES)
def _bare_forms(scheme: Scheme) -> tuple[tuple[str, str], ...]:
    """Return what is before and after the bare number of a law, for each of its templates.

    Those that a level inside a law is printed with are left out.
    """
    law, *inner = scheme.levels
    taken = {
        form for level in inner if level.numbering == law.numbering for form in _templates(level)
    }
    own = (form.partition("{}") for form in _templates(law) if form not in taken)
    return tuple((before, after) for before, _, after in own)


def _templates(level: Level) -> tuple[str, ...]:
    return (level.printed, *level.also_printed)


def _number_lines(blocks: tuple[TextBlock, ...], reader: _LineReader) -> Iterator[_NumberLine]:
    """Yield the lines that begin with the number of a law."""
    for index, block in enumerate(blocks):
        found = None if block.is_unlabelled else reader.number(block)
        if found and base_of(found[0]) <= LARGEST_LAW:
            number, end, bare = found
            words_at = len(block.text) - len(block.text[end:].lstrip(_SEPARATORS))
            yield _NumberLine(index, block, number, end, words_at, bare)


def _of_one_kind(lines: list[_NumberLine]) -> Iterator[_NumberLine]:
    """Yield the lines with the word for a law, or those without it, whichever are more.

    In an act that prints the word, a bare number is that of a list or a heading; in an act that
    does not, the word begins a citation.
    """
    bare = sum(line.bare for line in lines)
    worded = sum(not line.bare and not line.is_open for line in lines)
    for line in lines:
        if line.bare == (bare > worded) or (bare > worded and line.block.is_heading):
            yield line


def _starts(
    lines: list[_NumberLine], blocks: tuple[TextBlock, ...]
) -> tuple[list[_NumberLine], list[tuple[Ordinal, TextBlock]]]:
    """Return the lines that begin laws, and the doubtful ones with the law to which they go."""
    sure = _best_sequence([line for line in lines if _is_sure(line, blocks)], blocks)
    marked_off = {line.is_marked_off for line in sure if line.words} or {True}
    starts: list[_NumberLine] = []
    doubtful: list[tuple[Ordinal, _NumberLine]] = []
    ahead = [*reversed(sure)]
    numbers = {line.number for line in lines}
    for line in lines:
        above: Ordinal = starts[-1].number if starts else 0
        below = ahead[-1].number if ahead else None
        if ahead and line is ahead[-1]:
            starts.append(ahead.pop())
        elif above < line.number < (below or LARGEST_LAW + 1):
            fits = line.reads_as_title and (not line.words or line.is_marked_off in marked_off)
            if line.is_open and (
                (fits and _is_expected(line, above, below, blocks))
                or _begins_text(line, above, numbers, blocks)
            ):
                starts.append(line)
            elif above and (fits or below):
                doubtful.append((above, line))
        elif above and line.words and not line.bare and line.reads_as_title:
            doubtful.append((above, line))
    begun = {line.number for line in starts}
    return starts, [(law, line.block) for law, line in doubtful if line.number not in begun]


def _undeclared(
    starts: list[_NumberLine], blocks: tuple[TextBlock, ...], reader: _LineReader
) -> Iterator[tuple[Ordinal, TextBlock]]:
    """Yield lines that are titles with an undeclared number, each with the law above."""
    begins = [line.index for line in starts]
    bare = bool(starts) and all(line.bare and not line.block.is_heading for line in starts)
    for index, block in enumerate(blocks):
        undeclared = reader.has_undeclared_number(block.text)
        if undeclared or (bare and reader.is_bare_undeclared(block.text)):
            above = bisect_left(begins, index)
            if above:
                yield starts[above - 1].number, block


def _is_sure(line: _NumberLine, blocks: tuple[TextBlock, ...]) -> bool:
    """Whether a line has the shape of a title: not of a sentence, alone or of its first words."""
    after = blocks[line.index + 1] if line.index + 1 < len(blocks) else None
    runs_on = (
        after is not None
        and not line.words
        and line.block.rich is None
        and line.block.touches
        and after.text[:1].islower()
    )
    return not line.is_open and not runs_on


def _best_sequence(
    lines: list[_NumberLine], blocks: tuple[TextBlock, ...]
) -> tuple[_NumberLine, ...]:
    """Return the most likely titles among lines: their numbers rise, with the fewest gaps.

    A heading counts more than a line of text, and one with text after it more than one in a list,
    such as a table of contents. Of equals the first is taken.
    """
    indexes = {line.index for line in lines}
    numbers = sorted({line.number for line in lines})
    best: dict[Ordinal, tuple[int, int]] = {}  # by number: score, and index in ``lines``, negative
    highest = _Highest(len(numbers))
    previous: list[int | None] = []
    for i, line in enumerate(lines):
        rank = bisect_left(numbers, line.number)
        weight = 2 + 2 * line.block.is_heading + (line.index + 1 not in indexes)
        weight += line.index + 1 == len(blocks)
        nearest = [numbers[rank - 1]] if rank else []
        near = [
            best[n]
            for n in (*nearest, base_of(line.number) - 1)
            if n in best and is_next(line.number, n)
        ]
        before = highest.below(rank)
        score, last = max(*near, (before[0] - 1, before[1]) if before else (0, 1), (0, 1))
        previous.append(-last if last <= 0 else None)
        found = (max(score, 0) + weight, -i)
        if found > best.get(line.number, (0, 0)):
            best[line.number] = found
            highest.put(rank, found)
    at = -max(best.values())[1] if best else None
    chosen: list[_NumberLine] = []
    while at is not None:
        chosen.append(lines[at])
        at = previous[at]
    return tuple(reversed(chosen))


class _Highest:
    """The highest of the values that were put at lower places: a binary indexed tree."""

    def __init__(self, places: int) -> None:
        self._values: list[tuple[int, int] | None] = [None] * (places + 1)

    def put(self, place: int, value: tuple[int, int]) -> None:
        """Put a value at a place, from 0."""
        at = place + 1
        while at < len(self._values):
            held = self._values[at]
            self._values[at] = max(held, value) if held else value
            at += at & -at

    def below(self, place: int) -> tuple[int, int] | None:
        """Return the highest value at the places before one; None when there is none."""
        found: tuple[int, int] | None = None
        while place:
            held = self._values[place]
            found = max(filter(None, (found, held)), default=None)
            place -= place & -place
        return found


def _runs_in(line: _NumberLine, blocks: tuple[TextBlock, ...]) -> bool:
    """Whether the line before continues into this one, as on a text page with wrapped lines."""
    before = blocks[line.index - 1] if line.index and line.block.rich is None else None
    return (
        before is not None
        and before.touches
        and (before.text.endswith(",") or before.text[-1:].islower())
    )


def _is_expected(
    line: _NumberLine, above: Ordinal, below: Ordinal | None, blocks: tuple[TextBlock, ...]
) -> bool:
    """Whether the law number fits between those of the laws around, and a sentence can begin there.

    A number that closes a gap is enough.
    """
    if is_next(line.number, above) and below and is_next(below, line.number):
        return True
    near = not above or base_of(line.number) - base_of(above) <= _WIDEST_TITLE_GAP
    return near and not _runs_in(line, blocks)


def _begins_text(
    line: _NumberLine, above: Ordinal, numbers: Set[Ordinal], blocks: tuple[TextBlock, ...]
) -> bool:
    """Whether the line is the number of the next law with its text: ``§ 6 The owner shall …``.

    Of the first law of a page, the number of the next law must be there, too.
    """
    first = first_letter(line.words)
    follows = is_next(line.number, above) or (not above and base_of(line.number) + 1 in numbers)
    return follows and first.isalpha() and not first.islower() and not _runs_in(line, blocks)


def first_letter(words: str) -> str:
    """Return the first letter or digit of some words, after their labels."""
    labels = _LABELS.match(words)
    rest = words[labels.end() :] if labels else words
    return next((char for char in rest if char.isalnum()), "")


def ends_in_joining_word(text: str, language: Language) -> bool:
    """Whether a line ends in a word that joins it to the next line: *to*, *and*, «του»."""
    return plain(text.rsplit(maxsplit=1)[-1]) in _joining_words(language) if text.strip() else False


@lru_cache(_LANGUAGES)
def _joining_words(language: Language) -> frozenset[str]:
    lines = language.tables.get("search", {}).get("stop", ())
    return frozenset(plain(word) for line in lines for word in line.split())


def _is_phrase(words: str) -> bool:
    """Whether words are one phrase that does not begin with a small letter."""
    first = next((char for char in words if char.isalnum()), "")
    phrase = all(words[stop.end()].islower() for stop in _STOP.finditer(words))
    return phrase and not first.islower()


def _habits(
    starts: list[_NumberLine], blocks: tuple[TextBlock, ...], reader: _LineReader
) -> Habits:
    """Return how an act prints its titles: as at least half of its laws do."""
    following = [
        blocks[line.index + 1 : after.index if after else len(blocks)]
        for line, after in pairwise([*starts, None])
        if line and not line.words
    ]
    following = [lines for lines in following if lines]
    below = sum(_begin_with_title(lines, reader) for lines in following)
    above = [(line, blocks[line.index - 1] if line.index else None) for line in starts]
    notes = [before for line, before in above if _has_text(line, before, reader)]
    before = sum(note is not None and _is_note(note, reader) for note in notes)
    stopped = all(line.words.endswith(_SENTENCE_END) for line in starts if line.words)
    without = bool(notes) and stopped
    return Habits(0 < len(following) <= 2 * below, 0 < len(notes) <= 2 * before, without)


def _has_text(line: _NumberLine, before: TextBlock | None, reader: _LineReader) -> bool:
    """Whether the words after a number are text of the law and not its title.

    Args:
        line: The line.
        before: The line before it, which may be the title; None when there is none.
        reader: The reader of labels.
    """
    words = line.words
    if line.block.is_heading or not words:
        return False
    if reader.has_label(words) or len(words) > _LONGEST_TITLE:
        return True
    if words.endswith((*_SENTENCE_END, "—", "–")):
        return line.bare or not _is_phrase(words)
    return line.bare and before is not None and _is_note(before, reader)


def _begin_with_title(blocks: tuple[TextBlock, ...], reader: _LineReader) -> bool:
    """Whether the first of some lines can be a title: the next one does not continue it."""
    block, after = blocks[0], blocks[1] if len(blocks) > 1 else None
    if after is None or block.rich or not block.touches or reader.has_label(after.text):
        return _is_note(block, reader)
    runs_on = first_letter(after.text).islower() or ends_in_joining_word(
        block.text, reader.language
    )
    return _is_note(block, reader) and not runs_on


def _ends_in_note(line: _NumberLine, before: tuple[TextBlock, ...], reader: _LineReader) -> bool:
    """Whether lines end in the marginal note of the law that begins after them.

    A note may end in a stop, ``Regulations etc.``, if the line before it is a whole sentence.
    """
    own = bool(line.words) and line.bare and not line.block.is_heading
    if not before or not (own or _has_text(line, before[-1], reader)):
        return False
    return _is_note(before[-1], reader) or _is_stopped_note(before, reader)


def _is_stopped_note(before: tuple[TextBlock, ...], reader: _LineReader) -> bool:
    note = before[-1]
    short = len(note.text) <= _LONGEST_STOPPED_TITLE and _is_phrase(note.text)
    taken = reader.has_label(note.text) or reader.number(note)
    ended = len(before) > 1 and before[-2].text.endswith((".", *_QUOTED_ENDS))
    return short and not taken and ended and note.text.endswith(".")


def _is_note(block: TextBlock, reader: _LineReader) -> bool:
    """Whether a line can be the title of a law: see ``may_be_title``; it begins with no number."""
    taken = reader.has_label(block.text) or reader.number(block)
    return not taken and may_be_title(block)


def may_be_title(block: TextBlock) -> bool:
    """Whether a line has the shape of a title: a heading, or a short phrase without an end."""
    if block.rich and block.rich.kind not in ("heading", "paragraph"):
        return False
    text = block.text
    ends = text.endswith(_SENTENCE_END)
    phrase = len(text) <= _LONGEST_TITLE and not ends and not first_letter(text).islower()
    return any(map(str.isalpha, text)) and (block.is_heading or phrase)


def _opening(
    line: _NumberLine, blocks: tuple[TextBlock, ...], habits: Habits, reader: _LineReader
) -> Opening:
    """Divide the lines of a law into its number, its title and its text."""
    where = next(index for index, block in enumerate(blocks) if block is line.block)
    label = _run(line.block, 0, line.num_end)
    bracketed = _BRACKETED.match(line.block.text, line.words_at)
    if bracketed and not (where or line.block.is_heading or reader.has_label(line.words)):
        title = line.block.text.index(")", line.words_at) + 1
        words = _run(line.block, line.words_at, title)
        return Opening(line.number, blocks, label, words, 0, bracketed.end(), habits)
    heading: WordRun | None = None
    doubtful: TextBlock | None = None
    first, at = where + 1, 0
    if where or _is_text(line, blocks, habits, reader):
        heading = _run(blocks[0]) if where else None
        doubtful = blocks[0] if where and not _is_note(blocks[0], reader) else None
        first, at = (where, line.words_at) if line.words else (first, 0)
    elif line.words:
        doubtful = None if line.block.is_heading or _is_phrase(line.words) else line.block
        heading = _run(line.block, line.words_at)
    elif first < len(blocks):
        sure, weak = _title_below(blocks[first:], habits, reader)
        if sure or weak:
            heading = _run(blocks[first])
            doubtful = blocks[first] if weak else None
            first += 1
    return Opening(line.number, blocks, label, heading, first, at, habits, doubtful)


def _is_text(
    line: _NumberLine, blocks: tuple[TextBlock, ...], habits: Habits, reader: _LineReader
) -> bool:
    """Whether the words on the first line of a law are its text, from its lines and its habits.

    Several phrases before a label are still a title in an act that has titles, a doubtful one.
    """
    words = line.words
    alone = len(blocks) == 1 and words.endswith(_SENTENCE_END)
    if alone and not line.block.is_heading:
        return True
    if not _has_text(line, None, reader):
        without = habits.without or (habits.before and line.bare)
        return without and bool(words) and not line.block.is_heading
    titled = not (line.bare or habits.without or reader.has_label(words) or words.endswith(":"))
    listed = len(blocks) > 1 and reader.has_label(blocks[1].text)
    return not (titled and listed and len(words) <= _LONGEST_STOPPED_TITLE)


def _title_below(
    blocks: tuple[TextBlock, ...], habits: Habits, reader: _LineReader
) -> tuple[bool, bool]:
    """Return whether the line after a number is the title, and whether it may be, from its habits.

    Args:
        blocks: The lines of the law after its number.
        habits: How the act prints its titles.
        reader: The reader of labels.
    """
    block, *text = blocks
    if block.is_heading:
        return _is_note(block, reader), False
    if not habits.below or not text:
        return False, False
    if _begin_with_title(blocks, reader):
        return True, False
    if _is_note(block, reader):
        return False, False
    short = len(block.text) <= _LONGEST_STOPPED_TITLE and not block.text.endswith((",", ":"))
    shaped = _is_phrase(block.text) or reader.has_label(text[0].text)
    plain_line = block.rich is None or block.rich.kind == "paragraph"
    return False, short and shaped and plain_line and not reader.has_label(block.text)


def _run(block: TextBlock, start: int = 0, end: int | None = None) -> WordRun:
    """Return a span of a line, by default the whole line."""
    return WordRun(block.at + start, block.at + (len(block.text) if end is None else end), block)
