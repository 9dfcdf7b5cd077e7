"""Corrections that their pages have by now, after a push to the wiki or somebody's own edit there.

Such a correction has done its work: it is retired, which means removed from ``corpus/patches``. The
page without it reads as the law in the corpus reads with it.

A text that equals the corrected one has all its corrections. In a text that was also changed
elsewhere, a correction is there if its new words are, beside the same neighbours as in the
corrected text, and its old words are not. One neighbour is enough for words that are really new;
where words only went, both must be there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lawkb.corpus.decision_files import patch_entry
from lawkb.corpus.laws import open_code
from lawkb.editorial.decisions import Decision
from lawkb.errors import LawkbError
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import UNAPPLIED, adds_words, field_text, is_of, patched_provision
from lawkb.parse.complete_law import plain_words
from lawkb.parse.read_page import PageReading

_BEFORE, _AFTER = re.compile(r"\S+\s*\Z"), re.compile(r"\s*\S+")


@dataclass(frozen=True, slots=True)
class CorrectedText:
    """A text of a provision with its corrections applied one after the other."""

    patches: tuple[Patch, ...]  # the corrections that could be applied, in order; all of one field
    texts: tuple[str, ...]  # the text before the first one, and after each
    stale: tuple[Patch, ...]  # corrections that could not be applied


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
    """Return the corrections that a text has, in order."""
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


def retired_patches(
    folder: Path,
    patches: Sequence[Patch],
    readings: Iterable[tuple[PageReading, Callable[[], PageReading]]],
) -> tuple[Patch, ...]:
    """Return the patches of a corpus that its pages have by now.

    Args:
        readings: Each page that may have patches as it is read with them, and what reads it without
            any: few pages are read again.
    """
    if not patches:
        return ()
    try:
        held = open_code(folder)
    except LawkbError:
        return ()  # nothing to compare them with
    laws = [
        law
        for reading, unpatched in readings
        if _may_be_fulfilled(held, reading, patches)
        for law in unpatched().laws
    ]
    return _fulfilled_patches(held, laws, patches)


def _may_be_fulfilled(held: Code, reading: PageReading, patches: Iterable[Patch]) -> bool:
    """Whether a page with patches may have one of the corrections now: it changed since then."""
    own = {(each.page, each.language) for each in patches}
    return any(loss.kind in UNAPPLIED for loss in reading.losses) or any(
        _is_changed(law, _held(held, law)) for law in reading.laws if _page(law) in own
    )


def _is_changed(law: Law, before: Law | None) -> bool:
    if before is None or before.origin.page != law.origin.page:
        return False
    return before.origin.sha256 != law.origin.sha256


def _fulfilled_patches(
    held: Code, laws: Iterable[Law], patches: Sequence[Patch]
) -> tuple[Patch, ...]:
    """Return the patches that their pages have by now, and marks of gaps that they filled.

    The pages are compared with the laws in the corpus, which have the patches of the last ingest. A
    mark of missing words (``complete``) is among the patches if a correction of its provision that
    added words is, and the words that it quotes are no longer there.
    """
    found: list[Patch] = []
    for law in laws:
        own = [each for each in patches if (each.page, each.language) == _page(law)]
        for address in dict.fromkeys(each.address for each in own):
            now, before = law.find(address), _held(held, law)
            with_patches = before.find(address) if before else None
            if now and with_patches:
                chain = [each for each in own if is_of(each, law, now)]
                found += _fulfilled(now, with_patches, chain)
    return tuple(each for each in patches if each in found)


def retirement(retired: Iterable[Patch], outline: Outline) -> Decision:
    """Return the decision that removes patches; a file that holds nothing else is removed."""
    entries = tuple(patch_entry(each, outline) for each in retired)
    files = tuple(dict.fromkeys(each.file for each in entries))
    what = "Retire corrections that their pages have now"
    return Decision("correction", what, removed=entries, new_files=files)


def _page(law: Law) -> tuple[str, str]:
    return law.origin.page, law.language


def _held(code: Code, law: Law) -> Law | None:
    try:
        return code.law(law.edition, law.language, law.number)
    except LawkbError:
        return None  # its file is damaged


def _fulfilled(now: Provision, before: Provision, patches: Sequence[Patch]) -> list[Patch]:
    found: list[Patch] = []
    for field in ("heading", "text", "note"):
        chain = [each for each in patches if each.field == field]
        if chain:
            found += _fulfilled_chain(now, before, chain)
    filled = any(each.field == "text" and adds_words(each) for each in found)
    marks = (each for each in patches if each.field == "complete")
    return [*found, *(each for each in marks if filled and each.old not in now.text)]


def _fulfilled_chain(now: Provision, before: Provision, chain: Sequence[Patch]) -> list[Patch]:
    """Return the fulfilled ones of the patches of one text.

    Args:
        now: The provision read without patches.
        before: The provision as the corpus has it. Its last patches may be newer than the last
            ingest, and not be in it.
    """
    newest = _count_applied(before, chain)
    applied = [each for each in chain[:newest] if _is_marked(each, before)]
    newer = corrected_text(before, chain[newest:])
    texts = [field_text(before, chain[0].field), *newer.texts[1:]]
    undone: list[Patch] = []
    while applied and (earlier := _without(applied[-1], texts[0])) is not None:
        texts.insert(0, earlier)
        undone.insert(0, applied.pop())
    text = field_text(now, chain[0].field)
    held = held_patches(CorrectedText((*undone, *newer.patches), tuple(texts), ()), text)
    equal = last_equal(texts, text)
    if applied and equal is not None:
        same = text.split() == texts[equal].split()  # else the typography differs
        held += [each for each in applied if same or patched_provision(now, each) is None]
    return held


def _without(patch: Patch, text: str) -> str | None:
    """Return a text before a patch was applied to it; None if that is not certain."""
    earlier = text.replace(patch.new, patch.old, 1)
    return earlier if text.count(patch.new) == 1 and earlier.count(patch.old) == 1 else None


def _count_applied(before: Provision, chain: Sequence[Patch]) -> int:
    """Return how many patches of a chain are in the corpus; those after them are newer."""
    for count in range(len(chain), 0, -1):
        newer_fit = not corrected_text(before, chain[count:]).stale
        if newer_fit and _was_applied(chain[count - 1], before):
            return count
    return 0


def _was_applied(patch: Patch, provision: Provision) -> bool:
    """Whether a provision of the corpus shows, by its words and marks, that a patch was applied."""
    return (
        _is_marked(patch, provision)
        and patch.new in field_text(provision, patch.field)
        and patched_provision(provision, patch) is None
    )


def _is_marked(patch: Patch, provision: Provision) -> bool:
    what = "text" if patch.field == "note" else patch.field
    return what in provision.editorial and patch.origin in (provision.editorial_origin or "")
