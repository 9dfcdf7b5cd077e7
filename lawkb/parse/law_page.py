"""Read the page of a law, or of several laws."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.language import Language
from lawkb.model.law import Comment, Law, Loss, Provision
from lawkb.model.page import Page, Piece
from lawkb.model.passage import Lines
from lawkb.model.source import PageRule, Source
from lawkb.parse.footnotes import read_note_texts
from lawkb.parse.law_builder import Draft, LawStructure, WordRun, drafts
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
from lawkb.parse.plaintext.blocks import Block
from lawkb.parse.split_by_script import LanguagePart, split_languages
from lawkb.parse.structure import TitleSplit, read_structure, split_at_titles


@dataclass(frozen=True, slots=True)
class _LawPart:
    """One law of a page in one language, with its structure."""

    half: LanguagePart
    outcome: LawStructure


def read_law_page(page: Page, rule: PageRule, source: Source, outline: Outline) -> PageReading:
    """Read the page of one law or of several, in any format; never raises for its content.

    Args:
        page: The page; its id must fit the rule.
        rule: Languages and edition of the page, and whether it has one law or several.
        source: Templates of furniture, page data and comments, for a text page.
        outline: The scheme and the words of the languages.

    Returns:
        The laws without references, the account, and the losses. On a page of several laws, text
        before the first title is unparsed.
    """
    number = rule.law(page.page_id)
    if number is None and rule.kind != "laws":
        raise ValueError(f"{page.page_id} does not fit {rule.pattern}")
    form = read_form(page, source)
    languages = tuple(outline.language(tag) for tag in rule.languages)
    halves, tail = split_languages(text_blocks(form), languages, outline.scheme)
    read, before, doubtful = _laws(halves, number, rule, outline)
    parts = tuple(
        PartStructure(one.half.language, tuple(_runs(one.outcome.root)), tuple(one.outcome.pieces))
        for one in read
    )
    notes = place_notes(form.text, parts, read_note_texts(form.blocks, tail, languages))
    origin, page_losses = origin_of(page, form)
    comments = form.comments(number or 0, outline.scheme, languages)
    threads = _threads(comments, read, languages)
    laws = tuple(
        Law(rule.edition, one.half.language.code, root, origin, threads.get(index, ()))
        for index, one in enumerate(read)
        if one.half.blocks or index in threads
        for root in (
            _provision(one.outcome.root, PageWords(form.text, notes), bool(one.half.blocks)),
        )
    )
    lost = tuple(_unparsed(block) for block in before)
    pieces = pieces_of(
        form, (*parts, PartStructure(languages[0], (), tuple(p for p, _ in lost))), notes
    )
    structure_losses = tuple(loss for one in read for loss in one.outcome.losses)
    losses = (*page.losses, *form.losses, *page_losses, *(loss for _, loss in lost))
    losses = (*losses, *doubtful, *structure_losses, *notes.losses, *_homeless(comments, read))
    account = form.account(pieces)
    return PageReading(
        laws, account, form.text, pieces, losses, form.name, comparison=form.comparison
    )


def _laws(
    halves: tuple[LanguagePart, ...], number: int | None, rule: PageRule, outline: Outline
) -> tuple[tuple[_LawPart, ...], tuple[Block, ...], tuple[Loss, ...]]:
    """Return the laws of a page, the blocks before the first of them, and doubtful titles.

    Args:
        halves: One per language.
        number: Number of the law of the page; None when its titles give the numbers.
        rule: The edition, which has the highest law number.
        outline: The scheme.
    """
    most = outline.edition(rule.edition).laws
    read: list[_LawPart] = []
    before: list[Block] = []
    doubtful: list[Loss] = []
    for half in halves:
        cut = TitleSplit((), ((number or 0, half.blocks),), ())
        if number is None:
            cut = split_at_titles(half.blocks, half.language, most)
        before.extend(cut.before)
        doubtful.extend(_doubtful(law, block, half) for law, block in cut.doubtful)
        for law, blocks in cut.laws:
            part = LanguagePart(half.language, blocks)
            read.append(_LawPart(part, read_structure(part, law, outline.scheme)))
    return tuple(read), tuple(before), tuple(doubtful)


def _doubtful(law: int, block: Block, half: LanguagePart) -> Loss:
    message = f"«{block.text[:60]}» may be the title of a law; it is read as text of Law {law}"
    return Loss("numbering", message, Address((law,)), half.language.code, block.line)


def _unparsed(block: Block) -> tuple[Piece, Loss]:
    message = "it is before the first title of a law on the page"
    return Piece("unparsed", block.start, block.end), Loss("unparsed", message, line=block.line)


def _threads(
    comments: tuple[Comment, ...], read: tuple[_LawPart, ...], languages: tuple[Language, ...]
) -> dict[int, tuple[Comment, ...]]:
    """Return comments by index of their law: of their language, and the one they are about."""
    found: dict[int, list[Comment]] = {}
    for tag, written in comments_by_language(comments, languages).items():
        places = {
            one.outcome.root.address.law: index
            for index, one in reversed(tuple(enumerate(read)))
            if one.half.language.code == tag
        }
        first = min(places.values(), default=0)
        for comment in written if read else ():
            law = comment.address.law if comment.address else 0
            found.setdefault(places.get(law, first), []).append(comment)
    return {place: tuple(thread) for place, thread in found.items()}


def _homeless(comments: tuple[Comment, ...], read: tuple[_LawPart, ...]) -> tuple[Loss, ...]:
    if read or not comments:
        return ()
    message = f"{len(comments)} comments are on a page without a law"
    return (Loss("comment", message),)


def _runs(root: Draft) -> list[tuple[WordRun, Address]]:
    """Return every run of a law in page order, with the address of its provision."""
    found: list[tuple[WordRun, Address]] = []
    for draft in drafts(root):
        own = [item for item in draft.body if isinstance(item, WordRun)]
        heading = [draft.heading] if draft.heading else []
        found.extend((run, draft.address) for run in [*heading, *own])
    return sorted(found, key=lambda place: place[0].start)


def _provision(draft: Draft, words: PageWords, has_text: bool) -> Provision:
    body = tuple(
        words.item(item) if isinstance(item, WordRun) else _provision(item, words, has_text)
        for item in draft.body
    )
    is_law = draft.address.depth == 0
    lost = ("title",) if is_law and has_text and not draft.heading else ()
    return Provision(
        address=draft.address,
        num=draft.num,
        heading=words.passage(draft.heading) if draft.heading else None,
        body=body,
        inferred=("num",) if draft.inferred else (),
        lost=("heading",) if draft.inferred else lost,
        lines=_lines(draft),
    )


def _lines(draft: Draft) -> Lines | None:
    runs = [item.line for item in draft.body if isinstance(item, WordRun)]
    own = [*runs, *([draft.label_line] if draft.label_line else [])]
    return (min(own), max(own)) if own else None
