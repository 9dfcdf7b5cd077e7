"""The words of a text as the checks compare them: folded, stemmed, with their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

from lawkb.checks.spans import Spans
from lawkb.model.passage import Span
from lawkb.search.folding import fold
from lawkb.search.vocabulary import read_vocabulary

_WORD = re.compile(r"[^\W_]+")
_KEPT = 2**17  # words whose reading is kept: a code has some ten thousand


class Word(NamedTuple):
    """A word of a text. A tuple: a code has millions, and every writing of one is held once.

    Attributes:
        start: First code point.
        end: Code point after the last one.
        text: As printed.
        folded: Without capitals, accents or look-alikes.
        stem: What its inflected forms share.
        common: Whether it is too common to tell texts apart.
        lower: In small letters, with its accents.
    """

    start: int
    end: int
    text: str
    folded: str
    stem: str
    common: bool
    lower: str


# Half as long as the call of the class, which goes through a function of Python.
_word: Callable[[tuple[int, int, str, str, str, bool, str]], Word] = partial(tuple.__new__, Word)


def read_words(text: str, code: str, left_out: Sequence[Span] = ()) -> tuple[Word, ...]:
    """The words of a text in order; those that touch a span that is left out are not among them.

    Args:
        text: Any text.
        code: Tag of its language.
        left_out: Spans, such as those of references.
    """
    known = _known(code)
    places = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    if left_out:
        spans = Spans(left_out)
        places = [(start, end) for start, end in places if not spans.touch(start, end)]
    return tuple([_word((start, end, *known[text[start:end]])) for start, end in places])


_Reading = tuple[str, str, str, bool, str]  # the fields of ``Word`` from ``text`` on


class _Known(dict[str, _Reading]):
    """What is the same of a word of a language wherever it stands; read when it is asked for."""

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
