"""Read numbers and spans of time in words: «thirty-five», «τριανταπέντε», «un'ora e mezza»."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from lawkb.checks.numbers.amounts import Amount, Reading, dials, number
from lawkb.checks.numbers.number_word_lists import (
    Kind,
    Meaning,
    NumeralWords,
    PartialNumber,
    Phrase,
)
from lawkb.words import fold

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


def read_number_words(text: str, words: NumeralWords) -> tuple[Amount, ...]:
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
