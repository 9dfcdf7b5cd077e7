"""A site while it is edited: each file is made when somebody asks for it, from the newest sources.

Nothing has to know which pages a change touches, so none can be forgotten. Everything is stale
after a change; what a reader looks at is made at once, the rest when there is time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from threading import RLock

from lawkb.errors import LawkbError
from lawkb.publish.faults import unforeseen
from lawkb.publish.frames import Frame
from lawkb.publish.page import Draft, FileDraft
from lawkb.publish.render import write_page
from lawkb.publish.writing import Ends

log = logging.getLogger("lawkb.publish.live")


@dataclass(frozen=True, slots=True)
class _Made:
    """A file as it is shown; ``turn`` is the state of the sources that it was made from."""

    turn: int
    content: bytes
    ends: Ends | None = None


@dataclass(frozen=True, slots=True)
class Fresh:
    """A file that was made elsewhere from the newest sources.

    Attributes:
        path: File below the root of the site.
        content: What stands in it; None where that is what it was before.
    """

    path: str
    content: bytes | None


class LiveSite:
    """The files of a site, made when they are asked for. Any thread may ask."""

    def __init__(self) -> None:
        """Begin without any file."""
        self._lock = RLock()
        self._turn = 0
        self._makers: Mapping[str, Callable[[], _Made]] = {}
        self._pages: frozenset[str] = frozenset()
        self._made: dict[str, _Made] = {}
        self._bundle: Mapping[str, bytes] = {}
        self._failed: dict[str, int] = {}
        self._told: set[str] = set()
        self._say: Callable[[str], None] = log.warning

    def renew(
        self,
        pages: tuple[Draft, ...],
        files: tuple[FileDraft, ...],
        frames: Mapping[str, Frame],
        stays: Callable[[str], bool] = lambda path: False,
    ) -> None:
        """Take what the newest sources say there is; all that was made before is stale.

        Args:
            pages: The pages.
            files: The other files.
            frames: What stands around pages, by the tag of the interface language.
            stays: Says of the path of a file that was made before whether it stays as it is.
        """
        makers: dict[str, Callable[[], _Made]] = {
            page.path: partial(self._page, page, frames) for page in pages
        }
        makers |= {file.path: partial(self._file, file) for file in files}
        with self._lock:
            self._turn += 1
            kept = {path: made for path, made in self._made.items() if stays(path)}
            self._makers = {path: self._makers[path] for path in kept} | makers
            self._pages = frozenset(page.path for page in pages)
            self._made = {path: made for path, made in self._made.items() if path in self._makers}
            for path, made in kept.items():
                self._made[path] = replace(made, turn=self._turn)

    def take_bundle(self, files: Mapping[str, bytes]) -> None:
        """Take what the search page reads, in place of what it read before."""
        with self._lock:
            self._bundle = files

    def paths(self) -> tuple[str, ...]:
        """Every file there is, the search's own left out."""
        return tuple(self._makers)

    def read(self, path: str) -> bytes | None:
        """A file as the newest sources give it; None where there is none.

        One that cannot be made is what it was before; why, is told once.
        """
        with self._lock:
            if path in self._bundle:
                return self._bundle[path]
            make, made = self._makers.get(path), self._made.get(path)
            if make is None:
                return None
            if self._failed.get(path) != self._turn and (made is None or made.turn != self._turn):
                made = self._make(path, make) or made
            return made.content if made else None

    def still(self) -> AbstractContextManager[object]:
        """While this is held, nobody makes a file."""
        return self._lock

    def make_rest(self) -> Iterator[Fresh]:
        """Make every file that is stale, and every page of which the links are not known."""
        for path, make in self._makers.items():
            with self._lock:
                before = self._made.get(path)
                linking = path in self._pages and not (before and before.ends)
                known = before and before.turn == self._turn and not linking
                made = None if known else self._make(path, make)
            if made:
                same = before and before.content == made.content
                yield Fresh(path, None if same else made.content)

    def put(self, fresh: Fresh) -> None:
        """Take a file that was made elsewhere from what is the newest here too."""
        with self._lock:
            before = self._made.get(fresh.path)
            if fresh.content is not None:
                self._made[fresh.path] = _Made(self._turn, fresh.content)
            elif before:
                self._made[fresh.path] = replace(before, turn=self._turn)

    def ends(self) -> tuple[Ends, ...]:
        """The ends of the pages that were made here so far."""
        with self._lock:
            return tuple(made.ends for made in self._made.values() if made.ends)

    def forget_faults(self) -> None:
        """Tell again of what was told: the sources have changed."""
        self._told.clear()

    def tell(self, words: str) -> None:
        """Tell of a fault, once until ``forget_faults``."""
        if words not in self._told:
            self._told.add(words)
            self._say(words)

    def tell_to(self, say: Callable[[str], None]) -> None:
        """From now on, tell somebody else than the log."""
        self._say = say

    def _make(self, path: str, make: Callable[[], _Made]) -> _Made | None:
        """A file made anew; None where it cannot be made."""
        try:
            made = self._made[path] = make()
        except LawkbError as error:
            self._fail(path, error)
        except Exception as error:  # noqa: BLE001 (the rest of the site goes on)
            self._fail(path, unforeseen(path, error))
        else:
            return made
        return None

    def _fail(self, path: str, error: LawkbError) -> None:
        self._failed[path] = self._turn
        self.tell(str(error))

    def _page(self, draft: Draft, frames: Mapping[str, Frame]) -> _Made:
        page = write_page(draft, frames)
        return _Made(self._turn, page.html.encode(), Ends(page.path, page.anchors, page.links))

    def _file(self, draft: FileDraft) -> _Made:
        return _Made(self._turn, draft.make())
