"""Build the blocks of a file from its elements, by the role of each.

A role is what the content of an element is on a page. Formulas (MathML, and the elements of Formex)
are one line of text.

XML files are parsed safely; the root element tells what one is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html.entities import html5
from typing import Literal

from lxml import etree
from msgspec.structs import replace

from lawkb.model.law import Loss
from lawkb.model.page import PageFormat, PieceKind
from lawkb.model.passage import Cell, Link, MarkKind, Note, Passage
from lawkb.model.text_encoding import decode_page
from lawkb.parse.document import (
    EMPTY,
    Block,
    BlockKind,
    Document,
    all_words,
    filled,
    give_size,
    joined,
)
from lawkb.parse.html.elements_in_order import attribute, fold, line_of, plain, span_of, walk
from lawkb.parse.words_draft import FlowingWordsDraft

RoleKind = Literal[
    "inline",  # words that continue those before
    "block",  # a paragraph, or an element around paragraphs
    "division",  # a part of the text: headings inside are one level deeper
    "provision",  # a part with a label; what follows does not continue its words
    "item",  # the same, shown one level deeper than what is around it
    "heading",
    "label",  # the words after it continue its line
    "quote",  # words of another text, never structure of this one
    "preformatted",
    "note",  # a footnote at its position
    "table",
    "row",
    "cell",
    "rule",
    "notes",  # footnotes that are read at their marks
    "page_data",
    "furniture",
    "unparsed",
]
QuoteMark = Literal["opens", "closes"]


@dataclass(frozen=True, slots=True)
class Role:
    """What an element is on a page."""

    kind: RoleKind  # Kind of role.
    level: int = 0  # Level of a heading, from 1; 0 to count the divisions around it.
    mark: MarkKind | None = None  # Emphasis of the words.
    link: Link | None = None  # Link on the words, with both offsets 0.
    # Words that the page shows before the content and no text node has, such as a number.
    before: str = ""
    after: str = ""  # The same after the content.
    # Whether the texts inside are counted, but `before` is shown instead of them.
    silent: bool = False
    # For a mark that opens or closes a quotation of several paragraphs.
    quote: QuoteMark | None = None
    number: str = ""  # Number of a footnote as printed; empty to count.
    # Footnote whose mark the element is; its words are elsewhere on the page.
    note: Note | None = None
    header: bool = False  # Whether a cell is the header of a row or column.
    columns: int = 1  # Number of columns that a cell spans.
    rows: int = 1  # Number of rows that a cell spans.
    loss: Loss | None = None  # What cannot be read of the element, without its line.
    is_apart: bool = False  # Whether it sets its words apart as a quotation, as `blockquote` does.


RoleOf = Callable[[etree._Element, bool], Role]
"""The role of an element, given whether its parent has text between its children."""

INLINE = Role("inline")
BLOCK = Role("block")


_URL = re.compile(r"https?://[^\s<>\"]+", re.I)


def web_link(href: str) -> Link | None:
    """Return the link to an address of the web, with both offsets 0; None for another target."""
    return Link(0, 0, "external", href) if _URL.fullmatch(href) else None


def cell_role(
    node: etree._Element, header: bool, columns: str = "colspan", rows: str = "rowspan"
) -> Role:
    """Return the role of a cell, given the names of the attributes for what it spans."""
    return Role("cell", header=header, columns=span_of(node, columns), rows=span_of(node, rows))


def names(text: str) -> frozenset[str]:
    """Return the names of elements in a text, separated by white space."""
    return frozenset(text.split())


def texts(node: etree._Element) -> Iterator[str]:
    """Yield the text nodes inside an element, in order."""
    return map(str, node.itertext())


def local_name(node: etree._Element) -> str:
    """Return the name of an element without its namespace."""
    name = str(node.tag)
    return name[name.rfind("}") + 1 :]


_INLINE: frozenset[RoleKind] = frozenset({"inline", "note"})
_FLOWS: frozenset[RoleKind] = frozenset({"note", "cell"})
_LABEL = Role("label")
_IN_LABEL = Role("inline", after=" ")  # a paragraph that is a label goes on in the next words
_TABLES: frozenset[RoleKind] = frozenset({"table", "row", "cell"})
# After the end of these, words do not continue the line of a label before.
_WHOLE: frozenset[RoleKind] = frozenset(
    {"division", "provision", "item", "table", "row", "rule", "preformatted", "quote"}
)
_ELSEWHERE: dict[RoleKind, PieceKind] = {
    "notes": "notes",
    "page_data": "page_data",
    "furniture": "furniture",
    "unparsed": "unparsed",
}
_DEEPEST_HEADING = 6
_LONGEST_QUOTED = 120  # code points of omitted words in a message


def read_document(
    root: etree._Element,
    role_of: RoleOf,
    form: PageFormat,
    losses: Iterable[Loss] = (),
) -> Document:
    """Return the document of a file; its characters are those of the text nodes.

    Args:
        root: Root element.
        role_of: Role of each element.
        form: Format of the file.
        losses: What was lost before.
    """
    reader = _Reader(role_of)
    for step in walk(root):
        if step.kind == "open":
            reader.open(step.node)
        elif step.kind == "close":
            reader.close(step.node)
        elif step.kind == "text":
            reader.text(step.text, step.node)
        elif isinstance(step.node, etree._Entity):
            reader.entity(step.node)
    reader.end()
    flow = reader.flows[0]
    reader.count("furniture", flow.front)
    return Document(
        form,
        tuple(flow.blocks),
        total=reader.total,
        elsewhere=tuple((kind, size) for kind, size in reader.elsewhere.items() if size),
        losses=(*losses, *reader.losses),
    )


def words_of_blocks(blocks: Iterable[Block]) -> Passage:
    """Return the words of blocks on one line, as in a footnote or a cell."""
    found = [words for block in blocks for words in all_words(block)]
    return joined(
        [words for words in found if words.text] or [each for each in found if each.notes]
    )


@dataclass(slots=True)
class _Flow:
    """Blocks one after the other: of the page, of a footnote, or of a cell."""

    blocks: list[Block] = field(default_factory=list)  # Finished blocks.
    draft: FlowingWordsDraft = field(default_factory=FlowingWordsDraft)  # Words of the open block.
    line: int = 0  # Line of its first words; 0 without words.
    held: int = -1  # Length of the words when a label ended; -1 when the words after it have begun.
    # Whether the block begins in a quotation, with its first mark, or outside.
    quoted: Literal["", "outside", "inside", "opening"] = ""
    size: int = 0  # Characters of the source since the last block.
    note_size: int = 0  # Characters of footnotes since the last block.
    front: int = 0  # Characters before the first block.

    def give_size(self) -> None:
        """Add the counted characters to the last block, or to those before the first block."""
        self.front += give_size(self.blocks, self.size, self.note_size)
        self.size = self.note_size = 0


@dataclass(frozen=True, slots=True)
class _Frame:
    """What an open element means for the words inside."""

    role: Role  # role of the element
    kind: BlockKind = "paragraph"  # kind of block that words become
    level: int = 0  # level of an item or a heading
    depth: int = 0  # number of divisions around
    mixed: bool = False  # whether there is text between the children
    elsewhere: PieceKind | None = None  # kind of characters that are in no block, or None
    silent: bool = False  # whether texts are only counted
    is_apart: bool = False  # whether the words are set apart as a quotation


@dataclass(slots=True)
class _Reader:
    """A reader of elements, opened and closed, and texts."""

    role_of: RoleOf  # Role of each element.
    # The open elements, the document first.
    path: list[_Frame] = field(default_factory=lambda: [_Frame(Role("block"))])
    # The open flows, that of the document first.
    flows: list[_Flow] = field(default_factory=lambda: [_Flow()])
    rows: list[list[Cell]] | None = None  # Rows of the open table.
    table_line: int = 0  # Line of the last table.
    opening: str = ""  # Mark that opens a quotation, to be shown before its first words.
    quotes: int = 0  # Number of open quotations.
    notes: int = 0  # Number of footnotes so far that have no number of their own.
    unknown: set[str] = field(default_factory=set)  # Names of entities that are not expanded.
    total: int = 0  # Characters so far.
    # Characters that are in no block, by kind.
    elsewhere: dict[PieceKind, int] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)  # What could not be read.

    @property
    def flow(self) -> _Flow:
        """Return the innermost flow."""
        return self.flows[-1]

    def count(self, kind: PieceKind, size: int) -> None:
        """Count characters that are in no block."""
        self.elsewhere[kind] = self.elsewhere.get(kind, 0) + size

    def text(self, text: str, node: etree._Element) -> None:
        """Add a text to the open block, or count it."""
        self.total += len(text)
        frame = self.path[-1]
        if frame.elsewhere:
            self.count(frame.elsewhere, len(text))
            return
        self.flow.size += len(text)
        if not frame.silent:
            self._write(text, node)

    def entity(self, node: etree._Entity) -> None:
        """Add the character that an entity of HTML stands for; no other entity is expanded."""
        name = (node.text or "").strip("&;")
        char = html5.get(f"{name};")
        if char is None:
            message = f"the entity &{name[:_LONGEST_QUOTED]}; is not expanded"
            if name not in self.unknown:
                self.losses.append(Loss("unparsed", message))
            self.unknown.add(name)
        elif not self.path[-1].elsewhere and not self.path[-1].silent:
            self._write(char, node)

    def open(self, node: etree._Element) -> None:
        """Begin an element."""
        around = self.path[-1]
        if around.elsewhere or around.silent:
            self.path.append(around)
            return
        role = self.role_of(node, around.mixed)
        if role.loss:
            self.losses.append(replace(role.loss, line=line_of(node)))
        if role.kind in _TABLES and not self._is_in_place(role.kind):
            role = BLOCK  # a table in a cell or footnote gives its words to it
        if role.kind == "block" and around.role in (_LABEL, _IN_LABEL):
            role = _IN_LABEL
        if role.kind == "unparsed":
            pass  # words on both sides of what is hidden are one line
        elif role.kind in _ELSEWHERE:
            self.flow.draft.write(" ")
        elif role.kind not in _INLINE:
            self._end_block(force=role.kind in _WHOLE)
        self.path.append(_frame(node, role, around))
        if role.kind == "inline":
            self._open_inline(role, node)
            return
        if role.kind == "table":
            self.rows, self.table_line = [], line_of(node)
        elif role.kind == "row" and self.rows is not None:
            self.rows.append([])
        elif role.kind in ("note", "cell"):
            self.flows.append(_Flow())
        elif role.kind == "rule":
            self.flow.blocks.append(Block("rule", EMPTY, line_of(node)))
        if role.kind == "quote":
            self.opening = role.before
        elif role.before:
            self._write(role.before, node)
            if role.kind in ("provision", "item"):
                self._hold()

    def close(self, node: etree._Element) -> None:
        """End an element."""
        frame = self.path[-1]
        if len(self.path) > 1 and self.path[-2] is frame:  # within one that is left out
            self.path.pop()
            return
        role = frame.role
        if role.after and role.kind == "quote":
            self._end_quote(role.after)
        elif role.after:
            self._write(role.after, node)
        if role.kind == "inline":
            self._close_inline(role)
        elif role.kind == "label":
            self._hold()
        elif role.kind not in _ELSEWHERE:
            self._end_block(force=role.kind in _WHOLE or role.kind in _FLOWS | {"heading"})
        self.path.pop()
        if role.kind in _FLOWS:
            self._end_flow(role, node)
        elif role.kind == "table":
            self._end_table()

    def end(self) -> None:
        """End the last block."""
        self._end_block(force=True)

    def _is_in_place(self, kind: RoleKind) -> bool:
        """Whether a table is in no other and in no footnote, or a row or cell is of that table."""
        if len(self.flows) > 1 or (kind == "table") != (self.rows is None):
            return False
        if kind == "table":
            return True
        wanted: RoleKind = "table" if kind == "row" else "row"
        kinds = (frame.role.kind for frame in reversed(self.path))
        return next((each for each in kinds if each != "block"), "block") == wanted

    def _open_inline(self, role: Role, node: etree._Element) -> None:
        draft = self.flow.draft
        if role.note:
            self._begin_line(node)
            self.notes += not role.note.marker
            draft.note(role.note.marker or str(self.notes), role.note.text)
        if role.quote == "opens":
            if not draft.length:
                self.flow.quoted = "inside" if self.quotes else "opening"
            self.quotes += 1
        draft.open_mark(role.mark)
        if role.link:
            draft.open_link(role.link)
        if role.before:
            self._write(role.before, node)

    def _close_inline(self, role: Role) -> None:
        if role.link:
            self.flow.draft.close_link()
        self.flow.draft.close_mark()
        if role.quote == "closes":
            self.quotes = max(0, self.quotes - 1)

    def _begin_line(self, node: etree._Element) -> None:
        self.flow.line = self.flow.line or line_of(node)
        self.flow.quoted = self.flow.quoted or ("inside" if self.quotes else "outside")

    def _write(self, text: str, node: etree._Element) -> None:
        if text.strip():
            self._begin_line(node)
            self.flow.draft.write(self.opening)
            self.opening = ""
        if self.path[-1].kind == "preformatted" and len(self.flows) == 1:
            self.flow.draft.write_lines(text)
        else:
            self.flow.draft.write(text)

    def _hold(self) -> None:
        """Remember that the words so far are a label, to which the next words belong."""
        self.flow.held = self.flow.draft.length
        self.flow.draft.write(" ")

    def _end_block(self, force: bool = False) -> None:
        """Make a block of the words so far, unless they are a label that waits for its words."""
        flow, frame = self.flow, self.path[-1]
        if not force and flow.held == flow.draft.length > 0:
            flow.draft.write(" ")
            return
        words = flow.draft.take()
        if _is_punctuation(words) and self._end_quote(words.text):
            words = EMPTY
        if not words.text and not words.notes and self.rows is not None and len(self.flows) == 1:
            return  # white space between cells is the table's
        if words.text or words.notes:
            kind, level = frame.kind, frame.level
            opened = flow.quoted == "opening" and self.quotes > 0
            if (flow.quoted == "inside" or opened) and kind != "preformatted":
                kind, level = "quote", 1
            flow.blocks.append(Block(kind, words, flow.line or 1, level, is_apart=frame.is_apart))
        flow.line, flow.held, flow.quoted = 0, -1, ""
        flow.give_size()

    def _end_quote(self, marks: str) -> bool:
        """Add the marks that end a quotation to its last block; return whether there is one."""
        self._end_block(force=True)
        last = self.flow.blocks[-1] if self.flow.blocks else None
        if last is None or last.kind != "quote":
            return False
        words = replace(last.words, text=last.words.text + marks)
        self.flow.blocks[-1] = replace(last, words=words)
        return True

    def _end_flow(self, role: Role, node: etree._Element) -> None:
        """Give the words of a footnote or a cell to the words or the table around it."""
        flow = self.flows.pop()
        words = words_of_blocks(flow.blocks)
        size = flow.front + sum(block.size for block in flow.blocks)
        note_size = sum(block.note_size for block in flow.blocks)
        if role.kind == "note":
            self.notes += 1
            self._begin_line(node)
            self.flow.draft.note(role.number or str(self.notes), words.text)
            self.flow.note_size += size + note_size
            return
        self.flow.size += size
        self.flow.note_size += note_size
        if self.rows is not None:
            self.rows = self.rows or [[]]
            self.rows[-1].append(Cell(filled(words), role.header, role.columns, role.rows))

    def _end_table(self) -> None:
        rows = tuple(tuple(row) for row in self.rows or () if row)
        self.rows = None
        if any(cell.passage and cell.passage.text for row in rows for cell in row):
            self.flow.blocks.append(Block("table", EMPTY, self.table_line, cells=rows))
        self.flow.give_size()


def _frame(node: etree._Element, role: Role, around: _Frame) -> _Frame:
    """Return what an element means for the words inside, given the frame around it."""
    kind, level = around.kind, around.level
    if role.kind in _FLOWS:
        kind, level = "paragraph", 0
    elif role.kind == "preformatted":
        kind, level = "preformatted", 0
    elif kind == "quote" or role.kind == "quote":
        kind, level = "quote", 1
    elif role.kind == "heading":
        kind, level = "heading", min(role.level or around.depth + 1, _DEEPEST_HEADING)
    elif role.kind == "item":
        kind, level = "item", level + 1 if kind == "item" else 1
    return _Frame(
        role,
        kind,
        level,
        around.depth + (role.kind == "division"),
        _is_mixed(node),
        _ELSEWHERE.get(role.kind),
        role.silent,
        around.is_apart or role.is_apart,
    )


def _is_punctuation(words: Passage) -> bool:
    text = words.text
    return 0 < len(text) <= 3 and not words.notes and not any(map(str.isalnum, text))


def _is_mixed(node: etree._Element) -> bool:
    """Whether an element has text between its children."""
    return bool((node.text or "").strip() or any((child.tail or "").strip() for child in node))


def shortened(text: str) -> str:
    """Return words for a message: on one line, not too long."""
    return fold(text)[:_LONGEST_QUOTED]


# Signs that Formex has as empty elements, by name and TYPE.
_SIGNS = {
    ("OP.MATH", "PLUS"): "+",
    ("OP.MATH", "MINUS"): "−",
    ("OP.MATH", "MULT"): "×",
    ("OP.MATH", "DIV"): "÷",
    ("OP.MATH", "PLUSMINUS"): "±",
    ("OP.CMP", "EQ"): "=",
    ("OP.CMP", "NE"): "≠",
    ("OP.CMP", "LT"): "<",
    ("OP.CMP", "GT"): ">",
    ("OP.CMP", "LE"): "≤",
    ("OP.CMP", "GE"): "≥",
    ("OP.CMP", "AP"): "≈",
}
# What is between the parts of an element; around each part that is more than one sign, brackets.
_BETWEEN = {
    "mfrac": "/",
    "FRACTION": "/",
    "msub": "_",
    "msup": "^",
    "msubsup": "_^",
    "munder": "_",
    "mover": "^",
    "munderover": "_^",
}
_BEFORE = {
    "msqrt": "√",
    "mroot": "√",
    "ROOT": "√",
    "IND": "_",
    "sub": "_",
    "sup": "^",
    "EXPONENT": "^",
    "EXP": "^",
    "SUM": "∑",
    "PRODUCT": "∏",
    "INTEGRAL": "∫",
}
_LEFT_OUT = frozenset({"annotation", "annotation-xml", "none", "mprescripts"})


def formula_text(node: etree._Element) -> str:
    """Return the text of a formula on one line, ``(a + b)/c``.

    Fractions, roots, powers and indices are written with signs, so that none reads as another.
    """
    parts: dict[etree._Element, str] = {}
    for event, each in etree.iterwalk(node, events=("end",)):
        if event == "end" and isinstance(each.tag, str):
            parts[each] = _written(each, parts)
    return " ".join(parts.get(node, "").split())


def formula_images(node: etree._Element) -> tuple[str, ...]:
    """Return the names of the image files that are in a formula."""
    images = (
        attribute(each, "FILEREF") or attribute(each, "src")
        for each in node.iter("INCL.ELEMENT", "{*}img")
    )
    return tuple(name for name in images if name)


def filled_by(node: etree._Element) -> etree._Element | None:
    """Return the element that has nothing but this one; None if there is anything beside it."""
    parent = node.getparent()
    if parent is None or node.getprevious() is not None or node.getnext() is not None:
        return None
    return None if (parent.text or "").strip() or (node.tail or "").strip() else parent


def _written(node: etree._Element, parts: dict[etree._Element, str]) -> str:
    name = local_name(node)
    if name in _LEFT_OUT:
        return ""
    if name == "HT":
        name = {"SUB": "sub", "SUP": "sup"}.get(attribute(node, "TYPE"), name)
    sign = _SIGNS.get((name, attribute(node, "TYPE")))
    if sign:
        return f" {sign} "
    children = [child for child in node if isinstance(child.tag, str)]
    if name == "INCL.ELEMENT":
        return attribute(node, "FILEREF")
    if between := _BETWEEN.get(name):
        signs = ["", *between][: len(children)]
        written = [_grouped(parts.pop(child, "")) for child in children]
        return "".join(sign + text for sign, text in zip(signs, written, strict=False)) + "".join(
            written[len(signs) :]
        )
    texts = [plain(node.text or "")]
    for child in node:
        texts += [parts.pop(child, ""), plain(child.tail or "")]
    text = "".join(texts)
    if name == "mo" and text.strip() not in ("", "(", ")", "[", "]", "{", "}", ","):
        return f" {text.strip()} "
    return _BEFORE[name] + _grouped(text) if name in _BEFORE else text


def _grouped(text: str) -> str:
    """Return a part of a formula in brackets if it is more than one word."""
    text = " ".join(text.split())
    return text if text.isalnum() or not text or _is_bracketed(text) else f"({text})"


def _is_bracketed(text: str) -> bool:
    return text[0] == "(" and text.find(")") == len(text) - 1


_NAME = re.compile(r"<(?:([^\s<>/:\"'=]{1,100}):)?([^\s<>/:\"'=!?]{1,100})(?=[\s/>])")
_DOCTYPE_END = re.compile(r"[\[>]")
_PROLOG = (("<?", "?>"), ("<!--", "-->"))


@dataclass(frozen=True, slots=True)
class RootTag:
    """The tag of the root element of a file."""

    name: str  # name without prefix
    attributes: str  # the rest of the tag, as it is
    is_declared: bool  # whether the file begins with an XML declaration or the root has a namespace


def root_tag(text: str) -> RootTag | None:
    """Return the root tag of a text, or None if it does not begin as XML does.

    Declarations, comments and a document type before the root are skipped.
    """
    declared = text.lstrip("\ufeff \t\r\n").startswith("<?xml")
    at = max((end for _, end in _prolog(text)), default=0)
    match = _NAME.match(text, len(text) - len(text[at:].lstrip("\ufeff \t\r\n")))
    if not match:
        return None
    end = text.find(">", match.end())
    attributes = text[match.end() : end] if end >= 0 else ""
    return RootTag(match[2], attributes, declared or "xmlns" in attributes)


def _prolog(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of every declaration, comment and document type before the root."""
    at = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    while at < len(text):
        end = at + 1 if text[at].isspace() else _after_prolog(text, at)
        if end is None:
            return
        if end > at + 1:
            yield at, end
        at = end


def _without_doctype(text: str) -> str:
    """Return a file without the declarations of its document type, its lines as before.

    Nothing of them is used, and libxml2 stops at entities that would grow too much.
    """
    for start, end in _prolog(text):
        if text[start : start + 9].upper() == "<!DOCTYPE":
            return text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text


def _after_prolog(text: str, at: int) -> int | None:
    """Return the end of a declaration, comment or document type; None if there is none there."""
    for start, stop in _PROLOG:
        if text.startswith(start, at):
            end = text.find(stop, at)
            return end + len(stop) if end >= 0 else len(text)
    if not text.startswith("<!DOCTYPE", at) and not text.startswith("<!doctype", at):
        return None
    found = _DOCTYPE_END.search(text, at)
    if found and found[0] == "[":
        close = text.find("]", found.end())
        found = _DOCTYPE_END.search(text, close + 1) if close >= 0 else None
    return found.end() if found else len(text)


def read_xml(content: bytes) -> tuple[etree._Element | None, tuple[Loss, ...]]:
    """Return the root element of an XML file and what could not be read. Never raises.

    Entities that the file defines are not expanded, nothing is fetched, and comments and processing
    instructions are left out.
    """
    text, losses = decode_page(content)
    parser = etree.XMLParser(
        encoding="utf-8",
        attribute_defaults=False,
        load_dtd=False,
        no_network=True,
        recover=True,
        huge_tree=False,
        resolve_entities=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(_without_doctype(text).encode(), parser)
    except (etree.LxmlError, ValueError) as error:
        return None, (*losses, Loss("text", f"the XML cannot be read: {shortened(str(error))}"))
    if root is None:
        return None, (*losses, Loss("text", "the XML cannot be read: it has no root element"))
    fault = next(
        (
            entry
            for entry in parser.error_log
            if entry.level_name == "FATAL" and entry.type_name not in _ENTITY_FAULTS
        ),
        None,
    )
    if fault is not None:
        message = f"the XML is read only in part: {shortened(fault.message)}"
        losses = (*losses, Loss("text", message, line=max(fault.line, 1)))
    return root, losses


# An unknown entity is reported where it is read.
_ENTITY_FAULTS = frozenset({"ERR_UNDECLARED_ENTITY", "WAR_UNDECLARED_ENTITY"})


def read_unknown_xml(content: bytes) -> Document:
    """Return a document without blocks for XML of an unknown kind, with a loss that names it."""
    root, losses = read_xml(content)
    if root is None:
        return Document("xml", (), losses=losses)
    name = shortened(etree.QName(root).text)
    message = f"XML of a kind that lawkb does not read: its root element is «{name}»"
    return document_without_text(root, (*losses, Loss("unparsed", message)))


def document_without_text(root: etree._Element, losses: tuple[Loss, ...]) -> Document:
    """Return the document of an XML file whose text is not read: every character is unparsed."""
    size = sum(len(step.text) for step in walk(root) if step.kind == "text")
    return Document("xml", (), total=size, elsewhere=(("unparsed", size),), losses=losses)
