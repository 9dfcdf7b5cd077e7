"""The index of a code on disk: a private cache, rebuilt when it is missing, stale or damaged."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import stat
import tempfile
import zlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import Stemmer

from lawkb.atomic_files import is_private, locked, make_private, sync_path
from lawkb.corpus.cache import reading_version
from lawkb.corpus.corpus_toml import read_search_settings
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.search.documents import documents
from lawkb.search.engine import EmbeddedEngine, Engine
from lawkb.search.translated_query import COUNTERPARTS_VERSION
from lawkb.words.tokens import ANALYZER_VERSION

if TYPE_CHECKING:
    from lawkb.search.opensearch.connection import Cluster
    from lawkb.search.opensearch.loading import Loaded

# Raise it when the manifest or the layout of the folder changes.
FORMAT = 5

_MANIFEST = "manifest.json"
_INDEX = "index-"
_BUILDING = "building-"
_READ_BYTES = 1 << 20
_MOST_BYTES = 1 << 20  # of a manifest: it has a line for each of a few files
_ATTEMPTS = 5  # to open an index that other processes remove as often

Progress = Callable[[str], None]
# Writes the files of an index into an empty folder.
Build = Callable[[Path], None]


def chosen_cluster(folder: Path, engine: str | None = None) -> Cluster | None:
    """Return the cluster that a corpus is searched with; None for the embedded engine.

    Args:
        engine: Name of the engine, ``whoosh`` or ``opensearch``; None for that of ``corpus.toml``.

    Raises:
        LawkbError: ``corpus.toml`` or the environment does not tell how to reach the cluster.
    """
    settings = read_search_settings(folder)
    if (engine or settings.engine) == "whoosh":
        return None
    from lawkb.search.opensearch.connection import read_cluster  # not above: few have a cluster

    authority = folder / settings.authority if settings.authority else None
    return read_cluster(settings.addresses, authority)


def open_index(
    code: Code, folder: Path, progress: Progress | None = None, cluster: Cluster | None = None
) -> Engine:
    """Return the open index of a code, built first when it is missing, out of date or damaged.

    An index in a cluster is not built here but by ``load_index``: many use it.

    Args:
        folder: Private folder of the user in which the index of this code is cached.
        progress: Called with a line of text when the index has to be built.

    Raises:
        LawkbError: The folder cannot be written, or the cluster does not have these laws.
    """
    if cluster:
        # Not above: few codes are in a cluster.
        from lawkb.search.opensearch.loading import open_code

        key = _cluster_key(code)
        return open_code(code, key, cluster, _learned(code, key, folder, progress))
    # Not above: who needs no index does not wait for this import.
    from lawkb.search.whoosh_engine import WhooshEngine

    engine = WhooshEngine(code.outline)
    open_newest(engine, code, folder, progress or (lambda _: None))
    return engine


def load_index(
    code: Code, folder: Path, cluster: Cluster, progress: Progress | None = None
) -> Loaded:
    """Bring the index of a code in a cluster up to date.

    Raises:
        LawkbError: The folder cannot be written, or the cluster does not take the documents.
    """
    from lawkb.search.opensearch.loading import load_code

    key = _cluster_key(code)
    _learned(code, key, folder, progress)
    return load_code(code, key, cluster, progress or (lambda _: None))


def _cluster_key(code: Code) -> str:
    from lawkb.search.opensearch.engine import OpenSearchEngine

    return index_key(code, OpenSearchEngine.version)


def _learned(code: Code, key: str, folder: Path, progress: Progress | None) -> Path:
    """Return the folder with what was learned of a code whose index is in a cluster."""
    # Not above: most commands find the index as it should be.
    from lawkb.search.learn_counterparts import write_counterparts

    told = progress or (lambda _: None)
    waiting = partial(told, "waiting: another process learns words that translate each other")
    return ensure(folder / "cluster", key, partial(write_counterparts, code), waiting)


def open_newest(engine: EmbeddedEngine, code: Code, folder: Path, progress: Progress) -> None:
    """Open the index of a code in an engine, built first when necessary.

    Raises:
        LawkbError: The folder cannot be written, or other processes keep replacing the index.
    """
    key = index_key(code, engine.version)
    build = partial(_build_index, engine, code, progress)
    waiting = partial(progress, "waiting: another process builds the search index")
    said = f"others may write to {folder} or the folder above it, so the index is not cached there"
    shared = partial(progress, f"{said}: chmod go-w")
    for _ in range(_ATTEMPTS):
        try:
            return engine.open(ensure(folder, key, build, waiting, shared))
        except OSError:
            continue  # another process removed it between the check and the opening
    raise LawkbError(
        str(folder),
        "others replace the index here again and again",
        "let them finish, or set LAWKB_CACHE to another folder",
    )


def index_key(code: Code, engine_version: str) -> str:
    """Return the hash of everything that the index of a code depends on.

    If the digests of the files of the code are known, they are hashed with the version of lawkb;
    otherwise the laws themselves.
    """
    outline = code.outline
    versions = f"{FORMAT} {engine_version} {ANALYZER_VERSION} {COUNTERPARTS_VERSION}"
    expressions = [(one.edition, one.language) for one in outline.expressions]
    settings = repr((outline.scheme, outline.acts, expressions))
    if code.files is not None:  # with corpus.toml, and the version with the files of languages
        contents = repr((reading_version(), sorted(code.files.items())))
    else:
        tables = [(one.code, one.upper, one.lower, {**one.tables}) for one in outline.languages]
        laws = [code.laws[key] for key in sorted(code.laws)]
        contents = repr((tables, laws, list(code.companions.values())))
    text = "\n".join((versions, Stemmer.version(), settings, contents))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _build_index(engine: EmbeddedEngine, code: Code, progress: Progress, place: Path) -> None:
    # Not above: most commands find the index as it should be.
    from lawkb.corpus.laws import reading_once
    from lawkb.search.learn_counterparts import write_counterparts

    progress("building the search index")
    engine.build(documents(reading_once(code)), place)
    write_counterparts(code, place)


def ensure(
    folder: Path,
    key: str,
    build: Build,
    waiting: Callable[[], None] = lambda: None,
    shared: Callable[[], None] = lambda: None,
) -> Path:
    """Return the folder of a valid index for a key, built first when necessary.

    The index is written in a new folder, synced, and renamed, so that a crash leaves the old index
    or the new one. One process builds, others wait for it. After a build, indexes with other keys
    and the remains of killed builds are removed.

    Args:
        folder: Folder of the indexes. An index contains pickles, which nobody else may write: if
            others may write to this folder, the index is in a temporary folder until the program
            ends.
        key: Hash of everything that the index depends on.
        build: Writes the index into an empty folder.
        waiting: Called when another process is building.
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
            f"the search index cannot be written here: {error.strerror or error}",
            "free some disk space there, or set LAWKB_CACHE to another folder",
        ) from error
    return place


@cache
def _temporary(_instead: Path) -> Path:
    """Return a private temporary folder, used instead of another one until the program ends."""
    folder = Path(tempfile.mkdtemp(prefix="lawkb-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def is_sound(place: Path, key: str) -> bool:
    """Return whether a folder has an undamaged index, with this key, that this user wrote."""
    try:
        if not is_private(place, above=2) or (place / _MANIFEST).lstat().st_size > _MOST_BYTES:
            return False
        # Before any is opened: a pipe would never end.
        names = {path.name for path in place.iterdir()}
        if not all(_is_own_file(place / name) for name in names):
            return False
        noted = json.loads((place / _MANIFEST).read_text(encoding="utf-8"))
        files = dict(noted["files"])
        sound = names == {*files, _MANIFEST} and all(
            _checksum(place / name) == files[name] for name in files
        )
        return bool(sound and (noted["key"], noted["format"]) == (key, FORMAT))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False


def _build_beside(place: Path, key: str, build: Build) -> None:
    beside = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=place.parent))
    try:
        build(beside)
        _write_manifest(beside, key)
        for path in (*beside.iterdir(), beside):
            sync_path(path)
        _remove(place)
        beside.rename(place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _write_manifest(folder: Path, key: str) -> None:
    files = {path.name: _checksum(path) for path in sorted(folder.iterdir())}
    noted = {"format": FORMAT, "key": key, "files": files}
    (folder / _MANIFEST).write_text(json.dumps(noted, indent=1) + "\n", encoding="utf-8")


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _sweep(folder: Path, keep: Path) -> None:
    """Remove indexes with other keys and the remains of killed builds; call it while locked."""
    for path in folder.iterdir():
        if path.name.startswith((_INDEX, _BUILDING)) and path != keep:
            shutil.rmtree(path, ignore_errors=True)


def _is_own_file(path: Path) -> bool:
    held = path.lstat()
    return stat.S_ISREG(held.st_mode) and held.st_uid == os.geteuid()


def _checksum(path: Path) -> str:
    """Return size and CRC of a file, to detect damage.

    Every search checks all files of the index, and a CRC is five times as fast as a hash. Against
    other users, ownership of the files protects, not this.
    """
    checksum = size = 0
    with path.open("rb") as file:
        while content := file.read(_READ_BYTES):
            checksum, size = zlib.crc32(content, checksum), size + len(content)
    return f"{size} {checksum:08x}"
