"""The pages that hold one law, brought together: what each gave, merged, and what is still lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lawkb.model.code import Outline
from lawkb.model.law import Law, Loss
from lawkb.model.page import Page
from lawkb.parse.merge import Witness, merge, still_lost
from lawkb.parse.reading import Reading

Key = tuple[str, str, int]  # edition, language, number
_Read = tuple[tuple[Page, Reading], ...]
_Told = dict[Page, tuple[Loss, ...]]

_ALONE = "only a comparison of revisions with gaps holds this law: it gives no law by itself"


@dataclass(frozen=True, slots=True)
class Merged:
    """The laws of all pages.

    Attributes:
        laws: In the order of the code.
        anew: Keys of those whose references are to be found anew: several pages gave them, or a
            comparison did.
        readings: The pages as given, without the losses that another page made good, and without
            the laws of comparisons that no other page holds.
        losses: What the readings of a law say differently, by the page it is taken from.
    """

    laws: Mapping[Key, Law]
    anew: frozenset[Key]
    readings: _Read
    losses: Mapping[Page, tuple[Loss, ...]]


def merge_readings(read: _Read, outline: Outline) -> Merged:
    """The laws of all pages; several readings of one law are merged.

    A comparison of revisions completes the law of other pages. Where there is none, it is the law
    if it holds the whole present page.

    Args:
        read: Every page with what it gave.
        outline: Says the order of the laws.
    """
    witnesses: dict[Key, list[tuple[Page, Witness]]] = {}
    for page, reading in read:
        for law in reading.laws:
            key = (law.edition, law.language, law.number)
            witnesses.setdefault(key, []).append((page, _witness(law, reading)))
    laws: dict[Key, Law] = {}
    losses: _Told = {}
    for key in sorted(witnesses, key=lambda key: outline.place(*key)):
        told = _told(witnesses[key])
        if told:
            laws[key], differing = merge(tuple(witness for _, witness in told))
            page = next(page for page, one in told if one.law.origin == laws[key].origin)
            losses[page] = (*losses.get(page, ()), *differing)
    anew = frozenset(
        key
        for key in laws
        if len(witnesses[key]) > 1 or any(one.comparison for _, one in witnesses[key])
    )
    readings = tuple((page, _after(reading, laws, anew)) for page, reading in read)
    return Merged(laws, anew, readings, losses)


def _witness(law: Law, reading: Reading) -> Witness:
    return Witness(law, reading.form, reading.comparison)


def _told(witnesses: list[tuple[Page, Witness]]) -> list[tuple[Page, Witness]]:
    """The witnesses of a law; none when all are comparisons and none of them is whole."""
    if any(witness.comparison is None for _, witness in witnesses):
        return witnesses
    whole = [each for each in witnesses if each[1].comparison and each[1].comparison.whole]
    return [(page, Witness(one.law, "wikitext")) for page, one in whole[:1]]


def _after(reading: Reading, laws: dict[Key, Law], anew: frozenset[Key]) -> Reading:
    """The reading with the laws that are held, and the losses that are left."""
    keys = {(law.edition, law.language, law.number): law for law in reading.laws}
    losses = reading.losses
    if reading.comparison and not all(
        key in laws and laws[key].origin == law.origin for key, law in keys.items()
    ):
        losses = tuple(loss for loss in losses if loss.address is None)  # of gaps, not of the law
    alone = tuple(
        Loss("text", _ALONE, law.root.address, law.language)
        for key, law in keys.items()
        if key not in laws
    )
    for key in keys.keys() & anew:
        losses = still_lost(losses, laws[key])
    kept = tuple(law for key, law in keys.items() if key in laws)
    return replace(reading, laws=kept, losses=(*losses, *alone))
