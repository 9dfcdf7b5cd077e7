"""A pair as the loss model is to see it: numbers that both texts say in some way are not lost."""

from __future__ import annotations

from dataclasses import replace

from lawkb.checks.numbers import answered
from lawkb.checks.readings import Reading, read_side
from lawkb.checks.texts import TextPair


def read_pair(pair: TextPair) -> tuple[Reading, Reading]:
    """Both texts of a pair, without what the original says of numbers in another way.

    Figures and words for numbers, times and spans that have an equal in the translation, but not
    the same figures or words, are nothing that the model knows of: *45 minutes* beside *τρία
    τέταρτα της ώρας* speaks neither for a loss nor against it.
    """
    ours, theirs = read_side(pair.original), read_side(pair.translation)
    spans = answered(pair)
    if not spans:
        return ours, theirs
    there = theirs.counts
    blank = {
        at
        for at, token in enumerate(ours.tokens)
        if token.key not in there
        and not token.cited
        and any(start < token.end and token.start < end for start, end in spans)
    }
    if not blank:
        return ours, theirs
    tokens = tuple(
        token._replace(key="") if at in blank else token for at, token in enumerate(ours.tokens)
    )
    return replace(ours, tokens=tokens, asked={}), theirs
