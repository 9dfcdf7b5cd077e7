"""What of the ``.meta`` and ``.comments`` files of a page may leave the wiki.

Both hold mail and IP addresses; what is given here holds none.
"""

from __future__ import annotations

from lawkb.model.php_serialized import (
    PhpValue,
    array_of,
    is_true,
    key_of,
    number_of,
    read_php,
    text_of,
    write_php,
)
from lawkb.model.privacy import public_name, without_private


def read_names(content: bytes) -> tuple[tuple[str, str], ...]:
    """Logins and the real names of those who changed a page, by a ``.meta`` file. Never raises.

    The file is a cache of the wiki: what is cut or missing in it is not a loss.
    """
    whole = read_php(content).value
    found: dict[str, PhpValue] = {}
    for part in ("current", "persistent"):  # the later counts
        meta = array_of(array_of(whole).get(part))
        found[text_of(meta.get("user"))] = meta.get("creator")
        found.update(array_of(meta.get("contributor")))
    names = ((public_name(login), public_name(text_of(name))) for login, name in found.items())
    return tuple(sorted((login, name) for login, name in names if login and name))


def public_comments(content: bytes) -> bytes:
    """A ``.comments`` file without what is private. Never raises.

    Only what ``read_comments`` reads is kept, field by field: mail addresses, subscribers, guests'
    IP addresses, sites and towns are left out, and of a hidden comment all but its place. Reads
    as the whole file does; one that is cut or damaged stays cut.
    """
    reading = read_php(content)
    comments: dict[str, PhpValue] = {
        without_private(key): _public_comment(comment)
        for key, comment in reading.array("comments").items()
        if isinstance(comment, dict)
    }
    open_to_all = is_true(array_of(reading.value).get("status", 1))
    written = write_php({"status": int(open_to_all), "comments": comments})
    return written[:-1] if reading.fault else written


def _public_comment(comment: dict[str, PhpValue]) -> PhpValue:
    shown = is_true(comment.get("show"))
    replies = array_of(comment.get("replies")).values()
    place: dict[str, PhpValue] = {
        "show": shown,
        "parent": without_private(key_of(comment.get("parent"))),
        "replies": {str(n): without_private(key_of(reply)) for n, reply in enumerate(replies)},
    }
    return {**place, **_public_words(comment)} if shown else place


def _public_words(comment: dict[str, PhpValue]) -> dict[str, PhpValue]:
    """Author, times and words, in the present form of the file."""
    user, date = comment.get("user"), comment.get("date")
    old = {"id": user, "name": comment.get("name")}
    author = user if isinstance(user, dict) else old
    created = date if not isinstance(date, dict) else date.get("created")
    edited = array_of(date).get("modified", comment.get("edited"))
    return {
        "user": {key: public_name(text_of(author.get(key))) or "" for key in ("id", "name")},
        "date": {"created": number_of(created), "modified": number_of(edited)},
        "raw": without_private(text_of(comment.get("raw"))),
    }
