"""The layout of an index: which segment keeps the documents of which law, and what is worn.

A segment is written once and never changed. A law that changes is written into a new one, and
what the old one holds of it is passed over from then on: it counts for nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from lawkb.search.spots import Place, Spot

# Of a segment that is passed over more than this, the rest is written anew.
_WORN = 0.25
# Segments beyond which the smaller half of them is written anew, as one.
_MOST = 8
_FILE = "layout.json"


@dataclass(frozen=True, slots=True)
class Run:
    """The documents of a unit: they stand in a row.

    Attributes:
        unit: Name of the unit.
        segment: Number of the segment that keeps them.
        first: Number of the first one in that segment.
        count: How many there are.
    """

    unit: str
    segment: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the documents of an index are kept.

    Attributes:
        sizes: Number of documents by segment, those that are passed over too.
        runs: The units that are held, in the order of the laws.
    """

    sizes: Mapping[int, int]
    runs: tuple[Run, ...]

    @property
    def size(self) -> int:
        """Number of documents that count."""
        return sum(run.count for run in self.runs)

    def of_segment(self, segment: int) -> Iterator[tuple[int, Run]]:
        """The runs of a segment, each with the number of its first document in the whole."""
        at = 0
        for run in self.runs:
            if run.segment == segment:
                yield at, run
            at += run.count


@dataclass(frozen=True, slots=True)
class Plan:
    """How a layout becomes another.

    Attributes:
        units: All that is to be held, in the order of the laws.
        sizes: Number of documents of the segments that stay.
        lasting: Where they keep what stays as it is.
        segment: Number of the segment to write.
        written: The units to write into it, in order; none when the segment is not needed.
    """

    units: tuple[str, ...]
    sizes: Mapping[int, int]
    lasting: Mapping[str, Run]
    segment: int
    written: tuple[str, ...]

    def layout(self, written: Iterable[str]) -> Layout:
        """The layout, once the unit of each document of the new segment is known."""
        runs = {run.unit: run for run in runs_of(written, self.segment)}
        count = sum(run.count for run in runs.values())
        sizes = {**self.sizes, self.segment: count} if runs else self.sizes
        return Layout(sizes, tuple((runs.get(u) or self.lasting[u]) for u in self.units))


def plan(old: Layout, units: tuple[str, ...], changed: Collection[str]) -> Plan:
    """What to write, and what to leave where it is.

    Args:
        old: The layout there is.
        units: All that is to be held, in the order of the laws.
        changed: Those that the old layout does not hold, or holds otherwise.
    """
    unchanged = set(units) - set(changed)
    same = [run for run in old.runs if run.unit in unchanged]
    kept = _kept(old.sizes, same)
    lasting = {run.unit: run for run in same if run.segment in kept}
    return Plan(
        units=units,
        sizes={segment: old.sizes[segment] for segment in sorted(kept)},
        lasting=lasting,
        segment=max(old.sizes, default=-1) + 1,
        written=tuple(unit for unit in units if unit not in lasting),
    )


def runs_of(units: Iterable[str], segment: int) -> Iterator[Run]:
    """The runs of a new segment, from the unit of each of its documents."""
    first = 0
    for unit, each in groupby(units):
        count = sum(1 for _ in each)
        yield Run(unit, segment, first, count)
        first += count


def unit_of(edition: str, place: Place) -> str:
    """The unit that a document belongs to: ``2017 47``, ``2017 el definitions``."""
    if isinstance(place, Spot):
        return f"{edition} {place.language} {place.name}"
    return f"{edition} {place.law}"


def law_of(unit: str) -> int | None:
    """The number of the law that a unit is; None for a companion."""
    _, *name = unit.split(" ")
    return int(name[0]) if len(name) == 1 else None


def write_layout(layout: Layout, folder: Path) -> None:
    """Note the layout in the folder of its index."""
    runs = [[run.unit, run.segment, run.first, run.count] for run in layout.runs]
    sizes = list(layout.sizes.items())
    (folder / _FILE).write_text(json.dumps({"sizes": sizes, "runs": runs}), encoding="utf-8")


def read_layout(folder: str | Path) -> Layout:
    """The layout of a sound index. Raises OSError when it is gone."""
    with open(f"{folder}/{_FILE}", encoding="utf-8") as file:  # noqa: PTH123 (pathlib takes longer)
        held = json.load(file)
    return Layout(dict(held["sizes"]), tuple(Run(*run) for run in held["runs"]))


def _kept(sizes: Mapping[int, int], lasting: Iterable[Run]) -> frozenset[int]:
    """The segments that are worth keeping.

    Not those of which more than a quarter would be passed over; and of many not the smaller half:
    what they hold is written anew, as one, so that neither grows without bound.
    """
    alive: Counter[int] = Counter()
    for run in lasting:
        alive[run.segment] += run.count
    sound = [segment for segment in alive if alive[segment] >= sizes[segment] * (1 - _WORN)]
    by_size = sorted(sound, key=lambda segment: (alive[segment], segment))
    return frozenset(by_size if len(sound) < _MOST else by_size[len(by_size) // 2 :])
