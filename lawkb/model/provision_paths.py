"""The provisions of every law of a code, without their texts: a small table for any code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lawkb.large_collections import LargeDict
from lawkb.model.address import Ordinal
from lawkb.model.law import Law

Key = tuple[str, str, Ordinal]  # edition, language and number of a law
Path = tuple[Ordinal, ...]  # of an address


class PathsOfLaw(NamedTuple):
    """The provisions of one law."""

    paths: tuple[Path, ...]  # paths of their addresses, in document order
    complete: bool  # whether the text of none is incomplete


class ProvisionPaths:
    """The provisions of laws by edition, language and number; each law is read once at most."""

    def __init__(self, laws: Mapping[Key, Law], expected: int = 0) -> None:
        """Store the laws; none is read yet. ``expected`` is how many will be."""
        self._laws = laws
        self._known: LargeDict[Key, PathsOfLaw] = LargeDict(expected=expected)

    def __getitem__(self, key: Key) -> PathsOfLaw:
        """Return the provisions of a law. Raises KeyError when the code lacks it."""
        if key not in self._known:
            self.add(key, self._laws[key])
        return self._known[key]

    def add(self, key: Key, law: Law) -> None:
        """Store the provisions of a law that has been read."""
        self.put(key, paths_of(law))

    def put(self, key: Key, paths: PathsOfLaw) -> None:
        """Store the provisions of a law."""
        self._known[key] = paths


def paths_of(law: Law) -> PathsOfLaw:
    """Return the provisions of a law."""
    provisions = tuple(law.provisions())
    paths = tuple(each.address.path for each in provisions)
    return PathsOfLaw(paths, all(each.complete for each in provisions))
