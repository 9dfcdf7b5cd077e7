"""New patches that replace as few words as possible, from editors or unambiguous fixes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise

from lawkb.align.translation_units import Text, split_at_codes, texts_of
from lawkb.history.changes import common_ends
from lawkb.model.address import Scheme
from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch, PatchField
from lawkb.parse.apply_patches import patched_provision

_WORDS = re.compile(r"\s+|\S+")


@dataclass(frozen=True, slots=True)
class PatchReason:
    """The reason, source, author and ISO date of a patch."""

    reason: str
    origin: str
    author: str
    date: str


def new_patch(
    law: Law, place: Provision, field: PatchField, words: tuple[str, str], cause: PatchReason
) -> Patch:
    """Return a patch of a provision, not yet in a file; ``words`` are the old and the new ones."""
    old, new = words
    page, language = law.origin.page, law.language
    return Patch("", page, language, place.address, field, old, new, **asdict(cause))


def fewest_words(old: str, new: str, whole: str) -> tuple[str, str]:
    """Return the smallest replacement of whole words of ``old`` that are unique in ``whole``.

    Neither side is empty if both texts have words: a deletion is a replacement with a neighbouring
    word.
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


@dataclass(frozen=True, slots=True)
class FindingFixes:
    """Patches for findings with an unambiguous fix.

    Attributes:
        left: Fixable findings that overlap an earlier one: run the checks again after ingest.
    """

    patches: tuple[Patch, ...]
    left: tuple[Finding, ...]


def fix_findings(findings: Iterable[Finding], code: Code, author: str, date: str) -> FindingFixes:
    """Return the patches for all findings with a fix that are not waived.

    A fix that overlaps an earlier one is left for the next run.
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
        origin = f"lawkb check --fix, rule {finding.rule}"
        cause = PatchReason(finding.message, origin, author, date)
        made.append(
            new_patch(law, provision, "heading" if fix.heading else "text", (old, new), cause)
        )
    return FindingFixes(tuple(made), tuple(left))


_Words = tuple[str, str]  # old and new words


@dataclass(frozen=True, slots=True)
class TextPatches:
    """The patches for one edited text.

    Attributes:
        patches: To apply in this order; empty when no patch can make it.
        why_not: The reason as a sentence, when no patch can make it; else empty.
    """

    patches: tuple[Patch, ...]
    provision: Provision
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class PatchedText:
    """A text of a provision to be patched, earlier patches applied.

    ``part`` is its name as in ``Text``, ``gaps`` the words around missing words as ``gaps_at``
    returns them.
    """

    law: Law
    provision: Provision
    part: str
    gaps: tuple[str, ...] = ()


def patch_text(place: PatchedText, edited: str, cause: PatchReason, scheme: Scheme) -> TextPatches:
    """Return the patches that turn the text at a place into its edited form.

    They are tested: applied in order they give the edited words and codes.

    The edited text has codes as in ``Text.shown``.
    """
    text = texts_of(place.provision, scheme).get(place.part)
    if text is None:
        return _supplied(place, edited, cause)
    pieces = split_at_codes(edited, [code.token for code in text.codes])
    if pieces is None:
        tokens = " ".join(code.token for code in text.codes)
        return _refused(place, f"put the marks back as they were, in their order: {tokens}")
    if not "".join(pieces).strip():
        return _refused(place, "a patch replaces words, it cannot take a whole text away")
    for attempt in _attempts(place.provision, text, pieces):
        made = _made(place, text, attempt, cause)
        if made and _is(texts_of(made.provision, scheme).get(place.part), text, pieces):
            return made
    return _refused(place, "the words or their marks cannot be told apart from others near them")


def _supplied(place: PatchedText, edited: str, cause: PatchReason) -> TextPatches:
    if place.part != "heading":
        return _refused(place, "the page has no such text, and a patch only replaces words")
    patch = new_patch(place.law, place.provision, "heading", ("", edited), cause)
    after = patched_provision(place.provision, patch)
    return TextPatches((patch,), after) if after else _refused(place, "a patch cannot supply this")


def _refused(place: PatchedText, why: str) -> TextPatches:
    return TextPatches((), place.provision, why)


def _attempts(
    provision: Provision, text: Text, pieces: tuple[str, ...]
) -> Iterator[tuple[_Words, ...]]:
    """Yield replacements, shortest first: one for all words, then one between each two codes."""
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
    yield tuple(fewest_words(was, now, whole) for was, now in changed)


def _made(
    place: PatchedText, text: Text, attempt: tuple[_Words, ...], cause: PatchReason
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
    """Return whether a patched text has the words, and the codes at the same places."""
    if after is None or after.words != "".join(pieces):
        return False
    at = 0
    wanted = []
    for code, piece in zip(before.codes, pieces, strict=False):
        at += len(piece)
        wanted.append((at, code.name))
    return [(code.at, code.name) for code in after.codes] == wanted
