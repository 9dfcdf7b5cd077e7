"""Learn words that translate a denial from the pairs of a code or file.

A code may say *void* where its translation says *δεν ισχύει*. No word list is complete; if other
pairs do so too, it is no fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lawkb.checks.negation.balance import balance, by_sentence, surplus
from lawkb.checks.negation.denials import read_denials
from lawkb.checks.texts import SideName, TextPair

_MOST_PAIRS = 3000  # pairs learned from, sampled evenly
# Fewest other pairs in which a word translates a denial, and their share of all pairs with it: for
# a word that may do so, and for one that always does.
_MAY = (3, 0.75)
_MUST = (3, 0.85)


@dataclass(frozen=True, slots=True)
class DenialTranslations:
    """Counts of words that translate a denial.

    Attributes:
        seen: By text and stem: pairs in which the other text denies more, and all pairs with it.
    """

    seen: Mapping[tuple[SideName, str], tuple[int, int]] = field(default_factory=dict, hash=False)

    def may(self, pair: TextPair, name: SideName, taught: bool) -> frozenset[str]:
        """Return the stems of a text that translate a denial in half of the other pairs with them.

        ``taught`` is whether the pair itself was counted, and must be left out.
        """
        return self._found(pair, name, taught, _MAY)

    def must(self, pair: TextPair, name: SideName, taught: bool) -> frozenset[str]:
        """Return the stems that do so in nearly all other pairs; arguments as of ``may``."""
        return self._found(pair, name, taught, _MUST)

    def _found(
        self, pair: TextPair, name: SideName, taught: bool, least: tuple[int, float]
    ) -> frozenset[str]:
        if not self.seen:
            return frozenset()
        own = 1 if taught else 0
        times, share = least
        found = set()
        for word in pair.side(name).words:
            against, of = self.seen.get((name, word.stem), (0, 0))
            if against - own >= max(times, share * (of - own)):
                found.add(word.stem)
        return frozenset(found)


def learn_denial_translations(pairs: Sequence[TextPair]) -> DenialTranslations:
    """Return the counts of words that translate a denial."""
    taken = pairs[:: -(-len(pairs) // _MOST_PAIRS) or 1]
    against, of = Counter[tuple[SideName, str]](), Counter[tuple[SideName, str]]()
    for pair in taken:
        for name in _lacking(pair):
            against.update((name, stem) for stem in _stems(pair, name))
    sides: set[SideName] = {name for name, _ in against}
    for pair in taken:
        for name in sides:
            of.update((name, stem) for stem in _stems(pair, name) if (name, stem) in against)
    return DenialTranslations(
        {key: (times, of[key]) for key, times in against.items() if times >= _MAY[0]}
    )


def _lacking(pair: TextPair) -> Iterator[SideName]:
    """Yield the texts of a pair with fewer plain denials than the other one."""
    ours, theirs = pair.original.once(read_denials), pair.translation.once(read_denials)
    lacking: set[SideName] = set()
    for own, other in by_sentence(ours, theirs):
        a, b = balance(own, other)
        if surplus(a, b) > 0:
            lacking.add("translation")
        if surplus(b, a) > 0:
            lacking.add("original")
    yield from lacking


def _stems(pair: TextPair, name: SideName) -> set[str]:
    return {word.stem for word in pair.side(name).words if not word.common}
