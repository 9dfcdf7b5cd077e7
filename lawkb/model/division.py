"""Divisions: the parts, titles, chapters and sections in which the laws of an edition are grouped.

A division is a heading above laws, not a provision. Its address is its path from the outside in,
``(("chapter", 4), ("section", 2))``, and its eId is that path by the Akoma Ntoso naming convention,
``chp_4__sec_2``: ASCII, with digits whatever the numerals of the page, and so the same in every
language and edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from lawkb.errors import LawkbError
from lawkb.model.address import DIVISION_PREFIXES, Ordinal
from lawkb.model.law import Comment, Origin
from lawkb.model.passage import Lines, Passage

_KINDS = {prefix: kind for kind, prefix in DIVISION_PREFIXES.items()}
_EID_PART = re.compile(r"([a-z]+)_([1-9]\d{0,3})")

DivisionPath = tuple[tuple[str, int], ...]  # kind and ordinal, from the outside in


class DivisionLevel(Struct, frozen=True):
    """A kind of divisions that a code has, from ``corpus.toml``."""

    kind: str  # One of `DIVISION_PREFIXES`, `chapter`.
    # By BCP 47 tag, the words that announce such a division, in all their forms.
    words: Mapping[str, tuple[str, ...]]

    def __hash__(self) -> int:
        """Return a hash without the words, which are a table."""
        return hash(self.kind)


class Division(Struct, frozen=True):
    """A part, chapter or section of an edition in one language."""

    # Its address: kind and ordinal of each division from the outermost to this one.
    path: DivisionPath
    num: str  # Label as the page prints it, `CHAPTER II`.
    heading: Passage | None = None  # Its heading; None when it has none.
    laws: tuple[Ordinal, ...] = ()  # Numbers of the laws that are directly in it, in order.
    divisions: tuple[Division, ...] = ()  # The divisions directly in it, which follow these laws.
    lines: Lines | None = None  # Lines of the page from the label to the end of the heading.

    @property
    def printed(self) -> str:
        """Label and heading, ``CHAPTER II Foundations``."""
        return f"{self.num} {self.heading.text if self.heading else ''}".strip()

    def walk(self) -> Iterator[Division]:
        """Yield this division and all divisions inside it, in order."""
        yield self
        for inner in self.divisions:
            yield from inner.walk()

    def all_laws(self) -> tuple[Ordinal, ...]:
        """Return the numbers of the laws in it, also of those in divisions inside it."""
        return tuple(number for each in self.walk() for number in each.laws)


class Divisions(Struct, frozen=True):
    """The divisions of an edition in one language."""

    edition: str  # id of the edition
    language: str  # BCP 47 tag of the language
    divisions: tuple[Division, ...]  # the outermost divisions, in order
    origin: Origin  # page that they were read from; the first of several

    @property
    def comments(self) -> tuple[Comment, ...]:
        """Return no comments: those of readers are about laws."""
        return ()

    def walk(self) -> Iterator[Division]:
        """Yield all divisions in order, each before those inside it."""
        for each in self.divisions:
            yield from each.walk()

    def find(self, path: DivisionPath) -> Division | None:
        """Return the division at an address, or None."""
        return next((each for each in self.walk() if each.path == path), None)


def division_eid(path: DivisionPath) -> str:
    """Return the Akoma Ntoso id of a division, ``chp_4__sec_2``."""
    return "__".join(f"{DIVISION_PREFIXES[kind]}_{n}" for kind, n in path)


def division_of_eid(eid: str) -> DivisionPath:
    """Return the address of the Akoma Ntoso id of a division; the inverse of ``division_eid``."""
    parts = [_EID_PART.fullmatch(part) for part in eid.split("__")]
    path = tuple((_KINDS[part[1]], int(part[2])) for part in parts if part and part[1] in _KINDS)
    if len(path) != len(parts):
        raise LawkbError(eid, "this id names no division", "ids look like chp_4__sec_2")
    return path


def nested(flat: Iterable[Division]) -> tuple[Division, ...]:
    """Return divisions one inside the other as their addresses say."""
    return _nested(tuple(flat), 0)


def _nested(flat: tuple[Division, ...], above: int) -> tuple[Division, ...]:
    """Return the divisions below an address of ``above`` parts, which all of them share."""
    found: list[Division] = []
    at = 0
    while at < len(flat):
        path = flat[at].path
        end = at + 1
        while end < len(flat) and len(flat[end].path) > len(path):
            end += 1
        found.append(replace(flat[at], divisions=_nested(flat[at + 1 : end], len(path))))
        at = end
    return tuple(found)


def union_of(readings: Sequence[Divisions]) -> tuple[Division, ...]:
    """Return the divisions of an edition that any language or page has, one inside the other.

    Label and heading are those of the first reading that has the division; its laws are those of
    all readings.
    """
    found: dict[DivisionPath, Division] = {}
    for each in (division for one in readings for division in one.walk()):
        known = found.get(each.path, each)
        laws = tuple(sorted({*known.laws, *each.laws}))
        found[each.path] = replace(known, laws=laws, divisions=())
    order = tuple(DIVISION_PREFIXES)
    # As on the page: outer kinds first, then by number.
    paths = sorted(found, key=lambda path: [(order.index(kind), n) for kind, n in path])
    return nested(found[path] for path in paths)
