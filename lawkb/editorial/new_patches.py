"""New patches that replace as few words as possible.

They come from texts that editors typed, from fixes that need no judgement, or from an edited copy
of a page. The copy is compared with the original page to see what was edited, and with the patched
page to see what still needs a patch. It may be a copy of the original page, or of an earlier
patched one. All versions of a text are merged word by word as interleaved deltas, as in SCCS
(Rochkind 1975).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import asdict

from lawkb.align.translation_units import Text, split_at_codes, texts_of
from lawkb.corpus.decision_files import BY_RULE, DecisionReason
from lawkb.history.changes import (
    TOKEN,
    ChangeKind,
    ProvisionChange,
    changes_of_law,
    common_ends,
    word_diff,
)
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code
from lawkb.model.finding import Finding, say
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch, PatchField
from lawkb.parse.apply_patches import apply_patches, gaps_at, is_of, patched_provision
from lawkb.unicode_characters import normalized

_WORDS = re.compile(r"\s+|\S+")
_LINE_END = re.compile(r"[ \t]*\n[ \t\n]*")
_UNFIT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Replacement:
    """New words for a part of a text; an insertion if ``start`` and ``end`` are equal."""

    start: int
    end: int
    new: str


def typed_text(text: str, *, preformatted: bool) -> str:
    """Return a text without the differences that programs make: line ends, spaces around it.

    Args:
        preformatted: Whether its line ends are significant.
    """
    composed = normalized("NFC", text).replace("\r\n", "\n")
    return composed if preformatted else _LINE_END.sub(" ", composed).strip()


def unfit_character(text: str) -> str:
    """Return the first character that XML does not allow, as ``U+0000``; empty if there is none."""
    found = _UNFIT.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def without_unfit(text: str) -> str:
    """Return a text in which each character that XML does not allow is replaced by U+FFFD."""
    return _UNFIT.sub("\ufffd", text)


def new_patch(
    law: Law, place: Provision, field: PatchField, words: tuple[str, str], cause: DecisionReason
) -> Patch:
    """Return a patch of a provision, not yet written to a file.

    Args:
        field: What is patched: ``text``, ``heading``, ``note``, or ``complete`` to mark missing
            words.
        words: The words to replace, and their replacement.
    """
    old, new = words
    page, language = law.origin.page, law.language
    return Patch("", page, language, place.address, field, old, new, **asdict(cause))


def fewest_words(old: str, new: str, whole: str) -> tuple[str, str]:
    """Return the smallest replacement, of whole words, that turns one text into another.

    Both sides have words if both texts do: a deletion replaces a neighbouring word, too.

    Args:
        whole: The text in which the replaced words must be unique; contains ``old``.
    """
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    start, end = common_ends(before, after)
    while True:
        taken = "".join(before[start : len(before) - end])
        given = "".join(after[start : len(after) - end])
        once = whole.find(taken) == whole.rfind(taken) != -1
        fits = taken.strip() and given.strip() and once
        if fits or (start == 0 and end == 0):
            return taken, given
        more = 1 + (len(before) - start - end) // 16  # larger steps for long repetitive texts
        start, end = max(0, start - more), max(0, end - more)


def fix_findings(
    findings: Iterable[Finding], code: Code, author: str, date: str
) -> tuple[tuple[Patch, ...], tuple[Finding, ...]]:
    """Return the patches for all findings that have a fix and are not waived, and those left.

    The fix of one that is left overlaps an earlier one: the next run after ``lawkb ingest`` has it.
    """
    made: list[Patch] = []
    left: list[Finding] = []
    texts: dict[tuple[object, ...], str] = {}
    for finding in findings:
        if finding.fix is None or finding.waived or finding.address is None:
            continue
        law = code.law(finding.edition, finding.language, finding.address.law)
        provision = law.find(finding.address) if law else None
        if law is None or provision is None:
            continue
        fix = finding.fix
        key = (finding.edition, finding.language, finding.address, fix.heading)
        heading = provision.heading.text if provision.heading else ""
        text = texts.get(key, heading if fix.heading else provision.text)
        if text.count(fix.old) != 1 or "\n" in fix.old:
            left.append(finding)
            continue
        texts[key] = text.replace(fix.old, fix.new)
        old, new = (text, texts[key]) if fix.heading else (fix.old, fix.new)
        origin = f"{BY_RULE}{finding.rule}"
        cause = DecisionReason(finding.message, author, date, origin)
        made.append(
            new_patch(law, provision, "heading" if fix.heading else "text", (old, new), cause)
        )
    return tuple(made), tuple(left)


_Words = tuple[str, str]  # old and new words


@dataclass(frozen=True, slots=True)
class TextPatches:
    """The patches for one edited text."""

    # Patches to apply in this order; empty if patches cannot make the edit.
    patches: tuple[Patch, ...]
    provision: Provision  # The provision after the patches.
    why_not: str = ""  # Why patches cannot make the edit, in one sentence; else empty.


@dataclass(frozen=True, slots=True)
class PatchedText:
    """A text of a provision to be patched; existing patches are applied."""

    law: Law  # The law with the provision.
    provision: Provision  # The provision.
    part: str  # Name of the text in the provision, such as `heading`.
    # The words that earlier patches quote to mark missing words, from `gaps_at`.
    gaps: tuple[str, ...] = ()


def patch_text(
    place: PatchedText, edited: str, cause: DecisionReason, scheme: Scheme
) -> TextPatches:
    """Return the patches that turn a text into its edited form.

    They are tested: applied in order they result in the edited words and inline codes.
    """
    text = texts_of(place.provision, scheme).get(place.part)
    if text is None:
        return _supplied(place, edited, cause)
    pieces = split_at_codes(edited, [code.token for code in text.codes])
    if pieces is None:
        tokens = " ".join(code.token for code in text.codes)
        told = say("put the marks back as they were, in their order: %(marks)s", marks=tokens)
        return _refused(place, told)
    if not "".join(pieces).strip():
        return _refused(place, say("a patch replaces words, it cannot take a whole text away"))
    for attempt in _attempts(place.provision, text, pieces):
        made = _made(place, text, attempt, cause)
        if made and _is(texts_of(made.provision, scheme).get(place.part), text, pieces):
            return made
    if text.kind != "heading" and "".join(pieces).split() == text.words.split():
        tokens = " ".join(code.token for code in text.codes)
        return _refused(place, say("%(marks)s cannot be moved to that place", marks=tokens))
    told = say("the words or their marks cannot be told apart from others near them")
    return _refused(place, told)


def _supplied(place: PatchedText, edited: str, cause: DecisionReason) -> TextPatches:
    if place.part != "heading" or not edited.strip():
        return _refused(place, say("the page has no such text, and a patch only replaces words"))
    patch = new_patch(place.law, place.provision, "heading", ("", edited), cause)
    after = patched_provision(place.provision, patch)
    return (
        TextPatches((patch,), after)
        if after
        else _refused(place, say("a patch cannot supply this"))
    )


def _refused(place: PatchedText, why: str) -> TextPatches:
    return TextPatches((), place.provision, why)


def _attempts(
    provision: Provision, text: Text, pieces: tuple[str, ...]
) -> Iterator[tuple[_Words, ...]]:
    """Yield sets of replacements, the smallest first.

    First one replacement for all words, then one for each text between two inline codes, from the
    start or from the end: where words pass from one side of a mark to the other, they are first
    taken from the one and then added to the other, else they would be there twice.
    """
    words = "".join(pieces)
    if text.kind == "heading":
        yield ((text.words, words),)
        return
    whole = provision.text
    if text.kind == "note":
        whole = "\n".join(note.text for note in provision.notes)
    yield (fewest_words(text.words, words, whole),)
    ends = [0, *(code.at for code in text.codes), len(text.words)]
    old = [text.words[start:end] for start, end in pairwise(ends)]
    changed = [(was, now) for was, now in zip(old, pieces, strict=True) if was != now]
    each = tuple(fewest_words(was, now, whole) for was, now in changed)
    yield each
    yield each[::-1]


def _made(
    place: PatchedText, text: Text, attempt: tuple[_Words, ...], cause: DecisionReason
) -> TextPatches | None:
    provision = place.provision
    patches = []
    for words in attempt:
        if text.kind != "heading" and not (words[0] and words[1].strip()):
            return None
        patch = new_patch(place.law, provision, text.kind, words, cause)
        after = patched_provision(provision, patch, place.gaps)
        if after is None:
            return None
        patches.append(patch)
        provision = after
    return TextPatches(tuple(patches), provision)


def _is(after: Text | None, before: Text, pieces: tuple[str, ...]) -> bool:
    """Return whether a patched text has the edited words, with inline codes at the same places."""
    if after is None or after.words != "".join(pieces):
        return False
    at = 0
    wanted = []
    for code, piece in zip(before.codes, pieces, strict=False):
        at += len(piece)
        wanted.append((at, code.name))
    return [(code.at, code.name) for code in after.codes] == wanted


_WORD = re.compile(r"\w+")
_Changes = frozenset[int]  # numbers of changes, from 1


@dataclass(slots=True)
class _Token:
    """A word, punctuation mark or white space of any version of a text."""

    text: str  # the characters
    born: int  # number of the change that inserted it; 0 for the first version
    died: int | None = None  # number of the change that deleted it, or None

    def is_in(self, changes: _Changes) -> bool:
        """Return whether the text has the token when these changes are applied and no others."""
        return (not self.born or self.born in changes) and self.died not in changes


def merge_edited_text(versions: Sequence[str], copy: str) -> str | None:
    """Return the last version of a text with the edits of a copy (three-way merge).

    The copy may have been made from the first version, or with some of the later changes. These are
    assumed to be the set of changes from which the copy differs least, the largest of equal ones.
    The other changes are kept. Where the copy edits words that one of them replaced, the copy wins.
    Where one inserted words and the copy has others at the same place, the copy wins only if both
    have a word in common.

    Returns:
        The merged text; None if it is unclear whether the copy deletes words that a change
        inserted.
    """
    if copy in versions:
        return versions[-1]  # not edited since
    merged = _merged(versions, copy)
    if merged is None or merged == versions[-1]:
        return merged
    again = _merged([*versions, merged], copy)  # otherwise merging again would change it again
    return merged if again == merged else None


def _merged(versions: Sequence[str], copy: str) -> str | None:
    tokens = _interleaved(versions)
    every = frozenset(range(1, len(versions)))
    held = _held(tokens, every, copy)
    base = _version(tokens, held)
    others = [_leftmost(each, base) for each in _edits(tokens, held, every)]
    copied = _edits(_interleaved([base, copy]), frozenset(), frozenset({1}))
    own = [_leftmost(each, base) for each in copied]
    for edit in [each for each in others if any(_meet(each, mine) for mine in own)]:
        said = " ".join(each.new for each in own if _meet(edit, each))
        if edit.start == edit.end and not _words(edit.new) & _words(said):
            return None
        others.remove(edit)
    return _applied(base, [*others, *own])


def _interleaved(versions: Sequence[str]) -> list[_Token]:
    """Return the words of all versions in one sequence."""
    tokens = [_Token(text, 0) for text in TOKEN.findall(versions[0])]
    for change, (before, after) in enumerate(pairwise(versions), start=1):
        at = 0
        for piece in word_diff(before, after):
            texts = TOKEN.findall(piece.text)
            if piece.kind == "new":
                tokens[at:at] = [_Token(text, change) for text in texts]
                at += len(texts)
                continue
            for _ in texts:
                while tokens[at].died is not None:
                    at += 1
                if piece.kind == "gone":
                    tokens[at].died = change
                at += 1
    return tokens


def _held(tokens: Sequence[_Token], changes: _Changes, copy: str) -> _Changes:
    """Return the numbers of the changes from which a copy was made.

    Changes whose words the copy deleted are not among them.
    """
    distance = _words_apart(_version(tokens, changes), copy)
    while changes:
        tries = [_without(tokens, changes, change) for change in sorted(changes, reverse=True)]
        apart = [_words_apart(_version(tokens, each), copy) for each in tries]
        if min(apart) >= distance:
            break
        distance = min(apart)
        changes = tries[apart.index(distance)]
    return changes


def _without(tokens: Sequence[_Token], changes: _Changes, change: int) -> _Changes:
    """Return changes without one of them, and without later ones that deleted its words."""
    gone = {change}
    for each in sorted(changes):
        if any(token.died == each and token.born in gone for token in tokens):
            gone.add(each)
    return changes - gone


def _version(tokens: Iterable[_Token], changes: _Changes) -> str:
    return "".join(token.text for token in tokens if token.is_in(changes))


def _words_apart(one: str, other: str) -> int:
    """Return the number of words and punctuation marks in which two texts differ."""
    pieces = (piece.text for piece in word_diff(one, other) if piece.kind != "same")
    return sum(not token.isspace() for text in pieces for token in TOKEN.findall(text))


def _edits(tokens: Iterable[_Token], some: _Changes, more: _Changes) -> Iterator[Replacement]:
    """Yield edits, in order, from the text after ``some`` changes to the text after ``more``."""
    at = start = 0
    new = ""
    for token in tokens:
        before, after = token.is_in(some), token.is_in(more)
        if before and after and (new or start < at):
            yield Replacement(start, at, new)
            new = ""
        at += len(token.text) if before else 0
        new += token.text if after and not before else ""
        start = at if before and after else start
    if new or start < at:
        yield Replacement(start, at, new)


def _leftmost(edit: Replacement, text: str) -> Replacement:
    """Return an insertion, moved to the left as far as the resulting text stays the same."""
    start, new = edit.start, edit.new
    while new and start == edit.end and start and text[start - 1] == new[-1]:
        start, new = start - 1, text[start - 1] + new[:-1]
        edit = Replacement(start, start, new)
    return edit


def _applied(text: str, edits: Iterable[Replacement]) -> str:
    """Return a text with non-overlapping edits applied."""
    made, end = "", 0
    for edit in sorted(edits, key=lambda each: (each.start, each.end)):
        made += text[end : edit.start] + edit.new
        end = edit.end
    return made + text[end:]


def _meet(one: Replacement, other: Replacement) -> bool:
    """Return whether two edits overlap, or both insert at the same offset."""
    same_place = one.start == one.end == other.start == other.end
    return same_place or (one.start < other.end and other.start < one.end)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))


_TextOf = tuple[Law, Provision, str]  # a law, a patched provision of it, and the name of a text
_Texts = Mapping[str, str]  # the texts of a provision by name, with inline codes


@dataclass(frozen=True, slots=True)
class EditedCopyPatches:
    """Patches that turn the laws of a page into its edited copy."""

    patches: tuple[Patch, ...]  # New patches, to be added after existing ones in this order.
    # Changes that patches cannot make: added, removed or restructured provisions; added, removed or
    # moved notes, emphasis and links.
    refused: tuple[tuple[ProvisionChange, str], ...]
    # Language tag and address of each provision whose missing words are now supplied.
    completed: tuple[tuple[str, Address], ...]


def patches_from_copy(
    laws: Sequence[Law],
    copies: Sequence[Law],
    patches: Sequence[Patch],
    cause: DecisionReason,
    scheme: Scheme,
) -> EditedCopyPatches:
    """Return the patches that give a page the text of its edited copy.

    If the copy is of the original page, words supplied by existing patches are kept. Each patch is
    tested on the text to which it applies.
    """
    repairing = _PatchBuilder(tuple(patches), cause, scheme)
    by_key = {copy.key: copy for copy in copies}
    for law in laws:
        copy = by_key.pop(law.key, None)
        if copy is None:
            repairing.refuse(law, (law.root.address, "removed"), "the copy does not have this law")
        else:
            repairing.repair_law(law, copy)
    for copy in by_key.values():
        repairing.refuse(copy, (copy.root.address, "added"), "the page does not have this law")
    return EditedCopyPatches(
        tuple(repairing.made), tuple(repairing.refused), tuple(repairing.completed)
    )


class _PatchBuilder:
    """Makes the patches of one page."""

    def __init__(self, patches: tuple[Patch, ...], cause: DecisionReason, scheme: Scheme) -> None:
        self._patches = patches
        self._cause = cause
        self._scheme = scheme
        self.made: list[Patch] = []
        self.refused: list[tuple[ProvisionChange, str]] = []
        self.completed: list[tuple[str, Address]] = []

    def repair_law(self, law: Law, copy: Law) -> None:
        patched, _ = apply_patches(law, self._patches)
        now = {each.address: each for each in patched.provisions()}
        edited = {each.address: each for each in copy.provisions()}
        for change in changes_of_law(law, copy):
            if change.kind in ("added", "removed"):
                told = "a patch replaces words; it cannot add or remove provisions"
                self.refused.append((change, told))
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
        change = ProvisionChange(law.edition, law.language, *what, word_diff(*words))
        self.refused.append((change, why))

    def _repair(self, law: Law, now: Provision, page: Provision, copy: Provision) -> None:
        """Patch one provision, given as patched, as on the page, and as in the copy."""
        texts, edited, standing = map(self._texts, (page, copy, now))
        if edited in (texts, standing):
            return
        for part in dict.fromkeys([*texts, *edited]):
            if (part in texts) != (part in edited) and (part != "heading" or part in texts):
                told = "a patch replaces words; it cannot add, remove or divide texts"
                self._refuse_text((law, now, part), edited.get(part, ""), told)
                return
        before, versions = now, self._versions(law, page)
        for part, words in edited.items():
            wanted = merge_edited_text([each.get(part, "") for each in versions], words)
            if wanted is None:
                told = "a patch put other words at this place; edit its entry in corpus/patches"
                self._refuse_text((law, now, part), words, told)
            elif wanted != standing.get(part, ""):
                now = self._retouched((law, now, part), wanted)
        if now.complete and not before.complete:
            self.completed.append((law.language, now.address))

    def _retouched(self, of: _TextOf, wanted: str) -> Provision:
        """Return the provision with one text changed to ``wanted``; unchanged if impossible."""
        law, now, _ = of
        place = PatchedText(*of, gaps_at(self._patches, law, now))
        made = patch_text(place, wanted, self._cause, self._scheme)
        if made.why_not:
            self._refuse_text(of, wanted, made.why_not)
        self.made.extend(made.patches)
        return made.provision

    def _refuse_text(self, of: _TextOf, wanted: str, why: str) -> None:
        law, now, part = of
        self.refuse(law, (now.address, _kind(part)), why, (self._texts(now).get(part, ""), wanted))

    def _versions(self, law: Law, page: Provision) -> list[_Texts]:
        """Return the texts of a provision on the page, and after each existing patch."""
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
