"""Read an HTML page of a DokuWiki into a document, with the other modules of this package.

Readers' comments are under the page (the discussion plugin), footnotes at its end.

First it is detected what the wiki answered, by the facts that a page states: id, action, user.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from lxml import etree
from msgspec.structs import replace

from lawkb.model.language import language_codes, read_language
from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import active_link_message, is_active_target
from lawkb.model.privacy import GUEST, public_name
from lawkb.parse.document import Block, Document, ReaderComment, all_words, iso_time
from lawkb.parse.html.blocks import BlockReader, PageNote, read_blocks
from lawkb.parse.html.elements_in_order import (
    Area,
    Step,
    Steps,
    attribute,
    classes,
    find_content,
    fold,
    lacks_end,
    read_areas,
    read_steps,
    words_of,
)

AnswerKind = Literal["page", "missing", "disabled", "cut", "diff", "revisions", "login", "other"]

_INFO = re.compile(r"\bJSINFO\s*=\s*(?=\{)")
_TITLE = re.compile(r"([^\s\[\]]+)(?: \[.*\])?")
_FILE = re.compile(r"(?P<page>.+?)(?:\.(?P<revision>\d{9,11}))?\.txt(?P<packed>\.gz|\.bz2)?")
_DATE = re.compile(r"\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d(?::\d\d)?")
_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d):?(\d\d)")
_SHOWN = ("", "show", "export_xhtml", "export_xhtmlbody")
_DISABLED = "Action disabled:"
# Elements of only one kind of answer; older wikis do not name their action.
_ELEMENTS: dict[str, AnswerKind] = {
    "page__revisions": "revisions",
    "dw__login": "login",
    "dw__editform": "other",
    "dw__recent": "other",
    "index__tree": "other",
}
_BLOCKS = frozenset(
    {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "pre", "blockquote", "dl"}
)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The facts that an HTML page of a DokuWiki states about itself.

    The docinfo is the line below the content with file, last change and user.
    """

    page_id: str | None = None  # Id of the page; None when the page does not name it.
    action: str = ""  # Action of the wiki (`show`, `diff`); empty when the page does not name it.
    file: str = ""  # File in the docinfo; empty when there is none.
    has_docinfo: bool = False  # Whether the page has a docinfo, even an empty one.
    revised: str | None = None  # Last change, ISO 8601, or None.
    # Author of that change; None when the page names nobody, or an IP address.
    user: str | None = None
    revision: str | None = None  # Id of the old revision on the page; None for the current one.


def read_facts(page: Steps) -> PageFacts:
    """Return the facts that a page states about itself: id, action, last change, user.

    They are taken from JSINFO, ``.pageId``, the docinfo and the title, in this order.
    """
    info = _page_info(page.scripts)
    docinfo = _first(page, lambda node: "docInfo" in classes(node))
    parts = _parts(docinfo) if docinfo is not None else ()
    file = _FILE.fullmatch(parts[0]) if parts else None
    page_id = _known_id(page, info, file)
    named = file["page"].replace("/", ":") if file else ""
    # A page id that ends in ten digits has them in the name of its current file, too.
    old = file["revision"] if file and (file["packed"] or named == page_id) else None
    return PageFacts(
        page_id=page_id,
        action=str(info.get("ACT") or ""),
        file=parts[0] if file else "",
        has_docinfo=docinfo is not None,
        revised=_revised(docinfo, parts),
        user=_user(docinfo, parts),
        revision=old,
    )


def answer_of(page: Steps, facts: PageFacts) -> AnswerKind:
    """Return what a DokuWiki answered: a page, a notice that it is missing, a comparison and so on.

    The kind is detected by the content, since the HTTP status says little. ``other`` is no page: an
    edit form, a list of changes, raw text, a page of another program.
    """
    special = _special(page, facts)
    if special:
        return special
    content = find_content(page)
    if content is None:
        return "cut" if page.cut and _is_dokuwiki(page) else "other"
    if page.fragment and _first(page, lambda node: node.tag in _BLOCKS) is None:
        return "other"
    if _is_missing(page, facts, content):
        return "missing"
    if page.cut or lacks_end(page):
        return "cut"
    return "disabled" if disabled_action(page) else "page"


def disabled_action(page: Steps) -> str | None:
    """Return the action that the wiki refused above a page, such as ``source``, or None."""
    for step in page.steps:
        if step.kind == "text" and _DISABLED in step.text:
            names = classes(step.node)
            if names & {"error", "alert-danger"}:
                return fold(step.text.partition(_DISABLED)[2])
    return None


def is_old_notice(text: str) -> bool:
    """Whether words are the wiki's notice above an old revision, in a language that lawkb knows."""
    return text in _notices("old")


def _special(page: Steps, facts: PageFacts) -> AnswerKind | None:
    """Return the kind of an answer by its action, or by an element that only one kind has."""
    named: dict[str, AnswerKind] = {"diff": "diff", "revisions": "revisions"}
    named |= {"login": "login", "denied": "login", "resendpwd": "login", "register": "login"}
    if facts.action in named:
        return named[facts.action]
    for step in page.steps:
        if step.kind != "open":
            continue
        if step.node.tag == "table" and "diff" in classes(step.node):
            return "diff"
        if kind := _ELEMENTS.get(step.node.get("id") or ""):
            return kind
    return None if facts.action in _SHOWN else "other"


def _is_missing(page: Steps, facts: PageFacts, content: tuple[int, int]) -> bool:
    """Whether a notice replaces the page, which HTTP reports as found."""
    if facts.file:
        return False
    if facts.has_docinfo and not page.cut:
        return True
    robots = _first(page, lambda node: node.tag == "meta" and node.get("name") == "robots")
    if facts.action and robots is not None and robots.get("content") == "noindex,follow":
        return True
    steps = page.steps[content[0] : content[1]]
    texts = (fold(step.text) for step in steps if step.kind == "text")
    first = next((text for text in texts if text and not is_old_notice(text)), "")
    return first.startswith(_notices("missing"))


@cache
def _notices(kind: str) -> tuple[str, ...]:
    """Return DokuWiki's notices of a kind in all languages that lawkb knows."""
    tables = (read_language(code).tables.get("wiki", {}) for code in language_codes())
    return tuple(words for table in tables for words in table.get(kind, ()))


def _is_dokuwiki(page: Steps) -> bool:
    node = _first(page, lambda node: node.get("name") == "generator")
    return node is not None and (node.get("content") or "").startswith("DokuWiki")


def _page_info(scripts: tuple[str, ...]) -> dict[str, object]:
    """Return the object JSINFO of the page's scripts; empty when it cannot be read."""
    for script in scripts:
        match = _INFO.search(script)
        if not match:
            continue
        try:
            info = json.JSONDecoder().raw_decode(script, match.end())[0]
        except (ValueError, RecursionError):
            return {}
        return info if isinstance(info, dict) else {}
    return {}


def _known_id(page: Steps, info: dict[str, object], file: re.Match[str] | None) -> str | None:
    shown = _first(page, lambda node: "pageId" in classes(node))
    title = _first(page, lambda node: node.tag == "title")
    titled = _TITLE.fullmatch(words_of(title)) if title is not None else None
    named = (
        str(info.get("id") or ""),
        words_of(shown) if shown is not None else "",
        file["page"].replace("/", ":") if file else "",
        titled[1] if titled else "",
    )
    return next((fold(name) for name in named if fold(name)), None)


def _parts(docinfo: etree._Element) -> tuple[str, ...]:
    """Return the parts of a docinfo: file, last change, user, as templates separate them."""
    items = tuple(words_of(item) for item in docinfo.iter("li"))
    texts = items or tuple(part.strip() for part in words_of(docinfo).split("·"))
    return texts if any(texts) else ()


def _revised(docinfo: etree._Element | None, parts: tuple[str, ...]) -> str | None:
    if docinfo is None:
        return None
    exact = next((_TIME.fullmatch(attribute(n, "datetime")) for n in docinfo.iter("time")), None)
    if exact:
        return f"{exact[1]}{exact[2]}:{exact[3]}"
    printed = _DATE.search(" · ".join(parts[1:]))
    return printed[0].replace("/", "-").replace(" ", "T") if printed else None


def _user(docinfo: etree._Element | None, parts: tuple[str, ...]) -> str | None:
    """Return the last editor: after the date, in a separate element or after one word."""
    words = _DATE.sub("", parts[1]).partition(":")[2].strip() if len(parts) > 1 else ""
    if not words and len(parts) > 2:
        words = parts[2]
    if docinfo is None or not words or words.startswith("("):
        return None
    names = (words_of(node) for node in docinfo.iter("bdi", "bdo"))
    named = next((name for name in names if name and words.endswith(name)), None)
    return public_name(named or words.partition(" ")[2])


def _first(page: Steps, wanted: Callable[[etree._Element], bool]) -> etree._Element | None:
    opened = (step.node for step in page.steps if step.kind == "open")
    return next((node for node in opened if wanted(node)), None)


# An unclosed note continues to the end of the next one. No real note is this long.
_LONGEST = 1000
_LONGEST_QUOTED = 120  # code points of omitted words in a message
_HEADING = re.compile(r"={2,6} ?[^=\n]{1,200}={2,6}")


@dataclass(frozen=True, slots=True)
class PageNotes:
    """The footnotes of a page."""

    # Footnotes by the id that marks link to, `fn__3`; a merged footnote has several ids.
    by_id: dict[str, PageNote]
    texts: tuple[PageNote, ...]  # The footnotes, in page order.
    size: int  # Number of characters of all footnotes.
    stray: int  # Number of characters of words in the area of footnotes that are in no footnote.
    # Footnotes that probably contain text of the page; images and links without words in footnotes;
    # words that are in no footnote.
    losses: tuple[Loss, ...]


def read_notes(steps: Iterable[Step], page_id: str | None) -> PageNotes:
    """Return the footnotes of a page.

    Args:
        steps: Steps (elements opened and closed, texts) of the area of footnotes.
        page_id: Id of the page; None when unknown.
    """
    texts: list[PageNote] = []
    size, stray = 0, ""
    for step in steps:
        size += len(step.text) if step.kind == "text" else 0
        if step.kind == "open" and "fn" in classes(step.node):
            texts.append(PageNote(len(texts) + 1))
        elif texts:
            texts[-1].read(step)
        elif step.text.strip() and step.kind == "text":
            stray += step.text
    for text in texts:
        text.finish(page_id)
    by_id = {name: text for text in texts for name in text.names}
    losses = [loss for text in texts for loss in _note_losses(text)]
    if stray:
        message = f"words among the notes that are in no note: «{fold(stray)[:_LONGEST_QUOTED]}»"
        losses.insert(0, Loss("unparsed", message))
    return PageNotes(by_id, tuple(texts), size, len(stray), tuple(losses))


def _note_losses(note: PageNote) -> Iterable[Loss]:
    text = note.text
    if len(text) > _LONGEST or _HEADING.search(text):
        message = f"note {note.number} has {len(text)} characters: it may have swallowed text"
        yield Loss("note", f"{message} up to the end of the next note")
    for message in note.wordless:
        yield Loss("unparsed", message)


_ANCHOR = "comment_"


def read_comments(steps: Iterable[Step], page_id: str | None) -> CommentsReader:
    """Return the readers' comments of a page, in page order.

    Hidden comments, which only moderators see, and the replies to them are left out: the wiki shows
    no reader a reply to a hidden comment.

    Args:
        steps: Steps (elements opened and closed, texts) of the area of the comments.
        page_id: Id of the page; None when unknown.

    Source: pages of the discussion plugin. A title such as ``2016-03-06T14:14:00Z`` is local time
    in spite of its ``Z``; the printed time is used.
    """
    reader = CommentsReader()
    for step in steps:
        reader.read(step)
    for draft in reader.drafts:
        if not draft.hidden:
            blocks = read_blocks(draft.body, page_id)
            reader.comments.append(draft.comment(blocks.blocks))
            reader.losses += (Loss("unparsed", message) for message in blocks.wordless)
    return reader


@dataclass(slots=True)
class _Draft:
    id: str
    parent: str | None
    hidden: bool
    author: str = ""
    created: str = ""
    edited: str | None = None
    body: list[Step] = field(default_factory=list)

    def comment(self, blocks: list[Block]) -> ReaderComment:
        words = tuple(words for block in blocks for words in all_words(block) if words.text)
        author = public_name(self.author) or GUEST
        return ReaderComment(self.id, self.parent, author, self.created, self.edited, words)


@dataclass(slots=True)
class CommentsReader:
    """A reader of the comments, step by step, and what it has found."""

    drafts: list[_Draft] = field(default_factory=list)  # The comments so far.
    # The last comment at every depth of replies.
    last: list[_Draft | None] = field(default_factory=lambda: [None])
    body: etree._Element | None = None  # The open element of the words, or None.
    head: etree._Element | None = None  # The open element of the author or a time, or None.
    # Comments in page order, without hidden ones.
    comments: list[ReaderComment] = field(default_factory=list)
    size: int = 0  # Number of characters of their words and authors.
    dates: int = 0  # Number of characters of their times.
    losses: list[Loss] = field(default_factory=list)  # Omitted parts of their words.

    def read(self, step: Step) -> None:
        """Read the next step of the area of comments."""
        if step.kind == "text" and self.drafts and not self.drafts[-1].hidden:
            self._count(step.text)
        if self.body is not None and self.drafts:
            if step.kind == "close" and step.node is self.body:
                self.body = None
            else:
                self.drafts[-1].body.append(step)
        elif step.kind == "open":
            self._open(step.node, classes(step.node))
        elif step.kind == "close" and step.node is self.head:
            self.head = None
        elif step.kind == "close" and "comment_replies" in classes(step.node):
            self.last[1:] = self.last[1:-1]

    def _count(self, text: str) -> None:
        if self.head is not None and "fn" not in classes(self.head):
            self.dates += len(text)
        elif self.body is not None or self.head is not None:
            self.size += len(text)

    def _open(self, node: etree._Element, names: frozenset[str]) -> None:
        if "comment_replies" in names:
            self.last.append(None)
        elif "hentry" in names:
            self._begin("comment_hidden" in names)
        elif self.drafts:
            self._read_head(node, names, self.drafts[-1])

    def _begin(self, hidden: bool) -> None:
        above = next((draft for draft in reversed(self.last[:-1]) if draft), None)
        hidden = hidden or (above is not None and above.hidden)
        draft = _Draft(str(len(self.drafts) + 1), above.id if above else None, hidden)
        self.drafts.append(draft)
        self.last[-1] = draft

    def _read_head(self, node: etree._Element, names: frozenset[str], draft: _Draft) -> None:
        anchor = attribute(node, "id")
        if node.tag == "a" and anchor.startswith(_ANCHOR) and anchor != _ANCHOR:
            draft.id = anchor.removeprefix(_ANCHOR)
        elif "fn" in names:
            draft.author, self.head = words_of(node), node
        elif "published" in names:
            draft.created, self.head = _time(node), node
        elif "updated" in names:
            draft.edited, self.head = _time(node) or None, node
        elif "comment_body" in names:
            self.body = node


def _time(node: etree._Element) -> str:
    """Return a time as ISO 8601, ``2016-03-06T14:14``; unchanged if the format is unknown."""
    printed = words_of(node)
    return iso_time(printed) or iso_time(attribute(node, "title")) or printed


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


def _content_losses(found: BlockReader, notes: PageNotes) -> Iterable[Loss]:
    yield from notes.losses
    for number, line in found.bare:
        yield Loss("note", f"a note mark {number}) without a note", line=line)
    for note in notes.texts:
        if note.place not in found.claimed:
            yield Loss("note", f"note {note.number} has no mark: «{note.text[:60]}»")
    for message in found.wordless:
        yield Loss("unparsed", message)
