"""The companions of all pages: which page gives each, and which are left out."""

from __future__ import annotations

from collections.abc import Mapping

from lawkb.model.companion import Companion
from lawkb.model.law import Loss
from lawkb.model.page import Page
from lawkb.parse.merge import richness
from lawkb.parse.reading import Reading

_Witness = tuple[Page, Reading, Companion]


def first_companions(
    read: tuple[tuple[Page, Reading], ...],
) -> tuple[Mapping[tuple[str, str, str], Companion], Mapping[Page, tuple[Loss, ...]]]:
    """All companions by edition, language and name, and what each page gave in vain.

    Companions are not merged: the first page of the richest form stands, and the others tell a
    loss of kind ``conflict``.

    Args:
        read: Every page with what it gave.
    """
    witnesses: dict[tuple[str, str, str], list[_Witness]] = {}
    for page, reading in read:
        for one in reading.companions:
            key = (one.edition, one.language, one.name)
            witnesses.setdefault(key, []).append((page, reading, one))
    companions = {}
    losses: dict[Page, tuple[Loss, ...]] = {}
    for key in sorted(witnesses):
        ranked = sorted(witnesses[key], key=lambda witness: -richness(witness[1].form))
        first, _, companions[key] = ranked[0]
        for page, _, other in ranked[1:]:
            message = f"{first.source}/{first.page_id} gives {key[2]} already; this is left out"
            loss = Loss("conflict", message, language=other.language)
            losses[page] = (*losses.get(page, ()), loss)
    return companions, losses
