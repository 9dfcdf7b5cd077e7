"""What an index has before a load: digest and place of each document, in a temporary file.

Of a million documents these would fill a third of a gigabyte in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass

from lawkb.errors import LawkbError

_MEMORY = 32 << 10  # kB of the table that SQLite keeps in memory

Row = tuple[str, str, int]  # id, digest and place of a document


@dataclass(frozen=True, slots=True)
class HeldDocuments:
    """The documents of some indexes that a load has not come to yet."""

    _table: sqlite3.Connection

    def last_place(self) -> int:
        """Return the largest place of a document; 0 if there is none."""
        ((found,),) = self._table.execute("SELECT max(place) FROM held")
        return found or 0

    def take(self, alias: str, identifier: str) -> tuple[str, int] | None:
        """Return digest and place of a document, and forget it; None if the index lacks it."""
        key = (alias, identifier)
        asked = "SELECT digest, place FROM held WHERE alias = ? AND id = ?"
        found: tuple[str, int] | None = self._table.execute(asked, key).fetchone()
        if found:
            self._table.execute("DELETE FROM held WHERE alias = ? AND id = ?", key)
        return found

    def left(self) -> Iterator[tuple[str, str]]:
        """Yield alias and id of the documents that were not taken."""
        yield from self._table.execute("SELECT alias, id FROM held")


@contextmanager
def held_documents(indexes: Mapping[str, Iterable[Row]]) -> Iterator[HeldDocuments]:
    """Keep the documents of some indexes in a temporary file while the block runs.

    Args:
        indexes: The documents of each index, by its alias.

    Raises:
        LawkbError: The temporary file cannot be written.
    """
    try:
        # The name of a file without a name: SQLite removes it when it is opened.
        with closing(sqlite3.connect("", check_same_thread=False)) as table:
            table.execute(f"PRAGMA cache_size = -{_MEMORY}")
            table.execute("PRAGMA journal_mode = OFF")
            table.execute(
                "CREATE TABLE held (alias TEXT, id TEXT, digest TEXT, place INTEGER,"
                " PRIMARY KEY (alias, id)) WITHOUT ROWID"
            )
            for alias, rows in indexes.items():
                own = ((alias, *row) for row in rows)
                table.executemany("INSERT INTO held VALUES (?, ?, ?, ?)", own)
            yield HeldDocuments(table)
    except sqlite3.OperationalError as error:
        raise LawkbError(
            "the folder of temporary files",
            f"cannot be written: {error}",
            "free space there, or name another folder in the environment: TMPDIR=DIR",
        ) from error
