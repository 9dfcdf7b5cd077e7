"""Cache what takes seconds to make from a corpus, in a private folder outside of the corpus.

A cached value is valid while its inputs and lawkb are unchanged. Only what saves more than a second
for a thousand laws is cached: the laws as they were read, the findings, the pages that Pagefind
indexes, the index it makes of them, the books, and what the revisions of each page changed. Each
corpus has one file for each of these. The folder also holds the search index, whose validity
``lawkb.search.index`` checks.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from lawkb.atomic_files import private_content, put_private
from lawkb.model.language import corpus_language_files

T = TypeVar("T")
_MODEL = "lawkb.model."


def cache_folder(corpus: Path) -> Path:
    """Return the cache folder of a corpus; it does not depend on how the path is written."""
    own = os.environ.get("LAWKB_CACHE")
    home = Path(own) if own else _user_cache()
    return home / f"index-{digest_of(os.fsencode(os.path.realpath(corpus)))[:16]}"


def _user_cache() -> Path:
    import platformdirs

    return platformdirs.user_cache_path("lawkb")


def digest_of(content: bytes) -> str:
    """Return a digest of some bytes, 32 hexadecimal digits."""
    return hashlib.blake2b(content).hexdigest()[:32]


def package_version(folder: Path) -> str:
    """Return a digest of Python's version and the sizes and times of a package's files.

    Unlike a version number, it changes with every edit of a file.
    """
    lines = [sys.version]
    for within, _, names in os.walk(folder):  # faster than Path.rglob: every start does it
        for file in (f"{within}/{name}" for name in names if not name.endswith(".pyc")):
            held = os.stat(file)  # noqa: PTH116
            lines.append(f"{file} {held.st_size} {held.st_mtime_ns} {held.st_ctime_ns}")
    return digest_of("\n".join(sorted(lines)).encode())


# Taken before most of lawkb is loaded: a file that is edited later makes no value of this version.
LAWKB_VERSION = package_version(Path(__file__).parents[1])


def reading_version() -> str:
    """Return what results depend on beside their inputs: lawkb, and languages of the corpus."""
    languages = corpus_language_files()
    return f"{LAWKB_VERSION} {sorted(languages.items())}" if languages else LAWKB_VERSION


def cached(corpus: Path, name: str, inputs: str, make: Callable[[], T]) -> T:
    """Return a value from the cache; if it is missing or out of date, make and cache it.

    Args:
        inputs: Digest of all inputs of ``make``. A cached value of another digest, or of another
            version of lawkb, is out of date.
        make: Function that makes the value. It may consist of records of ``lawkb.model`` and of
            Python's plain types.
    """
    found: T | None = cached_value(corpus, name, inputs)
    if found is None:
        found = make()
        put_cached(corpus, name, inputs, found)
    return found


def cached_value(corpus: Path, name: str, inputs: str) -> Any:
    """Return a value from the cache; None if it is missing or out of date."""
    content = private_content(cache_folder(corpus) / name) or b""
    head, _, pickled = content.partition(b"\n")
    if head != _head(inputs, pickled):
        return None
    try:
        return _Values(BytesIO(pickled)).load()
    except (pickle.UnpicklingError, AttributeError, EOFError, ImportError):
        return None


def put_cached(corpus: Path, name: str, inputs: str, value: object) -> None:
    """Write a value to the cache; if the folder cannot be written, do nothing."""
    pickled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    put_private(cache_folder(corpus) / name, _head(inputs, pickled) + b"\n" + pickled)


def _head(inputs: str, pickled: bytes) -> bytes:
    """Return the first bytes of a cache file: a hash of content, inputs and lawkb's version."""
    key = hashlib.blake2b(f"{reading_version()} {inputs}".encode()).digest()
    return hashlib.blake2b(pickled, key=key).hexdigest().encode()


class _Values(pickle.Unpickler):
    """Unpickles records and string types of ``lawkb.model`` alone; no other code runs."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a record or string type of ``lawkb.model``.

        Raises:
            UnpicklingError: The name is that of anything else.
        """
        found = super().find_class(module, name) if module.startswith(_MODEL) else None
        if isinstance(found, type) and (issubclass(found, Struct | str)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no class of the model")
