"""Tables of terms to entries of a glossary: term, definition, and its numbered meanings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lawkb.model.companion import Section
from lawkb.model.passage import Passage, Table
from lawkb.parse.document import Block, Cell, Words
from lawkb.parse.projection import passage_of, table_of

# «… of the game. 1. Any piece … 2. All the pieces …»: a number opens a meaning at the beginning
# or behind a stop; behind other words («see Rule 1. 2») it belongs to them.
_NUMBER = re.compile(r"(?:^|(?<=[.;:·…)\]»”]\s))([1-9]\d?)\.\s+(?=\S)")


@dataclass(slots=True)
class _Entry:
    term: Passage
    body: list[Passage | Section] = field(default_factory=list)


def entries_of(block: Block) -> tuple[Section | Table, ...]:
    """The entries of a table: in every row a term and its definition.

    A row without a term goes on with the entry above it. A row of header cells, or of one cell,
    is no entry and stays a table of its own.

    Args:
        block: A table.
    """
    found: list[_Entry | Table] = []
    spanned = 0
    for cells in block.cells:
        term, definition = (None, cells) if spanned else _parted(cells)
        spanned = spanned - 1 if spanned else (term.rows - 1 if term else 0)
        if term is not None and definition is not None:
            found.append(_Entry(_passage(term.words, block.line)))
        entry = found[-1] if found else None
        if definition is not None and isinstance(entry, _Entry):
            entry.body.extend(_meanings(definition, block.line))
        else:
            found.append(table_of(replace(block, cells=(cells,))))
    return tuple(
        Section("entry", "", item.term, tuple(item.body)) if isinstance(item, _Entry) else item
        for item in found
    )


def meanings(words: Words, line: int) -> Iterator[Passage | Section]:
    """The text of a definition, then each of its numbered meanings.

    One number alone, or numbers that do not count up from 1, are words of the text.

    Args:
        words: Of the definition.
        line: Line of the page.
    """
    starts: list[re.Match[str]] = []
    for match in _NUMBER.finditer(words.text):
        if int(match[1]) == len(starts) + 1:
            starts.append(match)
    if len(starts) < 2:
        starts = []
    first = starts[0].start() if starts else len(words.text)
    if words.text[:first].strip():
        yield _stretch(words, 0, first, 0, line)
    ends = [*(match.start() for match in starts[1:]), len(words.text)]
    for match, end in zip(starts, ends, strict=False):
        passage = _stretch(words, match.end(), end, match.start(), line)
        yield Section("sense", f"{match[1]}.", None, (passage,))


def _parted(cells: tuple[Cell, ...]) -> tuple[Cell | None, tuple[Cell, ...] | None]:
    """Term and definition of a row: no term when its cell is empty, neither when it is no entry."""
    if len(cells) < 2 or all(cell.header for cell in cells):
        return None, None
    return (cells[0] if cells[0].words.text else None), cells[1:]


def _meanings(cells: tuple[Cell, ...], line: int) -> Iterator[Passage | Section]:
    for cell in cells:
        if cell.words.text:
            yield from meanings(cell.words, line)


def _passage(words: Words, line: int) -> Passage:
    return passage_of(words, 0, len(words.text), 0, line)


def _stretch(words: Words, start: int, end: int, after: int, line: int) -> Passage:
    end = start + len(words.text[start:end].rstrip())
    return passage_of(words, start, end, after, line)
