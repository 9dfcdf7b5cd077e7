"""The steps of some HTML as blocks: headings, paragraphs, items, tables, with their sizes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from lxml import etree

from lawkb.parse.document import EMPTY, Block, BlockKind, Words
from lawkb.parse.html_links import link_of
from lawkb.parse.html_steps import Step, attribute, classes, fold
from lawkb.parse.html_table import PARTS, TableDraft
from lawkb.parse.html_words import Draft, mark_of

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
# Elements that stand below one another on a page: words do not run from one to the next.
_DIVISIONS = frozenset(
    {
        *_HEADINGS,
        *("p", "li", "blockquote", "pre", "div", "ul", "ol", "dl", "dt", "dd", "tr", "td", "th"),
        *("article", "section", "main", "header", "footer", "nav", "aside", "address", "center"),
        *("figure", "figcaption", "fieldset", "details", "summary", "form", "button", "option"),
        *("html", "head", "body", "title", "select", "textarea", "noscript", "caption"),
    }
)
_EMPTY_ELEMENTS = frozenset(
    {
        *("hr", "br", "img", "wbr", "input", "col", "embed", "source", "track", "area"),
        *("base", "link", "meta", "param"),
    }
)
_LONGEST_QUOTED = 120  # of words that are left out
_LEVEL = re.compile(r"level([1-9]\d?)", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)


@dataclass(frozen=True, slots=True)
class NoteText:
    """A footnote of the page.

    Attributes:
        place: Which of the page's notes it is, from 1.
        number: The first of the numbers it is printed with.
        words: Its text.
        size: Characters of the page it takes; counted where its mark stands first.
        wordless: As of ``Found``.
    """

    place: int
    number: str
    words: Words
    size: int
    wordless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """Blocks and what lies beside them.

    Attributes:
        blocks: In order.
        front: Characters before the first block.
        claimed: The notes that a mark names, in the order of their first marks.
        bare: Numbers of the marks whose note is not there, with the line of the block.
        wordless: What is left out, each as a message: images and links without words, the names
            of blocks of code, words in the number of a note.
        unparsed: Characters of the names of blocks of code, which are in no block.
    """

    blocks: tuple[Block, ...]
    front: int
    claimed: tuple[NoteText, ...]
    bare: tuple[tuple[str, int], ...]
    wordless: tuple[str, ...]
    unparsed: int


def read_blocks(
    steps: Iterable[Step], page_id: str | None = None, notes: dict[str, NoteText] | None = None
) -> Found:
    """The blocks of a run of steps.

    Args:
        steps: In document order; elements may be opened before it or closed behind it.
        page_id: Page they stand on.
        notes: Notes by the id that marks name, ``fn__3``.

    Returns:
        Blocks whose sizes, with ``front`` and ``unparsed``, sum to the texts of the steps and of
        the notes claimed.
    """
    reader = _Reader(page_id, notes or {})
    for step in steps:
        reader.read(step)
    return reader.found()


def words_beside(number: str, printed: str) -> tuple[str, ...]:
    """A message where more is printed for the number of a note than the wiki prints."""
    words = fold(printed)
    if words.strip(" 0123456789()[],") in ("", number):
        return ()
    return (f"words in the number of note {number} are left out: «{words[:_LONGEST_QUOTED]}»",)


@dataclass(frozen=True, slots=True)
class _Context:
    """What the open elements make of the words in them; those not shown are unparsed."""

    kind: BlockKind = "paragraph"
    line: int = 1
    level: int = 0
    ordered: bool = False
    shown: bool = True


@dataclass(slots=True)
class _Reader:
    """Reads step after step; ``mark`` holds the texts of the note mark that is open."""

    page_id: str | None
    notes: dict[str, NoteText]
    path: list[_Context] = field(default_factory=lambda: [_Context()])
    words: Draft = field(default_factory=Draft)
    table: TableDraft | None = None
    mark: list[str] | None = None
    size: int = 0
    note_size: int = 0
    front: int = 0
    blocks: list[Block] = field(default_factory=list)
    claimed: dict[int, NoteText] = field(default_factory=dict)
    bare: list[tuple[str, int]] = field(default_factory=list)
    wordless: list[str] = field(default_factory=list)
    unparsed: int = 0

    def read(self, step: Step) -> None:
        name = str(step.node.tag)
        if step.kind == "text":
            self._text(step.text)
        elif step.kind == "open":
            self._open(step.node, name)
        elif step.kind == "close" and name not in _EMPTY_ELEMENTS:
            self._close(step.node, name)

    def found(self) -> Found:
        """What was read; what is still open ends here."""
        if self.table:
            self._end_table(self.table)
        self._end_block()
        beside = tuple(self.claimed.values()), tuple(self.bare), tuple(self.wordless)
        return Found(tuple(self.blocks), self.front, *beside, self.unparsed)

    @property
    def _draft(self) -> Draft:
        return self.table.words if self.table else self.words

    @property
    def _keeps_lines(self) -> bool:
        return self.table is None and self.path[-1].kind == "preformatted"

    def _text(self, text: str) -> None:
        if self.mark is not None:
            self.note_size += len(text)
            self.mark.append(text)
            return
        if self.table is None and not self.path[-1].shown and text.strip():
            self.unparsed += len(text)
            name = fold(text)[:_LONGEST_QUOTED]
            self.wordless.append(f"the name of a block of code is left out: «{name}»")
            return
        self.size += len(text)
        if self._keeps_lines:
            self.words.write_lines(text)
        else:
            self._draft.write(text)

    def _open(self, node: etree._Element, name: str) -> None:
        if self.table and name in PARTS:
            self.table.open(node, name)
        elif self.table and name in _DIVISIONS:
            self.table.words.write(" ")
        elif name == "table":
            self._end_block()
            self.table = TableDraft(_line(node))
        elif name == "hr" and not self.table:
            self._end_block()
            if not _is_of_template(node):
                self.blocks.append(Block("rule", EMPTY, _line(node)))
        elif name in _DIVISIONS:
            self._end_block()
            self.path.append(_context(node, name, self.path[-1]))
        else:
            self._open_inline(node, name)

    def _open_inline(self, node: etree._Element, name: str) -> None:
        if name == "a" and self.mark is None and "fn_top" in classes(node):
            self.mark = []
        elif name == "a":
            # Highlighted code links its key words to manuals: not the author's links.
            link = None if self._keeps_lines or self._draft.in_code else link_of(node, self.page_id)
            self._draft.open_link(link)
        elif name == "img":
            self._image(node)
        elif name == "br" and self._keeps_lines:
            self.words.write_lines("\n")
        elif name == "br":
            self._draft.write(" ")
        elif name not in _EMPTY_ELEMENTS:
            self._draft.open_mark(mark_of(node))

    def _image(self, node: etree._Element) -> None:
        """An image is its caption; a smiley's is what the author typed."""
        caption = attribute(node, "alt")
        self._draft.write(caption)
        if not caption:
            self._leave_out("an image", attribute(node, "src"))

    def _leave_out(self, what: str, target: str) -> None:
        self.wordless.append(f"{what} without words is left out: {target[:120]}")

    def _close(self, node: etree._Element, name: str) -> None:
        if self.table and name in PARTS:
            if self.table.close(name):
                self._end_table(self.table)
        elif self.table and name in _DIVISIONS:
            self.table.words.write(" ")
        elif name in _DIVISIONS:
            self._end_block()
            self.path[1:] = self.path[1:-1]
        elif name == "a" and self.mark is not None and "fn_top" in classes(node):
            self._end_mark(attribute(node, "href").removeprefix("#"), "".join(self.mark))
        elif name == "a":
            lost = self._draft.close_link()
            if lost and lost.kind != "media":  # that to its own file an image's loss tells
                self._leave_out("a link", lost.target)
        elif name != "table":
            self._draft.close_mark()

    def _end_mark(self, key: str, printed: str) -> None:
        self.mark = None
        number = _NUMBER.search(printed) or _NUMBER.search(key)
        shown = number[0] if number else printed.strip(" )")
        self.wordless.extend(words_beside(shown, printed))
        note = self.notes.get(key)
        self._draft.note(shown, note.words if note else None)
        if note is None:
            self.bare.append((shown, self.path[-1].line))
        elif note.place not in self.claimed:
            self.claimed[note.place] = note
            self.note_size += note.size

    def _end_block(self) -> None:
        """The words so far become a block; without words, their white space joins the last one."""
        context, words = self.path[-1], self.words.take()
        if words.text or words.notes:
            block = Block(context.kind, words, context.line, context.level, context.ordered)
            self.blocks.append(block)
        self._give_size()

    def _end_table(self, table: TableDraft) -> None:
        self.table = None
        rows, rest = table.read_rows(), table.read_rest()
        if rows:
            self.blocks.append(Block("table", EMPTY, table.line, cells=rows))
        if rest.text or rest.notes:
            self.blocks.append(Block("paragraph", rest, table.line))
        self._give_size()

    def _give_size(self) -> None:
        """What was counted goes to the last block, or stands before all of them."""
        if self.blocks:
            last = self.blocks[-1]
            size, note_size = last.size + self.size, last.note_size + self.note_size
            self.blocks[-1] = replace(last, size=size, note_size=note_size)
        else:
            self.front += self.size + self.note_size
        self.size = self.note_size = 0


def _context(node: etree._Element, name: str, around: _Context) -> _Context:
    line = _line(node)
    if name in _HEADINGS:
        return _Context("heading", line, _HEADINGS[name])
    if name == "pre":
        return _Context("preformatted", line)
    if name == "blockquote":
        return _Context("quote", line, around.level + 1 if around.kind == "quote" else 1)
    if name == "li":
        return _Context("item", line, _item_level(node, around), bool(node.xpath("parent::ol")))
    if name == "dt" and _is_file_name(node):
        return replace(around, line=line, shown=False)
    return replace(around, line=line)


def _line(node: etree._Element) -> int:
    line = node.sourceline
    return line if isinstance(line, int) and line > 0 else 1


def _item_level(node: etree._Element, around: _Context) -> int:
    levels = (_LEVEL.fullmatch(name) for name in classes(node))
    level = next((match for match in levels if match), None)
    if level:
        return int(level[1])
    return around.level + 1 if around.kind == "item" else 1


def _is_of_template(rule: etree._Element) -> bool:
    """Whether bootstrap3 drew the rule above the notes; an author's has a line end behind it."""
    after = rule.getnext()
    return not rule.tail and after is not None and "footnotes" in classes(after)


def _is_file_name(node: etree._Element) -> bool:
    """Whether it is the name under which a block of code can be fetched."""
    parent = node.getparent()
    return parent is not None and bool(classes(parent) & {"file", "code"})
