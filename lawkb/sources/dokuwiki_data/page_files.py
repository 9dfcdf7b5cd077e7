"""Read the other files of a page: changes, old texts, metadata and comments.

Mail and IP addresses are removed; IP addresses in the change log are read only to detect changes
made outside the wiki.
"""

from __future__ import annotations

import bz2
import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO

from lawkb.model.law import Loss
from lawkb.model.page import Revision, RevisionKind, utc_time
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
from lawkb.model.privacy import one_line, public_name, without_addresses
from lawkb.sources.untrusted_files import MOST_BYTES, RefusedError, read_bounded

# ---- .changes: time, author and type of each change

_KINDS: dict[str, RevisionKind] = {
    "C": "create",
    "E": "edit",
    "e": "minor",
    "D": "delete",
    "R": "revert",
}
_COLUMNS = 8
_TIME = re.compile(r"[1-9][0-9]{0,11}")
_SIZE = re.compile(r"-?[0-9]{1,12}")
_OUTSIDE = "127.0.0.1"


def read_changes(content: bytes, page: str) -> tuple[tuple[Revision, ...], tuple[Loss, ...]]:
    """Read the revisions in a page's ``.changes`` file, oldest first. Never raises.

    A line has at most eight columns, of which time and page id are required. Truncated lines and
    lines of other pages are reported as a ``Loss``. Of two lines with the same second, which the
    wiki cannot distinguish, the later one counts.

    Args:
        content: Bytes of the ``.changes`` file.
        page: Id of the page, ``code:rule_57``.
    """
    found: dict[str, Revision] = {}
    cut, again = [], []
    for number, line in _lines(content):
        revision = _revision(line, page)
        if not revision:
            cut.append(number)
            continue
        if revision.id in found:
            again.append(number)
        found[revision.id] = revision
    losses = (
        *_loss(cut, f"of the changes of {page} are truncated, or are no changes of it"),
        *_loss(again, f"of the changes of {page} have the time of another one"),
    )
    return tuple(sorted(found.values(), key=lambda revision: int(revision.id))), losses


def _lines(content: bytes) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            yield number, line.rstrip(b"\r").decode(errors="replace")


def _revision(line: str, page: str) -> Revision | None:
    columns = line.split("\t", _COLUMNS)[:_COLUMNS]
    written, ip, kind, line_page, user, summary, extra, size = columns + [""] * (
        _COLUMNS - len(columns)
    )
    time = utc_time(int(written)) if _TIME.fullmatch(written) else None
    if time is None or line_page != page:
        return None
    return Revision(
        id=written,
        time=time,
        kind=_KINDS.get(kind, "unknown"),
        user=public_name(user),
        summary=without_addresses(one_line(summary)),
        restored=extra if kind == "R" and _TIME.fullmatch(extra) else None,
        size_change=int(size) if _SIZE.fullmatch(size) else None,
        outside=ip == _OUTSIDE and not user,
    )


def _loss(lines: list[int], what: str) -> tuple[Loss, ...]:
    """Return one loss for all bad lines of a kind: a damaged file may have a million of them."""
    if not lines:
        return ()
    return (Loss("provenance", f"{len(lines)} lines {what}", line=lines[0]),)


# ---- attic: the texts of old revisions, compressed or not

_NAME = re.compile(r"(.+)\.([1-9][0-9]{0,11})\.txt(\.gz|\.bz2)?", re.DOTALL)
_CHUNK = 64 * 1024
# How much larger a text may be unpacked: law texts are three to five times as large, tables ten.
_MOST_TIMES = 20
_OPENERS: dict[str, Callable[[IO[bytes]], gzip.GzipFile | bz2.BZ2File]] = {
    ".gz": lambda packed: gzip.GzipFile(fileobj=packed),
    ".bz2": lambda packed: bz2.BZ2File(packed),
}


def split_name(name: str) -> tuple[str, str] | None:
    """Split ``rule_57.1495778700.txt.gz`` from ``attic`` into page name and revision id.

    Returns:
        ``("rule_57", "1495778700")``; None if the name is not that of an old text.
    """
    match = _NAME.fullmatch(name)
    return (match[1], match[2]) if match else None


def preference(path: Path) -> int:
    """Return the rank of a file among several files of one revision; the lowest is read.

    The order is that of DokuWiki: ``.gz``, ``.bz2``, ``.txt``.
    """
    return (".gz", ".bz2", ".txt").index(path.suffix)


def read_old_text(path: Path) -> bytes:
    """Read the text of an old revision, decompressed by the suffix of its file.

    Raises:
        RefusedError: The file cannot be read or is damaged, or its text is larger than
            ``MOST_BYTES`` or than any text compressed to this size.
    """
    content = read_bounded(path)
    opener = _OPENERS.get(path.suffix)
    if not opener:
        return content
    try:
        with opener(BytesIO(content)) as unpacked:
            return _read_chunks(unpacked, len(content))
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise RefusedError(f"is damaged: {error}") from error


def _read_chunks(unpacked: gzip.GzipFile | bz2.BZ2File, packed_bytes: int) -> bytes:
    """Decompress a whole file; at most one chunk above the size limit is in memory."""
    most = min(MOST_BYTES, max(_CHUNK, _MOST_TIMES * packed_bytes))
    chunks: list[bytes] = []
    total = 0
    while chunk := unpacked.read(_CHUNK):
        total += len(chunk)
        if total > most:
            raise RefusedError(f"unpacks to more than {most} bytes")
        chunks.append(chunk)
    return b"".join(chunks)


# ---- .meta and .comments: the parts that may leave the wiki


def read_names(content: bytes) -> tuple[tuple[str, str], ...]:
    """Return pairs of login and real name of those who changed a page, from a ``.meta`` file.

    Never raises. The file is a cache of the wiki, so missing parts are not reported as a ``Loss``.
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

    Mail addresses, subscribers, IP addresses of guests, web sites and towns are removed. Of a
    hidden comment only an empty entry is left. ``read_comments`` gives the same result for this as
    for the whole file. A damaged or truncated file stays truncated.
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
    """Return author, times and text of a comment in the current format of the file."""
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
