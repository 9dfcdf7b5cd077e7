"""Numbers and spans of time in words: «thirty-five», «τριανταπέντε», «un'ora e mezza»."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from lawkb.checks.amounts import Amount, Reading, dials, number
from lawkb.checks.counting import Count
from lawkb.checks.numeral_words import Kind, Meaning, NumeralWords, Phrase
from lawkb.search.folding import fold

_WORD = re.compile(r"[^\W_]+")
_GLUE = re.compile(r"[\s\-‐‑–’']*")
_MOST_PARTS = 1000  # a part of a whole is told from an ordinal up to here


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a text, folded."""

    start: int
    end: int
    folded: str


@dataclass(frozen=True, slots=True)
class _Said:
    """A number that words from one to before another say.

    ``values`` holds the likeliest first; ``ordinal`` tells how the last word says it.
    """

    after: int
    values: tuple[Fraction, ...]
    ordinal: bool = False


def numerals(text: str, words: NumeralWords) -> tuple[Amount, ...]:
    """The numbers, spans of time, months and named hours that a text says in words, in order.

    Args:
        text: Any text.
        words: Of its language.
    """
    found = (_Word(m.start(), m.end(), fold(m[0])) for m in _WORD.finditer(text))
    return tuple(_Parser(text, tuple(found), words).amounts())


@dataclass(frozen=True, slots=True)
class _Parser:
    text: str
    tokens: Sequence[_Word]
    words: NumeralWords

    def amounts(self) -> Iterator[Amount]:
        at = 0
        while at < len(self.tokens):
            read = self._amount(at) if self.words.opens(self.tokens[at].folded) else None
            if read:
                yield read[1]
            at = read[0] if read else at + 1

    def _amount(self, at: int) -> tuple[int, Amount] | None:
        """What begins at a word, and the word behind it."""
        return (
            self._led(at) or self._part(at) or self._number(at) or self._span(at) or self._named(at)
        )

    def _led(self, at: int) -> tuple[int, Amount] | None:
        """«half past nine»."""
        for phrase, added in self.words.ahead:
            after = self._phrase(at, phrase)
            said = self._said(after) if after else None
            if said:
                values = [value + added for value in said.values]
                return said.after, self._of(at, said.after, map(number, values), values)
        return None

    def _part(self, at: int) -> tuple[int, Amount] | None:
        """«two thirds», «half an hour», «half a dozen»."""
        said = self._said(at)
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
        """A word for a part; an ordinal is one behind a number: «two thirds»."""
        for after, meaning in self._meanings(at, ("fraction", "ordinal")):
            if meaning.kind == "fraction":
                return after, meaning.value
            if counted and 2 < meaning.value <= _MOST_PARTS:
                return after, 1 / meaning.value
        return None

    def _whole(self, at: int) -> tuple[int, Meaning] | None:
        """What a part is a part of: a span of time or a dozen, behind «of an»."""
        while (
            at < len(self.tokens)
            and self._glued(at)
            and self.tokens[at].folded in (self.words.links)
        ):
            at += 1
        found = self._meanings(at, ("minutes", "months", "group")) if self._glued(at) else ()
        return next(iter(found), None)

    def _number(self, at: int) -> tuple[int, Amount] | None:
        said = self._said(at)
        if said is None:
            return None
        more = [
            (end, said.values[0] + added)
            for phrase, added in self.words.behind
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
        """A span that a single word may be besides: τέταρτο is a fourth and fifteen minutes."""
        for end, meaning in self._meanings(at, ("minutes", "months")):
            if end == after:
                yield meaning.kind, meaning.value

    def _span(self, at: int) -> tuple[int, Amount] | None:
        """A word for a span of time, and what is said behind it: «hour and a half»."""
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
            for phrase, added in self.words.behind
            if added > 0 and self._glued(after) and (end := self._phrase(after, phrase))
        ]
        if more and any(kind != "number" for kind, _ in told):
            after, added = max(more)
            amount = replace(amount, added=added, end=self.tokens[after - 1].end)
        return after, amount

    def _named(self, at: int) -> tuple[int, Amount] | None:
        """«noon», and the name of a month."""
        for after, meaning in self._meanings(at, ("clock",)):
            clock = frozenset((meaning.value % 720,))
            time: Reading = ("time", meaning.value)
            return after, replace(self._of(at, after, [time]), clock=clock)
        month = self.words.months.get(self.tokens[at].folded)
        if month is None:
            return None
        return at + 1, self._of(at, at + 1, [("month", Fraction(month))])

    def _said(self, at: int) -> _Said | None:
        """The number that begins at a word, as long as it goes on."""
        first = self._step(at, None, Count(over=self.words.over))
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
        values += [values[0] * m.value for end, m in self._grouped(after)]
        ends = [end for end, _ in self._grouped(after)]
        if ends:
            values.insert(0, values.pop())
        return _Said(max((after, *ends)), tuple(dict.fromkeys(values)), ordinal)

    def _grouped(self, at: int) -> list[tuple[int, Meaning]]:
        """«dozen» behind a number."""
        return list(self._meanings(at, ("group",)))[:1] if self._glued(at) else []

    def _single(self, at: int) -> _Said | None:
        """Zero, and «δυόμισι»: numbers that no other word goes on with."""
        for after, meaning in self._meanings(at, ("cardinal",)):
            return _Said(after, (meaning.value,))
        return None

    def _step(self, at: int, ordinal: bool | None, count: Count) -> tuple[int, Count, bool] | None:
        """The number with the word at a place; behind an ordinal only ordinals go on."""
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
        """What the phrase or the word at a place may say, phrases first, and what is behind it."""
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
        """The word behind a phrase that stands at a place; None where it does not."""
        end = at + len(phrase)
        if end > len(self.tokens):
            return None
        own = self.tokens[at:end]
        same = all(word.folded == wanted for word, wanted in zip(own, phrase, strict=True))
        return end if same and all(self._glued(each) for each in range(at + 1, end)) else None

    def _glued(self, at: int) -> bool:
        """Whether nothing but blanks and hyphens parts a word from the one before it."""
        if not 0 < at < len(self.tokens):
            return at == 0
        between = self.text[self.tokens[at - 1].end : self.tokens[at].start]
        return _GLUE.fullmatch(between) is not None

    def _of(
        self,
        at: int,
        after: int,
        readings: Iterable[Reading],
        hours: Iterable[Fraction] = (),
    ) -> Amount:
        span = self.tokens[at].start, self.tokens[after - 1].end
        return Amount(*span, readings=frozenset(readings), clock=dials(hours))
