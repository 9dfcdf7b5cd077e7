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
    """The provisions of one law.

    Attributes:
        paths: Paths of their addresses, in document order.
        complete: Whether the text of none is incomplete.
    """

    paths: tuple[Path, ...]
    complete: bool


class ProvisionPaths:
    """The provisions of laws by edition, language and number; each law is read once at most."""

    def __init__(self, laws: Mapping[Key, Law]) -> None:
        """Store the laws; none is read yet."""
        self._laws = laws
        self._known: LargeDict[Key, PathsOfLaw] = LargeDict()

    def __getitem__(self, key: Key) -> PathsOfLaw:
        """Return the provisions of a law. Raises KeyError when the code lacks it."""
        if key not in self._known:
            self.add(key, self._laws[key])
        return self._known[key]

    def add(self, key: Key, law: Law) -> None:
        """Store the provisions of a law that has been read."""
        provisions = tuple(law.provisions())
        paths = tuple(each.address.path for each in provisions)
        self._known[key] = PathsOfLaw(paths, all(each.complete for each in provisions))
