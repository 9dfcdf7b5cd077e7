"""Read a Word file into blocks: paragraphs with their automatic labels, tables, comments.

`FileReader` reads the words of a paragraph: runs, fields, tracked changes, footnotes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from lxml import etree
from msgspec.structs import replace

from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import Cell, Link, MarkKind, Passage
from lawkb.model.privacy import public_name
from lawkb.parse.document import (
    EMPTY,
    Block,
    Document,
    ReaderComment,
    filled,
    iso_time,
    joined,
)
from lawkb.parse.word.parts import (
    ALTERNATE,
    FALLBACK,
    MATH_TEXT,
    PLAIN,
    SIGNS,
    TEXTS,
    RefusedError,
    Style,
    W,
    WordFile,
    characters,
    heading_level,
    is_on,
    number_of,
    open_word_file,
    read_numbering,
    read_styles,
    shown,
    size_of,
    toggles_of,
    value,
)
from lawkb.parse.words_draft import LABEL, MOST_REPEATED, ParagraphDraft
from lawkb.unicode_characters import normalized

_PARAGRAPH, _TABLE, _ROW, _CELL = f"{W}p", f"{W}tbl", f"{W}tr", f"{W}tc"

_LONGEST_QUOTED = 120
_RUN, _BOX = f"{W}r", f"{W}txbxContent"
_INSERTED = (f"{W}ins", f"{W}moveTo")
_GONE = (f"{W}del", f"{W}moveFrom")
_AROUND = (_TABLE, f"{W}sdt", f"{W}altChunk")  # what stands between two paragraphs
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
        # Signs that begin a field that never ends: it would swallow all that follows.
        roots = (file.body, *self._notes.values())
        self._unended = {sign for root in roots for sign in _unended_fields(root)}
        self._boxes: list[etree._Element] = []
        self._inserted, self._deleted, self._hidden = _Tracked(), _Tracked(), _Tracked()
        self._joined = _Tracked()
        self._joins: dict[etree._Element, str] = {}  # first words of what was joined, by paragraph
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
        if paragraph in self._joins:
            self._joined.add(self._joins[paragraph], self.line)
        for run, gone, target in self._runs(paragraph, False, ""):
            if run.tag == MATH_TEXT:
                self._add(draft, run.text or "", len(run.text or ""), frozenset(), "")
            else:
                self._read_run(run, draft, inherited, gone, target)

    def is_gone(self, paragraph: etree._Element) -> bool:
        """Whether Word does not show the mark of a paragraph: it is deleted, moved or hidden.

        A hidden mark between a heading and the words on its line (a style separator) is shown.
        """
        if _is_removed(paragraph):
            return True
        properties = paragraph.find(f"{W}pPr")
        mark = None if properties is None else properties.find(f"{W}rPr")
        hides = {**self._inherited(properties), **toggles_of(mark)}.get("hidden", False)
        return hides and not _is_set(mark, "specVanish")

    def shows(self, paragraph: etree._Element) -> bool:
        """Whether Word shows any words of a paragraph."""
        inherited = self._inherited(paragraph.find(f"{W}pPr"))
        stack = list(reversed(paragraph))
        while stack:
            node = stack.pop()
            if node.tag == _RUN:
                if any(each.text for each in node.iter(f"{W}t")) and not self._hides(
                    node, inherited
                ):
                    return True
            elif node.tag not in (*_GONE, *_NO_WORDS):
                stack.extend(reversed(list(node)))
        return False

    def join_paragraphs(self, around: etree._Element) -> None:
        """Join the paragraphs of an element between which Word shows no mark.

        The mark that remains says what the joined paragraph is; a hidden mark says it, too, if
        words are shown before it.
        """
        run: list[etree._Element] = []
        for node in list(around):
            if node.tag == _PARAGRAPH:
                run.append(node)
            if node.tag in _AROUND or (node.tag == _PARAGRAPH and not self.is_gone(node)):
                self._join(run)
                run = []
        self._join(run)

    def _join(self, run: list[etree._Element]) -> None:
        shown = [each for each in run[:-1] if self.shows(each)]
        if not shown:
            return
        last = run[-1]
        if self.shows(last):
            self._joins[last] = _words_below(shown[0])
        if not _is_removed(shown[0]):
            _give_properties(shown[0], last)
        at = int(last.find(f"{W}pPr") is not None)
        last[at:at] = [child for each in shown for child in each if child.tag != f"{W}pPr"]
        for each in shown:
            each.getparent().remove(each)  # type: ignore[union-attr]

    def _inherited(self, properties: etree._Element | None) -> dict[str, bool]:
        style = value(properties, f"{W}pStyle") or ""
        return self.styles.get(style, self.styles[""]).toggles

    def _hides(self, run: etree._Element, inherited: dict[str, bool]) -> bool:
        return self._toggles(run.find(f"{W}rPr"), inherited).get("hidden", False)

    def _toggles(
        self, properties: etree._Element | None, inherited: dict[str, bool]
    ) -> dict[str, bool]:
        """Return what is switched on for a run: what both its styles set is off, as in Word."""
        character = self.styles.get(value(properties, f"{W}rStyle") or "-", PLAIN).toggles
        both = {kind: on != inherited.get(kind, False) for kind, on in character.items()}
        return {**inherited, **both, **toggles_of(properties)}

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
            (self._joined, "text", "paragraph marks that are not shown join two paragraphs"),
        )
        for tracked, kind, what in told:
            if tracked.count:
                message = f"{tracked.count} {what}: «{tracked.words}»"
                self.losses.append(Loss(kind, message, line=tracked.line))
        for form in self.numbering.unknown:
            message = f"automatic numbers of the format «{form[:40]}» are written in digits"
            self.losses.append(Loss("numbering", message))
        if self.numbering.cut:
            message = f"{self.numbering.cut} automatic numbers are too long and are cut"
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
        on = self._toggles(properties, inherited)
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
                self._read_field(node)
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
            draft.last.add_link(Link(0, 0, "external", target), text)
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

    def skip(self, node: etree._Element) -> None:
        """Pass the fields that begin or end in an element whose words are not read."""
        for sign in node.iter(f"{W}fldChar"):
            self._read_field(sign)

    def _read_field(self, node: etree._Element) -> None:
        sign = node.get(f"{W}fldCharType")
        if node in self._unended:
            self.lose("text", "a field begins and never ends: what follows is read as text")
        elif sign == "begin":
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
        line = draft.last.add_note(self._numbers[key])
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


def _is_removed(paragraph: etree._Element) -> bool:
    """Whether a tracked change deletes the mark of a paragraph, or moves it away."""
    return any(paragraph.find(f"{W}pPr/{W}rPr/{name}") is not None for name in _GONE)


def _give_properties(giver: etree._Element, taker: etree._Element) -> None:
    """Let a paragraph have the style, the list and so on of another one."""
    old, new = (each.find(f"{W}pPr") for each in (taker, giver))
    if old is not None:
        taker.remove(old)
    if new is not None:
        taker.insert(0, new)


def _unended_fields(root: etree._Element) -> list[etree._Element]:
    """Return the signs that begin a field without a sign that ends it."""
    opened: list[etree._Element] = []
    for node in root.iter(f"{W}fldChar"):
        sign = node.get(f"{W}fldCharType")
        if sign == "begin":
            opened.append(node)
        elif sign == "end" and opened:
            opened.pop()
    return opened


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


_MOST_PARAGRAPHS = 50_000
_CONTENTS = "Table of Contents"
_SKIPPED = (f"{W}sectPr", f"{W}sdtPr", f"{W}sdtEndPr", FALLBACK)
_WIDEST_LABELS = 4  # columns of a table that only sets labels before their words
_MOST_COLUMNS = 4  # languages side by side


def read_docx(content: bytes, languages: int = 1) -> Document:
    """Return a Word file as a document. Never raises.

    A paragraph is what the printed page shows: its automatic number and its words, each line of it
    a block. Headings are known by style, outline level, or bold or centred letters. A table whose
    first column has only labels is read as the lines that it shows; a table with as many columns
    as languages as one language in each column.

    Characters are the code points of all texts of the file, and tabs and line breaks; automatic
    numbers are in no text and in no size. The line of a block is the number of its paragraph.

    Args:
        content: The bytes of the file.
        languages: Number of languages of the page.
    """
    try:
        file = open_word_file(content)
    except RefusedError as refused:
        message = f"the Word file is not read: {refused}"
        return Document("docx", (), losses=(Loss("unparsed", message),))
    reader = _BlockReader(FileReader(file), languages)
    for name in file.missing:
        reader.words.lose("unparsed", f"the part «{name[:_LONGEST_QUOTED]}» is not in the file")
    blocks = reader.read(file.body)
    words = reader.words
    comments = _comments(file.related.get("comments"), words.comment_lines)
    words.elsewhere["furniture"] += sum(map(characters, file.margins))
    if "comments" in file.related:
        words.elsewhere["comments"] += characters(file.related["comments"])
    words.report_changes()
    counted = sum(block.size + block.note_size for block in blocks) + words.elsewhere.total()
    if rest := file.total - counted:
        message = f"{rest} characters of the file are in no paragraph that is read"
        words.losses.append(Loss("unparsed", message))
        words.elsewhere["unparsed"] += rest
    return Document(
        "docx",
        blocks,
        comments,
        total=file.total,
        elsewhere=tuple((kind, size) for kind, size in words.elsewhere.items() if size),
        losses=tuple(words.losses),
    )


class _BlockReader:
    """A reader of the paragraphs and tables of a file, in order.

    Attributes:
        words: Reader of the words of paragraphs.
    """

    def __init__(self, words: FileReader, languages: int) -> None:
        self.words = words
        self._languages = languages
        self._has_columns = False

    def read(self, body: etree._Element) -> tuple[Block, ...]:
        """Return the blocks of the text."""
        blocks: list[Block] = []
        for node in self._parts(body):
            if self.words.line >= _MOST_PARAGRAPHS:
                message = f"only the first {_MOST_PARAGRAPHS} paragraphs are read"
                self.words.lose("unparsed", message)
                break
            if node.tag == _TABLE:
                blocks.extend(self._table(node))
            else:
                blocks.extend(block for draft in self._paragraph(node) for block in draft.blocks())
        if self._has_columns:
            beside = sum(1 for block in blocks if not block.column and block.words.text)
            if beside:
                what = "belong to the language of their script, else to the first language"
                message = f"{beside} paragraphs beside the columns of languages {what}"
                self.words.losses.append(Loss("text", message))
        return tuple(blocks)

    def _parts(self, body: etree._Element) -> Iterator[etree._Element]:
        """Yield the paragraphs and tables below an element; lists of headings are furniture."""
        self.words.join_paragraphs(body)
        stack = list(reversed(body))
        while stack:
            node = stack.pop()
            if node.tag in (_PARAGRAPH, _TABLE):
                yield node
            elif node.tag == f"{W}sdt" and _is_list_of_contents(node):
                self.words.elsewhere["furniture"] += characters(node)
                self.words.skip(node)
            elif node.tag == f"{W}altChunk":
                self.words.lose("unparsed", "a part of another format is left out")
            elif node.tag not in _SKIPPED:
                self.words.join_paragraphs(node)
                stack.extend(reversed(list(node)))

    def _paragraph(self, node: etree._Element) -> list[ParagraphDraft]:
        """Return a paragraph, and those of the text boxes that are anchored to it."""
        words = self.words
        words.line += 1
        properties = node.find(f"{W}pPr")
        key = value(properties, f"{W}pStyle") or ""
        style = words.styles.get(key, words.styles[""])
        if style.listed:
            words.elsewhere["furniture"] += characters(node)
            words.skip(node)
            return []
        draft = ParagraphDraft(words.line)
        if not words.is_gone(node) or words.shows(node):
            self._begin(draft, properties, key, style)
        words.read_words(node, draft, key)
        for message in draft.losses:
            words.lose("unparsed", message)
        found = [draft]
        for box in words.boxes():
            for inner in self._parts(box):
                if inner.tag == _TABLE:
                    found.extend(
                        each for row in self._rows(inner) for _, cell in row for each in cell
                    )
                else:
                    found.extend(self._paragraph(inner))
        return found

    def _begin(
        self, draft: ParagraphDraft, properties: etree._Element | None, key: str, style: Style
    ) -> None:
        """Set the kind of a paragraph, and add its automatic label."""
        level = heading_level(properties, style.heading)
        alignment = value(properties, f"{W}jc")
        draft.centered = alignment == "center" if alignment else bool(style.centered)
        draft.is_apart = style.is_quote
        place = self._list_place(properties, key, style)
        label = self.words.numbering.label(*place) if place else None
        if level:
            draft.kind, draft.level = "heading", level
        elif place and label is not None:
            draft.kind, draft.level = "item", place[1] + 1
        elif _is_indented(properties):
            draft.level = 1
        if label:
            draft.last.add_literal(f"{normalized('NFC', label.strip())} ")

    def _list_place(
        self, properties: etree._Element | None, key: str, style: Style
    ) -> tuple[str, int] | None:
        """Return number and level of the list of a paragraph; None for a paragraph in no list."""
        own = None if properties is None else properties.find(f"{W}numPr")
        list_id = value(own, f"{W}numId") or style.list_id
        if list_id in (None, "0"):
            return None
        depth = number_of(value(own, f"{W}ilvl"))
        if depth is None and value(own, f"{W}numId") is None:
            depth = style.list_level
            depth = self.words.numbering.level_of(list_id, key) if depth is None else depth
        return list_id, depth or 0

    def _rows(
        self, table: etree._Element
    ) -> list[list[tuple[etree._Element, list[ParagraphDraft]]]]:
        """Return the cells of each row of a table with their paragraphs, without deleted rows."""
        rows = []
        for row in self._inside(table, _ROW):
            if what := _left_out(row, "trPr", {"del": "a tracked deletion", "hidden": "hidden"}):
                self._leave_out(row, f"a row of a table, {what}, is left out")
                continue
            cells = []
            for cell in self._inside(row, _CELL):
                if what := _left_out(cell, "tcPr", {"cellDel": "a tracked deletion"}):
                    self._leave_out(cell, f"a cell of a table, {what}, is left out")
                else:
                    cells.append((cell, self._cell(cell)))
            rows.append(cells)
        return rows

    def _leave_out(self, node: etree._Element, message: str) -> None:
        self.words.elsewhere["unparsed"] += characters(node)
        self.words.lose("unparsed", message)
        self.words.skip(node)

    def _inside(self, node: etree._Element, tag: str) -> Iterator[etree._Element]:
        """Yield the rows of a table, or the cells of a row."""
        stack = list(reversed(node))
        while stack:
            each = stack.pop()
            if each.tag == tag:
                yield each
            elif each.tag not in (_PARAGRAPH, _TABLE, *_SKIPPED):
                stack.extend(reversed(list(each)))

    def _cell(self, cell: etree._Element) -> list[ParagraphDraft]:
        drafts: list[ParagraphDraft] = []
        for node in self._parts(cell):
            if node.tag == _TABLE:
                self.words.lose("table", "a table in a table is read as its words in a row")
                inner = (each for each in node.iter(_PARAGRAPH) if not _is_in_box(each, node))
                drafts.extend(draft for each in inner for draft in self._paragraph(each))
            else:
                drafts.extend(self._paragraph(node))
        return drafts

    def _table(self, table: etree._Element) -> list[Block]:
        """Return a table as blocks: a table, lines with labels, or languages side by side."""
        self.words.line += 1
        line, rows = self.words.line, self._rows(table)
        read = [
            [(node, [block for draft in cell for block in draft.blocks()]) for node, cell in row]
            for row in rows
        ]
        texts = [[_text(blocks) for _, blocks in row] for row in read]
        if _has_labels(texts):
            return [block for row in read for block in _labelled([blocks for _, blocks in row])]
        if 1 < self._languages == _columns(texts):
            self._has_columns = True
            return [block for row in read for block in self._languages_of(row)]
        if self._languages == 1 and _seems_parallel(texts):
            what = "if each column is a language, name them in the page rule in this order"
            self.words.losses.append(
                Loss("table", f"a table has laws in each column: {what}", line=line)
            )
        return [_table_block(read, line)]

    def _languages_of(self, row: list[tuple[etree._Element, list[Block]]]) -> Iterator[Block]:
        for number, (_, blocks) in enumerate(row, start=1):
            column = number if len(row) == self._languages else 0
            yield from (replace(block, column=column) for block in blocks)


def _is_indented(properties: etree._Element | None) -> bool:
    """Whether a paragraph is indented by itself or by its style, so that it may be of an item."""
    if properties is None:
        return False
    indent = properties.find(f"{W}ind")
    left = "0" if indent is None else indent.get(f"{W}left") or indent.get(f"{W}start") or "0"
    return left != "0" or properties.find(f"{W}pStyle") is not None


def _is_list_of_contents(node: etree._Element) -> bool:
    gallery = node.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
    return gallery is not None and gallery.get(f"{W}val") == _CONTENTS


def _is_in_box(node: etree._Element, table: etree._Element) -> bool:
    for above in node.iterancestors():
        if above is table:
            return False
        if above.tag in (_PARAGRAPH, FALLBACK):
            return True
    return False


def _left_out(node: etree._Element, properties: str, whys: dict[str, str]) -> str:
    """Return why Word does not show a row or a cell, by a sign of its properties; else nothing."""
    held = node.find(f"{W}{properties}")
    found = (each for name, each in whys.items() if _is_set(held, name))
    return next(found, "")


def _is_set(properties: etree._Element | None, name: str) -> bool:
    node = None if properties is None else properties.find(f"{W}{name}")
    return node is not None and is_on(node)


def _text(blocks: list[Block]) -> str:
    return " ".join(block.words.text for block in blocks if block.words.text)


def _has_labels(texts: list[list[str]]) -> bool:
    """Whether a table only sets labels before their words: ``(a)`` and the words beside it."""
    filled = [[text for text in row if text] for row in texts]
    rows = [row for row in filled if row]
    labelled = [row for row in rows if len(row) == 2 and LABEL.fullmatch(row[0])]
    fits = all(len(row) == 1 or row in labelled for row in rows)
    narrow = max(map(len, texts), default=0) <= _WIDEST_LABELS
    return fits and narrow and 2 * len(labelled) > len(rows)


def _labelled(cells: list[list[Block]]) -> Iterator[Block]:
    """Yield the lines of a row: the label before the first words, and what has no words before."""
    label: Block | None = None
    for block in (block for cell in cells for block in cell):
        if label is None and block.words.text and LABEL.fullmatch(block.words.text):
            label = block
        elif label is not None and block.words.text:
            words = joined([label.words, block.words])
            size, notes = block.size + label.size, block.note_size + label.note_size
            yield replace(block, words=words, size=size, note_size=notes)
            label = None
        else:
            yield block
    if label is not None:
        yield label


def _columns(texts: list[list[str]]) -> int:
    """Return the number of cells that most rows with words have; 0 without such rows."""
    widths = [len(row) for row in texts if any(row)]
    return max(set(widths), key=widths.count) if widths else 0


def _seems_parallel(texts: list[list[str]]) -> bool:
    """Whether most rows have words with the same label in each of two to four columns."""
    if not 2 <= _columns(texts) <= _MOST_COLUMNS:
        return False
    begins = [[LABEL.match(text) for text in row] for row in texts if len(row) > 1]
    return 2 * sum(all(row) for row in begins) > len(texts)


def _table_block(rows: list[list[tuple[etree._Element, list[Block]]]], line: int) -> Block:
    cells, size, notes = [], 0, 0
    below = _row_spans(rows)
    for number, row in enumerate(rows):
        shown = []
        for place, (node, blocks) in enumerate(row):
            size += sum(block.size for block in blocks)
            notes += sum(block.note_size for block in blocks)
            properties = node.find(f"{W}tcPr")
            if _continues(node):
                continue
            columns = number_of(value(properties, f"{W}gridSpan")) or 1
            words = joined([block.words for block in blocks if block.words.text])
            spans = below.get((number, place), 1)
            shown.append(Cell(filled(words), _is_header(node), min(columns, 99), spans))
        if shown:
            cells.append(tuple(shown))
    return Block("table", EMPTY, line, cells=tuple(cells), size=size, note_size=notes)


def _continues(cell: etree._Element) -> bool:
    """Whether a cell belongs to the cell above it."""
    merged = cell.find(f"{W}tcPr/{W}vMerge")
    return merged is not None and merged.get(f"{W}val", "continue") == "continue"


def _row_spans(
    rows: list[list[tuple[etree._Element, list[Block]]]],
) -> dict[tuple[int, int], int]:
    """Return how many rows a cell spans, by row and place, for cells of more than one."""
    spans: dict[tuple[int, int], int] = {}
    above: dict[int, tuple[int, int]] = {}  # first cell of a span by its column
    for number, row in enumerate(rows):
        at = 0
        for place, (node, _) in enumerate(row):
            if _continues(node) and at in above:
                spans[above[at]] = spans.get(above[at], 1) + 1
            else:
                above[at] = (number, place)
            at += number_of(value(node.find(f"{W}tcPr"), f"{W}gridSpan")) or 1
    return spans


def _is_header(cell: etree._Element) -> bool:
    row = cell.getparent()
    node = None if row is None else row.find(f"{W}trPr/{W}tblHeader")
    return node is not None and is_on(node)


def _comments(root: etree._Element | None, places: dict[str, int]) -> tuple[ReaderComment, ...]:
    """Return the comments of Word with their paragraphs; which one answers which is not read."""
    found = []
    numbers = count(1)
    for node in () if root is None else root.iter(f"{W}comment"):
        words = []
        for paragraph in node.iter(_PARAGRAPH):
            text = "".join(each.text or "" for each in paragraph.iter(f"{W}t"))
            told = " ".join(normalized("NFC", text).split())
            words += [Passage(told)] if told else []
        if words:
            author = public_name(node.get(f"{W}author") or "") or ""
            created = iso_time(node.get(f"{W}date") or "")
            line = places.get(node.get(f"{W}id") or "")
            at = (line, line) if line else None
            found.append(
                ReaderComment(str(next(numbers)), None, author, created, None, tuple(words), at)
            )
    return tuple(found)
