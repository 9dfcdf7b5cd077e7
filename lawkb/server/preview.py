"""The site while it is edited: each page is rendered from the newest sources when requested.

So no code needs to know which pages a change affects. If something cannot be read or rendered, the
old version is served, and the error is shown. MkDocs runs again when its settings or the
hand-written pages change; ``watch`` reports what does.

Source: decisions/0020-serving.md.
"""

from __future__ import annotations

import logging
import stat
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Lock, RLock
from typing import Literal
from urllib.parse import urlsplit

import anyio
from anyio import to_thread
from anyio.lowlevel import checkpoint
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from watchfiles import Change, DefaultFilter, awatch

from lawkb.corpus.cache import digest_of
from lawkb.corpus.decision_files import REPEALS, SETTLEMENTS
from lawkb.corpus.laws import OUTLINE
from lawkb.corpus.writing import STAGE
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.model.law import Loss
from lawkb.parallel_work import without_collecting
from lawkb.publish.localized_site import EditorialContent, LocalizedSite
from lawkb.publish.page import Draft, Frame, SitePage, SiteSettings
from lawkb.publish.pagefind_source import PagefindPage
from lawkb.publish.plugin import LawsPlugin, messages_of_mkdocs
from lawkb.publish.render import make_environment, page_html
from lawkb.publish.site import FOLDER as SEARCH
from lawkb.publish.site import (
    Site,
    SiteContent,
    begin_bundle,
    code_site,
    site_frames,
    sitemap_drafts,
)
from lawkb.server.incremental_reading import CheckResults, CorpusReader, run_checks
from lawkb.server.repeated_reading import SourceReader
from lawkb.server.request_log import error_report

log = logging.getLogger("lawkb.server")

_ENTRY = "pagefind-entry.json"  # what a browser asks for first when it searches
_HINT = "fix it; until then the site stays as it was"
Kind = Literal["sources", "corpus", "pages", "templates"]
Report = Callable[[frozenset[Path]], Awaitable[None]]
_SOURCES = (OUTLINE, SETTLEMENTS, REPEALS, "patches", "sources")
# An editor saves a file in several steps: some empty it first, then fill it.
_QUIET_MILLISECONDS = 100
_LONGEST_MILLISECONDS = 1_000
_TICK_SECONDS = 0.01  # the clock of a file system is this much late


# ---- what the site is made from


@dataclass(frozen=True, slots=True)
class WatchedFiles:
    """The files and folders that a site is made from, as absolute paths."""

    corpus: Path  # the corpus folder
    pages: Path  # folder of the hand-written pages
    settings: Path  # the ``mkdocs.yml``
    theme: tuple[Path, ...]  # folders of the templates and of the other files of the theme

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return all folders to watch."""
        return (self.corpus, self.pages, *self.theme)

    def kinds_of(self, changed: Collection[Path]) -> frozenset[Kind]:
        """Return the kinds of sources, such as pages or the corpus, that some changed files are."""
        return frozenset(kind for path in changed for kind in self._kinds(path))

    def _kinds(self, path: Path) -> tuple[Kind, ...]:
        if path == self.corpus:
            return ("sources", "corpus")
        if path.is_relative_to(self.corpus):
            is_source = path.relative_to(self.corpus).parts[0] in _SOURCES
            return ("sources", "corpus") if is_source else ("corpus",)
        if path == self.settings or path.is_relative_to(self.pages):
            return ("pages",)
        if any(path.is_relative_to(folder) for folder in self.theme):
            return ("templates",) if path.suffix == ".html" else ("pages",)
        return ()


class _Sources(DefaultFilter):
    """Filters out temporary files of editors and of lawkb."""

    ignore_dirs = (STAGE, "__pycache__", ".git")

    def __call__(self, change: Change, path: str) -> bool:
        return not Path(path).name.startswith(STAGE) and super().__call__(change, path)


async def watch(watched: WatchedFiles, since: float, report: Report) -> None:
    """Report changed files until this coroutine is cancelled.

    A folder that is removed and made again is watched again.

    Args:
        since: When the files were read, in seconds since the epoch; changes after that are reported
            first.
    """
    while True:
        again = anyio.Event()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_watch_inside, watched, again, report)
            tasks.start_soon(_watch_beside, watched, again, report)
            try:
                await checkpoint()  # both watch now
                if missed := await to_thread.run_sync(_saved_since, watched, since):
                    await report(missed)
                await again.wait()
                since = time.time()
            finally:
                again.set()  # the watching threads hear of no cancellation


async def _watch_inside(watched: WatchedFiles, again: anyio.Event, report: Report) -> None:
    """Report the changes in all folders that exist."""
    folders = [folder for folder in watched.folders if folder.is_dir()]
    async for changed in _watched(folders, again, recursive=True):
        await report(changed)


async def _watch_beside(watched: WatchedFiles, again: anyio.Event, report: Report) -> None:
    """Report changes of the settings and folders that appear or disappear; then watch again.

    A file is watched through its folder, because editors replace files when saving.
    """
    parents = {place.parent for place in (*watched.folders, watched.settings)}
    there = sorted(folder for folder in parents if folder.is_dir())
    async for changed in _watched(there, again, recursive=False):
        own = changed & {*watched.folders, watched.settings}
        if own & {*watched.folders}:
            again.set()  # before they are read: what is saved meanwhile is looked for afterwards
        if own:
            await report(frozenset(own))


def _saved_since(watched: WatchedFiles, since: float) -> frozenset[Path]:
    """Return the files that were saved between reading and the start of watching."""
    below = (path for folder in watched.folders for path in folder.rglob("*"))
    found = set()
    for path in (watched.settings, *below):
        with suppress(OSError):  # it went away meanwhile
            held = path.stat()
            # A copied file may keep the time when its original was saved.
            changed = max(held.st_mtime, held.st_ctime)
            if stat.S_ISREG(held.st_mode) and changed > since - _TICK_SECONDS:
                found.add(path)
    return frozenset(path for path in found if _Sources()(Change.modified, str(path)))


async def _watched(
    folders: Collection[Path], stop: anyio.Event, recursive: bool
) -> AsyncIterator[frozenset[Path]]:
    polling = None
    while not stop.is_set():
        try:
            async for found in awatch(
                *folders,
                watch_filter=_Sources(),
                debounce=_LONGEST_MILLISECONDS,
                step=_QUIET_MILLISECONDS,
                stop_event=stop,
                force_polling=polling,
                recursive=recursive,
                ignore_permission_denied=True,
            ):
                yield frozenset(Path(path) for _, path in found)
        except OSError:
            if polling:
                raise
            polling = True  # more folders than the system watches


# ---- the hand-written pages


@dataclass(frozen=True, slots=True)
class MkdocsResult:
    """The result of running MkDocs on the settings and the hand-written pages."""

    # Settings that the pages made from the laws need, including the menus.
    site_settings: SiteSettings
    written: tuple[Draft[SitePage], ...]  # drafts of the hand-written pages
    # Content of style sheets, scripts and pictures, by path below the root of the site.
    static: dict[str, bytes]
    linkable: frozenset[str]  # paths made from the laws, which the hand-written pages may link to
    warnings: tuple[str, ...]  # warnings of MkDocs
    # Function that returns warnings for links of hand-written pages to missing fragments. Its
    # argument is a function that returns the ids of a page made from the laws by its path.
    check_anchors: Callable[[Callable[[str], Collection[str]]], tuple[str, ...]]


class MkdocsProject:
    """A ``mkdocs.yml`` and its hand-written pages, which MkDocs reads again after each change.

    Attributes:
        corpus: The corpus folder.
        files: The files as first named; when that changes, the server must be restarted.
        url: Address of the site on the server; its path is that of ``site_url``.
    """

    def __init__(
        self, config_file: Path, address: str, folder: Path, is_published: bool = False
    ) -> None:
        """Read the settings.

        Args:
            is_published: Whether its pages are part of the published site, and so have ``site_url``
                in their links to themselves; pages of a preview have the address of the server.
        """
        self._config_file, self._folder = config_file, folder
        self._address, self._is_published = address, is_published
        with messages_of_mkdocs(config_file):
            config = self._load()
            config.plugins.on_startup(command="serve", dirty=False)
            self.corpus = _plugin(config).corpus
            self.files = self._files(config)
            self.url = _url_on_server(address, config.site_url)

    def build_pages(self, content: SiteContent) -> MkdocsResult:
        """Run MkDocs on the current settings and hand-written pages.

        Raises:
            LawkbError: The settings or pages are wrong, or need a restart of the server.
        """
        with messages_of_mkdocs(self._config_file, _HINT) as warnings:
            config = self._load()
            if self._files(config) != self.files:
                what = "it names another corpus, docs_dir or theme than before"
                raise LawkbError(str(config.config_file_path), what, "start lawkb serve again")
            plugin = _plugin(config)
            plugin.content = content
            build(config, serve_url=self.url)
        return MkdocsResult(
            site_settings=plugin.site_settings(config),
            written=plugin.written_pages(),
            static=_files_in(Path(config.site_dir)),
            linkable=plugin.code_paths(),
            warnings=tuple(warnings),
            check_anchors=partial(self._check_anchors, plugin, config),
        )

    def _check_anchors(
        self, plugin: LawsPlugin, config: MkDocsConfig, ids: Callable[[str], Collection[str]]
    ) -> tuple[str, ...]:
        with messages_of_mkdocs(self._config_file) as warnings:
            plugin.check_written_links(config, ids)
        return tuple(warnings)

    def _files(self, config: MkDocsConfig) -> WatchedFiles:
        folders = tuple(Path(each).resolve() for each in config.theme.dirs)
        corpus, pages = _plugin(config).corpus.resolve(), Path(config.docs_dir).resolve()
        return WatchedFiles(corpus, pages, self._config_file.resolve(), folders)

    def _load(self) -> MkDocsConfig:
        """Load the settings; a preview has the address of the server as the URL of the site."""
        config = load_config(str(self._config_file), strict=False, site_dir=str(self._folder))
        if not self._is_published:
            config.site_url = _url_on_server(self._address, config.site_url)
        return config


def _url_on_server(address: str, site_url: str | None) -> str:
    mount = urlsplit(site_url or "").path.strip("/")
    return f"http://{address}/{mount}/" if mount else f"http://{address}/"


def _plugin(config: MkDocsConfig) -> LawsPlugin:
    """Return lawkb's plugin for MkDocs.

    Raises:
        LawkbError: The settings do not list the plugin.
    """
    found = [each for each in config.plugins.values() if isinstance(each, LawsPlugin)]
    if not found:
        raise LawkbError(
            str(config.config_file_path), "it has no plugin lawkb", "add it under plugins:"
        )
    return found[0]


def _files_in(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder, by its path from there."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


# ---- the site


@dataclass(frozen=True, slots=True)
class Shown:
    """The answer for a path of the site: content and errors."""

    content: bytes | None  # content of the file; None if it could never be made
    faults: tuple[str, ...]  # errors of the file and of the sources, three lines each


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The site made from the sources at one moment."""

    site: Site
    # Functions that make the content of files, by path below the root of the site.
    makers: Mapping[str, Callable[[], bytes]]
    static: str  # digest of the files besides pages
    frames: Mapping[str, Frame]  # header, menu and strings of each interface language
    linkable: frozenset[str]  # paths made from the laws, as ``MkdocsResult`` has them
    made: dict[str, bytes] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


class Preview:
    """The files of a site that is being edited. Any thread may read; one at a time may update."""

    def __init__(
        self,
        config_file: Path,
        address: str,
        folder: Path,
        desk: str = "",
        engine: str | None = None,
    ) -> None:
        """Read the settings, the corpus and the hand-written pages for the first time.

        Args:
            desk: Path of the desk that shows the site, to which its pages lead; empty for none.
        """
        self.engine = engine
        self.since = time.time()
        self._desk = desk
        self._mkdocs = MkdocsProject(config_file, address, folder)
        self.url, self.corpus = self._mkdocs.url, self._mkdocs.corpus
        self.watched = self._mkdocs.files
        self._updating, self._making, self._indexing = Lock(), Lock(), Lock()
        self._reading = RLock()  # nobody else uses what reads the corpus
        self._faults: dict[str, str] = {}  # by the step that failed
        self._warnings: frozenset[tuple[str, str]] = frozenset()
        self._lost: frozenset[tuple[str, str, str]] = frozenset()
        self._last: dict[str, bytes] = {}
        self._indexed: tuple[PagefindPage, ...] = ()
        self._search: Mapping[str, bytes] = {}  # the files of the last two indexes
        self._newest: Mapping[str, bytes] = {}
        self._sources = SourceReader(self.corpus)
        self._reader = CorpusReader(self.corpus)
        with without_collecting():
            self._content = self._reader.read()
            with self._step("corpus"):  # the first save of a source may give it its laws
                self._reader.check_held()
            self._reader.use_results(run_checks(self.corpus))
            self._content = self._reader.read()
            self._built = self._built_pages()
            self._snapshot = self._new_snapshot()
        self._warn("pages", self._built.warnings)

    def paths(self) -> tuple[str, ...]:
        """Return the paths of all files except those of the search index."""
        return tuple(self._snapshot.makers)

    def look(self, path: str) -> Shown | None:
        """Return the file at a path below the root of the site; None if there is none."""
        if path.startswith(f"{SEARCH}/"):
            content = self._search_file(path)
            return None if content is None else Shown(content, ())
        with self._making:
            snapshot = self._snapshot
            if path not in snapshot.makers:
                return None
            content = self._content_of(snapshot, path)
            own = (snapshot.failed[path],) if path in snapshot.failed else ()
        return Shown(content, tuple(dict.fromkeys((*self._faults.values(), *own))))

    def read(self, path: str) -> bytes | None:
        """Return the content at a path below the root of the site; None if there is none."""
        shown = self.look(path)
        return shown.content if shown else None

    def fingerprint(self, shown: Shown) -> str:
        """Return a digest that changes whenever a reader of a page would see a difference."""
        parts = (shown.content or b"", *(fault.encode() for fault in shown.faults))
        return digest_of(b"\0".join((self._snapshot.static.encode(), *parts)))

    def refresh(self, kinds: Collection[Kind]) -> bool:
        """Read the sources of some kinds again; return whether the site may have changed."""
        with self._updating, without_collecting():
            before = self._content, self._faults
            if "templates" in kinds:
                make_environment.cache_clear()  # a new template may replace another
            if "sources" in kinds:
                with self._step("sources"), self._reading:
                    if not self._sources.is_current():  # as after a decision at the desk
                        self._sources.write()
                    self._report_losses()
            if "corpus" in kinds:
                self._read_corpus()
            if {*kinds} <= {"corpus"} and (self._content, self._faults) == before:
                return False  # these are the laws that were written from the sources
            if "pages" in kinds:
                self._build_pages()
            self._renew()
            return True

    @property
    def readers(self) -> tuple[SourceReader, CorpusReader, RLock]:
        """Return what reads the corpus, and the lock to be held while it is used."""
        return self._sources, self._reader, self._reading

    @property
    def code(self) -> Code:
        """Return the laws as they were last read."""
        return self._content.code

    @property
    def editorial(self) -> EditorialContent:
        """Return what editors wrote about the laws, as it was last read."""
        return self._content.editorial

    @property
    def localized(self) -> Mapping[str, LocalizedSite]:
        """Return the site in each interface language, by BCP 47 tag."""
        return self._snapshot.site.localized

    def html_of(self, page: SitePage) -> str:
        """Return a page that is none of the site's own as HTML, with the site's header and menu."""
        return page_html(page, self._snapshot.frames)

    @property
    def site_settings(self) -> SiteSettings:
        """Return the settings of the site, with its menus."""
        return self._built.site_settings

    def is_outdated(self) -> bool:
        """Return whether the corpus has changed since all of it was checked."""
        return self._reader.needs_check()

    def use_results(self, results: CheckResults) -> None:
        """Store the results of the checks, findings and terms, and update the site."""
        with self._updating, without_collecting():
            with self._reading:
                self._reader.use_results(results)
                self._read_corpus()
            self._renew()

    def read_sources(self) -> None:
        """Read the sources before the first edit, so that old losses are not reported as new."""
        with self._updating, self._step("sources"), self._reading, without_collecting():
            self._sources.files()
            self._lost = frozenset(fixable_losses(self._sources.losses))

    def check_links(self) -> None:
        """Report links of hand-written pages to fragments that their target page lacks."""
        with self._updating, self._step("links"):
            self._warn("links", self._built.check_anchors(self._ids))

    def report(self, error: LawkbError) -> None:
        """Print an error in the terminal."""
        log.warning(str(error))

    # ---- taking in changes

    def _read_corpus(self) -> None:
        with self._step("corpus"), self._reading:
            content = self._reader.read()
            self._reader.check_held()
            self._content = content

    def _build_pages(self) -> None:
        with self._step("pages"):
            self._built = self._built_pages()
            self._warn("pages", self._built.warnings)

    def _built_pages(self) -> MkdocsResult:
        built = self._mkdocs.build_pages(self._content)
        return replace(built, site_settings=replace(built.site_settings, desk=self._desk))

    def _renew(self) -> None:
        """Make a new snapshot.

        If pages were added or removed, links of hand-written pages are resolved again.
        """
        with self._step("site"):
            snapshot = self._new_snapshot()
            if snapshot.linkable != self._built.linkable:  # since MkDocs resolved the links
                self._build_pages()
                snapshot = self._new_snapshot()
            with self._making:
                self._snapshot = snapshot
                self._last = {p: held for p, held in self._last.items() if p in snapshot.makers}

    def _new_snapshot(self) -> _Snapshot:
        built = self._built
        site = code_site(self._content, built.site_settings)
        frames = site_frames(self._content, built.site_settings)
        made = [*site.pages]
        makers: dict[str, Callable[[], bytes]] = {
            page.path: partial(_html, page, frames) for page in (*made, *built.written)
        }
        makers |= {path: partial(bytes, held) for path, held in built.static.items()}
        paths = (*built.site_settings.written, *(page.path for page in made))
        files = (*site.files, *sitemap_drafts(paths, built.site_settings.url))
        makers |= {file.path: file.make for file in files}
        digests = (f"{path} {digest_of(held)}" for path, held in built.static.items())
        static = digest_of("\n".join(digests).encode())
        linkable = frozenset(each.path for each in (*made, *site.files))
        return _Snapshot(site, makers, static, frames, linkable)

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        """Store and report the error of one step; the state before the step stays in use."""
        try:
            yield
        except Exception as error:  # noqa: BLE001  # the rest of the site goes on
            fault = error_report("lawkb serve", error)
            if str(fault) not in self._faults.values():
                self.report(fault)
            self._faults = {**self._faults, name: str(fault)}
        else:
            self._faults = {k: fault for k, fault in self._faults.items() if k != name}

    def _report_losses(self) -> None:
        """Report losses that the last edit caused and that can be fixed in a file."""
        lost = frozenset(fixable_losses(self._sources.losses))
        for each in sorted(lost - self._lost):
            self.report(LawkbError(*each))
        self._lost = lost

    def _warn(self, kind: str, warnings: tuple[str, ...]) -> None:
        """Report those warnings of MkDocs that are new."""
        now = frozenset((kind, words) for words in warnings)
        before = frozenset(each for each in self._warnings if each[0] == kind)
        for _, words in sorted(now - before):
            log.warning(words)
        self._warnings = (self._warnings - before) | now

    # ---- making files

    def _content_of(self, snapshot: _Snapshot, path: str) -> bytes | None:
        """Return a file of the snapshot; if it cannot be made, its last version."""
        last = self._last.get(path)
        if path in snapshot.failed:
            return last
        if path in snapshot.made:
            return snapshot.made[path]
        try:
            content = snapshot.makers[path]()
        except Exception as error:  # noqa: BLE001  # the other pages go on
            fault = error_report(path, error)
            if str(fault) not in (*self._faults.values(), *snapshot.failed.values()):
                self.report(fault)
            snapshot.failed[path] = str(fault)
            return last
        snapshot.made[path] = self._last[path] = content
        return content

    def _ids(self, path: str) -> Collection[str]:
        """Return the ids in a page made from the laws."""
        draft = self._snapshot.site.pages.find(path)
        return draft.make().anchors if draft else ()

    def _search_file(self, path: str) -> bytes | None:
        """Return a file of the search index, which is made when the search page is opened."""
        with self._indexing:
            search_pages = self._content.search_pages
            asked_first = path.endswith(f"/{_ENTRY}") or path not in self._search
            if asked_first and search_pages != self._indexed:
                self._indexed = search_pages
                with self._step("search"):
                    files = begin_bundle(self.corpus, search_pages).files() if search_pages else {}
                    # A page that is open may still ask for files of the index before.
                    self._search, self._newest = {**self._newest, **files}, files
            return self._search.get(path)


def _html(page: Draft[SitePage], frames: Mapping[str, Frame]) -> bytes:
    return page_html(page.make(), frames).encode()


_FIXES = {
    "stale-patch": "give the patch the words that are in the page",
    "partial-patch": "give the page the rest, or remove the patch",
    "encoding": "save the page as UTF-8",
    "text": "look into the file, and at its rights",
    "unparsed": "name the page as a rule of its source in corpus.toml does",
}


def fixable_losses(losses: Mapping[str, tuple[Loss, ...]]) -> Iterator[tuple[str, str, str]]:
    """Yield the losses that an editor can fix in a file, as position, message and hint."""
    for file, of_page in losses.items():
        for loss in of_page:
            where, what = f"{file}:{loss.line}" if loss.line else file, loss.message
            if loss.kind == "stale-patch":
                where = what.partition(": ")[0]
                what = f"the words it replaces are not in {Path(file).name}; not applied"
            elif loss.kind == "partial-patch":
                where, _, what = what.partition(": ")
            if loss.kind in _FIXES:
                yield where, what, _FIXES[loss.kind]
