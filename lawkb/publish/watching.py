"""Watching the sources of a site that is served, until somebody interrupts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from lawkb.publish.editing import Editing
from lawkb.publish.serving import SiteServer

# Reading a file is an event too, and reading is what follows a change.
_CHANGES: list[type[FileSystemEvent]] = [
    *(FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent),
    *(DirCreatedEvent, DirDeletedEvent, DirMovedEvent),
]
_QUIET_SECONDS = 0.02  # an editor writes a file in several steps
_FILL_SECONDS = 0.2  # a file that was emptied may be filled as late
_POLL_SECONDS = 0.2  # where the system does not tell of changes
_LOOK_SECONDS = 1.0  # a folder that went away is not watched any more when it is back


def serve_edited(editing: Editing, server: SiteServer) -> None:
    """Serve a site and keep it in step with its sources, until somebody interrupts.

    Args:
        editing: The site.
        server: Where it is served.
    """
    background = _Background(editing, partial(server.reload, everything=False))
    with _Watch(editing.places.all()) as watch:
        server.start()
        background.start(editing.read_ahead)
        try:
            while True:
                watch.wait()
                if _changed(editing, watch):
                    background.stop()
                    changed = editing.take_in()
                    server.reload(everything="pages" in changed)
                    background.start()
        except KeyboardInterrupt:
            server.shutdown()
        finally:
            background.stop()


def _changed(editing: Editing, watch: _Watch) -> bool:
    """Whether any source has changed, once whoever saves it has probably saved all of it."""
    while watch.changes_within(_QUIET_SECONDS):
        pass
    changed = editing.has_changed()
    while changed and editing.is_half_saved() and watch.changes_within(_FILL_SECONDS):
        changed = editing.has_changed()
    return changed


class _Background:
    """The work that nobody waits for: it waits in a thread of its own."""

    def __init__(self, editing: Editing, reload: Callable[[], None]) -> None:
        self._editing, self._reload = editing, reload
        self._stop = Event()
        self._thread: Thread | None = None

    def start(self, first: Callable[[Event], None] | None = None) -> None:
        """Begin with it; what was begun before must have been stopped.

        Args:
            first: Is done before all else.
        """
        self._stop = Event()
        self._thread = Thread(target=self._work, args=(self._stop, first), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End it, at once."""
        self._stop.set()
        if self._thread:
            self._thread.join()

    def _work(self, stop: Event, first: Callable[[Event], None] | None) -> None:
        if first:
            first(stop)
        if self._editing.study(stop):
            self._reload()
        if not stop.is_set():
            self._editing.settle(stop)


class _Watch:
    """Hears whenever a file changes in one of some places, also where a place went and is back."""

    def __init__(self, places: tuple[Path, ...]) -> None:
        self._places = places
        self._changed = Event()
        self._handler = FileSystemEventHandler()
        self._handler.on_any_event = self._hear  # type: ignore[method-assign]

    def __enter__(self) -> _Watch:
        self._watch()
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def wait(self) -> None:
        """Wait for a change."""
        while not self._changed.wait(_LOOK_SECONDS):
            if self._standing() != self._watched:
                self._end()
                self._watch()
                return

    def changes_within(self, seconds: float) -> bool:
        """Forget the changes that were heard of; whether there is another one soon."""
        self._changed.clear()
        return self._changed.wait(seconds)

    def _hear(self, event: FileSystemEvent) -> None:
        self._changed.set()

    def _watch(self) -> None:
        self._watched = self._standing()
        self._observer: BaseObserver = Observer()
        try:
            _schedule(self._observer, self._handler, self._places)
        except OSError:  # more places than the system watches
            self._observer = PollingObserver(timeout=_POLL_SECONDS)
            _schedule(self._observer, self._handler, self._places)

    def _end(self) -> None:
        self._observer.stop()
        self._observer.join()

    def _standing(self) -> list[tuple[int, int] | None]:
        """What tells the folders that stand there from others in their place."""
        return [_identity(place) for place in self._places]


def _identity(place: Path) -> tuple[int, int] | None:
    try:
        stat = place.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _schedule(
    observer: BaseObserver, handler: FileSystemEventHandler, places: tuple[Path, ...]
) -> None:
    # A file is watched by its folder: an editor may put another one in its place.
    folders = {place if place.is_dir() else place.parent for place in places}
    for folder in sorted(folder for folder in folders if folder.is_dir()):
        recursive = folder in places
        observer.schedule(handler, str(folder), recursive=recursive, event_filter=_CHANGES)
    observer.start()
