"""A cache of what takes seconds to make from a corpus: private to the user, never in the corpus.

One rule of validity: a cached value is used while its inputs and lawkb are unchanged. Only what
saves more than a second for a thousand laws is cached: the laws as they were read, the findings,
the pages that Pagefind indexes and the index it makes of them. Each has one file for a corpus. The
folder also holds the search index, whose rule is in ``lawkb.search.index``.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from lawkb.files import private_content, put_private

T = TypeVar("T")
_MODEL = "lawkb.model."


def cache_folder(corpus: Path) -> Path:
    """Return the folder of what is cached of a corpus, the same by whichever path it is named."""
    own = os.environ.get("LAWKB_CACHE")
    home = Path(own) if own else _user_cache()
    return home / f"index-{digest_of(os.fsencode(os.path.realpath(corpus)))[:16]}"


def _user_cache() -> Path:
    import platformdirs

    return platformdirs.user_cache_path("lawkb")


def digest_of(content: bytes) -> str:
    """Return 32 hexadecimal digits that no other bytes have."""
    return hashlib.blake2b(content).hexdigest()[:32]


def package_version(folder: Path) -> str:
    """Return what identifies a package and Python: the sizes and times of all its files.

    Every edit of a file counts, unlike the number of a version.
    """
    lines = [sys.version]
    for within, _, names in os.walk(folder):  # faster than Path.rglob: every start does it
        for file in (f"{within}/{name}" for name in names if not name.endswith(".pyc")):
            held = os.stat(file)  # noqa: PTH116
            lines.append(f"{file} {held.st_size} {held.st_mtime_ns} {held.st_ctime_ns}")
    return digest_of("\n".join(sorted(lines)).encode())


# Taken before most of lawkb is loaded: a file that is edited later makes no value of this version.
LAWKB_VERSION = package_version(Path(__file__).parents[1])


def cached(corpus: Path, name: str, inputs: str, make: Callable[[], T]) -> T:
    """Return a value from the cache, or else make it and cache it.

    Args:
        corpus: The corpus.
        name: Name of the value, which is that of its file.
        inputs: Digest of all that the value is made from besides lawkb.
        make: Function that makes it: of classes of ``lawkb.model`` and the plain types of Python.
    """
    found: T | None = cached_value(corpus, name, inputs)
    if found is None:
        found = make()
        put_cached(corpus, name, inputs, found)
    return found


def cached_value(corpus: Path, name: str, inputs: str) -> Any:
    """Return a value from the cache; None if it has none of these inputs and this lawkb."""
    content = private_content(cache_folder(corpus) / name) or b""
    head, _, pickled = content.partition(b"\n")
    if head != _head(inputs, pickled):
        return None
    try:
        return _Values(BytesIO(pickled)).load()
    except (pickle.UnpicklingError, AttributeError, EOFError, ImportError):
        return None


def put_cached(corpus: Path, name: str, inputs: str, value: object) -> None:
    """Put a value into the cache. Where that is impossible, nothing is cached."""
    pickled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    put_private(cache_folder(corpus) / name, _head(inputs, pickled) + b"\n" + pickled)


def _head(inputs: str, pickled: bytes) -> bytes:
    """Return what identifies content, and tells it from that of other inputs."""
    key = hashlib.blake2b(f"{LAWKB_VERSION} {inputs}".encode()).digest()
    return hashlib.blake2b(pickled, key=key).hexdigest().encode()


class _Values(pickle.Unpickler):
    """Makes data classes and texts of the model and what they hold, and runs nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of the model.

        Raises:
            UnpicklingError: It is anything else.
        """
        found = super().find_class(module, name) if module.startswith(_MODEL) else None
        if isinstance(found, type) and (is_dataclass(found) or issubclass(found, str)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no class of the model")
