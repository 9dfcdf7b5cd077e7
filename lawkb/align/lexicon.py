"""Learn a bilingual lexicon: link the words of texts to those of their translations.

Words are usually stems; nothing here depends on a language.

Source: Melamed 2000, *Models of Translational Equivalence among Words* (competitive linking and its
scores); Dunning 1993 for the first scores; Koehn, Och and Marcu 2003 for phrases.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import log
from typing import NamedTuple

from msgspec import Struct

LONGEST_PHRASE = 4  # words
LONGEST_SIDE = 150  # words; longer texts are too ambiguous
_ROUNDS = 2  # rounds of competitive linking; more change almost nothing
_DOUBT = 1  # smoothing: added to the count of a word, so 2 of 2 is less than 10 of 10
_LEAST = 0.05  # lowest probability of a counterpart
_KNOWN = 60  # pairs after which a word is known well enough
_MOST_CELLS = 1_200_000  # bound: words of texts times words of their translations
# probability that co-occurring words are linked, for true and false pairs
_TRUE, _CHANCE = (0.8, 0.05)
_SAME = 1000.0  # score of words equal in both languages: digits, addresses
_SUPPORT = 0.25  # highest share of its score that a link gains from neighbours

Links = tuple[tuple[int, int], ...]
Common = tuple[frozenset[str], frozenset[str]]
Scores = Mapping[str, Mapping[str, float]]  # by word, then by word of the other language


class WordTextPair(NamedTuple):
    """The words of a text and of its translation, in text order, very frequent words included."""

    source: tuple[str, ...]  # words of the original
    target: tuple[str, ...]  # words of the translation


def link_words(
    pairs: Iterable[WordTextPair],
    common: Common,
    most_cells: int = _MOST_CELLS,
    known_after: int = _KNOWN,
) -> tuple[tuple[WordTextPair, Links], ...]:
    """Return the pairs that are used for learning, each with its links between words.

    Each word has at most one link. A link is the index of a word of the original and the index of a
    word of the translation.

    Args:
        pairs: Texts with their translations; a large corpus is sampled evenly.
        common: Very frequent words of the original and of the translation, which are never linked.
        most_cells: Bound on the words of texts times the words of their translations.
        known_after: Pairs after which a word is known; pairs of known words only are left out.
    """
    telling = tuple(_informative(pairs, common, known_after))
    cells = sum(len(pair.source) * len(pair.target) for pair in telling)
    kept = telling[:: 1 + cells // most_cells]
    scores, joint = _first_scores(kept, common)
    linked: list[Links] = []
    for _ in range(_ROUNDS):
        linked = [_linked(pair, scores) for pair in kept]
        scores = _rescored(kept, linked, joint)
    return tuple(zip(kept, linked, strict=True))


def _informative(
    pairs: Iterable[WordTextPair], common: Common, known_after: int
) -> Iterator[WordTextPair]:
    """Yield the pairs with a word that has not occurred in enough pairs yet."""
    seen: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for pair in pairs:
        if not all(0 < len(side) <= LONGEST_SIDE for side in pair):
            continue
        words = [set(side) - left for side, left in zip(pair, common, strict=True)]
        if any(
            counts[word] < known_after
            for counts, own in zip(seen, words, strict=True)
            for word in own
        ):
            for counts, own in zip(seen, words, strict=True):
                counts.update(own)
            yield pair


def _first_scores(
    pairs: tuple[WordTextPair, ...], common: Common
) -> tuple[Scores, Counter[tuple[str, str]]]:
    """Return scores before any word is linked, and the number of pairs that have both words."""
    source: Counter[str] = Counter()
    target: Counter[str] = Counter()
    joint: Counter[tuple[str, str]] = Counter()
    for pair in pairs:
        ours, theirs = set(pair.source) - common[0], set(pair.target) - common[1]
        source.update(ours)
        target.update(theirs)
        joint.update(product(ours, theirs))
    # One empty pair more, so that words of every pair get a score.
    scores = {
        (word, other): _log_likelihood(both, source[word], target[other], len(pairs) + 1)
        for (word, other), both in joint.items()
    }
    return _positive(scores), joint


@lru_cache(65536)
def _log_likelihood(both: int, ours: int, theirs: int, pairs: int) -> float:
    """Return the log likelihood ratio of two words; 0 if together less often than by chance."""
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
    """Return one-to-one links of word indexes, best scores first (competitive linking).

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
    """Return the pairs of word indexes that may be linked, with the scores of their words."""
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
    """Return pairs of word indexes, sorted by distance from where neighbouring links point."""
    around = [(-1, -1), *sorted(links.items()), (len(pair.source), len(pair.target))]

    def distance(cell: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        """Return how far a word is from the index interpolated from the links around it."""
        right = bisect_left(around, (cell[0], -1))
        (first, to), (last, upto) = around[right - 1], around[right]
        expected = to + (cell[0] - first) * (upto - to) / (last - first)
        return round(abs(expected - cell[1]), 6), cell

    return sorted(free, key=distance)


def _rescored(
    pairs: tuple[WordTextPair, ...], linked: list[Links], joint: Counter[tuple[str, str]]
) -> Scores:
    """Return scores by how often words that occur together were linked."""
    links: Counter[tuple[str, str]] = Counter()
    for pair, own in zip(pairs, linked, strict=True):
        links.update({(pair.source[at], pair.target[to]) for at, to in own})
    lost = log((1 - _TRUE) / (1 - _CHANCE))
    won = log(_TRUE / _CHANCE)
    return _positive(
        {both: count * won + (joint[both] - count) * lost for both, count in links.items()}
    )


def _positive(scores: Mapping[tuple[str, str], float]) -> Scores:
    """Return the positive scores by word; words equal in both languages get the highest score."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (word, other), score in scores.items():
        if word == other or score > 0:
            found[word][other] = _SAME if word == other else score
    return found


PhraseWords = tuple[str, ...]


class Counterpart(Struct, frozen=True):
    """A translation of a word or phrase."""

    words: PhraseWords  # words of the translation
    links: int  # number of times that the translation was linked to the word or phrase
    probability: float  # probability of this translation, given the word or phrase


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words and phrases of one language with their translations.

    Words are usually stems; a phrase is a tuple of words.
    """

    # Number of occurrences of each word or phrase.
    seen: Mapping[PhraseWords, int] = field(hash=False)
    # Translations of each word or phrase, most probable first, then in alphabetical order.
    table: Mapping[PhraseWords, tuple[Counterpart, ...]] = field(hash=False)

    def counterparts(self, *words: str) -> tuple[Counterpart, ...]:
        """Return the translations of a word or phrase, most probable first."""
        return self.table.get(words, ())

    def probability(self, word: str, other: str) -> float:
        """Return the probability that ``word`` is translated by ``other``; 0 when unknown."""
        found = (each.probability for each in self.counterparts(word) if each.words == (other,))
        return next(found, 0.0)


def learn_lexicons(pairs: Iterable[WordTextPair], common: Common) -> tuple[Lexicon, Lexicon]:
    """Return two lexicons learned from pairs of texts: from the original, and to the original.

    The result is deterministic.

    Args:
        pairs: Texts with their translations; long texts are skipped, large corpora sampled evenly.
        common: Very frequent words of the original and of the translation. They are in the lexicon
            only inside phrases.
    """
    linked = link_words(pairs, common)
    turned = tuple(
        (WordTextPair(pair.target, pair.source), tuple(sorted((to, at) for at, to in links)))
        for pair, links in linked
    )
    return _lexicon(linked, common), _lexicon(turned, (common[1], common[0]))


def _lexicon(linked: tuple[tuple[WordTextPair, Links], ...], common: Common) -> Lexicon:
    found: defaultdict[PhraseWords, Counter[PhraseWords]] = defaultdict(Counter)
    for pair, links in linked:
        for at, to in links:
            found[(pair.source[at],)][(pair.target[to],)] += 1
        for words, others in _phrases(pair, links, common):
            found[words][others] += 1
    # Counterparts that were found at least twice for a phrase: once may be chance.
    known = {
        words: {others: links for others, links in counts.items() if links > 1 or len(words) == 1}
        for words, counts in sorted(found.items())
    }
    seen: Counter[PhraseWords] = Counter()
    for pair, _ in linked:
        seen.update(words for words in _runs(pair.source) if known.get(words))
    table = {
        words: best for words, counts in known.items() if (best := _probable(counts, seen[words]))
    }
    return Lexicon({words: seen[words] for words in table}, table)


def _probable(counts: Mapping[PhraseWords, int], seen: int) -> tuple[Counterpart, ...]:
    found = (
        Counterpart(words, links, round(links / (seen + _DOUBT), 4))
        for words, links in counts.items()
    )
    kept = (each for each in found if each.probability >= _LEAST)
    return tuple(sorted(kept, key=lambda each: (-each.probability, each.words)))


def _runs(words: PhraseWords) -> Iterator[PhraseWords]:
    for at in range(len(words)):
        for end in range(at + 1, min(at + LONGEST_PHRASE, len(words)) + 1):
            yield words[at:end]


def _phrases(
    pair: WordTextPair, links: Links, common: Common
) -> Iterator[tuple[PhraseWords, PhraseWords]]:
    """Yield phrases with their translations; their words are linked only to each other."""
    to = dict(links)
    back = {there: here for here, there in links}
    for at, word in enumerate(pair.source):
        if word in common[0] or at not in to:
            continue
        for end in range(at + 2, min(at + LONGEST_PHRASE, len(pair.source)) + 1):
            if pair.source[end - 1] in common[0]:
                continue
            reached = [to[place] for place in range(at, end) if place in to]
            first, last = min(reached), max(reached)
            inside = all(at <= back.get(place, at) < end for place in range(first, last + 1))
            if inside and last - first < LONGEST_PHRASE:
                yield pair.source[at:end], pair.target[first : last + 1]
