"""A page that compares two revisions as a document: the newer revision as far as it is shown."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from lawkb.model.law import Loss
from lawkb.normal_forms import normalized
from lawkb.parse.diff.html import Diff, right_text, runs_of
from lawkb.parse.diff.html_lines import DiffLine
from lawkb.parse.diff.revision import Comparison
from lawkb.parse.document import Block, Document
from lawkb.parse.dokuwiki.document import read_wikitext

# Code points of the newer side; several times the largest law, as for a page of text.
LARGEST_SIDE = 96 * 1024


def read_diff_page(diff: Diff, total: int) -> tuple[Document, Comparison]:
    """Return the newer side of a comparison as blocks with gaps between them.

    Consecutive lines are parsed together, so that an unclosed sign in one run changes no other.
    Notes are numbered within their run: the page numbers them differently.

    Args:
        diff: The comparison.
        total: Characters of the page. Those of the older side and of the wiki are furniture.

    Returns:
        The document, and the revision it shows.
        The document, and which revision it is of.
    """
    blocks: list[Block] = []
    losses: list[Loss] = list(diff.losses)
    lines = [line for run in runs_of(diff) for line in run]
    large = sum(len(line.text) + 1 for line in lines) > LARGEST_SIDE
    if large:
        losses.append(Loss("unparsed", f"more than {LARGEST_SIDE} characters: not read"))
    for run in () if large else runs_of(diff):
        for part in _parts(run):
            found = read_wikitext(_text(part), diff.page_id or "")
            blocks += _sized(found.blocks, part)
            losses += [_moved(loss, part[0].number - 1) for loss in found.losses]
    rest = max(0, total - sum(block.size + block.note_size for block in blocks))
    whole = rest + sum(block.size + block.note_size for block in blocks)
    partial = frozenset(line.number for line in lines if line.partial)
    time = diff.right.time if diff.right else None
    document = Document(
        "diff",
        tuple(blocks),
        page_id=diff.page_id,
        revised=diff.printed or time,
        user=diff.right.user if diff.right else None,
        total=whole,
        elsewhere=(("furniture", rest),) if rest else (),
        losses=tuple(losses),
        complete=False,
    )
    runs = tuple(run[0].number for run in runs_of(diff))
    whole = diff.current and not partial and not large and not right_text(diff)[1]
    return document, Comparison(diff.current, diff.printed, time, partial, runs, whole)


def _parts(run: tuple[DiffLine, ...]) -> tuple[tuple[DiffLine, ...], ...]:
    """Split a run into single lines if any may be truncated: blank lines may be missing."""
    if any(line.partial for line in run[:-1]):
        return tuple((line,) for line in run)
    return (run,)


def _text(lines: tuple[DiffLine, ...]) -> str:
    return normalized("NFC", "\n".join(line.text for line in lines))


def _sized(blocks: tuple[Block, ...], lines: tuple[DiffLine, ...]) -> list[Block]:
    """Set lines and sizes of blocks for the page; line ends are in no text of the HTML."""
    found: list[Block] = []
    for block, after in zip_longest(blocks, blocks[1:]):
        ends = (after.line if after else len(lines)) - block.line
        size = max(0, block.size - max(0, ends))
        line = block.line + lines[0].number - 1
        found.append(replace(block, line=line, size=size))
    return found


def _moved(loss: Loss, by: int) -> Loss:
    return replace(loss, line=loss.line + by if loss.line else None)
