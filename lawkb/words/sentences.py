"""Split a text into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lawkb.model.language import any_language
from lawkb.model.passage import Span
from lawkb.words.folding import fold
from lawkb.words.vocabulary import read_vocabulary

# Letters and stops without a space: p.m., μ.μ., κ.λπ.
_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}\Z")
_LAST_WORD = re.compile(r"[^\W_]*\Z")
_SHORT_NUMBER = re.compile(r"(?<![\w.,])\d{1,2}\Z")
_FIRST_WORD = re.compile(r"[ \u00a0\u202f]+([^\W\d_]+)")
_PRINTED = re.compile(r"\S")
_AFTER_A_STOP = ")]»”’\"'"
_LONGEST = 16  # most code points of an abbreviation


def sentences(text: str, language: str, marks: str = ".;·!?") -> Iterator[Span]:
    """Yield the spans of the sentences of a text, in code points; joined they are the whole text.

    A full stop ends no sentence after an abbreviation of the language (art., βλ.), inside a number
    or word (3.30, p.m.), or before a lower-case letter; after «5 p.m.» only a capital begins a
    sentence. A line end always ends a sentence. Where a full stop makes a number an ordinal, as in
    German, it ends a sentence only before a very frequent word: *am 3. Tag*, *Artikel 3. Der*.

    Args:
        text: Any text.
        language: BCP 47 tag of the language.
        marks: Characters that end a sentence.
    """
    start = 0
    for match in _ends(marks).finditer(text):
        end = match.end()  # at the end of the text nothing can follow
        if end == len(text) or text[match.start()] != "." or not _goes_on(text, match, language):
            yield start, end
            start = end
    if start < len(text):
        yield start, len(text)


@cache
def _ends(marks: str) -> re.Pattern[str]:
    closing, signs = re.escape(_AFTER_A_STOP), re.escape(marks)
    return re.compile(rf"(?<![{signs}])[{signs}]++[{closing}]*+(?=\s|\Z)|\n")


def _goes_on(text: str, match: re.Match[str], language: str) -> bool:
    """Return whether the sentence continues after a full stop."""
    next_word = _PRINTED.search(text, match.end())
    following = next_word[0] if next_word else ""
    if following.islower():
        return True
    before = text[max(0, match.start() - _LONGEST) : match.start()]
    word = _LAST_WORD.search(before)
    if word and word[0].casefold() in _abbreviations(language):
        return True
    if _is_ordinal(before, text[match.end() : match.end() + _LONGEST], language):
        return True
    return bool(_DOTTED.search(before)) and following != "" and not following.isupper()


def _is_ordinal(before: str, after: str, language: str) -> bool:
    """Return whether a full stop makes an ordinal: after a short number, before a rare word."""
    if not any_language(language).tables.get("numerals", {}).get("ordinal_stop"):
        return False
    next_word = _FIRST_WORD.match(after)
    return bool(
        _SHORT_NUMBER.search(before)
        and next_word
        and fold(next_word[1]) not in read_vocabulary(language).stop
    )


@cache
def _abbreviations(language: str) -> frozenset[str]:
    words = any_language(language).tables.get("references", {}).get("abbreviations", ())
    return frozenset(word.casefold() for word in words)
