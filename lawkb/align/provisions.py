"""Pair the provisions of a law with those of its translation, or of another edition.

Equal trees are paired by address. Where the trees differ, the provisions are aligned in order by
the similarity of their texts, so a lost or inserted label does not shift all later pairs. Editions
are paired by a concordance: the list of provisions that moved between them.

Source: Gale and Church 1993 for the dynamic programming, here without merged items.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Literal

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.law import Law, Provision, provisions_of

if TYPE_CHECKING:
    from lawkb.corpus.concordance import Concordance

Steps = tuple[tuple[int | None, int | None], ...]


def align_monotone(sizes: tuple[int, int], fit: Callable[[int, int], float], gap: float) -> Steps:
    """Return the best monotone alignment of two sequences (dynamic programming).

    Args:
        sizes: Number of items of the first and of the second sequence.
        fit: Function that returns the score of pairing item ``i`` of the first sequence with item
            ``j`` of the second.
        gap: Score of an unpaired item, mostly negative.

    Returns:
        Pairs of indexes, in order. Every item of both sequences occurs once; an unpaired item has
        None as its counterpart.
    """
    ours, theirs = sizes
    best = [[gap * j for j in range(theirs + 1)]]
    turns: list[list[str]] = [["right"] * (theirs + 1)]
    for i in range(1, ours + 1):
        row, turn = [gap * i], ["down"]
        above = best[-1]
        for j in range(1, theirs + 1):
            options = (
                (above[j - 1] + fit(i - 1, j - 1), "both"),
                (above[j] + gap, "down"),
                (row[j - 1] + gap, "right"),
            )
            score, way = max(options, key=lambda option: option[0])
            row.append(score)
            turn.append(way)
        best.append(row)
        turns.append(turn)
    return _walked_back(turns, ours, theirs)


def _walked_back(turns: list[list[str]], i: int, j: int) -> Steps:
    found: list[tuple[int | None, int | None]] = []
    while i or j:
        way = turns[i][j] if i else "right"
        way = way if j else "down"
        i, j = i - (way != "right"), j - (way != "down")
        found.append((i if way != "right" else None, j if way != "down" else None))
    return tuple(reversed(found))


Grade = Literal["exact", "positional", "statistical", "single"]
Kinship = Callable[[Provision, Provision], float]

_FIGURES = re.compile(r"\d+")
_ALONE = -0.3  # score of a provision without a counterpart
_COMMON = 0.4  # kinship from which the texts themselves support a pair
_USUAL = 0.3  # usual difference of the logarithms of two lengths
_MOST = 400  # most provisions of a law that are aligned


@dataclass(frozen=True, slots=True)
class ProvisionPair:
    """A provision of the original with its translation."""

    original: Provision | None  # The original; None when only the translation has the provision.
    translation: Provision | None  # The translation; None when only the original has the provision.
    # How the pair was found: `exact` by address, `positional` by order among the provisions without
    # an exact pair, `statistical` by the similarity of the texts, `single` without a counterpart.
    grade: Grade

    @property
    def held(self) -> Provision:
        """The original, or the translation if the pair has no original."""
        found = self.original or self.translation
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class LawPair:
    """A law and its translation."""

    original: Law  # the law in the authoritative language
    translation: Law  # the law in the other language
    pairs: tuple[ProvisionPair, ...]  # pairs of provisions, in the order of the original


def unknown_kinship(_original: Provision, _translation: Provision) -> float:
    """Return 0 as the score of two texts, when no lexicon is available to compare them."""
    return 0.0


def pair_provisions(
    original: Law, translation: Law, kinship: Kinship = unknown_kinship, ratio: float = 1.0
) -> LawPair:
    """Return the provisions of a law and its translation, each in one pair.

    The time is linear where the trees of provisions are equal, else quadratic. Different trees of
    more than 400 provisions are paired by address only.

    Args:
        kinship: Function that scores one text as the translation of another, -1 to 1.
        ratio: Usual length of a translation divided by that of its original.

    Returns:
        The pairs in the order of the original. An unpaired provision of the translation comes after
        the one that precedes it there.
    """
    ours, theirs = tuple(original.provisions()), tuple(translation.provisions())
    if [each.address for each in ours] == [each.address for each in theirs]:
        pairs = [ProvisionPair(a, b, "exact") for a, b in zip(ours, theirs, strict=True)]
    elif max(len(ours), len(theirs)) > _MOST:
        pairs = _by_address(ours, theirs)
    else:
        roots = ProvisionPair(original.root, translation.root, "exact")
        pairs = [
            roots,
            *_aligned(_all_features(original), _all_features(translation), (kinship, ratio)),
        ]
    return LawPair(original, translation, tuple(pairs))


@dataclass(frozen=True, slots=True)
class _Features:
    """The features by which provisions are compared; lengths are in code points."""

    provision: Provision
    length: int  # length of the heading and text, without inner provisions
    whole: int  # length with all inner provisions
    siblings: int  # number of provisions in the list that contains it
    digits: Counter[object]  # numbers in the heading and text, without inner provisions
    cited: Counter[object]  # addresses that the text cites


def _all_features(law: Law) -> list[_Features]:
    """Return the features of all provisions of a law except the law itself, in order."""
    found = {
        child.address: _features(child, len(parent.children))
        for parent in law.provisions()
        for child in parent.children
    }
    return [found[each.address] for each in law.provisions() if each.address in found]


def _features(provision: Provision, siblings: int) -> _Features:
    heading = provision.heading.text + "\n" if provision.heading else ""
    whole = heading + provision.text
    cited = Counter[object]((r.target, r.upto) for r in provision.references if r.target)
    inner = sum(
        len(passage.text) + 1
        for each in provision.walk()
        for passage in ((each.heading,) if each.heading else ()) + each.passages
    )
    return _Features(
        provision, len(whole), inner, siblings, Counter(_FIGURES.findall(whole)), cited
    )


def _by_address(ours: tuple[Provision, ...], theirs: tuple[Provision, ...]) -> list[ProvisionPair]:
    other = {each.address: each for each in theirs}
    found = [
        ProvisionPair(mine, match, "exact" if match else "single")
        for mine in ours
        for match in (other.pop(mine.address, None),)
    ]
    return found + [ProvisionPair(None, each, "single") for each in other.values()]


def _aligned(
    ours: list[_Features], theirs: list[_Features], by: tuple[Kinship, float]
) -> list[ProvisionPair]:
    """Return a monotone alignment of provisions by labels and similarity of texts."""
    doubt = 0.25 if by[0] is not unknown_kinship else 0.0

    def fits(i: int, j: int) -> float:
        return _fit(ours[i], theirs[j], by) + _labels(ours[i], theirs[j], doubt)

    found = []
    for i, j in align_monotone((len(ours), len(theirs)), fits, _ALONE):
        mine = ours[i].provision if i is not None else None
        other = theirs[j].provision if j is not None else None
        grade: Grade = "single"
        if i is not None and j is not None:
            same = ours[i].provision.address == theirs[j].provision.address
            speaks = _fit(ours[i], theirs[j], by) >= _COMMON
            grade = "exact" if same else "statistical" if speaks else "positional"
        found.append(ProvisionPair(mine, other, grade))
    return found


def _labels(ours: _Features, theirs: _Features, doubt: float) -> float:
    """Return the score of two labels: positive for equal addresses, negative for different levels.

    ``doubt`` lowers the score in lists of different lengths, where an item was inserted or split.
    """
    a, b = ours.provision, theirs.provision
    if a.address == b.address:
        return 0.5 - doubt * (ours.siblings != theirs.siblings)
    same = a.address.path[-1] == b.address.path[-1]
    return 0.2 * same - 0.3 * (a.address.depth != b.address.depth)


def _fit(ours: _Features, theirs: _Features, by: tuple[Kinship, float]) -> float:
    """Return the similarity of two provisions; a positive score supports the pair.

    The score combines lengths, numbers, references, the shape of the subtrees and the kinship of
    words.
    """
    kinship, ratio = by
    apart = length_distance(ratio * ours.length, theirs.length)
    if bool(ours.provision.children) != bool(theirs.provision.children):
        apart = min(apart, length_distance(ratio * ours.whole, theirs.whole))
    score = 0.2 - 0.6 * max(0.0, apart - _USUAL)
    score += 0.5 * _shared(ours.cited, theirs.cited) + 0.3 * _shared(ours.digits, theirs.digits)
    score += 0.15 if bool(ours.provision.children) == bool(theirs.provision.children) else -0.15
    return score + kinship(ours.provision, theirs.provision)


def length_distance(expected: float, length: float) -> float:
    """Return how different two text lengths are: the difference of their smoothed logarithms.

    Args:
        expected: Length that a translation should have, in code points.
        length: Length that it has.
    """
    return abs(log((length + 8) / (expected + 8)))


def _shared(ours: Counter[object], theirs: Counter[object]) -> float:
    """Return the overlap of two counts of items, from -1 (none) to 1 (equal); 0 without items."""
    most = max(ours.total(), theirs.total())
    return 2 * (ours & theirs).total() / most - 1 if most else 0.0


PairKind = Literal["same", "moved", "added", "dropped"]


@dataclass(frozen=True, slots=True)
class EditionPair:
    """A provision in two editions."""

    old: Address | None  # Address in the older edition; None when the provision was added.
    new: Address | None  # Address in the newer edition; None when the provision was dropped.
    # Reason that the concordance gives for a move; None when the provision did not move.
    why: str | None = None

    @property
    def kind(self) -> PairKind:
        """How the provision changed between the editions: same, moved, added or dropped."""
        if self.old is None:
            return "added"
        if self.new is None:
            return "dropped"
        return "same" if self.old == self.new else "moved"

    @property
    def place(self) -> Address:
        """Address in the newer edition, or in the older one when the provision was dropped."""
        found = self.new or self.old
        assert found is not None
        return found


def pair_editions(
    code: Code, concordance: Concordance, editions: tuple[str, str], address: Address
) -> tuple[EditionPair, ...]:
    """Return a provision and those inside it, each paired with its counterpart in another edition.

    Args:
        concordance: Provisions that moved between editions.
        editions: Ids of the older and of the newer edition.
        address: Address of the provision in either edition.

    Returns:
        The pairs in the order of the newer edition.
    """
    every = pair_all_provisions(code, concordance, editions)
    return tuple(p for p in every if any(end and address.holds(end) for end in (p.old, p.new)))


def pair_all_provisions(
    code: Code, concordance: Concordance, editions: tuple[str, str]
) -> tuple[EditionPair, ...]:
    """Return all provisions of two editions in pairs, in the order of the newer edition.

    A provision is left out when the other edition has no text of its law here, since it is unknown
    whether the provision was added or dropped.

    Args:
        concordance: Provisions that moved between editions.
        editions: Ids of the older and of the newer edition.
    """
    old, new = editions
    before, after = _addresses(code, old), _addresses(code, new)
    old_laws, new_laws = set(code.numbers(old)), set(code.numbers(new))
    moves = concordance.between(old, new)
    back = concordance.between(new, old)
    pairs = []
    for place in before:
        to = moves.of(place)
        if to in after:
            pairs.append(EditionPair(place, to, moves.why(place)))
        elif (to or place).law in new_laws:
            pairs.append(EditionPair(place, None))
    paired = {pair.new for pair in pairs}
    for place in after - paired:
        if (back.of(place) or place).law in old_laws:
            pairs.append(EditionPair(None, place))
    return tuple(sorted(pairs, key=lambda pair: (pair.place, pair.kind)))


def _addresses(code: Code, edition: str) -> frozenset[Address]:
    return provisions_of(law for (held, _, _), law in code.laws.items() if held == edition)
