"""Patches: what an editor repairs or supplies, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lawkb.model.address import Address

PatchField = Literal["heading", "text", "note", "complete"]


@dataclass(frozen=True, slots=True)
class Patch:
    """One entry of a file in ``corpus/patches/``.

    Attributes:
        path: File and number of the entry, for messages.
        page: Id of the page it repairs.
        language: Expression on that page.
        address: Provision it repairs.
        field: ``heading`` (of a law: its title) supplies or replaces the heading; ``text``
            replaces words, ``note`` words of one of its notes; ``complete`` says that words are
            missing and changes none.
        old: Words that must stand there, else the patch is stale. Empty for a lost heading.
        new: Words to put in their place; empty for ``complete``.
        reason: Why.
        origin: Where what it supplies comes from; shown where the text is shown.
        author: Who made it.
        date: ISO date.
    """

    path: str
    page: str
    language: str
    address: Address
    field: PatchField
    old: str
    new: str
    reason: str
    origin: str
    author: str
    date: str
