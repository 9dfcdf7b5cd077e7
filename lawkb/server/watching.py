"""Watch the sources of a site for changes."""

from __future__ import annotations

import stat
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import anyio
from anyio import to_thread
from anyio.lowlevel import checkpoint
from watchfiles import Change, DefaultFilter, awatch

from lawkb.corpus.decision_files import SETTLEMENTS
from lawkb.corpus.laws import OUTLINE
from lawkb.corpus.writing import STAGE

Kind = Literal["sources", "corpus", "pages", "templates"]
Report = Callable[[frozenset[Path]], Awaitable[None]]
_SOURCES = (OUTLINE, SETTLEMENTS, "patches", "sources")
# An editor saves a file in several steps: some empty it first, then fill it.
_QUIET_MILLISECONDS = 100
_LONGEST_MILLISECONDS = 1_000
_TICK_SECONDS = 0.01  # the clock of a file system is this much late


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
        watched: The files and folders to watch.
        since: When the files were read, in seconds since the epoch; changes after that are reported
            first.
        report: Function called with the paths of changed files.
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
