"""Words of a translation that hold an adjective of the original: νεοεκλεγμένος, newly elected."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lawkb.checks.concepts import concepts_of
from lawkb.checks.phrases import read_phrases
from lawkb.checks.texts import TextPair

_SHORTEST = 5  # letters of what is left of a word without its beginning


@lru_cache(2**16)
def bare_of(folded: str, code: str) -> str:
    """A word without a beginning that stands for an adjective; itself where it has none."""
    for beginning in read_phrases(code).compounding:
        if folded.startswith(beginning) and len(folded) - len(beginning) >= _SHORTEST:
            return folded[len(beginning) :]
    return folded


def in_compound(pair: TextPair, start: int) -> bool:
    """Whether a word of the original may stand in one word with the adjective before it.

    Args:
        pair: Both texts.
        start: Where the word begins in the original.
    """
    before = [word for word in pair.original.words if word.end <= start][-1:]
    held = set(_held(pair))
    return any(held & concepts_of(word.folded, pair.original.language.code) for word in before)


def _held(pair: TextPair) -> Iterator[str]:
    """The concepts that begin longer words of the translation."""
    code = pair.translation.language.code
    compounding = read_phrases(code).compounding
    for word in pair.translation.words if compounding else ():
        bare = bare_of(word.folded, code)
        if bare != word.folded:
            yield compounding[word.folded[: -len(bare)]]
