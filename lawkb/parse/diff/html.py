"""HTML comparisons of two revisions, as a DokuWiki shows them.

Often a comparison is the only raw text of a page that a public wiki gives: if a page was created
as a stub and then filled, the comparison of the two shows all of its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from lawkb.model.history import Revision, RevisionKind, utc_time
from lawkb.model.law import Loss
from lawkb.model.privacy import public_name, without_addresses
from lawkb.parse.diff.html_lines import DiffLine, Hunk, read_hunks
from lawkb.parse.html.page import read_facts
from lawkb.parse.html.steps import attribute, classes, read_steps, words_of

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
