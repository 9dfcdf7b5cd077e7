"""Editing: what a change of any source of the site leads to, while the site is served."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import Literal

from lawkb.apart import FORKS, apart
from lawkb.cores import without_collecting
from lawkb.corpus.settlements import FILE as SETTLEMENTS
from lawkb.corpus.stats import OUTLINE, STAGE, stat_line
from lawkb.errors import LawkbError
from lawkb.publish.bundle import start_bundle
from lawkb.publish.content_reading import ContentReader, Study
from lawkb.publish.faults import unforeseen
from lawkb.publish.live import Fresh, LiveSite
from lawkb.publish.page import Draft, FileDraft
from lawkb.publish.shadow import ShadowPage
from lawkb.publish.site import Around, Content, code_site
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
        warnings: What MkDocs had to say.
        check: Gives what there is to say of links that lead nowhere.
    """

    around: Around
    written: tuple[Draft, ...]
    static: tuple[FileDraft, ...]
    warnings: tuple[str, ...]
    check: Callable[[tuple[Ends, ...]], tuple[str, ...]]


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
        self._bundled: tuple[ShadowPage, ...] | None = None
        self._warned: frozenset[str] = frozenset()
        self._dead: frozenset[str] = frozenset()
        self._seen = self._looked = self._look()
        with without_collecting():
            content = reader.read()
            self._content = reader.take(content, reader.study(content))
            self._composed = compose(self._content)
        self._warn(self._composed.warnings)
        self._paths = self._known = self._renew()

    @property
    def url(self) -> str:
        """URL of the root of the site."""
        return self._composed.around.url

    def has_changed(self) -> bool:
        """Whether any source has changed since the last ``update``."""
        self._looked = self._look()
        return self._looked != self._seen

    def is_half_saved(self) -> bool:
        """Whether a source that has changed is empty: some programs empty a file, then fill it."""
        now = frozenset().union(*self._looked.values())
        new = now - frozenset().union(*self._seen.values())
        return any(stamp.rsplit(" ", 4)[1] == "0" for stamp in new)

    def update(self) -> bool:
        """Take in what changed in the sources; whether anything did."""
        if not self.has_changed():
            return False
        before, self._seen = self._seen, self._looked
        changed = {kind for kind, stamp in self._seen.items() if stamp != before[kind]}
        self.site.forget_faults()
        with without_collecting():
            self._take_in(changed)
        return True

    def _take_in(self, changed: set[_Kind]) -> None:
        if "sources" in changed:
            with self._telling():
                self._reingest.write()
            self._seen["corpus"] = self._stamps("corpus")
        if "corpus" in changed or "sources" in changed:
            with self._telling():
                self._content = self._reader.read()
        if "pages" in changed:
            self._compose_again()
        with self._telling():
            self._paths = self._renew()

    def study(self, stop: Event) -> bool:
        """Study the whole code again where it has changed; whether pages may show it.

        Hand-written pages may link to pages that are new or gone: this is looked at then, too.

        Args:
            stop: Ends it early.
        """
        changed = False
        if self._reader.is_stale(self._content):
            with self._telling():
                changed = self._study(stop)
        if self._paths != self._known and not stop.is_set():
            self._compose_again()
            with self._telling():
                self._paths = self._renew()
            changed = True
        return changed

    def _study(self, stop: Event) -> bool:
        def work() -> Iterator[Study]:
            yield self._reader.study(self._content)

        for study in apart(work, stop, self.site.still()):
            self._content = self._reader.take(self._content, study)
            self._paths = self._renew()
            return True
        return False

    def settle(self, stop: Event) -> None:
        """Make what nobody asked for yet, tell of dead links, index the search.

        Args:
            stop: Ends it early.
        """
        with self._telling():
            for each in apart(self._rest, stop, self.site.still()):
                self._hear(each)
        shadow = self._content.shadow
        if not stop.is_set() and shadow != self._bundled and self._bundle(shadow, stop):
            self._bundled = shadow

    def _rest(self) -> Iterator[Fresh | str | frozenset[str]]:
        """Every file that is stale, what cannot be made, and the links that lead nowhere."""
        told: list[str] = []
        if FORKS:  # what is said over there would be said again here
            self.site.tell_to(told.append)
        yield from self.site.make_rest()
        yield from told
        yield frozenset(self._composed.check(self.site.ends()))

    def _hear(self, said: Fresh | str | frozenset[str]) -> None:
        """Take what was made or found apart; of dead links, those are told that are new."""
        if isinstance(said, Fresh):
            self.site.put(said)
        elif isinstance(said, str):
            self.site.tell(said)
        else:
            for words in sorted(said - self._dead):
                self.site.tell(words)
            self._dead = said

    def read_ahead(self) -> None:
        """Read the sources, so that the first change of one finds the others read."""
        with self._telling(), without_collecting():
            self._reingest.files()

    def _compose_again(self) -> None:
        with self._telling():
            self._composed = self._compose(self._content)
            self._known = self._paths
            self._warn(self._composed.warnings)

    def _warn(self, warnings: tuple[str, ...]) -> None:
        """Tell what is new of what MkDocs has to say."""
        for words in warnings:
            if words not in self._warned:
                self.site.tell(words)
        self._warned = frozenset(warnings)

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
        except Exception as error:  # noqa: BLE001 (what was there before stays)
            self.site.tell(str(unforeseen("lawkb serve", error)))

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
