"""Readers' comments under a page: author, time, words, and the provision they are about."""

from __future__ import annotations

import re
from dataclasses import replace

from lawkb.model.address import Scheme
from lawkb.model.label import read_typed
from lawkb.model.language import Language
from lawkb.model.law import Comment, Loss
from lawkb.parse.document import ReaderComment, TextBlock, iso_time

# «Γ3: Ένα πρόωρο παίξιμο …» on the page of Law 57: a label, a colon, the quoted words.
_QUOTED_PROVISION = re.compile(r"([^\s:]{1,20}):\s+(?=\S)")
_ELLIPSES = ("…", "...")
_DEEPEST = 50  # levels of replies; deeper ones, which no real page has, become siblings


def read_comments(
    blocks: tuple[TextBlock, ...], law: int, scheme: Scheme, languages: tuple[Language, ...]
) -> tuple[Comment, ...]:
    """Return the comments of a text page, with replies in the comments they answer.

    A text page does not mark replies. A comment that names no provision, after one that does,
    is read as its reply, and marked as inferred.
    """
    found: list[tuple[Comment, list[Comment]]] = []
    for comment in _comments(blocks, law, scheme, languages):
        if found and found[-1][0].address and not comment.address:
            found[-1][1].append(replace(comment, inferred=("reply",)))
        else:
            found.append((comment, []))
    return tuple(replace(comment, replies=tuple(replies)) for comment, replies in found)


def comment_losses(blocks: tuple[TextBlock, ...]) -> tuple[Loss, ...]:
    """Return the losses of a text page's comments: missing authors and times, or missing words."""
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


def threads(
    comments: tuple[ReaderComment, ...], law: int, scheme: Scheme, languages: tuple[Language, ...]
) -> tuple[Comment, ...]:
    """Return comments as threads, from a source that names the parent of each.

    Each comes after its parent. A reply to a comment that is not among them is left out, as the
    wiki does with replies to hidden ones.
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
        read = Comment(comment.author, comment.created, text, edited=comment.edited)
        return replace(
            _anchored(read, law, scheme, languages),
            replies=tuple(thread(one, known) for one in below),
            inferred=() if parents[comment.id] == comment.parent else ("reply",),
        )

    return tuple(thread(comment, frozenset()) for comment in replies.get(None, ()))


def _comments(
    blocks: tuple[TextBlock, ...], law: int, scheme: Scheme, languages: tuple[Language, ...]
) -> list[Comment]:
    found: list[tuple[Comment, list[TextBlock]]] = []
    for block in blocks:
        if block.kind == "comment-head":
            found.append((_comment_of_head(block), []))
        elif block.kind == "comment":
            if not found:
                found.append((Comment("", "", "", lines=(block.line, block.line)), []))
            found[-1][1].append(block)
    return [_anchored(_filled(*each), law, scheme, languages) for each in found]


def _comment_of_head(block: TextBlock) -> Comment:
    """Return the comment of a head line, without its words."""
    edited = block.fields.get("edited")
    return Comment(
        block.fields["author"],
        iso_time(block.fields["created"]),
        "",
        lines=(block.line, block.line),
        edited=iso_time(edited) if edited else None,
    )


def _filled(comment: Comment, body: list[TextBlock]) -> Comment:
    """Return the comment with its lines of text."""
    lines = comment.lines
    if lines and body:
        lines = (lines[0], body[-1].line)
    return replace(comment, text="\n".join(block.text for block in body), lines=lines)


def _anchored(
    comment: Comment, law: int, scheme: Scheme, languages: tuple[Language, ...]
) -> Comment:
    """Return the comment with the provision and the quote from its first line."""
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
