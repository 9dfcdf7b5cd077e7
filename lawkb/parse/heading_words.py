"""Find the words before numbers at the start of lines, known or not: *Article 1*, «Κανόνας 2»."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lawkb.model.label import plain

_BEGINNING = re.compile(
    r"[\W_]{0,8}?(?P<word>§{1,2}|[^\W\d_]{2,24}\.?)\s*(?P<number>\d{1,4})(?!\d)"
)


@dataclass(frozen=True, slots=True)
class HeadingWord:
    """A word that lines begin with before a number."""

    word: str  # The word as the first of these lines prints it.
    numbers: tuple[int, ...]  # The numbers after it, in the order of the lines, each once.
    lines: tuple[str, ...]  # The first line with each number.

    @property
    def counts(self) -> bool:
        """Whether the numbers begin with 1 and rise, as those of laws do."""
        return self.numbers[0] == 1 and all(
            after > before for before, after in zip(self.numbers, self.numbers[1:], strict=False)
        )


def heading_words(lines: Iterable[str]) -> tuple[HeadingWord, ...]:
    """Return the words before numbers at the start of lines, those with most numbers first."""
    found: dict[str, tuple[str, dict[int, str]]] = {}
    for line in lines:
        if begins := _BEGINNING.match(line):
            word = begins["word"]
            found.setdefault(plain(word), (word, {}))[1].setdefault(int(begins["number"]), line)
    words = (HeadingWord(word, (*seen,), (*seen.values(),)) for word, seen in found.values())
    return tuple(sorted(words, key=lambda each: -len(each.numbers)))


def told(words: Iterable[HeadingWord]) -> str:
    """Return heading words for a message, each with its first and last number: ``Article 1–8``."""
    spans = ((each.word, dict.fromkeys((min(each.numbers), max(each.numbers)))) for each in words)
    return ", ".join(f"{word} {'–'.join(map(str, span))}" for word, span in spans)
