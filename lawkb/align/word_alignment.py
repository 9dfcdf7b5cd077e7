"""Word alignment: link the words of texts to those of their translations by co-occurrence.

Words are usually stems; nothing here depends on a language.

Source: Melamed 2000, *Models of Translational Equivalence among Words* (competitive linking and its
scores); Dunning 1993 for the first scores.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import log

ROUNDS = 2  # rounds of competitive linking; more change almost nothing
LONGEST_SIDE = 150  # words; longer texts are too ambiguous
_KNOWN = 60  # pairs after which a word is known well enough
_MOST_CELLS = 1_200_000  # bound: words of texts times words of their translations
# probability that co-occurring words are linked, for true and false pairs
_TRUE, _CHANCE = (0.8, 0.05)
_SAME = 1000.0  # score of words equal in both languages: digits, addresses
_SUPPORT = 0.25  # highest share of its score that a link gains from neighbours

Links = tuple[tuple[int, int], ...]
Common = tuple[frozenset[str], frozenset[str]]
Scores = Mapping[str, Mapping[str, float]]  # by word, then by word of the other language


@dataclass(frozen=True, slots=True)
class WordTextPair:
    """A text and its translation.

    Attributes:
        source: Words in the order of the text, common ones too.
        target: Words of its translation.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Counts:
    """Occurrence and co-occurrence counts of words."""

    source: Counter[str]
    target: Counter[str]
    joint: Counter[tuple[str, str]]
    pairs: int


def link_words(
    pairs: Iterable[WordTextPair], common: Common
) -> tuple[tuple[WordTextPair, Links], ...]:
    """Return the pairs used for learning, each with its one-to-one word links.

    A large corpus is sampled evenly; ``common`` words are never linked.
    """
    telling = tuple(_informative(pairs, common))
    cells = sum(len(pair.source) * len(pair.target) for pair in telling)
    kept = telling[:: 1 + cells // _MOST_CELLS]
    counts = _counted(kept, common)
    scores = _positive(
        {
            (word, other): _association(
                both, counts.source[word], counts.target[other], counts.pairs
            )
            for (word, other), both in counts.joint.items()
        }
    )
    linked: list[Links] = []
    for _ in range(ROUNDS):
        linked = [_linked(pair, scores) for pair in kept]
        scores = _rescored(kept, linked, counts)
    return tuple(zip(kept, linked, strict=True))


def _informative(pairs: Iterable[WordTextPair], common: Common) -> Iterator[WordTextPair]:
    """Yield the pairs that have a word not known well enough yet."""
    seen: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for pair in pairs:
        sides = (pair.source, pair.target)
        if not all(0 < len(side) <= LONGEST_SIDE for side in sides):
            continue
        words = [set(side) - left for side, left in zip(sides, common, strict=True)]
        known = all(seen[at][word] >= _KNOWN for at, own in enumerate(words) for word in own)
        if known:
            continue
        for at, own in enumerate(words):
            seen[at].update(own)
        yield pair


def _counted(pairs: tuple[WordTextPair, ...], common: Common) -> _Counts:
    source: Counter[str] = Counter()
    target: Counter[str] = Counter()
    joint: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        ours, theirs = set(pair.source) - common[0], set(pair.target) - common[1]
        source.update(ours)
        target.update(theirs)
        joint.update(product(ours, theirs))
    # One empty pair more, so that words of every pair get a score.
    return _Counts(source, target, joint, len(pairs) + 1)


@lru_cache(65536)
def _association(both: int, ours: int, theirs: int, pairs: int) -> float:
    """Return the log likelihood ratio of two words; 0 when they meet less often than by chance."""
    if both * pairs <= ours * theirs:
        return 0.0
    cells = (
        (both, ours, theirs),
        (ours - both, ours, pairs - theirs),
        (theirs - both, pairs - ours, theirs),
        (pairs - ours - theirs + both, pairs - ours, pairs - theirs),
    )
    return sum(seen * log(seen * pairs / (row * column)) for seen, row, column in cells if seen)


def _linked(pair: WordTextPair, scores: Scores) -> Links:
    """Return one-to-one links of positions, best scores first (competitive linking).

    Equal scores are ordered by the direction of certain links around them: neighbouring words are
    often translated by neighbours, so these support each other.
    """
    cells = _cells(pair, scores)
    by_score: defaultdict[float, list[tuple[int, int]]] = defaultdict(list)
    for (at, to), score in cells.items():
        beside = cells.get((at - 1, to - 1), 0.0) + cells.get((at + 1, to + 1), 0.0)
        by_score[round(score + _SUPPORT * min(score, beside), 6)].append((at, to))
    links: dict[int, int] = {}
    taken: set[int] = set()
    for score in sorted(by_score, reverse=True):
        free = [(at, to) for at, to in by_score[score] if at not in links and to not in taken]
        for at, to in _nearest_first(pair, free, links) if len(free) > 1 else free:
            if at not in links and to not in taken:
                links[at] = to
                taken.add(to)
    return tuple(sorted(links.items()))


def _cells(pair: WordTextPair, scores: Scores) -> dict[tuple[int, int], float]:
    """Return the pairs of positions that may be linked, with the scores of their words."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for to, other in enumerate(pair.target):
        places[other].append(to)
    found: dict[tuple[int, int], float] = {}
    for at, word in enumerate(pair.source):
        own = scores.get(word, {})
        # After the first round a word has few candidates.
        for other in own if len(own) < len(places) else places:
            if other in own and other in places:
                for to in places[other]:
                    found[at, to] = own[other]
    return found


def _nearest_first(
    pair: WordTextPair, free: list[tuple[int, int]], links: Mapping[int, int]
) -> list[tuple[int, int]]:
    """Return pairs of positions, sorted by distance from where the links around them point."""
    around = [(-1, -1), *sorted(links.items()), (len(pair.source), len(pair.target))]
    return sorted(
        free, key=lambda cell: (round(abs(_expected(cell[0], around) - cell[1]), 6), cell)
    )


def _expected(at: int, around: list[tuple[int, int]]) -> float:
    """Return the target position interpolated from the links around a position."""
    right = bisect_left(around, (at, -1))
    (first, to), (last, upto) = around[right - 1], around[right]
    return to + (at - first) * (upto - to) / (last - first)


def _rescored(pairs: tuple[WordTextPair, ...], linked: list[Links], counts: _Counts) -> Scores:
    """Return scores by how often co-occurring words were linked."""
    links: Counter[tuple[str, str]] = Counter()
    for pair, own in zip(pairs, linked, strict=True):
        links.update({(pair.source[at], pair.target[to]) for at, to in own})
    lost = log((1 - _TRUE) / (1 - _CHANCE))
    won = log(_TRUE / _CHANCE)
    return _positive(
        {both: count * won + (counts.joint[both] - count) * lost for both, count in links.items()}
    )


def _positive(scores: Mapping[tuple[str, str], float]) -> Scores:
    """Return the positive scores by word; equal words get the highest."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (word, other), score in scores.items():
        if word == other or score > 0:
            found[word][other] = _SAME if word == other else score
    return found
