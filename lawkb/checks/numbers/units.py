"""Units of measure and money behind a number, or before it: *3 km*, *€ 50*, *−5 °C*.

The words of a language are in the tables ``[units]`` of its file. Amounts of one measure are equal
by value, *50 cm* and *0.5 m*; money and temperature are never converted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from lawkb.checks.numbers.amounts import Amount, Reading
from lawkb.model.language import any_language
from lawkb.words.folding import fold

TEMPERATURE = "temperature"
DEGREES = "degrees"  # of a temperature whose scale is not said, or of an angle
_SHARE_SIGNS = {"percent": "%", "permille": "‰"}  # keys of `[numerals]`, and the sign that is meant
_AS_WRITTEN = 2  # most letters of a form that is compared as it is written: m, M
_BEHIND = re.compile(r"[ \u00a0\u2009\u202f]?[-‐‑]?(°\s?[CFΚ]|[€$£¥]|[^\W\d_]+[²2]?)(?![\w²])")
_SECOND = re.compile(r"[ \u00a0’']([^\W\d_]+)(?!\w)")
_BEFORE = re.compile(r"(?:([€$£¥])|\b(EUR|USD|GBP|CHF|JPY))[ \u00a0\u202f]?$")
_SIGN = re.compile(r"(?:(?<=[\s(])|^)[−–-]$")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit."""

    measure: str  # What it measures, `length`.
    name: str  # Its name if it is not converted, else empty.
    factor: Fraction = Fraction(1)  # How many metres, kilograms and so on it is.

    @property
    def kind(self) -> str:
        """The kind of the readings of amounts in this unit: those of one kind can be equal."""
        return f"{self.measure} {self.name}".rstrip()


@dataclass(frozen=True, eq=False)
class UnitWords:
    """The units of a language."""

    written: Mapping[str, Unit]  # By a form of one or two letters, or a sign.
    folded: Mapping[str, Unit]  # By word or phrase, in lower case without accents.
    minus: tuple[str, ...]  # Words before a temperature below zero.
    below: tuple[str, ...]  # Phrases behind it.
    degrees: frozenset[str]  # Words for degrees, of which scale is not said; folded.
    # What the last words of phrases behind a number say: *afternoon*, *per cent*.
    behind_numbers: Mapping[str, str]

    def said(self, word: str) -> tuple[tuple[str, Fraction], ...]:
        """Return the unit, half of the day or share that a word may be; empty for others."""
        folded = fold(word)
        unit = self.written.get(word) or self.folded.get(folded)
        if unit:
            return ((unit.kind, unit.factor),)
        if folded in self.degrees:
            return ((DEGREES, Fraction(0)),)
        told = self.behind_numbers.get(folded)
        return ((told, Fraction(0)),) if told else ()

    def behind(self, text: str, at: int) -> tuple[int, Unit] | None:
        """Return the unit behind a number that ends at an offset, and the offset after it."""
        match = _BEHIND.match(text, at)
        if match is None:
            return None
        word = match[1].replace(" ", "")
        second = _SECOND.match(text, match.end())
        if second and (unit := self.folded.get(f"{fold(word)}_{fold(second[1])}")):
            return second.end(), unit
        unit = self.written.get(word) or (
            self.folded.get(fold(word)) if len(word) > _AS_WRITTEN else None
        )
        return (match.end(), unit) if unit else None

    def degrees_behind(self, text: str, at: int) -> int | None:
        """Return the offset after a word for degrees behind a number, or None."""
        match = _BEHIND.match(text, at)
        return match.end() if match and fold(match[1]) in self.degrees else None

    def before(self, text: str, at: int) -> tuple[int, Unit] | None:
        """Return the start of a sign of money before a number that starts at an offset, and it."""
        match = _BEFORE.search(text, max(0, at - 5), at)
        unit = self.written.get(match[1] or match[2]) if match else None
        return (match.start(), unit) if match and unit else None

    def is_below_zero(self, text: str, start: int, end: int) -> int | None:
        """Return where a temperature starts with its sign or word of a minus; None without one."""
        before = text[max(0, start - 12) : start]
        if _SIGN.search(before):
            return start - 1
        told = fold(before).rstrip()
        if told.endswith(self.minus or ("\0",)):
            return start
        behind = fold(text[end : end + 24]).lstrip()
        return start if behind.startswith(self.below or ("\0",)) else None


@cache
def read_unit_words(code: str) -> UnitWords:
    """Return the units of a language, by its tag; empty without tables ``[units]``."""
    tables = any_language(code).tables
    written: dict[str, Unit] = {}
    folded: dict[str, Unit] = {}
    for measure, listed in tables.get("units", {}).items():
        for key, forms in listed.items():
            unit = Unit(measure, key) if key[0].isalpha() else Unit(measure, "", Fraction(key))
            for form in forms.split():
                if len(form) <= _AS_WRITTEN or not form.replace("_", "").isalpha():
                    written[form] = unit
                if form.isupper():
                    written[form] = unit
                folded[fold(form)] = unit
    numerals = tables.get("numerals", {})
    minus, below = (tuple(map(fold, numerals.get(key, ()))) for key in ("minus", "below_zero"))
    told = {word: word for key in ("am", "pm") for word in _last_words(numerals, key)}
    for key, sign in _SHARE_SIGNS.items():
        told |= dict.fromkeys(_last_words(numerals, key), sign)
    degrees = frozenset(map(fold, numerals.get("degrees", "").split()))
    return UnitWords(written, folded, minus, below, degrees, told)


def _last_words(numerals: Mapping[str, list[str]], key: str) -> Iterator[str]:
    """Yield the last word of each phrase of a list of ``[numerals]`` that has words."""
    for phrase in numerals.get(key, ()):
        words = re.findall(r"\w+", phrase)
        if words:
            yield fold(words[-1])


def with_unit(text: str, words: UnitWords, amount: Amount) -> Amount:
    """Return an amount with the unit behind or before it, or as it is."""
    start = amount.start
    behind = words.behind(text, amount.end)
    before = None if behind else words.before(text, start)
    end, unit = behind or (amount.end, before[1] if before else None)
    if unit is None:
        return _in_degrees(text, words, amount)
    start = before[0] if before else start
    below = words.is_below_zero(text, start, end) if unit.measure == TEMPERATURE else None
    sign = 1 if below is None else -1
    told: set[Reading] = {
        (unit.kind, sign * value * unit.factor) for value in amount.values("number")
    }
    if not told:
        return amount
    start = start if below is None else below
    return Amount(start, end, readings=frozenset(told), parts=(amount,))


def _in_degrees(text: str, words: UnitWords, amount: Amount) -> Amount:
    """Return an amount with the word *degrees* behind it, which may be of any scale, or as it is.

    Below zero it is no angle, and no number.
    """
    end = words.degrees_behind(text, amount.end) if words.degrees else None
    values = list(amount.values("number")) if end is not None else []
    if end is None or not values:
        return amount
    below = words.is_below_zero(text, amount.start, end)
    start, sign = (amount.start, 1) if below is None else (below, -1)
    scales = [f"{TEMPERATURE} {name}" for name in ("celsius", "fahrenheit")]
    kinds = [*scales, "number"] if below is None else scales
    told: set[Reading] = {(kind, sign * value) for kind in kinds for value in values}
    return Amount(start, end, readings=frozenset(told), parts=(amount,))
