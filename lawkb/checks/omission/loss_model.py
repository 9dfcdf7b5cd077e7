"""Estimate the probability that words of a text were lost in its translation.

Text and translation are compared by length and by words: which words of the original lack their
known counterparts. A loss is a run of words, so the run with the strongest evidence is scored. The
weights are fitted on losses simulated in the clean pairs of the corpus.

Source: checks.md, *Omission*; Gale and Church 1993 for the lengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import exp, log, sqrt
from statistics import median

from lawkb.align.association import Association, Partner, WordCounts, WordPair, learn_association
from lawkb.checks.omission.features import TextFeatures
from lawkb.checks.omission.logistic_regression import Weights, log_odds, probability
from lawkb.checks.omission.lost_words import (
    Gap,
    Habits,
    Lengths,
    Values,
    gap_values,
    habits_of,
    lost_words,
)
from lawkb.checks.omission.word_links import (
    InformativeWord,
    WordLinks,
    informative_words,
    link_words_of_pair,
)

RATIO, SPREAD = 1.20, 2.04  # of lengths, in the bridge laws
_RATIO_SEEN, _SPREAD_SEEN = 3, 30  # weights of these priors, in pairs
SHORT = 8  # tokens; shorter originals have a scale of their own
_MAD = 1.4826  # median absolute deviation to standard deviation
_FARTHEST = 9.0  # highest squared deviation of a length
_SHARES = (0.1, 0.2, 0.3, 0.5, 0.7)  # shares of a text that a loss may take
_NO_GAP, _SUREST = -6.0, 8.0  # bounds of the log odds of gaps
# Fitted by bench/loss_weights.py on the development codes. The weights of a text and the scales are
# priors for the fit on a corpus.
OF_GAP: Weights = (-2.32, 3.93, 2.40, 0.82, 0.50, 0.96, 4.78)
OF_TEXT: Weights = (0.05, 1.92, 0.65, 2.60)
SCALES: tuple[Weights, Weights] = ((0.50, 1.25), (-0.07, 1.12))  # of short texts, and of others


@dataclass(frozen=True, slots=True)
class LossEstimate:
    """The estimate for a pair.

    Attributes:
        missing: Indexes of the tokens of the original without their known counterparts.
        expected: Expected length of a whole translation, in code points.
        deviations: Difference from it in standard deviations.
    """

    probability: float
    missing: tuple[int, ...]
    expected: float
    deviations: float


@dataclass(frozen=True, slots=True)
class LossModel:
    """The model learned from a corpus of pairs.

    Attributes:
        ratio: Median length of a translation divided by that of its original.
        spread: Standard deviation of lengths, in square roots of the length of the original.
        of_gap: Weights of the features of a gap.
        weights: Weights of the features of a text.
        scales: Platt scaling of the log odds, for short texts and for others.
        habits: How often translations without a loss show the signs of one.
        threshold: Least probability that is reported.
        general: Words of the original that any law may have, so no terms of the code.
        taught: Whether the pairs judged are among those counted.
        counted: The counted form of the pair judged, if it was changed since.
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
    taught: bool = True
    counted: WordPair | None = field(default=None, hash=False)

    @classmethod
    def untaught(cls) -> LossModel:
        """Return the model without any pairs: it knows lengths and no words."""
        return cls(Association(0, {}, {}, {}), taught=False)

    def judge(self, ours: TextFeatures, theirs: TextFeatures) -> LossEstimate:
        """Return the estimate for an original and its translation."""
        linked = self.links(ours, theirs)
        odds = self.scaled(ours, log_odds(self.weights, self._values(ours, theirs, linked)))
        expected = self.ratio * ours.length
        deviations = (theirs.length - expected) / (self.spread * sqrt(max(ours.length, 1)))
        missing = tuple(at for at, weight in enumerate(linked.weights) if weight > 0)
        return LossEstimate(probability(odds), missing, expected, deviations)

    def lost(self, ours: TextFeatures, theirs: TextFeatures) -> tuple[int, int] | None:
        """Return the range of tokens of the original most probably lost, or None."""
        partners = self.partners(ours, theirs)
        found = lost_words((ours, theirs), partners, self.lengths)
        if found is None and (told := self._gap_odds(ours, theirs, self.links(ours, theirs))):
            gap, _ = max(told, key=lambda each: each[1])
            found = gap.first, gap.last
        return found

    def scaled(self, ours: TextFeatures, odds: float) -> float:
        """Return calibrated log odds."""
        return log_odds(self.scales[len(ours.tokens) >= SHORT], (1.0, odds))

    def features(
        self, ours: TextFeatures, theirs: TextFeatures, known: Sequence[InformativeWord]
    ) -> tuple[float, ...]:
        """Return the features of a text, 1 first."""
        return self._values(ours, theirs, link_words_of_pair(ours, theirs, known))

    @property
    def lengths(self) -> Lengths:
        """Usual lengths of the translations."""
        return Lengths(self.ratio, self.spread)

    def partners(self, ours: TextFeatures, theirs: TextFeatures) -> dict[str, Partner]:
        """Return the counterparts of the words of an original, learned from all other pairs."""
        return self._partners(ours.counts, self.own(ours.counts, theirs.counts))

    def known(self, ours: TextFeatures, theirs: TextFeatures) -> Sequence[InformativeWord]:
        """Return the words whose counterpart or its absence is evidence, cached."""

        def known() -> Sequence[InformativeWord]:
            return informative_words(ours, self.partners(ours, theirs))

        return ours.once("known", (self.association, self.counted, theirs), known)

    def links(self, ours: TextFeatures, theirs: TextFeatures) -> WordLinks:
        """Return the word links of a pair, learned from all other pairs and cached."""

        def links() -> WordLinks:
            return link_words_of_pair(ours, theirs, self.known(ours, theirs))

        return ours.once("links", (self.association, self.counted, theirs), links)

    def own(self, ours: WordCounts, theirs: WordCounts) -> WordPair | None:
        """Return the pair to leave out when it is judged, or None (leave-one-out)."""
        return (self.counted or (ours, theirs)) if self.taught else None

    def kinship(self, ours: Set[str], theirs: Set[str]) -> float:
        """Return how likely two texts translate each other, from -0.6 to 0.6; 0 when unknown."""
        known = self._partners(ours, None)
        if not known:
            return 0.0
        found = sum(not partner.words.isdisjoint(theirs) for partner in known.values())
        return 1.2 * (found + 1) / (len(known) + 2) - 0.6

    def agreement(self, ours: TextFeatures, theirs: TextFeatures, weight: float) -> float:
        """Return the evidence that a text translates another one, by words and lengths.

        ``weight`` is the evidence of the words against it: the sum of the weights of their links.
        """
        spread = self.spread * sqrt(max(ours.length, 8))
        off = (theirs.length - self.ratio * ours.length) / spread
        return -weight - min(off * off, _FARTHEST) / 2

    def _partners(self, here: Iterable[str], own: WordPair | None) -> dict[str, Partner]:
        found = self.association.partners(here, own)
        # Digits and references are their own partners.
        alike = [key for key in here if key[0] == "§" or key.isdigit()]
        return found | {key: Partner(frozenset((key,)), 0.97, 0.02) for key in alike}

    def _gap_odds(
        self, ours: TextFeatures, theirs: TextFeatures, linked: WordLinks
    ) -> tuple[tuple[Gap, float], ...]:
        found = gap_values((ours, theirs), linked, self.lengths, self.habits)
        return tuple((gap, log_odds(self.of_gap, values)) for gap, values in found)

    def _values(self, ours: TextFeatures, theirs: TextFeatures, linked: WordLinks) -> Values:
        deviation = self.spread * sqrt(max(ours.length, 8))
        deficit = (self.ratio * ours.length - theirs.length) / deviation
        known = sum(1 for weight in linked.weights if weight)
        gaps = self._gap_odds(ours, theirs, linked)
        likely = sum(exp(min(_SUREST, odds)) for _, odds in gaps)
        return (
            1.0,
            self._length_evidence(ours.length, deficit),
            max(-6.0, min(4.0, sum(linked.weights) / sqrt(known + 1))) / 2,
            max(_NO_GAP, min(_SUREST, log(likely) if likely else _NO_GAP)) / 3,
        )

    def _length_evidence(self, length: int, deficit: float) -> float:
        """Return the log likelihood ratio of a loss of any size, by lengths."""
        steps = (share * self.ratio * sqrt(length) / self.spread for share in _SHARES)
        likely = sum(exp(min(30.0, deficit * step - step * step / 2)) for step in steps)
        return max(-3.0, min(log(likely / len(_SHARES) + 0.02), 8.0)) / 2


def learn_lengths(pairs: Iterable[tuple[TextFeatures, TextFeatures]]) -> tuple[float, float]:
    """Return the median ratio of lengths and the robust spread, shrunk to a prior."""
    lengths = [(a.length, b.length) for a, b in pairs if a.length > 20 and b.length > 20]
    if not lengths:
        return RATIO, SPREAD
    size = len(lengths)
    ratio = median([b / a for a, b in lengths] + [RATIO] * _RATIO_SEEN)
    off = [(b - ratio * a) / sqrt(a) for a, b in lengths]
    spread = _MAD * median(abs(each) for each in off)
    return ratio, (size * spread + _SPREAD_SEEN * SPREAD) / (size + _SPREAD_SEEN)


def learn_words(
    pairs: Sequence[tuple[TextFeatures, TextFeatures]],
    given: Mapping[str, frozenset[str]] | None = None,
    general: Mapping[str, frozenset[str]] | None = None,
) -> LossModel:
    """Return the model with lengths and words learned, but without fitted weights.

    ``given`` has translations by a glossary, ``general`` of words that any law may have.
    """
    given, general = given or {}, general or {}
    ratio, spread = learn_lengths(pairs)
    common = _common(a for a, _ in pairs), _common(b for _, b in pairs)
    known = {
        word: given.get(word, frozenset()) | general.get(word, frozenset())
        for word in {**given, **general}
    }
    association = learn_association([(a.counts, b.counts) for a, b in pairs], common, known)
    own = frozenset(general) - frozenset(given)
    return LossModel(association, ratio, spread, general=own, habits=habits_of(pairs))


def _common(texts: Iterable[TextFeatures]) -> frozenset[str]:
    return frozenset(token.key for text in texts for token in text.tokens if token.common)
