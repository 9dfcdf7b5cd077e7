"""The comparison of two revisions: the raw text of the lines it holds, left and right.

Often it is the only raw text of a page that a public wiki gives: a page made as a stub and then
filled has all of it in the comparison of the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from lawkb.model.history import Revision, RevisionKind, utc_time
from lawkb.model.law import Loss
from lawkb.parse.html_diff_lines import DiffLine, Hunk, read_hunks
from lawkb.parse.html_page import read_facts
from lawkb.parse.html_revisions import read_sum, read_user
from lawkb.parse.html_steps import attribute, classes, read_steps, words_of

CONTEXT_LINES = 2  # as many unchanged lines a comparison shows around what changed

_ID = re.compile(r"[1-9]\d{0,11}", re.ASCII)
_PRINTED = re.compile(r"\[(\d{4})[/-](\d\d)[/-](\d\d) (\d\d:\d\d)\]", re.ASCII)
_QUERY_REVISION = re.compile(r"[?&;]rev=(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Diff:
    """A comparison of two revisions of a page.

    Attributes:
        page_id: The page, or None.
        left: The older revision; None when the answer does not name it.
        right: The newer one.
        hunks: Runs of lines that changed with those around them, in order.
        losses: What the comparison does not give.
        printed: Time of the newer revision as the wiki prints it, ``2017-05-26T09:05``, local and
            without a zone; None when it prints none.
        current: Whether the newer revision was the present page when the answer was made.
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

    Lines are raw wiki text: break points of the view (``<wbr>``) are dropped, and no-break spaces
    are blanks, which is what they almost always are in the text. The inline view misplaces blanks
    beside deleted words: then the left side has a loss. The last line of an answer that is cut is
    ``partial``. An answer that is no comparison has no hunks and a loss.

    Source: formats.md, section 7.
    """
    page = read_steps(content)
    facts = read_facts(page)
    nodes = [step.node for step in page.steps if step.kind == "open"]
    table = next((n for n in nodes if n.tag == "table" and "diff" in classes(n)), None)
    if table is None:
        loss = Loss("text", "the answer compares no revisions")
        return Diff(facts.page_id, None, None, (), (*page.losses, loss))
    rows = tuple(_rows(table))
    heads = _heads(rows)
    left, right = _revisions(nodes, heads)
    inline = "diff_inline" in classes(table)
    hunks, losses = read_hunks(rows, inline)
    cut = [Loss("text", "the comparison is cut")] if page.cut else []
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
    """The lines of the newer revision in runs that nothing is missing from."""
    runs: list[list[DiffLine]] = []
    for line in (line for hunk in diff.hunks for line in hunk.right):
        if not runs or line.number != runs[-1][-1].number + 1:
            runs.append([])
        runs[-1].append(line)
    return tuple(tuple(run) for run in runs)


def right_text(diff: Diff) -> tuple[str, tuple[Loss, ...]]:
    """The raw text of the newer revision, as far as the comparison holds it.

    Returns:
        Its lines; those that are not held are empty, so that every line has its own number. A
        loss for each run of them, and one when more lines may follow the last; those of the
        comparison are not repeated.
    """
    lines = [line for hunk in diff.hunks for line in hunk.right]
    held: list[str] = []
    losses: list[Loss] = []
    for line in lines:
        first = len(held) + 1
        if line.number > first:
            losses.append(_missing(first, line.number - 1))
            held += [""] * (line.number - first)
        if line.number == len(held) + 1:
            held.append(line.text)
    if not _reaches_end(diff):
        message = f"the comparison does not say what follows line {len(held)}"
        losses.append(Loss("text", message, line=len(held) + 1))
    return "\n".join(held), tuple(losses)


def _missing(first: int, last: int) -> Loss:
    span = f"line {first} is" if first == last else f"lines {first} to {last} are"
    return Loss("text", f"{span} not in the comparison", line=first)


def _reaches_end(diff: Diff) -> bool:
    """Whether the last change has fewer lines behind it than a comparison shows when it can."""
    lines = diff.hunks[-1].right if diff.hunks else ()
    behind = next((i for i, line in enumerate(reversed(lines)) if not line.context), len(lines))
    return bool(diff.hunks) and behind < CONTEXT_LINES


def _rows(table: etree._Element) -> Iterator[etree._Element]:
    """The rows of the table itself, not of tables that a stranger may have put within."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("tbody", "thead"):
            yield from (row for row in child if row.tag == "tr")


def _with_cut(hunks: tuple[Hunk, ...]) -> tuple[Hunk, ...]:
    """The hunks of an answer that is cut: the end of its last line may be missing."""
    if not hunks or not hunks[-1].right:
        return hunks
    *before, last = hunks[-1].right
    return (*hunks[:-1], Hunk(hunks[-1].left, (*before, replace(last, partial=True))))


def _heads(rows: tuple[etree._Element, ...]) -> list[etree._Element]:
    """The heads of the two revisions, the older one first."""
    return [
        cell
        for row in rows
        for cell in row
        if cell.tag == "th" and "diff-lineheader" not in classes(cell)
    ]


def _printed(head: etree._Element) -> str | None:
    """The time that a head prints in brackets behind the id, ``rule_07 [2017/05/26 09:05]``."""
    found = _PRINTED.search(words_of(head))
    return f"{found[1]}-{found[2]}-{found[3]}T{found[4]}" if found else None


def _is_current(head: etree._Element) -> bool:
    """Whether a head links to the page itself: links to its other revisions name them."""
    links = [attribute(link, "href") for link in head.iter("a")]
    return bool(links) and not any(_QUERY_REVISION.search(link) for link in links)


def _revisions(
    nodes: list[etree._Element], heads: list[etree._Element]
) -> tuple[Revision | None, Revision | None]:
    ids = {
        attribute(node, "name"): attribute(node, "value")
        for node in nodes
        if node.tag == "input" and _ID.fullmatch(attribute(node, "value"))
    }
    left = _revision(heads[0], ids.get("rev2[0]", "")) if heads else None
    right = _revision(heads[1], ids.get("rev2[1]", "")) if len(heads) > 1 else None
    return left, right


def _revision(head: etree._Element, known: str) -> Revision | None:
    """A revision by its head; the form above names it where the link leads to the present page."""
    links = (_QUERY_REVISION.search(attribute(link, "href")) for link in head.iter("a"))
    linked = next((link[1] for link in links if link), known)
    time = utc_time(int(linked)) if _ID.fullmatch(linked) else None
    if time is None:
        return None
    user, outside = read_user(head)
    kind: RevisionKind = "minor" if "minor" in classes(head) else "unknown"
    return Revision(linked, time, kind, user, read_sum(head), outside=outside)
