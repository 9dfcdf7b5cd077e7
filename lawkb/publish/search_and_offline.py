"""What a browser fetches beside the pages: the index of the search, the store for offline reading.

Pagefind makes the index; it is cached while its input is unchanged. A service worker stores the
site, so that who has opened it once can read and search without a connection.

Source: decisions/0008-site-search.md, decisions/0015-offline.md.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources
from importlib.metadata import version
from pathlib import Path

from lawkb.corpus.cache import cached_value, put_cached
from lawkb.errors import LawkbError
from lawkb.extras import needs
from lawkb.publish.page import Draft, SitePage, with_links
from lawkb.publish.pagefind_source import WORDS_FOLDER, PagefindPage
from lawkb.publish.render import file_hash, put_files
from lawkb.publish.strings import read_strings
from lawkb.publish.urls import ASSETS, NOT_FOUND, Paths, Place, page_url, translated

FOLDER = "pagefind"  # below the root of the site
SCRIPT = f"{FOLDER}/pagefind.js"

_ENTRY = "pagefind-entry.json"
_SHADOW, _MADE = "shadow", "made"
# Languages whose words only the extended Pagefind tells apart.
_WITHOUT_SPACES = ("ja", "zh")


@dataclass(frozen=True, slots=True)
class Bundling:
    """A running Pagefind, which indexes while the pages of the site are written.

    Attributes:
        folder: Temporary folder with the input and output of Pagefind; deleted with this object.
        keep: Function that caches the files of the index, given as content by path.
    """

    folder: tempfile.TemporaryDirectory[str]
    process: subprocess.Popen[str]
    keep: Callable[[Mapping[str, bytes]], None]

    def files(self) -> Mapping[str, bytes]:
        """Wait for Pagefind and return the files of its index, as content by path on the site.

        Raises:
            LawkbError: Pagefind failed.
        """
        with self.folder as folder:
            told, _ = self.process.communicate()
            if self.process.returncode:
                said = told.strip().split("\n")[-1]
                code = f"exit code {self.process.returncode}"
                raise LawkbError(
                    "Pagefind",
                    f"the search of the site was not made: {said or code}",
                    "look at the memory of this machine, and the room on its disk",
                )
            files = dict(_parted(Path(folder, _MADE)))
        self.keep(files)
        return files

    def stop(self) -> None:
        """Stop the running Pagefind and drop its output."""
        self.process.kill()
        self.process.communicate()
        self.folder.cleanup()


def start_bundle(
    pages: Sequence[PagefindPage], keep: Callable[[Mapping[str, bytes]], None] = lambda _: None
) -> Bundling:
    """Start Pagefind, which indexes pages in a process of its own; the result waits for it.

    Each language gets an index in a separate folder, because a Pagefind index is read in the
    language of the open page alone, and readers search several. The files of Pagefind's user
    interface are left out.

    Args:
        pages: The pages for Pagefind; at least one.
        keep: Function that caches the files of the index, given as content by path.

    Raises:
        LawkbError: A language needs the extended Pagefind, which is not installed.
    """
    command = [sys.executable, "-m", _package(pages)]
    folder = tempfile.TemporaryDirectory(prefix="lawkb-search-")
    shadow = Path(folder.name, _SHADOW)
    put_files(shadow, {page.path: page.html.encode() for page in pages})
    return Bundling(folder, _pagefind(command, shadow, Path(folder.name, _MADE)), keep)


def _package(pages: Sequence[PagefindPage]) -> str:
    """Return the package that has the Pagefind for some pages.

    Raises:
        LawkbError: It is not installed.
    """
    tags = {page.path.partition("/")[0] for page in pages}
    if not any(tag.partition("-")[0] in _WITHOUT_SPACES for tag in tags):
        return "pagefind_bin"
    with needs("cjk", "the search of the site"):
        version("pagefind_bin_extended")
    return "pagefind_bin_extended"


def _pagefind(command: list[str], shadow: Path, made: Path) -> subprocess.Popen[str]:
    """Start Pagefind where no configuration file or environment variable of the user affects it."""
    command += ["--silent", "--site", str(shadow), "--output-path", str(made)]
    own = {key: value for key, value in os.environ.items() if not key.startswith("PAGEFIND_")}
    pipe, out = subprocess.PIPE, subprocess.STDOUT
    return subprocess.Popen(command, cwd=shadow, env=own, stdout=pipe, stderr=out, text=True)


def _parted(made: Path) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of Pagefind's output, with a separate folder for each language."""
    yield SCRIPT, (made / "pagefind.js").read_bytes()
    entry = json.loads((made / _ENTRY).read_text(encoding="utf-8"))
    for tag, about in sorted(entry["languages"].items()):
        alone = json.dumps({**entry, "languages": {tag: about}}, ensure_ascii=False)
        yield f"{FOLDER}/{tag}/{_ENTRY}", alone.encode()
        names = (f"wasm.{about['wasm'] or 'unknown'}.pagefind", f"pagefind.{about['hash']}.pf_meta")
        parts = (path for kind in ("fragment", "index") for path in made.glob(f"{kind}/{tag}_*"))
        for path in sorted((*(made / name for name in names), *parts)):
            yield f"{FOLDER}/{tag}/{path.relative_to(made).as_posix()}", path.read_bytes()


_CACHED = "pagefind-index"


@dataclass(frozen=True, slots=True)
class CachedBundle:
    """The search index of the last build, from the cache."""

    content: Mapping[str, bytes]

    def files(self) -> Mapping[str, bytes]:
        """Return the files of the index, as content by path below the root of the site."""
        return self.content

    def stop(self) -> None:
        """Do nothing: no process is running."""


def begin_bundle(corpus: Path, pages: Sequence[PagefindPage]) -> Bundling | CachedBundle:
    """Return the cached search index if the pages are unchanged, else start Pagefind.

    Args:
        corpus: The corpus folder, whose cache may have the index.
        pages: The pages that Pagefind indexes; at least one.
    """
    inputs = _inputs(pages)
    held = cached_value(corpus, _CACHED, inputs)
    if held is not None:
        return CachedBundle(held)
    return start_bundle(pages, partial(put_cached, corpus, _CACHED, inputs))


def _inputs(pages: Sequence[PagefindPage]) -> str:
    """Return the digest of the pages and of Pagefind's version."""
    package = _package(pages)
    whole = hashlib.blake2b(repr((package, version(package))).encode())
    for page in pages:
        whole.update(repr((page.path, page.html)).encode())
    return whole.hexdigest()


SERVICE_WORKER = "sw.js"  # at the root: a worker sees what lies below its own folder
LIST = "offline.json"

_HASH_BYTES = 8
# What a reader opens. Downloads, feeds and lists for other programs are fetched when wanted.
_KEPT = (".html", ".css", ".js", ".svg", ".png", ".jpg", ".webp", ".woff2")


@dataclass(frozen=True, slots=True)
class OfflineView:
    """The page shown instead of one that is neither stored on the device nor can be fetched."""

    home: Place  # link to the home page
    search: Place  # link to the search page


def offline_drafts(languages: Sequence[str]) -> tuple[Draft[SitePage], ...]:
    """Return a draft, for every interface language, of the page shown when another is not stored.

    Args:
        languages: BCP 47 tags of the interface languages.
    """
    return tuple(
        Draft(Paths(tag).offline(), partial(_offline_page, tag, tuple(languages)))
        for tag in languages
    )


def version_of(contents: Iterable[bytes]) -> str:
    """Return 16 hexadecimal digits that identify the content of some files, given in order."""
    whole = hashlib.sha256()
    for content in contents:
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()[: 2 * _HASH_BYTES]


def offline_files(site: Path, assets: str, languages: Sequence[str]) -> Mapping[str, bytes]:
    """Return the service worker and the list of files that it stores, as content by path.

    The list is JSON, ``[path, hash, bytes]`` for each file: its URL from the root of the site, the
    first 16 hexadecimal digits of its SHA-256, and its size. First come the files that the page for
    missing pages needs, then the search index, then the pages. Two equal sites give equal files.

    Args:
        site: Folder of the finished site.
        assets: Version of style and scripts, which is part of their URLs.
        languages: BCP 47 tags of the interface languages.
    """
    unkept = {tag: Paths(tag).offline() for tag in languages}
    every = sorted(_kept(site), key=lambda path: (not path.startswith(FOLDER), path))
    core = [path for path in every if path.startswith(f"{ASSETS}/") or path in unkept.values()]
    first = set(core)
    others = [path for path in every if path not in first]
    listed = [
        (_versioned(path, assets), *file_hash((site / path).read_bytes()))
        for path in (*core, *others)
    ]
    content = json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()
    said = {
        "VERSION": file_hash(content)[0],
        "CORE": len(core),
        "UNKEPT": {tag: page_url(path) for tag, path in unkept.items()},
    }
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in said.items())
    return {LIST: content, SERVICE_WORKER: (head + _script("service_worker.js")).encode()}


def removal_files() -> Mapping[str, bytes]:
    """Return, by path, a service worker that removes an earlier one and its stored files."""
    return {SERVICE_WORKER: _script("service_worker_removal.js").encode()}


def _offline_page(tag: str, languages: Sequence[str]) -> SitePage:
    path = Paths(tag).offline()
    strings = read_strings(tag)
    view = OfflineView(Place(Paths(tag).home()), Place(Paths(tag).search()))
    title = strings.gettext("No connection")
    told = strings.gettext("This page is not stored on this device.")
    same = tuple((other, Place(translated(path, other))) for other in languages)
    return with_links(SitePage(path, tag, title, told, "offline.html", view, alternates=same))


def _kept(site: Path) -> Iterator[str]:
    root = os.fspath(site)
    for folder, _, names in os.walk(root):
        below = folder[len(root) + 1 :].replace(os.sep, "/")
        for name in names:
            path = f"{below}/{name}" if below else name
            known = path.endswith(_KEPT) or path.startswith((f"{FOLDER}/", f"{WORDS_FOLDER}/"))
            if known and path not in (NOT_FOUND, SERVICE_WORKER):
                yield path


def _versioned(path: str, assets: str) -> str:
    """Return the URL of a file from the root of the site, with a version for style and scripts."""
    return page_url(path) + (f"?v={assets}" if path.startswith(f"{ASSETS}/") else "")


def _script(name: str) -> str:
    return (resources.files("lawkb.publish") / name).read_text(encoding="utf-8")
