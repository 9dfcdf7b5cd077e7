"""Spelling: the words of an index that fit a pattern, or are near another word.

The words of a language are one text, a word a line, in order; see ``write_words``. A regular
expression over it is as fast as the machine reads, where asking an index word by word is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

_ANY = r"[^\t\n]"
_PIECES = re.compile(r"(\*+|\?)")
_LINE = re.compile(r"^([^\t\n]*)\t(\d+)$", re.MULTILINE)

# A word with the fields that hold it, as bits: 1 for the first one, 2 for the second.
Held = tuple[str, int]


def write_words(words: Mapping[str, int]) -> str:
    """The words of a language as one text, ``word⇥bits`` a line."""
    return "".join(f"{word}\t{bits}\n" for word, bits in sorted(words.items()))


def words_like(glob: str, words: str) -> Iterator[Held]:
    """The words that fit a pattern, in order.

    Args:
        glob: Folded letters with ``*`` for any letters and ``?`` for one.
        words: Text of ``write_words``.
    """
    for match in _line_of(glob).finditer(words, *_stretch(glob, words)):
        yield match[1], int(match[2])


def words_near(word: str, words: str, changes: int) -> Iterator[Held]:
    """The words that a few changes make of another: a letter more, less, other, or swapped.

    Args:
        word: A folded word.
        words: Text of ``write_words``.
        changes: How many, at most.
    """
    letters = _letters(word)
    for size in range(max(1, len(word) - changes), len(word) + changes + 1):
        for held, bits, theirs in _by_length(words).get(size, ()):
            # A change adds or takes one letter, or puts one for another.
            if (letters ^ theirs).bit_count() <= 2 * changes and _within(word, held, changes):
                yield held, bits


def fits(glob: str, word: str) -> bool:
    """Whether a folded word fits a pattern."""
    return _line_of(glob).match(f"{word}\t0\n") is not None


def is_near(word: str, other: str, changes: int) -> bool:
    """Whether a few changes make one word of another."""
    return abs(len(word) - len(other)) <= changes and _within(word, other, changes)


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
    prefix = _PIECES.split(glob, maxsplit=1)[0]
    if not prefix:
        return 0, len(words)
    first = _line_from(words, prefix)
    return first, _line_from(words, prefix + "\U0010ffff")


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
def _by_length(words: str) -> Mapping[int, tuple[tuple[str, int, int], ...]]:
    """The words with their bits and letters, by length."""
    found: dict[int, list[tuple[str, int, int]]] = {}
    for match in _LINE.finditer(words):
        found.setdefault(len(match[1]), []).append((match[1], int(match[2]), _letters(match[1])))
    return {size: tuple(held) for size, held in found.items()}


def _letters(word: str) -> int:
    """The letters of a word as bits; strangers may share one, which only finds more to look at."""
    bits = 0
    for char in word:
        bits |= 1 << (ord(char) & 63)
    return bits


def _within(word: str, other: str, changes: int) -> bool:
    """Whether the distance of two words (optimal string alignment) is at most so much."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(word, 1):
        above, row = row, [i]
        for j, letter in enumerate(other, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (char != letter))
            if i > 1 and j > 1 and char == other[j - 2] and word[i - 2] == letter:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        if min(row) > changes and min(above) > changes:
            return False
        before = above
    return row[-1] <= changes


def joined(found: Iterable[Held]) -> dict[str, int]:
    """Words of several languages or stretches, their bits put together."""
    held: dict[str, int] = {}
    for word, bits in found:
        held[word] = held.get(word, 0) | bits
    return held
