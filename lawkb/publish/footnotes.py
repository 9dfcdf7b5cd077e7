"""Footnotes: the marks in a text, the notes under it, and the ids that join them."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.passage import Note, Passage
from lawkb.publish.places import Place
from lawkb.publish.runs import Linking, Run, split_runs


@dataclass(frozen=True, slots=True)
class NoteView:
    """A footnote under its text.

    Attributes:
        id: Its id on the page.
        back: Place of its mark in the text.
        marker: Its number as printed.
        runs: Its text; empty when the source lost it.
        inferred: Whether its number was rebuilt from the order.
    """

    id: str
    back: Place
    marker: str
    runs: tuple[Run, ...]
    inferred: bool


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The footnotes of one text of a page.

    Attributes:
        path: Path of the page.
        text: What tells the text from the others of the page; part of the ids.
    """

    path: str
    text: str

    def mark(self, note: Note, number: int) -> Run:
        """The mark of a note, from its number in the text."""
        return Run("note", note.marker, Place(self.path, self._note(number)), id=self._mark(number))

    def view(self, linking: Linking, note: Note, number: int) -> NoteView:
        """The note itself."""
        text = Passage(note.text, (), note.references) if note.text else None
        return NoteView(
            id=self._note(number),
            back=Place(self.path, self._mark(number)),
            marker=note.marker,
            runs=split_runs(text, linking) if text else (),
            inferred="marker" in note.inferred,
        )

    def _note(self, number: int) -> str:
        return f"note-{self.text}-{number}"

    def _mark(self, number: int) -> str:
        return f"mark-{self.text}-{number}"
