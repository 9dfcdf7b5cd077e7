"""The notes of a page: their texts found again for the marks in the law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lawkb.model.language import Language
from lawkb.model.passage import Lines, Note
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
    texts = (_note_text(marker, tuple(parts), languages) for marker, parts in found)
    return tuple(text for merged in texts for text in _each_number(merged))


def match_notes(
    marks: tuple[PlacedMark, ...], texts: tuple[NoteText, ...]
) -> tuple[dict[int, NoteText], tuple[NoteText, ...]]:
    """Give every mark its text.

    A numbered text belongs to the mark of its number, the one of its own language first. Texts
    without a number belong to the marks left over in order, if there are as many, on the page
    or in a language.

    Returns:
        Texts by the position of their mark, and the texts no mark was found for.
    """
    texts = _parted(marks, texts)
    matched = _by_number(marks, texts)
    claimed = {id(text) for text in matched.values()}
    left = [text for text in texts if id(text) not in claimed]
    for tag in (None, *dict.fromkeys(mark.language for mark in marks)):
        open_marks = [
            i
            for i, mark in enumerate(marks)
            if i not in matched and (tag is None or mark.language == tag)
        ]
        loose = [t for t in left if t.marker is None and (tag is None or t.language == tag)]
        if loose and len(open_marks) == len(loose):
            matched.update(zip(open_marks, loose, strict=True))
            given = {id(text) for text in loose}
            left = [text for text in left if id(text) not in given]
    held = {block.start for text in matched.values() for block in text.blocks}
    return matched, tuple(text for text in left if text.blocks[0].start not in held)


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


def _each_number(text: NoteText) -> Iterator[NoteText]:
    """A text for each of its numbers: the wiki prints notes of the same words once, ``2) , 5)``."""
    for marker in text.marker.split(" ") if text.marker else (None,):
        yield replace(text, marker=marker)


def _parted(marks: tuple[PlacedMark, ...], texts: tuple[NoteText, ...]) -> tuple[NoteText, ...]:
    """The texts in page order, those that lost their number parted from the one they follow.

    An extractor that drops lines of one word drops ``3)`` but not ``2) , 5)``: then the lines
    behind the first of a numbered text are notes of their own, if that gives a text for every mark.
    """
    numbers = {text.marker for text in texts if text.marker}
    missing = sum(mark.marker not in numbers for mark in marks)
    bodies = {text.blocks[0].start: text.blocks[2:] for text in texts if text.marker}
    loose = sum(text.marker is None for text in texts)
    if not missing or missing != loose + sum(map(len, bodies.values())):
        return tuple(sorted(texts, key=lambda text: text.lines))
    parted = [_first_line(text) for text in texts]
    for body in bodies.values():
        parted.extend(
            NoteText(None, block.text, None, (block.line, block.line), (block,)) for block in body
        )
    return tuple(sorted(parted, key=lambda text: text.lines))


def _first_line(text: NoteText) -> NoteText:
    if text.marker is None or len(text.blocks) < 3:  # its number, its first line
        return text
    kept = text.blocks[:2]
    return replace(text, text=kept[1].text, lines=(kept[0].line, kept[1].line), blocks=kept)


def _by_number(marks: tuple[PlacedMark, ...], texts: tuple[NoteText, ...]) -> dict[int, NoteText]:
    """Numbered texts by the position of their mark; a text serves one mark."""
    waiting: dict[str, dict[int, NoteText]] = {}
    own: dict[tuple[str, str | None], list[int]] = {}
    for index in range(len(texts) - 1, -1, -1):
        text = texts[index]
        if text.marker is not None:
            waiting.setdefault(text.marker, {})[index] = text
            own.setdefault((text.marker, text.language), []).append(index)
    matched: dict[int, NoteText] = {}
    for position, mark in enumerate(marks):
        same = waiting.get(mark.marker, {})
        stack = own.get((mark.marker, mark.language), [])
        while stack and stack[-1] not in same:
            stack.pop()
        if stack:
            matched[position] = same.pop(stack.pop())
        elif len(same) == 1:
            matched[position] = same.popitem()[1]
    return matched
