"""A new patch: what its editor says of it, and the fewest words that it replaces."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawkb.model.law import Law, Provision
from lawkb.model.patch import Patch, PatchField

_WORDS = re.compile(r"\s+|\S+")


@dataclass(frozen=True, slots=True)
class Cause:
    """What an editor says of a repair.

    Attributes:
        reason: Why.
        origin: Where the new words come from.
        author: Who makes it.
        date: ISO date.
    """

    reason: str
    origin: str
    author: str
    date: str


def new_patch(
    law: Law, place: Provision, field: PatchField, words: tuple[str, str], cause: Cause
) -> Patch:
    """A patch of a provision of a law; it has no file yet."""
    return Patch(
        path="",
        page=law.origin.page,
        language=law.language,
        address=place.address,
        field=field,
        old=words[0],
        new=words[1],
        reason=cause.reason,
        origin=cause.origin,
        author=cause.author,
        date=cause.date,
    )


def fewest_words(old: str, new: str, whole: str) -> tuple[str, str]:
    """The fewest whole words to replace that stand once in a whole, and their replacement.

    Neither is blank, as long as neither text is: a patch does not take words away, it replaces
    them together with a neighbour.

    Args:
        old: A text, which is part of ``whole``.
        new: What is to be made of it.
        whole: Where the words must stand but once.
    """
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    shortest = min(len(before), len(after))
    start = next((i for i in range(shortest) if before[i] != after[i]), shortest)
    left = shortest - start
    end = next((i for i in range(left) if before[-1 - i] != after[-1 - i]), left)
    while True:
        taken = "".join(before[start : len(before) - end])
        given = "".join(after[start : len(after) - end])
        once = whole.find(taken) == whole.rfind(taken) != -1
        fits = taken.strip() and given.strip() and once
        if fits or (start == 0 and end == 0):
            return taken, given
        more = 1 + (len(before) - start - end) // 16  # of a long text all but the same everywhere
        start, end = max(0, start - more), max(0, end - more)
