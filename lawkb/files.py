"""Files written whole: to a temporary name, synced, then renamed; and what is cached in files."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_synced(path: Path, content: bytes) -> None:
    """Write a new file and wait until it is on the disk; what stood there, a link too, is gone."""
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def append_synced(path: Path, content: bytes) -> None:
    """Add to the end of a file and wait until it is on the disk; a link is not followed."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o666)
    with os.fdopen(descriptor, "ab") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def write_whole(path: Path, content: bytes) -> None:
    """Put content in the place of a file; whatever happens, the old or the new stands there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    write_synced(new, content)
    new.replace(path)
    sync_path(path.parent)


def link_or_copy(path: Path, new: Path) -> None:
    """Give a file that is never changed a second name; a copy where the disk knows no links."""
    try:
        new.hardlink_to(path)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(path, new)
        sync_path(new)


@contextmanager
def locked(folder: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """One writer of a folder at a time. The lock falls with the process that holds it.

    Args:
        folder: One that is there.
        waiting: Called when another process holds the lock, before it is waited for.
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
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def kept_content(file: Path, key: str) -> bytes | None:
    """What ``keep_content`` has put into a file of a cache.

    Args:
        file: The file. No link is followed, and nobody waits at a pipe.
        key: What the content was made from.

    Returns:
        The content; None when it is that of another key, is damaged, or was not written by this
        user alone.
    """
    try:
        flags = os.O_RDONLY | os.O_NONBLOCK | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(file, flags)
    except OSError:
        return None
    try:
        held = _held(descriptor)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    head, end, content = held.partition(b"\n")
    return content if end and head == _head(key, content) else None


def keep_content(file: Path, key: str, content: bytes) -> None:
    """Put content into a file of a cache, in place of what was there before.

    It need not be synced: what is damaged is known by its digest. Where nothing can be written,
    nothing is kept.

    Args:
        file: The file; its folder is made when it is missing.
        key: What the content was made from.
        content: To keep.
    """
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in file.parent.glob(f"{file.name}.*"):  # by writers that were killed
            left.unlink(missing_ok=True)
        new = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(new, "wb") as opened:
            opened.write(_head(key, content) + b"\n")
            opened.write(content)
        beside.replace(file)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _held(descriptor: int) -> bytes:
    """What is in a file that this user alone can write; nothing of any other, or of a folder."""
    stats = os.fstat(descriptor)
    others = stats.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if not stat.S_ISREG(stats.st_mode) or stats.st_uid != os.getuid() or others:
        return b""
    with os.fdopen(descriptor, "rb", closefd=False) as opened:
        return opened.read()


def _head(key: str, content: bytes) -> bytes:
    """What tells content from any other, and from that of any other key."""
    return hashlib.blake2b(content, key=hashlib.blake2b(key.encode()).digest()).hexdigest().encode()
