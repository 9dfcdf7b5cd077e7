"""Make a document of a comparison of two revisions: the newer one, as far as it is shown.

Of comparisons as text extractors write them, three layouts are known: rows with bars (trafilatura),
rows with tabs (resiliparse 2) and both sides joined (resiliparse 0.14). All of them may end a line
at its first tag, so that no line is certain to be complete.

Source: output of these programs for comparison pages of DokuWiki.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Literal

from lawkb.model.law import Loss
from lawkb.parse.diff.html import Diff, DiffLine
from lawkb.parse.document import Block, Document, iso_time
from lawkb.parse.dokuwiki.document import read_wikitext
from lawkb.unicode_normal_forms import normalized

_MINUTE = len("2017-05-26T09:05")
_LONGEST_HEAD = 1000
_LAST_HEAD = 200  # lines; a comparison names its revisions at the top
# «rule_07 [2017/05/26 09:00] – nikosrule_07 [2017/05/26 09:05] (τρέχουσα) – …»
_HEAD = re.compile(
    r"[|\s]*(?P<page>[^\s\[\]|]{1,100}) \[[^\[\]]{1,40}\].*?(?P=page)"
    r" \[(?P<time>[^\[\]]{1,40})\](?P<current> \([^()]{1,40}\))?"
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The revision and the gaps of the newer side in a comparison of two revisions of a page."""

    current: bool  # Whether the revision was the present one when the comparison was saved.
    # Time of the revision as the wiki prints it, `2017-05-26T09:05`, local; None when it prints
    # none.
    printed: str | None = None
    time: str | None = None  # The same moment in UTC, `2017-05-26T06:05:00Z`; None when unknown.
    # Numbers of the lines, from 1, that may be truncated; their words are never used.
    partial: frozenset[int] = frozenset()
    runs: tuple[int, ...] = ()  # The first line of each group of consecutive lines, in order.
    whole: bool = False  # Whether the comparison shows every line of the present page.

    def joins(self, first: int, last: int) -> bool:
        """Whether the comparison shows all lines from ``first`` to ``last``, numbered from 1."""
        return bisect_right(self.runs, first) == bisect_right(self.runs, last)

    def is_of(self, revised: str | None) -> bool:
        """Whether the newer side is the revision of a given time; without a time, the present one.

        Args:
            revised: Last change of another reading of the page, ISO 8601, with an offset or local;
                or None.
        """
        zoned = _utc_minute(revised or "")
        if zoned and self.time:
            return zoned == self.time[:_MINUTE]
        if revised and not zoned and self.printed:
            return revised[:_MINUTE] == self.printed[:_MINUTE]
        return self.current


@dataclass(frozen=True, slots=True)
class DumpHead:
    """The newer revision, as the first lines of an extracted comparison name it."""

    page_id: str  # id of the page
    printed: str | None  # time as printed, ``2017-05-26T09:05``; None in an unknown format
    current: bool  # whether the revision is marked as the present one


def read_dump_head(text: str) -> DumpHead | None:
    """Return the newer revision that extracted text of a comparison names; None for other text."""
    for line in text.split("\n", _LAST_HEAD)[:_LAST_HEAD]:
        match = _HEAD.match(line) if len(line) <= _LONGEST_HEAD else None
        if match:
            return DumpHead(match["page"], iso_time(match["time"]) or None, bool(match["current"]))
    return None


def _utc_minute(time: str) -> str:
    """Return a time with an offset as UTC, to the minute; empty for a time without offset."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return ""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M") if moment.tzinfo else ""


# Code points of the newer side; several times the largest law, as for a page of text.
_LARGEST_SIDE = 96 * 1024
_CONTEXT_LINES = 2  # unchanged lines that a comparison shows around a change


def read_diff_page(diff: Diff, total: int) -> tuple[Document, Comparison]:
    """Return the newer side of a comparison as a document, with gaps between its blocks.

    Consecutive lines are parsed together, so that an unclosed sign in one group changes no other.
    Footnotes are numbered within their group: the page numbers them differently.

    Args:
        diff: The comparison.
        total: Characters of the page. Those of the older side and of the wiki are furniture: text
            that does not belong to the page.

    Returns:
        The document, and the revision and gaps of the newer side.
    """
    blocks: list[Block] = []
    losses = list(diff.losses)
    runs = _runs(diff.lines)
    large = sum(len(line.text) + 1 for line in diff.lines) > _LARGEST_SIDE
    if large:
        losses.append(Loss("unparsed", f"more than {_LARGEST_SIDE} characters: not read"))
    for run in () if large else runs:
        for part in _parts(run):
            found = read_wikitext(_text(part), diff.page_id or "")
            blocks += _sized(found.blocks, part)
            losses += [_moved(loss, part[0].number - 1) for loss in found.losses]
    read = sum(block.size + block.note_size for block in blocks)
    document = Document(
        "diff",
        tuple(blocks),
        page_id=diff.page_id,
        revised=diff.printed or diff.time,
        user=diff.user,
        total=max(total, read),
        elsewhere=(("furniture", total - read),) if total > read else (),
        losses=tuple(losses),
    )
    partial = frozenset(line.number for line in diff.lines if line.partial)
    whole = diff.current and not partial and not large and _shows_all(diff.lines)
    firsts = tuple(run[0].number for run in runs)
    return document, Comparison(diff.current, diff.printed, diff.time, partial, firsts, whole)


def _runs(lines: tuple[DiffLine, ...]) -> list[list[DiffLine]]:
    """Return the lines in groups of consecutive lines."""
    runs: list[list[DiffLine]] = []
    for line in lines:
        if not runs or line.number != runs[-1][-1].number + 1:
            runs.append([])
        runs[-1].append(line)
    return runs


def _shows_all(lines: tuple[DiffLine, ...]) -> bool:
    """Whether no line is missing; at the end, a comparison would show two unchanged lines."""
    expected = 1
    for line in lines:
        if line.number > expected:
            return False
        expected = max(expected, line.number + 1)
    after = next((i for i, line in enumerate(reversed(lines)) if not line.context), len(lines))
    return bool(lines) and after < _CONTEXT_LINES


def _parts(run: list[DiffLine]) -> list[list[DiffLine]]:
    """Split a group into single lines if any may be truncated: blank lines may be missing."""
    return [[line] for line in run] if any(line.partial for line in run[:-1]) else [run]


def _text(lines: list[DiffLine]) -> str:
    return normalized("NFC", "\n".join(line.text for line in lines))


def _sized(blocks: tuple[Block, ...], lines: list[DiffLine]) -> list[Block]:
    """Set lines and sizes of blocks, without line ends, which the text of the HTML lacks."""
    found: list[Block] = []
    for block, after in zip_longest(blocks, blocks[1:]):
        ends = (after.line if after else len(lines)) - block.line
        size = max(0, block.size - max(0, ends))
        line = block.line + lines[0].number - 1
        found.append(replace(block, line=line, size=size))
    return found


def _moved(loss: Loss, by: int) -> Loss:
    return replace(loss, line=loss.line + by if loss.line else None)


_LONGEST_HUNK_LINE = 200
_HUNK = re.compile(r"[|\s]*(\w{1,20}) \d{1,6}:[|\s]+\1 (?P<line>\d{1,6}):[|\s]*")
_BAR = re.compile(r"(?<!\\)\|")
_CUT = "lines of the comparison may be truncated: headings and links are used, words are not"
_MIXED = "in {} lines of the comparison, old and new words cannot be distinguished"


@dataclass(frozen=True, slots=True)
class _Row:
    """A row: a line of the newer side, of the older side only, or with words of both sides."""

    kind: Literal["line", "older", "mixed"]
    text: str = ""


def read_diff_text(text: str) -> Diff:
    """Return the newer revision in the extracted text of a comparison. Never raises.

    Returns:
        The lines of the newer side; the older side is not read. Every line is ``partial``. Line
        numbers are those of the raw text only if the extractor dropped no blank line above. A text
        that is no comparison gives no lines and a loss.
    """
    head = read_dump_head(text)
    if head is None:
        return Diff(None, (), (Loss("text", "the text is not a comparison of two revisions"),))
    lines: list[DiffLine] = []
    hunks = mixed = number = 0
    read: Callable[[str], _Row | None] | None = None
    for line in text.replace("\u00a0", " ").split("\n"):  # the view has them instead of spaces
        opened = _HUNK.fullmatch(line) if len(line) <= _LONGEST_HUNK_LINE else None
        if opened:
            hunks, number, read = hunks + 1, int(opened["line"]), _row_reader(line)
            continue
        row = read(line) if read else None
        if row is None:
            read = None  # a line that is no row ends a hunk
        elif row.kind == "line":
            lines.append(DiffLine(number, row.text, partial=True))
            number += 1
        mixed += row is not None and row.kind == "mixed"
    losses = [Loss("text", _CUT)] if hunks else []
    losses += [Loss("text", _MIXED.format(mixed))] if mixed else []
    return Diff(head.page_id, tuple(lines), tuple(losses), head.printed, current=head.current)


def _row_reader(head: str) -> Callable[[str], _Row | None]:
    """Return the function that reads the rows below a hunk's first line."""
    if "|" in head:
        return _barred
    return _tabbed if "\t" in head else _joined


def _barred(line: str) -> _Row | None:
    """Read a row such as ``| - | old | + | new |``; bars in cells are escaped by a backslash."""
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line)[1:-1]]
    return _of_cells(cells) if line.startswith("|") else None


def _tabbed(line: str) -> _Row | None:
    """Read a row of sign, words, sign and words, separated by tabs."""
    return _of_cells([cell.strip() for cell in re.split(r"\t+", line)]) if "\t" in line else None


def _of_cells(cells: list[str]) -> _Row | None:
    """Return the newer side of cells: after a plus, else the last of four; None after a minus."""
    if "+" in cells[:3]:
        at = cells.index("+") + 1
        return _Row("line", cells[at] if at < len(cells) else "")
    if cells[:1] == ["-"]:
        return _Row("older")
    return _Row("line", cells[-1]) if len(cells) in (1, 2, 4) else None


def _joined(line: str) -> _Row | None:
    """Read a row without separators: ``words words``, ``+new``, ``-old`` or ``-old+new``."""
    bare = line.strip()
    half, rest = divmod(len(bare), 2)
    if not bare or (rest and bare[half] == " " and bare[:half] == bare[half + 1 :]):
        return _Row("line", bare[:half])
    if bare.startswith("+"):
        return _Row("line", bare[1:].strip())
    if not bare.startswith("-"):
        return None
    signs = bare.count("+")
    if signs > 1:
        return _Row("mixed")
    return _Row("line", bare.partition("+")[2].strip()) if signs else _Row("older")
