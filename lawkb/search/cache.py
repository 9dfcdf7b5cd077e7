"""The index as a private cache on disk: sound, or built anew beside and put in place whole."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import stat
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from lawkb.errors import LawkbError
from lawkb.files import is_private, locked, make_private, sync_path

# Raise it when the manifest or the layout of the folder changes.
FORMAT = 4

_MANIFEST = "manifest.json"
_INDEX = "index-"
_BUILDING = "building-"
_READ_BYTES = 1 << 20
_MOST_BYTES = 1 << 20  # of a manifest: it has a line for each of some dozen files

# Writes the files of an index into an empty folder, given a sound one of another key, or None.
Build = Callable[[Path, Path | None], None]


def ensure(
    folder: Path,
    key: str,
    build: Build,
    waiting: Callable[[], None] = lambda: None,
    shared: Callable[[], None] = lambda: None,
) -> Path:
    """The folder of a sound index for a key; built when it is missing, stale or damaged.

    It is written beside, synced, and renamed, so that a crash leaves the old index or the new.
    One process builds, the others wait for it. Indexes of other keys are removed then, and what
    a build that was killed has left.

    Args:
        folder: An index holds pickles, which nobody else may write: where others may write to
            this folder, the index is in a temporary one, until the program ends.
        key: Hash of all that the index depends on.
        build: Writes the index; it must leave the one it is given as it is.
        waiting: Called when another process is at it.
        shared: Called when others may write to the folder.

    Raises:
        LawkbError: The folder cannot be written.
    """
    place = folder / f"{_INDEX}{key[:32]}"
    if is_sound(place, key):
        return place
    try:
        if not make_private(folder):
            shared()
            return ensure(_temporary(folder), key, build, waiting)
        with locked(folder, waiting):
            if not is_sound(place, key):
                _build_beside(place, key, build)
            _sweep(folder, place)
            sync_path(folder)
    except OSError as error:
        raise LawkbError(
            str(folder),
            f"the index cannot be kept here: {error.strerror or error}",
            "free some room there, or set LAWKB_CACHE to another folder",
        ) from error
    return place


@cache
def _temporary(_instead: Path) -> Path:
    """A folder of this user alone in place of another, until the program ends."""
    folder = Path(tempfile.mkdtemp(prefix="lawkb-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def is_sound(place: Path, key: str) -> bool:
    """Whether a folder holds an undamaged index of a key, written by this user."""
    return _sound_key(place) == key


def _sound_key(place: Path) -> str | None:
    """The key of an undamaged index that this user wrote; None of anything else."""
    try:
        if not is_private(place, above=2) or (place / _MANIFEST).lstat().st_size > _MOST_BYTES:
            return None
        # Before any is opened: a pipe would never end.
        names = {path.name for path in place.iterdir()}
        if not all(_is_own_file(place / name) for name in names):
            return None
        noted = json.loads((place / _MANIFEST).read_text(encoding="utf-8"))
        files = dict(noted["files"])
        sound = names == {*files, _MANIFEST} and all(
            _checksum(place / name) == files[name] for name in files
        )
        return str(noted["key"]) if sound and noted["format"] == FORMAT else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _build_beside(place: Path, key: str, build: Build) -> None:
    beside = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=place.parent))
    try:
        build(beside, _newest_sound(place.parent))
        _write_manifest(beside, key)
        for path in (*beside.iterdir(), beside):
            sync_path(path)
        _remove(place)
        beside.rename(place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _newest_sound(folder: Path) -> Path | None:
    """The sound index of another key that was written last."""
    found = [path for path in folder.iterdir() if path.name.startswith(_INDEX)]
    by_time = sorted(found, key=lambda path: path.lstat().st_mtime_ns, reverse=True)
    return next((path for path in by_time if _sound_key(path)), None)


def _write_manifest(folder: Path, key: str) -> None:
    files = {path.name: _checksum(path) for path in sorted(folder.iterdir())}
    noted = {"format": FORMAT, "key": key, "files": files}
    (folder / _MANIFEST).write_text(json.dumps(noted, indent=1) + "\n", encoding="utf-8")


def _remove(path: Path) -> None:
    """Remove whatever stands at a place."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _sweep(folder: Path, keep: Path) -> None:
    """Remove indexes of other keys, and what builds that were killed have left: none is at work."""
    for path in folder.iterdir():
        if path.name.startswith((_INDEX, _BUILDING)) and path != keep:
            shutil.rmtree(path, ignore_errors=True)


def _is_own_file(path: Path) -> bool:
    held = path.lstat()
    return stat.S_ISREG(held.st_mode) and held.st_uid == os.geteuid()


def _checksum(path: Path) -> str:
    """Tells a damaged file from a sound one.

    Every search reads all of the index for it, and a CRC is five times as fast as a hash. Against
    strangers no hash would help that stands beside what it vouches for: there it is the owner.
    """
    checksum = size = 0
    with path.open("rb") as file:
        while content := file.read(_READ_BYTES):
            checksum, size = zlib.crc32(content, checksum), size + len(content)
    return f"{size} {checksum:08x}"
