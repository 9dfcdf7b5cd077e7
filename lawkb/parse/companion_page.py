"""The page of a companion: definitions of terms, a commentary on a law, a preface."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from lawkb.model.code import Outline
from lawkb.model.companion import Companion, CompanionKind, Section, SectionKind
from lawkb.model.law import Loss
from lawkb.model.page import Page, PageRule, Piece, PieceKind, Source
from lawkb.model.passage import Passage, Table
from lawkb.parse import document
from lawkb.parse.document import FormName
from lawkb.parse.drafts import Run
from lawkb.parse.entries import entries_of
from lawkb.parse.forms import read_form
from lawkb.parse.halves import Half, split_languages
from lawkb.parse.notes import read_note_texts
from lawkb.parse.reading import (
    Part,
    Reading,
    Words,
    by_language,
    origin_of,
    pieces_of,
    place_notes,
    text_blocks,
)

_DEEPEST = 8  # parts within parts; deeper, a page was made to hurt


def read_companion_page(page: Page, rule: PageRule, source: Source, outline: Outline) -> Reading:
    """Read a page that holds no law, whatever its form and its bytes; it never raises.

    Headings open sections, items of lists are parts, and in definitions every row of a table is
    an entry: its term, its meanings.

    Args:
        page: The page; its id must fit the rule.
        rule: Languages and edition of the page, and what it holds.
        source: What furniture, page data and comments look like there, on a text page.
        outline: The words of the languages.

    Returns:
        A companion for each language that the page holds, without references, the account, and
        the losses.
    """
    form = read_form(page, source)
    languages = tuple(outline.language(tag) for tag in rule.languages)
    halves, tail = split_languages(text_blocks(form), languages, None)
    drafts = tuple(_draft(half) for half in halves)
    parts = tuple(
        Part(half.language, tuple((run, None) for run in _runs(draft)), tuple(_pieces(half, draft)))
        for half, draft in zip(halves, drafts, strict=True)
    )
    notes = place_notes(form.text, parts, read_note_texts(form.blocks, tail, languages))
    origin, page_losses = origin_of(page, form)
    number = rule.law(page.page_id)
    threads = by_language(form.comments(number or 0, outline.scheme, languages), languages)
    words = Words(form.text, notes)
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
    return Reading((), form.account(pieces), form.text, pieces, losses, form.name, companions)


@dataclass(slots=True)
class _Draft:
    """A part of a companion while it is being read; its root is the companion itself."""

    kind: SectionKind = "section"
    num: str = ""
    heading: Run | None = None
    body: list[Run | _Draft] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """The parts that are open, outermost first, each with the level that its block has."""

    sections: list[tuple[int, _Draft]]
    items: list[tuple[int, _Draft]] = field(default_factory=list)

    @property
    def innermost(self) -> _Draft:
        return (self.items or self.sections)[-1][1]


def _draft(half: Half) -> _Draft:
    root = _Draft()
    opened = _Open([(0, root)])
    for block in half.blocks:
        run = Run(block.at, block.at + len(block.text), block.line, block)
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


def _open_section(opened: _Open, heading: Run) -> None:
    level = heading.block.rich.level if heading.block.rich else 1
    opened.items.clear()
    while len(opened.sections) > 1 and opened.sections[-1][0] >= level:
        opened.sections.pop()
    section = _Draft(heading=heading)
    opened.innermost.body.append(section)
    if len(opened.sections) < _DEEPEST:
        opened.sections.append((level, section))


def _open_item(opened: _Open, run: Run, rich: document.Block) -> None:
    while opened.items and opened.items[-1][0] >= rich.level:
        opened.items.pop()
    above = opened.innermost
    num = f"{_last_number(above) + 1}." if rich.ordered else "•"
    item = _Draft("item", num, body=[run])
    above.body.append(item)
    if len(opened.items) < _DEEPEST:
        opened.items.append((rich.level, item))


def _last_number(above: _Draft) -> int:
    """Number of the item just before, in the same list; 0 before the first."""
    last = above.body[-1] if above.body else None
    return int(last.num[:-1]) if isinstance(last, _Draft) and last.num[:-1].isdigit() else 0


def _runs(draft: _Draft) -> Iterator[Run]:
    if draft.heading:
        yield draft.heading
    for item in draft.body:
        if isinstance(item, Run):
            yield item
        else:
            yield from _runs(item)


def _pieces(half: Half, draft: _Draft) -> Iterator[Piece]:
    headings = {id(block) for block in half.blocks if block.is_heading}
    for block in half.blocks:
        kind: PieceKind = "headings" if id(block) in headings else "law"
        yield Piece(kind, block.start, block.end)


def _body(draft: _Draft, words: Words, definitions: bool) -> tuple[Passage | Table | Section, ...]:
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


def _losses(companion: Companion, form: FormName) -> Iterator[Loss]:
    """What the form of the page cannot carry: titles, and which words of a table are the term."""
    if form == "text" and not companion.heading:
        message = "the page does not tell its title and headings from its text"
        yield Loss("title", message, language=companion.language)
    entries = any(section.kind == "entry" for _, section in companion.sections())
    if companion.kind == "definitions" and not entries:
        message = "the page holds no table: which words are the term cannot be told"
        yield Loss("table", message, language=companion.language)
