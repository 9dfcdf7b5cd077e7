"""The words of a paragraph of a Word file: runs, fields, tracked changes, footnotes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import MarkKind
from lawkb.parse.docx.numbering import read_numbering
from lawkb.parse.docx.styles import PLAIN, is_on, read_styles, toggles_of, value
from lawkb.parse.docx.word_file import (
    ALTERNATE,
    FALLBACK,
    MATH_TEXT,
    SIGNS,
    TEXTS,
    W,
    WordFile,
    characters,
    shown,
    size_of,
)
from lawkb.parse.line_drafts import MOST_REPEATED, LineDraft, ParagraphDraft

_LONGEST_QUOTED = 120
_RUN, _PARAGRAPH, _BOX = f"{W}r", f"{W}p", f"{W}txbxContent"
_INSERTED = (f"{W}ins", f"{W}moveTo")
_GONE = (f"{W}del", f"{W}moveFrom")
_NO_WORDS = tuple(
    f"{W}{name}" for name in ("pPr", "rPr", "sdtPr", "sdtEndPr", "rt", "numberingChange")
)
_BREAKS = (f"{W}br", f"{W}cr")
_WORDS_OF_SIGNS = {
    f"{W}noBreakHyphen": "-",
    f"{W}softHyphen": "",
    f"{W}tab": "\t",
    f"{W}ptab": "\t",
}
_PAGE_BREAKS = ("page", "column")
_NOTES = {f"{W}footnoteReference": "footnotes", f"{W}endnoteReference": "endnotes"}
_PICTURES = (f"{W}drawing", f"{W}pict", f"{W}object")
# Fields whose result is no text of the law: lists of headings, numbers of pages.
_LISTED_FIELDS = ("TOC", "INDEX", "TOA", "PAGE", "NUMPAGES", "SECTIONPAGES")
_RAISED: dict[str, MarkKind] = {"superscript": "sup", "subscript": "sub"}
_PRIVATE_USE = range(0xE000, 0xF900)


@dataclass(slots=True)
class _Field:
    """A field of Word: its instruction, and whether its result has begun."""

    instruction: str = ""
    in_result: bool = False

    @property
    def is_listed(self) -> bool:
        """Whether its result is no text of the law."""
        name = self.instruction.split(maxsplit=1)
        return bool(name) and name[0].upper() in _LISTED_FIELDS


@dataclass(slots=True)
class _Tracked:
    """Tracked changes of one kind: how many, the words of the first ones, the first paragraph."""

    count: int = 0
    words: str = ""
    line: int = 0

    def add(self, words: str, line: int) -> None:
        self.count += 1
        self.words = f"{self.words} {words}".strip()[:_LONGEST_QUOTED]
        self.line = self.line or line


class FileReader:
    """A Word file while it is read.

    Attributes:
        file: The file.
        styles: Its styles by id.
        numbering: Its automatic lists.
        elsewhere: Numbers of characters that are in no block, by kind.
        losses: What could not be read.
        line: Number of the paragraph, from 1.
        comment_lines: Paragraphs at which the comments of Word are, by the ids of the comments.
    """

    def __init__(self, file: WordFile) -> None:
        """Read what paragraphs inherit, and the footnotes."""
        self.file = file
        self.elsewhere: Counter[PieceKind] = Counter()
        self.losses: list[Loss] = []
        self.line = 0
        self.comment_lines: dict[str, int] = {}
        self.styles = read_styles(file.related.get("styles"))
        self.numbering = read_numbering(file.related.get("numbering"))
        self._notes = {
            (name, node.get(f"{W}id")): node
            for name in ("footnotes", "endnotes")
            for node in file.related.get(name, ())
            if node.get(f"{W}type", "normal") == "normal"
        }
        self._numbers: dict[tuple[str, str | None], str] = {}
        self._sizes: dict[tuple[str, str | None], int] = {}
        self._repeated = 0
        self._counts: Counter[str] = Counter()  # of footnotes and of endnotes
        self._fields: list[_Field] = []
        self._boxes: list[etree._Element] = []
        self._inserted, self._deleted, self._hidden = _Tracked(), _Tracked(), _Tracked()
        self._in_note = False

    def lose(self, kind: str, message: str) -> None:
        """Add a loss at the present paragraph."""
        self.losses.append(Loss(kind, message, line=self.line))

    def read_words(self, paragraph: etree._Element, draft: ParagraphDraft, style: str) -> None:
        """Add the words of a paragraph to its draft.

        Args:
            paragraph: The element.
            draft: The paragraph, to which a label may have been added.
            style: Id of its style.
        """
        inherited = self.styles.get(style, PLAIN).toggles
        for run, gone, target in self._runs(paragraph, False, ""):
            if run.tag == MATH_TEXT:
                self._add(draft, run.text or "", len(run.text or ""), frozenset(), "")
            else:
                self._read_run(run, draft, inherited, gone, target)

    def boxes(self) -> tuple[etree._Element, ...]:
        """Return the text boxes that were met since the last call."""
        found, self._boxes = tuple(self._boxes), []
        return found

    def report_changes(self) -> None:
        """Add losses for tracked changes, hidden text, and unknown formats of numbers."""
        told = (
            (self._inserted, "text", "tracked insertions are read as text"),
            (self._deleted, "unparsed", "tracked deletions are left out"),
            (self._hidden, "unparsed", "runs of hidden text are left out"),
        )
        for tracked, kind, what in told:
            if tracked.count:
                message = f"{tracked.count} {what}: «{tracked.words}»"
                self.losses.append(Loss(kind, message, line=tracked.line))
        for form in self.numbering.unknown:
            message = f"automatic numbers of the format «{form[:40]}» are written in digits"
            self.losses.append(Loss("numbering", message))

    def _runs(
        self, node: etree._Element, gone: bool, target: str
    ) -> Iterator[tuple[etree._Element, bool, str]]:
        """Yield the runs below an element, whether they are deleted, and where they link."""
        for child in node:
            if child.tag in _NO_WORDS or child.tag == FALLBACK:
                continue
            if child.tag in (_RUN, MATH_TEXT):
                yield child, gone, target
                continue
            if child.tag in _INSERTED and not gone:
                self._inserted.add(_words_below(child), self.line)
            if child.tag in _GONE and not gone:
                self._deleted.add(_words_below(child), self.line)
            key = child.get(_LINK_ID) if child.tag == f"{W}hyperlink" else None
            inside = self.file.links.get(key or "", "") if key else target
            yield from self._runs(child, gone or child.tag in _GONE, inside)

    def _read_run(
        self,
        run: etree._Element,
        draft: ParagraphDraft,
        inherited: dict[str, bool],
        gone: bool,
        target: str,
    ) -> None:
        properties = run.find(f"{W}rPr")
        character = self.styles.get(value(properties, f"{W}rStyle") or "-", PLAIN)
        on = {**inherited, **character.toggles, **toggles_of(properties)}
        hidden = on.get("hidden", False)
        if hidden and not gone and (words := _words_below(run)):
            self._hidden.add(words, self.line)
        kinds = _kinds(properties, on)
        has_own_mark = False  # the words of the run are the mark of a note
        for node in _content(run):
            size = size_of(node)
            if node.tag in _NOTES:
                if not gone and not hidden:
                    self._read_note(node, draft, run)
                    has_own_mark = _is_marked(node)
            elif has_own_mark and node.tag == f"{W}t":
                draft.last.note_size += size
            elif node.tag == f"{W}commentReference":
                self.comment_lines.setdefault(node.get(f"{W}id") or "", self.line)
            elif node.tag == f"{W}fldChar":
                self._read_field(node.get(f"{W}fldCharType"))
            elif node.tag in _PICTURES:
                self._read_picture(node, draft)
            elif gone or hidden or node.tag in (f"{W}delText", f"{W}delInstrText"):
                self.elsewhere["unparsed"] += size
            elif node.tag == f"{W}instrText":
                self._instruct(node.text or "")
                self.elsewhere["furniture"] += size
            elif any(each.is_listed for each in self._fields):
                self.elsewhere["furniture"] += size
            elif node.tag in _BREAKS:
                self._break(node, draft)
            elif node.tag in TEXTS or node.tag in SIGNS:
                self._add(draft, self._shown(node), size, kinds, target)

    def _add(
        self, draft: ParagraphDraft, text: str, size: int, kinds: frozenset[MarkKind], target: str
    ) -> None:
        draft.last.size += size
        if target and text.strip():
            draft.last.add_link(target, text)
        else:
            draft.last.add(text, kinds)

    def _shown(self, node: etree._Element) -> str:
        """Return the characters that Word shows for a text or a sign."""
        if node.tag != f"{W}sym":
            return _WORDS_OF_SIGNS.get(node.tag, node.text or "")
        try:
            point = int(node.get(f"{W}char") or "", 16)
        except ValueError:
            point = 0
        if not 0x20 <= point <= 0xFFFD or point in _PRIVATE_USE or 0xD800 <= point < 0xE000:
            font = node.get(f"{W}font") or "unknown"
            self.lose("text", f"a sign of the font {font[:40]} has no character of its own")
            return "\ufffd"
        return chr(point)

    def _break(self, node: etree._Element, draft: ParagraphDraft) -> None:
        if node.get(f"{W}type") in _PAGE_BREAKS:
            draft.last.size += 1
            draft.last.add(" ")
        else:
            draft.break_line(1)

    def _read_field(self, sign: str | None) -> None:
        if sign == "begin":
            self._fields.append(_Field())
        elif self._fields and sign == "separate":
            self._fields[-1].in_result = True
        elif self._fields and sign == "end":
            self._fields.pop()

    def _instruct(self, words: str) -> None:
        if self._fields and not self._fields[-1].in_result:
            self._fields[-1].instruction += words[:_LONGEST_QUOTED]

    def _read_picture(self, node: etree._Element, draft: ParagraphDraft) -> None:
        """Keep the text boxes of a picture for later; report a picture without words."""
        stack, boxes = [node], []
        while stack:
            each = stack.pop()
            if each.tag == _BOX:
                boxes.append(each)
            else:
                stack.extend(reversed([child for child in each if child.tag != FALLBACK]))
        if boxes:
            self._boxes.extend(boxes)
            self.lose("text", "a text box is read after the paragraph that it is anchored to")
        else:
            self.lose("unparsed", "an image or another object is left out")

    def _read_note(self, mark: etree._Element, draft: ParagraphDraft, run: etree._Element) -> None:
        """Add a footnote with its words to the line; a note inside a note is left out."""
        key = (_NOTES[mark.tag], mark.get(f"{W}id"))
        node = self._notes.get(key)
        if node is None or self._in_note:
            what = "inside a note" if self._in_note else "is not in the file"
            self.lose("note", f"the text of a note {what} and is left out")
            return
        is_new = key not in self._numbers
        if is_new:
            self._numbers[key] = self._number(key[0], mark, run)
            self._sizes[key] = characters(node)
        line = LineDraft(draft.last.add_note(self._numbers[key]))
        self._repeated += 0 if is_new else self._sizes[key]
        if self._repeated > MOST_REPEATED and not is_new:
            self.lose("note", f"the words of note {self._numbers[key]} are not repeated here")
            return
        words = ParagraphDraft(self.line, lines=[line])
        before, self._in_note = self.elsewhere.copy(), True
        for paragraph in node.iter(_PARAGRAPH):
            self.read_words(paragraph, words, "")
            for each in words.lines[1:]:  # a note is one line
                line.add(" ")
                line.size += each.size
            line.add(" ")
        self._in_note = False
        self.elsewhere = before
        line.finish_marks()
        if is_new:
            draft.last.note_size += self._sizes[key]

    def _number(self, name: str, mark: etree._Element, run: etree._Element) -> str:
        """Return the number of a note as Word counts it, or the mark that the author wrote."""
        if _is_marked(mark):
            own = "".join(node.text or "" for node in run.iter(f"{W}t")).strip()
            if own:
                return own[:20]
        self._counts[name] += 1
        return str(self._counts[name])


_LINK_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def _is_marked(mark: etree._Element) -> bool:
    """Whether the author wrote the mark of a note, which follows it in its run."""
    return mark.get(f"{W}customMarkFollows") in ("1", "true", "on")


def _content(run: etree._Element) -> Iterator[etree._Element]:
    """Yield what is in a run; of a picture only itself."""
    stack = list(reversed(run))
    while stack:
        node = stack.pop()
        if node.tag in _NO_WORDS or node.tag == FALLBACK:
            continue
        if node.tag in (ALTERNATE,) or not isinstance(node.tag, str) or _is_container(node):
            stack.extend(reversed(list(node)))
        else:
            yield node


def _is_container(node: etree._Element) -> bool:
    return node.tag not in (*TEXTS, *SIGNS, *_PICTURES) and len(node) > 0


def _words_below(node: etree._Element) -> str:
    """Return the words below an element, as far as they are needed for a message."""
    words = ""
    for each in shown(node):
        if each.tag in TEXTS[:2]:
            words += each.text or ""
        if len(words) > _LONGEST_QUOTED:
            break
    return " ".join(words.split())


def _kinds(properties: etree._Element | None, on: dict[str, bool]) -> frozenset[MarkKind]:
    found: set[MarkKind] = set()
    if on.get("bold"):
        found.add("bold")
    if on.get("italic"):
        found.add("italic")
    if properties is not None:
        if value(properties, f"{W}u") not in (None, "none"):
            found.add("underline")
        struck = [properties.find(f"{W}{name}") for name in ("strike", "dstrike")]
        if any(node is not None and is_on(node) for node in struck):
            found.add("deleted")
        raised = _RAISED.get(value(properties, f"{W}vertAlign") or "")
        found |= {raised} if raised else set()
    return frozenset(found)
