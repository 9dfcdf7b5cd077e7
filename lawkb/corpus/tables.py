"""Typed reading of the TOML files of a corpus, with errors that name the place."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from lawkb.errors import LawkbError

T = TypeVar("T")
_WORDS = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a TOML file.

    Attributes:
        where: File and table, for errors: ``corpus.toml [[editions]] 1``.
        entries: Its keys and values.
    """

    where: str
    entries: Mapping[str, Any]

    def get(self, key: str, kind: type[T]) -> T:
        """The value of a key.

        Raises:
            LawkbError: The key is missing or its value is of another kind.
        """
        value = self.entries.get(key)
        if isinstance(value, kind) and not isinstance(value, bool):
            return value
        found = "is missing" if value is None else f"is not {_WORDS[kind]}"
        raise LawkbError(self.where, f"{key} {found}", f"write {key} = …, {_WORDS[kind]}")

    def texts(self, key: str) -> tuple[str, ...]:
        """The list of texts of a key; empty when the key is missing."""
        values = self.get(key, list) if key in self.entries else []
        if not all(isinstance(value, str) for value in values):
            raise LawkbError(self.where, f"{key} holds more than texts", "put each in quotes")
        return tuple(values)

    def text(self, key: str) -> str | None:
        """The text of a key that may be missing."""
        return self.get(key, str) if key in self.entries else None

    def table(self, key: str) -> Table:
        """The table below a key."""
        return Table(f"{self.where} [{key}]", self.get(key, dict))

    def tables(self, key: str) -> tuple[Table, ...]:
        """The list of tables below a key; empty when the key is missing."""
        values = self.get(key, list) if key in self.entries else []
        if not all(isinstance(value, dict) for value in values):
            raise LawkbError(self.where, f"{key} is not a list of tables", f"write [[{key}]]")
        return tuple(
            Table(f"{self.where} [[{key}]] {n}", value) for n, value in enumerate(values, start=1)
        )


def read_table(path: Path) -> Table:
    """A whole TOML file.

    Raises:
        LawkbError: The file cannot be read or is not TOML.
    """
    try:
        return Table(str(path), tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise LawkbError(
            str(path), f"cannot be read: {error.strerror}", "is this a corpus?"
        ) from error
    except (ValueError, RecursionError) as error:  # figures and brackets without end among them
        told = " ".join(f"{error}".split())
        raise LawkbError(str(path), f"not TOML: {told}", "mend the file at that place") from error


def optional_tables(file: Path, key: str) -> tuple[Table, ...]:
    """The list of tables below a key of a file that a corpus need not have.

    Raises:
        LawkbError: As ``read_table``, or the key holds something else.
    """
    return read_table(file).tables(key) if file.is_file() else ()
