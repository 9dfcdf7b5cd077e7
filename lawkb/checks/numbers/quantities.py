"""The amounts of a text: digits and words, combined into times, dates and durations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise

from lawkb.checks.numbers.amounts import (
    Amount,
    NumeralWords,
    Reading,
    day_of,
    dial,
    number,
    number_word_lists,
    read_digits,
    read_letter_numerals,
    read_numbers_in_words,
    written_amounts,
)
from lawkb.checks.numbers.units import UnitWords, read_unit_words, with_unit
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.tokens import SpanSet

_BETWEEN = re.compile(r"[\s\-‐‑–'’]+([^\W\d_]+[\s\-‐‑]+)?|")  # a working day, a 3-day stay
_ENDING = re.compile(r"\A(?:[^\W\d_]{1,3}|[°º])")  # 31st, 1η, 1°
_SPACE = re.compile(r"[\s\-‐‑]*")
_HOUR = re.compile(r"(\d{1,2})(?:(?:[:.]|\s?h\s?)(\d{2}))?")
_DAY = 1440  # minutes
_HALF_DAY = 720
_SCALE = 1000
_YEARS = range(1000, 3000)
_HALVES = ("am", "pm")
_TO = re.compile(r"\s?[–-]\s?|\s\w{1,4}\s")  # between two hours: a dash, or a short word
_SPANS = ("minutes", "months")
_LONGEST_SIGN = 8  # code points of what makes a decade of a year, and of what follows
SHARE = "share"  # kind of the readings of amounts in percent and per mille
_SHARES = {"percent": 100, "permille": 1000}

_Pass = Callable[[Sequence[Amount]], Iterable[Amount]]


def read_amounts(
    text: str, language: str, apart: Iterable[Span] = (), left_out: Iterable[Span] = ()
) -> tuple[Amount, ...]:
    """Return the amounts of a text in order; parts of a composed amount are only inside it.

    Args:
        text: The text.
        language: Tag of its language.
        apart: Spans, such as those of references, whose digits need no counterpart in the other
            text.
        left_out: Spans that are skipped.
    """
    words = number_word_lists(language)
    out = SpanSet(left_out)
    found = [
        *read_digits(text, apart),
        *read_numbers_in_words(text, words),
        *read_letter_numerals(text, language),
    ]
    amounts: Sequence[Amount] = sorted(
        (a for a in found if not out.touch(a.start, a.end)),
        key=lambda each: (each.start, -each.end),
    )
    passes: tuple[_Pass, ...] = (
        partial(_written, text),
        partial(_completed, text),
        partial(_decades, text, words.decades),
        partial(_paired, join=partial(_multiplied, text)),
        partial(_marked, text, words),
        partial(_measured, text, read_unit_words(language)),
        partial(_paired, join=partial(_spanned, text)),
        partial(_summed, text, words),
        partial(_paired, join=partial(_day, text, words)),
        partial(_paired, join=partial(_with_year, text, words)),
    )
    for each in passes:
        amounts = tuple(each(amounts))
    return tuple(amounts)


def _written(text: str, amounts: Sequence[Amount]) -> Iterator[Amount]:
    """Yield amounts in order, with dates, times and fractions in digits joined: 31/5/2020."""
    taken: list[Amount] = []
    places: set[int] = set()
    gone: set[Span] = set()
    starts = [amount.start for amount in amounts]
    for (start, end), readings, clock in written_amounts(text):
        beside = amounts[bisect_left(starts, start) : bisect_left(starts, end)]
        parts = tuple(a for a in beside if a.end <= end)
        if parts and readings and places.isdisjoint(range(start, end)):
            taken.append(Amount(start, end, readings=readings, clock=clock, parts=parts))
            places.update(range(start, end))
            gone.update(part.span for part in parts)
    rest = (amount for amount in amounts if amount.span not in gone)
    return iter(sorted((*taken, *rest), key=lambda each: each.start))


_SHORTENED = (
    "-–—‐‑"  # signs of a range whose second number may be cut short; of years, a stroke too
)


def _completed(text: str, amounts: Sequence[Amount]) -> Iterator[Amount]:
    """Yield amounts; the short end of a range may be the whole one, too: 127 in *pages 123–7*."""
    previous: Amount | None = None
    for amount in amounts:
        whole = _whole_end(text, previous, amount) if previous else None
        yield replace(amount, readings=amount.readings | {number(whole)}) if whole else amount
        previous = amount


def _whole_end(text: str, first: Amount, second: Amount) -> Fraction | None:
    sign = text[first.end : second.start]
    begin, end = text[slice(*first.span)], text[slice(*second.span)]
    if not sign or not (begin.isdecimal() and end.isdecimal()) or len(end) >= len(begin):
        return None
    if sign not in _SHORTENED and not (sign == "/" and int(begin) in _YEARS and len(end) == 2):
        return None
    whole = int(begin[: -len(end)] + end)
    return Fraction(whole) if whole > int(begin) else None


def _decades(
    text: str, signs: Sequence[tuple[str, str]], amounts: Sequence[Amount]
) -> Iterator[Amount]:
    """Yield amounts; a decade has the meaning of its last two figures, too: *1990s* and *’90*."""
    for amount in amounts:
        value = next(amount.values("number"), Fraction(0))
        # a range looks through all its numbers for a fraction
        decade = value.denominator == 1 and int(value) in _YEARS and not value % 10
        is_decade = decade and _is_signed(text, amount.span, signs)
        yield (
            replace(amount, readings=amount.readings | {number(value % 100)})
            if is_decade
            else amount
        )


def _is_signed(text: str, span: Span, signs: Sequence[tuple[str, str]]) -> bool:
    before, after = text[: span[0]].casefold(), text[span[1] : span[1] + _LONGEST_SIGN].casefold()
    return any(
        before.endswith(first)
        and after.startswith(last)
        and not after[len(last) : len(last) + 1].isalpha()
        for first, last in signs
    )


def _multiplied(text: str, first: Amount, second: Amount) -> Amount | None:
    """Return one amount for two neighbours such as «5 million» and «1½», or None."""
    if not _SPACE.fullmatch(text, first.end, second.start):
        return None
    ours, theirs = list(first.values("number")), list(second.values("number"))
    decimal = len(first.parts) == 1 and first.parts[0].shown  # 2.5, which may be a date, too
    if not (first.shown or decimal) or second.shown or len(ours) != 1 or len(theirs) != 1:
        return None
    if theirs[0] >= _SCALE:
        return _of(first, second, (number(ours[0] * theirs[0]),))
    glued = first.end == second.start and theirs[0] < 1
    return _of(first, second, (number(ours[0] + theirs[0]),)) if glued else None


def _marked(text: str, words: NumeralWords, amounts: Sequence[Amount]) -> list[Amount]:
    """Return amounts with times of day (*5 p.m.*) and percentages joined with their signs."""
    told: list[Amount] = []
    reached = 0
    for at, amount in enumerate(amounts):
        if amount.start < reached:
            continue
        mark = next(
            (
                (name, match.end())
                for name, own in words.marks.items()
                if (match := _mark(own).match(text, amount.end))
            ),
            None,
        )
        marked = _with_mark(text, amount, *mark) if mark else None
        if marked:
            # a number inside the mark itself: «τοις εκατό», the «a» of «a.m.»
            inside = [a for a in amounts[at + 1 : at + 4] if a.start < marked.end]
            marked = None if any(a.shown for a in inside) else marked
        reached = marked.end if marked else reached
        if mark and marked and mark[0] in _HALVES:
            told[-1:] = (_shared(text, each, marked, mark[0]) for each in told[-1:])
        told.append(marked or amount)
    return told


def _shared(text: str, first: Amount, second: Amount, name: str) -> Amount:
    """Return the first of two hours with the sign of the second, as in *from 3 to 5.30 p.m.*.

    An amount that is no such hour is returned unchanged.
    """
    if first.parts or not first.shown or not _TO.fullmatch(text, first.end, second.start):
        return first
    return _with_mark(text, first, name, first.end) or first


@lru_cache(64)
def _mark(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of signs such as *p.m.*, with optional full stops and spaces."""
    if not phrases:
        return re.compile(r"(?!)")
    each = (
        "".join(
            r"\.?\s?" if char == "." else r"\s+" if char == " " else re.escape(char)
            for char in phrase.rstrip(".")
        )
        + (r"\.?" if phrase.endswith(".") else "")
        for phrase in sorted(phrases, key=len, reverse=True)
    )
    return re.compile(rf"\s?(?:{'|'.join(each)})(?!\w)", re.IGNORECASE)


def _with_mark(text: str, amount: Amount, name: str, end: int) -> Amount | None:
    if name in _SHARES:
        shares = {value / _SHARES[name] for value in amount.values("number")}
        told: set[Reading] = {(kind, value) for value in shares for kind in ("number", SHARE)}
        return Amount(amount.start, end, readings=frozenset(told), parts=(amount,))
    minutes = [m for m in _minutes(text, amount) if 0 <= m <= _DAY]
    if not minutes:
        return None
    times = frozenset(time for each in minutes for time in _of_day(each, name))
    dials = frozenset(map(dial, minutes))
    return Amount(amount.start, end, readings=times, clock=dials, parts=(amount,))


def _minutes(text: str, amount: Amount) -> Iterator[Fraction]:
    hour = _HOUR.fullmatch(text[amount.start : amount.end])
    if hour:
        yield Fraction(int(hour[1]) * 60 + int(hour[2] or 0))
    else:
        yield from (value * 60 for value in amount.values("number"))


def _of_day(minutes: Fraction, name: str) -> Iterator[Reading]:
    """Yield the times of day that an hour may mean: both halves without *a.m.* or *p.m.*."""
    if name == "hour":
        yield "time", minutes
    if name != "pm" and (name == "am" or minutes <= _HALF_DAY):
        yield "time", minutes % _HALF_DAY if name == "am" else minutes
    if name == "pm" or (name == "hour" and minutes <= _HALF_DAY):
        yield "time", minutes % _HALF_DAY + _HALF_DAY


def _measured(text: str, units: UnitWords, amounts: Sequence[Amount]) -> Iterator[Amount]:
    """Yield amounts with their units, *3 km*, without the digits of a unit, *m2*."""
    reached = 0
    for at, amount in enumerate(amounts):
        if amount.start >= reached:
            whole = _of_one(amount, amounts[at + 1 : at + 2])
            measured = with_unit(text, units, whole)
            reached = measured.end if measured is not whole else reached
            yield measured if measured is not whole else amount


def _of_one(part: Amount, behind: Sequence[Amount]) -> Amount:
    """Return a part with the article behind it, *half a* metre, or as it is."""
    one = next((each for each in behind if each.start == part.end + 1 and not each.asked), None)
    is_part = not part.asked and list(part.values("number"))[:1] < [Fraction(1)]
    if one is None or not is_part or Fraction(1) not in one.values("number"):
        return part
    return replace(part, end=one.end)


def _spanned(text: str, first: Amount, second: Amount) -> Amount | None:
    """Return one amount for a number, at most one word, and a unit of time: *3 working days*."""
    units = [(kind, each) for kind in _SPANS for each in second.values(kind)]
    if not units or second.parts or not _BETWEEN.fullmatch(text, first.end, second.start):
        return None
    if any(True for _ in first.values(SHARE)):
        return None  # «4 ‰ annuo»
    if any(True for kind in _SPANS for _ in first.values(kind)):
        return None
    if any(kind == "date" for kind, _ in first.readings) and second.start - first.end > 1:
        return None  # «30.6 each year»
    numbers = list(first.values("number"))
    told: set[Reading] = {
        (kind, (value + second.added) * each) for value in numbers for kind, each in units
    }
    return _of(first, second, told) if told else None


def _summed(text: str, words: NumeralWords, amounts: Sequence[Amount]) -> Iterator[Amount]:
    """Yield amounts with sums joined, «a year and six months»; a unit without a number is one."""
    alone = (
        replace(a, readings=a.readings | _alone(a)) if a.added and not a.parts else a
        for a in amounts
    )
    return _paired(tuple(alone), partial(_sum, text, words))


def _alone(amount: Amount) -> frozenset[Reading]:
    return frozenset(
        (kind, each * (1 + amount.added)) for kind in _SPANS for each in amount.values(kind)
    )


def _sum(text: str, words: NumeralWords, first: Amount, second: Amount) -> Amount | None:
    between = fold(text[first.end : second.start].strip(" ,\n\u00a0"))
    if not (first.parts and second.parts) or (between and between not in words.joint):
        return None
    told: set[Reading] = {
        (kind, a + b)
        for kind in _SPANS
        for a in first.values(kind)
        for b in second.values(kind)
        if _unit(second, kind) < _unit(first, kind)
    }
    return _of(first, second, told) if told else None


def _unit(amount: Amount, kind: str) -> Fraction:
    return max(amount.parts[-1].values(kind), default=Fraction(0))


def _day(text: str, words: NumeralWords, first: Amount, second: Amount) -> Amount | None:
    """Return one amount for a day and a month in words, *5 May*, or None."""
    between = _ENDING.sub("", text[first.end : second.start])
    if not _linked(between, words.of_month):
        return None
    months, numbers = list(second.values("month")), first
    if not months:
        months, numbers = list(first.values("month")), second
    told: set[Reading] = {
        ("date", (0, int(month), int(day)))
        for month in months
        for day in numbers.values("number")
        if day.denominator == 1 and day_of(0, int(month), int(day))
    }
    return _of(first, second, told) if told else None


def _with_year(text: str, words: NumeralWords, first: Amount, second: Amount) -> Amount | None:
    between = _ENDING.sub("", text[first.end : second.start])
    linked = _linked(between, words.of_month)
    told: set[Reading] = {
        ("date", (int(year), day[1], day[2]))
        for kind, day in first.readings
        if kind == "date" and isinstance(day, tuple)
        for year in second.values("number")
        if linked and year.denominator == 1 and int(year) in _YEARS
    }
    return _of(first, second, told) if told else None


def _linked(between: str, links: frozenset[str]) -> bool:
    """Return whether only linking words, such as *of*, are between the parts of a date."""
    return all(fold(word) in links for word in between.replace(",", " ").split() if word != ".")


def _paired(
    amounts: Sequence[Amount], join: Callable[[Amount, Amount], Amount | None]
) -> Iterator[Amount]:
    """Yield amounts, from the left, with neighbours joined where ``join`` returns an amount."""
    waiting: Amount | None = None
    for amount in amounts:
        joined = join(waiting, amount) if waiting and waiting.end <= amount.start else None
        if joined is None and waiting:
            yield waiting
        waiting = joined or amount
    if waiting:
        yield waiting


def _of(first: Amount, second: Amount, readings: Iterable[Reading]) -> Amount:
    return Amount(first.start, second.end, readings=frozenset(readings), parts=(first, second))


def ranges(
    amounts: Sequence[Amount], text: str, signs: frozenset[str]
) -> Iterator[tuple[Amount, Amount]]:
    """Yield both ends of each range of whole numbers in digits: 22 and 24 of *22-24*.

    Args:
        amounts: Amounts of the text, in order.
        text: The text.
        signs: What joins a range: dashes, and words in lower case without accents, such as *to*.
    """
    for first, second in pairwise(a for a in amounts if a.shown):
        between = fold(text[first.end : second.start].strip())
        if between in signs:
            low, high = next(first.values("number"), None), next(second.values("number"), None)
            if low is not None and high is not None and low.denominator == high.denominator == 1:
                yield first, second
