"""Estimate the probability that words of a text were lost in its translation.

Original and translation are compared by length and by words: which words of the original lack their
known counterparts. Lost words are usually neighbours, so the run of words with the strongest
evidence is scored. The weights are fitted on losses simulated in translations of the corpus, by
logistic regression with a normal prior. Source: Gale and Church 1993 for the lengths.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import exp, log, sqrt
from operator import mul
from statistics import median

from lawkb.align.association import (
    Association,
    Partner,
    WordCounts,
    WordPair,
    learn_association,
)
from lawkb.checks.omission.features import (
    InformativeWord,
    TextFeatures,
    WordLinks,
    informative_words,
    link_words_of_pair,
)
from lawkb.checks.omission.lost_words import (
    Gap,
    Habits,
    Lengths,
    Values,
    count_signs,
    gap_values,
    habits_by_signs,
    lost_words,
)

Weights = tuple[float, ...]

_STEPS = 25
_SMALL = 1e-6


def log_odds(weights: Sequence[float], values: Values) -> float:
    """Return the log odds of some values: the sum of the values times their weights."""
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def probability(odds: float) -> float:
    """Return the probability that has the given log odds."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, odds))))


def fit_weights(cases: Sequence[tuple[Values, bool, float]], near: Weights, hold: float) -> Weights:
    """Return the weights that fit cases best, by Newton's method; deterministic.

    Args:
        cases: Values of each case, whether it is positive, and how much it counts.
        near: Means of the normal prior of the weights.
        hold: Precision (inverse variance) of the prior.
    """
    weights = list(near)
    size = len(near)
    columns = [[values[i] for values, _, _ in cases] for i in range(size)]
    for _ in range(_STEPS):
        offs, curves = [], []
        for values, sought, counts in cases:
            chance = probability(log_odds(weights, values))
            offs.append(counts * (sought - chance))
            curves.append(counts * chance * (1 - chance))
        gradient = [
            sum(map(mul, offs, column), hold * (near[i] - weights[i]))
            for i, column in enumerate(columns)
        ]
        bent = [list(map(mul, curves, column)) for column in columns]
        matrix = [
            [sum(map(mul, row, other), hold * (i == j)) for j, other in enumerate(columns)]
            for i, row in enumerate(bent)
        ]
        step = _solved(matrix, gradient)
        weights = [w + d for w, d in zip(weights, step, strict=True)]
        if max(map(abs, step)) < _SMALL:
            break
    return tuple(weights)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of linear equations with a positive definite matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(size):
            if row != at:
                share = rows[row][at] / rows[at][at]
                rows[row] = [a - share * b for a, b in zip(rows[row], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]


RATIO, SPREAD = 1.20, 2.04  # of lengths, in the bridge laws
_RATIO_SEEN, _SPREAD_SEEN = 3, 30  # weights of these priors, in pairs
SHORT = 8  # tokens; shorter originals have a scale of their own
_SHORTEST = 20  # code points; shorter texts tell nothing of lengths
_MAD = 1.4826  # median absolute deviation to standard deviation
_FARTHEST = 9.0  # highest squared deviation of a length
_SHARES = (0.1, 0.2, 0.3, 0.5, 0.7)  # shares of a text that a loss may take
_NO_GAP, _SUREST = -6.0, 8.0  # bounds of the log odds of gaps
# Fitted by bench/loss_weights.py on codes and on texts of other fields. The weights of a text and
# the scales are priors for the fit on a corpus.
OF_GAP: Weights = (-1.87, 1.79, 2.43, 0.38, 0.55, 0.72, 4.56)
OF_TEXT: Weights = (0.25, 1.81, 0.65, 2.05)
# Of short texts, and of others.
SCALES: tuple[Weights, Weights] = ((0.33, 1.19), (-0.14, 0.93))


@dataclass(frozen=True, slots=True)
class LossEstimate:
    """The estimate whether a translation lost words of its original."""

    probability: float  # Calibrated probability of a loss, 0 to 1.
    # Indexes of the words of the original that lack their known counterparts.
    missing: tuple[int, ...]
    expected: float  # Expected length of a complete translation, in code points.
    deviations: float  # Length of the translation minus the expected one, in standard deviations.


@dataclass(frozen=True, slots=True)
class LossModel:
    """What is learned from the text pairs of a corpus to find lost words."""

    association: Association  # Which words of the translations belong to which of the originals.
    ratio: float = RATIO  # Median length of a translation divided by that of its original.
    # Standard deviation of the length of a translation, divided by the square root of the length of
    # its original.
    spread: float = SPREAD
    # Weights of the features of a gap, a run of words between two linked words.
    of_gap: Weights = OF_GAP
    weights: Weights = OF_TEXT  # Weights of the features of a text.
    # Platt scaling of the log odds, for short texts and for others.
    scales: tuple[Weights, Weights] = SCALES
    # How often translations without a loss look as if they had one.
    habits: Habits = field(default_factory=Habits)
    threshold: float = 0.5  # Lowest probability that is reported.
    # Lowest probability that is reported as an error; below it, as a warning.
    error_threshold: float = 0.5
    # Whether the pairs to judge are among those that the model was learned from.
    taught: bool = True
    # The word counts that were learned from the pair to judge, if its text has been changed since
    # (to simulate a loss); else None.
    counted: WordPair | None = field(default=None, hash=False)

    @classmethod
    def untaught(cls) -> LossModel:
        """Return a model learned from no pairs: it has usual lengths and no known words."""
        return cls(Association(0, {}, {}, {}), taught=False)

    def judge(self, ours: TextFeatures, theirs: TextFeatures) -> LossEstimate:
        """Return the estimate for an original (``ours``) and its translation (``theirs``)."""
        linked = self.links(ours, theirs)
        odds = self.scaled(ours, log_odds(self.weights, self._values(ours, theirs, linked)))
        expected = self.ratio * ours.length
        deviations = (theirs.length - expected) / (self.spread * sqrt(max(ours.length, 1)))
        missing = tuple(at for at, weight in enumerate(linked.weights) if weight > 0)
        return LossEstimate(probability(odds), missing, expected, deviations)

    def lost(self, ours: TextFeatures, theirs: TextFeatures) -> Gap | None:
        """Return the words of the original that were most probably lost, or None.

        The gap has the place of the translation, too.
        """
        partners = self.partners(ours, theirs)
        found = lost_words((ours, theirs), partners, self.lengths)
        if found is None and (told := self._gap_odds(ours, theirs, self.links(ours, theirs))):
            found, _ = max(told, key=lambda each: each[1])
        return found

    def scaled(self, ours: TextFeatures, odds: float) -> float:
        """Return the calibrated log odds that a translation lacks words.

        Args:
            ours: The original; short ones are calibrated apart.
            odds: Log odds by the fitted weights.
        """
        return log_odds(self.scales[len(ours.tokens) >= SHORT], (1.0, odds))

    def features(
        self, ours: TextFeatures, theirs: TextFeatures, known: Sequence[InformativeWord]
    ) -> tuple[float, ...]:
        """Return the features of a text pair, one for each of ``weights``; the first is 1."""
        return self._values(ours, theirs, link_words_of_pair(ours, theirs, known))

    @property
    def lengths(self) -> Lengths:
        """The usual lengths of translations: ``ratio`` and ``spread``."""
        return Lengths(self.ratio, self.spread)

    def partners(self, ours: TextFeatures, theirs: TextFeatures) -> dict[str, Partner]:
        """Return the known translations of each word of an original (``ours``), by key of the word.

        They are learned from all pairs but this one. ``theirs`` is the translation of the original.
        """
        return self._partners(ours.counts, self.own(ours.counts, theirs.counts))

    def known(self, ours: TextFeatures, theirs: TextFeatures) -> Sequence[InformativeWord]:
        """Return the words of an original whose translations are known, as evidence; cached."""

        def known() -> Sequence[InformativeWord]:
            return informative_words(ours, self.partners(ours, theirs))

        return ours.once("known", (self.association, self.counted, theirs), known)

    def links(self, ours: TextFeatures, theirs: TextFeatures) -> WordLinks:
        """Return which word of a translation corresponds to which word of its original; cached.

        The links are learned from all other pairs. ``ours`` is the original, ``theirs`` its
        translation.
        """

        def links() -> WordLinks:
            return link_words_of_pair(ours, theirs, self.known(ours, theirs))

        return ours.once("links", (self.association, self.counted, theirs), links)

    def own(self, ours: WordCounts, theirs: WordCounts) -> WordPair | None:
        """Return the word counts of a pair, to be left out when the pair is judged (leave-one-out).

        None if the model was not learned from the pair.
        """
        return (self.counted or (ours, theirs)) if self.taught else None

    def kinship(self, ours: Set[str], theirs: Set[str]) -> float:
        """Return how likely two texts translate each other, from -0.6 to 0.6; 0 when unknown.

        ``ours`` and ``theirs`` are the keys of their words (``TextFeatures.counts``).
        """
        known = self._partners(ours, None)
        if not known:
            return 0.0
        found = sum(not partner.words.isdisjoint(theirs) for partner in known.values())
        return 1.2 * (found + 1) / (len(known) + 2) - 0.6

    def agreement(self, ours: TextFeatures, theirs: TextFeatures, weight: float) -> float:
        """Return the evidence, in log odds, that a text translates another, by words and lengths.

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
        """Return the evidence of the lengths for a loss of any size, as a log likelihood ratio."""
        steps = (share * self.ratio * sqrt(length) / self.spread for share in _SHARES)
        likely = sum(exp(min(30.0, deficit * step - step * step / 2)) for step in steps)
        return max(-3.0, min(log(likely / len(_SHARES) + 0.02), 8.0)) / 2


@dataclass(frozen=True, slots=True)
class LossCounts:
    """What is counted in all text pairs of a code for its loss model. Counts can be added up."""

    # Length of the original, then of the translation, of each pair of long texts.
    lengths: array[int] = field(default_factory=lambda: array("L"), hash=False)
    # How often translations look as if they had a loss, from `count_signs`.
    signs: Counter[str] = field(default_factory=Counter, hash=False)
    # Keys of the very frequent words of the originals, and of the translations.
    common: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()), hash=False)

    def add(self, other: LossCounts) -> None:
        """Add the counts of other pairs."""
        self.lengths.extend(other.lengths)
        self.signs.update(other.signs)
        for own, theirs in zip(self.common, other.common, strict=True):
            own.update(theirs)


def count_losses(pairs: Iterable[tuple[TextFeatures, TextFeatures]]) -> LossCounts:
    """Return the counts of originals and their translations that a loss model needs."""
    found = LossCounts()
    for pair in pairs:
        lengths = [side.length for side in pair]
        if min(lengths) > _SHORTEST:
            found.lengths.extend(lengths)
        for own, side in zip(found.common, pair, strict=True):
            own.update(token.key for token in side.tokens if token.common)
        found.signs.update(count_signs([pair]))
    return found


def learn_lengths(counted: array[int]) -> tuple[float, float]:
    """Return the usual lengths of translations, estimated from ``LossCounts.lengths``.

    Returns:
        Ratio and spread, as in ``LossModel``; with few pairs, close to ``RATIO``
            and ``SPREAD``.
    """
    lengths = list(zip(counted[::2], counted[1::2], strict=True))
    if not lengths:
        return RATIO, SPREAD
    size = len(lengths)
    ratio = median([b / a for a, b in lengths] + [RATIO] * _RATIO_SEEN)
    off = [(b - ratio * a) / sqrt(a) for a, b in lengths]
    spread = _MAD * median(abs(each) for each in off)
    return ratio, (size * spread + _SPREAD_SEEN * SPREAD) / (size + _SPREAD_SEEN)


def learn_words(
    counts: LossCounts,
    pairs: Sequence[WordPair],
    given: Mapping[str, frozenset[str]] | None = None,
    general: Mapping[str, frozenset[str]] | None = None,
    lexicon: Mapping[str, Partner] | None = None,
) -> LossModel:
    """Return the model that finds words lost in translation, without fitted weights.

    Args:
        counts: Counts of all originals and translations.
        pairs: How often each word occurs in an original and in its translation: of all of them, or
            of an even sample.
        given: Stems of the translation by stem of the original, from a glossary; None for none.
        general: Stems of the translation by stem of the original, for words that laws of any
            subject have, such as *before*; None for none.
        lexicon: Entries of a general lexicon, for stems of the originals; None for none.
    """
    given, general = given or {}, general or {}
    ratio, spread = learn_lengths(counts.lengths)
    common = frozenset(counts.common[0]), frozenset(counts.common[1])
    known = {
        word: given.get(word, frozenset()) | general.get(word, frozenset())
        for word in {**given, **general}
    }
    association = learn_association(pairs, common, known, lexicon)
    return LossModel(association, ratio, spread, habits=habits_by_signs(counts.signs))
