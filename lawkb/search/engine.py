"""Engines: what an index must do for the search, whichever library keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from lawkb.search.entries import Change, Entry
from lawkb.search.found import Found, Match, Stats
from lawkb.search.record import Shown
from lawkb.search.tree import Node, Word


class Index(Protocol):
    """An index that can be asked.

    It ranks by the fields of the words first (``FIELDS``), by words that stand together as they
    were typed next, then by exact before stemmed forms, and by relevance last; equal provisions
    stay in the order of the laws. ``lawkb.search.execution`` does it for any index of postings.
    """

    @property
    def name(self) -> str:
        """Name as the answers give it, ``whoosh``."""

    @property
    def folder(self) -> str | Path | None:
        """Folder of the open index; None before."""

    def open(self, folder: str | Path) -> None:
        """Make an index that ``build`` wrote ready to be asked. Raises OSError when it is gone."""

    def search(self, tree: Node, languages: tuple[str, ...], limit: int) -> Found:
        """The provisions that a tree finds in the texts of some languages."""

    def shown(self, match: Match) -> Shown:
        """What a hit shows of a provision that was found."""

    def suggest(self, word: Word, languages: tuple[str, ...]) -> Word | None:
        """A word of the index that is near one that nothing holds; None when there is none."""

    def stats(self) -> Stats:
        """What the open index holds."""


class Engine(Index, Protocol):
    """An index that can be built, too."""

    @property
    def version(self) -> str:
        """Version of its files; an index of another version is built anew."""

    def build(self, entries: Iterable[Entry], folder: Path) -> int:
        """Write entries, in the order of the laws, into an empty folder; gives their number."""

    def update(self, before: Path, change: Change, folder: Path) -> int:
        """Write into an empty folder what an index becomes; gives the number of units indexed.

        Every query finds in it what it finds in one built anew. The index before, of this very
        version, is left as it was. Raises OSError when that one is gone.
        """
