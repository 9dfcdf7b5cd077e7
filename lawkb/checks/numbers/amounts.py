"""Amounts (numbers, fractions, times, dates) with their possible meanings, in digits and in words.

The words of a language («thirty-five», «τριανταπέντε», «un'ora e mezza») are in the table
``[numerals]`` of its file.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from lawkb.model.address import ordinal
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import SpanSet

Date = tuple[int, int, int]  # year or 0, month, day
# Kind and value: ("number", 13), ("minutes", 90), ("time", 1020), ("date", (0, 5, 1)). An ordinal
# is a number too.
Reading = tuple[str, Fraction | Date | str]
_HALF_DAY = 720  # minutes


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, time, date or duration in a text."""

    start: int  # Offset of its first code point.
    end: int  # Offset after its last code point.
    shown: str = ""  # Its digits in a form common to all languages, `1234.5`; empty for words.
    # Possible meanings, as kind and value; amounts are equal if they share one.
    readings: frozenset[Reading] = frozenset()
    # Minutes on a dial of twelve hours, if it may be a time of day.
    clock: frozenset[Fraction] = frozenset()
    # The amounts that it consists of; empty for plain digits or words.
    parts: tuple[Amount, ...] = ()
    asked: bool = False  # Whether the other text must have it too, as for plain digits.
    added: Fraction = Fraction(0)  # Fraction added to a duration: ½ in «an hour and a half».

    def values(self, kind: str) -> Iterator[Fraction]:
        """Yield the possible values of a kind, such as ``minutes``, in ascending order."""
        own = (value for name, value in self.readings if name == kind)
        yield from sorted(value for value in own if isinstance(value, Fraction))

    @property
    def span(self) -> Span:
        """Start and end offsets of the amount."""
        return self.start, self.end


def number(value: Fraction) -> Reading:
    """Return a value as a reading of the kind ``number``."""
    return "number", value


def dial(minutes: Fraction) -> Fraction:
    """Return minutes since midnight as minutes on a dial of twelve hours: 60 for 780 (13:00)."""
    return minutes % _HALF_DAY


def dials(values: Iterable[Fraction]) -> frozenset[Fraction]:
    """Return numbers that may be hours as minutes on a dial of twelve hours: 60 for 13.

    Only whole, half and quarter hours from 0 to 24 are returned.
    """
    return frozenset(
        dial(value * 60) for value in values if 0 <= value <= 24 and (value * 4).denominator == 1
    )


def leaves(amounts: Iterable[Amount]) -> Iterator[Amount]:
    """Yield the plain digits and words that amounts consist of, in order."""
    for amount in amounts:
        if amount.parts:
            yield from leaves(amount.parts)
        else:
            yield amount


# Thousands in groups by a space of any width only where the space separates groups of three.
_NUMBER = re.compile(
    r"(?<![\w.,’'])\.\d+|"  # .5
    r"(?<!\d)\d{1,3}(?:[ \u00a0\u2009\u202f’']\d{3})+(?:[.,]\d+)?(?![\d’'])|\d+(?:[.,]\d+)*"
)
_DIGIT = re.compile(r"\d")
_SPACES = re.compile(r"[ \u00a0\u2009\u202f’']")
_GROUPS = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")
_VULGAR = re.compile(r"[¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
# Square metres and the like, where the digit belongs to the unit; a character reference, &#39;.
_OF_UNIT = re.compile(r"(?:\b[ckmdμ]?m|\bCO|&#x?)\Z")
_DATE = re.compile(r"(?<![\d/.-])(\d{1,2})[^\W\d_]{0,2}([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])")
_ISO = re.compile(r"(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])")
# A day and a month: 30.6., 30.6; a number with two decimals may be one, too.
_DAY_MONTH = re.compile(r"(?<![\d./,-])(\d{1,2})\.(\d{1,2})(?![\d/-]|[.,]\d)")
_PART = re.compile(r"(?<![\d/])(\d{1,3})\s?[/⁄]\s?(\d{1,4})(?![\d/])")
_TIME = re.compile(r"(?<![\d:.,])([01]?\d|2[0-4])(?:[:.]|\s?h\s?)([0-5]\d)(?![\d:]|[.,]\d)")
_SIGNED = re.compile(r"(?<!\w)([Α-Ωα-ω]{1,3})[΄ʹ´](?!\w)")
_LONGEST = 40  # most characters of a number
_CENTURY = 2000
_NO_YEAR = 2000  # a leap year, in which every day exists
_LAST_YEAR = 9999


def read_digits(text: str, apart: Iterable[Span]) -> Iterator[Amount]:
    """Yield the numbers in digits of a text, and then its fraction characters (½).

    Args:
        text: The text.
        apart: Spans, such as those of references, whose digits need no counterpart in the other
            text.
    """
    for match, asked in _found(text, apart):
        shown, readings, hours = _read(match[0])
        yield Amount(*match.span(), shown, readings, hours, asked=asked)
    for match in _VULGAR.finditer(text):
        value = Fraction(unicodedata.numeric(match[0])).limit_denominator(8)
        yield Amount(*match.span(), readings=frozenset((number(value),)))


def required_digits(text: str, apart: Iterable[Span]) -> Iterator[str]:
    """Yield the digits that the other text must have too, in a form common to all languages.

    Args:
        text: The text.
        apart: Spans, such as those of references, whose digits need no counterpart in the other
            text.
    """
    for match, asked in _found(text, apart):
        if asked:
            yield _read(match[0])[0]


def _found(text: str, apart: Iterable[Span]) -> Iterator[tuple[re.Match[str], bool]]:
    """Yield the matches of digits in a text, each with whether the other text must have them."""
    first = _DIGIT.search(text)
    if first is None:  # most texts have none
        return
    spans = SpanSet(apart)
    for match in _NUMBER.finditer(text, max(0, first.start() - 1)):
        start, end = match.span()
        cited = spans.touch(start, end)
        yield match, not (cited or _OF_UNIT.search(text[max(0, start - 3) : start]))


def read_letter_numerals(text: str, language: str) -> Iterator[Amount]:
    """Yield Roman numerals in capitals (IV, XIXe) and Greek numerals with their sign (δ΄)."""
    own = any_language(language)
    found = [
        (match, ordinal("roman", match[1].lower())) for match in _roman(language).finditer(text)
    ]
    found += [
        (match, own.ordinal("upper", match[1]) or own.ordinal("lower", match[1]))
        for match in _SIGNED.finditer(text)
    ]
    for match, value in found:
        if value:  # a letter need not be a number
            told: tuple[Reading, ...] = (number(Fraction(value)), ("letter", Fraction(value)))
            yield Amount(*match.span(), readings=frozenset(told))


@cache
def _roman(language: str) -> re.Pattern[str]:
    endings = any_language(language).tables.get("numerals", {}).get("roman_endings", "").split()
    return re.compile(rf"(?<!\w)([IVX]{{1,7}})(?:{'|'.join(('', *map(re.escape, endings)))})(?!\w)")


def written_amounts(text: str) -> Iterator[tuple[Span, frozenset[Reading], frozenset[Fraction]]]:
    """Yield dates (31/5/2020), fractions (1/12, also a date) and times (15:30, 15.30) in digits.

    Yields:
        Span, possible meanings, and minutes on a dial of twelve hours (for times).
    """
    for match in _ISO.finditer(text):
        yield match.span(), frozenset(_dated(int(match[1]), match[3], match[2])), frozenset()
    for match in _DATE.finditer(text):
        year = int(match[4]) + (_CENTURY if len(match[4]) == 2 else 0)
        yield match.span(), frozenset(_both_ways(year, match[1], match[3])), frozenset()
    for match in _PART.finditer(text):
        readings = set(_both_ways(0, match[1], match[2]))
        if int(match[2]):
            readings.add(number(Fraction(int(match[1]), int(match[2]))))
        yield match.span(), frozenset(readings), frozenset()
    for match in _DAY_MONTH.finditer(text):
        dates = frozenset(_dated(0, match[1], match[2]))
        if dates and not _TIME.fullmatch(match[0]):
            yield match.span(), dates | {number(Fraction(match[0]))}, frozenset()
    for match in _TIME.finditer(text):
        minutes = Fraction(int(match[1]) * 60 + int(match[2]))
        times: set[Reading] = {("time", minutes)}
        if minutes <= 720:  # the half of the day is unknown
            times.add(("time", minutes + 720))
        if "." in match[0]:
            times.add(number(Fraction(match[0])))
        yield match.span(), frozenset(times), frozenset((dial(minutes),))


@lru_cache(2**12)
def _read(raw: str) -> tuple[str, frozenset[Reading], frozenset[Fraction]]:
    joined = _SPACES.sub("", f"0{raw}" if raw[0] == "." else raw)
    shown = _THOUSANDS.sub("", joined).replace(",", ".")
    value = _value(joined)
    reading: Reading = ("code", shown) if value is None else number(value)
    hours = dials((value,)) if value is not None else frozenset()
    return shown, frozenset((reading,)), hours


def _value(joined: str) -> Fraction | None:
    """Return the number that digits write, with «.» or «,» for thousands; None for «1.2.3».

    Also None for more than 40 characters.
    """
    if len(joined) > _LONGEST:
        return None
    signs = [char for char in joined if char in ".,"]
    if not signs:
        return Fraction(int(joined))
    if _GROUPS.fullmatch(joined) and not joined.startswith("0"):
        whole = [char for char in signs if char == signs[0]]
        last = signs[-1] if signs[-1] != signs[0] else ""
        plain = joined.replace(whole[0], "")
        return Fraction(plain.replace(last, ".") if last else plain)
    return Fraction(joined.replace(",", ".")) if len(signs) == 1 else None


def _both_ways(year: int, first: str, second: str) -> Iterator[Reading]:
    """Yield the dates that two numbers may mean: day and month in European and American order."""
    yield from _dated(year, first, second)
    yield from _dated(year, second, first)


def _dated(year: int, day: str, month: str) -> Iterator[Reading]:
    if day_of(year, int(month), int(day)):
        yield "date", (year, int(month), int(day))


def day_of(year: int, month: int, day: int) -> bool:
    """Return whether a date exists; for the year 0 (unknown), whether it does in a leap year."""
    try:
        date(year if 0 < year <= _LAST_YEAR else _NO_YEAR, month, day)
    except ValueError:
        return False
    return True


_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class PartialNumber:
    """A number while its words are read, one after the other."""

    done: int = 0  # Value of the complete thousands, millions and so on.
    group: int = 0  # Value below the next thousand.
    scale: int = 0  # Last scale read: 1000, 1000000 …; 0 before the first.
    # Tens that a number up to nineteen may follow: 60 in «soixante-dix».
    over: frozenset[int] = frozenset()
    fused: bool = False  # Whether units may follow ten, as in «δέκατος τρίτος» and inside one word.

    @classmethod
    def of(cls, values: Iterable[int], over: frozenset[int], fused: bool = False) -> int | None:
        """Return the number that successive values make, 35 for 30 and 5; None when they make none.

        ``over`` and ``fused`` are those of the class.
        """
        count: PartialNumber | None = cls(over=over, fused=fused)
        for value in values:
            count = count.then(value) if count else None
        return count.value if count else None

    @property
    def value(self) -> int:
        """The value of the words read so far."""
        return self.done + self.group

    def then(self, value: int) -> PartialNumber | None:
        """Return the number continued by the value of the next word; None if it cannot follow."""
        if value >= _THOUSAND:
            whole = self.done + max(self.group, 1) * value
            fits = not self.scale or value < self.scale
            return replace(self, done=whole, group=0, scale=value) if fits else None
        rest = self.group % 100
        if value == 100 and 1 <= self.group < 100:
            return replace(self, group=self.group * 100)
        if value >= 100:
            fits = self.group == 0
        elif value >= 20:
            fits = rest == 0
        elif value >= 10:
            fits = rest == 0 or rest in self.over
        else:
            fits = rest % 10 == 0 and (rest != 10 or self.fused) and value > 0
        return replace(self, group=self.group + value) if fits else None


Kind = Literal[
    "cardinal", "ordinal", "fraction", "group", "times", "minutes", "months", "clock", "article"
]
_TABLES: tuple[tuple[str, Kind], ...] = (
    ("cardinals", "cardinal"),
    ("ordinals", "ordinal"),
    ("groups", "group"),
    ("times", "times"),
    ("minutes", "minutes"),
    ("months_of", "months"),
    ("clock", "clock"),
    ("fractions", "fraction"),
)
_NUMBERS = ("cardinal", "times", "group")
_HALF = Fraction(1, 2)
_LONGEST_WORD = 80  # most letters of a number word
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Meaning:
    """A meaning of a word or phrase."""

    # `cardinal` and `ordinal` make up numbers, `article` is the number one, `group` is counted
    # (dozen), `fraction` is a share (half), `times` is a number on its own (twice); `minutes` and
    # `months` are durations, `clock` is a time of day.
    kind: Kind
    value: Fraction  # The number; a duration in minutes or months, a time of day in minutes.


Phrase = tuple[str, ...]  # folded words
# The rest of a word, the numbers before it, and whether the last of them may end a word.
_Split = tuple[str, tuple[int, ...], bool]


@dataclass(frozen=True, eq=False)
class NumeralWords:
    """The number words of a language. Compared by identity, since look-ups are cached."""

    words: Mapping[str, tuple[Meaning, ...]]  # Meanings by folded word.
    # Folded beginnings of words with any ending, and their meanings, by first letter.
    beginnings: Mapping[str, tuple[tuple[str, tuple[Meaning, ...]], ...]]
    # Phrases of several words with their meaning, by first word, the longest first.
    phrases: Mapping[str, tuple[tuple[Phrase, Meaning], ...]]
    # Parts of compound numbers by first letter: the part, its number, and whether it may be the
    # last part.
    stems: Mapping[str, tuple[tuple[str, int, bool], ...]]
    # Endings of compound numbers: the ending, the kind of meaning, and the minutes or months of one
    # unit (1 for other kinds).
    ends: tuple[tuple[str, str, int], ...]
    joint: frozenset[str]  # Words allowed inside a number: *and*.
    joint_after: int  # Lowest number after which they are allowed.
    over: frozenset[int]  # Tens that a number up to nineteen may follow: 60 in «soixante-dix».
    # Phrases after a number or unit with what they add: *and a half*.
    after: tuple[tuple[Phrase, Fraction], ...]
    # Phrases before a number with what they add: *half past*.
    ahead: tuple[tuple[Phrase, Fraction], ...]
    links: frozenset[str]  # Words between a fraction and what it is a fraction of: *of*, *an*.
    months: Mapping[str, int]  # Number of the month, from 1, by folded word.
    of_month: frozenset[str]  # Words between day and month: *of*.
    # What makes a decade of a year, before or after it: *1990s*, *années 1990*.
    decades: tuple[tuple[str, str], ...]
    # Words after a number, by kind: `am`, `pm`, `hour`, `percent`, `permille`.
    marks: Mapping[str, tuple[str, ...]]

    @lru_cache(2**16)  # noqa: B019 (there is one instance for each language)
    def meanings(self, word: str) -> tuple[Meaning, ...]:
        """Return the meanings of a word; empty when it is no number, duration or time.

        ``word`` is in lower case without accents.
        """
        return tuple(dict.fromkeys(self._meanings(word)))

    @lru_cache(2**16)  # noqa: B019
    def opens(self, word: str) -> bool:
        """Return whether a word may begin a number, duration, time or month.

        ``word`` is in lower case without accents.
        """
        led = any(phrase[0] == word for phrase, _ in self.ahead)
        return led or word in self.phrases or word in self.months or bool(self.meanings(word))

    @lru_cache(2**16)  # noqa: B019
    def said(self, word: str) -> tuple[tuple[str, Fraction], ...]:
        """Return what a word may say of an amount: a number, a part, a unit of time, a month.

        ``word`` is in lower case without accents.
        """
        month = self.months.get(word)
        if month:
            return (("month", Fraction(month)),)
        told: set[tuple[str, Fraction]] = {
            ("number" if each.kind in _NUMBERS else each.kind, each.value)
            for each in self.meanings(word)
            if each.kind in ("minutes", "months") or (each.kind in _NUMBERS and each.value > 1)
        }
        told |= {  # a third, the third: an ordinal may be a part
            ("part", max(each.value, 1 / each.value))
            for each in self.meanings(word)
            if each.kind in ("ordinal", "fraction") and each.value
        }
        return tuple(sorted(told))

    def _meanings(self, word: str) -> Iterator[Meaning]:
        yield from self.words.get(word, ())
        for beginning, meanings in self.beginnings.get(word[:1], ()):
            if word.startswith(beginning):
                yield from meanings
        if word not in self.words and _SHORTEST <= len(word) <= _LONGEST_WORD:
            yield from self._compound(word)

    def _compound(self, word: str) -> Iterator[Meaning]:
        for rest, values, whole in self._split(word, ()):
            count = PartialNumber.of(values, self.over, fused=True)
            if count is None:
                continue
            if whole and not rest:
                yield Meaning("cardinal", Fraction(count))
            for ending, kind, each in self.ends:
                if rest and rest.startswith(ending):
                    yield from _ended(kind, count, each)

    def _split(self, word: str, before: Sequence[int]) -> Iterator[_Split]:
        """Yield ways to cut numbers from the beginning of a word.

        Yields:
            The rest of the word, all numbers before it, and whether the last may end a word.
        """
        for stem, value, whole in self.stems.get(word[:1], ()):
            if word.startswith(stem):
                values = (*before, value)
                yield word[len(stem) :], values, whole
                if len(values) == 1 or PartialNumber.of(values, self.over, fused=True) is not None:
                    yield from self._split(word[len(stem) :], values)


def _ended(kind: str, count: int, each: int) -> Iterator[Meaning]:
    """Yield the meanings of a word that consists of a number and a known ending."""
    if kind == "half":
        yield Meaning("cardinal", count + _HALF)
    elif kind in ("ordinal", "times"):
        yield Meaning("ordinal" if kind == "ordinal" else "times", Fraction(count))
    else:
        yield Meaning("minutes" if kind == "minutes" else "months", Fraction(count * each))
        yield Meaning("times", Fraction(count))


@cache
def number_word_lists(code: str) -> NumeralWords:
    """Return the number words of a language, by its tag; empty without a table ``[numerals]``."""
    table = any_language(code).tables.get("numerals", {})
    endings = [fold(each) for each in table.get("endings", ())]
    words: defaultdict[str, list[Meaning]] = defaultdict(list)
    beginnings: defaultdict[str, list[Meaning]] = defaultdict(list)
    phrases: defaultdict[str, list[tuple[Phrase, Meaning]]] = defaultdict(list)
    stems: defaultdict[str, set[tuple[str, int, bool]]] = defaultdict(set)
    for form, meaning in _forms(table, endings):
        parts = _phrase(form.rstrip("*"))
        if len(parts) > 1:
            phrases[parts[0]].append((parts, meaning))
        else:
            (beginnings if form.endswith("*") else words)[parts[0]].append(meaning)
        if meaning.kind == "cardinal" and len(parts) == 1:
            stems[parts[0][0]].add((parts[0], int(meaning.value), not form.endswith("*")))
    for value, given in table.get("stems", {}).items():
        for stem in map(fold, given.split()):
            stems[stem[0]].add((stem, int(value), False))
    return NumeralWords(
        words={word: tuple(own) for word, own in words.items()},
        beginnings={
            letter: tuple(
                (word, tuple(own)) for word, own in beginnings.items() if word[0] == letter
            )
            for letter in {word[0] for word in beginnings}
        },
        phrases={
            word: tuple(sorted(own, key=lambda each: -len(each[0])))
            for word, own in phrases.items()
        },
        stems={letter: tuple(sorted(own)) for letter, own in stems.items()},
        ends=tuple(_ends(table)),
        joint=frozenset(map(fold, table.get("and", "").split())),
        joint_after=table.get("and_after", 100),
        over=frozenset(table.get("over", ())),
        after=tuple(_added(table, "behind")),
        ahead=tuple(_added(table, "ahead")),
        links=frozenset(map(fold, table.get("links", "").split())),
        months={
            fold(word): at
            for at, given in enumerate(table.get("months", ()), start=1)
            for word in given.split()
        },
        of_month=frozenset(map(fold, table.get("of_month", "").split())),
        decades=tuple(_around(each) for each in table.get("decades", ())),
        marks={
            name: tuple(table.get(name, ())) for name in ("am", "pm", "hour", "percent", "permille")
        },
    )


def _forms(table: Mapping[str, Any], endings: Sequence[str]) -> Iterator[tuple[str, Meaning]]:
    """Yield every form of the tables with its meaning; ``~`` is replaced by each ending."""
    for name, kind in _TABLES:
        for value, given in table.get(name, {}).items():
            own = 1 / Fraction(value) if kind == "fraction" else Fraction(value)
            for form in given.split():
                stem, tilde, _ = form.partition("~")
                for ending in endings if tilde else ("",):
                    yield f"{stem}{ending}", Meaning(kind, own)
    for form in table.get("articles", "").split():
        yield form, Meaning("article", Fraction(1))


def _around(pattern: str) -> tuple[str, str]:
    """Return what is before and after the number in a pattern such as ``années ~``."""
    before, _, after = pattern.partition("~")
    return before, after


def _phrase(form: str) -> Phrase:
    return tuple(fold(word) for word in form.replace("-", " ").split())


def _ends(table: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    for name, given in table.get("ends", {}).items():
        kind, _, each = name.partition("_")
        for ending in given.split():
            yield fold(ending), kind, int(each or 1)


def _added(table: Mapping[str, Any], key: str) -> Iterator[tuple[Phrase, Fraction]]:
    for value, phrases in table.get(key, {}).items():
        for phrase in phrases:
            yield _phrase(phrase), Fraction(value)


_WORD = re.compile(r"[^\W_]+")
_GLUE = re.compile(r"[\s\-‐‑–’']*")
_MOST_PARTS = 1000  # the largest denominator distinguished from an ordinal


class _FoldedWord(NamedTuple):
    start: int
    end: int
    folded: str


class _SpokenNumber(NamedTuple):
    """A number in words."""

    after: int  # index after its last word
    values: tuple[Fraction, ...]  # its possible values, the likeliest first
    ordinal: bool = False  # whether its last word is an ordinal


def read_numbers_in_words(text: str, words: NumeralWords) -> tuple[Amount, ...]:
    """Return the numbers, durations, months and times of day in words («noon»), in text order."""
    found = (_FoldedWord(m.start(), m.end(), fold(m[0])) for m in _WORD.finditer(text))
    return tuple(_Parser(text, tuple(found), words).amounts())


@dataclass(frozen=True, slots=True)
class _Parser:
    text: str
    tokens: Sequence[_FoldedWord]
    words: NumeralWords

    def amounts(self) -> Iterator[Amount]:
        at = 0
        while at < len(self.tokens):
            read = self._amount(at) if self.words.opens(self.tokens[at].folded) else None
            if read:
                yield read[1]
            at = read[0] if read else at + 1

    def _amount(self, at: int) -> tuple[int, Amount] | None:
        """Return the amount that begins at a word, and the index after it."""
        return (
            self._with_leading_phrase(at)
            or self._part(at)
            or self._number(at)
            or self._span(at)
            or self._named(at)
        )

    def _with_leading_phrase(self, at: int) -> tuple[int, Amount] | None:
        """Return a number with a phrase before it («half past nine»), or None.

        The first item is the index after its last word.
        """
        for phrase, added in self.words.ahead:
            after = self._phrase(at, phrase)
            said = self._spoken_number(after) if after else None
            if said:
                values = [value + added for value in said.values]
                return said.after, self._of(at, said.after, map(number, values), values)
        return None

    def _part(self, at: int) -> tuple[int, Amount] | None:
        """Return a fraction of a unit or group («two thirds», «half a dozen»), or None.

        The first item is the index after its last word.
        """
        said = self._spoken_number(at)
        begin, values = (said.after, said.values[:1]) if said else (at, (Fraction(1),))
        ordinal = said is not None and said.ordinal
        if ordinal:  # «quarto», the fourth, is a part only of something: «quarto d'ora»
            said, begin, values = None, at, (Fraction(1),)
        read = self._denominator(begin, said is not None)
        if read is None or (said and not self._glued(begin)):
            return None
        after, share = read
        if ordinal and not self._whole(after):
            return None
        value = values[0] * share
        whole = self._whole(after)
        if whole:
            after, meaning = whole
            kind = "number" if meaning.kind == "group" else meaning.kind
            return after, self._of(at, after, [(kind, value * meaning.value)])
        also = (*said.values, 1 / share) if said else ()
        return after, self._of(at, after, map(number, (value, *also)), also)

    def _denominator(self, at: int, counted: bool) -> tuple[int, Fraction] | None:
        """Return the share that a word stands for, and the index after it, or None.

        After a number (``counted``) ordinals are denominators too: «two thirds».
        """
        for after, meaning in self._meanings(at, ("fraction", "ordinal")):
            if meaning.kind == "fraction":
                return after, meaning.value
            if counted and 2 < meaning.value <= _MOST_PARTS:
                return after, 1 / meaning.value
        return None

    def _whole(self, at: int) -> tuple[int, Meaning] | None:
        """Return what a fraction is a fraction of, after «of an»: a duration or a dozen."""
        links = self.words.links
        while at < len(self.tokens) and self._glued(at) and self.tokens[at].folded in links:
            at += 1
        found = self._meanings(at, ("minutes", "months", "group"))
        return next(found, None) if self._glued(at) else None

    def _number(self, at: int) -> tuple[int, Amount] | None:
        said = self._spoken_number(at)
        if said is None:
            return None
        more = [
            (end, said.values[0] + added)
            for phrase, added in self.words.after
            if self._glued(said.after) and (end := self._phrase(said.after, phrase))
        ]
        if more and not said.ordinal:
            after, value = max(more)
            values: tuple[Fraction, ...] = (value, *said.values)
            return after, self._of(at, after, map(number, values), values)
        shares = [1 / value for value in said.values[:1] if said.ordinal and value > 2]
        counted = [("ordinal", value) for value in said.values[:1] if said.ordinal]
        readings = [*map(number, (*said.values, *shares)), *counted, *self._spans(at, said.after)]
        return said.after, self._of(at, said.after, readings, said.values)

    def _spans(self, at: int, after: int) -> Iterator[Reading]:
        """Yield the durations that a single word may mean: τέταρτο is ¼ and fifteen minutes."""
        for end, meaning in self._meanings(at, ("minutes", "months")):
            if end == after:
                yield meaning.kind, meaning.value

    def _span(self, at: int) -> tuple[int, Amount] | None:
        """Return a duration with what is added to it («hour and a half»), or None.

        The first item is the index after its last word.
        """
        found = list(self._meanings(at, ("minutes", "months", "times", "group")))
        if not found:
            return None
        after = max(reached for reached, _ in found)
        told: list[tuple[str, Fraction]] = []
        for reached, meaning in found:
            if reached == after:
                plain = meaning.kind in ("times", "group")
                if plain:  # dozens and twice are numbers of another kind
                    told.append((meaning.kind, meaning.value))
                told.append(("number" if plain else meaning.kind, meaning.value))
        values = [value for kind, value in told if kind == "number"]
        amount = self._of(at, after, told, values)
        more = [
            (end, added)
            for phrase, added in self.words.after
            if added > 0 and self._glued(after) and (end := self._phrase(after, phrase))
        ]
        if more and any(kind in ("minutes", "months") for kind, _ in told):
            after, added = max(more)
            amount = replace(amount, added=added, end=self.tokens[after - 1].end)
        return after, amount

    def _named(self, at: int) -> tuple[int, Amount] | None:
        """Return a time of day or a month by its name («noon», «May»), and the index after it."""
        for after, meaning in self._meanings(at, ("clock",)):
            clock = frozenset((meaning.value % 720,))
            time: Reading = ("time", meaning.value)
            return after, replace(self._of(at, after, [time]), clock=clock)
        month = self.words.months.get(self.tokens[at].folded)
        if month is None:
            return None
        return at + 1, self._of(at, at + 1, [("month", Fraction(month))])

    def _spoken_number(self, at: int) -> _SpokenNumber | None:
        """Return the longest number that begins at an index, or None."""
        first = self._step(at, None, PartialNumber(over=self.words.over))
        if first is None:
            return self._single(at)
        after, count, ordinal = first
        apart: list[int] = []
        while after < len(self.tokens) and self._glued(after):
            joined = self.tokens[after].folded in self.words.joint
            if joined and (ordinal or count.value < self.words.joint_after):
                break
            step = self._step(after + joined, ordinal, count)
            if step is None or (joined and not self._glued(after + joined)):
                break
            if joined:
                apart += [count.value, step[1].value - count.value]
            after, count, ordinal = step
        values = [Fraction(count.value), *map(Fraction, apart)]
        group = next(self._meanings(after, ("group",)), None) if self._glued(after) else None
        if group:  # a dozen
            after, values = group[0], [values[0] * group[1].value, *values]
        return _SpokenNumber(after, tuple(dict.fromkeys(values)), ordinal)

    def _single(self, at: int) -> _SpokenNumber | None:
        """Return a number that no other word continues, such as zero or «δυόμισι», or None."""
        found = next(self._meanings(at, ("cardinal",)), None)
        return _SpokenNumber(found[0], (found[1].value,)) if found else None

    def _step(
        self, at: int, ordinal: bool | None, count: PartialNumber
    ) -> tuple[int, PartialNumber, bool] | None:
        """Return a number continued by the word at an index; after an ordinal only by ordinals.

        Returns:
            Index after the word, the number, and whether the word is an ordinal; None if it cannot
            continue the number.
        """
        kinds: tuple[Kind, ...] = ("ordinal",) if ordinal else ("cardinal", "article", "ordinal")
        for after, meaning in self._meanings(at, kinds):
            last = meaning.kind == "ordinal"
            if meaning.value.denominator > 1 or (meaning.kind == "article" and ordinal is not None):
                continue
            base = replace(count, fused=True) if last and ordinal else count
            more = base.then(int(meaning.value)) if meaning.value else None
            if more:
                return after, more, last
        return None

    def _meanings(self, at: int, kinds: Iterable[str]) -> Iterator[tuple[int, Meaning]]:
        """Yield the index after the phrase or word at an index, with each of its meanings."""
        if at >= len(self.tokens):
            return
        wanted = tuple(kinds)
        word = self.tokens[at].folded
        for phrase, meaning in self.words.phrases.get(word, ()):
            after = self._phrase(at, phrase)
            if after and meaning.kind in wanted:
                yield after, meaning
        for meaning in sorted(
            (each for each in self.words.meanings(word) if each.kind in wanted),
            key=lambda each: wanted.index(each.kind),
        ):
            yield at + 1, meaning

    def _phrase(self, at: int, phrase: Phrase) -> int | None:
        """Return the index after a phrase; None when it is not at the given index."""
        end = at + len(phrase)
        if end > len(self.tokens):
            return None
        own = self.tokens[at:end]
        same = all(word.folded == wanted for word, wanted in zip(own, phrase, strict=True))
        return end if same and all(self._glued(each) for each in range(at + 1, end)) else None

    def _glued(self, at: int) -> bool:
        """Return whether only spaces and hyphens separate a word from the previous one."""
        if not 0 < at < len(self.tokens):
            return at == 0
        between = self.text[self.tokens[at - 1].end : self.tokens[at].start]
        return _GLUE.fullmatch(between) is not None

    def _of(
        self, at: int, after: int, readings: Iterable[Reading], hours: Iterable[Fraction] = ()
    ) -> Amount:
        span = self.tokens[at].start, self.tokens[after - 1].end
        return Amount(*span, readings=frozenset(readings), clock=dials(hours))
