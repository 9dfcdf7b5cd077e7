"""The weights and the threshold of a loss model, from losses made up in the corpus's own pairs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import median

from lawkb.checks.logistic import Values, Weights, fit_weights, probability, weighed
from lawkb.checks.loss import DEFAULT, LossModel
from lawkb.checks.readings import Reading

_SEED = 2017
_MOST_PAIRS = 400
_SHARES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)
_FOLDS = 5
_SHORT = 3  # tokens
_HOLD = 40.0  # clean pairs that the weights fitted beforehand count for
_SUSPECT = 0.8  # pairs above teach no weights
# The odds of clean pairs, as they were on the codes that the weights were fitted on.
_MIDDLE, _SPREAD, _SEEN = -2.6, 1.5, 200.0
_UPPER, _UPPER_AT = 0.8, 0.8416  # a share of a normal distribution, and where it ends
_RARE = 2.576  # standard deviations above the middle: one clean pair in two hundred


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

    Pairs that seem to have lost something are left out of the weights. The threshold is what one
    clean pair in two hundred has, of laws that the weights were not fitted on.

    Args:
        model: Lengths and words learned.
        samples: Pairs of the corpus; of many, some are taken evenly.
    """
    step = -(-len(samples) // _MOST_PAIRS) or 1
    taken = [
        each
        for each in samples[::step]
        if len(each.original.tokens) > _SHORT and len(each.translation.tokens) > _SHORT
    ]
    cases = [(each.group, tuple(_cases(model, each))) for each in taken]
    weights = _fitted([own for _, own in cases])
    threshold = probability(_end_of(list(_crossed(cases))))
    return replace(model, weights=weights, threshold=threshold)


def _end_of(scores: Sequence[float]) -> float:
    """What at most one clean pair in two hundred has, by their middle and their spread above it.

    The highest fifth may hold losses and is not looked at. A few pairs change little of what is
    known beforehand, and one standard error of the whole is added.
    """
    ranked = sorted(scores)
    size = len(ranked)
    middle = median(ranked) if ranked else _MIDDLE
    upper = ranked[int(_UPPER * (size - 1))] if ranked else _MIDDLE
    spread = (upper - middle) / _UPPER_AT
    share = size / (size + _SEEN)
    middle = share * middle + (1 - share) * _MIDDLE
    spread = share * spread + (1 - share) * _SPREAD
    doubt = spread * sqrt((1 + _RARE * _RARE / 2) / (size + _SEEN))
    return middle + _RARE * spread + doubt


_Case = tuple[Values, bool, float]


def _cases(model: LossModel, sample: Sample) -> Iterator[_Case]:
    """The pair as it is, and with losses of several sizes."""
    chance = random.Random(f"{_SEED} {sample.group} {sample.original.length}")
    ours, whole = sample.original, sample.translation
    partners = model.partners(ours, whole)
    yield model.features(ours, whole, partners), False, 1.0
    size = len(whole.tokens)
    made = []
    for share in _SHARES:
        lost = round(share * size)
        if 2 <= lost < size:
            first = chance.randrange(size - lost + 1)
            made.append(whole.without(first, first + lost))
    for each in made:
        yield model.features(ours, each, partners), True, 1.0 / len(made)


def _fitted(cases: Sequence[tuple[_Case, ...]]) -> Weights:
    """Weights for as many losses as clean pairs; pairs that seem damaged are left out."""
    clean = (own for own in cases if probability(weighed(DEFAULT, own[0][0])) < _SUSPECT)
    return fit_weights([case for own in clean for case in own], DEFAULT, _HOLD)


def _crossed(cases: Sequence[tuple[str, tuple[_Case, ...]]]) -> Iterator[float]:
    """The odds of clean pairs by weights that their law had no part in."""
    groups = sorted({group for group, _ in cases})
    for fold in range(min(_FOLDS, len(groups))):
        held_out = set(groups[fold::_FOLDS])
        weights = _fitted([own for group, own in cases if group not in held_out])
        for group, own in cases:
            if group in held_out:
                yield weighed(weights, own[0][0])
