"""New patches that replace as few words as possible, from editors' texts or unambiguous fixes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise

from lawkb.align.translation_units import Text, split_at_codes, texts_of
from lawkb.history.changes import common_ends
from lawkb.model.address import Scheme
from lawkb.model.code import Code
from lawkb.model.finding import Finding, say
from lawkb.model.law import Law, Provision
from lawkb.model.page import Patch, PatchField
from lawkb.parse.apply_patches import patched_provision
from lawkb.unicode_normal_forms import normalized

_WORDS = re.compile(r"\s+|\S+")
_LINE_END = re.compile(r"[ \t]*\n[ \t\n]*")
_UNFIT = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Replacement:
    """New words for a part of a text; an insertion if ``start`` and ``end`` are equal."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class PatchReason:
    """Why a patch is made."""

    reason: str
    origin: str  # where the correct words are from, such as ``lawkb check --fix, rule spacing``
    author: str  # name of the editor
    date: str  # ISO date, ``2018-05-25``


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
    law: Law, place: Provision, field: PatchField, words: tuple[str, str], cause: PatchReason
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

    Returns:
        The words to replace, and their replacement.
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

    Args:
        date: ISO date of the patches.
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


def patch_text(place: PatchedText, edited: str, cause: PatchReason, scheme: Scheme) -> TextPatches:
    """Return the patches that turn a text into its edited form.

    They are tested: applied in order they result in the edited words and inline codes.

    Args:
        edited: Its edited form, with inline codes such as ``[1]`` for a note, as in ``Text.shown``.
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
    told = say("the words or their marks cannot be told apart from others near them")
    return _refused(place, told)


def _supplied(place: PatchedText, edited: str, cause: PatchReason) -> TextPatches:
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

    First one replacement for all words, then one for each text between two inline codes.
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
    """Return whether a patched text has the edited words, with inline codes at the same places."""
    if after is None or after.words != "".join(pieces):
        return False
    at = 0
    wanted = []
    for code, piece in zip(before.codes, pieces, strict=False):
        at += len(piece)
        wanted.append((at, code.name))
    return [(code.at, code.name) for code in after.codes] == wanted
