"""The words of a text as the checks compare them: folded, stemmed, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from lawkb.model.passage import Span
from lawkb.search.folding import fold
from lawkb.search.vocabulary import read_vocabulary

_WORD = re.compile(r"[^\W_]+")
_KEPT = 2**17  # words whose reading is kept: a code has some ten thousand


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text.

    Attributes:
        start: First code point.
        end: Code point after the last one.
        text: As printed.
        folded: Without capitals, accents or look-alikes.
        stem: What its inflected forms share.
        common: Whether it is too common to tell texts apart.
    """

    start: int
    end: int
    text: str
    folded: str
    stem: str
    common: bool


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
        if spans and any(start < last and first < end for first, last in spans):
            continue
        word = match[0]
        folded, stem, common = _reading(word, code)
        found.append(Word(start, end, word, folded, stem, common))
    return tuple(found)


@lru_cache(_KEPT)
def _reading(word: str, code: str) -> tuple[str, str, bool]:
    vocabulary = read_vocabulary(code)
    folded = fold(word) or word
    return folded, vocabulary.stem(folded), folded in vocabulary.stop
