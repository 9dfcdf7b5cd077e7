"""The words of a text as the checks compare them: folded, stemmed, with their offsets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import accumulate
from typing import NamedTuple

from lawkb.model.passage import Span
from lawkb.words import fold, read_vocabulary


class SpanSet:
    """A set of spans that may overlap."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, spans: Iterable[Span]) -> None:
        held = sorted(spans)
        self._starts = [start for start, _ in held]
        self._ends = list(accumulate((end for _, end in held), max))

    def touch(self, start: int, end: int) -> bool:
        """Return whether a span overlaps the given one."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._ends[before - 1] > start


_WORD = re.compile(r"[^\W_]+")
_KEPT = 2**17  # cached words; a code has some ten thousand


class Word(NamedTuple):
    """A word of a text. A tuple, because a code has millions.

    Attributes:
        start: First code point.
        end: Code point after the last one.
        text: As printed.
        folded: Without case, accents and look-alikes.
        stem: Common part of its inflected forms.
        common: Whether it is a very frequent word of its language.
        lower: In lower case, with accents.
    """

    start: int
    end: int
    text: str
    folded: str
    stem: str
    common: bool
    lower: str


# Twice as fast as calling the class.
_word: Callable[[tuple[int, int, str, str, str, bool, str]], Word] = partial(tuple.__new__, Word)


def read_words(text: str, code: str, left_out: Sequence[Span] = ()) -> tuple[Word, ...]:
    """Return the words of a text in order, except those that touch an excluded span."""
    known = _known(code)
    places = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    if left_out:
        spans = SpanSet(left_out)
        places = [(start, end) for start, end in places if not spans.touch(start, end)]
    return tuple([_word((start, end, *known[text[start:end]])) for start, end in places])


_Reading = tuple[str, str, str, bool, str]  # the fields of ``Word`` after the span


class _Known(dict[str, _Reading]):
    """Cache of the fields of the words of a language."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def __missing__(self, word: str) -> _Reading:
        if len(self) >= _KEPT:
            self.clear()
        found = self[word] = _reading(word, self.code)
        return found


@cache
def _known(code: str) -> _Known:
    return _Known(code)


def _reading(word: str, code: str) -> _Reading:
    vocabulary = read_vocabulary(code)
    folded = fold(word) or word
    lower = word.lower()
    return (
        word,
        folded,
        vocabulary.stem(folded),
        folded in vocabulary.stop,
        word if lower == word else lower,
    )
