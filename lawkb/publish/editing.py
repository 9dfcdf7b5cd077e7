"""Editing: what a change of any source of the site leads to, while the site is served."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event, Lock
from typing import Literal

from lawkb.cores import without_collecting
from lawkb.corpus.settlements import FILE as SETTLEMENTS
from lawkb.corpus.stats import OUTLINE, STAGE, stat_line
from lawkb.errors import LawkbError
from lawkb.publish.bundle import start_bundle
from lawkb.publish.live import LiveSite
from lawkb.publish.page import Draft, FileDraft
from lawkb.publish.shadow import ShadowPage
from lawkb.publish.site import Around, Content, ContentReader, code_site
from lawkb.publish.writing import Ends
from lawkb.reingest import Reingest

_Kind = Literal["sources", "corpus", "pages", "templates"]
_SOURCES = (OUTLINE, SETTLEMENTS, "patches", "sources")
_POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Composed:
    """What the settings and the hand-written pages give.

    Attributes:
        around: What is around the pages of the code.
        written: The hand-written pages.
        static: Files that are as they are: style, scripts, pictures.
        check: Tells of links of hand-written pages that lead nowhere.
    """

    around: Around
    written: tuple[Draft, ...]
    static: tuple[FileDraft, ...]
    check: Callable[[tuple[Ends, ...]], None]


@dataclass(frozen=True, slots=True)
class Places:
    """Where the sources of a site lie.

    Attributes:
        corpus: The corpus.
        pages: Folders and files of what is written by hand, the settings among them.
        theme: Folders of the templates and of the files beside them.
    """

    corpus: Path
    pages: tuple[Path, ...]
    theme: tuple[Path, ...]

    def all(self) -> tuple[Path, ...]:
        """All of them."""
        return (self.corpus, *self.pages, *self.theme)


class Editing:
    """Keeps a site in step with its sources.

    A fault in a source is told; what is made from that source stays as it was, everything else
    goes on, and the next change that mends it heals.
    """

    def __init__(
        self, places: Places, reader: ContentReader, compose: Callable[[Content], Composed]
    ) -> None:
        """Read everything for the first time.

        Args:
            places: Where the sources lie.
            reader: Reads the corpus.
            compose: Reads the settings and the hand-written pages.

        Raises:
            LawkbError: Something cannot be read.
        """
        self.site = LiveSite()
        self.places, self._compose = places, compose
        self._reader = reader
        self._reingest = Reingest(places.corpus)
        self._lock = Lock()
        self._bundled: tuple[ShadowPage, ...] | None = None
        self._seen = self._look()
        self._content = reader.study(reader.read())
        self._composed = compose(self._content)
        self._paths = self._renew()

    @property
    def url(self) -> str:
        """URL of the root of the site."""
        return self._composed.around.url

    def update(self) -> bool:
        """Take in what changed in the sources; whether anything did."""
        before, self._seen = self._seen, self._look()
        changed = {kind for kind, stamp in self._seen.items() if stamp != before[kind]}
        if not changed:
            return False
        self.site.forget_faults()
        with without_collecting():
            self._take_in(changed)
        return True

    def _take_in(self, changed: set[_Kind]) -> None:
        if "sources" in changed:
            with self._telling(), self._lock:
                self._reingest.write()
            self._seen["corpus"] = self._stamps("corpus")
        if "corpus" in changed:
            with self._telling():
                self._content = self._reader.read()
        if "pages" in changed:
            self._compose_again()
        with self._telling():
            self._renew_all()

    def _renew_all(self) -> None:
        paths = self._renew()
        if paths != self._paths:  # hand-written pages may link to what is new or gone
            self._compose_again()
            self._paths = self._renew()

    def study(self, stop: Event) -> bool:
        """Study the whole code again where it has changed; whether pages may show it.

        Args:
            stop: When it is set meanwhile, what was found is of no use any more.
        """
        before = self._content.holdings
        with self._telling():
            content = self._reader.study(self._content)
            if stop.is_set() or content.holdings.apparatus == before.apparatus:
                return False
            self._content = content
            self._renew_all()
            return True
        return False

    def settle(self, stop: Event) -> None:
        """Make what nobody asked for yet, tell of dead links, index the search.

        Args:
            stop: Ends it early.
        """
        if not self.site.make_all(stop):
            return
        self._composed.check(self.site.ends())
        shadow = self._content.shadow
        if shadow != self._bundled and self._bundle(shadow, stop):
            self._bundled = shadow

    def read_ahead(self) -> None:
        """Read the sources, so that the first change of one finds the others read."""
        with self._telling(), self._lock:
            self._reingest.files()

    def _compose_again(self) -> None:
        with self._telling():
            self._composed = self._compose(self._content)

    def _renew(self) -> frozenset[str]:
        """Give the site what there is now; the paths of what is made from the code."""
        site = code_site(self._content, self._composed.around)
        pages = (*site.pages, *self._composed.written)
        self.site.renew(pages, (*self._composed.static, *site.files), site.frames)
        return frozenset([page.path for page in site.pages] + [file.path for file in site.files])

    def _bundle(self, shadow: tuple[ShadowPage, ...], stop: Event) -> bool:
        """Index the search; whether it was not stopped."""
        files: Mapping[str, bytes] = {}
        if shadow:
            bundling = start_bundle(shadow)
            while bundling.process.poll() is None:
                if stop.wait(_POLL_SECONDS):
                    bundling.stop()
                    return False
            with self._telling():
                files = bundling.files()
        self.site.take_bundle(files)
        return True

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except LawkbError as error:
            self.site.tell(str(error))
        except OSError as error:  # a file that goes away while it is read
            what = f"cannot be read: {error.strerror or error}"
            self.site.tell(str(LawkbError(str(error.filename), what, "save it again")))

    def _look(self) -> dict[_Kind, frozenset[str]]:
        kinds: tuple[_Kind, ...] = ("sources", "corpus", "pages", "templates")
        return {kind: self._stamps(kind) for kind in kinds}

    def _stamps(self, kind: _Kind) -> frozenset[str]:
        """What tells every file of a kind from what could stand in its place later."""
        corpus, theme = self.places.corpus, self.places.theme
        if kind == "sources":
            return _stamps(corpus / name for name in _SOURCES)
        if kind == "corpus":
            return _stamps([corpus])
        if kind == "templates":
            return frozenset(stamp for stamp in _stamps(theme) if ".html" in stamp)
        others = (stamp for stamp in _stamps(theme) if ".html" not in stamp)
        return _stamps(self.places.pages) | frozenset(others)


def held_files(folder: Path) -> tuple[FileDraft, ...]:
    """Every file in a folder as it is now."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    held = ((path.relative_to(folder).as_posix(), path.read_bytes()) for path in files)
    return tuple(FileDraft(path, partial(bytes, content)) for path, content in held)


def _stamps(places: Iterable[Path]) -> frozenset[str]:
    return frozenset(stamp for place in places for stamp in _below(os.fspath(place)))


def _below(place: str) -> Iterator[str]:
    """The stamps of a file, or of all files in a folder but those of a write that goes on."""
    if not os.path.isdir(place):  # noqa: PTH112 (this is asked of every file at every change)
        yield from _stamp(place)
        return
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name not in (STAGE, "__pycache__")]
        for name in names:
            yield from _stamp(f"{folder}/{name}")


def _stamp(path: str) -> Iterator[str]:
    try:
        yield stat_line(path, os.stat(path))  # noqa: PTH116
    except OSError:
        return  # it went away meanwhile, or never was
