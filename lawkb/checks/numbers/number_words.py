"""Read numbers and spans of time in words: «thirty-five», «τριανταπέντε», «un'ora e mezza».

The words of a language are in the table ``[numerals]`` of its file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from lawkb.checks.numbers.amounts import Amount, Reading, dials, number
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


_WORD = re.compile(r"[^\W_]+")
_GLUE = re.compile(r"[\s\-‐‑–’']*")
_MOST_PARTS = 1000  # the largest denominator distinguished from an ordinal


class _FoldedWord(NamedTuple):
    start: int
    end: int
    folded: str


class _SpokenNumber(NamedTuple):
    """A number that ends before the word ``after``, the likeliest value first.

    ``ordinal`` is whether its last word is an ordinal.
    """

    after: int
    values: tuple[Fraction, ...]
    ordinal: bool = False


def read_numbers_in_words(text: str, words: NumeralWords) -> tuple[Amount, ...]:
    """Return the numbers, spans of time, months and named hours in words, in order."""
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
        """Return an amount with a phrase before it: «half past nine»."""
        for phrase, added in self.words.ahead:
            after = self._phrase(at, phrase)
            said = self._spoken_number(after) if after else None
            if said:
                values = [value + added for value in said.values]
                return said.after, self._of(at, said.after, map(number, values), values)
        return None

    def _part(self, at: int) -> tuple[int, Amount] | None:
        """Return a fraction of a unit or group: «two thirds», «half an hour», «half a dozen»."""
        said = self._spoken_number(at)
        begin, values = (said.after, said.values[:1]) if said else (at, (Fraction(1),))
        if said and said.ordinal:
            return None
        read = self._denominator(begin, said is not None)
        if read is None or (said and not self._glued(begin)):
            return None
        after, share = read
        value = values[0] * share
        whole = self._whole(after)
        if whole:
            after, meaning = whole
            kind = "number" if meaning.kind == "group" else meaning.kind
            return after, self._of(at, after, [(kind, value * meaning.value)])
        also = (*said.values, 1 / share) if said else ()
        return after, self._of(at, after, map(number, (value, *also)), also)

    def _denominator(self, at: int, counted: bool) -> tuple[int, Fraction] | None:
        """Return a word for a fraction; after a number also an ordinal: «two thirds»."""
        for after, meaning in self._meanings(at, ("fraction", "ordinal")):
            if meaning.kind == "fraction":
                return after, meaning.value
            if counted and 2 < meaning.value <= _MOST_PARTS:
                return after, 1 / meaning.value
        return None

    def _whole(self, at: int) -> tuple[int, Meaning] | None:
        """Return the whole of a fraction: a span of time or a dozen, after «of an»."""
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
        """Yield a span of time meant by a single word: τέταρτο is a quarter and fifteen minutes."""
        for end, meaning in self._meanings(at, ("minutes", "months")):
            if end == after:
                yield meaning.kind, meaning.value

    def _span(self, at: int) -> tuple[int, Amount] | None:
        """Return a word for a span of time with an addition: «hour and a half»."""
        found = list(self._meanings(at, ("minutes", "months", "times", "group")))
        if not found:
            return None
        after = max(reached for reached, _ in found)
        told: list[tuple[str, Fraction]] = []
        for reached, meaning in found:
            if reached == after:
                plain = meaning.kind in ("times", "group")
                told.append(("number" if plain else meaning.kind, meaning.value))
        values = [value for kind, value in told if kind == "number"]
        amount = self._of(at, after, told, values)
        more = [
            (end, added)
            for phrase, added in self.words.after
            if added > 0 and self._glued(after) and (end := self._phrase(after, phrase))
        ]
        if more and any(kind != "number" for kind, _ in told):
            after, added = max(more)
            amount = replace(amount, added=added, end=self.tokens[after - 1].end)
        return after, amount

    def _named(self, at: int) -> tuple[int, Amount] | None:
        """Return a time of day or a month by its name: «noon», «May»."""
        for after, meaning in self._meanings(at, ("clock",)):
            clock = frozenset((meaning.value % 720,))
            time: Reading = ("time", meaning.value)
            return after, replace(self._of(at, after, [time]), clock=clock)
        month = self.words.months.get(self.tokens[at].folded)
        if month is None:
            return None
        return at + 1, self._of(at, at + 1, [("month", Fraction(month))])

    def _spoken_number(self, at: int) -> _SpokenNumber | None:
        """Return the longest number that begins at a word."""
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
        """Return a number that no word continues: zero, «δυόμισι»."""
        found = next(self._meanings(at, ("cardinal",)), None)
        return _SpokenNumber(found[0], (found[1].value,)) if found else None

    def _step(
        self, at: int, ordinal: bool | None, count: PartialNumber
    ) -> tuple[int, PartialNumber, bool] | None:
        """Return the number continued by a word; after an ordinal only by ordinals."""
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
        """Yield the meanings of the phrase or word at an index, and the index after it."""
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
