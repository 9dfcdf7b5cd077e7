"""The revisions of a page: their list in its ``.changes`` file, and their texts in the attic.

IP addresses are read only to detect changes outside the wiki, and are not passed on.
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

from lawkb.model.history import Revision, RevisionKind, utc_time
from lawkb.model.law import Loss
from lawkb.model.privacy import one_line, public_name, without_addresses
from lawkb.sources.untrusted_files import MOST_BYTES, RefusedError, read_bounded

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
    """Read the revisions of a page, oldest first. Never raises.

    Lines of eight columns or fewer are read, which need time and page id. Lines that are
    truncated or name another page are a loss. Of two lines with the same second, which the wiki
    cannot distinguish, the later one counts.

    Args:
        content: Bytes of the file.
        page: Id of the page.
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
    """Return one loss for all lines of a kind: a damaged file may have a million."""
    if not lines:
        return ()
    return (Loss("provenance", f"{len(lines)} lines {what}", line=lines[0]),)


_NAME = re.compile(r"(.+)\.([1-9][0-9]{0,11})\.txt(\.gz|\.bz2)?", re.DOTALL)
_CHUNK = 64 * 1024
_OPENERS: dict[str, Callable[[IO[bytes]], gzip.GzipFile | bz2.BZ2File]] = {
    ".gz": lambda packed: gzip.GzipFile(fileobj=packed),
    ".bz2": lambda packed: bz2.BZ2File(packed),
}


def split_name(name: str) -> tuple[str, str] | None:
    """Return page file name and revision id of a file in the attic; None for other files."""
    match = _NAME.fullmatch(name)
    return (match[1], match[2]) if match else None


def preference(path: Path) -> int:
    """Rank one of several files of a revision; the wiki reads the lowest."""
    return (".gz", ".bz2", ".txt").index(path.suffix)


def read_old_text(path: Path) -> bytes:
    """Read the text of an old revision, decompressed by the suffix of its file.

    Raises:
        RefusedError: It cannot be read, is damaged, or decompresses to over ``MOST_BYTES``.
    """
    content = read_bounded(path)
    opener = _OPENERS.get(path.suffix)
    if not opener:
        return content
    try:
        with opener(BytesIO(content)) as unpacked:
            return _read_chunks(unpacked)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise RefusedError(f"is damaged: {error}") from error


def _read_chunks(unpacked: gzip.GzipFile | bz2.BZ2File) -> bytes:
    """Read everything, with at most one chunk above the bound in memory."""
    chunks: list[bytes] = []
    total = 0
    while chunk := unpacked.read(_CHUNK):
        total += len(chunk)
        if total > MOST_BYTES:
            raise RefusedError(f"unpacks to more than {MOST_BYTES} bytes")
        chunks.append(chunk)
    return b"".join(chunks)
