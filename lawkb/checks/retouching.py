"""Patches that make an edited text of a text, its notes, emphasis and links kept in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lawkb.align.codes import split_at_codes
from lawkb.align.texts import Text, texts_of
from lawkb.checks.patching import Cause, fewest_words, new_patch
from lawkb.model.address import Scheme
from lawkb.model.law import Law, Provision
from lawkb.model.patch import Patch
from lawkb.parse.patches import patched_provision

_Words = tuple[str, str]  # old and new


@dataclass(frozen=True, slots=True)
class Retouch:
    """What makes an edited text.

    Attributes:
        patches: To apply in this order; empty when no patch can make it.
        provision: The provision after them.
        why_not: In words, when no patch can make it; else empty.
    """

    patches: tuple[Patch, ...]
    provision: Provision
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands.

    Attributes:
        law: Its law.
        provision: Its provision, as earlier patches left it.
        part: Which of its texts, as in ``Text``.
        gaps: Words of the provision between which others are missing, as ``gaps_at`` gives them.
    """

    law: Law
    provision: Provision
    part: str
    gaps: tuple[str, ...] = ()


def retouch(place: Place, edited: str, cause: Cause, scheme: Scheme) -> Retouch:
    """The patches that make an edited text of the text at a place.

    They are tried before they are given: applied one after the other they give the words, and
    every code where the translator has it.

    Args:
        place: Which text.
        edited: The new text, with codes as ``Text.shown`` has them.
        cause: What the editor says of it.
        scheme: Levels of the code.
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


def _supplied(place: Place, edited: str, cause: Cause) -> Retouch:
    if place.part != "heading":
        return _refused(place, "the page has no such text, and a patch only repairs what stands")
    patch = new_patch(place.law, place.provision, "heading", ("", edited), cause)
    after = patched_provision(place.provision, patch)
    return Retouch((patch,), after) if after else _refused(place, "a patch cannot supply this")


def _refused(place: Place, why: str) -> Retouch:
    return Retouch((), place.provision, why)


def _attempts(
    provision: Provision, text: Text, pieces: tuple[str, ...]
) -> Iterator[tuple[_Words, ...]]:
    """Ways to replace words, the shortest first: all at once, then between codes alone."""
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


def _made(place: Place, text: Text, attempt: tuple[_Words, ...], cause: Cause) -> Retouch | None:
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
    return Retouch(tuple(patches), provision)


def _is(after: Text | None, before: Text, pieces: tuple[str, ...]) -> bool:
    """Whether a patched text has the words, and the codes where they should be."""
    if after is None or after.words != "".join(pieces):
        return False
    at = 0
    wanted = []
    for code, piece in zip(before.codes, pieces, strict=False):
        at += len(piece)
        wanted.append((at, code.name))
    return [(code.at, code.name) for code in after.codes] == wanted
