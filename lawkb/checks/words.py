"""The words of a text as the checks compare them: folded, stemmed, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

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


def read_words(text: str, code: str, left_out: Iterable[Span] = ()) -> tuple[Word, ...]:
    """The words of a text in order; those that touch a span that is left out are not among them.

    Args:
        text: Any text.
        code: Tag of its language.
        left_out: Spans, such as those of references.
    """
    spans = tuple(left_out)
    found = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        for first, last in spans:
            if start < last and first < end:
                break
        else:
            found.append(Word(start, end, *_reading(match[0], code)))
    return tuple(found)


@lru_cache(_KEPT)
def _reading(word: str, code: str) -> tuple[str, str, str, bool, str]:
    """What is the same of a word wherever it stands, as the fields of ``Word`` from ``text`` on."""
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
