"""Words that stand opposite a denial, as the pairs of a code or file teach them.

A code may say *void* where its translation says *δεν ισχύει*. No list of a language has all such
words; but where other pairs say it so too, it is no fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lawkb.checks.denial_balance import balance, by_sentence, surplus
from lawkb.checks.denials import read_denials
from lawkb.checks.texts import SideName, TextPair

_MOST_PAIRS = 3000  # more of them teach little; they are taken evenly
# Other pairs in which a word stands opposite a denial, and their share of all that have it: from
# which it may stand for one, and from which one is wanted beside it.
_MAY = (3, 0.75)
_MUST = (3, 0.85)


@dataclass(frozen=True, slots=True)
class Opposed:
    """Which words stand opposite a denial.

    Attributes:
        seen: By text and stem: in how many pairs the other text denies more, of how many.
    """

    seen: Mapping[tuple[SideName, str], tuple[int, int]] = field(default_factory=dict, hash=False)

    def may(self, pair: TextPair, name: SideName, taught: bool) -> frozenset[str]:
        """The stems of a text that stand opposite a denial in half of the other pairs with them.

        Args:
            pair: The pair.
            name: Which of its texts.
            taught: Whether the pair is among those that were counted; it is left out then.
        """
        return self._found(pair, name, taught, _MAY)

    def must(self, pair: TextPair, name: SideName, taught: bool) -> frozenset[str]:
        """The stems that do so in nearly all of them; arguments as of ``may``."""
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


def learn_opposed(pairs: Sequence[TextPair]) -> Opposed:
    """The words of texts that stand opposite a denial, with how often they are there at all."""
    taken = pairs[:: -(-len(pairs) // _MOST_PAIRS) or 1]
    against, of = Counter[tuple[SideName, str]](), Counter[tuple[SideName, str]]()
    for pair in taken:
        for name in _lacking(pair):
            against.update((name, stem) for stem in _stems(pair, name))
    sides: set[SideName] = {name for name, _ in against}
    for pair in taken:
        for name in sides:
            of.update((name, stem) for stem in _stems(pair, name) if (name, stem) in against)
    return Opposed({key: (times, of[key]) for key, times in against.items() if times >= _MAY[0]})


def _lacking(pair: TextPair) -> Iterator[SideName]:
    """The texts of a pair that deny less than the other one, in plain words."""
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
