"""The notes of a page: their texts found again for the marks in the law."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.language import Language
from lawkb.model.law import Lines, Note
from lawkb.parse.halves import language_of
from lawkb.parse.text import Block


@dataclass(frozen=True, slots=True)
class NoteText:
    """The text of a note as the foot of a page holds it.

    Attributes:
        marker: Its number; None when the page lost it.
        text: Its words on one line; empty when only the number is there.
        language: Tag of the language of the words, or None when no letter tells.
        lines: Lines of the page.
        blocks: The blocks it is made of.
    """

    marker: str | None
    text: str
    language: str | None
    lines: Lines
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A note mark in the law text.

    Attributes:
        marker: Its number as printed.
        language: Tag of the language of the text it stands in.
    """

    marker: str
    language: str


def read_note_texts(
    blocks: tuple[Block, ...], tail: tuple[Block, ...], languages: tuple[Language, ...]
) -> tuple[NoteText, ...]:
    """The texts of notes: numbered ones wherever they stand, and the lines of the tail.

    Args:
        blocks: All blocks of the page.
        tail: Blocks behind the last half; each is a note without its number.
        languages: Languages of the page.
    """
    found: list[tuple[str | None, list[Block]]] = []
    for block in blocks:
        if block.kind == "note-mark":
            found.append((block.fields["marker"], [block]))
        elif block.kind == "note" and found:
            found[-1][1].append(block)
    found.extend((None, [block]) for block in tail)
    return tuple(_note_text(marker, tuple(parts), languages) for marker, parts in found)


def match_notes(
    marks: tuple[PlacedMark, ...], texts: tuple[NoteText, ...]
) -> tuple[dict[int, NoteText], tuple[NoteText, ...]]:
    """Give every mark its text.

    A numbered text belongs to the mark of its number, the one of its own language first. Texts
    without a number belong to the marks of their language in order, if there are as many.

    Returns:
        Texts by the position of their mark, and the texts no mark was found for.
    """
    matched: dict[int, NoteText] = {}
    left = list(texts)
    for index, mark in enumerate(marks):
        text = _numbered(mark, left)
        if text:
            matched[index] = text
            left.remove(text)
    for tag in dict.fromkeys(mark.language for mark in marks):
        open_marks = [
            i for i, mark in enumerate(marks) if mark.language == tag and i not in matched
        ]
        loose = [text for text in left if text.marker is None and text.language == tag]
        if len(open_marks) == len(loose):
            matched.update(zip(open_marks, loose, strict=True))
            left = [text for text in left if text not in loose]
    return matched, tuple(left)


def note(at: int, marker: str, text: NoteText | None) -> Note:
    """The note at a place, from its text; without one, a note whose text is lost."""
    if text is None or not text.text:
        return Note(at, marker, "", lost=("text",), lines=text.lines if text else None)
    inferred = () if text.marker else ("marker",)
    return Note(at, marker, text.text, inferred=inferred, lines=text.lines)


def _note_text(
    marker: str | None, blocks: tuple[Block, ...], languages: tuple[Language, ...]
) -> NoteText:
    words = " ".join(block.text for block in blocks if block.kind != "note-mark")
    language = language_of(words, languages)
    lines = (blocks[0].line, blocks[-1].line)
    return NoteText(marker, words, language.code if language else None, lines, blocks)


def _numbered(mark: PlacedMark, texts: list[NoteText]) -> NoteText | None:
    same = [text for text in texts if text.marker == mark.marker]
    own = [text for text in same if text.language == mark.language]
    if own:
        return own[0]
    return same[0] if len(same) == 1 else None
