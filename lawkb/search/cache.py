"""The index as a private cache on disk: sound, or built anew beside and put in place whole."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lawkb.errors import LawkbError
from lawkb.files import sync_path

# Raise it when the manifest or the layout of the folder changes.
FORMAT = 1

_MANIFEST = "manifest.json"
_BUILDING = "building-"
_ABANDONED_SECONDS = 3600


def ensure(folder: Path, key: str, build: Callable[[Path], None]) -> Path:
    """The folder of a sound index for a key; built when it is missing, stale or damaged.

    It is written beside, synced, and renamed, so that a crash leaves the old index or the new.
    Indexes of other keys are removed.

    Args:
        folder: Private to the user: an index holds pickles, which nobody else may write.
        key: Hash of all that the index depends on.
        build: Writes the files of the index into an empty folder.

    Raises:
        LawkbError: The folder cannot be written.
    """
    place = folder / f"index-{key[:32]}"
    if is_sound(place, key):
        return place
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _build_beside(place, key, build)
        _sweep(folder, place)
    except OSError as error:
        raise LawkbError(
            str(folder),
            f"the index cannot be kept here: {error.strerror or error}",
            "free some room there, or name another cache folder",
        ) from error
    return place


def is_sound(place: Path, key: str) -> bool:
    """Whether a folder holds an undamaged index of a key, written by this user."""
    try:
        manifest = json.loads((place / _MANIFEST).read_text(encoding="utf-8"))
        held = {path.name for path in place.iterdir()} - {_MANIFEST}
        files = dict(manifest["files"])
        fits = manifest["format"] == FORMAT and manifest["key"] == key and held == set(files)
        return (
            fits and _is_ours(place) and all(_digest(place / name) == files[name] for name in files)
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _build_beside(place: Path, key: str, build: Callable[[Path], None]) -> None:
    beside = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=place.parent))
    try:
        build(beside)
        _write_manifest(beside, key)
        for path in (*beside.iterdir(), beside):
            sync_path(path)
        _put_in_place(beside, place, key)
        sync_path(place.parent)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _write_manifest(folder: Path, key: str) -> None:
    files = {path.name: _digest(path) for path in sorted(folder.iterdir())}
    manifest = {"format": FORMAT, "key": key, "files": files}
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def _put_in_place(beside: Path, place: Path, key: str) -> None:
    """Rename an index to its place; one that another process put there meanwhile stays."""
    if place.exists() and not is_sound(place, key):
        shutil.rmtree(place)
    try:
        beside.rename(place)
    except OSError:
        if not is_sound(place, key):
            raise


def _sweep(folder: Path, keep: Path) -> None:
    """Remove indexes of other keys, and what a crashed build left long ago."""
    for path in folder.iterdir():
        stale = path.name.startswith("index-") and path != keep
        left = path.name.startswith(_BUILDING) and _age_seconds(path) > _ABANDONED_SECONDS
        if stale or left:
            shutil.rmtree(path, ignore_errors=True)


def _age_seconds(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _is_ours(path: Path) -> bool:
    return not hasattr(os, "getuid") or path.stat().st_uid == os.getuid()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:32]
