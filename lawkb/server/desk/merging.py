"""Merge an edited text with one that changed meanwhile (three-way merge), word by word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.history.changes import DiffPiece, word_diff


@dataclass(frozen=True, slots=True)
class Merge:
    """A text that two people changed at once.

    Attributes:
        name: Name of the text in its form.
        base: The text from which both began.
        theirs: The text as somebody else wrote it meanwhile.
        yours: The text of the form.
        merged: Both edits together; None if they touch, so that a person must choose.
    """

    name: str
    base: str
    theirs: str
    yours: str
    merged: str | None

    @property
    def their_change(self) -> tuple[DiffPiece, ...]:
        """Return what somebody else changed."""
        return word_diff(self.base, self.theirs)

    @property
    def your_change(self) -> tuple[DiffPiece, ...]:
        """Return what the form changed."""
        return word_diff(self.base, self.yours)

    @property
    def both_changes(self) -> tuple[DiffPiece, ...]:
        """Return what saving the merged text would change in the present one."""
        return word_diff(self.theirs, self.merged or "")


def merge_text(name: str, base: str, theirs: str, yours: str) -> Merge:
    """Return the merge of an edited text with the present one.

    Edits touch if they overlap, or if only white space is between them.

    Args:
        name: Name of the text in its form.
        base: The text with which the form was opened.
        theirs: The present text.
        yours: The edited text.
    """
    if yours in (base, theirs):
        return Merge(name, base, theirs, yours, theirs)
    if theirs == base:
        return Merge(name, base, theirs, yours, yours)
    ours, others = [*_edits(base, yours)], [*_edits(base, theirs)]
    if any(_touch(base, one, other) for one in ours for other in others):
        return Merge(name, base, theirs, yours, None)
    merged, at = "", 0
    for start, end, new in sorted([*ours, *others]):
        merged += base[at:start] + new
        at = end
    return Merge(name, base, theirs, yours, merged + base[at:])


_Edit = tuple[int, int, str]  # span of the base, and the words that replace it


def _edits(base: str, new: str) -> Iterator[_Edit]:
    at = start = 0
    words = ""
    for piece in word_diff(base, new):
        if piece.kind == "same":
            if words or start < at:
                yield start, at, words
            at += len(piece.text)
            start, words = at, ""
        elif piece.kind == "gone":
            at += len(piece.text)
        else:
            words += piece.text
    if words or start < at:
        yield start, at, words


def _touch(base: str, one: _Edit, other: _Edit) -> bool:
    first, second = sorted((one[:2], other[:2]))
    return not base[first[1] : second[0]].strip()
