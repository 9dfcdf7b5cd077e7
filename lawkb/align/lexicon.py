"""The lexicon: which words and phrases of one language stand for which of another.

It is learned from texts beside their translations, by ``lawkb.align.links``.

Source: Koehn, Och and Marcu 2003 for phrases, which are taken from the links of single words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from lawkb.align.links import Common, Links, Pair, link_words
from lawkb.align.phrases import LONGEST_PHRASE

_DOUBT = 1  # added to what a word was seen: two links of two are less than ten of ten
_LEAST = 0.05  # probability of a counterpart that is worth keeping

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A word or phrase that stands for another one.

    Attributes:
        words: One word, or the words of a phrase.
        links: How often it was found to stand for it.
        probability: That it does where the other one stands: ``p(words | source words)``.
    """

    words: Words
    links: int
    probability: float


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language with their counterparts in another.

    Attributes:
        seen: How often each word or phrase was seen in the pairs.
        table: Its counterparts, the most probable first; equal ones in the order of letters.
    """

    seen: Mapping[Words, int] = field(hash=False)
    table: Mapping[Words, tuple[Counterpart, ...]] = field(hash=False)

    def counterparts(self, *words: str) -> tuple[Counterpart, ...]:
        """What stands for a word or phrase, the most probable first; empty when nothing does."""
        return self.table.get(words, ())

    def probability(self, word: str, other: str) -> float:
        """How probable it is that a word stands for another one; 0 when it never did."""
        found = (each.probability for each in self.counterparts(word) if each.words == (other,))
        return next(found, 0.0)


def learn(pairs: Iterable[Pair], common: Common) -> tuple[Lexicon, Lexicon]:
    """The lexicons that pairs of texts teach: from source to target, and back.

    Time grows no faster than the pairs, and memory has a bound: of a large corpus every second,
    third or further pair is read, so that a rare word may stay unknown.

    Args:
        pairs: Texts beside their translations; a pair of long texts is left out.
        common: Words of either language too common to have counterparts of their own; they stay
            inside phrases.

    Returns:
        Both directions. The same for the same pairs in the same order, on every machine.
    """
    linked = link_words(pairs, common)
    turned = tuple(
        (Pair(pair.target, pair.source), tuple(sorted((to, at) for at, to in links)))
        for pair, links in linked
    )
    return _lexicon(linked, common), _lexicon(turned, (common[1], common[0]))


def _lexicon(linked: tuple[tuple[Pair, Links], ...], common: Common) -> Lexicon:
    found: defaultdict[Words, Counter[Words]] = defaultdict(Counter)
    for pair, links in linked:
        for at, to in links:
            found[(pair.source[at],)][(pair.target[to],)] += 1
        for words, others in _phrases(pair, links, common):
            found[words][others] += 1
    known = {words: _repeated(words, counts) for words, counts in sorted(found.items())}
    seen: Counter[Words] = Counter()
    for pair, _ in linked:
        seen.update(words for words in _runs(pair.source) if known.get(words))
    table = {words: best for words, counts in known.items() if (best := _best(counts, seen[words]))}
    return Lexicon({words: seen[words] for words in table}, table)


def _repeated(words: Words, counts: Mapping[Words, int]) -> Mapping[Words, int]:
    """The counterparts of a phrase that were found twice: once may be chance."""
    least = 1 if len(words) == 1 else 2
    return {others: links for others, links in counts.items() if links >= least}


def _best(counts: Mapping[Words, int], seen: int) -> tuple[Counterpart, ...]:
    found = (
        Counterpart(words, links, round(links / (seen + _DOUBT), 4))
        for words, links in counts.items()
    )
    kept = (each for each in found if each.probability >= _LEAST)
    return tuple(sorted(kept, key=lambda each: (-each.probability, each.words)))


def _runs(words: Words) -> Iterator[Words]:
    """Every word, and every run of words that is short enough for a phrase."""
    for at in range(len(words)):
        for end in range(at + 1, min(at + LONGEST_PHRASE, len(words)) + 1):
            yield words[at:end]


def _phrases(pair: Pair, links: Links, common: Common) -> Iterator[tuple[Words, Words]]:
    """The phrases of a text with those that stand for them: their words are linked to each other.

    No word of either is linked to one outside of the other.
    """
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
