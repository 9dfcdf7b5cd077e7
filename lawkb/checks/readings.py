"""A text as the loss model sees it: what it is compared by, and how long it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import pairwise
from operator import is_
from typing import NamedTuple, TypeVar, cast

from lawkb.checks.cognates import KEY, skeleton
from lawkb.checks.phrases import read_phrases
from lawkb.checks.seams import is_seam, leaning, wanting_words
from lawkb.checks.sentences import sentences
from lawkb.checks.spans import Spans
from lawkb.checks.texts import Side
from lawkb.checks.words import Word
from lawkb.model.address import Address

_FIGURES = re.compile(r"\d+")
_MARKS = ".!?"
_CLOSERS = ")]»”’\"'"
_ENDS = frozenset(f"{_MARKS}\n")
_CLOSING = tuple(".,;·!?)»”")
_KEPT = 2**16  # words that are kept with what is told of them
_Answer = TypeVar("_Answer")
_Told = tuple[str, bool, bool]  # what a word is compared by, whether it is common, and small


class Token(NamedTuple):
    """A word or a cited place, as the model sees it; a tuple, since there are millions.

    Attributes:
        key: What it is compared by.
        start: First code point in the text.
        end: Code point after the last one.
        common: Whether it is too common to say much.
        cited: Whether it is a reference, which languages write at very different lengths.
        small: Whether it begins with a small letter.
        word: The word in small letters; empty for a cited place.
        behind: What stands between it and the next word: a blank for blanks alone, a mark that
            closes what is before it, or nothing that tells.
        closes: Whether a sentence ends behind it.
    """

    key: str
    start: int
    end: int
    common: bool = False
    cited: bool = False
    small: bool = False
    word: str = ""
    behind: str = ""
    closes: bool = False

    @property
    def size(self) -> int:
        """Code points that it takes."""
        return self.end - self.start


_NOTHING = Token("", 0, 0)
# Half as long as the call of the class, which goes through a function of Python.
_token: Callable[[tuple[str, int, int, bool, bool, bool, str, str, bool]], Token] = partial(
    tuple.__new__, Token
)


@dataclass(frozen=True)
class Reading:
    """A text as the model sees it. No slots: its words are counted once.

    Attributes:
        tokens: Its words and what it cites, in order.
        length: Its code points, references left out.
        ends_marked: Whether a mark stands behind its last word.
        language: Tag of its language.
        asked: By its name what was asked last of its words, and the answer.
    """

    tokens: tuple[Token, ...]
    length: int
    ends_marked: bool = False
    language: str = ""
    asked: dict[str, tuple[object, ...]] = field(default_factory=dict, repr=False, compare=False)

    def once(self, name: str, asked: tuple[object, ...], answer: Callable[[], _Answer]) -> _Answer:
        """The answer to what several rules ask, kept until something else is asked.

        Args:
            name: Of the question.
            asked: What the answer depends on, the same objects where it is asked again.
            answer: Finds it.
        """
        before = self.asked.get(name)
        if before is None or not all(map(is_, asked, before)):
            before = self.asked[name] = (*asked, answer())
        return cast(_Answer, before[-1])

    @property
    def begins_small(self) -> bool:
        """Whether its first word begins with a small letter."""
        return bool(self.tokens) and self.tokens[0].small

    @cached_property
    def counts(self) -> dict[str, int]:
        """How often each of its keys is there."""
        return {key: len(own) for key, own in self.places.items() if key}

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Where each of its keys stands: indexes of tokens."""
        found = defaultdict[str, list[int]](list)
        for at, token in enumerate(self.tokens):
            found[token.key].append(at)
        return {key: tuple(own) for key, own in found.items()}

    @cached_property
    def sentences(self) -> int:
        """How many sentences end in it."""
        return sum([token.closes for token in self.tokens])

    @cached_property
    def cited(self) -> tuple[int, ...]:
        """Where what it cites stands."""
        return tuple([at for at, token in enumerate(self.tokens) if token.cited])

    @cached_property
    def figures(self) -> tuple[int, ...]:
        """Where figures stand."""
        return tuple([at for at, token in enumerate(self.tokens) if token.key.isdigit()])

    @cached_property
    def skeletons(self) -> dict[str, tuple[int, ...]]:
        """Where words stand that are not common, by how the skeletons of their cognates begin."""
        found = defaultdict[str, list[int]](list)
        for at, token in enumerate(self.tokens):
            if not token.common and (own := skeleton(token.word)):
                found[own[:KEY]].append(at)
        return {key: tuple(own) for key, own in found.items()}

    @cached_property
    def seams(self) -> tuple[int, ...]:
        """Indexes of the words behind which no such word, or no mark, ever stands.

        A text whose language is not told has none.
        """
        language = self.language
        wanting = wanting_words(language) if language else frozenset[str]()
        pairs = enumerate(pairwise((*self.tokens, _NOTHING)))
        return tuple([at for at, (a, b) in pairs if a.word in wanting and _is_open(language, a, b)])

    def without(self, first: int, last: int) -> Reading:
        """The text without the tokens from one to before another, as if they had been lost."""
        taken = self.tokens[first:last]
        cut = taken[-1].end - taken[0].start - _of_references(taken)
        kept = self.tokens[:first] + self.tokens[last:]
        ends_marked = self.ends_marked and last < len(self.tokens)
        return Reading(kept, self.length - cut, ends_marked, self.language)


def read_side(side: Side) -> Reading:
    """A side of a pair as the model sees it; read once and kept with the side."""
    return side.once(_read)


def _read(side: Side) -> Reading:
    tokens = list(_words(side))
    cited = [
        Token(_cited(each.target, each.upto), each.start, each.end, cited=True)
        for each in side.references
        if each.target
    ]
    if cited:
        tokens = sorted((*tokens, *cited), key=lambda token: token.start)
    remarks = sum(end - start for start, end in side.local_spans)
    length = max(0, len(side.text) - _of_references(cited) - remarks)
    for at in _closing(side, tokens):
        tokens[at] = tokens[at]._replace(closes=True)
    return Reading(tuple(tokens), length, _ends_marked(side.text), side.language.code)


def _words(side: Side) -> Iterator[Token]:
    """The words of a text as tokens."""
    known = _known(side.language.code)
    text, words = side.text, side.words
    starts = [word.start for word in words]
    starts.append(len(text))
    for word, upto in zip(words, starts[1:], strict=True):
        start, end, written, _, _, _, lower = word
        between = text[end:upto]
        behind = " " if between == " " else _behind(between)
        key, common, small = known.get(written) or _noted(known, word, side)
        yield _token((key, start, end, common, False, small, lower, behind, False))


def _noted(known: dict[str, _Told], word: Word, side: Side) -> _Told:
    """What is the same of a word wherever it stands; nearly all come again."""
    if len(known) >= _KEPT:
        known.clear()
    light = read_phrases(side.language.code).light
    told = _key(word), word.common or word.folded in light, word.text[0].islower()
    known[word.text] = told
    return told


@cache
def _known(_code: str) -> dict[str, _Told]:
    """What was noted of the words of a language."""
    return {}


def _closing(side: Side, tokens: Sequence[Token]) -> set[int]:
    """The tokens behind which a sentence ends; a stop before a small letter ends none."""
    starts = [token.start for token in tokens]
    cited = Spans(side.reference_spans)
    ends = (
        end - 1
        for start, end in sentences(side.text, side.language.code, _MARKS)
        if side.text[start:end].rstrip(_CLOSERS)[-1:] in _ENDS
    )
    found = {bisect_left(starts, end) - 1 for end in ends if not cited.touch(end, end)}
    return found - {-1}


def _behind(between: str) -> str:
    """What stands behind a word, of the characters up to the next one."""
    if between.isspace():
        return "" if "\n" in between else " "
    closed = between[:1] in _CLOSING and (between[1:2] in ("", " ", "\n"))
    return between[:1] if closed else ""


def _is_open(language: str, first: Token, second: Token) -> bool:
    if first.behind == " ":
        return bool(second.word) and is_seam(language, first.word, second.word, second.common)
    return bool(first.behind) and first.word in leaning(language)


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
