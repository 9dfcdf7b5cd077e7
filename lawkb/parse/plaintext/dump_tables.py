"""Tables of a dump, with their cells as far as the dump separates them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from lawkb.parse.document import Cell, Words
from lawkb.parse.plaintext.dump_lines import Shape, is_delimiter
from lawkb.parse.plaintext.dump_parts import Part

Read = Callable[[str], tuple[Words, int]]

_PIPE = re.compile(r"(?<!\\)\|")
_TABS = re.compile(r"[ ]*\t+[ \t]*")
_BLANKS = re.compile(r"(?: {2,}|[ ]*\t+[ \t]*)")
_SENTENCE_END = (".", ";", "·", ":")


def groups(parts: list[Part], shape: Shape) -> Iterator[tuple[bool, list[Part]]]:
    """Yield the parts in order, with the rows of one table together.

    Yields:
        Whether it is a table, and its parts; every other part comes alone.
    """
    run: list[Part] = []
    for part in parts:
        fits = part.kind == "paragraph" and (not part.line.apart or not run)
        if run and not (fits and (shape != "bare" or _is_pipe(run[-1]) == _is_pipe(part))):
            yield from _tables(run, shape)
            run = []
        if part.kind == "paragraph":
            run.append(part)
        else:
            yield False, [part]
    if run:
        yield from _tables(run, shape)


def _tables(run: list[Part], shape: Shape) -> Iterator[tuple[bool, list[Part]]]:
    # lynx writes a table directly below the paragraph before it.
    first = 0
    while first + 1 < len(run) and not _has_cells(run[first], shape) and _ends_sentence(run[first]):
        first += 1
    yield from ((False, [part]) for part in run[:first])
    if _is_table(run[first:], shape):
        yield True, run[first:]
    else:
        yield from ((False, [part]) for part in run[first:])


def _is_table(run: list[Part], shape: Shape) -> bool:
    if shape == "markdown":
        return any(is_delimiter(part.line.text) for part in run)
    if shape == "bare":
        return _is_pipe(run[0])
    return len(run) > 1 and 3 * sum(_has_cells(part, shape) for part in run) >= len(run)


def _is_pipe(part: Part) -> bool:
    text = part.line.text
    return text[:1] == "|" and text[-1:] == "|" and len(text) > 1


def _has_cells(part: Part, shape: Shape) -> bool:
    separator = _PIPE if shape in ("markdown", "bare") else _BLANKS
    return bool(separator.search(part.line.text))


def _ends_sentence(part: Part) -> bool:
    return part.line.text.endswith(_SENTENCE_END)


def read_table(
    rows: list[Part], shape: Shape, read: Read
) -> tuple[tuple[tuple[Cell, ...], ...], int]:
    """Return the cells of a table, and the characters of the footnote marks in them.

    Cells that a dump joined stay joined. Rows before a delimiter are headers only if the dump
    writes a delimiter only for tables with headers.
    """
    ruled = next((i for i, row in enumerate(rows) if is_delimiter(row.line.text)), -1)
    heads = ruled if shape == "bare" else 0
    cells: list[tuple[Cell, ...]] = []
    taken = 0
    for index, row in enumerate(rows):
        if index == ruled:
            continue
        found = [read(text) for text in _cut(row.line.text, shape)]
        taken += sum(size for _, size in found)
        cells.append(tuple(Cell(words, header=index < heads) for words, _ in found))
    return tuple(cells), taken


def separates_cells(rows: tuple[tuple[Cell, ...], ...], shape: Shape) -> bool:
    """Whether all cells are certain: separated by a sign, as many in each row, none empty."""
    if shape == "terminal" or len({len(row) for row in rows}) > 1:
        return False
    return all(cell.words.text for row in rows for cell in row)


def _cut(text: str, shape: Shape) -> list[str]:
    if shape == "markdown":
        return [cell.strip() for cell in _PIPE.split(text)]
    if shape == "bare":
        return [cell.strip() for cell in _PIPE.split(text[1:-1])]
    return [cell.strip() for cell in (_TABS if "\t" in text else _BLANKS).split(text)]
