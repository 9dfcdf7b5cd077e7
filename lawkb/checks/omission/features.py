"""The features of a text for the loss model: words with keys for comparison, lengths, punctuation.

A seam is a pair of neighbouring words that never follow each other in a language, such as the Greek
*των στο* (*of the*, *in the*): a sign that words between them were lost (key ``seams`` of the table
``[checks]`` of a language file). Cognates are words that two languages share: *identity* and
*identità*, *system* and *σύστημα*.

The words of an original are linked here to those of its translation, with evidence of lost words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from math import log
from operator import is_
from typing import NamedTuple, TypeVar, cast

from rapidfuzz.distance import Prefix

from lawkb.align.association import Partner
from lawkb.checks.text_pairs import CheckedText, read_rule_words
from lawkb.model.language import any_language
from lawkb.words.folding import fold
from lawkb.words.tokens import SpanSet, Word, ends_shortened, sentence_ends, sentences

_INFLECTED = 4  # letters: shorter words have no telling ending


class _Forbidden(NamedTuple):
    """What never follows a word: words, and folded endings of content words, with exceptions."""

    words: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    exceptions: frozenset[str] = frozenset()


@lru_cache(2**15)
def is_seam(code: str, word: str, after: str, common: bool) -> bool:
    """Return whether ``after`` never directly follows ``word`` in a language: *των στο* in Greek.

    Args:
        code: Tag of the language.
        word: The first word, in lower case.
        after: The second word, in lower case.
        common: Whether the second word is very frequent; then its ending does not matter.
    """
    words, endings, exceptions = _seams(code).get(word, _Forbidden())
    if after in words:
        return True
    if common or len(after) < _INFLECTED or not after.isalpha():
        return False
    folded = fold(after)
    return folded not in exceptions and folded.endswith(endings)


@cache
def words_never_last(code: str) -> frozenset[str]:
    """Return the words of a language that never come before punctuation: *των* in Greek.

    They are in lower case with accents. ``code`` is the tag of the language.
    """
    table = any_language(code).tables.get("checks", {})
    return frozenset(word for line in table.get("leaning", ()) for word in line.split())


@cache
def words_never_followed(code: str) -> frozenset[str]:
    """Return words, such as *των* in Greek, that certain words or punctuation never follow.

    They are in lower case with accents. ``code`` is the tag of the language.
    """
    return words_never_last(code).union(_seams(code))


@cache
def _seams(code: str) -> Mapping[str, _Forbidden]:
    found: dict[str, _Forbidden] = {}
    for row in any_language(code).tables.get("checks", {}).get("seams", ()):
        never = row["never"].split()
        words = frozenset(word for word in never if not word.startswith("*"))
        endings = tuple(fold(word[1:]) for word in never if word.startswith("*"))
        exceptions = frozenset(map(fold, row.get("but", "").split()))
        for word in row["after"].split():
            before = found.get(word, _Forbidden())
            found[word] = _Forbidden(
                before.words | words, before.endings + endings, before.exceptions | exceptions
            )
    return found


KEY = 4  # letters shared at the beginning of cognates
_SHORTER, _LONGER = 0.6, 0.5  # least share in common of the shorter and the longer word
# Transliteration of Greek, two letters first; then letters for one sound that differ between
# European languages.
_GREEK_PAIRS = (("ου", "u"), ("μπ", "b"), ("ντ", "d"), ("γκ", "g"))
_GREEK = str.maketrans(
    {"θ": "th", "ξ": "ks", "ψ": "ps"}
    | dict(zip("αβγδεζηικλμνοπρστυφχω", "abgdeziiklmnoprstifho", strict=True))
)
_ALIKE_PAIRS = (("ph", "f"), ("th", "t"), ("ch", "h"), ("qu", "k"))
_ALIKE = str.maketrans({"x": "ks", "y": "i", "j": "i", "w": "v", "c": "k", "q": "k"})
_REPEATED = re.compile(r"(.)\1+", re.DOTALL)


@lru_cache(2**16)
def skeleton(word: str) -> str:
    """Return a form that spellings of a word in several languages share; empty for short words.

    Greek letters are transliterated and letters for one sound unified: ``sistem`` for *system*.
    """
    written = fold(word)
    if not written.isascii():
        for letters, other in _GREEK_PAIRS:
            written = written.replace(letters, other)
        written = written.translate(_GREEK)
    for letters, other in _ALIKE_PAIRS:
        written = written.replace(letters, other)
    single = _REPEATED.sub(r"\1", written.translate(_ALIKE))
    return single if len(single) >= KEY and single.isalpha() else ""


def are_cognates(one: str, other: str) -> bool:
    """Return whether two results of ``skeleton`` share a prefix of most of their length."""
    shared = Prefix.similarity(one, other)
    short, long = sorted((len(one), len(other)))
    return shared >= max(KEY, _SHORTER * short, _LONGER * long)


_DIGITS = re.compile(r"\d+")
_CLOSERS = ")]»”’\"'"
_CLOSING = tuple(".,;·!?)»”")
_Answer = TypeVar("_Answer")


_COMPOUND = 8  # letters of the shortest stem that is searched for parts


class Token(NamedTuple):
    """A word or reference of a text; a tuple, since there are millions."""

    key: str  # key for comparison: a stem, digits, or ``§`` and the path of a reference
    start: int  # offset of its first code point in the text
    end: int  # offset after its last code point
    common: bool = False  # whether it is a very frequent word
    cited: bool = False  # whether it is a reference, whose length varies greatly between languages
    small: bool = False  # whether it begins with a lower-case letter
    word: str = ""  # the word in lower case; empty for a reference
    after: str = ""  # what separates it from the next word: a space, closing punctuation, or empty
    closes: bool = False  # whether a sentence ends after it

    @property
    def size(self) -> int:
        """Length of the word in code points."""
        return self.end - self.start


@dataclass(frozen=True)
class TextFeatures:
    """The words of a text with what the loss model compares. No slots: counts are cached."""

    tokens: tuple[Token, ...]  # Words and references of the text, in order.
    length: int  # Length of the text in code points, without references and local remarks.
    ends_marked: bool = False  # Whether the text ends with punctuation.
    ends_shortened: bool = False  # Whether that may be the stop of an abbreviation: *etc.*
    language: str = ""  # Tag of the language; empty when unknown.
    # Cached results by name, each with the arguments that it was computed from.
    asked: dict[str, tuple[object, ...]] = field(default_factory=dict, repr=False, compare=False)

    def once(self, name: str, asked: tuple[object, ...], answer: Callable[[], _Answer]) -> _Answer:
        """Return a result that is cached under a name until it is asked for with other arguments.

        Args:
            name: Name of the result.
            asked: Arguments, compared by identity.
            answer: Function that computes the result.
        """
        before = self.asked.get(name)
        if before is None or not all(map(is_, asked, before)):
            before = self.asked[name] = (*asked, answer())
        return cast(_Answer, before[-1])

    @property
    def begins_small(self) -> bool:
        """Whether the first word of the text begins with a lower-case letter."""
        return bool(self.tokens) and self.tokens[0].small

    @cached_property
    def counts(self) -> dict[str, int]:
        """Number of occurrences of each key in the text."""
        return {key: len(own) for key, own in self.places.items() if key}

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Indexes of the tokens with each key."""
        found = defaultdict[str, list[int]](list)
        for at, token in enumerate(self.tokens):
            found[token.key].append(at)
        return dict(found)

    @cached_property
    def compounds(self) -> tuple[tuple[int, str], ...]:
        """Index and letters of each word that may be a compound; empty in most languages."""
        if not self.language or not read_rule_words(self.language).compounds:
            return ()
        long = enumerate(self.tokens)
        return tuple([(at, token.key) for at, token in long if len(token.key) >= _COMPOUND])

    @cached_property
    def sentences(self) -> int:
        """Number of sentences that end in the text."""
        return sum([token.closes for token in self.tokens])

    def has_more_sentences(self, other: TextFeatures) -> bool:
        """Return whether certainly more sentences end in the text than in another."""
        return self.sentences - self.ends_shortened > other.sentences

    @cached_property
    def cited(self) -> tuple[int, ...]:
        """Indexes of the tokens that are references."""
        return tuple([at for at, token in enumerate(self.tokens) if token.cited])

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Indexes of the tokens that are digits."""
        return tuple([at for at, token in enumerate(self.tokens) if token.key.isdigit()])

    @cached_property
    def skeletons(self) -> dict[str, list[int]]:
        """Indexes of content words, by the first ``KEY`` letters of the result of ``skeleton``."""
        found = defaultdict[str, list[int]](list)
        for at, token in enumerate(self.tokens):
            if not token.common and (own := skeleton(token.word)):
                found[own[:KEY]].append(at)
        return dict(found)

    @cached_property
    def seams(self) -> tuple[int, ...]:
        """Indexes of words that cannot come before the next word: *των* before *στο* in Greek.

        Such pairs are a sign that words between them were lost. Empty if the language is unknown.
        """
        language = self.language
        wanting = words_never_followed(language) if language else frozenset[str]()
        pairs = enumerate(pairwise((*self.tokens, Token("", 0, 0))))
        return tuple([at for at, (a, b) in pairs if a.word in wanting and _is_open(language, a, b)])

    def without(self, first: int, last: int) -> TextFeatures:
        """Return the text without the tokens from ``first`` up to ``last``: a simulated loss."""
        taken = self.tokens[first:last]
        cut = taken[-1].end - taken[0].start - _of_references(taken)
        kept = self.tokens[:first] + self.tokens[last:]
        ends_marked = self.ends_marked and last < len(self.tokens)
        shortened = self.ends_shortened and ends_marked
        return TextFeatures(kept, self.length - cut, ends_marked, shortened, self.language)


def read_features(side: CheckedText) -> TextFeatures:
    """Return the words of a text with the features by which omissions are recognized; cached."""
    return side.once(_reading)


def _reading(side: CheckedText) -> TextFeatures:
    tokens = list(_words(side))
    cited = [
        Token(
            f"§{each.target.path}{each.upto.path if each.upto else ''}",
            each.start,
            each.end,
            cited=True,
        )
        for each in side.references
        if each.target
    ]
    if cited:
        tokens = sorted((*tokens, *cited), key=lambda token: token.start)
    remarks = sum(end - start for start, end in side.local_spans)
    length = max(0, len(side.text) - _of_references(cited) - remarks)
    for at in _closing(side, tokens):
        tokens[at] = tokens[at]._replace(closes=True)
    ends_marked = not side.text.rstrip()[-1:].isalnum()
    shortened = ends_shortened(side.text, side.language.code)
    return TextFeatures(tuple(tokens), length, ends_marked, shortened, side.language.code)


def _words(side: CheckedText) -> Iterator[Token]:
    light = read_rule_words(side.language.code).light
    starts = [*(word.start for word in side.words), len(side.text)]
    for word, upto in zip(side.words, starts[1:], strict=True):
        yield Token(
            _key(word),
            word.start,
            word.end,
            common=word.common or word.folded in light or _is_initial(side.text, word),
            small=word.text[0].islower(),
            word=word.lower,
            after=_separator(side.text[word.end : upto]),
        )


def _is_initial(text: str, word: Word) -> bool:
    """Return whether a word is a letter of an abbreviation, U.S.A., which each language has."""
    return word.end - word.start == 1 and text[word.end : word.end + 1] == "."


def _closing(side: CheckedText, tokens: Sequence[Token]) -> set[int]:
    """Return the indexes of the last words of sentences.

    A full stop before a lower-case letter ends no sentence.
    """
    starts = [token.start for token in tokens]
    cited = SpanSet(side.reference_spans)
    marks = f"{sentence_ends(side.language.code)}\n"
    ends = (
        end - 1
        for start, end in sentences(side.text, side.language.code)
        if side.text[start:end].rstrip(_CLOSERS)[-1:] in marks
    )
    found = {bisect_left(starts, end) - 1 for end in ends if not cited.touch(end, end)}
    return found - {-1}


def _separator(between: str) -> str:
    """Return the closing mark or space in the characters up to the next word."""
    if between.isspace():
        return "" if "\n" in between else " "
    closed = between[:1] in _CLOSING and (between[1:2] in ("", " ", "\n"))
    return between[:1] if closed else ""


def _is_open(language: str, first: Token, second: Token) -> bool:
    if first.after == " ":
        return bool(second.word) and is_seam(language, first.word, second.word, second.common)
    return bool(first.after) and first.word in words_never_last(language)


def _key(word: Word) -> str:
    """Return the stem of a word; of digits with an ending, such as 1st and 1η, the digits."""
    if not word.folded[0].isdigit():  # nearly all words
        return word.stem
    numbers = _DIGITS.match(word.folded)
    return numbers[0] if numbers else word.stem


def _of_references(tokens: Iterable[Token]) -> int:
    return sum(token.end - token.start for token in tokens if token.cited)


_OF_COGNATE = -2.0  # evidence of a cognate against a loss
_COGNATES = 20  # most candidates per word
_PART = 4  # letters of the shortest stem that is searched for in a compound
_FEW = 64  # most places of a word, or of its counterparts, compared in full
_NEAR = 4  # beyond that, places compared on either side
_AGAIN = 0.5  # share of the evidence for a word that occurs less often, not never
_COMMON = 0.25  # share of the evidence for a very frequent word


@dataclass(frozen=True)
class WordLinks:
    """Links from words of an original to those of its translation. No slots: they are cached."""

    # For each word of the original its evidence of a loss, in log odds: positive when its known
    # counterpart is absent, negative when present, 0 when none is known.
    weights: tuple[float, ...]
    # For each word of the original the index of the linked word of the translation, or None.
    to: tuple[int | None, ...]

    @cached_property
    def taken(self) -> frozenset[int]:
        """Indexes of the words of the translation that are linked."""
        return frozenset(other for other in self.to if other is not None)


class InformativeWord(NamedTuple):
    """A word of an original whose counterparts are known."""

    places: Sequence[int]  # its indexes in the original
    words: frozenset[str]  # stems of its counterparts
    stays: float  # evidence of a loss when a counterpart is present, in log odds; negative
    gone: float  # evidence of a loss when no counterpart is present, in log odds; positive


def informative_words(
    ours: TextFeatures, partners: Mapping[str, Partner]
) -> tuple[InformativeWord, ...]:
    """Return the words of an original whose known translation, present or absent, is evidence.

    ``partners`` has the known translations by key of the word.
    """
    tokens, places = ours.tokens, ours.places
    found = []
    for key, partner in partners.items():
        reliability, chance = partner.reliability, partner.chance
        if chance < reliability:
            own = places[key]
            share = _COMMON if tokens[own[0]].common else 1.0
            stays = share * log(chance / reliability)
            gone = share * log((1 - chance) / (1 - reliability))
            found.append(InformativeWord(own, partner.words, stays, gone))
    return tuple(found)


def link_words_of_pair(
    ours: TextFeatures, theirs: TextFeatures, known: Sequence[InformativeWord]
) -> WordLinks:
    """Return the links of an original and its translation, given the words with known counterparts.

    If a word occurs more often than its counterparts, the nearest occurrences are linked.
    """
    there = theirs.places
    sizes = len(ours.tokens), len(theirs.tokens)
    weights = [0.0] * sizes[0]
    to: list[int | None] = [None] * sizes[0]
    for own, words, stays, gone in known:
        met = [place for word in words if word in there for place in there[word]]
        if not met:
            inside = _in_compound(words, theirs)
            for at in own:
                to[at] = inside
                weights[at] = gone if inside is None else stays
        elif len(own) == len(met) == 1:
            to[own[0]] = met[0]
            weights[own[0]] = stays
        else:
            found = _nearest(own, met, sizes)
            for at in own:
                to[at] = found.get(at)
                weights[at] = stays if at in found else _AGAIN * gone
    for at, other in _cognates(ours, theirs, to):
        to[at], weights[at] = other, _OF_COGNATE
    for at, other in _changed(ours, theirs, to):
        to[at], weights[at] = other, 0.0
    return WordLinks(tuple(weights), tuple(to))


def _in_compound(words: Iterable[str], theirs: TextFeatures) -> int | None:
    """Return the index of the first compound that begins or ends with one of some stems, or None.

    Source: Koehn and Knight 2003, *Empirical Methods for Compound Splitting*.
    """
    parts = tuple([word for word in words if len(word) >= _PART]) if theirs.compounds else ()
    found = (at for at, word in theirs.compounds if word.startswith(parts) or word.endswith(parts))
    return next(found, None) if parts else None


def _changed(
    ours: TextFeatures, theirs: TextFeatures, to: Sequence[int | None]
) -> Iterator[tuple[int, int]]:
    """Yield indexes of digits and references without a counterpart, and of unlinked ones in order.

    They are linked as changed, not lost; other rules report them.
    """
    for own, others in ((ours.cited, theirs.cited), (ours.numbers, theirs.numbers)):
        missed = [at for at in own if to[at] is None]
        if missed:
            taken = {other for other in to if other is not None}
            yield from zip(missed, (at for at in others if at not in taken), strict=False)


def _cognates(
    ours: TextFeatures, theirs: TextFeatures, to: Sequence[int | None]
) -> Iterator[tuple[int, int]]:
    """Yield indexes of unlinked words of the original, each with that of an unlinked cognate."""
    here, there = ours.skeletons, theirs.skeletons
    shared = [key for key in here if key in there]
    taken = {other for other in to if other is not None} if shared else set()
    for key in shared:
        free = [other for other in there[key] if other not in taken]
        for at in here[key] if free else ():
            if to[at] is None:
                one = skeleton(ours.tokens[at].word)
                alike = (
                    other
                    for other in free[:_COGNATES]
                    if are_cognates(one, skeleton(theirs.tokens[other].word))
                    and not _is_copied(ours, theirs, at, other)
                )
                if (found := next(alike, None)) is not None:
                    free.remove(found)
                    yield at, found


def _is_copied(ours: TextFeatures, theirs: TextFeatures, at: int, other: int) -> bool:
    """Return whether a word and a neighbour are equal in both texts: they are not translated."""
    return any(
        min(first, second) >= 0 and _two(ours, first) == _two(theirs, second) is not None
        for first, second in ((at, other), (at - 1, other - 1))
    )


def _two(text: TextFeatures, first: int) -> tuple[str, str] | None:
    if first + 1 >= len(text.tokens):
        return None
    return text.tokens[first].word, text.tokens[first + 1].word


def _near_candidates(
    own: Sequence[int], found: Sequence[int], ratio: float
) -> Iterator[tuple[int, int]]:
    """Yield indexes of words and of candidates; of many, only those in a similar position."""
    many = max(len(own), len(found)) > _FEW
    for at in own:
        middle = bisect_left(found, at * ratio) if many else 0
        for to in found[max(0, middle - _NEAR) : middle + _NEAR] if many else found:
            yield at, to


def _nearest(own: Sequence[int], found: Sequence[int], sizes: tuple[int, int]) -> dict[int, int]:
    """Return the index of the nearest counterpart by index of the word, one to one.

    ``sizes``, the number of words of both texts, make positions comparable.
    """
    ours, theirs = sizes
    near: dict[int, int] = {}
    taken: set[int] = set()
    pairs = _near_candidates(own, sorted(found), theirs / ours)
    apart = sorted((abs(at / ours - to / theirs), at, to) for at, to in pairs)
    for _, at, to in apart:
        if at not in near and to not in taken:
            near[at] = to
            taken.add(to)
    return near
