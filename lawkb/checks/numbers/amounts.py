"""Amounts: numbers, fractions, times, dates and spans of time with their possible readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from lawkb.model.passage import Span

Date = tuple[int, int, int]  # year or 0, month, day
# Kind and value: ("number", 13), ("minutes", 90), ("time", 1020), ("date", (0, 5, 1)). An ordinal
# is a number too.
Reading = tuple[str, Fraction | Date | str]
_HALF_DAY = 720  # minutes


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a text, or a time, date or span of time.

    Attributes:
        start: First code point.
        end: Code point after the last one.
        shown: Digits in a normal form for all languages; empty for words.
        readings: Possible meanings; amounts that share one are equal.
        clock: Minutes on a dial of twelve hours, if it may be a time of day.
        parts: The amounts it is made of; empty for digits or a word.
        asked: Whether the other text must have it, as for plain digits.
        added: Fraction added after a span of time: «an hour and a half».
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
        """Yield the possible values of a kind, ascending."""
        own = (value for name, value in self.readings if name == kind)
        yield from sorted(value for value in own if isinstance(value, Fraction))

    @property
    def span(self) -> Span:
        """Its offsets."""
        return self.start, self.end


def number(value: Fraction) -> Reading:
    """Return the reading as a number."""
    return "number", value


def dial(minutes: Fraction) -> Fraction:
    """Return minutes of a day as minutes on a dial of twelve hours."""
    return minutes % _HALF_DAY


def dials(values: Iterable[Fraction]) -> frozenset[Fraction]:
    """Return the possible hours of some numbers on a dial: whole, half or quarter."""
    return frozenset(
        dial(value * 60) for value in values if 0 <= value <= 24 and (value * 4).denominator == 1
    )


def leaves(amounts: Iterable[Amount]) -> Iterator[Amount]:
    """Yield the digits and words that amounts are made of, in order."""
    for amount in amounts:
        if amount.parts:
            yield from leaves(amount.parts)
        else:
            yield amount
