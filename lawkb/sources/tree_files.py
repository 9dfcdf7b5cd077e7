"""Files of a tree that others wrote: nothing outside of it is read, and nothing without bound."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 16 * 1024 * 1024
MOST_LEVELS = 32


class RefusedError(Exception):
    """A file is not read; says why, in words behind «it »."""


@dataclass(frozen=True, slots=True)
class TreeFile:
    """A file, or something in the place of one.

    Attributes:
        names: Names of the folder walked, of those below it on the way, and of the file.
        path: Where it lies.
        refused: Why it is not read, in words behind «it »; None for a file.
    """

    names: tuple[str, ...]
    path: Path
    refused: str | None = None


def walk_files(folder: Path) -> Iterator[TreeFile]:
    """Everything below a folder that is no folder, in the order of the names.

    Links are never followed, also not those that stay inside: one to ``meta`` would show as a
    page what no page may show. A folder that is not there holds nothing.
    """
    waiting = [_tree_file((folder.name,), folder)] if os.path.lexists(folder) else []
    while waiting:
        item = waiting.pop()
        if item.refused or not item.path.is_dir():
            yield item
        else:
            waiting.extend(_inside(item))


def read_bounded(path: Path) -> bytes:
    """All bytes of a regular file.

    Raises:
        RefusedError: It is a link, a device or a pipe, larger than ``MOST_BYTES``, or unreadable.
    """
    try:
        # Neither follows a link nor waits for the other end of a pipe.
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
    """Names of folders and a file for a message: one short line of printable characters."""
    joined = "/".join(names)
    return "".join(char if char.isprintable() else "\ufffd" for char in joined[:200])


def _inside(folder: TreeFile) -> list[TreeFile]:
    """What lies directly in a folder, last name first; what is refused says so."""
    if len(folder.names) > MOST_LEVELS:
        return [TreeFile(folder.names, folder.path, f"lies deeper than {MOST_LEVELS} folders")]
    try:
        names = sorted((path.name for path in folder.path.iterdir()), reverse=True)
    except OSError as error:
        return [TreeFile(folder.names, folder.path, f"cannot be read: {error.strerror}")]
    return [_tree_file((*folder.names, name), folder.path / name) for name in names]


def _tree_file(names: tuple[str, ...], path: Path) -> TreeFile:
    linked = "is a link, and links are not followed" if path.is_symlink() else None
    return TreeFile(names, path, linked)
