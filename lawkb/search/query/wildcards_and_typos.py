"""The words that match a pattern with wildcards, or are similar to another word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase


def literal_prefix(glob: str) -> str:
    """Return the letters of a pattern before its first wildcard."""
    return re.split(r"[*?]", glob, maxsplit=1)[0]


def fits(glob: str, word: str) -> bool:
    """Return whether a word matches a pattern: ``*`` is any letters, ``?`` is one letter.

    Both are in lower case without accents.
    """
    return fnmatchcase(word, glob)


def is_near(word: str, other: str, changes: int) -> bool:
    """Return whether at most ``changes`` changes turn one word into another.

    A change inserts, omits or replaces a letter, or swaps two neighbours.
    """
    from rapidfuzz.distance import OSA  # not above: few queries need it

    return OSA.distance(word, other, score_cutoff=changes) <= changes


def words_near(word: str, words: Sequence[str], changes: int) -> tuple[str, ...]:
    """Return those of ``words`` that at most ``changes`` changes turn into a word, in their order.

    A change inserts, omits or replaces a letter, or swaps two neighbours.
    """
    from rapidfuzz.distance import OSA  # not above: few queries need it
    from rapidfuzz.process import extract

    near = extract(word, words, scorer=OSA.distance, score_cutoff=changes, limit=None)
    return tuple(other for other, _, _ in sorted(near, key=lambda found: found[2]))
