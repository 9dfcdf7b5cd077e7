"""Amounts (numbers, fractions, times, dates) with their possible meanings, and those in digits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache, lru_cache

from lawkb.model.address import ordinal
from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.tokens import SpanSet

Date = tuple[int, int, int]  # year or 0, month, day
# Kind and value: ("number", 13), ("minutes", 90), ("time", 1020), ("date", (0, 5, 1)). An ordinal
# is a number too.
Reading = tuple[str, Fraction | Date | str]
_HALF_DAY = 720  # minutes


@dataclass(frozen=True, slots=True)
class Amount:
    """A number, time, date or duration in a text.

    Attributes:
        start: Offset of its first code point.
        end: Offset after its last code point.
        shown: Its digits in a form common to all languages, ``1234.5``; empty for words.
        readings: Possible meanings, as kind and value; amounts are equal if they share one.
        clock: Minutes on a dial of twelve hours, if it may be a time of day.
        parts: The amounts that it consists of; empty for plain digits or words.
        asked: Whether the other text must have it too, as for plain digits.
        added: Fraction added to a duration: ½ in «an hour and a half».
    """

    start: int
    end: int
    shown: str = ""
    readings: frozenset[Reading] = frozenset()
    clock: frozenset[Fraction] = frozenset()
    parts: tuple[Amount, ...] = ()
    asked: bool = False
    added: Fraction = Fraction(0)

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
    r"(?<!\d)\d{1,3}(?:[ \u00a0\u2009\u202f’']\d{3})+(?:[.,]\d+)?(?![\d’'])|\d+(?:[.,]\d+)*"
)
_DIGIT = re.compile(r"\d")
_SPACES = re.compile(r"[ \u00a0\u2009\u202f’']")
_GROUPS = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")
_VULGAR = re.compile(r"[¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
# Square metres and the like, where the digit belongs to the unit; a character reference, &#39;.
_OF_UNIT = re.compile(r"(?:\b[ckmdμ]?m|\bCO|&#x?)$")
_DATE = re.compile(r"(?<![\d/.-])(\d{1,2})[^\W\d_]{0,2}([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])")
_ISO = re.compile(r"(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])")
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
    for match in _NUMBER.finditer(text, first.start()):
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
        if value:
            yield Amount(*match.span(), readings=frozenset((number(Fraction(value)),)))


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
    joined = _SPACES.sub("", raw)
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
