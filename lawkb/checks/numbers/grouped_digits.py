"""Codes in digits that two texts group differently: telephones, IBAN, ISBN, postcodes.

They are no numbers: *210 654 3210* and *2106543210* are one telephone, 104 32 and 10432 one town.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lawkb.model.passage import Span

_GROUP = re.compile(r"(?<![^\W_])(?!(?<=\()0\))[A-Z]{0,4}\d[A-Z0-9]*(?![^\W_])")
# What is between two groups; the nought of «+49 (0)30» is dialled at home alone.
_BETWEEN = re.compile(r"[ \u00a0\u202f]?(?:\(0\)|[-‐‑–./()])[ \u00a0\u202f]?|[ \u00a0\u202f]")
_FEWEST, _FEWEST_OF_DATES = 5, 9  # signs of a code; of one whose groups dots or strokes part
_MOST_GROUPS = 12


class _Code(NamedTuple):
    """Neighbouring groups of a text that may be one code."""

    written: str  # the groups, joined
    span: Span
    groups: int


def regrouped_codes(ours: str, theirs: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the spans of the codes that two texts both have, in other groups: of each text."""
    here, there = (
        {code.written: code for code in sorted(_codes(text), key=lambda each: -each.groups)}
        for text in (ours, theirs)
    )
    both = [(here[each], there[each]) for each in here if each in there]
    found = [(a.span, b.span) for a, b in both if a.groups != b.groups]
    return tuple(a for a, _ in found), tuple(b for _, b in found)


def _codes(text: str) -> Iterator[_Code]:
    for run in _runs(text):
        for first in range(len(run)):
            for last in range(first, min(len(run), first + _MOST_GROUPS)):
                start, end = run[first].start(), run[last].end()
                written = "".join(group[0] for group in run[first : last + 1])
                dotted = any(sign in text[start:end] for sign in "./")
                if len(written) >= (_FEWEST_OF_DATES if dotted else _FEWEST):
                    yield _Code(written, (start, end), last - first + 1)


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """Yield runs of groups with nothing but a space or a sign between them."""
    run: list[re.Match[str]] = []
    for group in _GROUP.finditer(text):
        if run and not _BETWEEN.fullmatch(text, run[-1].end(), group.start()):
            yield run
            run = []
        run.append(group)
    if run:
        yield run
