"""Build blocks from HTML content: headings, paragraphs, items and tables, with links and sizes.

Inline HTML becomes words: text folded as in a browser, with emphasis, links and footnotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import parse_qs, unquote, urlsplit

from lxml import etree
from msgspec import structs

from lawkb.model.passage import Cell, Link, LinkKind, MarkKind, Passage
from lawkb.parse.document import EMPTY, Block, BlockKind, all_words, filled, give_size, joined
from lawkb.parse.html.elements_in_order import (
    Step,
    attribute,
    classes,
    fold,
    line_of,
    span_of,
    without_controls,
)
from lawkb.parse.html.hidden import HiddenWords
from lawkb.parse.list_numbers import ListNumbers
from lawkb.parse.words_draft import ELEMENT_MARKS, FlowingWordsDraft, begins_label


def mark_of(node: etree._Element) -> MarkKind | None:
    """Return the kind of emphasis of an inline element, ``bold`` for ``strong``, or None."""
    kind = ELEMENT_MARKS.get(str(node.tag))
    if kind == "italic" and "u" in classes(node):
        return "underline"  # DokuWiki's HTML for __underlined__
    return "code" if kind == "mono" and "code" in classes(node) else kind


# The target of a link is dropped, but not its words, if it could run a script or is no URL.
_OUTSIDE = re.compile(r"(?:https?|ftps?|ircs?|ldap|gopher|telnet|news|nntp)://[^\s<>\"]+", re.I)
_PAGE_ID = re.compile(r"[^\s<>\"'\\?#|{}\[\]()]+")
_LOCAL = re.compile(r"\s*↵$")  # the title of a link within its own page
_FILE_SIZE = re.compile(r" \([\d.,]+ ?[KMGT]?i?B\)$")


def _link_of(node: etree._Element, page_id: str | None) -> Link | None:
    """Return the link of an ``a`` element, with both offsets 0; None without a target."""
    names = classes(node)
    href = attribute(node, "href")
    if "data-wiki-id" in node.attrib or names & {"wikilink1", "wikilink2"}:
        return _page(node, href, page_id)
    if "media" in names:
        return _media(node, href)
    if "windows" in names:
        return _link("windows", attribute(node, "title"))
    if href.lower().startswith("mailto:"):
        return _link("mail", unquote(href[len("mailto:") :]))
    if href.startswith("#"):
        return _link("page", page_id or "", href)
    if not _OUTSIDE.fullmatch(href):
        return None
    return _link("interwiki" if "interwiki" in names else "external", href)


def _page(node: etree._Element, href: str, page_id: str | None) -> Link | None:
    title = attribute(node, "title")
    own = (_LOCAL.sub("", title) or page_id or "") if href.startswith("#") else ""
    target = attribute(node, "data-wiki-id") or own or title
    if not _PAGE_ID.fullmatch(target):
        return None
    return _link("page", target, "#" + href.partition("#")[2])


def _media(node: etree._Element, href: str) -> Link | None:
    try:
        query = urlsplit(href).query
    except ValueError:  # «http://[», says urllib, is no IPv6 address
        query = ""
    named = parse_qs(query).get("media", [""])[0]
    target = named or _FILE_SIZE.sub("", attribute(node, "title"))
    outside = "://" in target or not _PAGE_ID.fullmatch(target)
    return None if outside and not _OUTSIDE.fullmatch(target) else _link("media", target)


def _link(kind: LinkKind, target: str, fragment: str = "") -> Link | None:
    target = without_controls(target).strip()
    anchor = "".join(without_controls(unquote(fragment[1:])).split())
    return Link(0, 0, kind, target, anchor or None) if target else None


PARTS = frozenset({"table", "tr", "td", "th", "caption"})

_ALIGNS: dict[str, Literal["left", "right", "center"]] = {
    "leftalign": "left",
    "rightalign": "right",
    "centeralign": "center",
}


@dataclass(slots=True)
class TableDraft:
    """A table being read. A table inside a cell adds its words to the cell."""

    line: int  # line of the table in the source
    outside: FlowingWordsDraft = field(default_factory=FlowingWordsDraft)  # words in no cell
    inside: FlowingWordsDraft = field(default_factory=FlowingWordsDraft)  # words of the open cell
    cell: Cell | None = None  # the open cell, without its words; None between cells
    rows: list[list[Cell]] = field(default_factory=list)  # rows of finished cells
    depth: int = 1  # number of open tables, this one included

    @property
    def words(self) -> FlowingWordsDraft:
        """Return the words to which text is added: of the open cell, else those in no cell."""
        return self.inside if self.cell else self.outside

    def open(self, node: etree._Element, name: str) -> None:
        """Begin a row, cell, caption, or table in a cell; ``name`` is the name of the element."""
        if name == "table":
            self.depth += 1
        if self.depth > 1 or name == "caption":
            self.words.write(" ")
            return
        self._end_cell()
        if name == "tr":
            self.rows.append([])
        else:
            self.cell, self.inside = _cell(node), FlowingWordsDraft()

    def close(self, name: str) -> bool:
        """End an element; return whether it is the outermost table itself."""
        self.words.write(" ")
        if name == "table":
            self.depth -= 1
        elif self.depth == 1 and name in ("td", "th"):
            self._end_cell()
        return self.depth == 0

    def read_rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the rows that have cells."""
        self._end_cell()
        return tuple(tuple(row) for row in self.rows if row)

    def read_rest(self) -> Passage:
        """Return the words in no cell: a caption, or words of a broken table."""
        return self.outside.take()

    def _end_cell(self) -> None:
        if self.cell is None:
            return
        if not self.rows:
            self.rows.append([])
        self.rows[-1].append(structs.replace(self.cell, passage=filled(self.inside.take())))
        self.cell = None


def _cell(node: etree._Element) -> Cell:
    names = classes(node)
    align = next((_ALIGNS[name] for name in _ALIGNS if name in names), None)
    columns, rows = span_of(node, "colspan"), span_of(node, "rowspan")
    return Cell(None, node.tag == "th", columns, rows, align)


_HEADINGS = {f"h{level}": level for level in range(1, 7)}
# Elements that are shown below one another: words do not continue from one to the next.
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
_BROKEN = ("paragraph", "item")  # blocks in which a line break may begin a labelled line
_LONGEST_QUOTED = 120  # code points of omitted words in a message
_LEVEL = re.compile(r"level([1-9]\d?)", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)


def read_blocks(
    steps: Iterable[Step], page_id: str | None = None, notes: dict[str, PageNote] | None = None
) -> BlockReader:
    """Return the blocks of a sequence of steps, which are opened and closed elements and texts.

    Args:
        steps: Steps in document order; elements may be opened before the first or closed after the
            last.
        page_id: Id of the page; None when unknown.
        notes: Footnotes by the id that their marks link to, ``fn__3``.

    Returns:
        Blocks whose sizes, with ``front`` and ``unparsed``, sum to the texts of the steps and of
        the footnotes that have a mark.
    """
    reader = BlockReader(page_id, notes or {})
    for step in steps:
        reader.read(step)
    reader.end()
    return reader


def words_beside(number: str, printed: str) -> tuple[str, ...]:
    """Return a message if more than its number is printed before a footnote, else nothing.

    Args:
        number: Number of the footnote.
        printed: Text printed for the number, ``1)`` on a DokuWiki page.
    """
    words = fold(printed)
    if words.strip(" 0123456789()[],") in ("", number):
        return ()
    return (f"words in the number of note {number} are left out: «{words[:_LONGEST_QUOTED]}»",)


@dataclass(frozen=True, slots=True)
class _Context:
    """The kind of block that words inside the open elements become.

    ``shown`` is False in hidden elements, whose words are unparsed.
    """

    kind: BlockKind = "paragraph"
    line: int = 1
    level: int = 0
    number: str = ""
    shown: bool = True


@dataclass(slots=True)
class PageNote:
    """A footnote of an HTML page, read step by step."""

    place: int  # Position of the footnote on the page, from 1.
    # Ids that its marks link to, `fn__3`; a merged footnote has several.
    names: list[str] = field(default_factory=list)
    number: str = ""  # The first of the numbers printed for it.
    text: str = ""  # Words of the footnote.
    # Characters of the footnote on the page; in the account they belong to its first mark.
    size: int = 0
    # Messages about what has no words and is left out: images, links, names of code.
    wordless: tuple[str, ...] = ()
    _printed: str = ""
    _content: list[Step] = field(default_factory=list)
    _open_number: etree._Element | None = None
    _has_content: bool = False

    def read(self, step: Step) -> None:
        """Read the next step of the footnote."""
        self.size += len(step.text) if step.kind == "text" else 0
        if step.kind == "open" and "fn_bot" in classes(step.node):
            self._open_number = step.node
            self.names.append(attribute(step.node, "id"))
        elif step.kind == "close" and step.node is self._open_number:
            self._open_number = None
        elif self._open_number is not None:
            self._printed += step.text
        elif step.kind == "open" and "content" in classes(step.node) and not self._has_content:
            self._has_content = True
            # The numbers are before it; old wikis do not have this element.
            before = (each.text for each in self._content if each.kind == "text")
            self._printed += "".join(before)
            self._content = [step]
        else:
            self._content.append(step)

    def finish(self, page_id: str | None) -> None:
        """Set number and words, after the last step."""
        found = read_blocks(self._content, page_id)
        words = (words for block in found.blocks for words in all_words(block) if words.text)
        number = re.search(r"\d+", self._printed)
        self.number = number[0] if number else str(self.place)
        self.text = joined(words).text
        self.wordless = (*found.wordless, *words_beside(self.number, self._printed))


@dataclass(slots=True)
class BlockReader:
    """The blocks of a sequence of steps, and what is in none of them."""

    page_id: str | None  # Id of the page; None when unknown.
    notes: dict[str, PageNote]  # Footnotes by the id that their marks link to.
    blocks: list[Block] = field(default_factory=list)  # The blocks, in page order.
    front: int = 0  # Number of characters before the first block.
    # The footnotes that have a mark, by position on the page, in the order of their first marks.
    claimed: dict[int, PageNote] = field(default_factory=dict)
    # Numbers of the footnote marks without a footnote, each with the line of the block.
    bare: list[tuple[str, int]] = field(default_factory=list)
    # Messages about what is left out: images and links without words, the names of code blocks,
    # words in the number of a footnote.
    wordless: list[str] = field(default_factory=list)
    unparsed: int = 0  # Number of characters in the names of code blocks, which are in no block.
    _path: list[_Context] = field(default_factory=lambda: [_Context()])
    _words: FlowingWordsDraft = field(default_factory=FlowingWordsDraft)
    _table: TableDraft | None = None
    _mark: list[str] | None = None  # texts of the open footnote mark
    hidden: HiddenWords = field(default_factory=HiddenWords)  # What no reader sees.
    _gone: etree._Element | None = None  # the open element that no reader sees
    _numbers: ListNumbers = field(default_factory=lambda: ListNumbers(is_wiki=True))
    _size: int = 0
    _note_size: int = 0

    def read(self, step: Step) -> None:
        """Read the next step."""
        name = str(step.node.tag)
        if self._gone is not None or (step.kind == "open" and self.hidden.meet(step.node)):
            self._pass(step)
        elif step.kind == "text":
            self._text(step.text)
        elif step.kind == "open":
            self._open(step.node, name)
        elif step.kind == "close" and name not in _EMPTY_ELEMENTS:
            self._close(step.node, name)

    def _pass(self, step: Step) -> None:
        """Leave out a step inside an element that no reader sees."""
        self._gone = step.node if self._gone is None else self._gone
        if step.kind == "text":
            self.unparsed += len(step.text)
        elif step.kind == "close" and step.node is self._gone:
            self._gone = None

    def end(self) -> None:
        """Close all elements that are still open."""
        self.wordless.extend(loss.message for loss in self.hidden.losses)
        if self._table:
            self._end_table(self._table)
        self._end_block()

    @property
    def _draft(self) -> FlowingWordsDraft:
        return self._table.words if self._table else self._words

    @property
    def _keeps_lines(self) -> bool:
        return self._table is None and self._path[-1].kind == "preformatted"

    def _text(self, text: str) -> None:
        if self._mark is not None:
            self._note_size += len(text)
            self._mark.append(text)
            return
        if self._table is None and not self._path[-1].shown and text.strip():
            self.unparsed += len(text)
            name = fold(text)[:_LONGEST_QUOTED]
            self.wordless.append(f"the name of a block of code is left out: «{name}»")
            return
        self._size += len(text)
        if self._keeps_lines:
            self._words.write_lines(text)
        else:
            self._draft.write(text)

    def _open(self, node: etree._Element, name: str) -> None:
        if self._table and name in PARTS:
            self._table.open(node, name)
        elif self._table and name in _DIVISIONS:
            self._table.words.write(" ")
        elif name == "table":
            self._end_block()
            self._table = TableDraft(line_of(node))
        elif name == "hr" and not self._table:
            self._end_block()
            if not _is_of_template(node):
                self.blocks.append(Block("rule", EMPTY, line_of(node)))
        elif name in _DIVISIONS:
            self._end_block()
            number = self._numbers.label(node) if name == "li" else ""
            self._path.append(_context(node, name, self._path[-1], number))
        else:
            self._open_inline(node, name)

    def _open_inline(self, node: etree._Element, name: str) -> None:
        if name == "a" and self._mark is None and "fn_top" in classes(node):
            self._mark = []
        elif name == "a":
            # Highlighted code links key words to manuals; these links are not the author's.
            link = (
                None if self._keeps_lines or self._draft.in_code else _link_of(node, self.page_id)
            )
            self._draft.open_link(link)
        elif name == "img":
            caption = attribute(node, "alt")  # of a smiley, it is what the author typed
            self._draft.write(caption)
            if not caption:
                self._leave_out("an image", attribute(node, "src"))
        elif name == "br" and self._keeps_lines:
            self._words.write_lines("\n")
        elif name == "br":
            self._break(node)
        elif name not in _EMPTY_ELEMENTS:
            self._draft.open_mark(mark_of(node))

    def _break(self, node: etree._Element) -> None:
        """Read a line break: a line with a label begins a block, other words go on."""
        in_words = self._table is None and self._path[-1].kind in _BROKEN
        if in_words and begins_label((node.tail or "")[:_LONGEST_QUOTED]):
            self._end_block()
        self._draft.write(" ")

    def _leave_out(self, what: str, target: str) -> None:
        self.wordless.append(f"{what} without words is left out: {target[:120]}")

    def _close(self, node: etree._Element, name: str) -> None:
        if self._table and name in PARTS:
            if self._table.close(name):
                self._end_table(self._table)
        elif self._table and name in _DIVISIONS:
            self._table.words.write(" ")
        elif name in _DIVISIONS:
            self._end_block()
            self._path[1:] = self._path[1:-1]
        elif name == "a" and self._mark is not None and "fn_top" in classes(node):
            self._end_mark(attribute(node, "href").removeprefix("#"), "".join(self._mark))
        elif name == "a":
            lost = self._draft.close_link()
            if lost and lost.kind != "media":  # the loss of the image covers its link
                self._leave_out("a link", lost.target)
        elif name != "table":
            self._draft.close_mark()

    def _end_mark(self, key: str, printed: str) -> None:
        self._mark = None
        number = _NUMBER.search(printed) or _NUMBER.search(key)
        shown = number[0] if number else printed.strip(" )")
        self.wordless.extend(words_beside(shown, printed))
        note = self.notes.get(key)
        self._draft.note(shown, note.text if note else "")
        if note is None:
            self.bare.append((shown, self._path[-1].line))
        elif note.place not in self.claimed:
            self.claimed[note.place] = note
            self._note_size += note.size

    def _end_block(self) -> None:
        """Make a block of the words so far; add white space alone to the last block."""
        context, words = self._path[-1], self._words.take()
        if words.text or words.notes:
            block = Block(context.kind, words, context.line, context.level, context.number)
            self.blocks.append(block)
            if context.number:  # further words of the item have no number
                self._path = [replace(each, number="") for each in self._path]
        self._give_size()

    def _end_table(self, table: TableDraft) -> None:
        self._table = None
        rows, rest = table.read_rows(), table.read_rest()
        if rows:
            self.blocks.append(Block("table", EMPTY, table.line, cells=rows))
        if rest.text or rest.notes:
            self.blocks.append(Block("paragraph", rest, table.line))
        self._give_size()

    def _give_size(self) -> None:
        """Add the counted characters to the last block, or to those before the first block."""
        self.front += give_size(self.blocks, self._size, self._note_size)
        self._size = self._note_size = 0


def _context(node: etree._Element, name: str, around: _Context, number: str) -> _Context:
    line = line_of(node)
    if name in _HEADINGS:
        return _Context("heading", line, _HEADINGS[name])
    if name == "pre":
        return _Context("preformatted", line)
    if name == "blockquote":
        return _Context("quote", line, around.level + 1 if around.kind == "quote" else 1)
    if name == "li":
        return _Context("item", line, _item_level(node, around), number)
    if name == "dt" and _is_file_name(node):
        return replace(around, line=line, shown=False)
    return replace(around, line=line)


def _item_level(node: etree._Element, around: _Context) -> int:
    levels = (_LEVEL.fullmatch(name) for name in classes(node))
    level = next((match for match in levels if match), None)
    if level:
        return int(level[1])
    return around.level + 1 if around.kind == "item" else 1


def _is_of_template(rule: etree._Element) -> bool:
    """Whether a horizontal rule comes from the template bootstrap3, which puts it above footnotes.

    After a rule of an author there is a line end.
    """
    after = rule.getnext()
    return not rule.tail and after is not None and "footnotes" in classes(after)


def _is_file_name(node: etree._Element) -> bool:
    """Whether an element is the name under which a code block is offered as a file."""
    parent = node.getparent()
    return parent is not None and bool(classes(parent) & {"file", "code"})
