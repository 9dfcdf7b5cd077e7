"""Where the sentences of a text end, and where a stop is that of an abbreviation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lawkb.model.language import any_language
from lawkb.model.passage import Span

# Letters and stops without a blank: p.m., μ.μ., κ.λπ.
_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}\Z")
_LAST_WORD = re.compile(r"[^\W_]*\Z")
_PRINTED = re.compile(r"\S")
_CLOSING = ")]»”’\"'"
_LONGEST = 16  # code points of an abbreviation


def sentences(text: str, language: str, marks: str = ".;·!?") -> Iterator[Span]:
    """The sentences of a text in order; they join to the whole of it.

    A stop ends none behind an abbreviation of the language (art., βλ.), inside a figure or another
    word (3.30, p.m.), and before a small letter; behind «5 p.m.» only a capital begins another.
    A line end ends one.

    Args:
        text: Any text.
        language: Its tag.
        marks: Characters that end a sentence.
    """
    start = 0
    for match in _ends(marks).finditer(text):
        end = match.end()  # at the end of the text it does not matter whether a sentence goes on
        if end == len(text) or text[match.start()] != "." or not _goes_on(text, match, language):
            yield start, end
            start = end
    if start < len(text):
        yield start, len(text)


@cache
def _ends(marks: str) -> re.Pattern[str]:
    closing = re.escape(_CLOSING)
    signs = re.escape(marks)
    return re.compile(rf"(?<![{signs}])[{signs}]++[{closing}]*+(?=\s|\Z)|\n")


def _goes_on(text: str, match: re.Match[str], language: str) -> bool:
    """Whether the sentence goes on behind a stop."""
    behind = _PRINTED.search(text, match.end())
    following = behind[0] if behind else ""
    if following.islower():
        return True
    before = text[max(0, match.start() - _LONGEST) : match.start()]
    word = _LAST_WORD.search(before)
    if word and word[0].casefold() in _abbreviations(language):
        return True
    return bool(_DOTTED.search(before)) and following != "" and not following.isupper()


@cache
def _abbreviations(language: str) -> frozenset[str]:
    words = any_language(language).tables.get("references", {}).get("abbreviations", ())
    return frozenset(word.casefold() for word in words)
