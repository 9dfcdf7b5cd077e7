"""The number words of a language and their values: tables ``[numerals]``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal

from lawkb.model.language import any_language
from lawkb.words import fold

_THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class PartialNumber:
    """A number while its words are read.

    Attributes:
        done: Thousands and more, complete.
        group: The part below the next thousand.
        scale: The last of thousand, million and so on; 0 before the first.
        over: Tens followed by up to nineteen, as in «soixante-dix».
        fused: Whether units may follow ten, as in «δέκατος τρίτος» and inside one word.
    """

    done: int = 0
    group: int = 0
    scale: int = 0
    over: frozenset[int] = frozenset()
    fused: bool = False

    @classmethod
    def of(cls, values: Iterable[int], over: frozenset[int], fused: bool = False) -> int | None:
        """Return the number that successive values make; None when they make none."""
        count: PartialNumber | None = cls(over=over, fused=fused)
        for value in values:
            count = count.then(value) if count else None
        return count.value if count else None

    @property
    def value(self) -> int:
        """The number so far."""
        return self.done + self.group

    def then(self, value: int) -> PartialNumber | None:
        """Return the number continued by a word; None when it cannot continue."""
        if value >= _THOUSAND:
            return self._scaled(value)
        rest = self.group % 100
        if value == 100 and 1 <= self.group < 100:
            return self._with(self.group * 100)
        if value >= 100:
            fits = self.group == 0
        elif value >= 20:
            fits = rest == 0
        elif value >= 10:
            fits = rest == 0 or rest in self.over
        else:
            fits = rest % 10 == 0 and (rest != 10 or self.fused) and value > 0
        return self._with(self.group + value) if fits else None

    def _scaled(self, value: int) -> PartialNumber | None:
        if self.scale and value >= self.scale:
            return None
        return PartialNumber(
            self.done + max(self.group, 1) * value, 0, value, self.over, self.fused
        )

    def _with(self, group: int) -> PartialNumber:
        return PartialNumber(self.done, group, self.scale, self.over, self.fused)


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
_HALF = Fraction(1, 2)
_LONGEST = 80  # most letters of a number word
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Meaning:
    """A meaning of a word or phrase.

    Attributes:
        kind: ``cardinal`` and ``ordinal`` make up numbers, ``group`` is counted (dozen), ``times``
            is a number on its own (twice); ``minutes`` and ``months`` are spans of time, ``clock``
            is an hour in minutes.
        value: Its value.
    """

    kind: Kind
    value: Fraction


Phrase = tuple[str, ...]  # folded words
# The rest of a word, the numbers before it, and whether the last of them may end a word.
_Split = tuple[str, tuple[int, ...], bool]


@dataclass(frozen=True, eq=False)
class NumeralWords:
    """The number words of a language. Compared by identity, since its readings are cached.

    Attributes:
        words: Meanings of folded words.
        beginnings: Meanings of prefixes.
        phrases: Phrases of several words by first word, longest first.
        stems: Parts of compound numbers by first letter: prefix, number, and whether it may be
            last.
        ends: Endings of compound numbers: (ending, kind, value).
        joint: Words allowed inside a number.
        joint_after: The least number after which they are.
        over: Tens followed by up to nineteen.
        after: Phrases after a number or a unit that add to it.
        ahead: Phrases before a number that add to it.
        links: Words between a fraction and its whole.
        months: Number of the month by folded word.
        of_month: Words between day and month.
        marks: Words after a number: ``am``, ``pm``, ``hour``, ``percent``.
    """

    words: Mapping[str, tuple[Meaning, ...]]
    beginnings: Mapping[str, tuple[Meaning, ...]]
    phrases: Mapping[str, tuple[tuple[Phrase, Meaning], ...]]
    stems: Mapping[str, tuple[tuple[str, int, bool], ...]]
    ends: tuple[tuple[str, str, int], ...]
    joint: frozenset[str]
    joint_after: int
    over: frozenset[int]
    after: tuple[tuple[Phrase, Fraction], ...]
    ahead: tuple[tuple[Phrase, Fraction], ...]
    links: frozenset[str]
    months: Mapping[str, int]
    of_month: frozenset[str]
    marks: Mapping[str, tuple[str, ...]]

    @lru_cache(2**16)  # noqa: B019 (there is one instance for each language)
    def meanings(self, word: str) -> tuple[Meaning, ...]:
        """Return the meanings of a folded word; empty when it is no number or time."""
        return tuple(dict.fromkeys(self._meanings(word)))

    @lru_cache(2**16)  # noqa: B019
    def opens(self, word: str) -> bool:
        """Return whether a folded word may begin a number or time."""
        led = any(phrase[0] == word for phrase, _ in self.ahead)
        return led or word in self.phrases or word in self.months or bool(self.meanings(word))

    def _meanings(self, word: str) -> Iterator[Meaning]:
        yield from self.words.get(word, ())
        for beginning, meanings in self.beginnings.items():
            if word.startswith(beginning):
                yield from meanings
        if word not in self.words and _SHORTEST <= len(word) <= _LONGEST:
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
        """Yield the rests of a word after the numbers it begins with, and these numbers."""
        for stem, value, whole in self.stems.get(word[:1], ()):
            if word.startswith(stem):
                values = (*before, value)
                yield word[len(stem) :], values, whole
                if len(values) == 1 or PartialNumber.of(values, self.over, fused=True) is not None:
                    yield from self._split(word[len(stem) :], values)


def _ended(kind: str, count: int, each: int) -> Iterator[Meaning]:
    """Yield the meanings of a word made of a number and a known ending."""
    if kind == "half":
        yield Meaning("cardinal", count + _HALF)
    elif kind in ("ordinal", "times"):
        yield Meaning("ordinal" if kind == "ordinal" else "times", Fraction(count))
    else:
        yield Meaning("minutes" if kind == "minutes" else "months", Fraction(count * each))
        yield Meaning("times", Fraction(count))


@cache
def number_word_lists(code: str) -> NumeralWords:
    """Return the number words of a language; empty when its file has none."""
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
        after=tuple(_added(table, "behind")),
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
    """Yield every form of the tables with its meaning; a tilde is for any ending."""
    for name, kind in _TABLES:
        for value, given in table.get(name, {}).items():
            own = Fraction(1, int(value)) if kind == "fraction" else Fraction(int(value))
            for form in given.split():
                stem, tilde, _ = form.partition("~")
                for ending in endings if tilde else ("",):
                    yield f"{stem}{ending}", Meaning(kind, own)
    for form in table.get("articles", "").split():
        yield form, Meaning("article", Fraction(1))


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
