"""Fit the weights, scales and threshold of a loss model on simulated losses.

Words are removed from translations of the corpus to simulate losses. Source: Platt 1999 for the
scales (Platt scaling), which calibrate the probabilities.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from lawkb.align.association import evenly
from lawkb.checks.omission.features import TextFeatures
from lawkb.checks.omission.loss_model import (
    SHORT,
    LossModel,
    Weights,
    fit_weights,
    log_odds,
    probability,
)
from lawkb.checks.omission.lost_words import Values
from lawkb.parallel_work import on_all_cores

_SEED = 2017
_LONGEST = 400  # tokens of a text, the same bound as in ``extents``
MOST_PAIRS = 400
_FEW = 150  # up to so many pairs, one process is faster
_SHARES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)
_FOLDS = 5
_HOLD = 40.0  # weight of the prior weights, in clean pairs
_SUSPECT = 0.8  # pairs with a higher probability are not used for the weights
# Prior: mean and deviation of the log odds of clean pairs, and the weight of both in pairs.
_MIDDLE, _SPREAD, _SEEN = -2.32, 1.59, 100.0
_UPPER, _UPPER_AT = 0.8, 0.8416  # a quantile of the normal distribution
# Standard deviations above the mean: of 45 fields of texts that were left out, the median exceeds
# the first with five clean pairs in a hundred, the second with one or two; some of these are real.
_DOUBTFUL, _SURE = 2.0, 3.7
_SMALL, _SMALL_AT = 20.0, 40  # a corpus of few pairs has a higher limit for doubtful losses


@dataclass(frozen=True, slots=True)
class Sample:
    """A text and its translation to learn from."""

    # Edition and number of the law, `2017 47`, or part of a file; cross-validation never fits on
    # texts of the group that it judges.
    group: str
    original: TextFeatures  # Features of the original.
    translation: TextFeatures  # Features of the translation.

    @property
    def is_short(self) -> bool:
        """Whether the original has fewer than ``SHORT`` words; these have a scale of their own."""
        return len(self.original.tokens) < SHORT

    @property
    def is_used(self) -> bool:
        """Whether both texts have at most 400 words; others are not learned from."""
        return max(len(self.original.tokens), len(self.translation.tokens)) <= _LONGEST


@dataclass(frozen=True, slots=True)
class Case:
    """A text and its translation, perhaps with words removed to simulate a loss."""

    sample: Sample  # the text and its translation
    first: int  # index of the first removed word of the translation
    last: int  # index after the last removed word; equal to ``first`` if none was removed
    weight: float  # weight of the case when weights are fitted

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

    Weights and scales stay near those of the given model. Pairs with a suspected loss are not used
    for the weights. Scales and thresholds are cross-validated by law; the thresholds are limits
    that few pairs without a loss exceed.

    Args:
        model: A model from ``learn_words``.
        samples: Pairs of the corpus. Those of more than 400 words are skipped; of more than 400
            pairs, an even sample is used.
    """
    taken = evenly([each for each in samples if each.is_used], MOST_PAIRS)
    judged = on_all_cores(lambda sample: tuple(_judged(model, sample)), taken, few=_FEW)
    told = [(sample, own) for sample, own in zip(taken, judged, strict=True) if len(own) > 1]
    crossed = list(_crossed(model, told))
    scales = tuple(
        _scaled(model, [each for each in crossed if each[0].is_short == short], near)
        for short, near in zip((True, False), model.scales, strict=True)
    )
    clean = [log_odds(scales[not sample.is_short], (1.0, own[0][0])) for sample, own in crossed]
    return replace(
        model,
        weights=_fitted(model, told),
        scales=(scales[0], scales[1]),
        threshold=probability(_upper_limit(clean, _DOUBTFUL + _SMALL / max(len(clean), _SMALL_AT))),
        error_threshold=probability(_upper_limit(clean, _SURE)),
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


def _fitted(model: LossModel, told: Iterable[tuple[Sample, tuple[_Judged, ...]]]) -> Weights:
    """Return weights fitted on losses and clean pairs of equal total weight."""
    near = model.weights
    clean = (
        own for sample, own in told if not _is_suspect(model, sample, log_odds(near, own[0][0]))
    )
    return fit_weights([case for own in clean for case in own], near, _HOLD)


def _scaled(
    model: LossModel, crossed: Iterable[tuple[Sample, tuple[_Odds, ...]]], near: Weights
) -> Weights:
    """Return the scale (Platt scaling) fitted on pairs without suspected losses."""
    clean = (own for sample, own in crossed if not _is_suspect(model, sample, own[0][0]))
    cases = [((1.0, odds), lost, counts) for own in clean for odds, lost, counts in own]
    return fit_weights(cases, near, _HOLD)


def _is_suspect(model: LossModel, sample: Sample, odds: float) -> bool:
    return probability(log_odds(model.scales[not sample.is_short], (1.0, odds))) >= _SUSPECT


def _crossed(
    model: LossModel,
    told: Sequence[tuple[Sample, tuple[_Judged, ...]]],
) -> Iterator[tuple[Sample, tuple[_Odds, ...]]]:
    """Yield log odds of every pair by weights fitted without its law (cross-validation)."""
    groups = sorted({sample.group for sample, _ in told})
    for fold in range(min(_FOLDS, len(groups))):
        held_out = set(groups[fold::_FOLDS])
        weights = _fitted(model, (each for each in told if each[0].group not in held_out))
        for sample, own in told:
            if sample.group in held_out:
                yield sample, tuple((log_odds(weights, v), lost, n) for v, lost, n in own)


def _upper_limit(scores: Sequence[float], deviations: float) -> float:
    """Return the value some standard deviations above that of a usual clean pair.

    The normal distribution is fitted robustly: the highest fifth may have losses and is ignored.
    Few pairs change the prior little.
    """
    ranked = sorted(scores)
    size = len(ranked)
    middle = median(ranked) if ranked else _MIDDLE
    upper = ranked[int(_UPPER * (size - 1))] if ranked else _MIDDLE
    spread = (upper - middle) / _UPPER_AT
    share = size / (size + _SEEN)
    middle = share * middle + (1 - share) * _MIDDLE
    spread = share * spread + (1 - share) * _SPREAD
    return middle + deviations * spread
