"""The provisions of a law and of its translation side by side.

Where both laws have the same addresses, these are the pairs: that is exact. Where the trees differ,
the provisions are aligned in their order by what the texts have in common, whatever their labels
say, so that one lost or inserted label does not shift every provision behind it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Literal

from lawkb.align.sequences import align_monotone
from lawkb.model.law import Law, Provision

Grade = Literal["exact", "positional", "statistical", "single"]
Kinship = Callable[[Provision, Provision], float]

_FIGURES = re.compile(r"\d+")
_ALONE = -0.3  # what a provision without a counterpart costs
_COMMON = 0.4  # from here on the texts themselves speak for a pair
_USUAL = 0.3  # difference of the logarithms of two lengths that says nothing
_MOST = 400  # provisions of a law that are compared with one another


@dataclass(frozen=True, slots=True)
class ProvisionPair:
    """A provision of the original and the one of the translation that stands for it.

    Attributes:
        original: None when only the translation has it.
        translation: None when only the original has it.
        grade: ``exact`` by the address, ``positional`` by its place among the rest, ``statistical``
            by what the texts have in common, ``single`` when it has no counterpart.
    """

    original: Provision | None
    translation: Provision | None
    grade: Grade

    @property
    def held(self) -> Provision:
        """The original, or the translation where there is no original."""
        found = self.original or self.translation
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class LawPair:
    """A law and its translation.

    Attributes:
        original: The law in the authoritative language.
        translation: The law in another one.
        pairs: Their provisions, in the order of the original.
    """

    original: Law
    translation: Law
    pairs: tuple[ProvisionPair, ...]


def no_kinship(_original: Provision, _translation: Provision) -> float:
    """The kinship of texts when no lexicon is known: none speaks for or against a pair."""
    return 0.0


def pair_provisions(
    original: Law, translation: Law, kinship: Kinship = no_kinship, ratio: float = 1.0
) -> LawPair:
    """The provisions of a law and its translation, each once.

    Work is linear where the trees agree, else it grows with the product of their sizes; laws of
    more than 400 provisions that differ are paired by address alone.

    Args:
        original: The law in the authoritative language.
        translation: The same law in another language.
        kinship: How much two texts translate each other, -1 to 1.
        ratio: How much longer a translation usually is.

    Returns:
        The pairs in the order of the original; what only the translation holds stands behind
        its neighbour.
    """
    ours, theirs = tuple(original.provisions()), tuple(translation.provisions())
    if [each.address for each in ours] == [each.address for each in theirs]:
        pairs = [ProvisionPair(a, b, "exact") for a, b in zip(ours, theirs, strict=True)]
    elif max(len(ours), len(theirs)) > _MOST:
        pairs = _by_address(ours, theirs)
    else:
        roots = ProvisionPair(original.root, translation.root, "exact")
        pairs = [roots, *_aligned(_traits(original), _traits(translation), (kinship, ratio))]
    return LawPair(original, translation, tuple(pairs))


@dataclass(frozen=True, slots=True)
class _Trait:
    """What a provision is compared by; lengths are in code points.

    Attributes:
        provision: It.
        length: Of its own heading and text.
        whole: The same with all that lies in it, as where the labels in it are lost.
        siblings: How many provisions lie where it lies.
        figures: In its own heading and text.
        cited: What it cites.
    """

    provision: Provision
    length: int
    whole: int
    siblings: int
    figures: Counter[object]
    cited: Counter[object]


def _traits(law: Law) -> list[_Trait]:
    """What the provisions of a law are compared by, the law itself left out, in order."""
    found = {
        child.address: _trait(child, len(parent.children))
        for parent in law.provisions()
        for child in parent.children
    }
    return [found[each.address] for each in law.provisions() if each.address in found]


def _trait(provision: Provision, siblings: int) -> _Trait:
    heading = provision.heading.text + "\n" if provision.heading else ""
    whole = heading + provision.text
    cited = Counter[object]((r.target, r.upto) for r in provision.references if r.target)
    inner = sum(_length(each) for each in provision.walk())
    return _Trait(provision, len(whole), inner, siblings, Counter(_FIGURES.findall(whole)), cited)


def _length(provision: Provision) -> int:
    heading = len(provision.heading.text) + 1 if provision.heading else 0
    return heading + sum(len(passage.text) + 1 for passage in provision.passages)


def _by_address(ours: tuple[Provision, ...], theirs: tuple[Provision, ...]) -> list[ProvisionPair]:
    other = {each.address: each for each in theirs}
    found = [
        ProvisionPair(mine, match, "exact" if match else "single")
        for mine in ours
        for match in (other.pop(mine.address, None),)
    ]
    return found + [ProvisionPair(None, each, "single") for each in other.values()]


def _aligned(
    ours: list[_Trait], theirs: list[_Trait], by: tuple[Kinship, float]
) -> list[ProvisionPair]:
    """Provisions whose labels differ, in their order, by label and by what the texts share."""
    doubt = 0.25 if by[0] is not no_kinship else 0.0

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


def _labels(ours: _Trait, theirs: _Trait, doubt: float) -> float:
    """What the labels say: the same address speaks for a pair, another level against it.

    It says less, by a doubt, in a list that is longer in one language: something was inserted or
    cut in two, and words that are known tell what.
    """
    a, b = ours.provision, theirs.provision
    if a.address == b.address:
        return 0.5 - doubt * (ours.siblings != theirs.siblings)
    same = a.address.path[-1] == b.address.path[-1]
    return 0.2 * same - 0.3 * (a.address.depth != b.address.depth)


def _fit(ours: _Trait, theirs: _Trait, by: tuple[Kinship, float]) -> float:
    """How much speaks for two provisions being one: above 0 for, below 0 against.

    Lengths, the figures and references both hold, the shape of what lies in them, and words.
    """
    kinship, ratio = by
    apart = _apart(ratio * ours.length, theirs.length)
    if bool(ours.provision.children) != bool(theirs.provision.children):
        apart = min(apart, _apart(ratio * ours.whole, theirs.whole))
    score = 0.2 - 0.6 * max(0.0, apart - _USUAL)
    score += 0.5 * _shared(ours.cited, theirs.cited) + 0.3 * _shared(ours.figures, theirs.figures)
    score += 0.15 if bool(ours.provision.children) == bool(theirs.provision.children) else -0.15
    return score + kinship(ours.provision, theirs.provision)


def _apart(expected: float, length: float) -> float:
    return abs(log((length + 8) / (expected + 8)))


def _shared(ours: Counter[object], theirs: Counter[object]) -> float:
    """From 1, all is shared, down to -1, nothing is; 0 where there is nothing to share."""
    most = max(ours.total(), theirs.total())
    return 2 * (ours & theirs).total() / most - 1 if most else 0.0
