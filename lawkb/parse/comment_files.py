"""Readers' comments in the ``.comments`` file of a page, as DokuWiki's discussion plugin keeps it.

The file counts seconds. A page of the wiki shows local times of its server without a zone, in its
HTML and in text taken from it; so times are given here, too, and a comment has one time in every
form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from zoneinfo import ZoneInfo

from lawkb.model.history import local_time
from lawkb.model.law import Loss
from lawkb.model.page import decode_page
from lawkb.model.php_serialized import (
    PhpReading,
    PhpValue,
    array_of,
    is_true,
    key_of,
    number_of,
    read_php,
    text_of,
)
from lawkb.model.privacy import GUEST, public_name, without_private
from lawkb.parse.document import ReaderComment, Words, all_words
from lawkb.parse.wikitext import read_wikitext

_MINUTE = len("2016-03-06T14:14")
_MOST_LINES = 50_000  # of all comments on a page: each may be a paragraph
_LONGEST_QUOTED = 120  # of words that are left out
_PLAIN_ID = re.compile(r"[0-9A-Za-z]{1,64}")

_Comments = dict[str, dict[str, PhpValue]]


def read_comments(
    content: bytes, page_id: str, zone: str = "UTC"
) -> tuple[tuple[ReaderComment, ...], tuple[Loss, ...]]:
    """Read the comments of a page, as far as the wiki shows them to everybody. Never raises.

    A comment on the page comes before its replies, replies before the next one, as on the page.
    Not given, and no loss, is what the wiki does not show: all of a discussion that is switched
    off, a hidden comment and everything below it. A reply to a comment that is gone is a loss, and
    so are the comments after the first 50,000 lines.

    The author is the name, else the login; ``guest`` when neither can be told without a mail or
    IP address. Addresses in the words are replaced by ``…``.

    Args:
        content: Bytes of the file, of the present form or the old one of flat fields.
        page_id: Page that it belongs to.
        zone: Time zone of the wiki's clock, an IANA name.
    """
    reading = read_php(content)
    status = array_of(reading.value).get("status", 1)  # a file that was cut may not say
    if not is_true(status):
        return (), _cut(reading, page_id)
    comments = {
        key: comment
        for key, comment in reading.array("comments").items()
        if isinstance(comment, dict)
    }
    shown = tuple(_shown(comments))
    ids = _ids(comments)
    within = _within_lines(comments, shown)
    read = [
        (_comment(comments[key], ids[key], ids, ZoneInfo(zone)), _words(comments[key], page_id))
        for key in shown[:within]
    ]
    found = tuple(replace(comment, words=words) for comment, (words, _) in read)
    unread = tuple(loss for _, (_, losses) in read for loss in losses)
    losses = (*_cut(reading, page_id), *_orphans(comments, shown, page_id), *unread)
    return found, (*losses, *_left_out(len(shown) - within, page_id))


def _within_lines(comments: _Comments, shown: tuple[str, ...]) -> int:
    """How many of the comments, from the first on, are within the lines that are read."""
    lines = 0
    for number, key in enumerate(shown):
        lines += text_of(comments[key].get("raw")).count("\n") + 1
        if lines > _MOST_LINES:
            return number
    return len(shown)


def _left_out(count: int, page_id: str) -> tuple[Loss, ...]:
    if not count:
        return ()
    message = f"{count} comments of {page_id} are left out: more than {_MOST_LINES} lines in all"
    return (Loss("comment", message),)


def _cut(reading: PhpReading, page_id: str) -> tuple[Loss, ...]:
    if not reading.fault:
        return ()
    message = f"the comments of {page_id} are read in part: {reading.fault}"
    return (Loss("unparsed", message),)


def _shown(comments: _Comments) -> Iterator[str]:
    """Keys of the comments that the wiki shows, in its order.

    It shows those that have no parent, and below each what it lists as its replies and what names
    it as its parent; so nothing is shown twice, whatever the lists say.
    """
    waiting = [key for key in reversed(comments) if not _parent(comments[key])]
    while waiting:
        key = waiting.pop()
        if not is_true(comments[key].get("show")):
            continue
        yield key
        listed = dict.fromkeys(map(key_of, array_of(comments[key].get("replies")).values()))
        replies = [reply for reply in listed if reply and reply in comments]
        waiting.extend(reply for reply in reversed(replies) if _parent(comments[reply]) == key)


def _orphans(comments: _Comments, shown: tuple[str, ...], page_id: str) -> tuple[Loss, ...]:
    """A loss when comments that nobody hid are not shown: what they answer is gone."""
    replies: dict[str, list[str]] = {}
    for key, comment in comments.items():
        replies.setdefault(_parent(comment), []).append(key)
    hidden = [key for key, comment in comments.items() if not is_true(comment.get("show"))]
    told = {*shown}
    while hidden:
        key = hidden.pop()
        if key not in told:
            told.add(key)
            hidden.extend(replies.get(key, ()))
    count = len(comments.keys() - told)
    if not count:
        return ()
    message = f"{count} comments of {page_id} are left out: what they answer is gone"
    return (Loss("provenance", message),)


def _ids(comments: _Comments) -> dict[str, str]:
    """Ids by key: the keys themselves, or the places in the file when a key is no plain word."""
    if all(_PLAIN_ID.fullmatch(key) for key in comments):
        return {key: key for key in comments}
    return {key: str(place) for place, key in enumerate(comments, start=1)}


def _comment(
    comment: dict[str, PhpValue], id: str, ids: dict[str, str], zone: ZoneInfo
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
        words=(),
    )


def _author(comment: dict[str, PhpValue]) -> str:
    """Name, else login, else ``guest``. In the old form ``user`` is the login."""
    user = comment.get("user")
    if isinstance(user, dict):
        login, name = user.get("id"), user.get("name")
    else:
        login, name = user, comment.get("name")
    return public_name(text_of(name), text_of(login)) or GUEST


def _minute(seconds: PhpValue, zone: ZoneInfo) -> str | None:
    """A Unix time to the minute as a clock shows it, ``2016-03-06T14:14``; None for none and 0."""
    number = number_of(seconds)
    time = local_time(number, zone) if number else None
    return time[:_MINUTE] if time else None


def _words(
    comment: dict[str, PhpValue], page_id: str
) -> tuple[tuple[Words, ...], tuple[Loss, ...]]:
    """The paragraphs of a comment, and what of them could not be read."""
    raw = without_private(text_of(comment.get("raw")))
    document = read_wikitext(decode_page(raw.encode(errors="replace"))[0], page_id)
    every = [words for block in document.blocks for words in all_words(block)]
    notes = (point.words for words in every for point in words.notes)
    left_out = (
        Loss("unparsed", f"a note is left out: «{note.text[:_LONGEST_QUOTED]}»")
        for note in notes
        if note
    )
    return tuple(words for words in every if words.text), tuple(
        replace(loss, message=f"a comment on {page_id}: {loss.message}", line=None)
        for loss in (*document.losses, *left_out)
    )


def _parent(comment: dict[str, PhpValue]) -> str:
    """Key of the comment that one answers; empty for a comment on the page."""
    return key_of(comment.get("parent"))
