"""Fit the weights, scales and threshold of a loss model on simulated losses.

Words are removed from translations of the corpus to simulate losses. Source: Platt 1999 for the
scales (Platt scaling), which calibrate the probabilities.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from lawkb.checks.omission.features import TextFeatures
from lawkb.checks.omission.logistic_regression import (
    Weights,
    fit_weights,
    log_odds,
    probability,
)
from lawkb.checks.omission.loss_model import OF_TEXT, SCALES, SHORT, LossModel
from lawkb.checks.omission.lost_words import Values
from lawkb.parallel_work import on_all_cores

_SEED = 2017
_LONGEST = 400  # tokens of a text, the same bound as in ``extents``
_MOST_PAIRS = 400
_FEW = 150  # up to so many pairs, one process is faster
_SHARES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)
_FOLDS = 5
_HOLD = 40.0  # weight of the prior weights, in clean pairs
_SUSPECT = 0.8  # pairs with a higher probability are not used for the weights
# Prior: mean and deviation of the log odds of clean pairs, and the weight of both in pairs.
_MIDDLE, _SPREAD, _SEEN = -2.97, 1.66, 200.0
_UPPER, _UPPER_AT = 0.8, 0.8416  # a quantile of the normal distribution
_RARE = 2.576  # standard deviations above the mean: one clean pair in two hundred


@dataclass(frozen=True, slots=True)
class Sample:
    """A text and its translation to learn from.

    Attributes:
        group: Edition and number of the law, ``2017 47``, or part of a file; cross-validation never
            fits on texts of the group that it judges.
        original: Features of the original.
        translation: Features of the translation. the law that it judges.
    """

    group: str
    original: TextFeatures
    translation: TextFeatures

    @property
    def is_short(self) -> bool:
        """Whether the original has fewer than ``SHORT`` words; these have a scale of their own."""
        return len(self.original.tokens) < SHORT


@dataclass(frozen=True, slots=True)
class Case:
    """A text and its translation, perhaps with words removed to simulate a loss.

    Attributes:
        sample: The text and its translation.
        first: Index of the first removed word of the translation.
        last: Index after the last removed word; equal to ``first`` if none was removed.
        weight: Weight of the case when weights are fitted.
    """

    sample: Sample
    first: int
    last: int
    weight: float

    @property
    def lost(self) -> bool:
        """Whether words were removed from the translation."""
        return self.first < self.last

    @property
    def translation(self) -> TextFeatures:
        """Features of the translation without the removed words."""
        whole = self.sample.translation
        return whole.without(self.first, self.last) if self.lost else whole


def calibrate(model: LossModel, samples: Sequence[Sample]) -> LossModel:
    """Return a loss model with weights, scales and a threshold fitted to a corpus.

    Pairs with a suspected loss are not used for the weights. Scales and threshold are
    cross-validated by law. One pair in two hundred without a loss exceeds the threshold.

    Args:
        model: A model from ``learn_words``.
        samples: Pairs of the corpus. Those of more than 400 words are skipped; of more than 400
            pairs, an even sample is used.
    """
    samples = [
        sample
        for sample in samples
        if max(len(sample.original.tokens), len(sample.translation.tokens)) <= _LONGEST
    ]
    step = -(-len(samples) // _MOST_PAIRS) or 1
    taken = samples[::step]
    judged = on_all_cores(lambda sample: tuple(_judged(model, sample)), taken, few=_FEW)
    told = [(sample, own) for sample, own in zip(taken, judged, strict=True) if len(own) > 1]
    crossed = list(_crossed(told))
    scales = tuple(
        _scaled([each for each in crossed if each[0].is_short == short], near)
        for short, near in zip((True, False), SCALES, strict=True)
    )
    clean = [log_odds(scales[not sample.is_short], (1.0, own[0][0])) for sample, own in crossed]
    return replace(
        model,
        weights=_fitted(told),
        scales=(scales[0], scales[1]),
        threshold=probability(_upper_limit(clean)),
    )


def cases(sample: Sample) -> Iterator[Case]:
    """Yield a pair unchanged, then with simulated losses of 10 to 70 percent of its words."""
    yield Case(sample, 0, 0, 1.0)
    tokens = sample.translation.tokens
    size = len(tokens)
    chance = random.Random(f"{_SEED} {sample.group} {sample.original.length}")
    made = []
    for lost in (max(1, round(share * size)) for share in _SHARES):
        if lost < size:
            first = chance.randrange(size - lost + 1)
            if not all(token.common for token in tokens[first : first + lost]):
                made.append((first, first + lost))
    for first, last in made:
        yield Case(sample, first, last, 1.0 / len(made))


_Judged = tuple[Values, bool, float]
_Odds = tuple[float, bool, float]


def _judged(model: LossModel, sample: Sample) -> Iterator[_Judged]:
    known = model.known(sample.original, sample.translation)
    for case in cases(sample):
        values = model.features(sample.original, case.translation, known)
        yield values, case.lost, case.weight


def _fitted(told: Iterable[tuple[Sample, tuple[_Judged, ...]]]) -> Weights:
    """Return weights fitted on losses and clean pairs of equal total weight."""
    clean = (own for sample, own in told if not _is_suspect(sample, log_odds(OF_TEXT, own[0][0])))
    return fit_weights([case for own in clean for case in own], OF_TEXT, _HOLD)


def _scaled(crossed: Iterable[tuple[Sample, tuple[_Odds, ...]]], near: Weights) -> Weights:
    """Return the scale (Platt scaling) fitted on pairs without suspected losses."""
    clean = (own for sample, own in crossed if not _is_suspect(sample, own[0][0]))
    cases = [((1.0, odds), lost, counts) for own in clean for odds, lost, counts in own]
    return fit_weights(cases, near, _HOLD)


def _is_suspect(sample: Sample, odds: float) -> bool:
    return probability(log_odds(SCALES[not sample.is_short], (1.0, odds))) >= _SUSPECT


def _crossed(
    told: Sequence[tuple[Sample, tuple[_Judged, ...]]],
) -> Iterator[tuple[Sample, tuple[_Odds, ...]]]:
    """Yield log odds of every pair by weights fitted without its law (cross-validation)."""
    groups = sorted({sample.group for sample, _ in told})
    for fold in range(min(_FOLDS, len(groups))):
        held_out = set(groups[fold::_FOLDS])
        weights = _fitted(each for each in told if each[0].group not in held_out)
        for sample, own in told:
            if sample.group in held_out:
                yield sample, tuple((log_odds(weights, v), lost, n) for v, lost, n in own)


def _upper_limit(scores: Sequence[float]) -> float:
    """Return the value exceeded by one clean pair in two hundred, by a robust normal fit.

    The highest fifth may have losses and is ignored. Few pairs change the prior little.
    """
    ranked = sorted(scores)
    size = len(ranked)
    middle = median(ranked) if ranked else _MIDDLE
    upper = ranked[int(_UPPER * (size - 1))] if ranked else _MIDDLE
    spread = (upper - middle) / _UPPER_AT
    share = size / (size + _SEEN)
    middle = share * middle + (1 - share) * _MIDDLE
    spread = share * spread + (1 - share) * _SPREAD
    return middle + _RARE * spread
