"""Corrections that their pages have by now, after a push to the wiki or somebody's own edit there.

Such a correction has done its work: it is retired, which means removed from ``corpus/patches``. The
page without it reads as the law in the corpus reads with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lawkb.corpus.laws import open_code
from lawkb.corpus.patch_files import patch_entry
from lawkb.editorial.decisions import Decision
from lawkb.editorial.fulfilled import CorrectedText, corrected_text, held_patches, last_equal
from lawkb.errors import LawkbError
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import (
    UNAPPLIED,
    adds_words,
    field_text,
    is_of,
    patched_provision,
)
from lawkb.parse.read_page import PageReading


def code_of_last_ingest(folder: Path) -> Code | None:
    """Return the laws in a corpus, each read when it is needed; None if they cannot be read."""
    try:
        return open_code(folder)
    except LawkbError:
        return None


def may_be_fulfilled(held: Code, reading: PageReading, patches: Iterable[Patch]) -> bool:
    """Whether a page may have a correction by now: it has patches, and changed since last ingest.

    Args:
        held: The laws in the corpus.
        reading: The page as it is read now, with or without patches.
        patches: The patches of the corpus.
    """
    own = {(each.page, each.language) for each in patches}
    return any(loss.kind in UNAPPLIED for loss in reading.losses) or any(
        _is_changed(law, _held(held, law)) for law in reading.laws if _page(law) in own
    )


def _is_changed(law: Law, before: Law | None) -> bool:
    if before is None or before.origin.page != law.origin.page:
        return False
    return before.origin.sha256 != law.origin.sha256


def fulfilled_patches(
    held: Code, laws: Iterable[Law], patches: Sequence[Patch]
) -> tuple[Patch, ...]:
    """Return the patches that their pages have by now, and marks of gaps that they filled.

    The pages are compared with the laws in the corpus, which have the patches of the last ingest. A
    mark of missing words (``complete``) is among the patches if a correction of its provision that
    added words is, and the words that it quotes are no longer there.

    Args:
        held: The laws in the corpus.
        laws: Laws of pages that were read without patches.
        patches: All patches of the corpus, in order.
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
        chain: The patches, in order.
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
