"""Labels at the start of a line: ``Α.``, ``1.``, ``2. (α)``, ``(i)``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from lawkb.model.address import Level, Scheme, ordinal
from lawkb.model.language import Language

_TOKEN = {
    "arabic": r"\d{1,4}",
    "upper": r"[^\W\d_]{1,4}",
    "lower": r"[^\W\d_]{1,4}",
    "roman": "[ivx]{1,6}",
}
# A wiki shows the points (c) and (r) as these signs when its typography is on.
_SHOWN_AS = {"©": "(c)", "®": "(r)"}


@dataclass(frozen=True, slots=True)
class Label:
    """A label as it stands on a page, with every reading it allows.

    Attributes:
        printed: As the page prints it, ``(α)``.
        readings: Pairs of depth and ordinal; ``(i)`` is the ninth point or the first roman.
        end: Code point of the line after the label and the space behind it.
    """

    printed: str
    readings: tuple[tuple[int, int], ...]
    end: int


def read_labels(line: str, scheme: Scheme, language: Language) -> tuple[Label, ...]:
    """The labels a line opens with, outermost first; most lines open with none.

    Args:
        line: Without white space in front.
        scheme: The levels; the law itself is no label.
        language: The alphabet to read letters in; Latin canonical letters are read too.
    """
    labels: list[Label] = []
    at = 0
    while label := _label_at(line, at, scheme, language):
        if labels and min(depth for depth, _ in label.readings) <= min(
            d for d, _ in labels[-1].readings
        ):
            break
        labels.append(label)
        at = label.end
    return tuple(labels)


def _label_at(line: str, at: int, scheme: Scheme, language: Language) -> Label | None:
    shown = _SHOWN_AS.get(line[at : at + 1])
    if shown:
        label = _label_at(shown + line[at + 1 :], 0, scheme, language)
        return (
            replace(label, printed=line[at], end=at + label.end - len(shown) + 1) if label else None
        )
    readings: list[tuple[int, int]] = []
    printed = ""
    end = at
    for depth, level in enumerate(scheme.levels[1:], start=1):
        match = _pattern(level).match(line, at)
        if not match:
            continue
        n = language.ordinal(level.numbering, match[2]) or ordinal(level.numbering, match[2])
        if n:
            readings.append((depth, n))
            printed, end = match[1], match.end()
    return Label(printed, tuple(readings), end) if readings else None


@cache
def _pattern(level: Level) -> re.Pattern[str]:
    """A label of a level, and the space or the end of the line behind it."""
    before, _, after = level.printed.partition("{}")
    token = _TOKEN[level.numbering]
    return re.compile(f"({re.escape(before)}({token}){re.escape(after)})(?:\\s+|$)")
