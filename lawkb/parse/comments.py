"""Readers' comments under a page: author, time, words, and the provision they speak of."""

from __future__ import annotations

import re
from dataclasses import replace

from lawkb.model.address import Address, Scheme
from lawkb.model.label import read_typed
from lawkb.model.language import Language
from lawkb.model.law import Comment
from lawkb.parse.text import Block, iso_time

# «Γ3: Ένα πρόωρο παίξιμο …» on the page of Law 57: a label, a colon, the words it quotes.
_SPOKEN_OF = re.compile(r"([^\s:]{1,20}):\s+(?=\S)")
_CUT = ("…", "...")


def read_comments(
    blocks: tuple[Block, ...], law: int, scheme: Scheme, languages: tuple[Language, ...]
) -> tuple[Comment, ...]:
    """The comments of a page, replies inside what they answer.

    A text page does not say what a comment answers. One that names no provision, behind one
    that does, is read as its reply, and the reply is marked inferred.

    Args:
        blocks: All blocks of the page.
        law: Number of the law on the page.
        scheme: The levels.
        languages: Languages of the page, to read labels in.
    """
    threads: list[Comment] = []
    for comment in _comments(blocks, law, scheme, languages):
        if threads and threads[-1].address and not comment.address:
            reply = replace(comment, inferred=("reply",))
            threads[-1] = replace(threads[-1], replies=(*threads[-1].replies, reply))
        else:
            threads.append(comment)
    return tuple(threads)


def _comments(
    blocks: tuple[Block, ...], law: int, scheme: Scheme, languages: tuple[Language, ...]
) -> list[Comment]:
    found: list[Comment] = []
    for block in blocks:
        if block.kind == "comment-head":
            author, created = block.fields["author"], iso_time(block.fields["created"])
            found.append(Comment(author, created, "", lines=(block.line, block.line)))
        elif block.kind == "comment" and found:
            words = f"{found[-1].text}\n{block.text}" if found[-1].text else block.text
            first = (found[-1].lines or (block.line, block.line))[0]
            found[-1] = replace(found[-1], text=words, lines=(first, block.line))
    return [_anchored(comment, law, scheme, languages) for comment in found]


def _anchored(
    comment: Comment, law: int, scheme: Scheme, languages: tuple[Language, ...]
) -> Comment:
    """The comment with the provision and the quote that its first line names."""
    first = comment.text.split("\n", 1)[0]
    match = _SPOKEN_OF.match(first)
    address = _spoken_of(match[1], law, scheme, languages) if match else None
    if not match or not address:
        return comment
    quote = first[match.end() :].rstrip()
    for cut in _CUT:
        quote = quote.removesuffix(cut)
    return replace(comment, address=address, quote=quote.rstrip() or None)


def _spoken_of(
    written: str, law: int, scheme: Scheme, languages: tuple[Language, ...]
) -> Address | None:
    if written[0].isdigit():
        return read_typed(written, scheme, languages)
    return read_typed(f"{law}{written}", scheme, languages)
