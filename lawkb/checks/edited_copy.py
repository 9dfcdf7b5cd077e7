"""Patches out of an edited copy of a page: what its editor changed, provision by provision.

The copy is compared with the page as it came, which tells what was edited, and with the page as
its patches leave it, which tells what is still to be done. A copy may have been made of the page,
or be one that earlier patches were made from and that was edited on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lawkb.align.texts import texts_of
from lawkb.checks.changes import Change, ChangeKind, changes_of_law, word_diff
from lawkb.checks.patching import Cause
from lawkb.checks.retouching import Place, retouch
from lawkb.checks.word_merge import merged_words
from lawkb.model.address import Address, Scheme
from lawkb.model.law import Law, Provision
from lawkb.model.patch import Patch
from lawkb.parse.patches import apply_patches, gaps_at, is_of, patched_provision

_TextOf = tuple[Law, Provision, str]  # a law, a provision of it as patched, and which text of it
_Texts = Mapping[str, str]  # the texts of a provision by their part, codes shown


@dataclass(frozen=True, slots=True)
class Refused:
    """A change that no patch can make.

    Attributes:
        change: The change.
        why: The reason, in words.
    """

    change: Change
    why: str


@dataclass(frozen=True, slots=True)
class Repair:
    """The patches that make the laws of a page read like an edited copy.

    Attributes:
        patches: To add after those that are there, in this order.
        refused: Changes that no patch can make: provisions that come, go or are cut otherwise,
            and marks of notes, emphasis and links that come, go or move.
        completed: Language and address of each provision whose missing words the patches supply.
    """

    patches: tuple[Patch, ...]
    refused: tuple[Refused, ...]
    completed: tuple[tuple[str, Address], ...]


def repair(
    laws: Sequence[Law],
    copies: Sequence[Law],
    patches: Sequence[Patch],
    cause: Cause,
    scheme: Scheme,
) -> Repair:
    """The patches after which a page reads like a copy of it, wherever the copy was edited.

    Words that patches have supplied and that the copy, made of the page as it came, has not are
    kept. Each patch is tried on the text that it will find.

    Args:
        laws: As the page gives them, no patch applied.
        copies: As the edited copy gives them, no patch applied.
        patches: Those that the corpus has already, of any page.
        cause: What the editor says of the changes.
        scheme: Levels of the code.
    """
    repairing = _Repairing(tuple(patches), cause, scheme)
    by_key = {_key(copy): copy for copy in copies}
    for law in laws:
        copy = by_key.pop(_key(law), None)
        if copy is None:
            repairing.refuse(law, (law.root.address, "removed"), "the copy does not hold this law")
        else:
            repairing.repair_law(law, copy)
    for copy in by_key.values():
        repairing.refuse(copy, (copy.root.address, "added"), "the page does not hold this law")
    return Repair(tuple(repairing.made), tuple(repairing.refused), tuple(repairing.completed))


def _key(law: Law) -> tuple[str, str, int]:
    return law.edition, law.language, law.number


class _Repairing:
    """The laws of one page on their way to patches."""

    def __init__(self, patches: tuple[Patch, ...], cause: Cause, scheme: Scheme) -> None:
        self._patches = patches
        self._cause = cause
        self._scheme = scheme
        self.made: list[Patch] = []
        self.refused: list[Refused] = []
        self.completed: list[tuple[str, Address]] = []

    def repair_law(self, law: Law, copy: Law) -> None:
        patched, _ = apply_patches(law, self._patches)
        now = {each.address: each for each in patched.provisions()}
        edited = {each.address: each for each in copy.provisions()}
        for change in changes_of_law(law, copy):
            if change.kind in ("added", "removed"):
                told = "a patch repairs what stands; it cannot add provisions or take them away"
                self.refused.append(Refused(change, told))
        for provision in law.provisions():
            address = provision.address
            if address in edited:
                self._repair(patched, now[address], provision, edited[address])

    def refuse(
        self,
        law: Law,
        what: tuple[Address, ChangeKind],
        why: str,
        words: tuple[str, str] = ("", ""),
    ) -> None:
        change = Change(law.edition, law.language, *what, word_diff(*words))
        self.refused.append(Refused(change, why))

    def _repair(self, law: Law, now: Provision, page: Provision, copy: Provision) -> None:
        """Repair one provision of a law: as patched, as the page has it, and as the copy has it."""
        texts, edited, standing = map(self._texts, (page, copy, now))
        if edited in (texts, standing):
            return
        for part in dict.fromkeys([*texts, *edited]):
            if (part in texts) != (part in edited) and (part != "heading" or part in texts):
                told = "a patch repairs the texts that stand; this one comes, goes or is cut anew"
                self._refuse_text((law, now, part), edited.get(part, ""), told)
                return
        before, versions = now, self._versions(law, page)
        for part, words in edited.items():
            wanted = merged_words([each.get(part, "") for each in versions], words)
            if wanted is None:
                told = "a patch put other words at this place; edit its entry in corpus/patches"
                self._refuse_text((law, now, part), words, told)
            elif wanted != standing.get(part, ""):
                now = self._retouched((law, now, part), wanted)
        if now.complete and not before.complete:
            self.completed.append((law.language, now.address))

    def _retouched(self, of: _TextOf, wanted: str) -> Provision:
        """The provision with one of its texts made as wanted; as it is where no patch can."""
        law, now, _ = of
        place = Place(*of, gaps_at(self._patches, law, now))
        made = retouch(place, wanted, self._cause, self._scheme)
        if made.why_not:
            self._refuse_text(of, wanted, made.why_not)
        self.made.extend(made.patches)
        return made.provision

    def _refuse_text(self, of: _TextOf, wanted: str, why: str) -> None:
        law, now, part = of
        self.refuse(law, (now.address, _kind(part)), why, (self._texts(now).get(part, ""), wanted))

    def _versions(self, law: Law, page: Provision) -> list[_Texts]:
        """The texts of a provision as the page has them, and after each patch."""
        versions = [self._texts(page)]
        for patch in self._patches:
            if is_of(patch, law, page) and (changed := patched_provision(page, patch)):
                page = changed
                versions.append(self._texts(page))
        return versions

    def _texts(self, provision: Provision) -> _Texts:
        return {part: text.shown for part, text in texts_of(provision, self._scheme).items()}


def _kind(part: str) -> ChangeKind:
    if part == "heading":
        return "heading"
    return "notes" if part.startswith("note ") else "text"
