"""A bilingual lexicon learned from texts and their translations.

Source: Koehn, Och and Marcu 2003 for phrases, which are extracted from word alignments.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from lawkb.align.word_alignment import Common, Links, WordTextPair, link_words

LONGEST_PHRASE = 4  # words


_DOUBT = 1  # smoothing: added to the count of a word, so 2 of 2 is less than 10 of 10
_LEAST = 0.05  # lowest probability of a counterpart

PhraseWords = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A translation of a word or phrase.

    Attributes:
        words: One word, or the words of a phrase.
        links: Number of times they were linked.
        probability: ``p(words | source words)``.
    """

    words: PhraseWords
    links: int
    probability: float


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words and phrases of one language with their translations.

    Attributes:
        seen: Number of occurrences of each word or phrase.
        table: Its counterparts, most probable first, then in alphabetical order.
    """

    seen: Mapping[PhraseWords, int] = field(hash=False)
    table: Mapping[PhraseWords, tuple[Counterpart, ...]] = field(hash=False)

    def counterparts(self, *words: str) -> tuple[Counterpart, ...]:
        """Return the translations of a word or phrase, most probable first."""
        return self.table.get(words, ())

    def probability(self, word: str, other: str) -> float:
        """Return the probability that a word is translated by another; 0 when unknown."""
        found = (each.probability for each in self.counterparts(word) if each.words == (other,))
        return next(found, 0.0)


def learn_lexicons(pairs: Iterable[WordTextPair], common: Common) -> tuple[Lexicon, Lexicon]:
    """Return the lexicons learned from pairs of texts, in both directions; deterministic.

    Args:
        pairs: Texts with their translations; long texts are skipped, large corpora sampled evenly.
        common: Very frequent words of either language, which only occur inside phrases.
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
    known = {words: _repeated(words, counts) for words, counts in sorted(found.items())}
    seen: Counter[PhraseWords] = Counter()
    for pair, _ in linked:
        seen.update(words for words in _runs(pair.source) if known.get(words))
    table = {words: best for words, counts in known.items() if (best := _best(counts, seen[words]))}
    return Lexicon({words: seen[words] for words in table}, table)


def _repeated(words: PhraseWords, counts: Mapping[PhraseWords, int]) -> Mapping[PhraseWords, int]:
    """Return the counterparts of a phrase found at least twice; once may be chance."""
    least = 1 if len(words) == 1 else 2
    return {others: links for others, links in counts.items() if links >= least}


def _best(counts: Mapping[PhraseWords, int], seen: int) -> tuple[Counterpart, ...]:
    found = (
        Counterpart(words, links, round(links / (seen + _DOUBT), 4))
        for words, links in counts.items()
    )
    kept = (each for each in found if each.probability >= _LEAST)
    return tuple(sorted(kept, key=lambda each: (-each.probability, each.words)))


def _runs(words: PhraseWords) -> Iterator[PhraseWords]:
    """Yield every word, and every phrase up to the longest length."""
    for at in range(len(words)):
        for end in range(at + 1, min(at + LONGEST_PHRASE, len(words)) + 1):
            yield words[at:end]


def _phrases(
    pair: WordTextPair, links: Links, common: Common
) -> Iterator[tuple[PhraseWords, PhraseWords]]:
    """Yield phrases and translations whose words are linked only to each other."""
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
