"""What the file system says of the files of a corpus and of lawkb, before any is read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from lawkb.files import private_content

FORMAT = "lawkb manifest 1"
BLOCKS = "\n\n"  # between the head of a record, its stats and its digests

_LAWS = "laws"
# Folders that no answer from a cache depends on.
APART = ("__pycache__", "parse", "publish", "sources")
OUTLINE = "corpus.toml"


def digest_of(content: bytes) -> str:
    """32 hexadecimal figures that no other bytes have."""
    return blake2b(content).hexdigest()[:32]


def package_stamp(apart: tuple[str, ...] = APART) -> str:
    """What tells this lawkb and Python from any other: the stats of its own files.

    What one lawkb derived from a corpus may be read otherwise by the next.

    Args:
        apart: Folders that are left out, so that a change in them renews nothing: by default the
            packages that take no part in reading or showing a corpus.
    """
    lines = [sys.version]
    folders = [str(Path(__file__).parents[1])]
    for folder in folders:  # it grows on the way
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    folders += [] if entry.name in apart else [entry.path]
                else:
                    lines.append(stat_line(entry.path, entry.stat()))
    return digest_of("\n".join(sorted(lines)).encode())


def corpus_files(folder: str | os.PathLike[str]) -> Iterator[tuple[str, os.stat_result]]:
    """The files a code is read from, by path below the corpus folder, in no certain order.

    They are ``corpus.toml`` and ``laws/*/*/*.xml``; links are followed.

    Raises:
        OSError: A folder cannot be read.
    """
    top = os.fspath(folder)
    with os.scandir(top) as entries:
        yield from ((entry.name, entry.stat()) for entry in entries if entry.name == OUTLINE)
    for edition in _folders(top, _LAWS):
        for language in _folders(top, edition):
            yield from _xml_files(top, language)


def stat_line(path: str, stat: os.stat_result) -> str:
    """What tells a file from any that could stand in its place later: a line of ASCII.

    The time of the last change of the inode is in it, since nobody can set that one back.
    """
    return f"{path!a} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}"


def known_digest(folder: str | os.PathLike[str], remembered: str | os.PathLike[str]) -> str | None:
    """The digest of a corpus that stands as it did when a record of it was written; else None.

    Nothing but the record is read: its lines of stats are compared with those of the files.

    Args:
        folder: The corpus.
        remembered: The record, as ``lawkb.corpus.manifest`` writes it.
    """
    try:
        record = private_content(Path(remembered)) or b""
        head, stats, _, tail = record.decode("ascii").split(BLOCKS)
        found = sorted(stat_line(path, stat) for path, stat in corpus_files(folder))
    except (OSError, ValueError):
        return None
    digest = tail.partition(" ")[0]
    return digest if head == f"{FORMAT} {digest}" and "\n".join(found) == stats else None


def _folders(top: str, path: str) -> Iterator[str]:
    try:
        with os.scandir(f"{top}/{path}") as entries:
            yield from (f"{path}/{entry.name}" for entry in entries if entry.is_dir())
    except FileNotFoundError:
        return


def _xml_files(top: str, path: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(f"{top}/{path}") as entries:
        for entry in entries:
            if entry.name.endswith(".xml"):
                yield f"{path}/{entry.name}", entry.stat()
