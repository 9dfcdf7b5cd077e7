"""Files of an untrusted folder: nothing outside of it is read, and nothing without a bound."""

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
    """A file is not read; its message says why and follows the name of the file."""


@dataclass(frozen=True, slots=True)
class UntrustedFile:
    """A file of a folder, or something else in its place, such as a link.

    Attributes:
        names: Name of the folder walked, of the folders below it, and of the file.
        refused: Why it is not read, a phrase to follow its name; None for a file.
    """

    names: tuple[str, ...]
    path: Path
    refused: str | None = None


def walk_files(folder: Path) -> Iterator[UntrustedFile]:
    """Yield everything below a folder except folders, sorted by name.

    Links are never followed, not even to a place inside: a link to ``meta`` would show private
    files as a page. A missing folder has no files.
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
        RefusedError: It is a link, a device or a pipe, larger than ``MOST_BYTES``, or unreadable.
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
    """Return names of folders and a file as one short line of printable characters."""
    joined = "/".join(names)
    return "".join(char if char.isprintable() else "\ufffd" for char in joined[:200])


def _children(folder: UntrustedFile) -> list[UntrustedFile]:
    """Return the contents of a folder, last name first, with reasons for what is refused."""
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
        ValueError: It is not TOML, or has a key of too many parts.
        RecursionError: Its brackets are too deep.
    """
    import tomllib

    if _LONG_KEY.search(text):
        raise ValueError(f"a key of more than {_MOST_PARTS} parts")
    return tomllib.loads(text)
