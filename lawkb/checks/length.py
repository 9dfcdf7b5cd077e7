"""The rule for texts that no other rule reads."""

from __future__ import annotations

from collections.abc import Iterator

from lawkb.checks.texts import LONGEST_CHECKED, Fault, TextPair, both
from lawkb.model.sentence import say

_QUOTED = 80  # characters


def too_long(pair: TextPair) -> Iterator[Fault]:
    """A text too long to be checked; no other rule reads it, nor what stands beside it.

    Why: the work on one text has a bound, whoever wrote it.

    Example: a whole book in one cell of a bilingual file.

    Limits: a text is too long from 10,001 characters on; provisions of laws have some hundreds.
    It is reported whichever rules are selected.
    """
    for name, side, _ in both(pair):
        length, text = max((len(text), text) for text in (side.text, side.heading))
        if length > LONGEST_CHECKED:
            yield Fault(
                say(
                    "too long to be checked: %(length)s characters, %(most)s at most",
                    length=str(length),
                    most=str(LONGEST_CHECKED),
                ),
                quote=f"{text[:_QUOTED]} …",
                hint=say("split it, original and translation alike"),
                key="too long",
                on=name,
            )
