"""The bundle of the search, kept between builds: while its shadow stands, Pagefind is not asked.

Of most builds, a page written by hand, a waiver or a template is what has changed, and no word of
the laws.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Protocol

from lawkb.corpus.cached import BUNDLE, index_folder
from lawkb.corpus.stats import stat_line
from lawkb.files import keep_content, kept_content
from lawkb.publish import bundle
from lawkb.publish.bundle import Bundling, start_bundle
from lawkb.publish.shadow import ShadowPage

_PACKAGES = ("pagefind", "pagefind_bin_extended", "pagefind_bin")


class Bundle(Protocol):
    """A bundle that is there or on its way."""

    def files(self) -> Mapping[str, bytes]:
        """Content by path below the root of the site, waited for.

        Raises:
            LawkbError: It could not be made.
        """

    def stop(self) -> None:
        """Nobody wants it any more."""


def begin_bundle(corpus: Path, pages: Sequence[ShadowPage]) -> Bundle:
    """The bundle of the last build where it is of the same pages; else Pagefind begins another.

    Args:
        corpus: The corpus; beside its index the bundle is kept, one for a corpus.
        pages: The shadow of the site; at least one.
    """
    file, key = index_folder(corpus) / BUNDLE, _key(pages)
    held = kept_content(file, key) if key else None
    if held is not None:
        return _Held(held)
    return _Kept(start_bundle(pages), file, key)


@dataclass(frozen=True, slots=True)
class _Held:
    """A bundle as it was kept."""

    content: bytes

    def files(self) -> Mapping[str, bytes]:
        files: Mapping[str, bytes] = marshal.loads(self.content)
        return files

    def stop(self) -> None:
        return


@dataclass(frozen=True, slots=True)
class _Kept:
    """Pagefind at work, and where what it makes is kept; nowhere without a key."""

    bundling: Bundling
    file: Path
    key: str

    def files(self) -> Mapping[str, bytes]:
        files = self.bundling.files()
        if self.key:
            keep_content(self.file, self.key, marshal.dumps(dict(files)))
        return files

    def stop(self) -> None:
        self.bundling.stop()


def _key(pages: Sequence[ShadowPage]) -> str:
    """What no other bundle has: the pages, Pagefind and what asks it; empty where nobody knows."""
    known = {name: _version(name) for name in _PACKAGES}
    if not known["pagefind"] or not any(known[name] for name in _PACKAGES[1:]):
        return ""  # a program of the user, which may be another one the next time
    try:
        asking = stat_line(bundle.__name__, os.stat(bundle.__file__))  # noqa: PTH116 (as it stands)
    except OSError:  # it does not lie in a folder
        return ""
    whole = hashlib.blake2b(repr((known, asking)).encode())
    for page in pages:
        whole.update(repr((page.path, page.html)).encode())
    return whole.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
