"""Runs: a text cut at its references and note marks, so that a template can write it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Literal

from lawkb.model.law import Note, Passage, Reference
from lawkb.publish.places import Place

RunKind = Literal["text", "held", "not-held", "ambiguous", "unresolved", "note"]


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a text that is written in one way.

    Attributes:
        kind: Plain text, a note mark, or a reference by its status.
        text: The words, or the marker of the note.
        place: Where it links to; None for text and for what cannot be told.
        names: Address of a reference in the language of the reader, or those of its candidates.
        id: Id of a note mark, to come back to; else empty.
    """

    kind: RunKind
    text: str
    place: Place | None = None
    names: tuple[str, ...] = ()
    id: str = ""


@dataclass(frozen=True, slots=True)
class Linking:
    """How the references and note marks of a text become links.

    Attributes:
        reference: Gives the run of a reference, from the reference and its words.
        note: Gives the run of a note mark, from the note and its number in the row, from 1.
    """

    reference: Callable[[Reference, str], Run]
    note: Callable[[Note, int], Run]


def split_runs(passage: Passage, linking: Linking, first_note: int = 1) -> tuple[Run, ...]:
    """Cut a passage into runs; without the note marks their texts join to the text of the passage.

    A note mark inside a reference is written after it, so that the link stays whole.

    Args:
        passage: The passage.
        linking: What a reference and a note mark become.
        first_note: Number of its first note among those of its row.
    """
    numbers = count(first_note)
    marks: list[tuple[int, int, Note | Reference]] = [
        (_outside(note.at, passage.references), 0, note) for note in passage.notes
    ]
    marks += [(reference.start, 1, reference) for reference in passage.references]
    runs: list[Run] = []
    at = 0
    for position, _, mark in sorted(marks, key=lambda found: found[:2]):
        if position > at:
            runs.append(Run("text", passage.text[at:position]))
            at = position
        if isinstance(mark, Note):
            runs.append(linking.note(mark, next(numbers)))
        elif mark.start >= at:
            runs.append(linking.reference(mark, passage.text[mark.start : mark.end]))
            at = mark.end
    return (*runs, Run("text", passage.text[at:])) if at < len(passage.text) else tuple(runs)


def _outside(at: int, references: tuple[Reference, ...]) -> int:
    return next((r.end for r in references if r.start < at < r.end), at)
