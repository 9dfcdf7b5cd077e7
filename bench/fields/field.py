"""A field: texts of one subject with their translations into one language; duplicates, samples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

_WORD = regex.compile(r"\p{L}{3,}")
_COPIED = 0.7  # of the words of a translation that are in the original, too: it is not translated


@dataclass(frozen=True, slots=True)
class Pair:
    """A text with its translation."""

    id: str
    original: str
    translation: str


@dataclass(frozen=True, slots=True)
class Field:
    """Pairs of one subject and one target language.

    Attributes:
        learning: Whether the pairs are for learning words; all others are for judging.
        packages: Name and version of each package that the pairs are from.
    """

    name: str
    language: str
    pairs: tuple[Pair, ...]
    learning: bool
    packages: tuple[tuple[str, str], ...]


def distinct(files: Iterable[Sequence[Pair]]) -> list[list[Pair]]:
    """Return the translated pairs of each file, without originals that have been there before."""
    seen: set[str] = set()
    found = []
    for pairs in files:
        fresh = []
        for pair in pairs:
            if pair.original.casefold() not in seen and is_translated(pair):
                seen.add(pair.original.casefold())
                fresh.append(pair)
        found.append(fresh)
    return found


def is_translated(pair: Pair) -> bool:
    """Whether a translation has words, and mostly other words than its original."""
    words = [word.casefold() for word in _WORD.findall(pair.translation)]
    same = set(_WORD.findall(pair.original.casefold())).intersection(words)
    copied = sum(word in same for word in words)
    return bool(words) and copied < _COPIED * len(words)


def even_sample(files: Sequence[Sequence[Pair]], limit: int) -> tuple[Pair, ...]:
    """Return about ``limit`` pairs in whole files, taken evenly from first to last."""
    total = sum(map(len, files))
    kept: list[Pair] = []
    passed = 0
    for pairs in files:
        passed += len(pairs)
        if (len(kept) + len(pairs)) * total <= limit * passed or total <= limit:
            kept.extend(pairs)
    return tuple(kept)
