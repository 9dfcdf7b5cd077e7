"""Whether a text has a correction already: the wiki's page after a push, or after somebody's edit.

A text that equals the corrected one has all its corrections. In a text that was also changed
elsewhere, a correction is there if its new words are, beside the same neighbours as in the
corrected text, and its old words are not. One neighbour is enough for words that are really new;
where words only went, both must be there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawkb.model.law import Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import field_text, patched_provision
from lawkb.parse.complete_law import plain_words

_BEFORE, _AFTER = re.compile(r"\S+\s*\Z"), re.compile(r"\s*\S+")


@dataclass(frozen=True, slots=True)
class CorrectedText:
    """A text of a provision with its corrections applied one after the other.

    Attributes:
        patches: The corrections that could be applied, in order; all of one field.
        texts: The text before the first one, and after each.
        stale: Corrections that could not be applied.
    """

    patches: tuple[Patch, ...]
    texts: tuple[str, ...]
    stale: tuple[Patch, ...]


def corrected_text(provision: Provision, chain: Sequence[Patch]) -> CorrectedText:
    """Return a text of a provision with each of its corrections; all must be of one field."""
    applied, stale = [], []
    texts = [field_text(provision, chain[0].field)] if chain else [""]
    for patch in chain:
        after = patched_provision(provision, patch)
        if after is None:
            stale.append(patch)
            continue
        provision = after
        applied.append(patch)
        texts.append(field_text(provision, patch.field))
    return CorrectedText(tuple(applied), tuple(texts), tuple(stale))


def held_patches(corrected: CorrectedText, now: str) -> list[Patch]:
    """Return the corrections that a text has, in order.

    Args:
        corrected: The text as it was corrected here.
        now: The text as it is elsewhere, or now, without these corrections.
    """
    equal = last_equal(corrected.texts, now)
    if equal is not None:
        held = [*corrected.patches[:equal]]
    else:
        held = []
        later_held = False  # whether all later corrections are there, and there are some
        for patch in reversed(corrected.patches):
            if later_held and patch.new not in corrected.texts[-1]:  # a later one changed it again
                there = patch.old not in now or patch.old in patch.new
            else:
                there = _is_there(patch, corrected.texts[-1], now)
            later_held = there and (later_held or not held)
            held = [patch, *held] if there else held
    return [*held, *(each for each in corrected.stale if _is_there(each, now, now))]


def last_equal(texts: Sequence[str], now: str) -> int | None:
    """Return the index of the last of some texts that reads as ``now``, or None.

    Typography counts only if some of the texts differ in nothing else.
    """
    for fold in (_spaced, plain_words):
        folded = [fold(text) for text in texts]
        if fold(now) in folded and (fold is _spaced or len(set(folded)) == len(folded)):
            return len(folded) - 1 - folded[::-1].index(fold(now))
    return None


def _is_there(patch: Patch, corrected: str, now: str) -> bool:
    """Whether the new words are in a text between their neighbours, and the old ones are not."""
    typographic = plain_words(patch.old) == plain_words(patch.new)
    fold = _spaced if typographic else plain_words
    if patch.field == "heading":
        return fold(now) == fold(patch.new)
    if corrected.count(patch.new) != 1:
        return False
    old, new, text = fold(patch.old), fold(patch.new), fold(now)
    kept = text.replace(new, "\0") if old in new else text
    if old in kept:
        return False
    before, after = _neighbours(corrected, patch.new)
    is_before = f" {fold(before + patch.new)}" in f" {text}" if before else text.startswith(new)
    is_after = f"{fold(patch.new + after)} " in f"{text} " if after else text.endswith(new)
    if {*new.split()} - {*old.split()}:  # where it was merged, one neighbour may be another
        return is_before or is_after
    whole = f" {fold(before + patch.new + after)} " in f" {text} "
    return is_before and is_after and whole


def _neighbours(text: str, words: str) -> tuple[str, str]:
    """Return the word before words of a text and the word after them, with the space between.

    A word of which they are a part counts as a neighbour; empty at the start or end of the text.
    """
    start = text.index(words)
    end = start + len(words)
    before, after = _BEFORE.search(text, 0, start), _AFTER.match(text, end)
    return text[before.start() : start] if before else "", text[end : after.end()] if after else ""


def _spaced(text: str) -> str:
    return " ".join(text.split())
