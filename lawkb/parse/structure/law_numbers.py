"""Find the lines that begin with the number of a law, and those of them that begin the law.

A line that begins with the word for a law and a number may also only cite the law: the numbers of
laws rise, and a title is no sentence. Numbers may be ordinals in words: «πρώτο», «premier», «δέκατο
πέμπτο».
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from lawkb.model.address import (
    Inserted,
    Level,
    Ordinal,
    Scheme,
    base_of,
    between,
    insert_of,
    is_next,
    ordinal,
)
from lawkb.model.label import SIGN, folded_law_words, plain
from lawkb.model.language import Language
from lawkb.model.source import LARGEST_LAW
from lawkb.parse.document import TextBlock
from lawkb.parse.structure.labels_and_languages import (
    MOST_REPEALED,
    any_word,
    is_dots,
    is_repeal,
    label_reader,
)
from lawkb.unicode_characters import PRIMES, SPACING_ACCENTS
from lawkb.words.folding import INVISIBLE, as_seen

_LARGEST = 100  # of a law whose number is a word


def ordinal_of(words: tuple[str, ...], language: Language) -> int | None:
    """Return the number that one or two words count: 15 for «δέκατο πέμπτο»; else None.

    ``ARTICLE ONE`` counts, too. The words are in the tables ``[numerals.cardinals]``,
    ``[numerals.ordinals]`` and ``[titles]`` of the language file. Accents and case do not count.
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
        for kind in ("cardinals", "ordinals")
        for n, words in table.get(kind, {}).items()
        for word in words.split()
        for form in _forms(word, endings)
        if 0 < int(n) < _LARGEST
    }
    only = language.tables.get("titles", {}).get("only", ())
    return {**found, **{plain(word): 1 for word in only}}


def _forms(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Yield every form of a word; ``~`` is an ending of the language."""
    if word.endswith("~"):
        yield from (word[:-1] + ending for ending in endings)
    else:
        yield word


_SEPARATORS = f" \t\u00a0.:–—-{INVISIBLE}"
# Stars of a note below; and the first label in it, before a capital: «§ 2(1) Der Eigner …».
_AFTER = r"\*{0,3}(?=[\s.:–—-]|$|\([1aα]\)\s?[^\W\d_a-zα-ω])"
_LATIN = "bis|ter|quater|quinquies|sexies|septies|octies|novies|decies"
# The number of an inserted law, whether the code declares inserts or not: 12A, 5.1, 2-bis, 1Z1, A1.
_INSERTED = re.compile(
    r"([^\W\d_]{1,2}-?\d{1,3}[^\W\d_]{0,2}|"
    rf"\d{{1,6}}(?:\.\d{{1,3}}|-\d{{1,2}}|[ -]?(?:{_LATIN})|-?[^\W\d_]{{1,2}}\d{{0,2}}))"
    rf"[{PRIMES}]?(?=[\s.:–—]|$)"
)
# What follows the bare number of a law: a space, or the first label in it, ``1.—(1)``, ``1(1)``.
_BEFORE_TEXT = r"(?=\s+\S|[—–-]?\s?\((?:0\.1|[1aAiα])\)|(?<=\.)[—–]\s?[^\W\d_])"
# An inserted letter after a space, before words: «1 Α Τέλη».
_LETTER_APART = re.compile(rf"[ \u00a0]([^\W\d_])[{PRIMES}]?(?=[\s.:–—])")
_ROMAN = re.compile(rf"[IVX]+{_AFTER}")
_WORD = re.compile(r"§{1,2}|[^\W\d_]+\.?")
# What may be before the word: a star, or the accent of a capital letter as it was typed, «΄Αρθρο».
_MARK = re.compile(rf"[*{PRIMES}{SPACING_ACCENTS}‘]{{0,2}}")
_SPACE = re.compile(r"\s*")
_SENTENCE_STOPS = (".", ",", ";")
SENTENCE_END = (*_SENTENCE_STOPS, ":", "·")
# «(Finalità). La legge …»: the title in brackets and the text are on one line.
_TITLE_AND_TEXT = re.compile(r"\([^\W\d_][^()]{2,150}\)(?:[.:]|\s*[–—-])\s+[^\W\d_]")
# A line that ends so leads to what follows it.
_LEADS = (":", "—", "–")
# Signs between a number and its title, ``Article 6 – Fees``.
_TITLE_SIGNS = ("–", "—", "-", ":")
_STOP = re.compile(r"[.;·!?][\"”»)]?\s+(?=\S)")
# «Τροποποίηση του ν. 4000/2011», *Amendment of Regulation No. 7*: the stop ends no sentence.
_ABBREVIATED = re.compile(r"(?<!\w)[^\W\d_]{1,2}\.\s+$")
_ONE = r"\d{1,6}(?:\.\d{1,3}|[^\W\d_]{1,2})?(?!\w)"
_BRACKET = re.compile(r"\s?[\[(]")
_LABELS = re.compile(
    r"(?:\(?(?:\d{1,4}[^\W\d_]?|[ivxlIVXL]{1,5}|[^\W\d_]{1,2})(?:\.\d{1,3})?[.)]\s*)+"
)
LONGEST_TITLE = 200
# An abbreviation of the word for a law has at least so many letters: «Art.», «Άρ.».
_SHORTEST_ABBREVIATION = 2
# Laws that may be missing before a title that is known only by its position and shape.
_WIDEST_TITLE_GAP = 3


@dataclass(frozen=True, slots=True)
class NumberRead:
    """The number of a law at the start of a line."""

    number: Ordinal  # Number of the law.
    end: int  # Offset after it.
    bare: bool = False  # Whether there is no word before it.
    in_words: bool = False  # Whether it is an ordinal in words, «δέκατο», or Roman.
    also: tuple[Ordinal, ...] = ()  # The others of several laws, 7 and 8 of ``6 to 8``.


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A line that begins with the number of a law; it may only cite the law."""

    index: int  # Index of the line among the lines of the page.
    block: TextBlock  # The line.
    read: NumberRead  # The number as the line prints it.
    # Offset at which the words after the label begin; the length of the line when there are none.
    words_at: int
    is_repealed: bool = False  # Whether its words say nothing but that it was repealed.

    @property
    def number(self) -> Ordinal:
        """Return the number of the law, or of the first of several."""
        return self.read.number

    @property
    def num_end(self) -> int:
        """Return the offset in the line after the label."""
        return self.read.end

    @property
    def bare(self) -> bool:
        """Whether the number has no word before it."""
        return self.read.bare

    @property
    def words(self) -> str:
        """Return the words after the label."""
        return self.block.text[self.words_at :]

    @property
    def is_open(self) -> bool:
        """Whether the line has the shape of a sentence, so that it can be a title or cite the law.

        It ends like a sentence, or its words begin with a small letter.
        """
        if self.block.is_heading or self.is_repealed or _TITLE_AND_TEXT.match(self.words):
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
        return self.is_repealed or (is_phrase(self.words) and len(self.words) <= LONGEST_TITLE)


def _marks(block: TextBlock) -> Iterator[tuple[int, int]]:
    """Yield where a line has marks of notes: «Art. 6a[4]», and raised digits behind a number."""
    yield from ((mark.start, mark.end) for mark in block.marks)
    for mark in block.rich.words.marks if block.rich else ():
        raised = block.text[mark.start : mark.end]
        if mark.kind == "sup" and raised.isdecimal() and block.text[mark.start - 1].isdecimal():
            yield mark.start, mark.end


def _seen(block: TextBlock) -> tuple[str, Sequence[int]]:
    """Return a line as ``as_seen`` does, without the marks of notes: «Art. 6a[4] Title»."""
    text, places = as_seen(block.text)
    marked = {at for start, end in _marks(block) for at in range(start, end)}
    if not marked:
        return text, places
    kept = [n for n in range(len(text)) if places[n] not in marked]
    return "".join(text[n] for n in kept), [*(places[n] for n in kept), places[-1]]


@dataclass(frozen=True, slots=True)
class LineReader:
    """A reader of the numbers and labels at the start of lines."""

    language: Language  # language of the lines
    scheme: Scheme  # the levels of the code
    bare: bool = True  # whether the act may print the numbers of laws without the word for a law

    def has_label(self, text: str) -> bool:
        """Whether a line begins with the label of a provision inside a law."""
        return bool(label_reader(self.scheme, self.language)(text))

    def number(self, block: TextBlock) -> NumberRead | None:
        """Return the number of a law that a line begins with, or None."""
        text, places = _seen(block)
        found = self._of_several(text, block) or self._after_word(text) or self._before_word(text)
        if not found and self.bare:
            found = self._heading_number(text) if block.is_heading else self._bare(text)
        if not found:
            return None
        return replace(found, end=places[found.end - 1] + 1)

    def has_law_word(self, text: str) -> bool:
        """Whether a line begins with the word for a law, whatever follows."""
        return self._law_word(text) is not None

    def is_repealed(self, words: str) -> bool:
        """Whether what follows a number says that the law was repealed, in words or by dots."""
        return is_repeal(words, self.language) or is_dots(words)

    def is_number(self, block: TextBlock) -> bool:
        """Whether a line is the word for a law and a number, without other words."""
        found = self.number(block)
        return found is not None and not block.text[found.end :].strip(_SEPARATORS)

    def inserted_apart(self, block: TextBlock, found: NumberRead, before: Ordinal) -> NumberRead:
        """Return the number with the letter of an insert after a space: «1 Α Τέλη» after 1.

        The letter may also begin the title, ``2 A fee``: it is an insert if it is the next one
        after the law before, whose number this one would have, too.
        """
        counting = self.scheme.levels[0].counting
        text, places = _seen(block)
        at = bisect_left(places, found.end)
        letter = _LETTER_APART.match(text, at) if counting.has_letters and not found.bare else None
        if not letter or found.also or found.number != base_of(before):
            return found
        rest = text[letter.end() :].lstrip(_SEPARATORS)
        n = self.language.read_token(counting, f"{found.number}{letter[1]}")
        if n and is_next(n, before) and not rest[:1].islower():
            return replace(found, number=n, end=places[letter.end() - 1] + 1)
        return found

    def inserted_after_hyphen(
        self, block: TextBlock, found: NumberRead, before: Ordinal
    ) -> NumberRead:
        """Return «1-2 (abrogé)» as an insert after 1-1, though 1 and 2 may be repealed together."""
        text, places = _seen(block)
        at = self._after_law_word(text) if found.also else None
        counting = self.scheme.levels[0].counting
        one = at and self.language.token_at(counting, text, at, r"(?=\W|$)")
        if one and "-" in insert_of(one[0]) and base_of(one[0]) == base_of(before):
            return NumberRead(one[0], places[one[1] - 1] + 1)
        return found

    def without_ending(self, block: TextBlock, found: NumberRead, before: Ordinal) -> NumberRead:
        """Return the number without the ending of an ordinal: «1er» is no insert, but the first.

        «2e» is the second, unless 2d is before it. ``4 C – Fees`` is the fourth after the third.
        """
        if not isinstance(found.number, Inserted) or is_next(found.number, before):
            return found
        apart = re.search(r"(?<=\d)[ \u00a0]\S+$", block.text[: found.end])
        if apart and is_next(found.number.base, before):
            return replace(found, number=found.number.base, end=apart.start())
        endings = endings_of(self.language)
        added = re.search(r"\d([^\W\d]+)$", as_seen(block.text[: found.end])[0])
        is_ending = added is not None and added[1].lower() in endings
        return replace(found, number=found.number.base) if is_ending else found

    def has_undeclared_number(self, text: str) -> bool:
        """Whether a text is a title with a number that the code has no insert for: 12A, 5.1."""
        text, _ = as_seen(text)
        at = self._after_law_word(text)
        number = _INSERTED.match(text, at) if at else None
        if number is None or self._after_word(text):
            return False
        words = text[number.end() :].lstrip(_SEPARATORS)
        return is_phrase(words) or is_repeal(words, self.language)

    def is_bare_undeclared(self, text: str) -> bool:
        """Whether a line begins with such a number without a word: ``5.1 (2) The owner …``."""
        number = _INSERTED.match(text)
        first = first_letter(text[number.end() :]) if number else ""
        return first.isalpha() and not first.islower() and not self._bare(text)

    def _heading_number(self, text: str) -> NumberRead | None:
        """Read ``16. Information`` in a heading."""
        counting = self.scheme.levels[0].counting
        if several := self._repealed_together(text, 0):
            return several
        found = self.language.token_at(counting, text, 0, r"[.:]?(?=\s|$)")
        return NumberRead(*found, bare=True) if found else None

    def _bare(self, text: str) -> NumberRead | None:
        """Read the bare number of a law, if no level inside a law is printed so."""
        law = self.scheme.levels[0]
        begin = len(text) - len(text.lstrip("*"))  # ``*8 This Act``, with a note below it
        for before, after in _bare_forms(self.scheme):
            if not text.startswith(before, begin):
                continue
            at = begin + len(before)
            if several := self._repealed_together(text, at):
                return several
            found = self.language.token_at(law.counting, text, at, re.escape(after) + _BEFORE_TEXT)
            if found:
                return NumberRead(*found, bare=True)
        return None

    def _repealed_together(self, text: str, at: int) -> NumberRead | None:
        """Read bare numbers before a word of a repeal: ``3–5 [Repealed]``, ``6 and 7 […]``."""
        several = self._several(text, at)
        if not several:
            return None
        repealed = _BRACKET.match(text, several.end) or self.is_repealed(text[several.end :])
        return replace(several, bare=True) if repealed else None

    def _law_word(self, text: str) -> re.Match[str] | None:
        mark = _MARK.match(text)
        word = _WORD.match(text, mark.end() if mark else 0)
        return word if word and self._is_law_word(word[0]) else None

    def _after_law_word(self, text: str) -> int | None:
        """Return the offset of what follows the word for a law at the start of a line, or None."""
        word = self._law_word(text)
        if word is None:
            return None
        space = _SPACE.match(text, word.end())
        at = space.end() if space else word.end()
        at += text.startswith("*", at)
        apart = at > word.end() or word[0].startswith(SIGN) or word[0].endswith(".")
        return at if apart or text[at : at + 1].isdigit() else None

    def _of_several(self, text: str, block: TextBlock) -> NumberRead | None:
        """Read ``Articles 6 to 8 [Repealed]``, «§§ 2–4 (weggefallen)»: the first and the last.

        Without a word of a repeal it may be ``Articles 5 to 7``, which goes on with the next line.
        """
        at = self._after_law_word(text)
        several = self._several(text, at) if at else None
        if not several:
            return None
        rest = text[several.end :]
        words = rest.lstrip(_SEPARATORS)
        whole = not words and (block.is_heading or not block.touches or block.rich is not None)
        repealed = self.is_repealed(rest) or words[:1] in ("(", "[")
        whole &= not (self.language.counts_with_hyphens and "-" in text[at : several.end])
        return several if whole or repealed else None

    def _several(self, text: str, at: int) -> NumberRead | None:
        """Read the numbers of several laws: ``6 to 8``, «da 6 a 8», ``6, 8 and 10``."""
        counting = self.scheme.levels[0].counting
        found = _several_numbers(self.language).match(text, at)
        first = found and self.language.read_token(counting, found["first"])
        if not found or not first:
            return None
        numbers = [first]
        for member in _member(self.language).finditer(found["rest"]):
            n = self.language.read_token(counting, member["n"])
            worded = member["word"] is None or self._is_law_word(member["word"])
            if not n or not worded or n <= numbers[-1]:
                return None
            if base_of(n) - base_of(numbers[-1]) > MOST_REPEALED:
                return None
            numbers += between(numbers[-1], n) if member["range"] else ()
            numbers.append(n)
        return NumberRead(first, found.end(), also=(*numbers[1:],))

    def _after_word(self, text: str) -> NumberRead | None:
        """Read ``Article 6``, «Article premier», ``§6``, ``Article IV``."""
        at = self._after_law_word(text)
        if at is None:
            return None
        counting = self.scheme.levels[0].counting
        found = self.language.token_at(counting, text, at, _after_number(self.language))
        inserted = _INSERTED.match(text, at)
        if found or inserted:
            longer = found and inserted and inserted.end() > found[1]
            return NumberRead(*found) if found and not longer else None
        if roman := _ROMAN.match(text, at):
            n = ordinal("roman", roman[0].lower())
            return NumberRead(n, roman.end(), in_words=True) if n else None
        first = _WORD.match(text, at)
        second = _WORD.match(text, first.end() + 1) if first else None
        for words in ((first, second), (first,)):
            printed = tuple(match[0] for match in words if match)
            last = words[-1]
            whole = last is not None and len(printed) == len(words)
            number = ordinal_of(printed, self.language) if whole else None
            if last and number:
                return NumberRead(number, last.end() - last[0].endswith("."), in_words=True)
        return None

    def _before_word(self, text: str) -> NumberRead | None:
        """Read "Sole Article", «Einziger Artikel»."""
        first = _WORD.match(text)
        second = _WORD.match(text, first.end() + 1) if first else None
        if not first or not second or not self._is_law_word(second[0]):
            return None
        number = ordinal_of((first[0],), self.language)
        return NumberRead(number, second.end(), in_words=True) if number else None

    def _is_law_word(self, word: str) -> bool:
        if word.startswith(SIGN):
            forms = (form for level in self.scheme.levels[1:] for form in _templates(level))
            return not any(SIGN in form for form in forms)
        folded = plain(word)
        if folded in folded_law_words(self.language):
            return True
        cut = word.endswith(".") and len(folded) >= _SHORTEST_ABBREVIATION
        return cut and plain(self.language.law).startswith(folded)


@lru_cache(_LANGUAGES)
def _member(language: Language) -> re.Pattern[str]:
    """Return the pattern of a number after another one, and of what joins them."""
    table = language.tables.get("references", {})
    ranges, lists = (any_word(table.get(key, ())) for key in ("range", "and"))
    joined = rf"(?P<range>\s?[–-]\s?|\s(?:{ranges})\s)|,?\s(?:{lists})\s|,\s?"
    return re.compile(rf"(?:{joined})(?:(?P<word>[^\W\d_]+\.?|§{{1,2}})\s)?(?P<n>{_ONE})\.?")


@lru_cache(_LANGUAGES)
def _several_numbers(language: Language) -> re.Pattern[str]:
    member = re.sub(r"\?P<\w+>", "?:", _member(language).pattern)
    return re.compile(rf"(?:[^\W\d_]{{2,5}}\s)?(?P<first>{_ONE})\.?(?P<rest>(?:{member}){{1,20}})")


@lru_cache(_LANGUAGES)
def _after_number(language: Language) -> str:
    """Return the pattern of what follows the number in a title: an ending, then no letter."""
    endings = "|".join(map(re.escape, endings_of(language)))
    ending = rf"(?:{endings})?" if endings else ""
    return rf"{ending}[{PRIMES}]?{_AFTER}"


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
    before: Ordinal = 0
    for index, block in enumerate(blocks):
        read = None if block.is_unlabelled else reader.number(block)
        if read and base_of(read.number) <= LARGEST_LAW:
            read = reader.inserted_after_hyphen(block, read, before)
            read = reader.without_ending(block, reader.inserted_apart(block, read, before), before)
            end = next((end for start, end in _marks(block) if start == read.end), read.end)
            words_at = len(block.text) - len(block.text[end:].lstrip(_SEPARATORS))
            repealed = reader.is_repealed(block.text[read.end :])
            line = NumberLine(index, block, read, words_at, repealed)
            before = before if line.is_open else line.number
            yield line


def lines_of_one_kind(lines: list[NumberLine], blocks: tuple[TextBlock, ...]) -> list[NumberLine]:
    """Return the lines with the word for a law, or those without it; numbers in words or in digits.

    In an act that prints the word, a bare number is that of a list or a heading, however many there
    are; in an act that does not, the word begins a citation. Where a number is printed in words and
    in digits, «Άρθρο δέκατο» and «Άρθρο 10», one of the two acts is in the other.
    """
    bare = [line for line in lines if line.bare]
    worded = [line for line in lines if not line.bare and not line.is_open]
    if bare and len(bare) > len(worded) and not _are_titles(worded, bare, blocks):
        return [line for line in lines if line.bare or line.block.is_heading]
    spelt = [line for line in worded if line.read.in_words]
    digits = [line for line in worded if not line.read.in_words]
    again = {line.number for line in spelt} & {line.number for line in digits}
    fewer = len(spelt) <= len(digits)
    return [
        line
        for line in lines
        if not line.bare and not (again and line.read.in_words == fewer and not line.is_open)
    ]


def _are_titles(
    worded: list[NumberLine], bare: list[NumberLine], blocks: tuple[TextBlock, ...]
) -> bool:
    """Whether lines with the word for a law are titles although more numbers have no word.

    They are if as many of them are headings, or they count from 1 or before the first bare number,
    as the sections of an act do before the items of its schedule.
    """
    headings = [sum(line.block.is_heading for line in each) for each in (worded, bare)]
    begin = worded[0].index if worded else 0
    begun = any(line.number == 1 for line in bare if line.index < begin)
    if headings[0] and begun and base_of(worded[0].number) > 1:
        # ``Section 4`` below the title of a schedule says to which law that belongs.
        return any(line.words for line in worded)
    if headings[0] and headings[0] >= headings[1]:
        return True
    titles = _best_sequence([line for line in worded if line.reads_as_title], blocks)
    counts = all(is_next(after.number, line.number) for line, after in pairwise(titles))
    if not titles or not counts or (headings[1] and len(titles) == 1):
        return False
    first = titles[0]
    before = len(titles) > 1 and first.index < bare[0].index and not headings[1]
    return base_of(first.number) == 1 or before


@dataclass(frozen=True, slots=True)
class LawStarts:
    """The lines that begin laws, and those that only may."""

    starts: list[NumberLine]  # The first line of each law.
    # Lines that may be titles, each with the number of the law to whose text it belongs.
    doubtful: list[tuple[Ordinal, TextBlock]]
    again: list[NumberLine]  # Titles with the number of a law that has begun before.


def first_lines_of_laws(lines: list[NumberLine], blocks: tuple[TextBlock, ...]) -> LawStarts:
    """Return the lines that begin laws, and the doubtful ones with the law to which they go."""
    titles = [line for line in lines if _is_sure(line, blocks)]
    sure = _best_sequence(titles, blocks)
    if second := _second_act(sure, titles, blocks):
        lines = [line for line in lines if line.index < second.index]
        sure = _best_sequence([line for line in titles if line.index < second.index], blocks)
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
    begun = {line.number: line.index for line in starts}
    again = [
        line
        for line in titles
        if begun.get(line.number, line.index) < line.index
        and line.reads_as_title
        and line.bare == starts[0].bare
        and (line.block.is_heading or not (line.bare or _runs_in(line, blocks)))
    ]
    unread = [(law, line.block) for law, line in doubtful if line.number not in begun]
    return LawStarts(starts, unread, again)


def _second_act(
    sure: tuple[NumberLine, ...], titles: list[NumberLine], blocks: tuple[TextBlock, ...]
) -> NumberLine | None:
    """Return the title with which a second act begins, whose last laws seem to be of the first.

    Of acts with the articles 1–3 and 1–5 in one file, 4 and 5 are none of the first one, though
    they follow its 3. Two articles again are an act; one is an error, or a line that repeats the
    number of its heading. What follows a colon is quoted.
    """
    if not sure:
        return None
    first = sure[0]
    chosen = {line.index for line in sure}
    run: list[NumberLine] = []
    for line in titles:
        if line.block.is_heading != first.block.is_heading or (
            line.bare and not line.block.is_heading
        ):
            continue
        if line.number == first.number and line.index > first.index:
            run = [] if blocks[line.index - 1].text.endswith(_LEADS) else [line]
        elif line.index in chosen:
            if len(run) > 1 and is_next(line.number, run[-1].number):
                return run[0]
            run = []
        elif run and is_next(line.number, run[-1].number):
            run.append(line)
    return None


def undeclared_numbers(
    starts: list[NumberLine], blocks: tuple[TextBlock, ...], reader: LineReader
) -> Iterator[tuple[Ordinal, TextBlock]]:
    """Yield lines that are titles with an undeclared number, each with the law above."""
    begins = [line.index for line in starts]
    begun = set(begins)
    bare = bool(starts) and all(line.bare and not line.block.is_heading for line in starts)
    for index, block in enumerate(blocks):
        undeclared = reader.has_undeclared_number(block.text)
        if block.is_quoted or index in begun:
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


def other_law_word(lines: Iterable[str], laws: int, language: Language) -> HeadingWord | None:
    """Return the word with which lines count on as titles do, if it is not that of the laws read.

    It is one that some codes call their laws, and has more than twice as many numbers as there are
    laws. Without any law, it is the word that has most numbers.

    Args:
        laws: How many laws were read.
    """
    terms = language.tables.get("references", {}).get("terms", {})
    known = {plain(word) for term in terms.values() for word in term.get("words", ())}
    known |= {SIGN, *folded_law_words(language)}
    for word in heading_words(lines):
        counted = word.counts and len(word.numbers) > max(1, 2 * laws)
        if counted and (plain(word.word) in known or not laws):
            return word
    return None


def told(words: Iterable[HeadingWord]) -> str:
    """Return heading words for a message, each with its first and last number: ``Article 1–8``."""
    spans = ((each.word, dict.fromkeys((min(each.numbers), max(each.numbers)))) for each in words)
    return ", ".join(f"{word} {'–'.join(map(str, span))}" for word, span in spans)
