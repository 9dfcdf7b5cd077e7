"""Fits what the loss model knows beforehand, on the codes in view.

``python -m bench.loss_weights`` prints the constants of ``loss_model`` and
``weights_and_threshold`` in ``lawkb.checks.omission``. The losses are made up as a corpus makes up
its own: no fault of ``bench.faults`` is among them, and no text that is held out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from bench.fault_codes import clean_codes
from lawkb.checks.omission.features import read_features
from lawkb.checks.omission.logistic_regression import Values, Weights, fit_weights, log_odds
from lawkb.checks.omission.loss_model import LossModel
from lawkb.checks.omission.lost_words import gap_values
from lawkb.checks.omission.weights_and_threshold import Case, Sample, cases
from lawkb.checks.omission.word_links import link_words_of_pair

# What is broken at the edges of a gap is rarer than these codes can show: of 70,000 short texts of
# programs in Greek and in Italian one in a thousand has a seam, and most of these are faults.
_OF_GAP = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.5)
_OF_TEXT = (0.0, 0.0, 0.0, 0.0)
_SCALE = (0.0, 1.0)
_HOLD = 1.0
_UPPER, _UPPER_AT = 0.8, 0.8416


@dataclass(frozen=True, slots=True)
class Made:
    """A case with what judges it.

    Attributes:
        text: Name of the texts; those in two languages are one.
        model: Of its code.
        case: The pair, or a loss in it.
    """

    text: str
    model: LossModel
    case: Case


Judged = tuple[Values, bool, float]


def made_cases() -> tuple[Made, ...]:
    """Every case of the codes in view."""
    found = []
    for code in clean_codes():
        if code.group != "in view":
            continue
        model = code.setting(by_terms=False).loss
        for pair in code.pairs:
            sample = Sample(
                f"{pair.edition} {pair.law}",
                read_features(pair.original),
                read_features(pair.translation),
            )
            text = code.name.split(",")[0]
            found += [Made(text, model, case) for case in cases(sample)]
    return tuple(found)


def of_gap(made: Iterable[Made]) -> Weights:
    """The weights of a gap: of those that a loss was made in, and of those of whole texts."""
    told = [each for one in made for each in _gaps(one)]
    lost = sum(counts for _, is_lost, counts in told if is_lost)
    whole = sum(counts for _, is_lost, counts in told if not is_lost)
    even = [(v, is_lost, n * whole / lost if is_lost else n) for v, is_lost, n in told]
    return fit_weights(even, _OF_GAP, _HOLD)


def _gaps(made: Made) -> Iterator[Judged]:
    case, model = made.case, made.model
    ours, theirs = case.sample.original, case.translation
    linked = link_words_of_pair(ours, theirs, model.known(ours, case.sample.translation))
    for gap, values in gap_values((ours, theirs), linked, model.lengths, model.habits):
        if not case.lost:
            yield values, False, case.weight
        elif gap.low <= case.first <= gap.high:
            yield values, True, case.weight


def of_text(made: Iterable[Made], gap: Weights) -> Weights:
    """The weights of a text, where those of a gap are known."""
    return fit_weights([_text(one, gap) for one in made], _OF_TEXT, _HOLD)


def _text(made: Made, gap: Weights) -> Judged:
    ours, whole = made.case.sample.original, made.case.sample.translation
    model = replace(made.model, of_gap=gap)
    values = model.features(ours, made.case.translation, model.known(ours, whole))
    return values, made.case.lost, made.case.weight


def crossed(made: Sequence[Made]) -> Iterator[tuple[Made, float]]:
    """The odds of every case by weights that its text had no part in."""
    for text in dict.fromkeys(one.text for one in made):
        others = [one for one in made if one.text != text]
        gap = of_gap(others)
        weights = of_text(others, gap)
        for one in made:
            if one.text == text:
                yield one, log_odds(weights, _text(one, gap)[0])


def scale(told: Iterable[tuple[Made, float]]) -> Weights:
    """From odds to those of a loss."""
    own = [((1.0, odds), one.case.lost, one.case.weight) for one, odds in told]
    return fit_weights(own, _SCALE, _HOLD)


def lines() -> Iterator[str]:
    """The constants, a line for each."""
    made = made_cases()
    gap = of_gap(made)
    told = list(crossed(made))
    short = [(one, odds) for one, odds in told if one.case.sample.is_short]
    long = [(one, odds) for one, odds in told if not one.case.sample.is_short]
    scales = scale(short), scale(long)
    clean = sorted(
        log_odds(own, (1.0, odds))
        for own, band in zip(scales, (short, long), strict=True)
        for one, odds in band
        if not one.case.lost
    )
    middle = median(clean)
    spread = (clean[int(_UPPER * (len(clean) - 1))] - middle) / _UPPER_AT
    yield f"OF_GAP = {_written(gap)}"
    yield f"OF_TEXT = {_written(of_text(made, gap))}"
    yield f"SCALES = {_written(scales[0])}, {_written(scales[1])}"
    yield f"_MIDDLE, _SPREAD = {middle:.2f}, {spread:.2f}"


def _written(weights: Weights) -> str:
    return f"({', '.join(f'{weight:.2f}' for weight in weights)})"


if __name__ == "__main__":
    for line in lines():
        print(line)
