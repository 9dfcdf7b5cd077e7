"""The sources of a site, and what tells whether any of them has changed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from lawkb.corpus.settlements import FILE as SETTLEMENTS
from lawkb.corpus.stats import OUTLINE, stat_line
from lawkb.corpus.writing import STAGE

Kind = Literal["sources", "corpus", "pages", "templates"]
# What tells every file of a kind from what could stand in its place later.
Standing = dict[Kind, frozenset[str]]
_OPEN = (".swp", ".swo", ".swx")  # what an editor keeps of a file that is open, and nobody reads
_SOURCES = (OUTLINE, SETTLEMENTS, "patches", "sources")


@dataclass(frozen=True, slots=True)
class Places:
    """Where the sources of a site lie.

    Attributes:
        corpus: The corpus.
        pages: Folders and files of what is written by hand, the settings among them.
        theme: Folders of the templates and of the files beside them.
    """

    corpus: Path
    pages: tuple[Path, ...]
    theme: tuple[Path, ...]

    def all(self) -> tuple[Path, ...]:
        """All of them."""
        return (self.corpus, *self.pages, *self.theme)


def stand(places: Places) -> Standing:
    """How all sources stand now."""
    return {kind: stand_of(places, kind) for kind in get_args(Kind)}


def stand_of(places: Places, kind: Kind) -> frozenset[str]:
    """How the sources of a kind stand now; those of the corpus are among it."""
    corpus, theme = places.corpus, places.theme
    if kind == "sources":
        return _stamps(corpus / name for name in _SOURCES)
    if kind == "corpus":
        return _stamps([corpus])
    if kind == "templates":
        return frozenset(stamp for stamp in _stamps(theme) if ".html" in stamp)
    others = (stamp for stamp in _stamps(theme) if ".html" not in stamp)
    return _stamps(places.pages) | frozenset(others)


def names_of(stamps: frozenset[str]) -> frozenset[str]:
    """The files that some stamps are of."""
    return frozenset(stamp.rsplit(" ", 4)[0] for stamp in stamps)


def emptied(before: Standing, now: Standing) -> bool:
    """Whether a source that has changed is empty: some programs empty a file, then fill it."""
    new = (stamp for kind in now for stamp in now[kind] - before[kind])
    return any(stamp.rsplit(" ", 4)[1] == "0" for stamp in new)


def _stamps(places: Iterable[Path]) -> frozenset[str]:
    return frozenset(stamp for place in places for stamp in _below(os.fspath(place)))


def _below(place: str) -> Iterator[str]:
    """The stamps of a file, or of all files in a folder but those of a write that goes on."""
    if not os.path.isdir(place):  # noqa: PTH112 (this is asked of every file at every change)
        yield from _stamp(place)
        return
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name not in (STAGE, "__pycache__")]
        for name in names:
            if not (name.startswith(".") and name.endswith(_OPEN)):
                yield from _stamp(f"{folder}/{name}")


def _stamp(path: str) -> Iterator[str]:
    try:
        yield stat_line(path, os.stat(path))  # noqa: PTH116
    except OSError:
        return  # it went away meanwhile, or never was
