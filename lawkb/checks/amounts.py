"""What a text says in numbers: figures and words for numbers, parts, times, dates and spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from lawkb.model.passage import Span

Date = tuple[int, int, int]  # year or 0, month, day
# What is meant, and how much: ("number", 13), ("minutes", 90), ("time", 1020), ("date", (0, 5, 1)).
# An ordinal is a number too.
Reading = tuple[str, Fraction | Date | str]
_HALF_DAY = 720  # minutes


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a text, or a time, a date, a span of time that numbers make up.

    Attributes:
        start: First code point.
        end: Code point after the last one.
        shown: A figure in one writing whatever the language; empty for what is no figure.
        readings: What it may mean; two amounts that share one are equal.
        clock: Minutes on a dial of twelve hours, where it may be a time of day.
        parts: The amounts that make it up; none when it is a figure or a word.
        asked: Whether the other text must have it: plain figures are.
        added: What is said behind a span of time, in shares of it: «an hour and a half».
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
        """How much it may be of a kind, the least first."""
        own = (value for name, value in self.readings if name == kind)
        yield from sorted(value for value in own if isinstance(value, Fraction))

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.start, self.end


def number(value: Fraction) -> Reading:
    """The reading as a number."""
    return "number", value


def dial(minutes: Fraction) -> Fraction:
    """Minutes of a day on a dial of twelve hours."""
    return minutes % _HALF_DAY


def dials(values: Iterable[Fraction]) -> frozenset[Fraction]:
    """Numbers as hours on a dial, those that can be: whole, or with a half or a quarter."""
    return frozenset(
        dial(value * 60) for value in values if 0 <= value <= 24 and (value * 4).denominator == 1
    )


def leaves(amounts: Iterable[Amount]) -> Iterator[Amount]:
    """The figures and words that amounts are made of, in order."""
    for amount in amounts:
        if amount.parts:
            yield from leaves(amount.parts)
        else:
            yield amount
