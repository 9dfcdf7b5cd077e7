"""Read files of an untrusted folder: no link out of it is followed, and every size is bounded."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MOST_BYTES = 16 * 1024 * 1024
MOST_LEVELS = 32
_MOST_PARTS = 256
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
# What tomllib needs for a key grows with the square of its parts: gigabytes for a file of 1 MiB.
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MOST_PARTS}}}")


class RefusedError(Exception):
    """A file is refused. The message is a phrase that continues its name: ``is no file``."""


@dataclass(frozen=True, slots=True)
class UntrustedFile:
    """A file below a folder, or something else at its path, such as a link."""

    # Names on the path: that of the walked folder first, that of the file last.
    names: tuple[str, ...]
    path: Path  # Path of the file.
    # Reason why it is not read, a phrase that continues the name, such as `is a link`; None for a
    # file that may be read.
    refused: str | None = None


def walk_files(folder: Path) -> Iterator[UntrustedFile]:
    """Yield every file, link and other non-folder below a folder, sorted by name.

    Links are never followed, not even to a target inside the folder: a link to ``meta`` would show
    private files as a page. A missing folder has no files.
    """
    stack = [_tree_file((folder.name,), folder)] if os.path.lexists(folder) else []
    while stack:
        item = stack.pop()
        if item.refused or not item.path.is_dir():
            yield item
        else:
            stack.extend(_children(item))


def read_bounded(path: Path) -> bytes:
    """Read all bytes of a regular file.

    Raises:
        RefusedError: The file is a link, a device or a pipe, larger than ``MOST_BYTES``, or
            unreadable.
    """
    try:
        # Does not follow a link, and does not wait for the other end of a pipe.
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (OSError, ValueError) as error:
        raise RefusedError(f"cannot be read: {getattr(error, 'strerror', error)}") from error
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise RefusedError("is no file")
    with os.fdopen(number, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise RefusedError(f"is larger than {MOST_BYTES} bytes")
    return content


def printable(names: tuple[str, ...]) -> str:
    """Return the names of folders and a file as one short path of printable characters."""
    joined = "/".join(names)
    return "".join(char if char.isprintable() else "\ufffd" for char in joined[:200])


def _children(folder: UntrustedFile) -> list[UntrustedFile]:
    """Return the contents of a folder in reverse order of names, with reasons for refused ones."""
    if len(folder.names) > MOST_LEVELS:
        return [UntrustedFile(folder.names, folder.path, f"is deeper than {MOST_LEVELS} folders")]
    try:
        names = sorted((path.name for path in folder.path.iterdir()), reverse=True)
    except OSError as error:
        return [UntrustedFile(folder.names, folder.path, f"cannot be read: {error.strerror}")]
    return [_tree_file((*folder.names, name), folder.path / name) for name in names]


def _tree_file(names: tuple[str, ...], path: Path) -> UntrustedFile:
    linked = "is a link, and links are not followed" if path.is_symlink() else None
    return UntrustedFile(names, path, linked)


def parse_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text, in bounded memory.

    Raises:
        ValueError: The text is not TOML, or has a key of too many parts, ``a.b.c`` of hundreds.
        RecursionError: Brackets are nested too deep.
    """
    import tomllib

    if _LONG_KEY.search(text):
        raise ValueError(f"a key of more than {_MOST_PARTS} parts")
    return tomllib.loads(text)
