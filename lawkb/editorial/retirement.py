"""Corrections that their pages have by now, after a push to the wiki or somebody's own edit there.

Such a correction has done its work: it is retired, which means removed from ``corpus/patches``. The
page without it reads as the law in the corpus reads with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lawkb.editorial.fulfilled import CorrectedText, corrected_text, held_patches
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import adds_words, field_text, is_of, patched_provision


def fulfilled_patches(
    laws: Iterable[Law], known: Callable[[Law], Law | None], patches: Sequence[Patch]
) -> tuple[Patch, ...]:
    """Return the patches that their pages have by now, and marks of gaps that they filled.

    A mark of missing words (``complete``) is among them if a correction of its provision that added
    words is, and the words that it quotes are no longer there.

    Args:
        laws: Laws of pages that were read without patches.
        known: The function that returns a law as the corpus has it, with the patches of the last
            ingest; None if the corpus does not have it.
        patches: All patches of the corpus, in order.
    """
    found: list[Patch] = []
    for law in laws:
        own = [each for each in patches if (each.page, each.language) == _page(law)]
        for address in dict.fromkeys(each.address for each in own):
            now, before = law.find(address), known(law)
            with_patches = before.find(address) if before else None
            if now and with_patches:
                chain = [each for each in own if is_of(each, law, now)]
                found += _fulfilled(now, with_patches, chain)
    return tuple(each for each in patches if each in found)


def _page(law: Law) -> tuple[str, str]:
    return law.origin.page, law.language


def _fulfilled(now: Provision, before: Provision, patches: Sequence[Patch]) -> list[Patch]:
    found: list[Patch] = []
    for field in ("heading", "text", "note"):
        chain = [each for each in patches if each.field == field]
        if chain:
            found += held_patches(_corrected(before, chain), field_text(now, field))
    filled = any(each.field == "text" and adds_words(each) for each in found)
    marks = (each for each in patches if each.field == "complete")
    return [*found, *(each for each in marks if filled and each.old not in now.text)]


def _corrected(before: Provision, chain: Sequence[Patch]) -> CorrectedText:
    """Return a text with its corrections, from the corpus, which may have some of them already.

    The last ones may be newer than the last ingest: those are applied. The others are taken back,
    one by one, as far as their words are certain.
    """
    first = next(at for at in range(len(chain) + 1) if _all_apply(before, chain[at:]))
    newer = corrected_text(before, chain[first:] or chain[:1])
    texts = [*newer.texts] if chain[first:] else [field_text(before, chain[0].field)]
    older: list[Patch] = []
    for patch in reversed([each for each in chain[:first] if _was_applied(each, before)]):
        earlier = texts[0].replace(patch.new, patch.old, 1)
        if texts[0].count(patch.new) != 1 or earlier.count(patch.old) != 1:
            break
        texts.insert(0, earlier)
        older.insert(0, patch)
    return CorrectedText((*older, *chain[first:]), tuple(texts), ())


def _all_apply(provision: Provision, chain: Sequence[Patch]) -> bool:
    for patch in chain:
        after = patched_provision(provision, patch)
        if after is None:
            return False
        provision = after
    return True


def _was_applied(patch: Patch, provision: Provision) -> bool:
    """Whether a patch was probably applied to a provision of the corpus, by its marks."""
    what = "text" if patch.field == "note" else patch.field
    return what in provision.editorial and patch.origin in (provision.editorial_origin or "")
