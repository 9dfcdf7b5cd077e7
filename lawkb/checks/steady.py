"""Words that a code renders alike everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lawkb.align.association import Partner, WordPair
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
    here, there = ours.counts, theirs.counts
    partners = model.partners(ours, theirs)
    found: dict[str, tuple[int, Steady]] = {}
    seen, fewest = model.association.source, _FEWEST + model.taught
    for at, token in enumerate(ours.tokens):
        if token.common or token.cited or seen.get(token.key, 0) < fewest or token.key.isdigit():
            continue
        if token.key not in model.general and token.key not in found:
            steady = _steady(model, token.key, (here, there), partners)
            if steady and steady.words.isdisjoint(there):
                found[token.key] = at, steady
    return tuple(found.values())


def _steady(
    model: LossModel, key: str, texts: WordPair, partners: Mapping[str, Partner]
) -> Steady | None:
    known = model.association
    own = model.own(*texts)
    partner = partners.get(key)
    if partner is None or partner.chance > _MOST_COMMON:
        return None
    times, there = known.covered.get(key, (0, 0))
    if own:
        found = min(own[0][key], sum(own[1].get(word, 0) for word in partner.words))
        times, there = times - own[0][key], there - found
    if there < times:
        return None
    return Steady(partner.words, known.source[key] - model.taught)
