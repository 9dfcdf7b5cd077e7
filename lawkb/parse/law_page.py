"""The page of a law, or of several laws, to the laws it holds and the account of its characters."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.address import Address
from lawkb.model.code import Outline
from lawkb.model.language import Language
from lawkb.model.law import Comment, Law, Loss, Provision
from lawkb.model.page import Page, PageRule, Piece, Source
from lawkb.model.passage import Lines
from lawkb.parse.drafts import Draft, Outcome, Run, drafts
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
from lawkb.parse.structure import read_structure
from lawkb.parse.text import Block
from lawkb.parse.titles import Cut, cut_at_titles


@dataclass(frozen=True, slots=True)
class _Read:
    """One law of a page, as far as its blocks give it."""

    half: Half
    outcome: Outcome


def read_law_page(page: Page, rule: PageRule, source: Source, outline: Outline) -> Reading:
    """Read the page of one law or of several, whatever its form and its bytes; it never raises.

    Args:
        page: The page; its id must fit the rule.
        rule: Languages and edition of the page, and whether it holds one law or several.
        source: What furniture, page data and comments look like there, on a text page.
        outline: The levels, and the words of the languages.

    Returns:
        The laws without references, the account, and the losses. On a page of several laws, what
        stands before the first title is unparsed.
    """
    number = rule.law(page.page_id)
    if number is None and rule.kind != "laws":
        raise ValueError(f"{page.page_id} does not fit {rule.pattern}")
    form = read_form(page, source)
    languages = tuple(outline.language(tag) for tag in rule.languages)
    halves, tail = split_languages(text_blocks(form), languages, outline.scheme)
    read, before, doubtful = _laws(halves, number, rule, outline)
    parts = tuple(
        Part(one.half.language, tuple(_runs(one.outcome.root)), tuple(one.outcome.pieces))
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
        for root in (_provision(one.outcome.root, Words(form.text, notes), bool(one.half.blocks)),)
    )
    lost = tuple(_unparsed(block) for block in before)
    pieces = pieces_of(form, (*parts, Part(languages[0], (), tuple(p for p, _ in lost))), notes)
    structure_losses = tuple(loss for one in read for loss in one.outcome.losses)
    losses = (*page.losses, *form.losses, *page_losses, *(loss for _, loss in lost))
    losses = (*losses, *doubtful, *structure_losses, *notes.losses, *_homeless(comments, read))
    account = form.account(pieces)
    return Reading(laws, account, form.text, pieces, losses, form.name, comparison=form.comparison)


def _laws(
    halves: tuple[Half, ...], number: int | None, rule: PageRule, outline: Outline
) -> tuple[tuple[_Read, ...], tuple[Block, ...], tuple[Loss, ...]]:
    """The laws of the halves of a page, the blocks before all of them, and doubtful titles.

    Args:
        halves: One per language.
        number: The law that the page is of; None when titles say which it holds.
        rule: Says the edition, and with it how many laws there are.
        outline: The levels.
    """
    most = outline.edition(rule.edition).laws
    read: list[_Read] = []
    before: list[Block] = []
    doubtful: list[Loss] = []
    for half in halves:
        cut = Cut((), ((number or 0, half.blocks),), ())
        if number is None:
            cut = cut_at_titles(half.blocks, half.language, most)
        before.extend(cut.before)
        doubtful.extend(_doubtful(law, block, half) for law, block in cut.doubtful)
        for law, blocks in cut.laws:
            part = Half(half.language, blocks)
            read.append(_Read(part, read_structure(part, law, outline.scheme)))
    return tuple(read), tuple(before), tuple(doubtful)


def _doubtful(law: int, block: Block, half: Half) -> Loss:
    message = f"«{block.text[:60]}» may be the title of a law; it is read as text of Law {law}"
    return Loss("numbering", message, Address((law,)), half.language.code, block.line)


def _unparsed(block: Block) -> tuple[Piece, Loss]:
    message = "it stands before the first title of a law on the page"
    return Piece("unparsed", block.start, block.end), Loss("unparsed", message, line=block.line)


def _threads(
    comments: tuple[Comment, ...], read: tuple[_Read, ...], languages: tuple[Language, ...]
) -> dict[int, tuple[Comment, ...]]:
    """Comments by the law they are shown under: of their language, and the one they speak of."""
    found: dict[int, list[Comment]] = {}
    for tag, written in by_language(comments, languages).items():
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


def _homeless(comments: tuple[Comment, ...], read: tuple[_Read, ...]) -> tuple[Loss, ...]:
    if read or not comments:
        return ()
    message = f"{len(comments)} comments stand on a page that gives no law"
    return (Loss("comment", message),)


def _runs(root: Draft) -> list[tuple[Run, Address]]:
    """Every run of a law in page order, with the provision it belongs to."""
    found: list[tuple[Run, Address]] = []
    for draft in drafts(root):
        own = [item for item in draft.body if isinstance(item, Run)]
        heading = [draft.heading] if draft.heading else []
        found.extend((run, draft.address) for run in [*heading, *own])
    return sorted(found, key=lambda place: place[0].start)


def _provision(draft: Draft, words: Words, held: bool) -> Provision:
    body = tuple(
        words.item(item) if isinstance(item, Run) else _provision(item, words, held)
        for item in draft.body
    )
    is_law = draft.address.depth == 0
    lost = ("title",) if is_law and held and not draft.heading else ()
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
    runs = [item.line for item in draft.body if isinstance(item, Run)]
    own = [*runs, *([draft.label_line] if draft.label_line else [])]
    return (min(own), max(own)) if own else None
