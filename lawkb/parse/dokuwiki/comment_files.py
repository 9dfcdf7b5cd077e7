"""Read readers' comments from the ``.comments`` file of DokuWiki's discussion plugin.

The file has Unix times. A wiki page shows local times of its server without an offset, in its HTML
and in extracted text; so local times are returned here too, and a comment has the same time in
every format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from lawkb.model.law import Loss
from lawkb.model.page import local_time
from lawkb.model.passage import Passage
from lawkb.model.php_serialized import (
    PhpValue,
    array_of,
    is_true,
    key_of,
    number_of,
    read_php,
    text_of,
)
from lawkb.model.privacy import GUEST, public_name, without_addresses
from lawkb.model.text_encoding import decode_page
from lawkb.parse.document import ReaderComment, all_words
from lawkb.parse.dokuwiki.document import read_wikitext

_MINUTE = len("2016-03-06T14:14")
_MOST_LINES = 50_000  # of all comments of a page: each may be a paragraph
_LONGEST_QUOTED = 120  # code points of omitted words in a message
_PLAIN_ID = re.compile(r"[0-9A-Za-z]{1,64}")

_Comments = dict[str, dict[str, PhpValue]]


def read_comments(
    content: bytes, page_id: str, zone: str = "UTC"
) -> tuple[tuple[ReaderComment, ...], tuple[Loss, ...]]:
    """Return the comments that the wiki shows to everybody on a page, and what is missing.

    A comment on the page comes before its replies, and these before the next comment, as on the
    page. What the wiki hides is left out without a loss: a discussion that is switched off, a
    hidden comment and everything below it. A reply to a deleted comment is a loss, and so are the
    comments after the first 50,000 lines. Never raises.

    The author is the name, else the login; ``guest`` when both are missing or contain a mail or IP
    address. Addresses in the words are replaced by ``…``.

    Args:
        content: Bytes of the file, in the current format or the old one with flat fields.
        page_id: Id of the page.
        zone: Time zone of the wiki's clock, an IANA name.
    """
    reading = read_php(content)
    losses: list[Loss] = []
    if reading.fault:
        message = f"the comments of {page_id} are read in part: {reading.fault}"
        losses.append(Loss("unparsed", message))
    if not is_true(array_of(reading.value).get("status", 1)):  # a truncated file may lack it
        return (), tuple(losses)
    comments = {
        key: comment
        for key, comment in reading.array("comments").items()
        if isinstance(comment, dict)
    }
    shown = tuple(_shown(comments))
    if orphans := _orphans(comments, shown):
        left_out = f"{orphans} comments of {page_id} are left out"
        losses.append(Loss("provenance", f"{left_out}: the comment they answer is missing"))
    ids = _ids(comments)
    within = _within_lines(comments, shown)
    found: list[ReaderComment] = []
    for key in shown[:within]:
        words, unread = _words(comments[key], page_id)
        found.append(_comment(comments[key], ids[key], ids, ZoneInfo(zone), words))
        losses += unread
    if late := len(shown) - within:
        left_out = f"{late} comments of {page_id} are left out"
        losses.append(Loss("comment", f"{left_out}: more than {_MOST_LINES} lines in all"))
    return tuple(found), tuple(losses)


def _within_lines(comments: _Comments, shown: tuple[str, ...]) -> int:
    """Return how many comments, from the first on, fit into the maximum number of lines."""
    lines = 0
    for number, key in enumerate(shown):
        lines += text_of(comments[key].get("raw")).count("\n") + 1
        if lines > _MOST_LINES:
            return number
    return len(shown)


def _shown(comments: _Comments) -> Iterator[str]:
    """Yield the keys of the comments that the wiki shows, in the wiki's order.

    These are comments without a parent, each followed by the comments that it lists as replies and
    that name it as their parent; so nothing is shown twice, whatever the lists contain.
    """
    stack = [key for key in reversed(comments) if not _parent(comments[key])]
    while stack:
        key = stack.pop()
        if not is_true(comments[key].get("show")):
            continue
        yield key
        listed = dict.fromkeys(map(key_of, array_of(comments[key].get("replies")).values()))
        replies = [reply for reply in listed if reply and reply in comments]
        stack.extend(reply for reply in reversed(replies) if _parent(comments[reply]) == key)


def _orphans(comments: _Comments, shown: tuple[str, ...]) -> int:
    """Return the number of comments that are neither hidden nor shown: their parent is missing."""
    replies: dict[str, list[str]] = {}
    for key, comment in comments.items():
        replies.setdefault(_parent(comment), []).append(key)
    hidden = [key for key, comment in comments.items() if not is_true(comment.get("show"))]
    accounted = {*shown}
    while hidden:
        key = hidden.pop()
        if key not in accounted:
            accounted.add(key)
            hidden.extend(replies.get(key, ()))
    return len(comments.keys() - accounted)


def _ids(comments: _Comments) -> dict[str, str]:
    """Return ids by key: the key itself, or a number in file order if the key is no plain word."""
    if all(_PLAIN_ID.fullmatch(key) for key in comments):
        return {key: key for key in comments}
    return {key: str(place) for place, key in enumerate(comments, start=1)}


def _comment(
    comment: dict[str, PhpValue],
    id: str,
    ids: dict[str, str],
    zone: ZoneInfo,
    words: tuple[Passage, ...],
) -> ReaderComment:
    date = comment.get("date")
    created = array_of(date).get("created") if isinstance(date, dict) else date
    edited = array_of(date).get("modified", comment.get("edited"))
    parent = _parent(comment)
    return ReaderComment(
        id=id,
        parent=ids[parent] if parent else None,
        author=_author(comment),
        created=_minute(created, zone) or "",
        edited=_minute(edited, zone),
        words=words,
    )


def _author(comment: dict[str, PhpValue]) -> str:
    """Return name, else login, else ``guest``. In the old format ``user`` is the login."""
    user = comment.get("user")
    if isinstance(user, dict):
        login, name = user.get("id"), user.get("name")
    else:
        login, name = user, comment.get("name")
    return public_name(text_of(name), text_of(login)) or GUEST


def _minute(seconds: PhpValue, zone: ZoneInfo) -> str | None:
    """Return a Unix time as local time to the minute, ``2016-03-06T14:14``; None for 0."""
    number = number_of(seconds)
    time = local_time(number, zone) if number else None
    return time[:_MINUTE] if time else None


def _words(
    comment: dict[str, PhpValue], page_id: str
) -> tuple[tuple[Passage, ...], tuple[Loss, ...]]:
    """Return the paragraphs of a comment, and losses."""
    raw = without_addresses(text_of(comment.get("raw")))
    document = read_wikitext(decode_page(raw.encode(errors="replace"))[0], page_id)
    every = [words for block in document.blocks for words in all_words(block)]
    left_out = (
        Loss("unparsed", f"a note is left out: «{note.text[:_LONGEST_QUOTED]}»")
        for words in every
        for note in words.notes
    )
    return tuple(words for words in every if words.text), tuple(
        replace(loss, message=f"a comment on {page_id}: {loss.message}", line=None)
        for loss in (*document.losses, *left_out)
    )


def _parent(comment: dict[str, PhpValue]) -> str:
    """Return the key of the comment that this one answers; empty for a comment on the page."""
    return key_of(comment.get("parent"))
