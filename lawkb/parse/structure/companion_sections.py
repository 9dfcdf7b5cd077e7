"""The sections of a companion: definitions of terms, a commentary on a law, a preface.

A companion is a text beside the laws. In definitions, a table of terms becomes entries with
numbered meanings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from lawkb.model.companion import Companion, Section, SectionKind
from lawkb.model.law import Loss
from lawkb.model.passage import Cell, Passage, Table
from lawkb.parse.document import (
    Block,
    PageFormat,
    TextBlock,
    WordRun,
    passage_of,
    table_of,
    whole_passage,
)
from lawkb.parse.structure.footnotes import PageWords

# «… of the game. 1. Any piece … 2. All the pieces …»: a number starts a meaning at the beginning
# or after a full stop; after other words («see Rule 1. 2») it belongs to them.
_NUMBER = re.compile(r"(?:^|(?<=[.;:·…)\]»”]\s))([1-9]\d?)\.\s+(?=\S)")
_DEEPEST = 8  # levels of sections; no real page has more


@dataclass(slots=True)
class CompanionDraft:
    """A section of a companion (a text beside the laws) while it is read.

    The outermost draft is the companion itself.
    """

    kind: SectionKind = "section"  # Kind of section.
    num: str = ""  # Number as printed; empty when there is none.
    heading: WordRun | None = None  # Words of the heading; None when there is none.
    # Words and sections in page order.
    body: list[WordRun | CompanionDraft] = field(default_factory=list)

    def runs(self) -> Iterator[WordRun]:
        """Yield the spans of words in page order, also those of inner sections."""
        if self.heading:
            yield self.heading
        for item in self.body:
            if isinstance(item, WordRun):
                yield item
            else:
                yield from item.runs()

    def sections(
        self, words: PageWords, definitions: bool
    ) -> tuple[Passage | Table | Section, ...]:
        """Return the passages, tables and sections of this draft.

        Args:
            definitions: Whether the page has definitions, so that a table becomes entries of a
                glossary.
        """
        found: list[Passage | Table | Section] = []
        for item in self.body:
            if isinstance(item, CompanionDraft):
                heading = words.passage(item.heading) if item.heading else None
                body = item.sections(words, definitions)
                found.append(Section(item.kind, item.num, heading, body))
            elif definitions and item.block.rich and item.block.rich.kind == "table":
                found.extend(_entries(item.block.rich))
            else:
                found.append(words.item(item))
        return tuple(found)


def read_sections(blocks: tuple[TextBlock, ...]) -> CompanionDraft:
    """Return the sections and items of a companion, which is a text beside the laws."""
    root = CompanionDraft()
    # What is not closed yet, outermost first, with the levels of the blocks.
    sections: list[tuple[int, CompanionDraft]] = [(0, root)]
    items: list[tuple[int, CompanionDraft]] = []
    for block in blocks:
        run = WordRun(block.at, block.at + len(block.text), block)
        if block.is_heading and not root.heading and not root.body:
            root.heading = run
        elif block.is_heading:
            level = block.rich.level if block.rich else 1
            while len(sections) > 1 and sections[-1][0] >= level:
                sections.pop()
            section = CompanionDraft(heading=run)
            items.clear()
            sections[-1][1].body.append(section)
            if len(sections) < _DEEPEST:
                sections.append((level, section))
        elif block.rich and block.rich.kind == "item":
            while items and items[-1][0] >= block.rich.level:
                items.pop()
            above = (items or sections)[-1][1]
            num = block.rich.number or "•"
            run = (
                WordRun(run.start + block.text.find(" ") + 1, run.end, block)
                if block.rich.number
                else run
            )
            item = CompanionDraft("item", num, body=[run])
            above.body.append(item)
            if len(items) < _DEEPEST:
                items.append((block.rich.level, item))
        else:
            items.clear()
            sections[-1][1].body.append(run)
    return root


def companion_losses(companion: Companion, form: PageFormat) -> Iterator[Loss]:
    """Yield a loss for what the page format cannot express in a text beside the laws.

    These are titles, and which words of a table are the term.
    """
    if form == "text" and not companion.heading:
        message = "the page does not distinguish its title and headings from its text"
        yield Loss("title", message, language=companion.language)
    entries = any(section.kind == "entry" for _, section in companion.sections())
    if companion.kind == "definitions" and not entries:
        message = "the page has no table: the terms cannot be distinguished from their definitions"
        yield Loss("table", message, language=companion.language)


def _entries(block: Block) -> Iterator[Section | Table]:
    """Yield the glossary entries of a table, with a term and its definition in each row.

    A row without a term continues the entry above. A row of header cells, or of one cell, becomes a
    table instead of an entry.
    """
    term: Passage | None = None
    body: list[Passage | Section] = []
    spanned = 0
    for cells in block.cells:
        first, definition = (None, cells) if spanned else _split_row(cells)
        spanned = spanned - 1 if spanned else (cells[0].rows - 1 if first else 0)
        if term and (first or definition is None):
            yield Section("entry", "", term, tuple(body))
            term, body = None, []
        if first:
            term = whole_passage(first, block.line)
        if term and definition is not None:
            body.extend(_meanings_of(definition, block.line))
        else:
            yield table_of(replace(block, cells=(cells,)))
    if term:
        yield Section("entry", "", term, tuple(body))


def _split_row(cells: tuple[Cell, ...]) -> tuple[Passage | None, tuple[Cell, ...] | None]:
    """Return term and definition of a row; None for an empty term; two None if it is no entry."""
    if len(cells) < 2 or all(cell.header for cell in cells):
        return None, None
    term = cells[0].passage
    return (term if term and term.text else None), cells[1:]


def _meanings_of(cells: tuple[Cell, ...], line: int) -> Iterator[Passage | Section]:
    for cell in cells:
        if cell.passage and cell.passage.text:
            yield from _meanings(cell.passage, line)


def _meanings(words: Passage, line: int) -> Iterator[Passage | Section]:
    """Yield the text of a definition, then each of its numbered meanings.

    A single number, or numbers that do not count up from 1, are part of the text.
    """
    starts: list[re.Match[str]] = []
    for match in _NUMBER.finditer(words.text):
        if int(match[1]) == len(starts) + 1:
            starts.append(match)
    if len(starts) < 2:
        starts = []
    first = starts[0].start() if starts else len(words.text)
    if words.text[:first].strip():
        yield _passage(words, 0, first, 0, line)
    ends = [*(match.start() for match in starts[1:]), len(words.text)]
    for match, end in zip(starts, ends, strict=False):
        passage = _passage(words, match.end(), end, match.start(), line)
        yield Section("sense", f"{match[1]}.", None, (passage,))


def _passage(words: Passage, start: int, end: int, after: int, line: int) -> Passage:
    end = start + len(words.text[start:end].rstrip())
    return passage_of(words, start, end, after, line)
