"""What the words of a language say of numbers and time, from the tables ``[numerals]``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Literal

from lawkb.checks.counting import Count
from lawkb.model.language import any_language
from lawkb.search.folding import fold

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
)
_HALF = Fraction(1, 2)
_LONGEST = 80  # letters of a word that may be a number
_SHORTEST = 4
_KEPT = 2**16  # words whose reading is kept


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word or a phrase may say.

    Attributes:
        kind: ``cardinal`` and ``ordinal`` make up numbers, ``group`` is counted (dozen), ``times``
            is a number that makes up no other (twice); ``minutes`` and ``months`` are spans of
            time, ``clock`` is an hour in minutes.
        value: How much.
    """

    kind: Kind
    value: Fraction


Phrase = tuple[str, ...]  # folded words
# The rest of a word, the numbers before it, and whether the last of them may end a word.
_Split = tuple[str, tuple[int, ...], bool]


@dataclass(frozen=True)
class NumeralWords:
    """The words of a language. No slots: what was read of a word is kept.

    Attributes:
        words: By folded word, what it says.
        beginnings: By beginning of a word, what it says.
        phrases: By first word, phrases of several words, the longest first.
        stems: What words that are put together are made of, by first letter: the beginning, its
            number, and whether it may end the word.
        ends: How such words end: (ending, kind, value).
        joint: Words that may stand inside a number.
        joint_after: The least number behind which they may.
        over: Tens that are counted on from to nineteen.
        behind: Phrases behind a number or a unit that add to it.
        ahead: Phrases before a number that add to it.
        links: Words between a part and what it is a part of.
        months: By folded word, number of the month.
        of_month: Words between day and month.
        marks: Texts behind a number: ``am``, ``pm``, ``hour``, ``percent``.
    """

    words: Mapping[str, tuple[Meaning, ...]]
    beginnings: Mapping[str, tuple[Meaning, ...]]
    phrases: Mapping[str, tuple[tuple[Phrase, Meaning], ...]]
    stems: Mapping[str, tuple[tuple[str, int, bool], ...]]
    ends: tuple[tuple[str, str, int], ...]
    joint: frozenset[str]
    joint_after: int
    over: frozenset[int]
    behind: tuple[tuple[Phrase, Fraction], ...]
    ahead: tuple[tuple[Phrase, Fraction], ...]
    links: frozenset[str]
    months: Mapping[str, int]
    of_month: frozenset[str]
    marks: Mapping[str, tuple[str, ...]]
    _read: dict[str, tuple[Meaning, ...]] = field(default_factory=dict, repr=False, compare=False)
    _opening: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)

    def meanings(self, word: str) -> tuple[Meaning, ...]:
        """What a folded word may say; empty when it says no number and no time."""
        if word not in self.words and not word.startswith(self._openings.get(word[:1], ())):
            return ()  # as nearly all
        if word not in self._read:
            self._read[word] = tuple(dict.fromkeys(self._meanings(word)))
        return self._read[word]

    def opens(self, word: str) -> bool:
        """Whether anything of number or time may begin with a folded word; most say nothing."""
        if word not in self._opening:
            if len(self._opening) >= _KEPT:
                self._opening.clear()
                self._read.clear()
            led = any(phrase[0] == word for phrase, _ in self.ahead)
            named = word in self.phrases or word in self.months
            self._opening[word] = led or named or bool(self.meanings(word))
        return self._opening[word]

    @cached_property
    def _openings(self) -> Mapping[str, tuple[str, ...]]:
        """How words begin that are no whole words of the tables and may say something."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for letter, stems in self.stems.items():
            found[letter].update(stem for stem, _, _ in stems)
        for beginning in self.beginnings:
            found[beginning[:1]].add(beginning)
        return {letter: tuple(sorted(own)) for letter, own in found.items()}

    def _meanings(self, word: str) -> Iterator[Meaning]:
        yield from self.words.get(word, ())
        for beginning, meanings in self.beginnings.items():
            if word.startswith(beginning):
                yield from meanings
        if word not in self.words and _SHORTEST <= len(word) <= _LONGEST:
            yield from self._put_together(word)

    def _put_together(self, word: str) -> Iterator[Meaning]:
        for rest, values, whole in self._split(word, ()):
            count = Count.of(values, self.over, fused=True)
            if count is None:
                continue
            if whole and not rest:
                yield Meaning("cardinal", Fraction(count))
            for ending, kind, each in self.ends:
                if rest and rest.startswith(ending):
                    yield from _ended(kind, count, each)

    def _split(self, word: str, before: Sequence[int]) -> Iterator[_Split]:
        """What may be left of a word behind the numbers it begins with, and these."""
        for stem, value, whole in self.stems.get(word[:1], ()):
            if word.startswith(stem):
                values = (*before, value)
                yield word[len(stem) :], values, whole
                if len(values) == 1 or Count.of(values, self.over, fused=True) is not None:
                    yield from self._split(word[len(stem) :], values)


def _ended(kind: str, count: int, each: int) -> Iterator[Meaning]:
    """What a word says that begins with a number and ends in a known way."""
    if kind == "half":
        yield Meaning("cardinal", count + _HALF)
    elif kind in ("ordinal", "times"):
        yield Meaning("ordinal" if kind == "ordinal" else "times", Fraction(count))
    else:
        yield Meaning("minutes" if kind == "minutes" else "months", Fraction(count * each))
        yield Meaning("times", Fraction(count))


@cache
def read_numerals(code: str) -> NumeralWords:
    """The numerals of a language by its tag; without a word where its file has none."""
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
        beginnings={word: tuple(own) for word, own in beginnings.items()},
        phrases={
            word: tuple(sorted(own, key=lambda each: -len(each[0])))
            for word, own in phrases.items()
        },
        stems={letter: tuple(sorted(own)) for letter, own in stems.items()},
        ends=tuple(_ends(table)),
        joint=frozenset(map(fold, table.get("and", "").split())),
        joint_after=table.get("and_after", 100),
        over=frozenset(table.get("over", ())),
        behind=tuple(_added(table, "behind")),
        ahead=tuple(_added(table, "ahead")),
        links=frozenset(map(fold, table.get("links", "").split())),
        months={
            fold(word): at
            for at, given in enumerate(table.get("months", ()), start=1)
            for word in given.split()
        },
        of_month=frozenset(map(fold, table.get("of_month", "").split())),
        marks={name: tuple(table.get(name, ())) for name in ("am", "pm", "hour", "percent")},
    )


def _forms(table: Mapping[str, Any], endings: Sequence[str]) -> Iterator[tuple[str, Meaning]]:
    """Every form of the tables with what it says; folded but for the star and the hyphens."""
    for name, kind in _TABLES:
        for value, given in table.get(name, {}).items():
            for form in given.split():
                for each in _inflected(form, endings):
                    yield each, Meaning(kind, Fraction(int(value)))
    for value, given in table.get("fractions", {}).items():
        for form in given.split():
            for each in _inflected(form, endings):
                yield each, Meaning("fraction", Fraction(1, int(value)))
    for form in table.get("articles", "").split():
        yield form, Meaning("article", Fraction(1))


def _inflected(form: str, endings: Sequence[str]) -> Iterator[str]:
    if form.endswith("~"):
        yield from (form[:-1] + ending for ending in endings)
    else:
        yield form


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
