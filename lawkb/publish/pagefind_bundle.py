"""The search of the site: what Pagefind makes of its source, cached while that is the same."""

from __future__ import annotations

import hashlib
import json
import marshal
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Protocol

from lawkb.corpus.cached import BUNDLE, index_folder
from lawkb.corpus.stats import stat_line
from lawkb.errors import LawkbError
from lawkb.files import keep_content, kept_content
from lawkb.publish.render import put_files
from lawkb.publish.views.pagefind_source import PagefindPage

FOLDER = "pagefind"  # below the root of the site
SCRIPT = f"{FOLDER}/pagefind.js"

_ENTRY = "pagefind-entry.json"
_SHADOW, _MADE = "shadow", "made"


@dataclass(frozen=True, slots=True)
class Bundling:
    """Pagefind at work; the pages of the site can be written meanwhile.

    Attributes:
        folder: Holds the pages it reads and what it makes; deleted with this object.
    """

    folder: tempfile.TemporaryDirectory[str]
    process: subprocess.Popen[str]

    def files(self) -> Mapping[str, bytes]:
        """Return content by path below the root of the site, equal for equal pages.

        Raises:
            LawkbError: Pagefind is not installed, or failed.
        """
        with self.folder as folder:
            told, _ = self.process.communicate()
            if self.process.returncode:
                said = told.strip().split("\n")[-1]
                code = f"exit code {self.process.returncode}"
                raise LawkbError(
                    "python -m pagefind",
                    f"the search of the site was not made: {said or code}",
                    "pip install 'pagefind[extended]'",
                )
            return dict(_parted(Path(folder, _MADE)))

    def stop(self) -> None:
        """End it; nobody wants what it makes."""
        self.process.kill()
        self.process.communicate()
        self.folder.cleanup()


def start_bundle(pages: Sequence[PagefindPage]) -> Bundling:
    """Index pages with Pagefind's command line.

    Every language has a folder of its own, so that a reader can open all of them: a bundle is
    read in the language of the page alone. What Pagefind ships for its own interface is left out.
    """
    folder = tempfile.TemporaryDirectory(prefix="lawkb-search-")
    shadow = Path(folder.name, _SHADOW)
    put_files(shadow, {page.path: page.html.encode() for page in pages})
    return Bundling(folder, _pagefind(shadow, Path(folder.name, _MADE)))


def _pagefind(shadow: Path, made: Path) -> subprocess.Popen[str]:
    """Start it where no file and no variable of the user can configure it."""
    command = [sys.executable, "-m", "pagefind", "--silent"]
    command += ["--site", str(shadow), "--output-path", str(made)]
    own = {key: value for key, value in os.environ.items() if not key.startswith("PAGEFIND_")}
    pipe, out = subprocess.PIPE, subprocess.STDOUT
    return subprocess.Popen(command, cwd=shadow, env=own, stdout=pipe, stderr=out, text=True)


def _parted(made: Path) -> Iterator[tuple[str, bytes]]:
    """Its files, those of each language in a folder with an entry of its own."""
    yield SCRIPT, (made / "pagefind.js").read_bytes()
    entry = json.loads((made / _ENTRY).read_text(encoding="utf-8"))
    for tag, about in sorted(entry["languages"].items()):
        alone = json.dumps({**entry, "languages": {tag: about}}, ensure_ascii=False)
        yield f"{FOLDER}/{tag}/{_ENTRY}", alone.encode()
        names = (f"wasm.{about['wasm'] or 'unknown'}.pagefind", f"pagefind.{about['hash']}.pf_meta")
        parts = (path for kind in ("fragment", "index") for path in made.glob(f"{kind}/{tag}_*"))
        for path in sorted((*(made / name for name in names), *parts)):
            yield f"{FOLDER}/{tag}/{path.relative_to(made).as_posix()}", path.read_bytes()


_PACKAGES = ("pagefind", "pagefind_bin_extended", "pagefind_bin")


class Bundle(Protocol):
    """A bundle that is there or on its way."""

    def files(self) -> Mapping[str, bytes]:
        """Return content by path below the root of the site, waited for.

        Raises:
            LawkbError: It could not be made.
        """

    def stop(self) -> None:
        """Nobody wants it any more."""


def begin_bundle(corpus: Path, pages: Sequence[PagefindPage]) -> Bundle:
    """The bundle of the last build where it is of the same pages; else Pagefind begins another.

    Args:
        corpus: The corpus; beside its index the bundle is kept, one for a corpus.
        pages: The pages for Pagefind; at least one.
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


def _key(pages: Sequence[PagefindPage]) -> str:
    """What no other bundle has: the pages, Pagefind and what asks it; empty where nobody knows."""
    known = {name: _version(name) for name in _PACKAGES}
    if not known["pagefind"] or not any(known[name] for name in _PACKAGES[1:]):
        return ""  # a program of the user, which may be another one the next time
    try:
        asking = stat_line(__name__, os.stat(__file__))  # noqa: PTH116 (as it stands)
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
