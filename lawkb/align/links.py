"""Which words of a text stand for which of its translation, by how they meet in all of them.

Words are whatever the caller takes them for, best stems: nothing here knows a language.

Source: Melamed 2000, *Models of Translational Equivalence among Words* (competitive linking and
its scores); Dunning 1993 for the first scores.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log

ROUNDS = 4  # of linking; the links no longer change after three or four
LONGEST_SIDE = 150  # words: a longer text says too little about which word stands for which
_KNOWN = 60  # pairs that show a word well enough: more of them teach nothing but cost time
_MOST_CELLS = 2_000_000  # words of texts times words of their translations
_TRUE, _CHANCE = 0.8, 0.05  # how often a true pair is linked where both stand, and a false one
_SAME = 1000.0  # score of what both languages write alike: figures, addresses
_SUPPORT = 0.25  # of its own score that a link gains from its neighbours, at most

Links = tuple[tuple[int, int], ...]
Common = tuple[frozenset[str], frozenset[str]]
Scores = Mapping[str, Mapping[str, float]]  # by word, then by word of the other language


@dataclass(frozen=True, slots=True)
class Pair:
    """A text and its translation.

    Attributes:
        source: Words in the order of the text, common ones too.
        target: The same of its translation.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Counts:
    """How often words, and pairs of words, occur in the same texts."""

    source: Counter[str]
    target: Counter[str]
    joint: Counter[tuple[str, str]]
    pairs: int


def link_words(pairs: Iterable[Pair], common: Common) -> tuple[tuple[Pair, Links], ...]:
    """The pairs that were learned from, each with the places that stand for each other.

    A place is linked to one place at most. Time grows no faster than the pairs, and memory has a
    bound: of a large corpus every second, third or further pair is read.

    Args:
        pairs: Texts beside their translations.
        common: Words of either language that are never linked.
    """
    telling = tuple(_telling(pairs, common))
    cells = sum(len(pair.source) * len(pair.target) for pair in telling)
    kept = telling[:: 1 + cells // _MOST_CELLS]
    counts = _counted(kept, common)
    scores = _positive({pair: _association(pair, counts) for pair in counts.joint})
    linked: list[Links] = []
    for _ in range(ROUNDS):
        linked = [_linked(pair, scores) for pair in kept]
        scores = _rescored(kept, linked, counts)
    return tuple(zip(kept, linked, strict=True))


def _telling(pairs: Iterable[Pair], common: Common) -> Iterator[Pair]:
    """The pairs that hold a word not known well yet."""
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


def _counted(pairs: tuple[Pair, ...], common: Common) -> _Counts:
    source: Counter[str] = Counter()
    target: Counter[str] = Counter()
    joint: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        ours, theirs = set(pair.source) - common[0], set(pair.target) - common[1]
        source.update(ours)
        target.update(theirs)
        joint.update((word, other) for word in ours for other in theirs)
    return _Counts(source, target, joint, len(pairs))


def _association(pair: tuple[str, str], counts: _Counts) -> float:
    """How much more often two words meet than by chance: the log likelihood; 0 when they do not."""
    both, ours, theirs = counts.joint[pair], counts.source[pair[0]], counts.target[pair[1]]
    if both * counts.pairs <= ours * theirs:
        return 0.0
    cells = (
        (both, ours, theirs),
        (ours - both, ours, counts.pairs - theirs),
        (theirs - both, counts.pairs - ours, theirs),
        (counts.pairs - ours - theirs + both, counts.pairs - ours, counts.pairs - theirs),
    )
    return sum(
        seen * log(seen * counts.pairs / (row * column)) for seen, row, column in cells if seen
    )


def _linked(pair: Pair, scores: Scores) -> Links:
    """The places of a text that stand for places of its translation, each at most once.

    Best scores come first, of equal ones the place that the surer links around it point to. What
    stands beside one another is often translated side by side, so neighbours raise each other.
    """
    by_score: defaultdict[float, list[tuple[int, int]]] = defaultdict(list)
    for at, word in enumerate(pair.source):
        own = scores.get(word, {})
        for to, other in enumerate(pair.target if own else ()):
            if score := own.get(other):
                raised = score + _SUPPORT * min(score, _beside(pair, (at, to), scores))
                by_score[round(raised, 6)].append((at, to))
    links: dict[int, int] = {}
    taken: set[int] = set()
    for score in sorted(by_score, reverse=True):
        free = [(at, to) for at, to in by_score[score] if at not in links and to not in taken]
        around = [(-1, -1), *sorted(links.items()), (len(pair.source), len(pair.target))]
        far = {(at, to): round(abs(_expected(at, around) - to), 6) for at, to in free}
        for at, to in sorted(free, key=lambda place: (far[place], place)):
            if at not in links and to not in taken:
                links[at] = to
                taken.add(to)
    return tuple(sorted(links.items()))


def _expected(at: int, around: list[tuple[int, int]]) -> float:
    """Where the links on both sides of a place point to, in between."""
    right = bisect_left(around, (at, -1))
    (first, to), (last, upto) = around[right - 1], around[right]
    return to + (at - first) * (upto - to) / (last - first)


def _beside(pair: Pair, place: tuple[int, int], scores: Scores) -> float:
    """Scores of the words before and behind a place with those before and behind the other."""
    ours, theirs = pair.source, pair.target
    return sum(
        scores.get(ours[at], {}).get(theirs[to], 0.0)
        for at, to in ((place[0] - 1, place[1] - 1), (place[0] + 1, place[1] + 1))
        if 0 <= at < len(ours) and 0 <= to < len(theirs)
    )


def _rescored(pairs: tuple[Pair, ...], linked: list[Links], counts: _Counts) -> Scores:
    """Scores by how often two words were linked of the times they could have been."""
    links: Counter[tuple[str, str]] = Counter()
    for pair, own in zip(pairs, linked, strict=True):
        links.update({(pair.source[at], pair.target[to]) for at, to in own})
    lost = log((1 - _TRUE) / (1 - _CHANCE))
    won = log(_TRUE / _CHANCE)
    return _positive(
        {both: count * won + (counts.joint[both] - count) * lost for both, count in links.items()}
    )


def _positive(scores: Mapping[tuple[str, str], float]) -> Scores:
    """The scores above 0, by word; what is written alike surely stands for itself."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (word, other), score in scores.items():
        if word == other or score > 0:
            found[word][other] = _SAME if word == other else score
    return found
