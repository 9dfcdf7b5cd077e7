"""The content of a corpus by the digests of its files, without reading those that stand still.

A record beside the index holds the stats of every file and the digest of what was in it. A file
whose stats are those of the record is not read again; all others are.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lawkb.corpus.stats import BLOCKS, FORMAT, corpus_files, known_digest, stat_line
from lawkb.errors import LawkbError
from lawkb.files import private_content, put_private

# A file that changed so shortly before it was read may change again and keep its stats: clocks of
# file systems tick, that of FAT every two seconds. It is read again until it is older than that.
SETTLED_NS = 2_000_000_000

_UNSETTLED = "-"  # stands for the stats of such a file, and equals none
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of a corpus.

    Attributes:
        whole: Digest of all of it, in hexadecimal: equal for equal files, on every machine.
        files: Digest of every file by its path below the corpus folder, in the order of the
            paths: ``corpus.toml`` and ``laws/*/*/*.xml``.
    """

    whole: str
    files: Mapping[str, str] = field(hash=False)


def corpus_digest(folder: Path, remembered: Path | None = None) -> str:
    """The digest of all content of a corpus; the same as ``corpus_manifest(…).whole``, faster.

    Args:
        folder: The corpus; a write that was cut short must have been finished.
        remembered: As for ``corpus_manifest``.

    Raises:
        LawkbError: A file cannot be read.
    """
    known = known_digest(folder, remembered) if remembered else None
    return known or corpus_manifest(folder, remembered).whole


def corpus_manifest(folder: Path, remembered: Path | None = None) -> Manifest:
    """The digests of the files of a corpus; only files that may have changed are read.

    Args:
        folder: The corpus; a write that was cut short must have been finished.
        remembered: A file that holds the record of the last time, private to the user. It is
            written anew when it differs; missing, damaged or not to be written, all are read.

    Raises:
        LawkbError: A file cannot be read.
    """
    written = _text(remembered) if remembered else ""
    record = _record(written)
    lines: dict[str, str] = {}
    digests: dict[str, str] = {}
    try:
        for path, stat in sorted(corpus_files(folder), key=lambda file: file[0]):
            line = stat_line(path, stat)
            if line in record:
                lines[path], digests[path] = line, record[line]
            else:
                lines[path], digests[path] = _read(folder, path)
    except OSError as error:
        where, what = str(error.filename or folder), f"cannot be read: {error.strerror or error}"
        raise LawkbError(where, what, "check the rights of the file, and run it again") from error
    manifest = Manifest(whole_digest(digests), digests)
    new = _written({lines[path]: digests[path] for path in lines}, manifest.whole)
    if remembered and new != written:
        put_private(remembered, new.encode("ascii"))
    return manifest


def whole_digest(files: Mapping[str, str]) -> str:
    """The digest of a corpus by those of its files, in the order of their paths."""
    return _hash(f"{path!a} {digest}" for path, digest in files.items())


def _read(folder: Path, path: str) -> tuple[str, str]:
    """The stats of a file and the digest of the content they belong to."""
    for _ in range(_TRIES):
        began = time.time_ns()
        with (folder / path).open("rb") as file:
            before = os.fstat(file.fileno())
            digest = hashlib.file_digest(file, "blake2b").hexdigest()[:32]
            after = os.fstat(file.fileno())
        if stat_line(path, before) == stat_line(path, after):
            break
    else:
        return f"{path!a} {_UNSETTLED}", digest
    settled = max(before.st_mtime_ns, before.st_ctime_ns) + SETTLED_NS < began
    return stat_line(path, before) if settled else f"{path!a} {_UNSETTLED}", digest


def _text(remembered: Path) -> str:
    try:
        return (private_content(remembered) or b"").decode("ascii")
    except ValueError:
        return ""


def _record(written: str) -> dict[str, str]:
    """The digests of a record by the lines of stats; none when it is missing or damaged."""
    try:
        _, stats, digests, tail = written.split(BLOCKS)
        lines, found = stats.split("\n"), digests.split("\n")
        if tail.split()[1:] != [_hash((*lines, *found))]:
            return {}
        return dict(zip(lines, found, strict=True))
    except ValueError:
        return {}


def _written(record: Mapping[str, str], whole: str) -> str:
    lines = sorted(record)
    digests = [record[line] for line in lines]
    tail = f"{whole} {_hash((*lines, *digests))}"
    return BLOCKS.join((f"{FORMAT} {whole}", "\n".join(lines), "\n".join(digests), tail))


def _hash(lines: Iterable[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode("ascii")).hexdigest()[:32]
