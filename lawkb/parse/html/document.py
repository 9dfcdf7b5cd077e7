"""Read an HTML page of a DokuWiki into a document, with the other modules of this package."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import active_link_message, is_active_target
from lawkb.parse.document import Block, Document
from lawkb.parse.html.blocks import FoundBlocks, read_blocks
from lawkb.parse.html.comments import read_comments
from lawkb.parse.html.elements_in_order import (
    Area,
    Step,
    Steps,
    attribute,
    find_content,
    read_areas,
    read_steps,
    words_of,
)
from lawkb.parse.html.footnotes import PageNotes, read_notes
from lawkb.parse.html.page_facts import (
    AnswerKind,
    PageFacts,
    answer_of,
    disabled_action,
    is_old_notice,
    read_facts,
)

_READ = ("page", "disabled", "cut")


def read_html(content: bytes) -> Document:
    """Return an HTML page of a DokuWiki as a document. Never raises.

    Characters are counted as the code points of all texts of the whole page, its head, menus and
    footer included; scripts, styles, HTML comments and attributes are not counted. Captions of
    images and smileys are attributes: they are among the words, but in no size.

    Returns:
        The document. An answer of the wiki that is no page (a notice that there is no such page, a
        comparison, a list of revisions, raw text) has no blocks and a loss.
    """
    page = read_steps(content)
    facts = read_facts(page)
    answer = answer_of(page, facts)
    areas = read_areas(page, find_content(page))
    sizes = _sizes(page, areas)
    if answer not in _READ:
        sizes["comments"] = 0  # nothing of it is read, comments neither
        rest = _total(page) - sum(sizes.values())
        sizes["furniture" if answer == "missing" else "unparsed"] += rest
        losses = (*page.losses, *_losses(page, answer))
        return _document(page, PageFacts(facts.page_id), sizes, (), losses)
    notes = read_notes(_of(page, areas, "notes"), facts.page_id)
    found = read_blocks(_of(page, areas, "content"), facts.page_id, notes.by_id)
    blocks, banner = _without_banner(tuple(found.blocks), facts)
    comments = read_comments(_of(page, areas, "comments"), facts.page_id)
    sizes["furniture"] += found.front + banner + sizes["comments"] - comments.size - comments.dates
    sizes["comments"] = comments.size
    sizes["page_data"] += comments.dates
    sizes["notes"] = notes.size - notes.stray - sum(note.size for note in found.claimed.values())
    sizes["unparsed"] = found.unparsed + notes.stray
    losses = (
        *page.losses,
        *_losses(page, answer),
        *_content_losses(found, notes),
        *comments.losses,
        *_link_losses(_of(page, areas, "content")),
    )
    return replace(_document(page, facts, sizes, blocks, losses), comments=tuple(comments.comments))


def _document(
    page: Steps,
    facts: PageFacts,
    sizes: dict[PieceKind, int],
    blocks: tuple[Block, ...],
    losses: tuple[Loss, ...],
) -> Document:
    return Document(
        "html",
        blocks,
        page_id=facts.page_id,
        revised=facts.revised,
        user=facts.user,
        total=_total(page),
        elsewhere=tuple((kind, size) for kind, size in sizes.items() if size),
        losses=losses,
    )


def own_id(content: bytes) -> str | None:
    """Return the page id that an HTML page itself contains, ``code:rule_57``, or None.

    Never raises.
    """
    return read_facts(read_steps(content)).page_id


def count_characters(content: bytes) -> int:
    """Return the number of code points of all texts of a page, as in ``read_html``.

    Never raises.
    """
    return _total(read_steps(content))


def _of(page: Steps, areas: tuple[Area, ...], wanted: Area) -> Iterable[Step]:
    return (step for step, area in zip(page.steps, areas, strict=True) if area == wanted)


def _total(page: Steps) -> int:
    return sum(len(step.text) for step in page.steps if step.kind == "text")


def _sizes(page: Steps, areas: tuple[Area, ...]) -> dict[PieceKind, int]:
    """Return the numbers of characters of the areas that are neither content nor footnotes."""
    kinds: tuple[PieceKind, ...] = ("comments", "page_data", "furniture", "notes", "unparsed")
    sizes = dict.fromkeys(kinds, 0)
    for step, area in zip(page.steps, areas, strict=True):
        if step.kind == "text" and area in ("comments", "page_data", "furniture"):
            sizes[area] += len(step.text)
    return sizes


def _without_banner(blocks: tuple[Block, ...], facts: PageFacts) -> tuple[tuple[Block, ...], int]:
    """Return the blocks without the notice above an old revision and its rule, and their size."""
    if len(blocks) < 2 or [block.kind for block in blocks[:2]] != ["paragraph", "rule"]:
        return blocks, 0
    words = blocks[0].words
    bold = [(mark.start, mark.end) for mark in words.marks if mark.kind == "bold"]
    is_notice = facts.revision is not None and bold == [(0, len(words.text))]
    if not is_notice and not is_old_notice(words.text):
        return blocks, 0
    return blocks[2:], sum(block.size for block in blocks[:2])


_MESSAGES: dict[AnswerKind, str] = {
    "missing": "the wiki answers that there is no such page or revision",
    "diff": "the page compares two revisions and has no text of its own",
    "revisions": "the page is a list of revisions",
    "login": "the page asks for a login",
    "other": "this is not a page of a wiki",
    "cut": "the page is truncated: the text after its end here is lost",
}


def _losses(page: Steps, answer: AnswerKind) -> Iterable[Loss]:
    if answer in _MESSAGES:
        yield Loss("text", _MESSAGES[answer])
    action = disabled_action(page)
    if action:
        yield Loss("text", f"the wiki refused «{action}» and returned the page as shown instead")


def _link_losses(content: Iterable[Step]) -> Iterable[Loss]:
    for step in content:
        if step.kind == "open" and is_active_target(attribute(step.node, "href")):
            yield Loss("link", active_link_message(words_of(step.node)))


def _content_losses(found: FoundBlocks, notes: PageNotes) -> Iterable[Loss]:
    yield from notes.losses
    for number, line in found.bare:
        yield Loss("note", f"a note mark {number}) without a note", line=line)
    for note in notes.texts:
        if note.place not in found.claimed:
            yield Loss("note", f"note {note.number} has no mark: «{note.words.text[:60]}»")
    for message in found.wordless:
        yield Loss("unparsed", message)
