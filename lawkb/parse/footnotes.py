"""Footnotes: marks in the text, and the note texts of the page that belong to them.

``τρόπο1))`` has a mark; ``Β4)`` and ``49)`` do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lawkb.model.language import Language
from lawkb.model.passage import Lines, Note
from lawkb.parse.plaintext.blocks import Block
from lawkb.parse.split_by_script import language_of

# Starts at the bracket and looks back: a search for one character is the fastest.
_MARK = re.compile(r"\)(?:(?<=[^\W\d_](\d)\))|(?<=[^\W\d_](\d\d)\)))")
_LABEL_LONGEST = 4


@dataclass(frozen=True, slots=True)
class FootnoteMark:
    """A footnote mark in a text.

    Attributes:
        marker: Its number as printed.
        start: First code point of the mark.
        end: Code point after its bracket.
    """

    marker: str
    start: int
    end: int


def find_marks(text: str, language: Language) -> tuple[FootnoteMark, ...]:
    """Return the footnote marks in a text: a number and a bracket directly after a word.

    After the letter of a label (``Β4)``) they are a reference and a bracket, after a space
    (``49)``) a number and a bracket; both stay text.
    """
    found = []
    for match in _MARK.finditer(text):
        marker = match[1] or match[2]
        start = match.start() - len(marker)
        if not _is_label(_word_before(text, start), language):
            found.append(FootnoteMark(marker, start, match.end()))
    return tuple(found)


def without_marks(text: str, marks: tuple[FootnoteMark, ...]) -> str:
    """Return the text without its marks."""
    if not marks:
        return text
    parts = []
    at = 0
    for mark in marks:
        parts.append(text[at : mark.start])
        at = mark.end
    return "".join([*parts, text[at:]])


def _word_before(text: str, end: int) -> str:
    start = end
    while start > max(0, end - _LABEL_LONGEST - 1) and text[start - 1].isalpha():
        start -= 1
    return text[start:end]


def _is_label(word: str, language: Language) -> bool:
    if len(word) > _LABEL_LONGEST:
        return False
    letter = language.fold(word)
    return letter in language.upper or (len(word) == 1 and letter in language.lower)


@dataclass(frozen=True, slots=True)
class NoteText:
    """The text of a footnote at the end of a page.

    Attributes:
        marker: Its number; None when the page lost it.
        text: Its words on one line; empty when only the number is there.
        language: Tag of the language of the words; None when they have no letters.
        lines: Lines of the page.
        blocks: Its blocks.
    """

    marker: str | None
    text: str
    language: str | None
    lines: Lines
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A footnote mark in the law text.

    Attributes:
        marker: Its number as printed.
        language: Tag of the language of the text around it.
    """

    marker: str
    language: str


def read_note_texts(
    blocks: tuple[Block, ...], tail: tuple[Block, ...], languages: tuple[Language, ...]
) -> tuple[NoteText, ...]:
    """Return the texts of footnotes: numbered ones anywhere, and the lines of the tail.

    Args:
        blocks: All blocks of the page.
        tail: Blocks after the last language; each is a note without its number.
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
    """Match footnote marks with note texts.

    A numbered text belongs to the mark of its number, preferably of its own language. Texts
    without a number belong to the remaining marks in order, if there are as many, on the page or
    in a language.

    Returns:
        Texts by the position of their mark, and the texts without a mark.
    """
    texts = _split_lost_numbers(marks, texts)
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
    used = {block.start for text in matched.values() for block in text.blocks}
    return matched, tuple(text for text in left if text.blocks[0].start not in used)


def note(at: int, marker: str, text: NoteText | None) -> Note:
    """Return the note at an offset; without a text, a note whose text is lost."""
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
    """Yield a text for each of its numbers: the wiki prints equal notes once, ``2) , 5)``."""
    for marker in text.marker.split(" ") if text.marker else (None,):
        yield replace(text, marker=marker)


def _split_lost_numbers(
    marks: tuple[PlacedMark, ...], texts: tuple[NoteText, ...]
) -> tuple[NoteText, ...]:
    """Return the texts in page order, with notes that lost their number split from others.

    An extractor that drops lines of one word drops ``3)`` but not ``2) , 5)``: then the lines
    after the first of a numbered text are notes of their own, if that gives each mark a text.
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
    first = text.blocks[:2]
    return replace(text, text=first[1].text, lines=(first[0].line, first[1].line), blocks=first)


def _by_number(marks: tuple[PlacedMark, ...], texts: tuple[NoteText, ...]) -> dict[int, NoteText]:
    """Return numbered texts by the position of their mark; a text is used once."""
    unused: dict[str, dict[int, NoteText]] = {}
    own: dict[tuple[str, str | None], list[int]] = {}
    for index in range(len(texts) - 1, -1, -1):
        text = texts[index]
        if text.marker is not None:
            unused.setdefault(text.marker, {})[index] = text
            own.setdefault((text.marker, text.language), []).append(index)
    matched: dict[int, NoteText] = {}
    for position, mark in enumerate(marks):
        same = unused.get(mark.marker, {})
        stack = own.get((mark.marker, mark.language), [])
        while stack and stack[-1] not in same:
            stack.pop()
        if stack:
            matched[position] = same.pop(stack.pop())
        elif len(same) == 1:
            matched[position] = same.popitem()[1]
    return matched
