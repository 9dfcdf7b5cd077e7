"""Read a comparison of two revisions as text extractors write it.

Three layouts are known: rows with bars (trafilatura), rows with tabs (resiliparse 2) and both sides
joined (resiliparse 0.14). All of them may end a line at its first tag, so that no line is certain
to be complete.

Source: output of these programs for comparison pages of DokuWiki.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from lawkb.model.law import Loss
from lawkb.parse.diff.html import Diff, DiffLine
from lawkb.parse.diff.newer_revision import read_dump_head

_LONGEST_HEAD = 200
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
        opened = _HUNK.fullmatch(line) if len(line) <= _LONGEST_HEAD else None
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
