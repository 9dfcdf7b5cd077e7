"""Patches out of an edited copy of a page: what the editor changed, provision by provision."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawkb.checks.changes import Change, changes_of_law
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


@dataclass(frozen=True, slots=True)
class Repair:
    """The patches that make an edited law of a law.

    Attributes:
        patches: One for each heading or passage that differs.
        refused: Changes that no patch can make: provisions that come, go or are cut otherwise,
            and notes.
    """

    patches: tuple[Patch, ...]
    refused: tuple[Change, ...]


def repair(before: Law, after: Law, cause: Cause) -> Repair:
    """The patches that make ``after`` of ``before``, two readings of one page in one language.

    The words a patch replaces are as few as stand once in their provision.
    """
    patches: list[Patch] = []
    refused: list[Change] = []
    for change in changes_of_law(before, after):
        old, new = before.find(change.address), after.find(change.address)
        made = _patches(old, new, change, (before, cause)) if old and new else None
        if made is None:
            refused.append(change)
        else:
            patches.extend(made)
    return Repair(tuple(patches), tuple(refused))


def _patches(
    old: Provision, new: Provision, change: Change, of: tuple[Law, Cause]
) -> tuple[Patch, ...] | None:
    """The patches of one change; None when none can make it."""
    law, cause = of
    if change.kind == "marks":
        return ()
    if change.kind == "heading" and new.heading:
        words = (old.heading.text if old.heading else "", new.heading.text)
        return (new_patch(law, old, "heading", words, cause),)
    if change.kind != "text" or len(old.passages) != len(new.passages):
        return None
    found = []
    for mine, other in zip(old.passages, new.passages, strict=True):
        if mine.text != other.text:
            words = fewest_words(mine.text, other.text, old.text)
            found.append(new_patch(law, old, "text", words, cause))
    return tuple(found)


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
        fits = taken.strip() and given.strip() and whole.count(taken) == 1
        if fits or (start == 0 and end == 0):
            return taken, given
        more = 1 + (len(before) - start - end) // 16  # of a long text all but the same everywhere
        start, end = max(0, start - more), max(0, end - more)
