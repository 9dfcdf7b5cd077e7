"""Write files atomically: to a temporary name, synced, then renamed. Read and write cache files."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

_OTHERS = stat.S_IWGRP | stat.S_IWOTH  # who may write beside the owner


def write_synced(path: Path, content: bytes) -> None:
    """Write a file and wait until it is on the disk; a file or link of that name is replaced."""
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def append_synced(path: Path, content: bytes) -> None:
    """Append to a file and wait until it is on the disk; raise ``OSError`` if it is a link."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o666)
    with os.fdopen(descriptor, "ab") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def write_whole(path: Path, content: bytes) -> None:
    """Replace the content of a file atomically: after a crash it has the old content or the new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with opened_whole(path) as file:
        file.write(content)


@contextmanager
def opened_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file to replace its content atomically, when the context ends without an error."""
    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)
    try:
        with new.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_path(path.parent)


@contextmanager
def locked(folder: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Lock a folder for one writer at a time. The lock ends with the process that took it.

    Args:
        waiting: Function called before the wait, when another process has the lock.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def sync_path(path: Path) -> None:
    """Wait until the content of a file, or the list of names in a folder, is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_private(folder: Path, above: int = 1) -> bool:
    """Return whether only this user can have written the files in a folder.

    Cached code and pickled values are loaded from such folders alone, since loading them can run
    code.

    Args:
        folder: Private if it belongs to this user, nobody else may write to it, and it is no link.
        above: Number of parent folders to check, too. Each must belong to this user or root, and be
            writable by nobody else, unless its sticky bit is set, as that of ``/tmp``.
    """
    try:
        own = folder.lstat()
        safe = all(_is_safe(place.stat()) for place in folder.absolute().parents[:above])
    except OSError:
        return False
    return stat.S_ISDIR(own.st_mode) and _is_own(own) and safe


def make_private(folder: Path) -> bool:
    """Make a folder and its parent for this user alone; return whether it is private."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return is_private(folder)


def private_content(file: Path) -> bytes | None:
    """Return the content of a cache file; None if another user could have written it.

    Links are not followed. A pipe is not waited for. None, too, when the file is missing or cannot
    be read.
    """
    try:
        with _opened(file.parent, os.O_DIRECTORY) as folder:
            if not _is_own(os.fstat(folder)) or not is_private(file.parent):
                return None
            with _opened(file.name, os.O_NONBLOCK, folder) as descriptor:
                held = os.fstat(descriptor)
                if not stat.S_ISREG(held.st_mode) or not _is_own(held):
                    return None
                with os.fdopen(descriptor, "rb", closefd=False) as opened:
                    return opened.read()
    except OSError:
        return None


def put_private(file: Path, content: bytes) -> None:
    """Write a cache file, replacing its content; its folder is made if missing.

    It is not synced, since its readers detect damage. If the folder cannot be written, or other
    users may write to it, nothing is written and no error raised.
    """
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        if not make_private(file.parent):
            return
        for left in file.parent.glob(f"{file.name}.*"):  # by writers that were killed
            left.unlink(missing_ok=True)
        new = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(new, "wb") as opened:
            opened.write(content)
        beside.replace(file)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


@contextmanager
def _opened(path: str | Path, flags: int, folder: int | None = None) -> Iterator[int]:
    """Open for reading, relative to an open folder if one is given; yield the file descriptor.

    If the last part of the path is a link, this fails.
    """
    descriptor = os.open(path, os.O_RDONLY | flags | os.O_NOFOLLOW, dir_fd=folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _is_own(held: os.stat_result) -> bool:
    """Whether a file or folder belongs to this user and nobody else may write to it."""
    return held.st_uid == os.geteuid() and not held.st_mode & _OTHERS


def _is_safe(held: os.stat_result) -> bool:
    """Whether no other user can replace the files in a folder."""
    shared = held.st_mode & _OTHERS and not held.st_mode & stat.S_ISVTX
    return held.st_uid in {0, os.geteuid()} and not shared
