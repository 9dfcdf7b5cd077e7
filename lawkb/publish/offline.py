"""Offline reading: what a browser stores of the site, and the service worker that stores it.

Source: decisions/0015-offline.md.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources
from pathlib import Path

from lawkb.publish.pagefind_bundle import FOLDER
from lawkb.publish.render import file_hash
from lawkb.publish.strings import read_strings
from lawkb.publish.views.page import Draft, SitePage, with_links
from lawkb.publish.views.search.search_words import WORDS_FOLDER
from lawkb.publish.views.urls import ASSETS, NOT_FOUND, Paths, Place, page_url, translated

SERVICE_WORKER = "sw.js"  # at the root: a worker sees what lies below its own folder
LIST = "offline.json"

_HASH_BYTES = 8
# What a reader opens. Downloads, feeds and lists for other programs are fetched when wanted.
_KEPT = (".html", ".css", ".js", ".svg", ".png", ".jpg", ".webp", ".woff2")


@dataclass(frozen=True, slots=True)
class OfflineView:
    """The page shown instead of one that is neither stored on the device nor can be fetched.

    Attributes:
        home: Link to the home page.
        search: Link to the search page.
    """

    home: Place
    search: Place


def offline_drafts(languages: Sequence[str]) -> tuple[Draft, ...]:
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
