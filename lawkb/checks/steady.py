"""Words that a code renders alike everywhere."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.align.association import Association, Partner
from lawkb.checks.loss import LossModel
from lawkb.checks.readings import Reading

_FEWEST = 8  # other pairs in which a word must have been rendered alike
_MOST_COMMON = 0.5  # of all texts that may hold its counterpart: else its absence says little


@dataclass(frozen=True, slots=True)
class Steady:
    """A word that is always rendered alike.

    Attributes:
        words: Its counterparts, by their stems.
        times: In how many other pairs it is.
    """

    words: frozenset[str]
    times: int


def steady_absences(
    model: LossModel, ours: Reading, theirs: Reading
) -> tuple[tuple[int, Steady], ...]:
    """Words that have one counterpart everywhere else, and none here.

    Returns:
        Index of the first token of each such word of the original, with what is known of it.
    """
    known, here, there = model.association, ours.counts, theirs.counts
    own, fewest = model.own(here, there), _FEWEST + model.taught
    found: dict[str, tuple[int, Steady]] = {}
    for at, token in enumerate(ours.tokens):
        if token.common or token.cited:
            continue
        key = token.key
        elsewhere = known.source.get(key, 0)
        if elsewhere < fewest or key.isdigit() or key in found:
            continue
        partner = known.partner(key, own)
        absent = partner and partner.words.isdisjoint(there) and key not in model.general
        if partner and absent and _is_steady(known, partner, key, here[key] if own else 0):
            found[key] = at, Steady(partner.words, elsewhere - model.taught)
    return tuple(found.values())


def _is_steady(known: Association, partner: Partner, key: str, here: int) -> bool:
    """Whether a word has its counterpart wherever else it is; here, where it has none, it may be.

    Args:
        known: What was counted.
        partner: Its counterparts.
        key: The word.
        here: How often what was counted has it here.
    """
    times, there = known.covered.get(key, (0, 0))
    return partner.chance <= _MOST_COMMON and there >= times - here
