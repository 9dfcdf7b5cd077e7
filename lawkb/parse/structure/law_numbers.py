"""Find the lines that begin with the number of a law, and those of them that begin the law.

A line that begins with the word for a law and a number may also only cite the law: the numbers of
laws rise, and a title is no sentence. Numbers may be ordinals in words: «πρώτο», «premier», «δέκατο
πέμπτο».
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from lawkb.model.address import Level, Ordinal, Scheme, base_of, is_next
from lawkb.model.label import SIGN, folded_law_words, plain
from lawkb.model.language import Language
from lawkb.model.source import LARGEST_LAW
from lawkb.parse.document import TextBlock
from lawkb.parse.structure.labels_and_languages import label_reader

_LARGEST = 100  # of a law whose number is a word


def ordinal_of(words: tuple[str, ...], language: Language) -> int | None:
    """Return the number that one or two words count: 15 for «δέκατο πέμπτο»; else None.

    The words are in the tables ``[numerals.ordinals]`` and ``[titles]`` of the language file.
    Accents and case do not count.
    """
    values = [_ordinals(language).get(plain(word)) for word in words]
    if len(values) == 1:
        return values[0]
    tens, ones = values if len(values) == 2 else (None, None)  # two words
    fits = tens is not None and ones is not None and tens % 10 == 0 and ones < 10
    return tens + ones if fits and tens and ones else None


def endings_of(language: Language) -> tuple[str, ...]:
    """Return what is written after the digits of an ordinal, longest first: «er» in «1er»."""
    return tuple(
        sorted(language.tables.get("titles", {}).get("endings", ()), key=len, reverse=True)
    )


_LANGUAGES = 64


@lru_cache(_LANGUAGES)
def _ordinals(language: Language) -> Mapping[str, int]:
    table = language.tables.get("numerals", {})
    endings = table.get("endings", ("",))
    found = {
        plain(form): int(n)
        for n, words in table.get("ordinals", {}).items()
        for word in words.split()
        for form in _forms(word, endings)
        if int(n) < _LARGEST
    }
    only = language.tables.get("titles", {}).get("only", ())
    return {**found, **{plain(word): 1 for word in only}}


def _forms(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Yield every form of a word; ``~`` is an ending of the language."""
    if word.endswith("~"):
        yield from (word[:-1] + ending for ending in endings)
    else:
        yield word


_SEPARATORS = " \t\u00a0.:–—-"
_AFTER = r"(?=[\s.:–—-]|$)"
_LATIN = "bis|ter|quater|quinquies|sexies|septies|octies|novies|decies"
# The number of an inserted law, whether the code declares inserts or not: 12A, 5.1, 2-bis.
_INSERTED = re.compile(
    rf"(\d{{1,6}}(?:\.\d{{1,3}}|-\d{{1,2}}|[ -]?(?:{_LATIN})|-?[^\W\d_]{{1,2}}))(?=[\s.:–—]|$)"
)
# What follows the bare number of a law: a space, or the first label in it, ``1.—(1)``, ``1(1)``.
_BEFORE_TEXT = r"(?=\s+\S|[—–-]?\s?\((?:0\.1|[1aAiα])\)|(?<=\.)[—–]\s?[^\W\d_])"
_WORD = re.compile(r"§|[^\W\d_]+\.?")
_SPACE = re.compile(r"\s*")
_SENTENCE_STOPS = (".", ",", ";")
SENTENCE_END = (*_SENTENCE_STOPS, ":", "·")
# Signs between a number and its title, ``Article 6 – Fees``.
_TITLE_SIGNS = ("–", "—", "-", ":")
_STOP = re.compile(r"[.;·!?][\"”»)]?\s+(?=\S)")
# «Τροποποίηση του ν. 4000/2011», *Amendment of Regulation No. 7*: the stop ends no sentence.
_ABBREVIATED = re.compile(r"(?<!\w)[^\W\d_]{1,2}\.\s+$")
# ``6 to 8 [Repealed]``: one line for several laws is that of the first.
_SEVERAL = re.compile(r"(?:\s?[–-]\s?|\s[^\W\d_]{1,7}\s)\d{1,6}(?:\.\d{1,3})?(?=\s?[\[(]|$)")
_LABELS = re.compile(r"(?:\(?\w{1,4}(?:\.\d{1,3})?[.)]\s*)+")
LONGEST_TITLE = 200
# An abbreviation of the word for a law has at least so many letters: «Art.», «Άρ.».
_SHORTEST_ABBREVIATION = 2
# Laws that may be missing before a title that is known only by its position and shape.
_WIDEST_TITLE_GAP = 3


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A line that begins with the number of a law; it may only cite the law."""

    index: int  # Index of the line among the lines of the page.
    block: TextBlock  # The line.
    number: Ordinal  # Number of the law.
    num_end: int  # Offset in the line after the label.
    # Offset at which the words after the label begin; the length of the line when there are none.
    words_at: int
    bare: bool  # Whether the number has no word before it.

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
    def may_be_text(self) -> bool:
        """Whether its words may be text below a marginal note: no sign marks them as a title."""
        marks = self.block.text[self.num_end : self.words_at].strip()
        marked_as_title = not self.bare and marks.endswith(_TITLE_SIGNS)
        return bool(self.words) and not self.block.is_heading and not marked_as_title

    @property
    def reads_as_title(self) -> bool:
        """Whether its words are one phrase that does not begin with a small letter."""
        return is_phrase(self.words) and len(self.words) <= LONGEST_TITLE


@dataclass(frozen=True, slots=True)
class LineReader:
    """A reader of the numbers and labels at the start of lines."""

    language: Language  # language of the lines
    scheme: Scheme  # the levels of the code
    bare: bool = True  # whether the act may print the numbers of laws without the word for a law

    def has_label(self, text: str) -> bool:
        """Whether a line begins with the label of a provision inside a law."""
        return bool(label_reader(self.scheme, self.language)(text))

    def number(self, block: TextBlock) -> tuple[Ordinal, int, bool] | None:
        """Return the number of a law that a line begins with, or None.

        With it come the offset after it, and whether there is no word before it.
        """
        text = block.text
        found = self._after_word(text) or self._before_word(text)
        bare = not found and self.bare
        if bare:
            found = self._heading_number(text) if block.is_heading else self._bare(text)
        if not found:
            return None
        several = _SEVERAL.match(text, found[1])
        if several and several.end() == len(text) and not block.is_heading:
            several = None  # it may go on with the next line: *Articles 5 to 7* …
        return found[0], several.end() if several else found[1], bare

    def has_undeclared_number(self, text: str) -> bool:
        """Whether a text is a title with a number that the code has no insert for: 12A, 5.1."""
        word = _WORD.match(text)
        space = _SPACE.match(text, word.end()) if word and self._is_law_word(word[0]) else None
        number = _INSERTED.match(text, space.end()) if space else None
        if number is None or self._after_word(text):
            return False
        return is_phrase(text[number.end() :].lstrip(_SEPARATORS))

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
        begin = len(text) - len(text.lstrip("*"))  # ``*8 This Act``, with a note below it
        for before, after in _bare_forms(self.scheme):
            found = text.startswith(before, begin) and self.language.token_at(
                law.counting, text, begin + len(before), re.escape(after) + _BEFORE_TEXT
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


def number_lines(blocks: tuple[TextBlock, ...], reader: LineReader) -> Iterator[NumberLine]:
    """Yield the lines that begin with the number of a law."""
    for index, block in enumerate(blocks):
        found = None if block.is_unlabelled else reader.number(block)
        if found and base_of(found[0]) <= LARGEST_LAW:
            number, end, bare = found
            words_at = len(block.text) - len(block.text[end:].lstrip(_SEPARATORS))
            yield NumberLine(index, block, number, end, words_at, bare)


def lines_of_one_kind(lines: list[NumberLine]) -> Iterator[NumberLine]:
    """Yield the lines with the word for a law, or those without it, whichever are more.

    In an act that prints the word, a bare number is that of a list or a heading; in an act that
    does not, the word begins a citation.
    """
    bare = sum(line.bare for line in lines)
    worded = sum(not line.bare and not line.is_open for line in lines)
    for line in lines:
        if line.bare == (bare > worded) or (bare > worded and line.block.is_heading):
            yield line


def first_lines_of_laws(
    lines: list[NumberLine], blocks: tuple[TextBlock, ...]
) -> tuple[list[NumberLine], list[tuple[Ordinal, TextBlock]]]:
    """Return the lines that begin laws, and the doubtful ones with the law to which they go."""
    sure = _best_sequence([line for line in lines if _is_sure(line, blocks)], blocks)
    marked_off = {line.is_marked_off for line in sure if line.words} or {True}
    starts: list[NumberLine] = []
    doubtful: list[tuple[Ordinal, NumberLine]] = []
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


def undeclared_numbers(
    starts: list[NumberLine], blocks: tuple[TextBlock, ...], reader: LineReader
) -> Iterator[tuple[Ordinal, TextBlock]]:
    """Yield lines that are titles with an undeclared number, each with the law above."""
    begins = [line.index for line in starts]
    bare = bool(starts) and all(line.bare and not line.block.is_heading for line in starts)
    for index, block in enumerate(blocks):
        undeclared = reader.has_undeclared_number(block.text)
        if block.is_quoted:
            continue
        if undeclared or (bare and reader.is_bare_undeclared(block.text)):
            above = bisect_left(begins, index)
            if above:
                yield starts[above - 1].number, block


def _is_sure(line: NumberLine, blocks: tuple[TextBlock, ...]) -> bool:
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
    lines: list[NumberLine], blocks: tuple[TextBlock, ...]
) -> tuple[NumberLine, ...]:
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
    chosen: list[NumberLine] = []
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


def _runs_in(line: NumberLine, blocks: tuple[TextBlock, ...]) -> bool:
    """Whether the line before continues into this one, as on a text page with wrapped lines."""
    before = blocks[line.index - 1] if line.index and line.block.rich is None else None
    return (
        before is not None
        and before.touches
        and (before.text.endswith(",") or before.text[-1:].islower())
    )


def _is_expected(
    line: NumberLine, above: Ordinal, below: Ordinal | None, blocks: tuple[TextBlock, ...]
) -> bool:
    """Whether the law number fits between those of the laws around, and a sentence can begin there.

    A number that closes a gap is enough.
    """
    if is_next(line.number, above) and below and is_next(below, line.number):
        return True
    near = not above or base_of(line.number) - base_of(above) <= _WIDEST_TITLE_GAP
    return near and not _runs_in(line, blocks)


def _begins_text(
    line: NumberLine, above: Ordinal, numbers: Set[Ordinal], blocks: tuple[TextBlock, ...]
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


def is_phrase(words: str) -> bool:
    """Whether words are one phrase that does not begin with a small letter."""
    first = next((char for char in words if char.isalnum()), "")
    phrase = all(
        words[stop.end()].islower()
        or (words[stop.end()].isdigit() and _ABBREVIATED.search(words[: stop.end()]))
        for stop in _STOP.finditer(words)
    )
    return phrase and not first.islower()


def may_be_title(block: TextBlock) -> bool:
    """Whether a line has the shape of a title: a heading, or a short phrase without an end."""
    if block.is_quoted or (block.rich and block.rich.kind not in ("heading", "paragraph")):
        return False
    text = block.text
    ends = text.endswith(SENTENCE_END)
    phrase = len(text) <= LONGEST_TITLE and not ends and not first_letter(text).islower()
    return any(map(str.isalpha, text)) and (block.is_heading or phrase)


# ---- the words before numbers, known or not: *Article 1*, «Κανόνας 2»

_BEGINNING = re.compile(
    r"[\W_]{0,8}?(?P<word>§{1,2}|[^\W\d_]{2,24}\.?)\s*(?P<number>\d{1,4})(?!\d)"
)


@dataclass(frozen=True, slots=True)
class HeadingWord:
    """A word that lines begin with before a number."""

    word: str  # The word as the first of these lines prints it.
    numbers: tuple[int, ...]  # The numbers after it, in the order of the lines, each once.
    lines: tuple[str, ...]  # The first line with each number.

    @property
    def counts(self) -> bool:
        """Whether the numbers begin with 1 and rise, as those of laws do."""
        return self.numbers[0] == 1 and all(
            after > before for before, after in zip(self.numbers, self.numbers[1:], strict=False)
        )


def heading_words(lines: Iterable[str]) -> tuple[HeadingWord, ...]:
    """Return the words before numbers at the start of lines, those with most numbers first."""
    found: dict[str, tuple[str, dict[int, str]]] = {}
    for line in lines:
        if begins := _BEGINNING.match(line):
            word = begins["word"]
            found.setdefault(plain(word), (word, {}))[1].setdefault(int(begins["number"]), line)
    words = (HeadingWord(word, (*seen,), (*seen.values(),)) for word, seen in found.values())
    return tuple(sorted(words, key=lambda each: -len(each.numbers)))


def told(words: Iterable[HeadingWord]) -> str:
    """Return heading words for a message, each with its first and last number: ``Article 1–8``."""
    spans = ((each.word, dict.fromkeys((min(each.numbers), max(each.numbers)))) for each in words)
    return ", ".join(f"{word} {'–'.join(map(str, span))}" for word, span in spans)
