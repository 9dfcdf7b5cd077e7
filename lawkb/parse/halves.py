"""Two languages on one page without a marker: told apart by script."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from lawkb.model.address import Scheme
from lawkb.model.language import Language, letters_of
from lawkb.parse.labels import read_labels
from lawkb.parse.text import Block

# Worse than any score: a part that cannot be.
_NEVER: tuple[int, tuple[int, ...]] = (-(10**9), ())


@dataclass(frozen=True, slots=True)
class Half:
    """The part of a page in one language; a page of one language is one half.

    Attributes:
        language: Its language.
        blocks: Its ``text`` blocks in page order.
    """

    language: Language
    blocks: tuple[Block, ...]


def split_languages(
    blocks: tuple[Block, ...], languages: tuple[Language, ...], scheme: Scheme
) -> tuple[tuple[Half, ...], tuple[Block, ...]]:
    """The halves of a page and its tail.

    The borders stand where most letters lie in the half of their own script, so that a word
    or a paragraph of the other language inside a half does not end it.

    Args:
        blocks: The ``text`` blocks of a page.
        languages: Its languages in the order they stand there.
        scheme: Tells labels, which a tail does not have.

    Returns:
        One half per language, perhaps empty, and the tail: the blocks at the end without a label
        that begin in an earlier language again (the page of Law 20 ends in notes like that).
    """
    borders = _borders(blocks, languages, scheme)
    parts = [blocks[start:end] for start, end in pairwise(borders)]
    halves = tuple(Half(language, part) for language, part in zip(languages, parts, strict=False))
    return halves, parts[-1]


def language_of(text: str, languages: tuple[Language, ...]) -> Language | None:
    """The language whose script has most letters in a text; None when no letter tells."""
    counts = [letters_of(text, language) for language in languages]
    best = max(counts)
    return languages[counts.index(best)] if best else None


def _borders(
    blocks: tuple[Block, ...], languages: tuple[Language, ...], scheme: Scheme
) -> list[int]:
    """Block numbers between the halves and before the tail, from 0 to the number of blocks."""
    parts = len(languages) + 1
    # ends[k]: best score, and the borders that give it, when the blocks so far are in k+1 parts.
    ends: list[tuple[int, tuple[int, ...]]] = [(0, (0,) * (k + 1)) for k in range(parts)]
    ends[-1] = _NEVER
    for index, block in enumerate(blocks):
        letters = [letters_of(block.text, language) for language in languages]
        # A form richer than text holds its notes at their places: no line of it is a tail.
        labelled = block.rich is not None or any(
            read_labels(block.text, scheme, language) for language in languages
        )
        before = ends[:]
        for k in range(parts):
            # The tail takes lines of every language, but is opened only when that gains something,
            # and as late as it may be.
            score = letters[k] if k < len(languages) else max(letters)
            price = 0 if k < len(languages) else 1
            stay = (before[k][0] + score, before[k][1])
            come = [
                (before[j][0] + score - price, _opened(before[j][1], k, index)) for j in range(k)
            ]
            choices = [*come, stay] if price else [stay, *come]
            ends[k] = max(choices, key=lambda end: end[0])
        if labelled:
            ends[-1] = _NEVER
    best = max(ends, key=lambda end: end[0])[1]
    return [*best, *(len(blocks),) * (parts + 1 - len(best))]


def _opened(borders: tuple[int, ...], k: int, index: int) -> tuple[int, ...]:
    return (*borders, *(index,) * (k + 1 - len(borders)))
