"""Readers' comments under an HTML page (the discussion plugin)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.privacy import GUEST, public_name
from lawkb.parse.document import Block, ReaderComment, all_words, iso_time
from lawkb.parse.html.blocks import read_blocks
from lawkb.parse.html.elements_in_order import Step, attribute, classes, words_of

_ANCHOR = "comment_"


@dataclass(slots=True)
class Comments:
    """The readers' comments of a page.

    Attributes:
        comments: Comments in page order, without hidden ones.
        size: Number of characters of their words and authors.
        dates: Number of characters of their times.
        losses: Omitted parts of their words.
    """

    comments: list[ReaderComment] = field(default_factory=list)
    size: int = 0
    dates: int = 0
    losses: list[Loss] = field(default_factory=list)


def read_comments(steps: Iterable[Step], page_id: str | None) -> Comments:
    """Return the readers' comments of a page, in page order.

    Hidden comments, which only moderators see, and the replies to them are left out: the wiki shows
    no reader a reply to a hidden comment.

    Args:
        steps: Steps (elements opened and closed, texts) of the area of the comments.
        page_id: Id of the page; None when unknown.

    Source: pages of the discussion plugin. A title such as ``2016-03-06T14:14:00Z`` is local time
    in spite of its ``Z``; the printed time is used.
    """
    reader = _Reader()
    for step in steps:
        reader.read(step)
    for draft in reader.drafts:
        if not draft.hidden:
            blocks = read_blocks(draft.body, page_id)
            reader.found.comments.append(draft.comment(blocks.blocks))
            reader.found.losses += (Loss("unparsed", message) for message in blocks.wordless)
    return reader.found


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
class _Reader:
    """A reader of the comments, step by step.

    Attributes:
        drafts: The comments so far.
        last: The last comment at every depth of replies.
        body: The open element of the words, or None.
        head: The open element of the author or a time, or None.
        found: Counts and losses so far.
    """

    drafts: list[_Draft] = field(default_factory=list)
    last: list[_Draft | None] = field(default_factory=lambda: [None])
    body: etree._Element | None = None
    head: etree._Element | None = None
    found: Comments = field(default_factory=Comments)

    def read(self, step: Step) -> None:
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
            self.found.dates += len(text)
        elif self.body is not None or self.head is not None:
            self.found.size += len(text)

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
