"""Apply an editor's patches (corrections) to a parsed law."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from lawkb.model.address import Address
from lawkb.model.law import Law, Loss, Provision
from lawkb.model.page import Patch
from lawkb.model.passage import Link, Mark, Note, Passage, Span, Table

_Item = Passage | Table | Provision
_Annotation = TypeVar("_Annotation", Mark, Link)


def apply_patches(law: Law, patches: tuple[Patch, ...]) -> tuple[Law, tuple[Loss, ...]]:
    """Return a law with the patches of its page and language applied, and the patches that failed.

    A patch is an editor's correction. Patches are applied in order; the parts that a patch supplied
    are listed in ``Provision.editorial``. A patch whose old words are not in the provision is not
    applied, but reported as a loss of kind ``stale-patch``. A ``complete`` patch marks a provision
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
            message = f"{patch.path}: not applied: the words to replace are not in this provision"
            losses.append(Loss("stale-patch", message, patch.address, patch.language))
        else:
            law = with_provision(law, changed)
            applied.append(patch)
    return law, tuple(losses)


def with_provision(law: Law, provision: Provision) -> Law:
    """Return a law in which a provision replaces the one at its address."""
    return replace(law, root=_swapped(law.root, provision.address, provision))


def is_of(patch: Patch, law: Law, provision: Provision) -> bool:
    """Whether a patch is for this provision, on the page and in the language of the law."""
    place = (patch.page, patch.language, patch.address)
    return place == (law.origin.page, law.language, provision.address)


def gaps_at(patches: Iterable[Patch], law: Law, provision: Provision) -> tuple[str, ...]:
    """Return the words that the ``complete`` patches of a provision quote where text is missing.

    Args:
        patches: Any patches; those of other provisions are ignored.
        law: The law that contains the provision.
        provision: The provision.
    """
    found = (each for each in patches if each.field == "complete" and is_of(each, law, provision))
    return tuple(each.old for each in found)


def patched_provision(
    target: Provision, patch: Patch, gaps: tuple[str, ...] = ()
) -> Provision | None:
    """Return a provision with a patch applied; None when the old words are not in the provision.

    Args:
        target: The provision.
        patch: The patch, an editor's correction.
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
    if edited and gaps and _adds_words(patch) and not any(gap in edited.text for gap in gaps):
        left = tuple(what for what in edited.editorial if what != "complete")
        return replace(edited, complete=True, editorial=left)
    return edited


def _adds_words(patch: Patch) -> bool:
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

    def changed(passage: Passage) -> Passage:
        notes = (replace(n, text=n.text.replace(patch.old, patch.new)) for n in passage.notes)
        return replace(passage, notes=tuple(notes)) if passage.notes else passage

    heading = target.heading and changed(target.heading)
    body = tuple(_with_passages(item, changed) for item in target.body)
    return _edited(replace(target, heading=heading, body=body), patch)


def _with_words(target: Provision, patch: Patch) -> Provision | None:
    """Replace words that occur exactly once in the text of a provision, table cells included."""
    hits = [passage for passage in target.passages if patch.old in passage.text]
    if len(hits) != 1 or hits[0].text.count(patch.old) != 1:
        return None
    new = _with_replacement(hits[0], patch)
    if new is None:
        return None
    body = (
        _with_passages(item, lambda one: new if one is hits[0] else one) for item in target.body
    )
    return _edited(replace(target, body=tuple(body)), patch)


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

    def moved(note: Note) -> Note:
        if note.at <= start:
            return note
        return replace(note, at=note.at + grown if note.at >= end else start + len(patch.new))

    text = passage.text[:start] + patch.new + passage.text[end:]
    if not text.strip():
        return None
    return replace(
        passage,
        text=text,
        notes=tuple(moved(note) for note in passage.notes),
        marks=_moved(passage.marks, (start, end), len(patch.new)),
        links=_moved(passage.links, (start, end), len(patch.new)),
    )


def _moved(annotations: tuple[_Annotation, ...], old: Span, size: int) -> tuple[_Annotation, ...]:
    """Return emphasis or links after the words at ``old`` were replaced by ``size`` code points.

    A span that covers all these words then covers the new words; of other spans, the part outside
    the replaced words remains.
    """
    grown = size - (old[1] - old[0])
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


def _swapped(root: Provision, address: Address, new: Provision) -> Provision:
    if root.address == address:
        return new
    body = tuple(
        _swapped(item, address, new)
        if isinstance(item, Provision) and item.address.holds(address)
        else item
        for item in root.body
    )
    return replace(root, body=body)
