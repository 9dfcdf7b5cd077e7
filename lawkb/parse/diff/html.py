"""Read HTML comparisons of two revisions, as DokuWiki shows them: the lines of the newer one.

Often a comparison is the only raw text of a page that a public wiki gives: if a page was created as
a stub and then filled, the comparison of the two revisions shows all of its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.page import utc_time
from lawkb.model.privacy import public_name
from lawkb.parse.document import iso_time
from lawkb.parse.html.elements_in_order import attribute, classes, read_steps, walk, words_of
from lawkb.parse.html.page_facts import read_facts

_TIMESTAMP = re.compile(r"[1-9]\d{0,11}", re.ASCII)
_QUERY_REVISION = re.compile(r"[?&;]rev=(\d+)", re.ASCII)
_LINE = re.compile(r"\d{1,6}", re.ASCII)
_INLINE = re.compile(r"-\d{1,6}(?:,\d+)? \+(\d{1,6})", re.ASCII)
_MISPLACED = "the inline view misplaces spaces next to deleted words of the older revision"


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of the newer revision in a comparison of two revisions.

    Attributes:
        number: Number of the line in the raw text, from 1.
        text: Raw wiki text of the line.
        context: Whether the line is the same in both revisions, and only shown around a change.
        partial: Whether the end of the line may be missing.
    """

    number: int
    text: str
    context: bool = False
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Diff:
    """The newer revision of a page, as far as a comparison with an older revision shows it.

    Attributes:
        page_id: Id of the page; None when unknown.
        lines: Changed lines and the unchanged lines around them, in order.
        losses: What could not be read.
        printed: Time of the revision as the wiki prints it, ``2017-05-26T09:05``, local time
            without an offset; None when it prints none.
        time: The same moment in UTC, ``2017-05-26T06:05:00Z``; None when unknown.
        user: Author of the revision; None when unknown.
        current: Whether the revision was the present one when the comparison was saved.
    """

    page_id: str | None
    lines: tuple[DiffLine, ...]
    losses: tuple[Loss, ...]
    printed: str | None = None
    time: str | None = None
    user: str | None = None
    current: bool = False


def read_diff(content: bytes) -> Diff:
    """Return the newer revision in an HTML comparison, side by side or inline. Never raises.

    Lines are raw wiki text: ``<wbr>`` is dropped, and no-break spaces become spaces, which they
    almost always are in the text. The last line of a truncated page is ``partial``. A page that is
    no comparison gives no lines and a loss.

    Source: the comparison pages of DokuWiki.
    """
    page = read_steps(content)
    page_id = read_facts(page).page_id
    nodes = [step.node for step in page.steps if step.kind == "open"]
    table = next((n for n in nodes if n.tag == "table" and "diff" in classes(n)), None)
    if table is None:
        return Diff(
            page_id,
            (),
            (*page.losses, Loss("text", "the page is not a comparison of two revisions")),
        )
    rows = tuple(_rows(table))
    lines, is_mixed = _newer_lines(rows, inline="diff_inline" in classes(table))
    losses = list(page.losses)
    if page.cut:
        losses.append(Loss("text", "the comparison is truncated"))
        lines[-1:] = [replace(line, partial=True) for line in lines[-1:]]
    if is_mixed:
        losses.append(Loss("text", _MISPLACED))
    heads = [
        cell
        for row in rows
        for cell in row
        if cell.tag == "th" and "diff-lineheader" not in classes(cell)
    ]
    if len(heads) < 2:
        return Diff(page_id, tuple(lines), tuple(losses))
    head = heads[1]  # the older revision is first
    time = _time(head, nodes)
    user = _user(head) if time else None
    current = _is_current(head)
    return Diff(
        page_id, tuple(lines), tuple(losses), iso_time(words_of(head)) or None, time, user, current
    )


def _rows(table: etree._Element) -> Iterator[etree._Element]:
    """Yield the rows of a table, without those of tables inside its cells."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("tbody", "thead"):
            yield from (row for row in child if row.tag == "tr")


def _is_current(head: etree._Element) -> bool:
    """Whether a header links to the page itself: links to older revisions name them."""
    links = [attribute(link, "href") for link in head.iter("a")]
    return bool(links) and not any(_QUERY_REVISION.search(link) for link in links)


def _time(head: etree._Element, nodes: list[etree._Element]) -> str | None:
    """Return the time of the revision that a header links, else of the one in the form above."""
    links = (_QUERY_REVISION.search(attribute(link, "href")) for link in head.iter("a"))
    form = (
        attribute(node, "value")
        for node in reversed(nodes)
        if node.tag == "input" and attribute(node, "name") == "rev2[1]"
    )
    stamps = (link[1] for link in links if link)
    stamp = next(stamps, "") or next(filter(_TIMESTAMP.fullmatch, form), "")
    return utc_time(int(stamp)) if _TIMESTAMP.fullmatch(stamp) else None


def _user(head: etree._Element) -> str | None:
    node = next((node for node in head.iter("span") if "user" in classes(node)), None)
    return public_name(words_of(node)) if node is not None else None


@dataclass(frozen=True, slots=True)
class _Row:
    """A table row of a comparison.

    Attributes:
        older: Whether the row has words of the older revision.
        newer: Line of the newer revision; None when the row has none.
        mixed: In the inline view, spans of a line with words of both revisions, each with whether
            only the older one has it; None for other rows.
        context: Whether the line is the same in both revisions.
    """

    older: bool
    newer: str | None
    mixed: tuple[tuple[str, bool], ...] | None = None
    context: bool = False


def _newer_lines(rows: tuple[etree._Element, ...], inline: bool) -> tuple[list[DiffLine], bool]:
    """Return the newer lines of all hunks, and whether a row mixes words of both revisions."""
    hunks: list[tuple[int, list[_Row]]] = []
    for row in rows:
        first = _first_line(row)
        if first is not None:
            hunks.append((first, []))
        elif hunks and (read := _inline_row(row) if inline else _row(row)):
            hunks[-1][1].append(read)
    lines: list[DiffLine] = []
    for first, hunk in hunks:
        shown = [
            (text, context)
            for context, run in groupby(hunk, key=lambda row: row.context)
            for text in _newer(tuple(run), context)
        ]
        lines += [DiffLine(n, *line) for n, line in enumerate(shown, start=first)]
    return lines, any(row.mixed for _, hunk in hunks for row in hunk)


def _first_line(row: etree._Element) -> int | None:
    """Return the first newer line of a hunk: 3 for ``Γραμμή 3:`` and ``@@ Γραμμή -3 +3 @@``."""
    heads = [words_of(cell) for cell in row if "diff-blockheader" in classes(cell)]
    inline = _INLINE.search(heads[0]) if heads else None
    if inline:
        return int(inline[1])
    found = [match for match in map(_LINE.search, heads) if match]
    return int(found[-1][0]) if found else None


def _newer(run: tuple[_Row, ...], context: bool) -> list[str]:
    """Return the newer lines of consecutive rows that are all unchanged, or all one change.

    Where lines were changed into lines, the wiki compares words, and writes a space for each line
    end between them, which is removed here.
    """
    if any(row.mixed is not None for row in run):
        return _newer_of_mixed(run)
    newer = [row.newer for row in run if row.newer is not None]
    if context or not any(row.older for row in run):
        return newer
    return [*(line.removesuffix(" ") for line in newer[:-1]), *newer[-1:]]


def _newer_of_mixed(run: tuple[_Row, ...]) -> list[str]:
    """Return the newer lines of mixed rows; line ends of only the older revision are ignored."""
    lines: list[str] = []
    begun = ""
    for number, row in enumerate(run, start=1):
        spans = row.mixed if row.mixed is not None else ((row.newer or "", False),)
        begun += "".join(text for text, is_older in spans if not is_older)
        if number == len(run):
            lines.append(begun)
        elif not (spans and spans[-1][1]):
            lines.append(begun.removesuffix(" ") if spans else begun)
            begun = ""
    return lines


def _row(row: etree._Element) -> _Row | None:
    """Read a row of the side-by-side view; None for other rows."""
    cells = {name: cell for cell in row for name in classes(cell)}
    context = [cell for cell in row if "diff-context" in classes(cell)]
    if context:
        return _Row(older=True, newer=_text(context[-1]), context=True)
    left, right = cells.get("diff-deletedline"), cells.get("diff-addedline")
    if left is None and right is None:
        return None
    return _Row(left is not None, _text(right) if right is not None else None)


def _inline_row(row: etree._Element) -> _Row | None:
    """Read a row of the inline view, whose last cell is the line; None for other rows."""
    cell = row[-1] if len(row) > 1 else None
    if cell is None or cell.tag != "td" or "diffnav" in classes(cell):
        return None
    names = classes(cell)
    if "diff-context" in names:
        return _Row(older=True, newer=_text(cell), context=True)
    if "diff-deletedline" in names:
        return _Row(older=True, newer=None)
    if "diff-addedline" in names:
        return _Row(older=False, newer=_text(cell))
    return _Row(older=True, newer=None, mixed=tuple(_spans(cell)))


def _text(cell: etree._Element) -> str:
    return "".join(text for text, _ in _spans(cell))


def _spans(cell: etree._Element) -> Iterator[tuple[str, bool]]:
    """Yield the raw text of a line in spans, each with whether only the older revision has it."""
    path = [False]
    for step in walk(cell):
        if step.kind == "open":
            names = classes(step.node) if step.node is not cell else frozenset()
            newer = path[-1] and "diff-addedline" not in names
            path.append("diff-deletedline" in names or newer)
        elif step.kind == "close":
            path.pop()
        elif step.kind == "text":
            yield step.text.replace("\u00a0", " ").replace("\n", " "), path[-1]
