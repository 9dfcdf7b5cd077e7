"""Whether the score of an omission is the probability of a loss that it says it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import get_args

from bench.fault_codes import Clean, Group, clean_codes
from bench.fault_kinds import KINDS, faults_of
from lawkb.checks.omission.features import read_features
from lawkb.checks.omission.loss_model import SHORT

_BOUNDS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.01)
_LOSSES = tuple(kind for kind in KINDS if kind.rules == ("omission",) and kind.name.endswith("%"))
_HEAD = """## Scores

The score of an omission is the probability of a loss, if as many texts were damaged as whole. For
each range of scores: the mean of them, what share of the texts that have them were damaged, and how
many texts there were, clean and damaged. *Short* are originals of fewer than {short} words.

| scores | {groups} |
|---{rules}|
"""


@dataclass(frozen=True, slots=True)
class Score:
    """What the loss model says of a text.

    Attributes:
        group: What was known of the text when the model was made.
        short: Whether it has a scale of its own.
        damaged: Whether words were taken out.
        score: The probability it tells.
    """

    group: Group
    short: bool
    damaged: bool
    score: float


def score_lines(seed: int) -> list[str]:
    """The section of the page.

    Args:
        seed: Of the losses.
    """
    told = [score for code in clean_codes() for score in _of_code(code, seed)]
    kinds = [(group, short) for group in get_args(Group) for short in (True, False)]
    named = (f"{'short' if short else 'others'}, {group}" for group, short in kinds)
    head = _HEAD.format(short=SHORT, groups=" | ".join(named), rules="|---" * len(kinds))
    lines = [head.rstrip("\n")]
    groups = [[one for one in told if (one.group, one.short) == kind] for kind in kinds]
    for low, high in pairwise(_BOUNDS):
        cells = (_cell(group, low, high) for group in groups)
        lines.append(f"| {low:.1f}–{min(1.0, high):.1f} | {' | '.join(cells)} |")
    return [*lines, ""]


def _of_code(code: Clean, seed: int) -> Iterator[Score]:
    model = code.setting(by_terms=False).loss
    for pair in code.pairs:
        ours, theirs = read_features(pair.original), read_features(pair.translation)
        score = model.judge(ours, theirs).probability
        yield Score(code.group, len(ours.tokens) < SHORT, False, score)
    for fault in faults_of(code, seed, _LOSSES):
        (text,) = fault.texts.values()
        ours, theirs = read_features(fault.pair.original), read_features(fault.pair.translation)
        anew = replace(model, counted=(ours.counts, theirs.counts))
        score = anew.judge(ours, read_features(code.side(fault.pair, text))).probability
        yield Score(code.group, len(ours.tokens) < SHORT, True, score)


def _cell(group: Sequence[Score], low: float, high: float) -> str:
    """Mean score, share of damaged texts as if as many were damaged as clean, and both numbers."""
    sizes = Counter(one.damaged for one in group)
    inside = [one for one in group if low <= one.score < high]
    weights = [1 / sizes[one.damaged] for one in inside]
    if not inside:
        return "–"
    mean = sum(w * one.score for w, one in zip(weights, inside, strict=True)) / sum(weights)
    lost = sum(w for w, one in zip(weights, inside, strict=True) if one.damaged) / sum(weights)
    found = Counter(one.damaged for one in inside)
    return f"{mean:.2f}: {lost:.2f} ({found[False]} + {found[True]})"
