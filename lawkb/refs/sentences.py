"""The sentences of a text, cut so that no reference and no bracketed «(See …)» is torn off."""

from __future__ import annotations

import re
from bisect import bisect_right

from lawkb.model.passage import Span

# A mark, what closes behind it, a space, and no bracket: a sentence keeps the «(See …)» behind it.
_END = re.compile(r"(?<![.!?…])[.!?…]++[)\]»”’\"']*+\s++(?=[^(\[])")
_LONGEST_ABBREVIATION = 12


def sentence_starts(
    text: str, abbreviations: frozenset[str], references: tuple[Span, ...]
) -> tuple[int, ...]:
    """Where the sentences of a text begin, the first at 0.

    No sentence begins with a small letter, behind an abbreviation such as «βλ.», or inside a
    reference.

    Args:
        text: Any text.
        abbreviations: Words before a full stop that ends no sentence, casefolded.
        references: Spans that are not cut, in order and not overlapping.
    """
    begins = [start for start, _ in references]
    starts = [0]
    for match in _END.finditer(text):
        place = bisect_right(begins, match.start()) - 1
        inside = place >= 0 and match.end() < references[place][1]
        if not (
            inside or text[match.end()].islower() or _word_before(text, match) in abbreviations
        ):
            starts.append(match.end())
    return tuple(starts)


def sentence_of(text: str, starts: tuple[int, ...], span: Span) -> tuple[str, Span]:
    """The sentence that a span stands in, and the place of the span in it.

    Args:
        text: The text.
        starts: As ``sentence_starts`` gives them for the text and this span.
        span: What is cited.
    """
    place = bisect_right(starts, span[0])
    begin = starts[place - 1]
    end = starts[place] if place < len(starts) else len(text)
    cited = text[begin : span[1]]
    return cited + text[span[1] : end].rstrip(), (span[0] - begin, span[1] - begin)


def _word_before(text: str, match: re.Match[str]) -> str:
    """The word before a full stop, short enough to be an abbreviation."""
    before = text[max(0, match.start() - _LONGEST_ABBREVIATION) : match.start()]
    return re.split(r"[\W_]", before)[-1].casefold()
