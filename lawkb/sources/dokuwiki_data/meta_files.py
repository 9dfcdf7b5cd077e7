"""The parts of the ``.meta`` and ``.comments`` files of a page that may leave the wiki.

Both files have mail and IP addresses; the results have none.
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
from lawkb.model.privacy import public_name, without_addresses


def read_names(content: bytes) -> tuple[tuple[str, str], ...]:
    """Return logins and real names of those who changed a page, from a ``.meta`` file.

    Never raises. The file is a cache of the wiki, so that missing parts are no loss.
    """
    whole = read_php(content).value
    found: dict[str, PhpValue] = {}
    for part in ("current", "persistent"):  # the later one wins
        meta = array_of(array_of(whole).get(part))
        found[text_of(meta.get("user"))] = meta.get("creator")
        found.update(array_of(meta.get("contributor")))
    names = ((public_name(login), public_name(text_of(name))) for login, name in found.items())
    return tuple(sorted((login, name) for login, name in names if login and name))


def public_comments(content: bytes) -> bytes:
    """Return a ``.comments`` file without private data. Never raises.

    Only the fields that ``read_comments`` reads stay: mail addresses, subscribers, IP addresses
    of guests, web sites and towns are left out, and of a hidden comment all but its position. The
    result reads like the whole file; a damaged or truncated one stays truncated.
    """
    reading = read_php(content)
    comments: dict[str, PhpValue] = {
        without_addresses(key): _public_comment(comment)
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
        "parent": without_addresses(key_of(comment.get("parent"))),
        "replies": {str(n): without_addresses(key_of(reply)) for n, reply in enumerate(replies)},
    }
    return {**place, **_public_words(comment)} if shown else place


def _public_words(comment: dict[str, PhpValue]) -> dict[str, PhpValue]:
    """Return author, times and words in the current format of the file."""
    user, date = comment.get("user"), comment.get("date")
    old = {"id": user, "name": comment.get("name")}
    author = user if isinstance(user, dict) else old
    created = date if not isinstance(date, dict) else date.get("created")
    edited = array_of(date).get("modified", comment.get("edited"))
    return {
        "user": {key: public_name(text_of(author.get(key))) or "" for key in ("id", "name")},
        "date": {"created": number_of(created), "modified": number_of(edited)},
        "raw": without_addresses(text_of(comment.get("raw"))),
    }
