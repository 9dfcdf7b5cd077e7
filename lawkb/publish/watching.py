"""Watching the sources of a site that is served, until somebody interrupts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
_POLL_SECONDS = 0.2  # where the system does not tell of changes


def serve_edited(editing: Editing, server: SiteServer) -> None:
    """Serve a site and keep it in step with its sources, until somebody interrupts.

    Args:
        editing: The site.
        server: Where it is served.
    """
    background = _Background(editing, server.reload)
    with server, _watched(editing.places.all()) as changed:
        server.start()
        background.start(first=True)
        try:
            while True:
                changed.wait()
                background.stop()
                while changed.is_set():
                    changed.clear()
                    changed.wait(_QUIET_SECONDS)
                if editing.update():
                    server.reload()
                background.start()
        except KeyboardInterrupt:
            server.shutdown()
        finally:
            background.stop()
            background.join()


class _Background:
    """The work that nobody waits for, in a thread of its own."""

    def __init__(self, editing: Editing, reload: Callable[[], None]) -> None:
        self._editing, self._reload = editing, reload
        self._stop = Event()
        self._thread: Thread | None = None

    def start(self, first: bool = False) -> None:
        """Begin with it, once what was begun before has stopped."""
        self.join()
        self._stop = Event()
        self._thread = Thread(target=self._work, args=(self._stop, first), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def join(self) -> None:
        if self._thread:
            self._thread.join()

    def _work(self, stop: Event, first: bool) -> None:
        if first:
            self._editing.read_ahead()
        if self._editing.study(stop):
            self._reload()
        self._editing.settle(stop)


@contextmanager
def _watched(places: tuple[Path, ...]) -> Iterator[Event]:
    """An event that is set whenever a file changes in one of some places."""
    changed = Event()
    handler = FileSystemEventHandler()
    handler.on_any_event = lambda event: changed.set()  # type: ignore[method-assign]
    observer: BaseObserver = Observer()
    try:
        _schedule(observer, handler, places)
    except OSError:  # more places than the system watches
        observer = PollingObserver(timeout=_POLL_SECONDS)
        _schedule(observer, handler, places)
    try:
        yield changed
    finally:
        observer.stop()
        observer.join()


def _schedule(
    observer: BaseObserver, handler: FileSystemEventHandler, places: tuple[Path, ...]
) -> None:
    # A file is watched by its folder: an editor may put another one in its place.
    folders = {place if place.is_dir() else place.parent for place in places}
    for folder in sorted(folders):
        recursive = folder in places
        observer.schedule(handler, str(folder), recursive=recursive, event_filter=_CHANGES)
    observer.start()
