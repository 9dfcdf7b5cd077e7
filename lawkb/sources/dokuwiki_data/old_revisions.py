"""The attic of a DokuWiki: texts of old revisions, compressed or not."""

from __future__ import annotations

import bz2
import gzip
import re
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import IO

from lawkb.sources.untrusted_files import MOST_BYTES, RefusedError, read_bounded

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
