"""What is not alike in the trees of a law and its translation, list by list."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log

from lawkb.align.provisions import LawPair, ProvisionPair
from lawkb.checks.texts import SideName
from lawkb.model.address import Address
from lawkb.model.law import Provision

_SHORTEST = 12  # code points: shorter words cannot be seen in a text that took them in
_TAKEN_IN = 0.5  # of the words of a provision, by which a text must be too long


@dataclass(slots=True)
class Lone:
    """The provisions of a list that one language lacks.

    Attributes:
        lacking: Which one.
        tops: They, as the other language has them; what lies in them is not named.
        inner: How many lie in them that have no counterpart either.
        before: The pair that stands before the first of them.
    """

    lacking: SideName
    tops: list[Provision] = field(default_factory=list)
    inner: int = 0
    before: ProvisionPair | None = None


@dataclass(slots=True)
class TreeList:
    """What is not alike in the provisions directly in one.

    Attributes:
        parent: The provision they lie in.
        missing: Those that only the original has.
        extra: Those that only the translation has.
        moved: Those that have another label in the translation.
    """

    parent: ProvisionPair
    missing: Lone = field(default_factory=lambda: Lone("translation"))
    extra: Lone = field(default_factory=lambda: Lone("original"))
    moved: list[ProvisionPair] = field(default_factory=list)


def tree_lists(laws: LawPair) -> list[TreeList]:
    """The lists in which something is not alike, in the order of the law."""
    ours = {pair.original.address: pair for pair in laws.pairs if pair.original}
    theirs = {pair.translation.address: pair for pair in laws.pairs if pair.translation}
    alone = frozenset(id(pair.held) for pair in laws.pairs if pair.grade == "single")
    found: dict[int, TreeList] = {}
    last = laws.pairs[0]
    for pair in laws.pairs:
        above = ours.get(_above(pair.original)) if pair.original else None
        beside = theirs.get(_above(pair.translation)) if pair.translation else None
        parent = above or beside
        if parent and parent.grade != "single" and not _is_alike(pair, above):
            held = found.setdefault(id(parent), TreeList(parent))
            if pair.grade == "single":
                _add(held.missing if pair.original else held.extra, pair.held, last, alone)
            else:
                held.moved.append(pair)
        last = last if pair.grade == "single" else pair
    return list(found.values())


def holder(held: TreeList, lone: Lone, ratio: float) -> ProvisionPair | None:
    """The pair of which the language that lacks provisions seems to hold their words, if one does.

    Where labels are lost, or one too many cuts a text in two, the words stand in the text before
    them, or in that of the provision they lie in: beside its counterpart, that text is too long by
    about as much.

    Args:
        held: The list.
        lone: Its missing or its extra provisions.
        ratio: How much longer a translation usually is.
    """
    inner = sum(_length(each) for top in lone.tops for each in top.walk())
    words = inner * ratio if lone.lacking == "translation" else float(inner)
    fits = []
    for pair in (held.parent, lone.before) if words >= _SHORTEST else ():
        if pair and pair.original and pair.translation:
            expected, length = _length(pair.original) * ratio, float(_length(pair.translation))
            if lone.lacking == "original":
                expected, length = length, expected
            whole = _apart(length, expected + words)
            if length - expected >= _TAKEN_IN * words and whole < _apart(length, expected):
                fits.append((whole, pair))
    return min(fits, key=lambda fit: fit[0])[1] if fits else None


def _is_alike(pair: ProvisionPair, above: ProvisionPair | None) -> bool:
    """Whether a pair has one label, or keeps it under a parent that has moved."""
    if pair.grade == "single" or pair.original is None or pair.translation is None:
        return False
    moved = above is not None and above.grade not in ("exact", "single")
    follows = moved and pair.original.address.path[-1] == pair.translation.address.path[-1]
    return pair.grade == "exact" or follows


def _add(lone: Lone, top: Provision, before: ProvisionPair, alone: frozenset[int]) -> None:
    lone.tops.append(top)
    lone.inner += sum(id(each) in alone for each in top.walk()) - 1
    lone.before = lone.before or before


def _above(provision: Provision) -> Address:
    return provision.address.parent or provision.address


def _apart(length: float, expected: float) -> float:
    return abs(log((length + 8) / (expected + 8)))


def _length(provision: Provision) -> int:
    heading = len(provision.heading.text) if provision.heading else 0
    return heading + len(provision.text)
