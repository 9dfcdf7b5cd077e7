"""The weights, the scales and the threshold of a loss model, from losses made up in its own pairs.

Source: Platt 1999 for the scales: they make a probability of odds that are too sure or too shy.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from lawkb.checks.gaps import Values
from lawkb.checks.logistic import Weights, fit_weights, probability, weighed
from lawkb.checks.loss import OF_TEXT, SCALES, SHORT, LossModel
from lawkb.checks.readings import Reading
from lawkb.cores import in_forks

_SEED = 2017
_LONGEST = 400  # tokens of a text; as long as those whose lost words are sought
_MOST_PAIRS = 400
_FEW = 150  # pairs that are judged sooner than processes are there to share them
_SHARES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)
_FOLDS = 5
_HOLD = 40.0  # clean pairs that what was fitted beforehand counts for
_SUSPECT = 0.8  # pairs above teach no weights
# The odds of clean pairs, as they were on the codes that the weights were fitted on.
_MIDDLE, _SPREAD, _SEEN = -2.97, 1.66, 200.0
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

    @property
    def is_short(self) -> bool:
        """Whether it is judged by the scale of short texts."""
        return len(self.original.tokens) < SHORT


@dataclass(frozen=True, slots=True)
class Case:
    """A pair as it is, or with a loss.

    Attributes:
        sample: The pair.
        first: First token of the translation that was taken out.
        last: The one after the last; ``first`` where none was.
        counts: How much it counts.
    """

    sample: Sample
    first: int
    last: int
    counts: float

    @property
    def lost(self) -> bool:
        """Whether words were taken out."""
        return self.first < self.last

    @property
    def translation(self) -> Reading:
        """What is left of the translation."""
        whole = self.sample.translation
        return whole.without(self.first, self.last) if self.lost else whole


def calibrate(model: LossModel, samples: Sequence[Sample]) -> LossModel:
    """The model with weights, scales and a threshold that fit a corpus.

    Pairs that seem to have lost something are left out of the weights. The scales and the threshold
    are those of laws that the weights were not fitted on; the threshold is what one clean pair in
    two hundred has.

    Args:
        model: Lengths, words and habits learned.
        samples: Pairs of the corpus; of many, some are taken evenly. None of more than
            ``_LONGEST`` words is: the work on a pair grows with the product of both texts.
    """
    samples = [
        sample
        for sample in samples
        if max(len(sample.original.tokens), len(sample.translation.tokens)) <= _LONGEST
    ]
    step = -(-len(samples) // _MOST_PAIRS) or 1
    taken = samples[::step]
    judged = in_forks(lambda sample: tuple(_judged(model, sample)), taken, few=_FEW)
    told = [(sample, own) for sample, own in zip(taken, judged, strict=True) if len(own) > 1]
    crossed = list(_crossed(told))
    scales = tuple(
        _scaled([each for each in crossed if each[0].is_short == short], near)
        for short, near in zip((True, False), SCALES, strict=True)
    )
    clean = [weighed(scales[not sample.is_short], (1.0, own[0][0])) for sample, own in crossed]
    return replace(
        model,
        weights=_fitted(told),
        scales=(scales[0], scales[1]),
        threshold=probability(_end_of(clean)),
    )


def cases(sample: Sample) -> Iterator[Case]:
    """A pair as it is, and with losses of several sizes; each takes a word that is not common."""
    yield Case(sample, 0, 0, 1.0)
    tokens = sample.translation.tokens
    size = len(tokens)
    chance = random.Random(f"{_SEED} {sample.group} {sample.original.length}")
    made = []
    for share in _SHARES:
        lost = max(1, round(share * size))
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
        yield values, case.lost, case.counts


def _fitted(told: Iterable[tuple[Sample, tuple[_Judged, ...]]]) -> Weights:
    """Weights for as many losses as clean pairs; pairs that seem damaged are left out."""
    clean = (own for sample, own in told if not _is_suspect(sample, weighed(OF_TEXT, own[0][0])))
    return fit_weights([case for own in clean for case in own], OF_TEXT, _HOLD)


def _scaled(crossed: Iterable[tuple[Sample, tuple[_Odds, ...]]], near: Weights) -> Weights:
    """The scale of pairs that do not seem damaged."""
    clean = (own for sample, own in crossed if not _is_suspect(sample, own[0][0]))
    cases = [((1.0, odds), lost, counts) for own in clean for odds, lost, counts in own]
    return fit_weights(cases, near, _HOLD)


def _is_suspect(sample: Sample, odds: float) -> bool:
    return probability(weighed(SCALES[not sample.is_short], (1.0, odds))) >= _SUSPECT


def _crossed(
    told: Sequence[tuple[Sample, tuple[_Judged, ...]]],
) -> Iterator[tuple[Sample, tuple[_Odds, ...]]]:
    """The odds of every pair by weights that its law had no part in."""
    groups = sorted({sample.group for sample, _ in told})
    for fold in range(min(_FOLDS, len(groups))):
        held_out = set(groups[fold::_FOLDS])
        weights = _fitted(each for each in told if each[0].group not in held_out)
        for sample, own in told:
            if sample.group in held_out:
                yield sample, tuple((weighed(weights, v), lost, n) for v, lost, n in own)


def _end_of(scores: Sequence[float]) -> float:
    """What at most one clean pair in two hundred has, by their middle and their spread above it.

    The highest fifth may hold losses and is not looked at. A few pairs change little of what is
    known beforehand.
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
