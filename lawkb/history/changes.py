"""Changes between two readings of a code, before and after an edit, by provision and word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from msgspec import Struct

from lawkb.model.address import Address
from lawkb.model.law import Law, Provision

ChangeKind = Literal["added", "removed", "heading", "text", "notes", "marks"]
_PARTS: tuple[ChangeKind, ...] = ("heading", "text", "notes")
TOKEN = re.compile(r"\s+|\w+|[^\w\s]")  # a word, a sign or white space
# Above this many words an exact comparison costs too much: the middle becomes one change.
_MOST_WORDS = 4000


class DiffPiece(Struct, frozen=True):
    """A part of a word diff, white space included."""

    # `same` in both texts, `gone` only in the first, `new` only in the second.
    kind: Literal["same", "gone", "new"]
    text: str  # The words.


class ProvisionChange(Struct, frozen=True):
    """A provision that differs between two readings."""

    edition: str  # Id of the edition.
    language: str  # Tag of the language.
    address: Address  # Address of the provision.
    # `added` and `removed` provisions, or the part that differs; `marks` if only what was inferred,
    # lost, supplied by editors or marked incomplete differs.
    kind: ChangeKind
    diff: tuple[DiffPiece, ...]  # Word diff; empty for `marks`.


def changes_of_law(before: Law | None, after: Law) -> tuple[ProvisionChange, ...]:
    """Return the provisions of a law that differ from an earlier reading.

    ``before`` is None if the law is new; then all of its provisions are added.
    """
    if before is None:
        return tuple(_whole(after, provision, "added") for provision in after.provisions())
    if before.root == after.root:
        return ()
    old = {provision.address: provision for provision in before.provisions()}
    new = {provision.address for provision in after.provisions()}
    found: list[ProvisionChange] = []
    for provision in after.provisions():
        if provision.address in old:
            found.extend(_changes(old[provision.address], provision, after))
        else:
            found.append(_whole(after, provision, "added"))
    gone = (provision for provision in before.provisions() if provision.address not in new)
    found.extend(_whole(before, provision, "removed") for provision in gone)
    return tuple(found)


def removed_law(law: Law) -> tuple[ProvisionChange, ...]:
    """Return the provisions of a law that only the earlier reading has."""
    return tuple(_whole(law, provision, "removed") for provision in law.provisions())


def word_diff(before: str, after: str) -> tuple[DiffPiece, ...]:
    """Return the word diff of two texts.

    Its parts without ``new`` join to the first text, those without ``gone`` to the second. Work is
    bounded: of texts with more than 4000 words only the common beginning and end are compared.
    """
    if not before or not after or before == after:
        return _one_piece(before, after)
    old, new = TOKEN.findall(before), TOKEN.findall(after)
    if max(len(old), len(new)) > _MOST_WORDS:
        return _ends(old, new)
    pieces: list[DiffPiece] = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pieces.append(DiffPiece("same", "".join(old[a:b])))
            continue
        if a < b:
            pieces.append(DiffPiece("gone", "".join(old[a:b])))
        if c < d:
            pieces.append(DiffPiece("new", "".join(new[c:d])))
    return tuple(pieces)


def _one_piece(before: str, after: str) -> tuple[DiffPiece, ...]:
    """Return the diff of equal texts, or of an empty and another text."""
    if before == after:
        return (DiffPiece("same", before),) if before else ()
    return (DiffPiece("gone", before),) if before else (DiffPiece("new", after),)


def common_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return how many words two texts share at their beginning, and how many more at their end."""
    shortest = min(len(old), len(new))
    start = next((i for i in range(shortest) if old[i] != new[i]), shortest)
    left = shortest - start
    return start, next((i for i in range(left) if old[-1 - i] != new[-1 - i]), left)


def _ends(old: list[str], new: list[str]) -> tuple[DiffPiece, ...]:
    start, end = common_ends(old, new)
    parts = (
        DiffPiece("same", "".join(old[:start])),
        DiffPiece("gone", "".join(old[start : len(old) - end])),
        DiffPiece("new", "".join(new[start : len(new) - end])),
        DiffPiece("same", "".join(new[len(new) - end :])),
    )
    return tuple(piece for piece in parts if piece.text)


def _whole(law: Law, provision: Provision, kind: Literal["added", "removed"]) -> ProvisionChange:
    """Return a provision of only one reading as a change."""
    heading, text = _heading(provision), provision.text
    words = f"{heading}\n{text}" if heading and text else heading or text
    diff = word_diff("", words) if kind == "added" else word_diff(words, "")
    return ProvisionChange(law.edition, law.language, provision.address, kind, diff)


def _changes(old: Provision, new: Provision, law: Law) -> Iterator[ProvisionChange]:
    for kind, before, after in zip(_PARTS, _parts(old), _parts(new), strict=True):
        if before != after:
            diff = word_diff(before, after)
            yield ProvisionChange(law.edition, law.language, new.address, kind, diff)
    if _marks(old) != _marks(new):
        yield ProvisionChange(law.edition, law.language, new.address, "marks", ())


def _parts(provision: Provision) -> tuple[str, str, str]:
    """Return the heading, the text and the notes of a provision, without the provisions inside."""
    notes = "\n".join(f"{note.marker}) {note.text}" for note in provision.notes)
    return _heading(provision), provision.text, notes


def _heading(provision: Provision) -> str:
    return provision.heading.text if provision.heading else ""


def _marks(provision: Provision) -> tuple[object, ...]:
    marks = provision.inferred, provision.lost, provision.editorial, provision.complete
    return *marks, provision.repealed
