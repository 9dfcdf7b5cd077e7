"""How probable it is that words of a text were lost in its translation.

A text is compared with its translation by length and by words: which words of the original, that
have a known counterpart, find none. What is lost is a stretch, so the stretch of the original that
speaks most for a loss is what is weighed. The weights are fitted on losses made up from the clean
pairs of the corpus itself.

Source: checks.md, *Omission*; Gale and Church 1993 for the lengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log, sqrt
from statistics import median

from lawkb.align.association import Association, Partner, WordPair, Words, associate
from lawkb.checks.extents import lost_words
from lawkb.checks.gaps import Gap, Habits, Lengths, Values, gap_values, habits_of
from lawkb.checks.linking import Linked, Sought, link, sought
from lawkb.checks.logistic import Weights, probability, weighed
from lawkb.checks.readings import Reading

RATIO, SPREAD = 1.20, 2.04  # of lengths, on the bridge laws
_RATIO_SEEN, _SPREAD_SEEN = 3, 30  # pairs that these count for
SHORT = 8  # tokens: a shorter original is judged by a scale of its own
_MAD = 1.4826  # median absolute deviation to standard deviation
_FARTHEST = 9.0  # squares of standard deviations that lengths may say at most
_SHARES = (0.1, 0.2, 0.3, 0.5, 0.7)  # of a text that a loss may take
_KEPT = 2**12  # figures and references of which this is kept
_NO_GAP, _SUREST = -6.0, 8.0  # logarithms of odds that the gaps may say
# Fitted by bench/loss_weights.py on the codes in view; what a corpus teaches is held near to those
# of a text, and to the scales.
OF_GAP: Weights = (-2.32, 3.93, 2.40, 0.82, 0.50, 0.96, 4.78)
OF_TEXT: Weights = (0.05, 1.92, 0.65, 2.60)
SCALES: tuple[Weights, Weights] = ((0.50, 1.25), (-0.07, 1.12))  # of short texts, and of others


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What the model says of a pair.

    Attributes:
        probability: That words were lost.
        missing: Indexes of the tokens of the original whose known counterparts are not there.
        expected: Code points that a whole translation would have.
        deviations: How many standard deviations the translation is longer than that.
    """

    probability: float
    missing: tuple[int, ...]
    expected: float
    deviations: float


@dataclass(frozen=True, slots=True)
class LossModel:
    """What a corpus has taught of its translation.

    Attributes:
        association: Which words stand for which.
        ratio: How much longer a translation is, by the median.
        spread: Standard deviation of lengths, in roots of the length of the original.
        of_gap: Weights of what speaks for a loss in a gap.
        weights: Of what speaks for a loss in a text.
        scales: From the odds by these weights to those of a loss; of short texts, and of others.
        habits: What the translations have at their edges without any loss.
        threshold: Probability from which a loss is told.
        general: Words of the original that any law may have: no terms of the code.
        taught: Whether the pairs that are judged are among those counted.
        counted: What was counted of the pair that is judged, where it has changed since.
    """

    association: Association
    ratio: float = RATIO
    spread: float = SPREAD
    of_gap: Weights = OF_GAP
    weights: Weights = OF_TEXT
    scales: tuple[Weights, Weights] = SCALES
    habits: Habits = field(default_factory=Habits)
    threshold: float = 0.5
    general: frozenset[str] = frozenset()
    taught: bool = field(default=True)
    counted: WordPair | None = field(default=None, hash=False)

    @classmethod
    def untaught(cls) -> LossModel:
        """The model before any pair is seen: it knows lengths and no words."""
        return cls(Association(0, {}, {}, {}), taught=False)

    def judge(self, ours: Reading, theirs: Reading, whole: Reading | None = None) -> Suspicion:
        """How probable it is that words were lost.

        Args:
            ours: The original.
            theirs: The translation.
            whole: The translation that the counts saw, where words were taken out since.
        """
        linked = self.links(ours, theirs, whole or theirs)
        told = self._told(ours, theirs, linked)
        odds = self.scaled(ours, weighed(self.weights, self._values(ours, theirs, linked, told)))
        expected = self.ratio * ours.length
        deviations = (theirs.length - expected) / (self.spread * sqrt(max(ours.length, 1)))
        missing = tuple(at for at, weight in enumerate(linked.weights) if weight > 0)
        return Suspicion(probability(odds), missing, expected, deviations)

    def lost(self, ours: Reading, theirs: Reading) -> tuple[int, int] | None:
        """The tokens of the original that were lost most probably: the first, and behind the last.

        Args:
            ours: The original.
            theirs: What is left of the translation.
        """
        partners = self.partners(ours, theirs)
        found = lost_words((ours, theirs), partners, self.lengths)
        if found is None and (told := self._told(ours, theirs, self.links(ours, theirs, theirs))):
            gap, _ = max(told, key=lambda each: each[1])
            found = gap.first, gap.last
        return found

    def scaled(self, ours: Reading, odds: float) -> float:
        """The logarithm of the odds of a loss, of what the weights say of an original."""
        return weighed(self.scales[len(ours.tokens) >= SHORT], (1.0, odds))

    def features(
        self, ours: Reading, theirs: Reading, known: Sequence[Sought]
    ) -> tuple[float, ...]:
        """What the weights are for, 1 first.

        Args:
            ours: The original.
            theirs: The translation.
            known: As ``sought`` gives them for the original.
        """
        linked = link(ours, theirs, known)
        return self._values(ours, theirs, linked, self._told(ours, theirs, linked))

    @property
    def lengths(self) -> Lengths:
        """How the lengths of the translations go."""
        return Lengths(self.ratio, self.spread)

    def partners(self, ours: Reading, theirs: Reading) -> dict[str, Partner]:
        """What is known of the words of an original, by all pairs but this one."""
        return self._partners(ours.counts, self.own(ours.counts, theirs.counts))

    def known(self, ours: Reading, theirs: Reading) -> Sequence[Sought]:
        """Those of these words that say something by having a counterpart or none; kept."""
        asked = (self.association, self.counted, theirs)
        return ours.once("known", asked, lambda: sought(ours, self.partners(ours, theirs)))

    def links(self, ours: Reading, theirs: Reading, whole: Reading) -> Linked:
        """Which words stand for which, by all pairs but this one; several rules ask.

        Args:
            ours: The original.
            theirs: The translation.
            whole: The translation that the counts saw.
        """
        asked = (self.association, self.counted, theirs, whole)
        return ours.once("links", asked, lambda: link(ours, theirs, self.known(ours, whole)))

    def own(self, ours: Words, theirs: Words) -> WordPair | None:
        """What is to be left out when a pair is judged by all the others; None when nothing is."""
        return (self.counted or (ours, theirs)) if self.taught else None

    def kinship(self, ours: Set[str], theirs: Set[str]) -> float:
        """How much two texts translate each other: from -0.6 to 0.6, 0 where nothing is known.

        Args:
            ours: The words of the original, as ``Reading.counts`` has them.
            theirs: Those of the text that may be its translation.
        """
        known = self._partners(ours, None)
        if not known:
            return 0.0
        found = sum(not partner.words.isdisjoint(theirs) for partner in known.values())
        return 1.2 * (found + 1) / (len(known) + 2) - 0.6

    def agreement(self, ours: Reading, theirs: Reading, weight: float) -> float:
        """How much speaks for a text being the translation of another: words and lengths.

        Args:
            ours: The original.
            theirs: The text that may be its translation.
            weight: What the words say against it: the sum of the weights of their links.
        """
        spread = self.spread * sqrt(max(ours.length, 8))
        off = (theirs.length - self.ratio * ours.length) / spread
        return -weight - min(off * off, _FARTHEST) / 2

    def _partners(
        self, here: Iterable[str], own: tuple[Mapping[str, int], Mapping[str, int]] | None
    ) -> dict[str, Partner]:
        alike = [key for key in here if key[0] == "§" or key.isdigit()]
        found = self.association.partners(here, own)
        return found | {key: _alike(key) for key in alike} if alike else found

    def _told(
        self, ours: Reading, theirs: Reading, linked: Linked
    ) -> tuple[tuple[Gap, float], ...]:
        """The gaps with the logarithms of their odds."""
        found = gap_values((ours, theirs), linked, self.lengths, self.habits)
        return tuple((gap, weighed(self.of_gap, values)) for gap, values in found)

    def _values(
        self, ours: Reading, theirs: Reading, linked: Linked, told: Sequence[tuple[Gap, float]]
    ) -> Values:
        deviation = self.spread * sqrt(max(ours.length, 8))
        deficit = (self.ratio * ours.length - theirs.length) / deviation
        known = sum(1 for weight in linked.weights if weight)
        likely = sum(exp(min(_SUREST, odds)) for _, odds in told)
        return (
            1.0,
            self._shorter(ours.length, deficit),
            max(-6.0, min(4.0, sum(linked.weights) / sqrt(known + 1))) / 2,
            max(_NO_GAP, min(_SUREST, log(likely) if likely else _NO_GAP)) / 3,
        )

    def _shorter(self, length: int, deficit: float) -> float:
        """What the lengths say for a loss of any size: the logarithm of a ratio of likelihoods."""
        steps = (share * self.ratio * sqrt(length) / self.spread for share in _SHARES)
        likely = sum(exp(min(30.0, deficit * step - step * step / 2)) for step in steps)
        return max(-3.0, min(log(likely / len(_SHARES) + 0.02), 8.0)) / 2


@lru_cache(_KEPT)
def _alike(key: str) -> Partner:
    """What is known of figures and references: they stand for themselves."""
    return Partner(frozenset((key,)), 0.97, 0.02)


def learn_lengths(pairs: Iterable[tuple[Reading, Reading]]) -> tuple[float, float]:
    """The median ratio of lengths and the robust spread; few pairs change little of known ones."""
    lengths = [(a.length, b.length) for a, b in pairs if a.length > 20 and b.length > 20]
    if not lengths:
        return RATIO, SPREAD
    size = len(lengths)
    ratio = median([b / a for a, b in lengths] + [RATIO] * _RATIO_SEEN)
    off = [(b - ratio * a) / sqrt(a) for a, b in lengths]
    spread = _MAD * median(abs(each) for each in off)
    return ratio, (size * spread + _SPREAD_SEEN * SPREAD) / (size + _SPREAD_SEEN)


def learn_words(
    pairs: Sequence[tuple[Reading, Reading]],
    given: Mapping[str, frozenset[str]] | None = None,
    general: Mapping[str, frozenset[str]] | None = None,
) -> LossModel:
    """The model before its weights are fitted: lengths and words.

    Args:
        pairs: Texts and their translations.
        given: Words of the original with those that stand for them, by a glossary.
        general: The same by what any law may have.
    """
    given, general = given or {}, general or {}
    ratio, spread = learn_lengths(pairs)
    common = frozenset(_common(a for a, _ in pairs)), frozenset(_common(b for _, b in pairs))
    known = {
        word: given.get(word, frozenset()) | general.get(word, frozenset())
        for word in {**given, **general}
    }
    association = associate([(a.counts, b.counts) for a, b in pairs], common, known)
    own = frozenset(general) - frozenset(given)
    return LossModel(association, ratio, spread, general=own, habits=habits_of(pairs))


def _common(readings: Iterable[Reading]) -> set[str]:
    return {token.key for reading in readings for token in reading.tokens if token.common}
