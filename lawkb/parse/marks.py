"""Footnote marks: ``τρόπο1))`` holds one, ``Β4)`` and ``49)`` do not."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawkb.model.language import Language

# From the bracket backwards: a search for one sign is the fastest there is.
_MARK = re.compile(r"\)(?:(?<=[^\W\d_](\d)\))|(?<=[^\W\d_](\d\d)\)))")
_LABEL_LONGEST = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """A footnote mark in a text.

    Attributes:
        marker: Its number as printed.
        start: First code point of the mark.
        end: Code point after its bracket.
    """

    marker: str
    start: int
    end: int


def find_marks(text: str, language: Language) -> tuple[Mark, ...]:
    """The footnote marks in a text: a number and a bracket glued to the end of a word.

    A letter of a label in front (``Β4)``) makes it a reference and a bracket, a space (``49)``)
    a number and a bracket; both stay text.
    """
    found = []
    for match in _MARK.finditer(text):
        marker = match[1] or match[2]
        start = match.start() - len(marker)
        if not _is_label(_word_before(text, start), language):
            found.append(Mark(marker, start, match.end()))
    return tuple(found)


def without_marks(text: str, marks: tuple[Mark, ...]) -> str:
    """The text with its marks cut out."""
    if not marks:
        return text
    kept = []
    at = 0
    for mark in marks:
        kept.append(text[at : mark.start])
        at = mark.end
    return "".join([*kept, text[at:]])


def _word_before(text: str, end: int) -> str:
    start = end
    while start > max(0, end - _LABEL_LONGEST - 1) and text[start - 1].isalpha():
        start -= 1
    return text[start:end]


def _is_label(word: str, language: Language) -> bool:
    if len(word) > _LABEL_LONGEST:
        return False
    letter = language.fold(word)
    return letter in language.upper or (len(word) == 1 and letter in language.lower)
