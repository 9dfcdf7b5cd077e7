"""Fits what the loss model knows beforehand, on the codes in view and on texts of other fields.

``python -m bench.loss_weights`` fetches the fields of ``bench.fields`` and prints the constants of
``loss_model`` and ``weights_and_threshold`` in ``lawkb.checks.omission``. The losses are made up as
a corpus makes up its own: no fault of ``bench.faults`` is among them, and no text that is held out.
Pairs of a field that look as if words were lost before any were taken out are left out: some of
them are real losses.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from bench.fault_codes import clean_codes
from bench.fields import Field, read_fields
from bench.fields.sources import CACHE
from lawkb.checks.learning import learn_texts
from lawkb.checks.omission.features import link_words_of_pair, read_features
from lawkb.checks.omission.loss_model import LossModel, Weights, fit_weights, log_odds
from lawkb.checks.omission.lost_words import Values, gap_values
from lawkb.checks.omission.weights_and_threshold import Case, Sample, cases
from lawkb.checks.text_pairs import CheckedText, TextPair
from lawkb.corpus.glossary import Glossary
from lawkb.model.language import any_language

_PAIRS = 100  # of each field and language
_SUSPECT = 2.5  # log odds of a loss in a pair that is left out
# What is broken at the edges of a gap is rarer than these codes can show: of 70,000 short texts of
# programs in Greek and in Italian one in a thousand has a seam, and most of these are faults.
_OF_GAP = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.5)
_OF_TEXT = (0.0, 0.0, 0.0, 0.0)
_SCALE = (0.0, 1.0)
_HOLD = 1.0
_UPPER, _UPPER_AT = 0.8, 0.8416
FOLDS = 5  # of texts; weights are fitted on the texts of the others


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


@dataclass(frozen=True, slots=True)
class Fit:
    """The constants of the loss model, as they are named there."""

    of_gap: Weights
    of_text: Weights
    scales: tuple[Weights, Weights]
    middle: float
    spread: float


def made_of_codes() -> list[Made]:
    """Every case of the codes in view."""
    found = []
    for code in clean_codes():
        if code.group == "in view":
            text = code.name.split(",")[0]
            model = code.setting(by_terms=False).loss
            groups = (f"{pair.edition} {pair.law}" for pair in code.pairs)
            found += _made(text, model, zip(groups, code.pairs, strict=True))
    return found


def made_of_field(field: Field) -> list[Made]:
    """Every case of a sample of a field."""
    pairs = sampled(field, _PAIRS)
    model = learn_texts(pairs, Glossary())
    groups = (f"{field.name} {field.language} {at}" for at in range(len(pairs)))
    return _made(field.name, model, zip(groups, pairs, strict=True))


def sampled(field: Field, size: int) -> tuple[TextPair, ...]:
    """About as many pairs of a field as are wanted, taken evenly; none is without words."""
    step = max(1, len(field.pairs) // size)
    own, other = any_language("en"), any_language(field.language)
    pairs = (
        TextPair(
            each.id, "", 0, CheckedText(own, each.original), CheckedText(other, each.translation)
        )
        for each in field.pairs[::step][:size]
    )
    return tuple(
        pair
        for pair in pairs
        if read_features(pair.original).tokens and read_features(pair.translation).tokens
    )


def _made(text: str, model: LossModel, pairs: Iterable[tuple[str, TextPair]]) -> list[Made]:
    samples = (
        Sample(group, read_features(pair.original), read_features(pair.translation))
        for group, pair in pairs
    )
    return [Made(text, model, case) for sample in samples for case in cases(sample)]


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
    texts = sorted({one.text for one in made})
    for fold in range(FOLDS):
        judged = set(texts[fold::FOLDS])
        others = [one for one in made if one.text not in judged]
        gap = of_gap(others)
        weights = of_text(others, gap)
        for one in made:
            if one.text in judged:
                yield one, log_odds(weights, _text(one, gap)[0])


def scale(told: Iterable[tuple[Made, float]]) -> Weights:
    """From odds to those of a loss."""
    own = [((1.0, odds), one.case.lost, one.case.weight) for one, odds in told]
    return fit_weights(own, _SCALE, _HOLD)


def fit(made: Sequence[Made]) -> Fit:
    """The constants that fit some cases best."""
    kept = without_suspects(made)
    gap = of_gap(kept)
    told = list(crossed(kept))
    bands = [
        [(one, odds) for one, odds in told if one.case.sample.is_short == short]
        for short in (True, False)
    ]
    scales = scale(bands[0]), scale(bands[1])
    clean = sorted(
        log_odds(own, (1.0, odds))
        for own, band in zip(scales, bands, strict=True)
        for one, odds in band
        if not one.case.lost
    )
    middle = median(clean)
    spread = (clean[int(_UPPER * (len(clean) - 1))] - middle) / _UPPER_AT
    return Fit(gap, of_text(kept, gap), scales, middle, spread)


def without_suspects(made: Sequence[Made]) -> list[Made]:
    """The cases without the pairs that look as if words were lost before any were taken out."""
    gap = of_gap(made)
    weights = of_text(made, gap)
    suspects = {
        one.case.sample
        for one in made
        if not one.case.lost and log_odds(weights, _text(one, gap)[0]) > _SUSPECT
    }
    return [one for one in made if one.case.sample not in suspects]


def lines(found: Fit) -> Iterator[str]:
    """The constants, a line for each."""
    yield f"OF_GAP = {_written(found.of_gap)}"
    yield f"OF_TEXT = {_written(found.of_text)}"
    yield f"SCALES = {', '.join(map(_written, found.scales))}"
    yield f"_MIDDLE, _SPREAD = {found.middle:.2f}, {found.spread:.2f}"


def _written(weights: Weights) -> str:
    return f"({', '.join(f'{weight:.2f}' for weight in weights)})"


def main() -> None:
    """Fit the constants and print them."""
    parser = argparse.ArgumentParser(prog="python -m bench.loss_weights", description=__doc__)
    parser.add_argument("--cache", type=Path, default=CACHE, help="where packages are kept")
    fields = (each for each in read_fields(parser.parse_args().cache) if not each.learning)
    made = [*made_of_codes(), *(one for each in fields for one in made_of_field(each))]
    for line in lines(fit(made)):
        print(line)


if __name__ == "__main__":
    main()
