"""Apply an editor's patches (corrections) to a parsed law."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from typing import TypeVar

from msgspec.structs import replace

from lawkb.model.address import Scheme
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.page import Patch, PatchField
from lawkb.model.passage import Link, Mark, Note, Passage, Span, Table

_Item = Passage | Table | Provision
_Annotation = TypeVar("_Annotation", Mark, Link)


def with_present_addresses(
    patches: tuple[Patch, ...], law: Law, scheme: Scheme
) -> tuple[Patch, ...]:
    """Return patches of a law, those of a corpus of before at the addresses that it has now."""
    now = {scheme.before_two_letters(each.address): each.address for each in law.provisions()}
    now.pop(None, None)
    return tuple(
        replace(each, address=now[each.address])
        if each.address in now and not law.find(each.address)
        else each
        for each in patches
    )


def apply_patches(law: Law, patches: tuple[Patch, ...]) -> tuple[Law, tuple[Loss, ...]]:
    """Return a law with the patches of its page and language applied, and the patches that failed.

    A patch is an editor's correction. Patches are applied in order; the parts that a patch supplied
    are listed in ``Provision.editorial``. A patch whose old words are not in the provision is not
    applied, but reported as a loss of kind ``stale-patch``; of kind ``partial-patch`` if a part of
    its new words is there, with both texts. A ``complete`` patch marks a provision
    as incomplete; the provision stays incomplete until a later ``text`` patch adds words and none
    of the words quoted by ``complete`` patches is still there unchanged.
    """
    losses = []
    applied: list[Patch] = []
    for patch in patches:
        if patch.page != law.origin.page or patch.language != law.language:
            continue
        target = law.find(patch.address)
        gaps = gaps_at(applied, law, target) if target else ()
        changed = patched_provision(target, patch, gaps) if target else None
        if changed is None:
            losses.append(_unapplied(patch, target))
        else:
            law = with_provision(law, changed)
            applied.append(patch)
    return law, tuple(losses)


UNAPPLIED = frozenset({"stale-patch", "partial-patch"})  # kinds of losses
_LEAST_RUN = 3  # words that are a part of a correction, and not there by chance
_LONGEST_QUOTED = 400  # code points of a text in a message


def _unapplied(patch: Patch, target: Provision | None) -> Loss:
    """Return the loss for a patch that could not be applied."""
    text = field_text(target, patch.field) if target else ""
    if target and patch.field != "complete" and _has_part(patch, text):
        there, wanted = (words[:_LONGEST_QUOTED] for words in (text, patch.new))
        message = f"{patch.path}: the page has only a part of it: «{there}», not «{wanted}»"
        return Loss("partial-patch", message, patch.address, patch.language)
    message = f"{patch.path}: not applied: the words to replace are not in this provision"
    return Loss("stale-patch", message, patch.address, patch.language)


def _has_part(patch: Patch, text: str) -> bool:
    """Whether a text has some of the words that a patch adds; a heading, whether it is another."""
    if patch.field == "heading":
        return bool(text)
    there = " ".join(["", *re.findall(r"\w+", text), ""])
    old, new = re.findall(r"\w+", patch.old), re.findall(r"\w+", patch.new)
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    added = [new[start:end] for kind, _, _, start, end in opcodes if kind in ("insert", "replace")]
    runs = (
        words[at : at + _LEAST_RUN]
        for words in added
        for at in range(max(1, len(words) - _LEAST_RUN + 1))
    )
    return any(" ".join(["", *run, ""]) in there for run in runs if run)


def field_text(provision: Provision, field: PatchField) -> str:
    """Return the text of a provision that a patch of a field is about."""
    if field == "heading":
        return provision.heading.text if provision.heading else ""
    if field == "note":
        return "\n".join(note.text for note in provision.notes)
    return provision.text


def with_provision(law: Law, provision: Provision) -> Law:
    """Return a law in which a provision replaces the one at its address."""
    return replace(law, root=law.root.with_provision(provision))


def is_of(patch: Patch, law: Law, provision: Provision) -> bool:
    """Whether a patch is for this provision, on the page and in the language of the law."""
    place = (patch.page, patch.language, patch.address)
    return place == (law.origin.page, law.language, provision.address)


def gaps_at(patches: Iterable[Patch], law: Law, provision: Provision) -> tuple[str, ...]:
    """Return the words that the ``complete`` patches of a provision quote where text is missing.

    Args:
        patches: Any patches; those of other provisions are ignored.
    """
    found = (each for each in patches if each.field == "complete" and is_of(each, law, provision))
    return tuple(each.old for each in found)


def patched_provision(
    target: Provision, patch: Patch, gaps: tuple[str, ...] = ()
) -> Provision | None:
    """Return a provision with a patch applied; None when the old words are not in the provision.

    Args:
        gaps: Words where text is missing, from ``gaps_at``.
    """
    if patch.field == "heading":
        return _with_heading(target, patch)
    if patch.field == "complete":
        found = any(patch.old in passage.text for passage in target.passages)
        return _edited(replace(target, complete=False), patch) if found else None
    if patch.field == "note":
        return _with_note(target, patch)
    edited = _with_words(target, patch)
    if edited and gaps and adds_words(patch) and not any(gap in edited.text for gap in gaps):
        left = tuple(what for what in edited.editorial if what != "complete")
        return replace(edited, complete=True, editorial=left)
    return edited


def adds_words(patch: Patch) -> bool:
    """Whether a patch adds words; splitting a word in two adds none."""
    old, new = re.findall(r"\w+", patch.old), re.findall(r"\w+", patch.new)
    return len(new) > len(old) and len("".join(new)) > len("".join(old))


def _with_heading(target: Provision, patch: Patch) -> Provision | None:
    if (target.heading.text if target.heading else "") != patch.old:
        return None
    heading = _with_replacement(target.heading, patch) if target.heading else Passage(patch.new)
    return _edited(replace(target, heading=heading), patch) if heading else None


def _with_note(target: Provision, patch: Patch) -> Provision | None:
    """Replace words that occur exactly once in the footnotes of a provision."""
    if sum(note.text.count(patch.old) for note in target.notes) != 1:
        return None
    if any(_has_new_words(patch, note.text) for note in target.notes):
        return None

    def changed(passage: Passage) -> Passage:
        notes = (replace(n, text=n.text.replace(patch.old, patch.new)) for n in passage.notes)
        return replace(passage, notes=tuple(notes)) if passage.notes else passage

    heading = target.heading and changed(target.heading)
    body = tuple(_with_passages(item, changed) for item in target.body)
    return _edited(replace(target, heading=heading, body=body), patch)


def _with_words(target: Provision, patch: Patch) -> Provision | None:
    """Replace words that occur exactly once in the text of a provision, table cells included."""
    hits = [passage for passage in target.passages if patch.old in passage.text]
    if len(hits) != 1 or hits[0].text.count(patch.old) != 1 or _has_new_words(patch, hits[0].text):
        return None
    new = _with_replacement(hits[0], patch)
    if new is None:
        return None
    body = (
        _with_passages(item, lambda one: new if one is hits[0] else one) for item in target.body
    )
    return _edited(replace(target, body=tuple(body)), patch)


def _has_new_words(patch: Patch, text: str) -> bool:
    """Whether a text has the new words of a patch already around its old words.

    Applying the patch would double words: the page was corrected, and the patch not yet retired.
    """
    return patch.old in patch.new and patch.new in text


def _with_passages(item: _Item, change: Callable[[Passage], Passage]) -> _Item:
    """Return the item with its passages changed, also those of table cells."""
    if isinstance(item, Passage):
        return change(item)
    if isinstance(item, Provision):
        return item
    rows = (
        tuple(replace(cell, passage=cell.passage and change(cell.passage)) for cell in row)
        for row in item.rows
    )
    return replace(item, rows=tuple(rows))


def _with_replacement(passage: Passage, patch: Patch) -> Passage | None:
    """Return the passage with words replaced and annotations moved; None if it becomes empty."""
    start = passage.text.index(patch.old)
    end = start + len(patch.old)
    grown = len(patch.new) - len(patch.old)
    changed = _changed_span(patch, start)

    def moved(note: Note) -> Note:
        if note.at <= start or note.at < changed[0]:
            return note
        after = note.at >= end or note.at > changed[1]
        return replace(note, at=note.at + grown if after else start + len(patch.new))

    text = passage.text[:start] + patch.new + passage.text[end:]
    if not text.strip():
        return None
    return replace(
        passage,
        text=text,
        notes=tuple(moved(note) for note in passage.notes),
        marks=_moved(passage.marks, changed, grown),
        links=_moved(passage.links, changed, grown),
    )


def _changed_span(patch: Patch, start: int) -> Span:
    """Return the span of the old words without what the new words keep at both ends.

    Args:
        start: Offset of the old words.
    """
    old, new = (re.findall(r"\s+|\w+|[^\w\s]", words) for words in (patch.old, patch.new))
    same = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    first = same[0][2] if same and same[0][0] == "equal" else 0
    last = same[-1][1] if len(same) > 1 and same[-1][0] == "equal" else len(old)
    return start + len("".join(old[:first])), start + len("".join(old[:last]))


def _moved(annotations: tuple[_Annotation, ...], old: Span, grown: int) -> tuple[_Annotation, ...]:
    """Return emphasis or links after the words at ``old`` became longer by ``grown`` code points.

    A span that covers all these words then covers the new words; of other spans, the part outside
    the replaced words remains.
    """
    found = []
    for each in annotations:
        start = each.start
        if start > old[0]:
            start = max(start, old[1]) + grown
        end = each.end + grown if each.end >= old[1] else min(each.end, old[0])
        if start < end:
            found.append(replace(each, start=start, end=end))
    return tuple(found)


def _edited(provision: Provision, patch: Patch) -> Provision:
    what = "text" if patch.field == "note" else patch.field  # a note is part of the text
    origins = [provision.editorial_origin, patch.origin]
    return replace(
        provision,
        editorial=tuple(dict.fromkeys([*provision.editorial, what])),
        editorial_origin="; ".join(dict.fromkeys(origin for origin in origins if origin)),
    )
