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
        counts: Pairs of remark and number of provisions, as ``Cell.marks`` names them; ``title``
            stands for the heading of the law, ``missing`` for a provision that the language lacks.
    """

    column: Column
    counts: tuple[tuple[str, int], ...]


# In the order in which the notice names them.
_KINDS = (
    *("lost title", "lost heading", "lost part", "editorial title", "editorial heading"),
    *("editorial text", "inferred letter", "inferred number", "incomplete", "missing"),
)


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
        counts = Counter(kind for depth, cells in rows for kind in _kinds(cells[index], depth))
        if counts:
            pairs = tuple((kind, counts[kind]) for kind in _KINDS if counts[kind])
            found.append(RemarkCounts(column, pairs))
    return tuple(found)


def _kinds(cell: Cell | None, depth: int) -> Iterator[str]:
    if cell is None:
        yield "missing"
        return
    supplied = "editorial heading" in cell.marks
    for mark in cell.marks:
        if mark in _LOST_HEADINGS:
            if not supplied:
                yield "lost heading" if depth else "lost title"
        elif mark == "editorial heading":
            yield mark if depth else "editorial title"
        else:
            yield mark if mark in _KINDS else "lost part"


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
