"""Seams: words side by side that never stand so in a language, as where words between were lost.

Source: the key ``seams`` of the table ``[checks]`` of the languages' files. A language without it
has no seams.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from lawkb.model.language import any_language
from lawkb.search.folding import fold

_INFLECTED = 4  # letters: the ending of a shorter word says nothing of its form


@dataclass(frozen=True, slots=True)
class _Never:
    """What never stands right behind a word.

    Attributes:
        words: Whole words, in small letters with their accents.
        endings: Of words that are not common, folded.
        but: Words that have such an ending and may stand there, folded.
    """

    words: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    but: frozenset[str] = frozenset()

    def joined(self, other: _Never) -> _Never:
        """Both together."""
        return _Never(self.words | other.words, self.endings + other.endings, self.but | other.but)


@lru_cache(2**15)
def is_seam(code: str, word: str, after: str, common: bool) -> bool:
    """Whether a word never stands right behind another one.

    Args:
        code: Tag of their language.
        word: The first one, in small letters.
        after: The one behind it, in small letters.
        common: Whether the second one is too common to have an ending that tells.
    """
    never = _seams(code).get(word)
    if never is None:
        return False
    if after in never.words:
        return True
    if common or len(after) < _INFLECTED or not after.isalpha():
        return False
    folded = fold(after)
    return folded not in never.but and folded.endswith(never.endings)


@cache
def leaning(code: str) -> frozenset[str]:
    """Words of a language that never stand before a mark or at the end; small, with accents."""
    table = any_language(code).tables.get("checks", {})
    return frozenset(word for line in table.get("leaning", ()) for word in line.split())


@cache
def wanting_words(code: str) -> frozenset[str]:
    """Words of a language behind which some word or mark never stands; as those of ``leaning``."""
    return leaning(code).union(_seams(code))


@cache
def _seams(code: str) -> Mapping[str, _Never]:
    found: dict[str, _Never] = {}
    for row in any_language(code).tables.get("checks", {}).get("seams", ()):
        never = _read(row)
        for word in row["after"].split():
            found[word] = found.get(word, _Never()).joined(never)
    return found


def _read(row: Mapping[str, Any]) -> _Never:
    words = row["never"].split()
    return _Never(
        frozenset(word for word in words if not word.startswith("*")),
        tuple(fold(word[1:]) for word in words if word.startswith("*")),
        frozenset(map(fold, row.get("but", "").split())),
    )
