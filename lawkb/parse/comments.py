"""Readers' comments under a page: author, time, words, and the provision they are about."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from lawkb.model.address import Ordinal, Scheme
from lawkb.model.label import read_typed
from lawkb.model.language import Language
from lawkb.model.law import Comment, Loss
from lawkb.model.passage import Passage
from lawkb.model.privacy import public_name
from lawkb.parse.document import Document, ReaderComment, TextBlock, iso_time

# «Γ3: Ένα πρόωρο παίξιμο …» on the page of Law 57: a label, a colon, the quoted words.
_QUOTED_PROVISION = re.compile(r"([^\s:]{1,20}):\s+(?=\S)")
_ELLIPSES = ("…", "...")
_DEEPEST = 50  # levels of replies; deeper ones, which no real page has, become siblings


def read_comments(
    page: Document, law: Ordinal, scheme: Scheme, languages: tuple[Language, ...]
) -> tuple[Comment, ...]:
    """Return the readers' comments of a page, with replies inside the comments they answer.

    A page without markup does not mark replies. A comment of it that names no provision, after one
    that does, is read as a reply to that comment; its ``inferred`` is then ``("reply",)``.

    Args:
        law: Number of the law that the page is about.
        scheme: Levels of the code, to read the provision that a comment names.
    """
    found: list[tuple[Comment, list[Comment]]] = []
    for comment in _threads(page.comments, law, scheme, languages):
        on_page = page.is_plain and comment.lines is not None  # not from a file beside the page
        if on_page and found and found[-1][0].address and not comment.address:
            found[-1][1].append(replace(comment, inferred=("reply",)))
        else:
            found.append((comment, []))
    return tuple(
        replace(comment, replies=(*comment.replies, *replies)) for comment, replies in found
    )


def listed_comments(
    lines: Iterable[tuple[dict[str, str] | None, Passage, int | None]],
) -> tuple[ReaderComment, ...]:
    """Return the comments on some lines: each begins with a head, and lines of words follow.

    Args:
        lines: Tuples of the author and times if the line is a head, else None; the words; and the
            line number, or None if it is not needed.
    """
    found: list[tuple[dict[str, str], list[Passage], list[int]]] = []
    for head, words, line in lines:
        if head is not None or not found:
            found.append((head or {}, [], []))
        if head is None:
            found[-1][1].append(words)
        found[-1][2].extend([line] if line else [])
    return tuple(
        ReaderComment(
            str(number),
            None,
            public_name(head.get("author", "")) or "",
            iso_time(head.get("created", "")),
            iso_time(head.get("edited", "")) or None,
            tuple(words),
            (at[0], at[-1]) if at else None,
        )
        for number, (head, words, at) in enumerate(found, start=1)
    )


def comment_losses(blocks: tuple[TextBlock, ...]) -> tuple[Loss, ...]:
    """Return losses of comments: where a page lost authors and times, or a comment has no words."""
    losses = []
    for index, block in enumerate(blocks):
        before = blocks[index - 1].kind if index else "text"
        after = blocks[index + 1].kind if index + 1 < len(blocks) else "text"
        if block.kind == "comment" and before not in ("comment-head", "comment"):
            message = "the page lost the author and time of these comments"
            losses.append(Loss("comment", message, line=block.line))
        if block.kind == "comment-head" and after != "comment":
            losses.append(Loss("comment", "the page lost the words of a comment", line=block.line))
    return tuple(losses)


def _threads(
    comments: tuple[ReaderComment, ...],
    law: Ordinal,
    scheme: Scheme,
    languages: tuple[Language, ...],
) -> tuple[Comment, ...]:
    """Return comments with their replies inside them, from a source that names the parent of each.

    A reply whose parent is not among the comments is left out, as the wiki omits replies to hidden
    comments.

    Args:
        comments: Comments; every reply comes after its parent.
        law: Number of the law that the page is about.
        scheme: Levels of the code, to read the provision that a comment names.
    """
    replies: dict[str | None, list[ReaderComment]] = {}
    parents: dict[str | None, str | None] = {}
    depth: dict[str | None, int] = {}
    for comment in comments:
        too_deep = depth.get(comment.parent, 0) >= _DEEPEST
        parent = parents[comment.parent] if too_deep else comment.parent
        parents[comment.id], depth[comment.id] = parent, depth.get(parent, 0) + 1
        replies.setdefault(parent, []).append(comment)

    def thread(comment: ReaderComment, above: frozenset[str]) -> Comment:
        text = "\n".join(words.text for words in comment.words if words.text)
        known = above | {comment.id}
        below = (one for one in replies.get(comment.id, ()) if one.id not in known)
        author, lines = comment.author, comment.lines
        read = Comment(author, comment.created, text, lines=lines, edited=comment.edited)
        return replace(
            _anchored(read, law, scheme, languages),
            replies=tuple(thread(one, known) for one in below),
            inferred=() if parents[comment.id] == comment.parent else ("reply",),
        )

    return tuple(thread(comment, frozenset()) for comment in replies.get(None, ()))


def _anchored(
    comment: Comment, law: Ordinal, scheme: Scheme, languages: tuple[Language, ...]
) -> Comment:
    """Return the comment with the provision and the quote that its first line names."""
    first = comment.text.split("\n", 1)[0]
    match = _QUOTED_PROVISION.match(first)
    if not match:
        return comment
    written = match[1] if match[1][0].isdigit() else f"{law}{match[1]}"
    address = read_typed(written, scheme, languages)
    if not address:
        return comment
    quote = first[match.end() :].rstrip()
    for cut in _ELLIPSES:
        quote = quote.removesuffix(cut)
    return replace(comment, address=address, quote=quote.rstrip() or None)
