"""What editors add to the TOML files of a corpus, an entry at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import tomli_w

from lawkb.errors import LawkbError
from lawkb.files import write_whole


def add_entries(file: Path, key: str, entries: Sequence[Mapping[str, object]]) -> Path:
    """Add tables at the end of the list below a key; what stands in the file is kept as it is.

    Returns:
        The file.

    Raises:
        LawkbError: It cannot be written.
    """
    content = with_entries(file, key, entries)
    try:
        write_whole(file, content)
    except OSError as error:
        told = f"cannot be written: {error.strerror}"
        raise LawkbError(str(file), told, "check rights") from error
    return file


def with_entries(file: Path, key: str, entries: Sequence[Mapping[str, object]]) -> bytes:
    """What a file would hold after ``add_entries``.

    Raises:
        LawkbError: It is there and cannot be read.
    """
    try:
        kept = file.read_text(encoding="utf-8").rstrip("\n") + "\n\n" if file.exists() else ""
    except (OSError, ValueError) as error:
        told = " ".join(f"cannot be read: {error}".split())
        raise LawkbError(str(file), told, "check rights; it is UTF-8") from error
    return (kept + tomli_w.dumps({key: entries})).encode()
