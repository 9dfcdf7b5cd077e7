"""Learn which words of a translation correspond to a word of the original.

Words are usually stems; nothing here depends on a language. Repetitions count: a word that is three
times in the original should have three counterparts.

Source: Dice's coefficient, leave-one-out; the reliability of a counterpart is shrunk to the mean of
words that occur as often (empirical Bayes).
"""

from __future__ import annotations

import gzip
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
WordCounts = Mapping[str, int]  # how often each word is in a text
WordPair = tuple[WordCounts, WordCounts]
_LEAST = 0.5  # lowest Dice coefficient of a partner
_RIVAL = 0.9  # share of the best Dice coefficient that another partner needs
_CANDIDATES = 8  # most candidates per word
MOST_PAIRS = 3000  # pairs learned from, sampled evenly from a larger corpus
_BUCKETS = (2, 4, 8, 16)  # other pairs with the word; the last bucket has no upper limit
_WEIGHT = 5.0  # weight of the bucket mean, in occurrences
_PRIOR = 0.7  # reliability of an empty bucket
_OFTEN = 40  # pairs with a word from which leave-one-out changes nothing
_STEPS = 5  # ranges of reliability in which words of the general lexicon are measured
_STEP_WEIGHT = 20.0  # weight of the general lexicon's own reliability, in occurrences


@dataclass(frozen=True, slots=True)
class Partner:
    """The words that translate a word of the original.

    They are estimated without the pair of texts that is checked, or from texts of any subject.
    """

    words: frozenset[str]  # words of the translation, any of which corresponds to the word
    # Probability that the translation of a text with the word has one of them; in texts of any
    # subject, the share of its occurrences that were translated by one of them.
    reliability: float
    chance: float = 0.0  # probability that any translated text has one of them, where it is known


@dataclass(frozen=True, slots=True)
class Association:
    """Counts of how often words of originals and translations occur in the same pair of texts."""

    pairs: int  # Number of pairs of texts.
    # For each word, the number of originals that have it.
    source: Mapping[str, int] = field(hash=False)
    # For each word, the number of translations that have it.
    target: Mapping[str, int] = field(hash=False)
    # For each word of the original, possible counterparts with the number of pairs that have both
    # words, best first.
    candidates: Mapping[str, tuple[tuple[str, int], ...]] = field(hash=False)
    # For each word of the original, the number of its occurrences, and of those that have a
    # counterpart.
    covered: Mapping[str, tuple[int, int]] = field(default_factory=dict, hash=False)
    # Share of occurrences that have their counterpart, for words in at least 2, 4, 8 and 16 other
    # pairs.
    buckets: tuple[float, ...] = (_PRIOR,) * len(_BUCKETS)
    # For each word of the original, its counterparts in a glossary.
    given: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    # Counterparts from a general lexicon, for words of these originals.
    general: Mapping[str, Partner] = field(default_factory=dict, hash=False)
    # Share of the occurrences that have their general counterpart in these texts, for words whose
    # general reliability is below 0.2, 0.4, 0.6, 0.8 and 1.
    general_rates: tuple[float, ...] = ()
    _settled: dict[str, Partner | None] = field(default_factory=dict, repr=False, hash=False)

    def partner(self, word: str, own: WordPair | None) -> Partner | None:
        """Return the counterparts of a word of the original; None when unknown.

        Args:
            word: A word, or its stem, of the original.
            own: Pair of texts to leave out of the counts, for leave-one-out; None to leave none
                out. It must be one of the pairs from which the association was learned.
        """
        if own and self.source.get(word, 0) < _OFTEN:
            return self._partner(word, own)
        if word not in self._settled:
            self._settled[word] = self._partner(word, None)
        return self._settled[word]

    def partners(self, words: Iterable[str], own: WordPair | None) -> dict[str, Partner]:
        """Return the counterparts of several words by word; unknown words are left out.

        Args:
            words: Words, or stems, of the original.
            own: Pair of texts to leave out of the counts, as in ``partner``.
        """
        return {word: found for word in words if (found := self.partner(word, own))}

    def _partner(self, word: str, own: WordPair | None) -> Partner | None:
        elsewhere = self.source.get(word, 0) - bool(own)
        if elsewhere < 2 and word not in self.given and word not in self.general:
            return None
        learned = self._learned(word, own)
        words = learned | self._known(word)
        if not words:
            return None
        times, there = self.covered.get(word, (0, 0))
        if own:
            times -= own[0].get(word, 0)
            there -= _covered(word, words, own)
        # How reliable words like this one are, before its own occurrences are counted.
        expected = self.buckets[_bucket(elsewhere)]
        if word in self.general and not learned and self.general_rates:
            expected = self.general_rates[_step(self.general[word])]
        reliability = (max(0, there) + _WEIGHT * expected) / (max(0, times) + _WEIGHT)
        seen = sum(self.target.get(each, 0) for each in words)
        chance = seen / max(1, self.pairs)
        return Partner(words, min(reliability, 0.98), min(0.9, max(chance, 0.02)))

    def _learned(self, word: str, own: WordPair | None) -> frozenset[str]:
        elsewhere = self.source.get(word, 0) - bool(own)
        found = []
        for other, both in self.candidates.get(word, ()):
            here = bool(own and other in own[1])
            joint, theirs = both - here, self.target[other] - here
            if joint > 1 and 2 * joint / (elsewhere + theirs) >= _LEAST:
                found.append(other)
        return frozenset(found)

    def _known(self, word: str) -> frozenset[str]:
        general = self.general[word].words if word in self.general else frozenset[str]()
        return self.given.get(word, frozenset()) | general


def _step(general: Partner) -> int:
    return min(_STEPS - 1, int(_STEPS * general.reliability))


def _covered(word: str, words: frozenset[str], pair: WordPair) -> int:
    return min(pair[0].get(word, 0), sum([pair[1].get(each, 0) for each in words]))


def _bucket(seen: int) -> int:
    return max(0, bisect_right(_BUCKETS, seen) - 1)


def evenly(things: Sequence[T], most: int) -> Sequence[T]:
    """Return an even sample of things, at most ``most``: all, or every second, every third one."""
    return things[:: -(-len(things) // most) or 1]


def learn_association(
    pairs: Sequence[WordPair],
    common: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
    given: Mapping[str, frozenset[str]] | None = None,
    general: Mapping[str, Partner] | None = None,
) -> Association:
    """Return which words translate each other, learned from pairs of texts.

    At most 3000 pairs are used, sampled evenly, so that the time is bounded.

    Args:
        pairs: For each original and its translation, how often each word occurs.
        common: Very frequent words of the original and of the translation, such as articles. Each
            of them is linked to one word only.
        given: For words of the original, their translations in a glossary.
        general: For words of the original, their translations in texts of any subject.
    """
    taken = evenly(pairs, MOST_PAIRS)
    source = Counter(chain.from_iterable(ours for ours, _ in taken))
    target = Counter(chain.from_iterable(theirs for _, theirs in taken))
    beside: defaultdict[str, list[Set[str]]] = defaultdict(list)
    for ours, theirs in taken:
        telling = theirs.keys() - common[1]
        for word in ours:
            if source[word] > 1:  # a single co-occurrence gives no information
                beside[word].append(theirs.keys() if word in common[0] else telling)
    scored = {
        word: _best(Counter(chain.from_iterable(words)), source[word], target)
        for word, words in sorted(beside.items())
    }
    found = Association(
        len(taken), source, target, _mutual(scored), given=given or {}, general=general or {}
    )
    return _measured(found, taken)


# Dice coefficient, word of the translation, pairs with both
_Scored = tuple[tuple[float, str, int], ...]


def _best(counts: Counter[str], seen: int, target: Mapping[str, int]) -> _Scored:
    dice = [
        (2 * both / (seen + target[other]), other, both)
        for other, both in counts.items()
        if both > 1
    ]
    dice.sort(key=lambda each: (-each[0], each[1]))
    return tuple(each for each in dice[:_CANDIDATES] if each[0] >= _LEAST)


def _mutual(scored: Mapping[str, _Scored]) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the candidates of each word without those that fit another word better."""
    most: dict[str, float] = {}
    for own in scored.values():
        for score, other, _ in own:
            most[other] = max(score, most.get(other, 0.0))
    kept = {
        word: tuple((other, both) for score, other, both in own if score >= _RIVAL * most[other])
        for word, own in scored.items()
    }
    return {word: own for word, own in kept.items() if own}


def _measured(found: Association, pairs: Sequence[WordPair]) -> Association:
    """Return the association with the leave-one-out coverage of all words filled in."""
    met, there = [0] * len(_BUCKETS), [0] * len(_BUCKETS)
    times, covered = Counter[str](), Counter[str]()
    known = found.candidates.keys() | found.given.keys() | found.general.keys()
    for pair in pairs:
        for word, count in pair[0].items():
            if word in known and (words := found._learned(word, pair) | found._known(word)):
                own = _covered(word, words, pair)
                if word in found.candidates or word in found.given:
                    at = _bucket(found.source[word] - 1)
                    met[at] += count
                    there[at] += own
                times[word] += count
                covered[word] += own
    buckets = tuple((there[at] + 3 * _PRIOR) / (met[at] + 3) for at in range(len(_BUCKETS)))
    rates = {word: (times[word], covered[word]) for word in times}
    return replace(
        found, covered=rates, buckets=buckets, general_rates=_general_rates(found.general, rates)
    )


def _general_rates(
    general: Mapping[str, Partner], rates: Mapping[str, tuple[int, int]]
) -> tuple[float, ...]:
    """Return how often words of a general lexicon have a counterpart here, by ``_STEPS`` ranges."""
    met = [_STEP_WEIGHT] * _STEPS
    there = [_STEP_WEIGHT * (at + 0.5) / _STEPS for at in range(_STEPS)]
    for word, partner in general.items():
        times, covered = rates.get(word, (0, 0))
        met[_step(partner)] += times
        there[_step(partner)] += covered
    return tuple(covered / times for covered, times in zip(there, met, strict=True))


# ---- the general lexicons: which words translate each other in texts of any subject

# A lexicon is a file ``<from>-<to>.tsv.gz``, learned by ``bench/general_lexicons.py``; its sources
# and licences are in the manual. What is learned from the texts of a corpus comes first: in the
# checks, and in a search in other languages.
_LEXICONS = Path(__file__).parents[1] / "languages" / "lexicons"


def general_partners(stems: Iterable[str], tags: tuple[str, str]) -> dict[str, Partner]:
    """Return the entries of the general lexicon of two languages for some stems.

    Args:
        stems: Stems of the first language; those that the lexicon lacks are left out.
        tags: Language tags: from, to. Without a lexicon for them, nothing is found.
    """
    lexicon = _lines(*tags)
    read = {stem: _parsed(lexicon[stem]) for stem in set(stems) if stem in lexicon}
    return {
        stem: Partner(frozenset(words), percent / 100) for stem, (percent, words) in read.items()
    }


def general_entries(tags: tuple[str, str]) -> Iterator[tuple[str, tuple[str, ...], float]]:
    """Yield the entries of the general lexicon of two languages, in alphabetical order.

    Args:
        tags: Language tags: from, to. Without a lexicon for them, nothing is yielded.

    Yields:
        A stem, the stems that translate it, the likeliest first, and the share of its occurrences
        that one of them translates.
    """
    for stem, line in _lines(*tags).items():
        percent, words = _parsed(line)
        yield stem, words, percent / 100


@cache
def _lines(source: str, target: str) -> Mapping[str, str]:
    """Return the rest of each line of a lexicon, by its first stem."""
    file = _LEXICONS / f"{source}-{target}.tsv.gz"
    if not file.is_file():
        return {}
    text = gzip.decompress(file.read_bytes()).decode()
    return dict(line.split("\t", 1) for line in text.splitlines())


def _parsed(line: str) -> tuple[int, tuple[str, ...]]:
    """Return an entry from ``<reliability in percent><tab><stems, separated by blanks>``."""
    percent, _, words = line.partition("\t")
    return int(percent), tuple(words.split(" "))
