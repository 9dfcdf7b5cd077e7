"""A text as the loss model sees it: what it is compared by, and how long it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from lawkb.checks.texts import Side
from lawkb.checks.words import Word
from lawkb.model.address import Address

_FIGURES = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a cited place, as the model sees it.

    Attributes:
        key: What it is compared by.
        start: First code point in the text.
        end: Code point after the last one.
        common: Whether it is too common to say much.
        cited: Whether it is a reference, which languages write at very different lengths.
        small: Whether it begins with a small letter.
    """

    key: str
    start: int
    end: int
    common: bool = False
    cited: bool = False
    small: bool = False


@dataclass(frozen=True)
class Reading:
    """A text as the model sees it. No slots: its words are counted once.

    Attributes:
        tokens: Its words and what it cites, in order.
        length: Its code points, references left out.
        ends_marked: Whether a mark stands behind its last word.
        asked: What was asked last of its words, and the answer; several rules ask the same.
    """

    tokens: tuple[Token, ...]
    length: int
    ends_marked: bool = False
    asked: dict[str, tuple[object, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def begins_small(self) -> bool:
        """Whether its first word begins with a small letter."""
        return bool(self.tokens) and self.tokens[0].small

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each of its keys is there."""
        return Counter(token.key for token in self.tokens if token.key)

    @cached_property
    def places(self) -> dict[str, tuple[tuple[int, float], ...]]:
        """Where each of its keys stands: index of the token, and how far into the text, 0 to 1."""
        found: dict[str, list[tuple[int, float]]] = {}
        size = max(1, len(self.tokens))
        for at, token in enumerate(self.tokens):
            found.setdefault(token.key, []).append((at, at / size))
        return {key: tuple(own) for key, own in found.items()}

    def without(self, first: int, last: int) -> Reading:
        """The text without the tokens from one to before another, as if they had been lost."""
        taken = self.tokens[first:last]
        cut = taken[-1].end - taken[0].start - _of_references(taken)
        kept = self.tokens[:first] + self.tokens[last:]
        ends_marked = self.ends_marked and last < len(self.tokens)
        return Reading(kept, self.length - cut, ends_marked)


def read_side(side: Side) -> Reading:
    """A side of a pair as the model sees it; read once and kept with the side."""
    kept = side.kept.get("reading")
    if not isinstance(kept, Reading):
        side.kept["reading"] = kept = _read(side)
    return kept


def _read(side: Side) -> Reading:
    tokens = [
        Token(_key(word), word.start, word.end, word.common, small=word.text[0].islower())
        for word in side.words
    ]
    tokens += [
        Token(_cited(each.target, each.upto), each.start, each.end, cited=True)
        for each in side.references
        if each.target
    ]
    tokens.sort(key=lambda token: token.start)
    remarks = sum(end - start for start, end in side.local_spans)
    length = max(0, len(side.text) - _of_references(tokens) - remarks)
    return Reading(tuple(tokens), length, _ends_marked(side.text))


def _key(word: Word) -> str:
    """The stem of a word; of figures with an ending, such as 1st and 1η, the figures."""
    if not word.folded[0].isdigit():  # nearly all: a search is spared
        return word.stem
    figures = _FIGURES.match(word.folded)
    return figures[0] if figures else word.stem


def _cited(target: Address, upto: Address | None) -> str:
    return f"§{target.path}{upto.path if upto else ''}"


def _of_references(tokens: Iterable[Token]) -> int:
    return sum(token.end - token.start for token in tokens if token.cited)


def _ends_marked(text: str) -> bool:
    return not text.rstrip()[-1:].isalnum()
