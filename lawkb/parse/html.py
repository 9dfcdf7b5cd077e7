"""HTML of a DokuWiki to a document: pages, exports, old revisions, of any template.

The parts stand in the modules ``html_*``; this one puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable

from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import is_active, left_out
from lawkb.parse.document import Block, Document
from lawkb.parse.html_areas import Area, find_content, read_areas
from lawkb.parse.html_blocks import Found, read_blocks
from lawkb.parse.html_comments import read_comments
from lawkb.parse.html_notes import Notes, read_notes
from lawkb.parse.html_page import (
    Answer,
    Facts,
    answer_of,
    disabled_action,
    is_old_notice,
    read_facts,
)
from lawkb.parse.html_steps import Step, Steps, attribute, read_steps, words_of

_READ = ("page", "disabled", "cut")


def read_html(content: bytes) -> Document:
    """Read a page of a DokuWiki as it is shown. Never raises.

    Characters are the code points of all texts of the whole document, head and furniture
    included; scripts, styles, comments of HTML and attributes are not counted. Captions of images
    and smileys are attributes: they are among the words and in no size.

    Args:
        content: Bytes of the answer, with or without a document around the content.

    Returns:
        What the page holds. An answer that holds none (a notice that there is no such page, a
        comparison, a list of revisions, raw text) has no blocks and a loss that says so.

    Source: formats.md, section 5.
    """
    page = read_steps(content)
    facts = read_facts(page)
    answer = answer_of(page, facts)
    if answer not in _READ:
        return _without_content(page, facts, answer)
    areas = read_areas(page, find_content(page))
    notes = read_notes(_of(page, areas, "notes"), facts.page_id)
    found = read_blocks(_of(page, areas, "content"), facts.page_id, notes.by_id)
    blocks, banner = _without_banner(found.blocks, facts)
    comments = read_comments(_of(page, areas, "comments"), facts.page_id)
    sizes = _sizes(page, areas)
    sizes["furniture"] += found.front + banner + sizes["comments"] - comments.size - comments.dates
    sizes["comments"] = comments.size
    sizes["page_data"] += comments.dates
    sizes["notes"] = notes.size - notes.stray - sum(note.size for note in found.claimed)
    sizes["unparsed"] = found.unparsed + notes.stray
    return Document(
        "html",
        blocks,
        comments.comments,
        facts.page_id,
        facts.revised,
        facts.user,
        _total(page),
        tuple((kind, size) for kind, size in sizes.items() if size),
        (
            *page.losses,
            *_losses(page, answer),
            *_content_losses(found, notes),
            *comments.losses,
            *_link_losses(_of(page, areas, "content")),
        ),
        answer != "cut" and not page.cut,
        facts.revision,
    )


def kind_of_answer(content: bytes) -> Answer:
    """What an answer of a DokuWiki is, told by its content. Never raises.

    The wiki answers with HTTP 200 and a notice for a page that is missing or deleted and for a
    revision that is unknown (``missing``), and with the page below a message for an action it
    refuses (``disabled``). ``cut`` is a page without its end. ``other`` holds no page.
    """
    page = read_steps(content)
    return answer_of(page, read_facts(page))


def own_id(content: bytes) -> str | None:
    """The id that a page gives itself, or None. Never raises."""
    return read_facts(read_steps(content)).page_id


def count_characters(content: bytes) -> int:
    """The code points of all texts of a page, as ``read_html`` counts them. Never raises."""
    return _total(read_steps(content))


def _of(page: Steps, areas: tuple[Area, ...], wanted: Area) -> Iterable[Step]:
    return (step for step, area in zip(page.steps, areas, strict=True) if area == wanted)


def _total(page: Steps) -> int:
    return sum(len(step.text) for step in page.steps if step.kind == "text")


def _sizes(page: Steps, areas: tuple[Area, ...]) -> dict[PieceKind, int]:
    """Characters of the areas that are neither content nor notes."""
    sizes: dict[PieceKind, int] = {"comments": 0, "page_data": 0, "furniture": 0}
    for step, area in zip(page.steps, areas, strict=True):
        if step.kind == "text" and area in ("comments", "page_data", "furniture"):
            sizes[area] += len(step.text)
    return sizes


def _without_content(page: Steps, facts: Facts, answer: Answer) -> Document:
    """The document of an answer that holds no page."""
    content = find_content(page)
    areas = read_areas(page, content)
    sizes = _sizes(page, areas)
    rest = _total(page) - sum(sizes.values())
    kind: PieceKind = "furniture" if answer == "missing" else "unparsed"
    sizes[kind] = sizes.get(kind, 0) + rest
    return Document(
        "html",
        (),
        page_id=facts.page_id,
        total=_total(page),
        elsewhere=tuple((name, size) for name, size in sizes.items() if size),
        losses=(*page.losses, *_losses(page, answer)),
        complete=not page.cut,
    )


def _without_banner(blocks: tuple[Block, ...], facts: Facts) -> tuple[tuple[Block, ...], int]:
    """The blocks without the notice above an old revision and its rule, and their size."""
    if len(blocks) < 2 or [block.kind for block in blocks[:2]] != ["paragraph", "rule"]:
        return blocks, 0
    words = blocks[0].words
    bold = [(mark.start, mark.end) for mark in words.marks if mark.kind == "bold"]
    told = facts.revision is not None and bold == [(0, len(words.text))]
    if not told and not is_old_notice(words.text):
        return blocks, 0
    return blocks[2:], sum(block.size for block in blocks[:2])


_MESSAGES: dict[Answer, str] = {
    "missing": "the wiki answers that there is no such page or revision",
    "diff": "the answer compares two revisions and holds no page",
    "revisions": "the answer lists revisions and holds no page",
    "login": "the answer asks for a login and holds no page",
    "other": "the answer holds no page of a wiki",
    "cut": "the page is cut: what stood behind its end here is lost",
}


def _losses(page: Steps, answer: Answer) -> Iterable[Loss]:
    if answer in _MESSAGES:
        yield Loss("text", _MESSAGES[answer])
    action = disabled_action(page)
    if action:
        yield Loss("text", f"the wiki refused «{action}» and gave the page as shown instead")


def _link_losses(content: Iterable[Step]) -> Iterable[Loss]:
    for step in content:
        if step.kind == "open" and is_active(attribute(step.node, "href")):
            yield Loss("link", left_out(words_of(step.node)))


def _content_losses(found: Found, notes: Notes) -> Iterable[Loss]:
    yield from notes.losses
    for number, line in found.bare:
        yield Loss("note", f"a note mark {number}) without a note", line=line)
    claimed = {note.place for note in found.claimed}
    for note in notes.texts:
        if note.place not in claimed:
            yield Loss("note", f"note {note.number} has no mark: «{note.words.text[:60]}»")
    for message in found.wordless:
        yield Loss("unparsed", message)
