"""Which files of the site changed, so that only these are sent to its server.

Two lists stand beside the folder of the site: ``site.sha256``, the digest of every file, as
``sha256sum`` writes them, and ``site.changed``, the paths of the files that were added, changed or
removed. The second one grows with every build until somebody who has sent the files removes it. All
lists are in the order of the site's folders, so that they are compared line by line: memory does
not grow with the number of files.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import groupby
from pathlib import Path

DIGESTS = ".sha256"  # after the name of the folder of the site
CHANGED = ".changed"
_NEW = ".new"
_BETWEEN = "  "  # digest and path


def record_changes(site: Path) -> None:
    """Write the digests of all files of a site, and add those that changed to the list of these.

    Raises:
        OSError: A list cannot be written.
    """
    digests, changed = site.with_name(site.name + DIGESTS), site.with_name(site.name + CHANGED)
    new = Path(f"{digests}{_NEW}")
    with new.open("w", encoding="utf-8") as file:
        for path in _files_in(site, ""):
            digest = hashlib.sha256((site / path).read_bytes()).hexdigest()
            file.write(f"{digest}{_BETWEEN}{path}\n")
    listed = merge(_lines(changed), _differing(_lines(digests), _lines(new)), key=_order)
    new_list = Path(f"{changed}{_NEW}")
    with new_list.open("w", encoding="utf-8") as file:
        file.writelines(f"{path}\n" for path, _ in groupby(listed))
    # If this ends between the two, the next build lists the same files again.
    new_list.replace(changed)
    new.replace(digests)


def _files_in(site: Path, folder: str) -> Iterator[str]:
    with os.scandir(site / folder) as entries:
        held = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    for name, is_folder in held:
        path = f"{folder}{name}"
        if is_folder:
            yield from _files_in(site, f"{path}/")
        else:
            yield path


def _lines(file: Path) -> Iterator[str]:
    if file.exists():
        with file.open(encoding="utf-8") as lines:
            yield from (line.rstrip("\n") for line in lines)


def _differing(before: Iterable[str], now: Iterable[str]) -> Iterator[str]:
    """Yield the paths whose line is in one list only, or another one in each."""
    both = merge(before, now, key=_order)
    for path, lines in groupby(both, key=_path):
        held = list(lines)
        if held != held[:1] * 2:
            yield path


def _path(line: str) -> str:
    return line.rpartition(_BETWEEN)[2]


def _order(line: str) -> list[str]:
    return _path(line).split("/")
