"""HTML comparisons of two revisions, as a DokuWiki shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

from lxml import etree

from lawkb.model.history import Revision, RevisionKind, utc_time
from lawkb.model.law import Loss
from lawkb.model.privacy import public_name, without_addresses
from lawkb.parse.html.page import read_facts
from lawkb.parse.html.steps import attribute, classes, read_steps, walk, words_of

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


OUTSIDE = "127.0.0.1"  # the wiki's user name for a change outside of it, in the file itself

_TIMESTAMP = re.compile(r"[1-9]\d{0,11}", re.ASCII)


def read_sum(node: etree._Element) -> str:
    """Return the summary in an element, from its ``span.sum``, without the dash before it."""
    printed = _words(node, "sum")
    return without_addresses(printed.removeprefix("–").strip())


def read_user(node: etree._Element) -> tuple[str | None, bool]:
    """Return the user in an element, None for an IP address; and whether it was changed outside."""
    printed = _words(node, "user")
    return public_name(printed), printed == OUTSIDE


def _words(item: etree._Element, name: str) -> str:
    node = next((node for node in item.iter("span") if name in classes(node)), None)
    return words_of(node) if node is not None else ""


CONTEXT_LINES = 2  # unchanged lines that a comparison shows around a change

_PRINTED = re.compile(r"\[(\d{4})[/-](\d\d)[/-](\d\d) (\d\d:\d\d)\]", re.ASCII)
_QUERY_REVISION = re.compile(r"[?&;]rev=(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Diff:
    """A comparison of two revisions of a page.

    Attributes:
        page_id: Id of the page, or None.
        left: The older revision; None when the page does not name it.
        right: The newer one.
        hunks: Runs of changed lines with their context, in order.
        losses: What the comparison does not give.
        printed: Time of the newer revision as the wiki prints it, ``2017-05-26T09:05``, local time
            without an offset; None when it prints none.
        current: Whether the newer revision was the present one when the page was saved.
    """

    page_id: str | None
    left: Revision | None
    right: Revision | None
    hunks: tuple[Hunk, ...]
    losses: tuple[Loss, ...] = ()
    printed: str | None = None
    current: bool = False


def read_diff(content: bytes) -> Diff:
    """Read a comparison, side by side or inline. Never raises.

    Lines are raw wiki text: ``<wbr>`` is dropped, and no-break spaces become spaces, which they
    almost always are in the text. The inline view misplaces spaces next to deleted words: then
    the left side has a loss. The last line of a truncated page is ``partial``. A page that is no
    comparison gives no hunks and a loss.

    Source: formats.md, section 7.
    """
    page = read_steps(content)
    facts = read_facts(page)
    nodes = [step.node for step in page.steps if step.kind == "open"]
    table = next((n for n in nodes if n.tag == "table" and "diff" in classes(n)), None)
    if table is None:
        loss = Loss("text", "the page compares no revisions")
        return Diff(facts.page_id, None, None, (), (*page.losses, loss))
    rows = tuple(_rows(table))
    heads = _heads(rows)
    left, right = _revisions(nodes, heads)
    inline = "diff_inline" in classes(table)
    hunks, losses = read_hunks(rows, inline)
    cut = [Loss("text", "the comparison is truncated")] if page.cut else []
    return Diff(
        facts.page_id,
        left,
        right,
        _with_cut(hunks) if page.cut else hunks,
        (*page.losses, *cut, *losses),
        _printed(heads[1]) if len(heads) > 1 else None,
        len(heads) > 1 and _is_current(heads[1]),
    )


def runs_of(diff: Diff) -> tuple[tuple[DiffLine, ...], ...]:
    """Return the lines of the newer revision in runs without gaps."""
    runs: list[list[DiffLine]] = []
    for line in (line for hunk in diff.hunks for line in hunk.right):
        if not runs or line.number != runs[-1][-1].number + 1:
            runs.append([])
        runs[-1].append(line)
    return tuple(tuple(run) for run in runs)


def right_text(diff: Diff) -> tuple[str, tuple[Loss, ...]]:
    """Return the raw text of the newer revision, as far as the comparison shows it.

    Returns:
        Its lines; missing ones are empty, so that every line has its own number. A loss for each
        run of missing lines, and one when lines may follow the last; those of the comparison are
        not repeated.
    """
    lines = [line for hunk in diff.hunks for line in hunk.right]
    shown: list[str] = []
    losses: list[Loss] = []
    for line in lines:
        first = len(shown) + 1
        if line.number > first:
            losses.append(_missing(first, line.number - 1))
            shown += [""] * (line.number - first)
        if line.number == len(shown) + 1:
            shown.append(line.text)
    if not _reaches_end(diff):
        message = f"the comparison does not say what follows line {len(shown)}"
        losses.append(Loss("text", message, line=len(shown) + 1))
    return "\n".join(shown), tuple(losses)


def _missing(first: int, last: int) -> Loss:
    span = f"line {first} is" if first == last else f"lines {first} to {last} are"
    return Loss("text", f"{span} not in the comparison", line=first)


def _reaches_end(diff: Diff) -> bool:
    """Whether fewer lines follow the last change than a comparison shows as context."""
    lines = diff.hunks[-1].right if diff.hunks else ()
    after = next((i for i, line in enumerate(reversed(lines)) if not line.context), len(lines))
    return bool(diff.hunks) and after < CONTEXT_LINES


def _rows(table: etree._Element) -> Iterator[etree._Element]:
    """Yield the rows of the table itself, not of tables in its cells."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("tbody", "thead"):
            yield from (row for row in child if row.tag == "tr")


def _with_cut(hunks: tuple[Hunk, ...]) -> tuple[Hunk, ...]:
    """Mark the last line of a truncated page, whose end may be missing."""
    if not hunks or not hunks[-1].right:
        return hunks
    *before, last = hunks[-1].right
    return (*hunks[:-1], Hunk(hunks[-1].left, (*before, replace(last, partial=True))))


def _heads(rows: tuple[etree._Element, ...]) -> list[etree._Element]:
    """Return the headers of the two revisions, the older one first."""
    return [
        cell
        for row in rows
        for cell in row
        if cell.tag == "th" and "diff-lineheader" not in classes(cell)
    ]


def _printed(head: etree._Element) -> str | None:
    """Return the time in brackets after the id, ``rule_07 [2017/05/26 09:05]``, or None."""
    found = _PRINTED.search(words_of(head))
    return f"{found[1]}-{found[2]}-{found[3]}T{found[4]}" if found else None


def _is_current(head: etree._Element) -> bool:
    """Whether a header links to the page itself: links to older revisions name them."""
    links = [attribute(link, "href") for link in head.iter("a")]
    return bool(links) and not any(_QUERY_REVISION.search(link) for link in links)


def _revisions(
    nodes: list[etree._Element], heads: list[etree._Element]
) -> tuple[Revision | None, Revision | None]:
    ids = {
        attribute(node, "name"): attribute(node, "value")
        for node in nodes
        if node.tag == "input" and _TIMESTAMP.fullmatch(attribute(node, "value"))
    }
    left = _compared_revision(heads[0], ids.get("rev2[0]", "")) if heads else None
    right = _compared_revision(heads[1], ids.get("rev2[1]", "")) if len(heads) > 1 else None
    return left, right


def _compared_revision(head: etree._Element, known: str) -> Revision | None:
    """Return a revision from its header, or from the form above when the link has no number."""
    links = (_QUERY_REVISION.search(attribute(link, "href")) for link in head.iter("a"))
    linked = next((link[1] for link in links if link), known)
    time = utc_time(int(linked)) if _TIMESTAMP.fullmatch(linked) else None
    if time is None:
        return None
    user, outside = read_user(head)
    kind: RevisionKind = "minor" if "minor" in classes(head) else "unknown"
    return Revision(linked, time, kind, user, read_sum(head), outside=outside)
