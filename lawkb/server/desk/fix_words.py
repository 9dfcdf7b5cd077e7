"""A correction by one click in words: letters that look alike, signs that are easily overlooked."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import takewhile

from lawkb.model.finding import Finding

_SIGNS = frozenset(".,;:·!?-–—’'\"«»()[] ")


@dataclass(frozen=True, slots=True)
class FixWords:
    """The words that a correction replaces.

    Attributes:
        old: The words.
        new: Those in their place.
        letters: Letters that a letter of another script replaces, each as script and letter, then
            script and letter of the new one: ``LATIN``, ``B``, ``GREEK``, ``Β``.
        removed: The sign that goes, if nothing else changes; else empty.
        added: The sign that is added, if nothing else changes; else empty.
    """

    old: str
    new: str
    letters: tuple[tuple[str, str, str, str], ...]
    removed: str
    added: str


def fix_words(finding: Finding) -> FixWords | None:
    """Return the words of the correction of a finding; None if it has none."""
    return words_of_fix(finding.fix.old, finding.fix.new) if finding.fix else None


def words_of_fix(old: str, new: str) -> FixWords:
    """Return the words of a correction, with what one may overlook in them."""
    start = _same(old, new)
    end = _same(old[start:][::-1], new[start:][::-1])
    gone, came = old[start : len(old) - end], new[start : len(new) - end]
    return FixWords(
        old,
        new,
        _letters(old, new),
        gone if gone in _SIGNS and not came else "",
        came if came in _SIGNS and not gone else "",
    )


def _same(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their start."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _letters(old: str, new: str) -> tuple[tuple[str, str, str, str], ...]:
    if len(old) != len(new):
        return ()
    pairs = dict.fromkeys((a, b) for a, b in zip(old, new, strict=True) if a != b)
    found = tuple((_script(a), a, _script(b), b) for a, b in pairs)
    return found if all(a and b and a != b for a, _, b, _ in found) else ()


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""
