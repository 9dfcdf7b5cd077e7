"""What a law page says about its texts: what is missing or inferred, counted for each language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lawkb.publish.views.laws.provision_cells import Cell, Column

_LOST_HEADINGS = {"lost heading", "lost title"}


@dataclass(frozen=True, slots=True)
class RemarkCounts:
    """What is missing or inferred in one language of a law.

    Attributes:
        column: The column of the language.
        groups: Pairs of what happened, ``lost``, ``editorial``, ``inferred``, ``incomplete`` or
            ``missing``, and the counts: pairs of kind, ``title``, ``heading``, ``letter``,
            ``number``, ``note``, ``text`` or ``provision``, and number.
    """

    column: Column
    groups: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


_GROUPS = ("lost", "editorial", "inferred", "incomplete", "missing")
_KINDS = ("title", "heading", "letter", "number", "note", "text", "provision")


def remark_counts(
    columns: Sequence[Column], rows: Sequence[tuple[int, Sequence[Cell | None]]]
) -> tuple[RemarkCounts, ...]:
    """Count the remarks in each column of a law; columns without any are left out.

    Args:
        columns: The columns.
        rows: Pairs of depth of a provision and its cells, one for each column; None where the
            language lacks the provision.
    """
    found = []
    for index, column in enumerate(columns):
        counts = Counter(each for depth, cells in rows for each in _kinds(cells[index], depth))
        groups = tuple((group, _counted(counts, group)) for group in _GROUPS)
        if counts:
            found.append(RemarkCounts(column, tuple(each for each in groups if each[1])))
    return tuple(found)


def _counted(counts: Counter[tuple[str, str]], group: str) -> tuple[tuple[str, int], ...]:
    return tuple((kind, counts[group, kind]) for kind in _KINDS if counts[group, kind])


def _kinds(cell: Cell | None, depth: int) -> Iterator[tuple[str, str]]:
    """Yield group and kind of each remark on a cell."""
    if cell is None:
        yield "missing", "provision"
        return
    for mark in cell.marks:
        group, _, kind = mark.partition(" ")
        if group == "incomplete":
            yield group, "provision"
        elif kind not in ("heading", "title"):
            yield group, kind if kind in _KINDS else "text"
        elif group == "editorial" or "editorial heading" not in cell.marks:
            yield group, "heading" if depth else "title"
    for note in cell.notes:
        if note.inferred:
            yield "inferred", "note"


def with_borrowed_headings(cells: Iterable[Cell | None]) -> Iterator[Cell | None]:
    """Yield the cells of a row; a lost heading is replaced by that of the first other language.

    Args:
        cells: The provision in each language; None where a language lacks it.
    """
    row = tuple(cells)
    lenders = [cell for cell in row if cell and cell.heading]
    for cell in row:
        if cell and lenders and not cell.heading and _LOST_HEADINGS.intersection(cell.marks):
            yield replace(cell, borrowed=(lenders[0].language, lenders[0].title))
        else:
            yield cell


def first_heading(cells: Iterable[Cell | None]) -> tuple[str, str]:
    """Return BCP 47 tag and words of the first heading of a row; both empty without a heading."""
    return next(((cell.language, cell.title) for cell in cells if cell and cell.heading), ("", ""))
