"""Notes that a text has as lines of its own: ``Federation.[1]``, and below ``[1] The list …``.

A line is a note if its mark is behind a word above it. Square brackets at the end of a page are
notes in any case: one without a mark is nowhere in the law, and lost with a word. Lines in round
brackets and raised numbers are also labels of paragraphs: they are notes only if every one of them
has its mark.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from msgspec.structs import replace

from lawkb.model.label import plain
from lawkb.model.language import language_codes, read_language
from lawkb.model.law import Loss
from lawkb.model.passage import Note, Passage
from lawkb.parse.document import Block, Document, FootnoteMark, LineKind, TextBlock, all_words
from lawkb.unicode_characters import AS_DIGITS, RAISED_DIGITS

_Form = Literal["[]", "()", ")", "^", "*", "F1"]

_NUMBER = r"\d{1,3}|\*{1,3}|[a-z]"
_LABELS: dict[_Form, re.Pattern[str]] = {
    "[]": re.compile(rf"\[({_NUMBER})\]:?\s*(?=\S)"),
    "()": re.compile(r"\((\d{1,3}|\*{1,3})\)\s*(?=\S)"),
    ")": re.compile(r"(\d{1,2})\)\s+(?=\S)"),
    "^": re.compile(rf"([{RAISED_DIGITS}]{{1,3}})\s*(?=\S)"),
    "*": re.compile(r"(\*{1,4}|[†‡]{1,3})\)?\s*(?=[^\s*†‡])"),
    # ``F1 S. 5A inserted …``, as consolidated acts of the United Kingdom count their amendments.
    "F1": re.compile(r"([A-Z]\d{1,3})\s+(?=[^\W\d_])"),
}
_BEHIND = r"(?<=[^\W\d_]|[.,;:·!?…»”’\"')\]])"
_MARKS: dict[_Form, re.Pattern[str]] = {
    "[]": re.compile(rf"(?<=\S)\s?\[({_NUMBER})\]"),
    "()": re.compile(
        rf"(?:{_BEHIND}|(?<=[.;!?»”])\s(?=\([^()]+\)\s*$))\((\d{{1,3}}|\*{{1,3}})\)(?!\w)"
    ),
    ")": re.compile(r"(?<=[.,;:·!?»”])(\d{1,2})\)(?!\w)"),
    "^": re.compile(rf"{_BEHIND}([{RAISED_DIGITS}]{{1,3}})"),
    "*": re.compile(rf"{_BEHIND}(\*{{1,4}}|[†‡]{{1,3}})(?![*†‡\w])"),
    "F1": re.compile(r"(?:^|(?<=[\s\[]))([A-Z]\d{1,3})(?:\s+(?=[\d.\[(])|(?=[\[(]))"),  # F1 5A
}
# «Art. 9³»: behind the number of a law.
_TITLE_MARK = re.compile(
    rf"(?:[^\W\d_]{{1,12}}\.?|§)\s?\d{{1,4}}([{RAISED_DIGITS}]{{1,3}})(?=\s|$)"
)
_BRACKETED: Set[_Form] = {"()", ")"}  # which paragraphs have, too
_PUNCTUATION = ".,;:·!?»”"
_ENDED = re.compile(r"(?:[^\W_]{4,}\.|[^\w\s]\.|[;:!?»”)])$")  # not an abbreviation, «του ν.»
_WRAPPED = 50  # characters of a line that a program may have ended
# ``Federation (1).``: a note, or the end of a citation.
_APART = re.compile(r"(?P<word>[^\W\d_]+\.?)\s\((?P<n>\d{1,3})\)(?!\w)")
_RAISED_WORDS = re.compile(r"\d{1,3}|\*{1,3}")
_ABOVE = re.compile(r"[-_=*—–\s]{3,80}")  # a rule above the notes
_LONGEST_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page as far as notes are looked for in it."""

    passages: tuple[Passage, ...]  # Its words; of a table those of its cells.
    touches: bool = False  # Whether the next line follows without a blank line.
    line: int = 1  # Number of the line in the source.

    @property
    def text(self) -> str:
        """Return the words of the line."""
        return self.passages[0].text if self.passages else ""


@dataclass(slots=True)
class PlainNotes:
    """The notes of a page: where their marks are, and which lines they are."""

    # Marks by line, then by passage, each with the words of its note.
    marks: dict[int, dict[int, list[FootnoteMark]]] = field(default_factory=dict)
    # Lines of notes; with the offset at which the words of a note begin.
    lines: dict[int, int] = field(default_factory=dict)
    unplaced: set[int] = field(default_factory=set)  # Lines of notes whose mark is nowhere.
    losses: list[Loss] = field(default_factory=list)  # What is said of these.


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line that begins as a note does, with the lines that continue it."""

    at: int  # index of the line
    form: _Form
    marker: str
    begin: int  # offset of the words behind the mark
    last: int  # index of the last line


def find_plain_notes(lines: Sequence[Line]) -> PlainNotes:
    """Return the notes that a page has as lines of its own."""
    found = PlainNotes()
    entries = {entry.at: entry for at in range(len(lines)) if (entry := _entry(lines, at))}
    others = Counter(entry.form for entry in entries.values())
    unmarked = _unmarked(lines, entries)
    marks: dict[_Form, _Marks] = {}
    seen = 0
    for run in _runs(entries):
        form = run[0].form
        for at in range(seen, run[0].at):
            first = entries[at].begin if at in entries else 0
            _add_marks(marks, at, lines[at], first)
        seen = run[0].at
        others[form] -= len(run)
        ends = run[-1].last == len(lines) - 1
        ends |= form in _BRACKETED and form not in unmarked
        if _are_notes(run, marks.get(form, {}), lines, bool(others[form]), ends):
            _take(found, run, marks.get(form, {}), lines)
            marks.pop(form, None)  # the next notes of this form count from 1 again
            seen = run[-1].last + 1
        else:
            alone = [entry.marker for entry in run] == ["1"]  # no list of paragraphs
            if ends and form == "()" and (alone or not others[form]):
                found.losses += _told(run, lines)
            others[form] += len(run)
    return found


def _unmarked(lines: Sequence[Line], entries: Mapping[int, _Entry]) -> set[_Form]:
    """Return the forms in brackets of which a line has no mark on the whole page."""
    bracketed = [entry for entry in entries.values() if entry.form in _BRACKETED]
    marks: dict[_Form, _Marks] = {}
    for at, line in enumerate(lines if bracketed else ()):
        _add_marks(marks, at, line, entries[at].begin if at in entries else 0)
    return {each.form for each in bracketed if each.marker not in marks.get(each.form, {})}


def _told(run: list[_Entry], lines: Sequence[Line]) -> Iterator[Loss]:
    """Yield a loss where the last lines of a page may be its notes or paragraphs of its last law.

    Each has a number in brackets above it that is no citation of a provision.
    """
    words = [words.text for line in lines[: run[0].at] for words in line.passages]
    marked = {
        match["n"]
        for text in words
        for match in _APART.finditer(text)
        if plain(match["word"].rstrip(".")) not in _citing_words()
    }
    if marked.issuperset(entry.marker for entry in run):
        first = lines[run[0].at]
        what = f"«{first.text[:_LONGEST_QUOTED]}» may be a note of «({run[0].marker})» above"
        message = f"{what}: {len(run)} lines at the end of the page are read as text of a law"
        yield Loss("note", message, line=first.line)


def _runs(entries: dict[int, _Entry]) -> Iterator[list[_Entry]]:
    """Yield the notes that follow each other, all of one form."""
    run: list[_Entry] = []
    for entry in entries.values():
        if run and not (entry.at == run[-1].last + 1 and entry.form == run[-1].form):
            yield run
            run = []
        run.append(entry)
    if run:
        yield run


def _entry(lines: Sequence[Line], at: int) -> _Entry | None:
    """Return the note that a line may be; None for another line."""
    line = lines[at]
    if len(line.passages) != 1 or line.passages[0].notes:
        return None
    for form, label in _LABELS.items():
        if match := label.match(line.text):
            marker = match[1].translate(AS_DIGITS)
            return _Entry(at, form, marker, match.end(), _last(lines, at))
    for mark in line.passages[0].marks:
        words = line.text[mark.start : mark.end].strip()
        if mark.kind == "sup" and not mark.start and _RAISED_WORDS.fullmatch(words):
            return _Entry(at, "^", words, mark.end, _last(lines, at))
    return None


def _last(lines: Sequence[Line], at: int) -> int:
    """Return the last of the lines that continue a note: right below it, within a sentence."""
    while at + 1 < len(lines) and lines[at].touches:
        after = lines[at + 1].text
        wrapped = len(lines[at].text) >= _WRAPPED
        open_end = wrapped and not _ENDED.search(lines[at].text)
        begins = any(label.match(after) for label in _LABELS.values())
        if begins or not (after[:1].islower() or open_end):
            break
        at += 1
    return at


_Marks = dict[str, list[tuple[int, int, int, int]]]
"""Places of marks by their number: line, passage, start, end."""


def _add_marks(marks: dict[_Form, _Marks], at: int, line: Line, first: int) -> None:
    """Add the marks of a line, from an offset on, by form and number."""
    for form in _LABELS:
        for number, words in enumerate(line.passages):
            for marker, start, stop in _marks_in(words, form):
                if start >= first:
                    place = (at, number, start, stop)
                    marks.setdefault(form, {}).setdefault(marker, []).append(place)


def _marks_in(words: Passage, form: _Form) -> Iterator[tuple[str, int, int]]:
    for match in _MARKS[form].finditer(words.text):
        yield match[1].translate(AS_DIGITS), match.start(), match.end()
    if form == "^" and (raised := _TITLE_MARK.match(words.text)):
        yield raised[1].translate(AS_DIGITS), *raised.span(1)
    for mark in words.marks if form == "^" else ():
        shown = words.text[mark.start : mark.end]
        behind = words.text[mark.start - 1 : mark.start]
        follows = mark.start > 0 and not behind.isspace() and not behind.isdigit()
        if mark.kind == "sup" and follows and _RAISED_WORDS.fullmatch(shown.strip()):
            yield shown.strip(), mark.start, mark.end


def _are_notes(
    run: list[_Entry], marks: _Marks, lines: Sequence[Line], others: bool, ends: bool
) -> bool:
    """Whether lines that begin alike are notes, by their marks above them.

    Args:
        run: The lines.
        marks: The marks above them, of their form.
        lines: All lines of the page.
        others: Whether other lines begin with labels of this form.
        ends: Whether the page ends with them, or all lines with such brackets have marks.
    """
    form = run[0].form
    placed = sum(entry.marker in marks for entry in run)
    if len({entry.marker for entry in run}) < len(run):
        return False
    if form == "[]":
        return placed > 0 or (ends and not others)
    if not placed or placed < len(run):
        return False
    if form == "^" and others:  # paragraphs have such numbers
        places = [place for entry in run for place in marks[entry.marker]]
        once = len(places) == len(run) > 1 and places == sorted(places)
        return ends and once and run[0].marker == "1"
    if form in _BRACKETED and others:  # paragraphs have such labels, and their words name them
        return ends and all(_is_behind_end(marks[entry.marker], lines) for entry in run)
    return True


def _is_behind_end(places: list[tuple[int, int, int, int]], lines: Sequence[Line]) -> bool:
    """Whether a mark is behind the end of a sentence, where no label of a provision is."""
    before = (lines[at].passages[number].text[start - 1] for at, number, start, _ in places)
    return all(char in _PUNCTUATION for char in before)


def _take(found: PlainNotes, run: list[_Entry], marks: _Marks, lines: Sequence[Line]) -> None:
    for entry in run:
        words = [line.text for line in lines[entry.at : entry.last + 1]]
        text = " ".join((words[0][entry.begin :], *words[1:])).strip()
        own = dict.fromkeys(range(entry.at, entry.last + 1), 0)
        found.lines.update(own | {entry.at: entry.begin})
        for at, number, start, end in marks.get(entry.marker, ()):
            mark = FootnoteMark(entry.marker, start, end, text)
            found.marks.setdefault(at, {}).setdefault(number, []).append(mark)
        if entry.marker not in marks:
            found.unplaced.update(own)
            message = f"note {entry.marker} has no mark: «{text[:_LONGEST_QUOTED]}»"
            found.losses.append(Loss("note", message, line=lines[entry.at].line))
    above = run[0].at - 1
    if above >= 0 and _is_above_notes(lines[above].text):
        found.lines[above] = 0


def _is_above_notes(text: str) -> bool:
    """Whether a line is a rule above the notes, or their heading."""
    return bool(_ABOVE.fullmatch(text)) or text.strip(" :.").casefold() in _names()


@cache
def _names() -> frozenset[str]:
    """Return the headings of notes in all languages."""
    tables = (read_language(code).tables.get("document", {}) for code in language_codes())
    return frozenset(name.casefold() for table in tables for name in table.get("notes", ()))


@cache
def _citing_words() -> frozenset[str]:
    """Return the words of all languages before the number of a provision: *paragraph*, «Absatz»."""
    languages = map(read_language, language_codes())
    terms = (language.tables.get("references", {}).get("terms", {}) for language in languages)
    levels = [level for each in terms for level in each.values()]
    return frozenset(
        plain(word.rstrip("."))
        for level in levels
        for word in (*level.get("words", ()), *level.get("plural", ()))
    )


def with_notes_at_marks(document: Document) -> Document:
    """Return a page with blocks whose notes are at their marks, and not among its blocks."""
    shown = [(at, block) for at, block in enumerate(document.blocks) if block.kind != "rule"]
    lines = [
        Line(tuple(words for words in all_words(block) if words.text), line=block.line)
        for _, block in shown
    ]
    found = find_plain_notes(lines)
    if not found.lines:
        return replace(document, losses=(*document.losses, *found.losses))
    blocks: list[Block | None] = list(document.blocks)
    sizes = {"notes": 0, "unparsed": 0}
    for index, (at, block) in enumerate(shown):
        if index in found.lines:
            kind = "unparsed" if index in found.unplaced else "notes"
            sizes[kind] += block.size + block.note_size
            blocks[at] = None
        elif index in found.marks:
            blocks[at] = _with_marks(block, found.marks[index])
    return replace(
        document,
        blocks=tuple(block for block in blocks if block is not None),
        elsewhere=(*document.elsewhere, ("notes", sizes["notes"]), ("unparsed", sizes["unparsed"])),
        losses=(*document.losses, *found.losses),
    )


def _with_marks(block: Block, marks: dict[int, list[FootnoteMark]]) -> Block:
    """Return a block with notes at their marks, by the number of the passage."""
    numbered = iter(range(sum(1 for words in all_words(block) if words.text)))

    def noted(words: Passage) -> Passage:
        return _noted(words, marks.get(next(numbered), [])) if words.text else words

    first = noted(block.words)
    cells = tuple(
        tuple(replace(cell, passage=cell.passage and noted(cell.passage)) for cell in row)
        for row in block.cells
    )
    size = min(block.size, sum(mark.end - mark.start for each in marks.values() for mark in each))
    return replace(
        block, words=first, cells=cells, size=block.size - size, note_size=block.note_size + size
    )


def _noted(words: Passage, marks: Iterable[FootnoteMark]) -> Passage:
    cuts = sorted(marks, key=lambda mark: mark.start)
    kept = [True] * len(words.text)
    for mark in cuts:
        kept[mark.start : mark.end] = [False] * (mark.end - mark.start)
    places = [0]
    for keeps in kept:
        places.append(places[-1] + keeps)
    text = "".join(char for char, keeps in zip(words.text, kept, strict=True) if keeps)
    moved = words.moved(text, places.__getitem__)
    notes = (
        *moved.notes,
        *(Note(places[mark.start], mark.marker, mark.note or "") for mark in cuts),
    )
    return replace(moved, notes=tuple(sorted(notes, key=lambda note: note.at)))


def mark_plain_notes(blocks: tuple[TextBlock, ...]) -> tuple[tuple[TextBlock, ...], list[Loss]]:
    """Return the lines of a page without markup, those of its notes as such, and the losses."""
    texts = [index for index, block in enumerate(blocks) if block.kind == "text"]
    found = find_plain_notes(
        [
            Line((Passage(block.text),), block.touches, block.line)
            for block in (blocks[index] for index in texts)
        ]
    )
    changed = list(blocks)
    for number, index in enumerate(texts):
        if number in found.lines:
            kind: LineKind = "unread" if number in found.unplaced else "note"
            changed[index] = dataclasses.replace(
                blocks[index], kind=kind, fields={"placed": "note"}
            )
        elif number in found.marks:
            marks = tuple(found.marks[number][0])
            changed[index] = dataclasses.replace(blocks[index], marks=marks)
    return tuple(changed), found.losses
