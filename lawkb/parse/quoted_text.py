"""Find the text of another act that an amending act quotes: its articles and labels are not ours.

``Article 4 is replaced by the following:`` leads to it, and its quotation marks may be many lines
apart: ``‘Article 4``, ``1. …``, ``2. …’;``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lawkb.parse.document import TextBlock

_CLOSING = {"«": "»", "“": "”", "„": "“", "‘": "’", "‚": "‘", '"': '"'}
# Signs that are never something else, as ’ is in *members’*: they are counted.
_COUNTED = "«“"
_LEADS = (":", "—", "–")
_AFTER = r"[\s.;,·:)\]]*(?:\w{1,4}\s*)?$"  # «…»· και
_LEAD_ON_LINE = re.compile(r"[:—–]\s*(?=[«“])")
_LONGEST = 400  # lines


def mark_quotations(blocks: tuple[TextBlock, ...]) -> tuple[TextBlock, ...]:
    """Return the lines of a page, those of a quoted text marked, so that they get no addresses.

    A quotation begins after a line that leads to it with a colon or a dash, or after these signs on
    the line itself. If its end is not found, nothing is marked.

    Args:
        blocks: Lines of kind ``text`` in page order.
    """
    quoted = {at for first, last in _quotations(blocks) for at in range(first, last + 1)}
    if not quoted:
        return blocks
    return tuple(
        replace(block, is_quoted=True) if index in quoted else block
        for index, block in enumerate(blocks)
    )


def _quotations(blocks: tuple[TextBlock, ...]) -> Iterator[tuple[int, int]]:
    """Yield index of the first and the last line of each quotation."""
    index = 0
    while index < len(blocks):
        text = blocks[index].text
        last: int | None = None
        first = index
        if index and text[:1] in _CLOSING and blocks[index - 1].text.endswith(_LEADS):
            last = _end(blocks, index, 0)
        elif lead := _LEAD_ON_LINE.search(text):
            last = _end(blocks, index, lead.end())
            first += 1
        if last is not None and first <= last:
            yield first, last
        index = first + 1 if last is None else max(last, index) + 1


def _end(blocks: tuple[TextBlock, ...], first: int, at: int) -> int | None:
    """Return the index of the line on which the quotation ends that begins at an offset of a line.

    None when it is a word in quotation marks, or its end is not found.
    """
    opening = blocks[first].text[at]
    closing = _CLOSING[opening]
    ends = re.compile(re.escape(closing) + _AFTER)
    depth = 0
    for index in range(first, min(first + _LONGEST, len(blocks))):
        text = blocks[index].text[at if index == first else 0 :]
        if opening in _COUNTED:
            depth, left = _depth(text, opening, closing, depth)
            if not depth:
                return index if re.fullmatch(_AFTER, left) else None
        elif index == first and re.search(rf"{closing}(?!\w)", text[1:]) and not ends.search(text):
            return None
        elif ends.search(text, index == first):
            return index
    return None


def _depth(text: str, opening: str, closing: str, depth: int) -> tuple[int, str]:
    """Return how many quotations are open after a line, and what is after the end of the last."""
    for at, char in enumerate(text):
        depth += (char == opening) - (char == closing)
        if not depth:
            return 0, text[at + 1 :]
    return depth, ""
