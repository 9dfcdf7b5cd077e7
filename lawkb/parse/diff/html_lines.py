"""The lines of an HTML comparison of two revisions, as raw text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

from lxml import etree

from lawkb.model.law import Loss
from lawkb.parse.html.steps import classes, walk, words_of

Span = tuple[int, int]  # code points, half-open
_Side = Literal["both", "left", "right"]

_SIDES: dict[str, _Side] = {"diff-deletedline": "left", "diff-addedline": "right"}
_LINE = re.compile(r"\d{1,6}", re.ASCII)
_INLINE = re.compile(r"-(\d{1,6})(?:,\d+)? \+(\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of one revision.

    Attributes:
        number: Number of the line in the raw text, from 1.
        text: The raw text of the line.
        changed: Spans of words that the other revision does not have, in order.
        context: Whether the line is the same in both revisions.
        partial: Whether its end may be missing.
    """

    number: int
    text: str
    changed: tuple[Span, ...] = ()
    context: bool = False
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Hunk:
    """A run of consecutive lines.

    Attributes:
        left: Lines of the older revision.
        right: Lines of the newer one.
    """

    left: tuple[DiffLine, ...]
    right: tuple[DiffLine, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A span of a line, and the revisions that have it."""

    text: str
    side: _Side = "both"
    marked: bool = False


_Pieces = tuple[_Piece, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """A table row: a line of each side, or one with words of both (the inline view)."""

    left: _Pieces | None = None
    right: _Pieces | None = None
    mixed: _Pieces | None = None
    context: bool = False


def read_hunks(
    rows: Iterable[etree._Element], inline: bool
) -> tuple[tuple[Hunk, ...], tuple[Loss, ...]]:
    """Return the hunks of a comparison, and losses.

    Args:
        rows: Rows of the table, in order.
        inline: Whether both revisions are in one column.
    """
    drafts: list[_Draft] = []
    for row in rows:
        numbers = _numbers(row)
        if numbers:
            drafts.append(_Draft(*numbers))
        elif drafts:
            found = _inline_row(row) if inline else _row(row)
            drafts[-1].rows += [found] if found else []
    hunks = tuple(draft.hunk() for draft in drafts)
    mixed = any(row.mixed for draft in drafts for row in draft.rows)
    message = "the inline view misplaces spaces next to deleted words of the older revision"
    return hunks, (Loss("text", message),) if mixed else ()


@dataclass(slots=True)
class _Draft:
    """A hunk that is being read: the first line of each side, and its rows."""

    left: int
    right: int
    rows: list[_Row] = field(default_factory=list)

    def hunk(self) -> Hunk:
        lines: tuple[list[tuple[_Pieces, bool]], list[tuple[_Pieces, bool]]] = ([], [])
        for context, run in groupby(self.rows, key=lambda row: row.context):
            for found, side in zip(lines, _sides(tuple(run), context), strict=True):
                found += [(pieces, context) for pieces in side]
        return Hunk(_numbered(lines[0], self.left), _numbered(lines[1], self.right))


def _sides(run: tuple[_Row, ...], context: bool) -> tuple[list[_Pieces], list[_Pieces]]:
    """Return the lines of each side of a run that is all context, or all one change.

    In a change of lines into lines the wiki compares words, and writes a space for each line end
    between them, which is removed here.
    """
    if any(row.mixed is not None for row in run):
        return _split([row.mixed or row.right or row.left or () for row in run])
    left = [row.left for row in run if row.left is not None]
    right = [row.right for row in run if row.right is not None]
    if context:
        return left, right
    if not left or not right:
        return _all_marked(left), _all_marked(right)
    return _without_ends(left), _without_ends(right)


def _all_marked(lines: list[_Pieces]) -> list[_Pieces]:
    """Mark all words of lines that the other side lacks."""
    return [tuple(replace(piece, marked=True) for piece in line) for line in lines]


def _without_ends(lines: list[_Pieces]) -> list[_Pieces]:
    return [*(_without_end(line) for line in lines[:-1]), *lines[-1:]]


def _without_end(line: _Pieces) -> _Pieces:
    if not line or not line[-1].text.endswith(" "):
        return line
    last = line[-1]
    return (*line[:-1], replace(last, text=last.text[:-1]))


def _split(rows: list[_Pieces]) -> tuple[list[_Pieces], list[_Pieces]]:
    """Return the lines of each side of mixed rows; a row ends a line of the side of its end."""
    sides: tuple[list[_Pieces], list[_Pieces]] = ([], [])
    names: tuple[_Side, _Side] = ("left", "right")
    open_lines: tuple[list[_Piece], list[_Piece]] = ([], [])
    for index, row in enumerate(rows):
        last = index == len(rows) - 1
        ends: _Side = row[-1].side if row and not last else "both"
        for name, lines, pieces in zip(names, sides, open_lines, strict=True):
            pieces += [p for p in (row if last else _without_end(row)) if p.side in ("both", name)]
            if ends in ("both", name):
                lines.append(tuple(pieces))
                pieces.clear()
    for lines, pieces in zip(sides, open_lines, strict=True):
        lines += [tuple(pieces)] if any(piece.text for piece in pieces) else []
    return sides


def _numbered(lines: list[tuple[_Pieces, bool]], first: int) -> tuple[DiffLine, ...]:
    return tuple(_line(n, *line) for n, line in enumerate(lines, start=first))


def _line(number: int, pieces: _Pieces, context: bool) -> DiffLine:
    changed: list[Span] = []
    at = 0
    for piece in pieces:
        if piece.marked and piece.text:
            joins = changed and changed[-1][1] == at
            begin = changed.pop()[0] if joins else at
            changed.append((begin, at + len(piece.text)))
        at += len(piece.text)
    return DiffLine(number, "".join(piece.text for piece in pieces), tuple(changed), context)


def _numbers(row: etree._Element) -> tuple[int, int] | None:
    """Return the first lines of a hunk: ``Γραμμή 3:`` twice, or ``@@ Γραμμή -3,14 +3,56 @@``."""
    heads = [words_of(cell) for cell in row if "diff-blockheader" in classes(cell)]
    inline = _INLINE.search(heads[0]) if heads else None
    if inline:
        return int(inline[1]), int(inline[2])
    found = [match for match in map(_LINE.search, heads) if match]
    return (int(found[0][0]), int(found[-1][0])) if found else None


def _row(row: etree._Element) -> _Row | None:
    """Read a row of the side-by-side view."""
    cells = {name: cell for cell in row for name in classes(cell)}
    context = [cell for cell in row if "diff-context" in classes(cell)]
    if context:
        return _Row(_pieces(context[0]), _pieces(context[-1]), context=True)
    left, right = cells.get("diff-deletedline"), cells.get("diff-addedline")
    if left is None and right is None:
        return None
    return _Row(
        _pieces(left) if left is not None else None,
        _pieces(right) if right is not None else None,
    )


def _inline_row(row: etree._Element) -> _Row | None:
    """Read a row of the inline view, whose last cell is the line."""
    cell = row[-1] if len(row) > 1 else None
    if cell is None or cell.tag != "td" or "diffnav" in classes(cell):
        return None
    names = classes(cell)
    pieces = _pieces(cell)
    if "diff-context" in names:
        return _Row(pieces, pieces, context=True)
    if "diff-deletedline" in names:
        return _Row(left=pieces)
    return _Row(right=pieces) if "diff-addedline" in names else _Row(mixed=pieces)


def _pieces(cell: etree._Element) -> _Pieces:
    """Return the raw text of a line: without ``<wbr>``, no-break spaces as spaces."""
    found: list[_Piece] = []
    path: list[_Piece] = [_Piece("")]
    for step in walk(cell):
        if step.kind == "open":
            inner = step.node is not cell
            path.append(_set_off(classes(step.node), path[-1]) if inner else path[-1])
        elif step.kind == "close":
            path.pop()
        elif step.kind == "text":
            text = step.text.replace("\u00a0", " ").replace("\n", " ")
            found.append(replace(path[-1], text=text))
    return tuple(found)


def _set_off(names: frozenset[str], around: _Piece) -> _Piece:
    """Return the side and mark that an element gives the words in it."""
    if "diff-mark" in names:
        return replace(around, marked=True)
    for name, side in _SIDES.items():
        if name in names:
            return _Piece("", side, marked=True)
    return around
