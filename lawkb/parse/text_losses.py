"""What a text page lost that its lines still tell: the cells of tables, heads of comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawkb.model.law import Loss
from lawkb.parse.comments import comment_losses
from lawkb.parse.text import Block, is_labelled

_LONGEST_ROW = 200
_SENTENCE_END = (".", ";", "·", ",", ":", "!")
_CELL = re.compile(r"[\t\d]")


def text_losses(blocks: tuple[Block, ...]) -> tuple[Loss, ...]:
    """The losses of a text page that its blocks show.

    Rows of a table stand without blank lines between them, their cells run together:
    ``North StartsLakes159``. They stay text as they are.
    """
    tables = tuple(
        Loss("table", "rows of a table: where its cells end is lost", line=run[0].line)
        for run in _runs(blocks)
        if _is_table(run)
    )
    return (*tables, *comment_losses(blocks))


def _runs(blocks: tuple[Block, ...]) -> Iterator[list[Block]]:
    """Lines of law text with no blank line between them, and no label in front."""
    run: list[Block] = []
    for block in blocks:
        fits = block.kind == "text" and not is_labelled(block) and len(block.text) <= _LONGEST_ROW
        if fits:
            run.append(block)
        if run and (not fits or not block.touches):
            yield run
            run = []
    if run:
        yield run


def _is_table(run: list[Block]) -> bool:
    sentences = sum(block.text.endswith(_SENTENCE_END) for block in run)
    cells = sum(bool(_CELL.search(block.text)) for block in run)
    return len(run) > 1 and 3 * sentences <= len(run) and 2 * cells >= len(run)
