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
    try:
        kept = file.read_text(encoding="utf-8").rstrip("\n") + "\n\n" if file.exists() else ""
        write_whole(file, (kept + tomli_w.dumps({key: entries})).encode())
    except OSError as error:
        told = f"cannot be written: {error.strerror}"
        raise LawkbError(str(file), told, "check rights") from error
    return file
