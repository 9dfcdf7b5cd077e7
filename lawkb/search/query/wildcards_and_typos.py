"""The words that fit a pattern, or are near another word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache


def literal_prefix(glob: str) -> str:
    """Return the letters of a pattern before its first wildcard."""
    return re.split(r"[*?]", glob, maxsplit=1)[0]


def fits(glob: str, word: str) -> bool:
    """Say whether a folded word fits a pattern: ``*`` is any letters, ``?`` is one."""
    return _expression(glob).fullmatch(word) is not None


def is_near(word: str, other: str, changes: int) -> bool:
    """Say whether at most some changes of a letter make one word of another.

    A change puts a letter in, leaves one out, replaces one, or swaps it with the next.
    """
    from rapidfuzz.distance import OSA  # not above: few queries need it

    return OSA.distance(word, other, score_cutoff=changes) <= changes


def words_near(word: str, words: Sequence[str], changes: int) -> tuple[str, ...]:
    """Return the words that at most some changes of a letter make of another, in order."""
    from rapidfuzz.distance import OSA  # not above: few queries need it
    from rapidfuzz.process import extract

    near = extract(word, words, scorer=OSA.distance, score_cutoff=changes, limit=None)
    return tuple(other for other, _, _ in sorted(near, key=lambda found: found[2]))


@lru_cache(256)
def _expression(glob: str) -> re.Pattern[str]:
    """Return the regular expression of a pattern.

    What a star passes over is settled at the first place that fits, as ``fnmatch`` does it too:
    going back would take a long word to the power of the stars.
    """
    first, *others = map(_literal, re.split(r"\*+", glob))
    if not others:
        return re.compile(first, re.DOTALL)
    middle = "".join(rf"(?>.*?{piece})" for piece in others[:-1])
    return re.compile(rf"{first}{middle}.*{others[-1]}", re.DOTALL)


def _literal(piece: str) -> str:
    return "".join("." if char == "?" else re.escape(char) for char in piece)
