"""Read the page of a companion: definitions of terms, a commentary on a law, a preface.

In definitions, a table of terms becomes entries with numbered meanings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import cast

from lawkb.model.code import Outline
from lawkb.model.companion import Companion, CompanionKind, Section, SectionKind
from lawkb.model.law import Loss
from lawkb.model.page import Page, Piece, PieceKind
from lawkb.model.passage import Passage, Table
from lawkb.model.source import PageRule, Source
from lawkb.parse import document
from lawkb.parse.document import PageFormat
from lawkb.parse.document_lines import passage_of, table_of
from lawkb.parse.footnotes import read_note_texts
from lawkb.parse.law_builder import WordRun
from lawkb.parse.page_formats import read_form
from lawkb.parse.page_reader import (
    PageReading,
    PageWords,
    PartStructure,
    comments_by_language,
    origin_of,
    pieces_of,
    place_notes,
    text_blocks,
)
from lawkb.parse.split_by_script import LanguagePart, split_languages

# «… of the game. 1. Any piece … 2. All the pieces …»: a number starts a meaning at the beginning
# or after a full stop; after other words («see Rule 1. 2») it belongs to them.
_NUMBER = re.compile(r"(?:^|(?<=[.;:·…)\]»”]\s))([1-9]\d?)\.\s+(?=\S)")


@dataclass(slots=True)
class _Entry:
    term: Passage
    body: list[Passage | Section] = field(default_factory=list)


def entries_of(block: document.Block) -> tuple[Section | Table, ...]:
    """Return the entries of a table, with a term and its definition in each row.

    A row without a term continues the entry above. A row of header cells, or of one cell, is no
    entry and becomes a table of its own.

    Args:
        block: A table.
    """
    found: list[_Entry | Table] = []
    spanned = 0
    for cells in block.cells:
        term, definition = (None, cells) if spanned else _split_row(cells)
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


def meanings(words: document.Words, line: int) -> Iterator[Passage | Section]:
    """Yield the text of a definition, then each of its numbered meanings.

    A single number, or numbers that do not count up from 1, are part of the text.

    Args:
        words: The definition.
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


def _split_row(
    cells: tuple[document.Cell, ...],
) -> tuple[document.Cell | None, tuple[document.Cell, ...] | None]:
    """Return term and definition; no term if its cell is empty, neither if it is no entry."""
    if len(cells) < 2 or all(cell.header for cell in cells):
        return None, None
    return (cells[0] if cells[0].words.text else None), cells[1:]


def _meanings(cells: tuple[document.Cell, ...], line: int) -> Iterator[Passage | Section]:
    for cell in cells:
        if cell.words.text:
            yield from meanings(cell.words, line)


def _passage(words: document.Words, line: int) -> Passage:
    return passage_of(words, 0, len(words.text), 0, line)


def _stretch(words: document.Words, start: int, end: int, after: int, line: int) -> Passage:
    end = start + len(words.text[start:end].rstrip())
    return passage_of(words, start, end, after, line)


_DEEPEST = 8  # levels of sections; no real page has more


def read_companion_page(
    page: Page, rule: PageRule, source: Source, outline: Outline
) -> PageReading:
    """Read a page that holds no law, in any format; never raises for its content.

    Headings start sections, list items become items, and in definitions every table row is an
    entry: a term and its meanings.

    Args:
        page: The page; its id must fit the rule.
        rule: Languages and edition of the page, and its kind.
        source: Templates of furniture, page data and comments, for a text page.
        outline: The words of the languages.

    Returns:
        A companion for each language of the page, without references, the account, and the
        losses.
    """
    form = read_form(page, source)
    languages = tuple(outline.language(tag) for tag in rule.languages)
    halves, tail = split_languages(text_blocks(form), languages, None)
    drafts = tuple(_draft(half) for half in halves)
    parts = tuple(
        PartStructure(
            half.language, tuple((run, None) for run in _runs(draft)), tuple(_pieces(half, draft))
        )
        for half, draft in zip(halves, drafts, strict=True)
    )
    notes = place_notes(form.text, parts, read_note_texts(form.blocks, tail, languages))
    origin, page_losses = origin_of(page, form)
    number = rule.law(page.page_id)
    threads = comments_by_language(form.comments(number or 0, outline.scheme, languages), languages)
    words = PageWords(form.text, notes)
    companions = tuple(
        Companion(
            name=rule.companion(page.page_id),
            kind=cast(CompanionKind, rule.kind),
            edition=rule.edition,
            language=half.language.code,
            law=number,
            heading=words.passage(draft.heading) if draft.heading else None,
            body=_body(draft, words, rule.kind == "definitions"),
            origin=origin,
            comments=threads.get(half.language.code, ()),
        )
        for half, draft in zip(halves, drafts, strict=True)
        if half.blocks or half.language.code in threads
    )
    pieces = pieces_of(form, parts, notes)
    losses = (*page.losses, *form.losses, *page_losses, *notes.losses)
    losses = (*losses, *(loss for each in companions for loss in _losses(each, form.name)))
    return PageReading((), form.account(pieces), form.text, pieces, losses, form.name, companions)


@dataclass(slots=True)
class _Draft:
    """A section of a companion while it is being read; the root is the companion itself."""

    kind: SectionKind = "section"
    num: str = ""
    heading: WordRun | None = None
    body: list[WordRun | _Draft] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """The open sections and items, outermost first, each with the level of its block."""

    sections: list[tuple[int, _Draft]]
    items: list[tuple[int, _Draft]] = field(default_factory=list)

    @property
    def innermost(self) -> _Draft:
        return (self.items or self.sections)[-1][1]


def _draft(half: LanguagePart) -> _Draft:
    root = _Draft()
    opened = _Open([(0, root)])
    for block in half.blocks:
        run = WordRun(block.at, block.at + len(block.text), block.line, block)
        if block.is_heading and not root.heading and not root.body:
            root.heading = run
        elif block.is_heading:
            _open_section(opened, run)
        elif block.rich and block.rich.kind == "item":
            _open_item(opened, run, block.rich)
        else:
            opened.items.clear()
            opened.innermost.body.append(run)
    return root


def _open_section(opened: _Open, heading: WordRun) -> None:
    level = heading.block.rich.level if heading.block.rich else 1
    opened.items.clear()
    while len(opened.sections) > 1 and opened.sections[-1][0] >= level:
        opened.sections.pop()
    section = _Draft(heading=heading)
    opened.innermost.body.append(section)
    if len(opened.sections) < _DEEPEST:
        opened.sections.append((level, section))


def _open_item(opened: _Open, run: WordRun, rich: document.Block) -> None:
    while opened.items and opened.items[-1][0] >= rich.level:
        opened.items.pop()
    above = opened.innermost
    num = f"{_last_number(above) + 1}." if rich.ordered else "•"
    item = _Draft("item", num, body=[run])
    above.body.append(item)
    if len(opened.items) < _DEEPEST:
        opened.items.append((rich.level, item))


def _last_number(above: _Draft) -> int:
    """Return the number of the item before, in the same list; 0 before the first."""
    last = above.body[-1] if above.body else None
    return int(last.num[:-1]) if isinstance(last, _Draft) and last.num[:-1].isdigit() else 0


def _runs(draft: _Draft) -> Iterator[WordRun]:
    if draft.heading:
        yield draft.heading
    for item in draft.body:
        if isinstance(item, WordRun):
            yield item
        else:
            yield from _runs(item)


def _pieces(half: LanguagePart, draft: _Draft) -> Iterator[Piece]:
    headings = {id(block) for block in half.blocks if block.is_heading}
    for block in half.blocks:
        kind: PieceKind = "headings" if id(block) in headings else "law"
        yield Piece(kind, block.start, block.end)


def _body(
    draft: _Draft, words: PageWords, definitions: bool
) -> tuple[Passage | Table | Section, ...]:
    found: list[Passage | Table | Section] = []
    for item in draft.body:
        if isinstance(item, _Draft):
            heading = words.passage(item.heading) if item.heading else None
            found.append(Section(item.kind, item.num, heading, _body(item, words, definitions)))
        elif definitions and item.block.rich and item.block.rich.kind == "table":
            found.extend(entries_of(item.block.rich))
        else:
            found.append(words.item(item))
    return tuple(found)


def _losses(companion: Companion, form: PageFormat) -> Iterator[Loss]:
    """Yield losses of the format: titles, and which words of a table are the term."""
    if form == "text" and not companion.heading:
        message = "the page does not distinguish its title and headings from its text"
        yield Loss("title", message, language=companion.language)
    entries = any(section.kind == "entry" for _, section in companion.sections())
    if companion.kind == "definitions" and not entries:
        message = "the page has no table: the terms cannot be distinguished from their definitions"
        yield Loss("table", message, language=companion.language)
