"""Patches: what an editor repairs or supplies in the text of a source, each with its reason."""

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
        page: Id of the page it applies to.
        language: Language of the expression on that page.
        address: Provision it applies to.
        field: ``heading`` (of a law: its title) supplies or replaces the heading; ``text``
            replaces words of the text, ``note`` words of a footnote; ``complete`` records that
            words are missing and changes nothing.
        old: Words that the text must contain, else the patch is stale. Empty for a lost heading.
        new: Words to put in their place; empty for ``complete``.
        reason: Why.
        origin: Where the new words come from; shown next to the text on the site.
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
