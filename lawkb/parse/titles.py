"""Title lines of laws: ``Art. 47 – RITIRO …``, ``ΝΟΜΟΣ 47``, or a heading ``47. …``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawkb.model.label import law_keys, plain
from lawkb.model.language import Language
from lawkb.model.page import LARGEST_LAW
from lawkb.parse.text import Block

_BETWEEN = " \t\u00a0.:–—-"
_NUMBER = re.compile(r"([1-9]\d{0,3})(?=[\s.:–—-]|$)")
_BARE = re.compile(r"([1-9]\d{0,3})[.:]?(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Title:
    """The title line of a law.

    Attributes:
        number: Of the law.
        num_end: Code point of the line after its label.
        words_at: Code point at which the words of the title begin; the length of the line when
            it has none.
    """

    number: int
    num_end: int
    words_at: int


def read_title(block: Block, language: Language) -> Title | None:
    """The title that a line is; None when it is none.

    A line that begins with the word for a law and a number is one; a heading may lack the word.
    """
    words = block.text.split(maxsplit=1)
    if not words:
        return None
    if plain(words[0]) in law_keys(language) and len(words) > 1:
        match = _NUMBER.match(block.text, len(block.text) - len(words[1]))
    else:
        match = _BARE.match(block.text) if block.is_heading else None
    if match is None or int(match[1]) > LARGEST_LAW:
        return None
    end = match.end()
    words_at = len(block.text) - len(block.text[end:].lstrip(_BETWEEN))
    return Title(int(match[1]), end, words_at)


def cut_at_titles(
    blocks: tuple[Block, ...], language: Language, most: int
) -> tuple[tuple[Block, ...], tuple[tuple[int, tuple[Block, ...]], ...]]:
    """The laws that stand one after another under their titles.

    Titles count upwards. A line of text that ends in a full stop cites a law and is no title.

    Args:
        blocks: The text of one language.
        language: That language.
        most: Number of the last law of the edition.

    Returns:
        What stands before the first title, and each law: its number, and its blocks with the
        title line first.
    """
    starts: list[tuple[int, int]] = []
    for index, block in enumerate(blocks):
        title = read_title(block, language)
        above = starts[-1][1] if starts else 0
        cites = not block.is_heading and block.text.endswith((".", ",", ";"))
        if title and above < title.number <= most and not cites:
            starts.append((index, title.number))
    edges = [*(index for index, _ in starts), len(blocks)]
    laws = tuple(
        (number, blocks[index:end]) for (index, number), end in zip(starts, edges[1:], strict=True)
    )
    return blocks[: edges[0]], laws
