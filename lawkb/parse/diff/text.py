"""A comparison of two revisions as text extractors write it.

Three layouts are known: rows with bars (trafilatura), rows with tabs (resiliparse 2) and both
sides joined (resiliparse 0.14). All of them may end a line at its first tag, so that no line is
certain to be complete.

Source: formats.md, section 7.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
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
    """A row: a line of the newer side, of the older side only, of unclear sides, or no row."""

    kind: Literal["line", "older", "mixed", "end"]
    text: str = ""


@dataclass(slots=True)
class _Draft:
    first: int
    rows: list[_Row] = field(default_factory=list)

    def lines(self) -> Iterator[DiffLine]:
        texts = (row.text for row in self.rows if row.kind == "line")
        yield from (DiffLine(n, text, partial=True) for n, text in enumerate(texts, self.first))


_RowReader = Callable[[str], _Row]


def read_diff_text(text: str) -> Diff:
    """Read extracted text of a comparison. Never raises.

    Returns:
        Its newer side; the older one is not read. Every line is ``partial``; its number is that
        of the raw text only if the extractor dropped no blank line above it. A text that is no
        comparison gives no lines and a loss.
    """
    head = read_dump_head(text)
    if head is None:
        return Diff(None, (), (Loss("text", "the text compares no revisions"),))
    drafts = list(_drafts(text.replace("\u00a0", " ")))  # the view shows spaces as no-break spaces
    mixed = sum(row.kind == "mixed" for draft in drafts for row in draft.rows)
    losses = [Loss("text", _CUT)] if drafts else []
    losses += [Loss("text", _MIXED.format(mixed))] if mixed else []
    lines = tuple(line for draft in drafts for line in draft.lines())
    return Diff(head.page_id, lines, tuple(losses), head.printed, current=head.current)


def _drafts(text: str) -> Iterator[_Draft]:
    """Yield the hunks; a line that is no row ends one."""
    draft: _Draft | None = None
    read: _RowReader = _joined
    for line in text.split("\n"):
        opened = _HUNK.fullmatch(line) if len(line) <= _LONGEST_HEAD else None
        row = read(line) if draft and not opened else _Row("end")
        if row.kind != "end" and draft:
            draft.rows.append(row)
            continue
        if draft:
            yield draft
        draft = _Draft(int(opened["line"])) if opened else None
        read = _row_reader(line) if opened else read
    if draft:
        yield draft


def _row_reader(head: str) -> _RowReader:
    """Return the function for the rows below the head of a hunk."""
    if "|" in head:
        return _barred
    return _tabbed if "\t" in head else _joined


def _barred(line: str) -> _Row:
    """Read a row such as ``| - | old | + | new |``; bars in cells are escaped by a backslash."""
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(line)[1:-1]]
    return _of_cells(cells) if line.startswith("|") else _Row("end")


def _tabbed(line: str) -> _Row:
    """Read a row of sign, words, sign and words, separated by tabs."""
    return _of_cells([cell.strip() for cell in re.split(r"\t+", line)]) if "\t" in line else _END


def _of_cells(cells: list[str]) -> _Row:
    """Return the newer side of cells: after a plus, else the last of four; none after a minus."""
    if "+" in cells[:3]:
        at = cells.index("+") + 1
        return _Row("line", cells[at] if at < len(cells) else "")
    if cells[:1] == ["-"]:
        return _Row("older")
    return _Row("line", cells[-1]) if len(cells) in (1, 2, 4) else _END


def _joined(line: str) -> _Row:
    """Read a row without separators: ``words words``, ``+new``, ``-old`` or ``-old+new``."""
    bare = line.strip()
    half, rest = divmod(len(bare), 2)
    if not bare or (rest and bare[half] == " " and bare[:half] == bare[half + 1 :]):
        return _Row("line", bare[:half])
    if bare.startswith("+"):
        return _Row("line", bare[1:].strip())
    if not bare.startswith("-"):
        return _END
    signs = bare.count("+")
    if signs > 1:
        return _Row("mixed")
    return _Row("line", bare.partition("+")[2].strip()) if signs else _Row("older")


_END = _Row("end")
