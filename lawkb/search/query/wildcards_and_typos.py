"""The words that fit a pattern with wildcards, or are near another word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase


def literal_prefix(glob: str) -> str:
    """Return the letters of a pattern before its first wildcard."""
    return re.split(r"[*?]", glob, maxsplit=1)[0]


def fits(glob: str, word: str) -> bool:
    """Say whether a folded word fits a pattern: ``*`` is any letters, ``?`` is one."""
    return fnmatchcase(word, glob)


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
