"""Corrections of texts as editors type them: patches are added, merged or taken back.

A correction that gives back an earlier text removes the patches that had changed it. One that the
same editor makes on the same day as the last one replaces that. Any other adds patches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from lawkb.align.translation_units import texts_of
from lawkb.corpus.decision_files import DecisionReason, patch_entry
from lawkb.editorial.decisions import Decision, corrections
from lawkb.editorial.new_patches import (
    PatchedText,
    TextPatches,
    patch_text,
    typed_text,
    unfit_character,
)
from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.finding import address_text, say
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch
from lawkb.parse.apply_patches import gaps_at, is_of, patched_provision

_Texts = Mapping[str, str]  # the texts of a provision by name, with inline codes
_HINT = say("change fewer words, or correct the page where it comes from")


def correct_texts(
    code: Code,
    patches: Sequence[Patch],
    place: tuple[str, str, Address],
    edited: _Texts,
    cause: DecisionReason,
) -> Decision:
    """Return the decision to correct several texts of a provision at once.

    Args:
        place: Edition, language and address of the provision.
        edited: New texts with inline codes, by name as in ``texts_of``: empty for the first
            paragraph, ``heading``, ``note 1`` … Empty text to take back a heading that a patch
            supplied.

    Raises:
        LawkbError: No text changed, or patches cannot make the change; the message says why.
    """
    edition, language, address = place
    scheme = code.outline.scheme
    name = say(
        "%(place)s %(language)s",
        place=address_text(scheme.write(address), address),
        language=language,
    )
    law = code.law(edition, language, address.law)
    provision = law.find(address) if law else None
    if law is None or provision is None:
        raise LawkbError(
            name, say("this text has no such provision"), "lawkb show lists what is there"
        )
    if not cause.reason.strip():
        raise LawkbError(name, say("there is no reason"), say("say why the text is changed"))
    own = tuple(e for e in patches if is_of(e, law, provision) and _is_applied(e, provision))
    correcting = _Correction(law, provision, own, cause, scheme)
    changed = _changed(provision, edited, scheme)
    if not changed:
        raise LawkbError(name, say("the text is as it was"), say("nothing is to be decided"))
    made = correcting.made(changed)
    if isinstance(made, str):
        raise LawkbError(name, made, _HINT)
    added, gone = made
    parts = " and ".join(f"the {part or 'text'}" for part in changed)
    what = f"Correct {parts} of {scheme.write(address)} ({language}): {cause.reason}"
    removed = [patch_entry(each, code.outline) for each in gone]
    return corrections(added, patches, code.outline, what, removed)


def _is_applied(patch: Patch, provision: Provision) -> bool:
    """Return whether a patch may have changed the provision; one that is out of date did not."""
    supplied = "text" if patch.field == "note" else patch.field
    return patch.field == "complete" or supplied in provision.editorial


def _changed(provision: Provision, edited: _Texts, scheme: Scheme) -> dict[str, str]:
    """Return the edited texts that differ from the present ones, as they will be."""
    present = texts_of(provision, scheme)
    found = {}
    for part, words in edited.items():
        held = present.get(part)
        typed = typed_text(words, preformatted=bool(held and held.preformatted))
        if typed != (typed_text(held.shown, preformatted=held.preformatted) if held else ""):
            found[part] = typed
    return found


@dataclass(frozen=True, slots=True)
class _Correction:
    """A provision to be corrected, with the patches that it has."""

    law: Law
    provision: Provision
    own: tuple[Patch, ...]
    cause: DecisionReason
    scheme: Scheme

    def made(self, changed: _Texts) -> tuple[tuple[Patch, ...], tuple[Patch, ...]] | str:
        """Return the patches to add and to remove, the fewest first; or why there are none."""
        for character in map(unfit_character, changed.values()):
            if character:
                return say("it has a character that XML does not allow: %(one)s", one=character)
        wanted = self._wanted(changed)
        for removed in self._taken_back(changed):
            before = self._without(removed)
            if before is not None and self._texts(before) == wanted:
                return (), removed
        for removed in self._replaced(changed):
            before = self._without(removed)
            if before is not None:
                made = self._patched(before, wanted)
                if not made.why_not and self._texts(made.provision) == wanted:
                    return made.patches, removed
        made = self._patched(self.provision, wanted)
        return made.why_not or (made.patches, ())

    def _wanted(self, changed: _Texts) -> dict[str, str]:
        """Return all texts as they will be; a heading that is taken back is missing."""
        texts = self._texts(self.provision) | dict(changed)
        return {part: text for part, text in texts.items() if text or part != "heading"}

    def _texts(self, provision: Provision) -> dict[str, str]:
        return {part: text.shown for part, text in texts_of(provision, self.scheme).items()}

    def _of_parts(self, changed: _Texts) -> list[Patch]:
        """Return the patches that changed texts of the same kinds, in order."""
        kinds = {_kind(part) for part in changed}
        return [each for each in self.own if each.field in kinds]

    def _taken_back(self, changed: _Texts) -> Iterator[tuple[Patch, ...]]:
        """Yield sets of patches whose removal may give the wanted texts: the last ones, or one."""
        patches = self._of_parts(changed)
        for size in range(1, len(patches) + 1):
            yield tuple(patches[-size:])
        for each in patches[:-1]:
            yield (each,)

    def _replaced(self, changed: _Texts) -> Iterator[tuple[Patch, ...]]:
        """Yield the last patches if the same editor made them on the same day."""
        signed = (self.cause.author, self.cause.date, self.cause.origin)
        last: list[Patch] = []
        for each in reversed(self._of_parts(changed)):
            if (each.author, each.date, each.origin) != signed:
                break
            last.insert(0, each)
        if last:
            yield tuple(last)

    def _without(self, removed: Sequence[Patch]) -> Provision | None:
        """Return the provision as it would be without some patches; None if that is unclear."""
        page: Provision | None = self.provision
        for patch in reversed(self.own):
            page = page and _before(page, patch)
        if page is None or (now := self._with(page, self.own)) is None:
            return None
        if self._texts(now) != self._texts(self.provision):
            return None
        return self._with(page, [each for each in self.own if each not in removed])

    def _with(self, provision: Provision, patches: Sequence[Patch]) -> Provision | None:
        gaps: tuple[str, ...] = ()
        found: Provision | None = provision
        for patch in patches:
            found = found and patched_provision(found, patch, gaps)
            gaps += (patch.old,) if patch.field == "complete" else ()
        return found

    def _patched(self, provision: Provision, wanted: _Texts) -> TextPatches:
        """Return the patches that give the provision its wanted texts."""
        gaps = gaps_at(self.own, self.law, provision)
        now, patches = provision, list[Patch]()
        present = self._texts(provision)
        for part in dict.fromkeys([*wanted, *present]):
            if wanted.get(part, "") == present.get(part, ""):
                continue
            place = PatchedText(self.law, now, part, gaps)
            made = patch_text(place, wanted.get(part, ""), self.cause, self.scheme)
            if made.why_not:
                return made
            patches += made.patches
            now = made.provision
        return TextPatches(tuple(patches), now)


def _before(provision: Provision, patch: Patch) -> Provision | None:
    """Return a provision as it was before a patch; None if its new words are not found once."""
    if patch.field == "complete":
        return provision
    if patch.field == "heading" and not patch.old:
        same = provision.heading and provision.heading.text == patch.new
        return replace(provision, heading=None) if same else None
    return patched_provision(provision, replace(patch, old=patch.new, new=patch.old))


def _kind(part: str) -> str:
    if part == "heading":
        return "heading"
    return "note" if part.startswith("note ") else "text"
