"""The rule for texts too long for other rules."""

from __future__ import annotations

from collections.abc import Iterator

from lawkb.checks.texts import LONGEST_CHECKED, Fault, TextPair, each_text
from lawkb.model.finding import say

_QUOTED = 80  # most characters quoted


def too_long(pair: TextPair) -> Iterator[Fault]:
    """A text that is too long to be checked; no other rule reads it or its counterpart.

    Why: the time for one text is limited, so that a file from a stranger cannot stop the checks.

    Example: a whole book in one cell of a bilingual file.

    Limits: the limit is 10,000 characters; provisions of laws have some hundreds. It is reported
    whichever rules are selected.
    """
    for name, side, _ in each_text(pair):
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
