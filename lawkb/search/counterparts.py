"""Counterparts: the words and phrases of one language that stand for those of another.

They are learned when the index is built (``lawkb.search.learning``) and kept beside it, a file for
each two languages and direction, so that a search reads the few lines of its words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from lawkb.align.lexicon import Words
from lawkb.search.termbook import TermBook
from lawkb.search.tree import Form

Origin = Literal["glossary", "definitions", "texts"]


@dataclass(frozen=True, slots=True)
class Rendering:
    """A word or phrase of one language that stands for one of another.

    Attributes:
        text: Its most usual form, in small letters unless it is an abbreviation; from the
            glossary as that writes it, ``τιμωρημέν* φύλλ*|κάρτ*``.
        links: How often it was found to stand for it; 0 for a term.
        probability: That it does where the other one stands; 1 for a term.
        origin: Where it comes from: the glossary, terms that the code defines, or its texts.
    """

    text: str
    links: int
    probability: float
    origin: Origin


class Counterparts:
    """The counterparts that were kept beside an index, and those of a glossary."""

    def __init__(self, folder: str | Path | None, book: TermBook | None = None) -> None:
        """Name the folder of the index, without which nothing was learned, and the terms."""
        self._folder = folder
        self._book = book

    def terms(self, forms: tuple[Form, ...], target: str) -> tuple[Rendering, ...]:
        """What stands for a word or phrase by the glossary, preferred renderings first.

        Args:
            forms: Its words as one language reads them.
            target: BCP 47 tag of the other language.
        """
        found = self._book.of(forms, target) if self._book and forms else ()
        return tuple(Rendering(text, 0, 1.0, "glossary") for text in found)

    def of(self, words: Words, source: str, target: str) -> tuple[Rendering, ...]:
        """What stands for a word or phrase: defined terms first, then by their probability.

        Args:
            words: As ``bilingual.Spoken.key`` gives them.
            source: BCP 47 tag of their language.
            target: BCP 47 tag of the other one.
        """
        if self._folder is None or source == target:
            return ()
        return _held(f"{self._folder}/{counterparts_name(source, target)}", " ".join(words))


def counterparts_name(source: str, target: str) -> str:
    """Name of the file that says what words of one language are in another."""
    return f"counterparts_{source}_{target}.txt"


@lru_cache(4096)
def _held(path: str, key: str) -> tuple[Rendering, ...]:
    """The renderings of a key; every hit of an answer asks for the same ones."""
    return tuple(_renderings(_read(path), key))


def _renderings(lines: str, key: str) -> Iterator[Rendering]:
    begin = f"\n{key}\t"
    at = lines.find(begin)
    while at >= 0 and lines.startswith(begin, at):
        end = lines.index("\n", at + 1)
        text, links, probability, origin = lines[at + len(begin) : end].split("\t")
        yield Rendering(
            text, int(links), float(probability), "texts" if origin == "texts" else "definitions"
        )
        at = end


@lru_cache(16)
def _read(path: str) -> str:
    """The lines of a file, each between line ends; empty when there is no such file."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 (pathlib takes longer to load)
            return file.read()
    except FileNotFoundError:
        return ""
