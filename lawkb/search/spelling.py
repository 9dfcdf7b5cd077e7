"""Spelling: the words of an index that fit a pattern, or are near another word.

The words of a language are one text, a word a line, in order; see ``write_words``. A regular
expression over it is as fast as the machine reads, where asking an index word by word is not.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import lru_cache

_ANY = r"[^\t\n]"
_PIECES = r"(\*+|\?)"
_LAST = "\U0010ffff"  # stands behind every letter
_KEPT = 64  # misspelt words whose neighbours are at hand

# A word with the fields that hold it, as bits: 1 for the first one, 2 for the second.
Held = tuple[str, int]


def write_words(words: Mapping[str, int]) -> str:
    """The words of a language as one text, ``word⇥bits`` a line."""
    return "".join(f"{word}\t{bits}\n" for word, bits in sorted(words.items()))


def read_words(words: str) -> dict[str, int]:
    """The words of a text of ``write_words``, each with its bits."""
    return dict(zip(*_columns(words), strict=True))


def words_like(glob: str, words: str) -> Iterator[Held]:
    """The words that fit a pattern, in order.

    Args:
        glob: Folded letters with ``*`` for any letters and ``?`` for one.
        words: Text of ``write_words``.
    """
    for match in _line_of(glob).finditer(words, *_stretch(glob, words)):
        yield match[1], int(match[2])


@lru_cache(_KEPT)
def words_near(word: str, words: str, changes: int) -> tuple[Held, ...]:
    """The words that a few changes make of another: a letter more, less, other, or swapped.

    They are the same for every field of a language, so they are sought once.

    Args:
        word: A folded word.
        words: Text of ``write_words``.
        changes: How many, at most.
    """
    return tuple(_words_near(word, words, changes))


def fits(glob: str, word: str) -> bool:
    """Whether a folded word fits a pattern."""
    return _line_of(glob).match(f"{word}\t0\n") is not None


def is_near(word: str, other: str, changes: int) -> bool:
    """Whether a few changes make one word of another."""
    rows = [_first_row(word, changes)]
    return _compare(rows, word, other, changes) and rows[-1][-1] <= changes


@lru_cache(256)
def _line_of(glob: str) -> re.Pattern[str]:
    """A line of ``write_words`` with a word that fits.

    What a star passes over is settled at the first place that fits, as ``fnmatch`` does it too:
    going back would take a word of strangers, long as it may be, to the power of the stars.
    """
    first, *others = map(_literal, re.split(r"\*+", glob))
    if not others:
        return re.compile(rf"^({first})\t(\d+)$", re.MULTILINE)
    middle = "".join(rf"(?>{_ANY}*?{piece})" for piece in others[:-1])
    return re.compile(rf"^({first}{middle}{_ANY}*{others[-1]})\t(\d+)$", re.MULTILINE)


def _literal(piece: str) -> str:
    return "".join(_ANY if char == "?" else re.escape(char) for char in piece)


def _stretch(glob: str, words: str) -> tuple[int, int]:
    """Where the words stand that begin with the letters before the first wildcard."""
    prefix = re.split(_PIECES, glob, maxsplit=1)[0]
    if not prefix:
        return 0, len(words)
    first = _line_from(words, prefix)
    return first, _line_from(words, prefix + _LAST)


def _line_from(words: str, word: str) -> int:
    """Place of the first line whose word is not before another, by halves."""
    low, high = 0, len(words)
    while low < high:
        middle = words.rfind("\n", 0, (low + high) // 2) + 1
        middle = max(middle, low)
        end = words.find("\t", middle)
        if words[middle:end] < word:
            low = words.find("\n", end) + 1
        else:
            high = middle
    return low


@lru_cache(4)
def _columns(words: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The words of a text, and their bits."""
    lines = [line.partition("\t") for line in words.split("\n")[:-1]]
    return tuple(line[0] for line in lines), tuple(int(line[2]) for line in lines)


def _words_near(word: str, words: str, changes: int) -> Iterator[Held]:
    held, bits = _columns(words)
    rows = [_first_row(word, changes)]
    at, before = 0, ""
    while at < len(held):
        # What it shares with the word before it has been compared already.
        shared = _shared(held[at], before)
        del rows[shared + 1 :]
        alive = _compare(rows, word, held[at], changes)
        before = held[at][: len(rows) - 1]
        if alive and rows[-1][-1] <= changes:
            yield held[at], bits[at]
        at = at + 1 if alive else bisect_left(held, before + _LAST, at)


def _shared(word: str, other: str) -> int:
    """How many letters two words have in common at their beginning."""
    pairs = zip(word, other, strict=False)
    return next(
        (at for at, (one, two) in enumerate(pairs) if one != two), min(len(word), len(other))
    )


def _compare(rows: list[list[int]], word: str, other: str, changes: int) -> bool:
    """Add a row for each further letter of a word; False when no word that begins so is near."""
    while len(rows) <= len(other):
        rows.append(_row(rows, word, other[: len(rows)], changes))
        # Two letters that are swapped may still save one change of the row before.
        if min(rows[-1]) > changes and min(rows[-2]) >= changes:
            return False
    return True


def _first_row(word: str, changes: int) -> list[int]:
    return [min(count, changes + 1) for count in range(len(word) + 1)]


def _row(rows: list[list[int]], word: str, begin: str, changes: int) -> list[int]:
    """Changes that make the beginning of a word of each beginning of ``word``, up to a limit.

    The distance is that of optimal string alignment. Beginnings whose lengths differ by more
    than the changes allowed are not looked at.
    """
    above, at, letter = rows[-1], len(begin), begin[-1]
    row = [changes + 1] * len(above)
    row[0] = min(at, changes + 1)
    for place in range(max(1, at - changes), min(len(word), at + changes) + 1):
        char = word[place - 1]
        best = min(above[place] + 1, row[place - 1] + 1, above[place - 1] + (char != letter))
        if place > 1 and at > 1 and char == begin[-2] and word[place - 2] == letter:
            best = min(best, rows[-2][place - 2] + 1)
        row[place] = best
    return row
