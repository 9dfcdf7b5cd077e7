"""The weights and the threshold of a loss model, from losses made up in the corpus's own pairs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from lawkb.checks.logistic import Values, Weights, fit_weights, probability, weighed
from lawkb.checks.loss import DEFAULT, LossModel
from lawkb.checks.readings import Reading

_SEED = 2017
_MOST_PAIRS = 400
_SHARES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)
_FOLDS = 5
_HOLD = 4.0
_SUSPECT = 0.8  # pairs above are no clean ones
_TAIL = 1.6  # standard deviations above the middle that clean pairs stay below
_LOWEST, _TOP = 0.72, 0.95  # where a threshold may be


@dataclass(frozen=True, slots=True)
class Sample:
    """A pair to learn from.

    Attributes:
        group: What is left out together: the law.
        original: The text.
        translation: Its translation.
    """

    group: str
    original: Reading
    translation: Reading


def calibrate(model: LossModel, samples: Sequence[Sample]) -> LossModel:
    """The model with weights and threshold that fit a corpus.

    Pairs that seem to have lost something are left out first. The threshold is where the clean
    pairs of laws that the weights were not fitted on end, by cross-validation over laws.

    Args:
        model: Lengths and words learned.
        samples: Pairs of the corpus; of many, some are taken evenly.
    """
    step = -(-len(samples) // _MOST_PAIRS) or 1
    clean = [
        each
        for each in samples[::step]
        if len(each.original.tokens) > 3
        and len(each.translation.tokens) > 3
        and model.judge(each.original, each.translation).probability < _SUSPECT
    ]
    if len(clean) < 10:
        return model
    cases = [(each.group, tuple(_cases(model, each))) for each in clean]
    weights = _fitted([case for _, own in cases for case in own])
    scores = list(_crossed(cases))
    threshold = probability(_end_of(scores))
    return replace(model, weights=weights, threshold=max(_LOWEST, min(threshold, _TOP)))


def _end_of(scores: Sequence[float]) -> float:
    """Where the scores of clean pairs end: their spread above the middle, a few outliers aside."""
    middle = median(scores)
    above = [score - middle for score in scores if score > middle]
    return middle + _TAIL * 1.4826 * median(above) if above else middle


_Case = tuple[Values, bool, float]


def _cases(model: LossModel, sample: Sample) -> Iterator[_Case]:
    """The pair as it is, and with losses of several sizes."""
    chance = random.Random(f"{_SEED} {sample.group} {sample.original.length}")
    whole = sample.translation
    yield model.features(sample.original, sample.translation), False, 1.0
    size = len(sample.translation.tokens)
    made = []
    for share in _SHARES:
        lost = round(share * size)
        if 2 <= lost < size:
            first = chance.randrange(size - lost + 1)
            made.append(sample.translation.without(first, first + lost))
    for each in made:
        yield model.features(sample.original, each, whole), True, 1.0 / len(made)


def _fitted(cases: Sequence[_Case]) -> Weights:
    """Weights for as many losses as clean pairs."""
    return fit_weights(cases, DEFAULT, _HOLD)


def _crossed(cases: Sequence[tuple[str, tuple[_Case, ...]]]) -> Iterator[float]:
    """The odds of clean pairs by weights that their law had no part in."""
    groups = sorted({group for group, _ in cases})
    for fold in range(min(_FOLDS, len(groups))):
        held_out = set(groups[fold::_FOLDS])
        weights = _fitted([c for group, own in cases if group not in held_out for c in own])
        for group, own in cases:
            if group in held_out:
                yield weighed(weights, own[0][0])
