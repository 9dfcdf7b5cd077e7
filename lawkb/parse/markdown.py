"""Read Markdown into a document: CommonMark with tables, footnotes, deleted words, YAML at the top.

HTML in the page is never markup here: its tags are furniture, its words are text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import count
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from msgspec.structs import replace

from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import Align, Cell, Link, MarkKind, Passage
from lawkb.parse.document import EMPTY, Block, BlockKind, Document, filled, joined
from lawkb.parse.html.hidden import attributes_of, why_hidden
from lawkb.parse.words_draft import (
    ELEMENT_MARKS,
    MOST_REPEATED,
    ParagraphDraft,
    WordsDraft,
    begins_label,
    may_break,
)
from lawkb.unicode_characters import normalized

_DEEPEST = 40  # nested lists and quotes
_MARKS: dict[str, MarkKind] = {"strong": "bold", "em": "italic", "s": "deleted"}
# Who writes <ins> in a page of his own underlines: no revision is compared.
_TAGS: dict[str, MarkKind] = {**ELEMENT_MARKS, "ins": "underline"}
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)")
_LINE_TAGS = ("br", "p", "div", "li", "tr", "center", *(f"h{level}" for level in range(1, 7)))
_PLACES = ("ordered_list", "bullet_list", "blockquote")
_HIDDEN = ("script", "style", "template", "title", "textarea")
_ATTRIBUTES = re.compile(r"\s*\{[#.:][^{}]{0,200}\}\s*\Z")  # of a heading, as pandoc writes them
_ALIGNED: dict[str, Align] = {f"text-align:{side}": side for side in ("left", "right", "center")}
_BREAKS = ("softbreak", "hardbreak")
_ITEM = re.compile(r"[\s>]*(?P<item>(?:[-*+]|\d{1,9}[.)])\s+)*")  # before the words of an item
# A line that begins with a label that is no item here, and the first labels of lists.
_LETTERED = re.compile(r"[\s>]*\(?(?P<n>[^\W\d_]{1,4}|\d)\)\s")
_FIRSTS = frozenset(("a", "α", "A", "Α", "i", "I", "1", "aa", "αα"))
_MOST_TAGS = 20  # names of tags that hide words
_SHOWN = 40  # characters after a line end in which a label is looked for
_LONGEST_QUOTED = 60


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": _DEEPEST})
    parser.enable(["table", "strikethrough"])
    # Laws are indented by hand: four spaces are no program.
    parser.disable("code")
    return parser.use(footnote_plugin).use(front_matter_plugin).use(deflist_plugin)


def read_markdown(text: str) -> Document:
    """Return a Markdown page as a document. Never raises.

    The number of an item in a list is its label as written, ``3.``; where all items of a list have
    the same number, they are counted, as every program shows them. A line end in a paragraph is a
    space, as on the rendered page, except after bold words that fill a line, and before a label
    after the end of a sentence or item; a hard line break begins a new line.

    Args:
        text: Whole page, NFC, LF line ends.

    Returns:
        Blocks in page order. Every line of the page is counted in the block or the footnote that it
        belongs to; YAML at the top is page data, the tags of HTML and the targets of links at the
        end are furniture.
    """
    env: dict[str, Any] = {}
    page = _Page(text, env)
    page.read(_parser().parse(_balanced(text), env))
    return page.document()


# The library looks for the end of every link again: brackets that open none are hidden from it, as
# a control character, which no decoded page has.
_BRACKETS = re.compile(r"\\.|(?P<open>\[)|(?P<close>\])|(?P<end>\n[ \t]*\n)", re.DOTALL)
_HIDDEN_BRACKET = "\x01"
_DEEPEST_LINK = 20  # brackets in one another


def _balanced(text: str) -> str:
    """Return the page with brackets hidden that their paragraph does not close, or too deep."""
    opened: list[int] = []
    hidden: list[int] = []
    for match in _BRACKETS.finditer(text):
        if match["open"] and len(opened) < _DEEPEST_LINK:
            opened.append(match.start())
        elif match["open"]:  # the outermost one is the least likely to be a link
            hidden.append(opened.pop(0))
            opened.append(match.start())
        elif match["close"] and opened:
            opened.pop()
        elif match["end"]:
            hidden += opened
            opened = []
    signs = [*text]
    for at in (*hidden, *opened):
        signs[at] = _HIDDEN_BRACKET
    return "".join(signs)


def _shown(content: str) -> str:
    return content.replace(_HIDDEN_BRACKET, "[")


_Owner = WordsDraft | PieceKind  # the block, or the note, that a line of the page belongs to


class _Page:
    """A page while it is read: its blocks, and what each line of the source belongs to."""

    def __init__(self, text: str, env: dict[str, Any]) -> None:
        self._env = env
        self._total = len(text)
        self._lines = text.split("\n")
        self._owners: list[_Owner | None] = [None] * len(self._lines)
        self._notes: dict[int, list[Token]] = {}
        self._noted: dict[int, WordsDraft] = {}  # sizes of the footnotes, by number
        self._marked: dict[int, WordsDraft] = {}  # line with the first mark of each footnote
        self._blocks: list[ParagraphDraft | tuple[Block, WordsDraft]] = []
        self._rows: list[list[Cell]] = []
        self._losses: list[Loss] = []
        self._repeated = 0  # characters of footnotes at further marks
        self._targets: frozenset[int] | None = None  # lines with the target of a link
        self._hidden = ""  # tag whose contents are no text, such as a script
        self._inside = 0  # tags of that name that were opened in it
        self._ends: dict[str, int] = {}  # last line that closes a tag, by its name

    def read(self, tokens: list[Token]) -> None:
        """Read the tokens of a page."""
        body = self._without_notes(tokens)
        counters = dict(_counted_lists(body))
        places: list[tuple[str, Iterator[int] | None]] = []  # open lists and quotes
        label, table = "", None
        for index, token in enumerate(body):
            name, _, side = token.type.rpartition("_")
            if name in _PLACES:
                if side == "open":
                    places.append((name, counters.get(index)))
                else:
                    places.pop()
            elif token.type == "list_item_open":
                label = self._label(token, places[-1][1])
            elif token.type == "table_open":
                table, self._rows = self._holder(token), []
                at = _first_line(token)
            elif token.type == "table_close" and table is not None:
                rows = tuple(tuple(row) for row in self._rows if row)
                self._blocks.append((Block("table", EMPTY, at, cells=rows), table))
                table = None
            elif token.type == "tr_open":
                self._rows.append([])
            elif token.type == "inline" and table is not None:
                self._read_cell(token, body[index - 1], table)
            elif token.type == "inline":
                self._read_inline(token, body[index - 1], label, [name for name, _ in places])
                label = ""
            else:
                self._read_leaf(token)

    def document(self) -> Document:
        """Return the document of all that was read."""
        elsewhere: Counter[PieceKind] = Counter()
        above: _Owner = "furniture"
        for number, line in enumerate(self._lines):
            owner = self._owners[number]
            if owner is None and line.strip():
                owner = self._unowned(number)
            above = owner or above
            size = len(line) + (number + 1 < len(self._lines))
            if isinstance(above, WordsDraft):
                above.size += size
            else:
                elsewhere[above] += size
        for number, noted in self._noted.items():
            if number in self._marked:
                self._marked[number].note_size += noted.size
            else:
                elsewhere["unparsed"] += noted.size
        blocks = [block for each in self._blocks for block in _finished(each)]
        return Document(
            "markdown",
            tuple(blocks),
            total=self._total,
            elsewhere=tuple((kind, size) for kind, size in elsewhere.items() if size),
            losses=tuple(self._losses),
        )

    def _without_notes(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens of the text; those of the footnotes at the end are kept apart."""
        body: list[Token] = []
        note: int | None = None
        for token in tokens:
            if token.type == "footnote_open":
                note = token.meta["id"]
                self._notes[note], self._noted[note] = [], WordsDraft()
            elif token.type == "footnote_close":
                note = None
            elif note is None and not token.type.startswith("footnote_block"):
                body.append(token)
            elif note is not None and token.type == "inline":
                self._notes[note].append(token)
                self._own(token, self._noted[note])
        return body

    def _label(self, item: Token, counter: Iterator[int] | None) -> str:
        """Return the number of an item of a list with its sign, ``3.``; empty for a bullet."""
        if counter is not None:
            return f"{next(counter)}{item.markup}"
        return f"{item.info}{item.markup}" if item.info else ""

    def _unowned(self, number: int) -> _Owner:
        """Return the kind of a line that is in no block: the target of links, or nothing known."""
        if number in self._references():
            return "furniture"
        words = self._lines[number].strip()[:_LONGEST_QUOTED]
        self._lose("unparsed", f"the page does not show this line: «{words}»", number + 1)
        return "unparsed"

    def _references(self) -> frozenset[int]:
        """Return the lines that are targets of links, from 0: also those of a name given before."""
        if self._targets is None:
            named = (
                *self._env.get("references", {}).values(),
                *self._env.get("duplicate_refs", ()),
            )
            self._targets = frozenset(line for each in named for line in range(*each["map"]))
        return self._targets

    def _own(self, token: Token, owner: _Owner) -> None:
        for number in range(*(token.map or (0, 0))):
            if number < len(self._owners) and self._owners[number] is None:
                self._owners[number] = owner

    def _holder(self, token: Token) -> WordsDraft:
        """Return a line that counts the characters of a block without paragraphs."""
        holder = WordsDraft()
        self._own(token, holder)
        return holder

    def _read_leaf(self, token: Token) -> None:
        """Read a block without inline tokens: a rule, program text, HTML, or YAML."""
        if token.type in ("fence", "code_block"):
            words = Passage(normalized("NFC", _shown(token.content).rstrip("\n")))
            block = Block("preformatted", words, _first_line(token))
            self._blocks.append((block, self._holder(token)))
        elif token.type == "hr":
            self._blocks.append((Block("rule", EMPTY, _first_line(token)), self._holder(token)))
        elif token.type == "front_matter":
            self._own(token, "page_data")
        elif token.type == "html_block":
            if "<table" in token.content.lower():
                self._lose(
                    "table",
                    "the borders of the cells of a table in HTML are lost",
                    _first_line(token),
                )
            inline = _parser().parseInline(token.content, self._env)[0]
            inline.map = token.map
            self._read_inline(inline, token, "", [])

    def _read_cell(self, token: Token, opening: Token, table: WordsDraft) -> None:
        line = WordsDraft()
        draft = ParagraphDraft(_first_line(token), lines=[line])
        self._read_children(token.children or [], draft)
        words = [each.finish() for each in draft.lines]
        for number in [note for note, marked in self._marked.items() if marked in draft.lines]:
            self._marked[number] = table
        align = _ALIGNED.get(str(opening.attrs.get("style", "")))
        cell = Cell(filled(joined(words)), header=opening.tag == "th", align=align)
        self._rows[-1].append(cell)

    def _read_inline(self, token: Token, opening: Token, label: str, places: Sequence[str]) -> None:
        """Read the words of a heading, a paragraph, or the first paragraph of an item."""
        kind: BlockKind = "paragraph"
        level = 0
        lists = sum(name != "blockquote" for name in places)
        children = token.children or []
        if opening.type == "heading_open":
            kind, level = "heading", int(opening.tag[1:])
            children = _without_attributes(children)
        elif label:
            kind, level = "item", lists
        elif lists and places[-1] != "blockquote":
            level = lists  # a further paragraph of an item
        elif places and places[-1] == "blockquote":
            kind, level = "quote", len(places) - lists
        draft = ParagraphDraft(_first_line(token), kind, level)
        if label and not self._hidden:
            draft.last.add_literal(f"{label} ")
        self._blocks.append(draft)
        begin, end = token.map or (0, 0)
        lines = self._read_children(children, draft, self._indented(begin, end))
        for number in range(begin, min(end, len(self._owners))):
            if self._owners[number] is None:
                self._owners[number] = lines[min(number - begin, len(lines) - 1)]
        for message in draft.losses:
            self._lose("unparsed", message, draft.line)

    def _indented(self, begin: int, end: int) -> frozenset[int]:
        """Return which lines of a paragraph, from 0, are indented deeper than its first words.

        In an item, also lines that count from the first on: ``a) …`` and ``b) …`` below ``3. …``.
        """
        first = _ITEM.match(self._lines[begin]) if begin < len(self._lines) else None
        deeper = re.compile(rf"[\s>]{{{first.end() + 1},}}") if first else None
        if not first or not deeper:
            return frozenset()
        lines = [*enumerate(self._lines[begin:end])][1:]
        labels = [each for each in map(_LETTERED.match, (line for _, line in lines)) if each]
        counts = len(labels) > 1 and labels[0]["n"] in _FIRSTS and first["item"]
        own = {each.string for each in labels} if counts else set()
        return frozenset(n for n, line in lines if deeper.match(line) or line in own)

    def _read_children(
        self, children: Sequence[Token], draft: ParagraphDraft, indented: Set[int] = frozenset()
    ) -> list[WordsDraft]:
        """Add inline tokens to a paragraph; return the line of each of its lines in the source.

        Args:
            indented: Lines, from 0, that begin a line of their own if they begin with a label.
        """
        kinds: list[MarkKind] = []
        target, shown = "", ""
        lines = [draft.last]
        for index, child in enumerate(children):
            name, _, side = child.type.rpartition("_")
            if child.type in _BREAKS:
                words = _upcoming(children, index)
                apart = len(lines) in indented and begins_label(words)
                ends = apart or draft.last.is_bold or may_break(shown, words)
                if child.type == "hardbreak" or ends:
                    draft.break_line()
                    draft.last.line = draft.line + len(lines)
                    shown = ""
                draft.last.add(" ")
                lines.append(draft.last)
            elif name in _MARKS:
                kinds = [*kinds, _MARKS[name]] if side == "open" else kinds[:-1]
            elif name == "link":
                target = str(child.attrs.get("href", "")) if side == "open" else ""
            elif child.type == "html_inline":
                kinds = self._read_tag(child.content, draft, kinds)
                lines += [draft.last] * child.content.count("\n")
            elif child.type == "footnote_ref":
                self._read_mark(child, draft)
            elif child.type == "image":
                self._lose(
                    "unparsed",
                    f"an image is left out: «{_shown(child.content)[:_LONGEST_QUOTED]}»",
                    draft.line,
                )
            elif self._hidden or child.type == "footnote_anchor":
                continue
            elif target:
                draft.last.add_link(Link(0, 0, "external", target), _shown(child.content))
            else:
                code: tuple[MarkKind, ...] = ("code",) if child.type == "code_inline" else ()
                draft.last.add(_shown(child.content), frozenset((*kinds, *code)))
            shown += child.content if child.type == "text" else ""
        return lines

    def _read_tag(
        self, content: str, draft: ParagraphDraft, kinds: list[MarkKind]
    ) -> list[MarkKind]:
        """Read a tag of HTML, which is furniture; return the emphasis of the words after it."""
        found = _TAG.match(content)
        name = found[2].lower() if found else ""
        closes = bool(found and found[1])
        if self._hidden:
            if name == self._hidden:
                self._inside += -1 if closes else 1
                self._hidden = self._hidden if self._inside else ""
        elif not closes and (name in _HIDDEN or self._hides(name, content, draft.line)):
            self._hidden, self._inside = name, 1
            self._lose("unparsed", f"the contents of <{name}> are left out", draft.line)
        elif name in _LINE_TAGS:
            draft.break_line()
        elif name in _TAGS:
            kind = _TAGS[name]
            at = len(kinds) - 1 - kinds[::-1].index(kind) if kind in kinds else len(kinds)
            return [*kinds[:at], *kinds[at + 1 :]] if closes else [*kinds, kind]
        return kinds

    def _hides(self, name: str, content: str, line: int) -> bool:
        """Whether a tag hides its words, and one that closes it follows in the page."""
        if not why_hidden(name, attributes_of(content)):
            return False
        if name not in self._ends and len(self._ends) < _MOST_TAGS:
            close = f"</{name}"
            lines = (n for n, each in enumerate(self._lines, 1) if close in each.lower())
            self._ends[name] = max(lines, default=0)
        return line <= self._ends.get(name, 0)

    def _read_mark(self, mark: Token, draft: ParagraphDraft) -> None:
        """Read the mark of a footnote, with the words of the footnote."""
        number = int(mark.meta["id"])
        note = draft.last.add_note(str(number + 1))
        if number not in self._notes:
            self._lose("note", f"the text of note {number + 1} is not on the page", draft.line)
            return
        if number in self._marked:
            self._repeated += sum(len(inline.content) for inline in self._notes[number])
            if self._repeated > MOST_REPEATED:
                message = f"the words of note {number + 1} are not repeated here"
                self._lose("note", message, draft.line)
                return
        self._marked.setdefault(number, draft.last)
        words = ParagraphDraft(draft.line, lines=[note])
        for inline in self._notes[number]:
            plain = [child for child in inline.children or [] if child.type != "footnote_ref"]
            self._read_children([_spaced(child) for child in plain], words)
            note.add(" ")

    def _lose(self, kind: str, message: str, line: int) -> None:
        self._losses.append(Loss(kind, message, line=line))


def _finished(block: ParagraphDraft | tuple[Block, WordsDraft]) -> Iterator[Block]:
    """Yield the blocks of a paragraph, or a block with its size."""
    if isinstance(block, ParagraphDraft):
        yield from block.blocks()
    else:
        one, holder = block
        yield replace(one, size=holder.size, note_size=holder.note_size)


def _counted_lists(tokens: list[Token]) -> Iterator[tuple[int, Iterator[int]]]:
    """Yield the lists whose items all have the same number, with a counter that begins there."""
    opened: list[tuple[int, list[str]]] = []
    for index, token in enumerate(tokens):
        if token.type in ("ordered_list_open", "bullet_list_open"):
            opened.append((index, []))
        elif token.type == "list_item_open":
            opened[-1][1].append(token.info)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            at, numbers = opened.pop()
            if len(numbers) > 1 and len(set(numbers)) == 1 and numbers[0].isdecimal():
                yield at, count(int(numbers[0]))


def _first_line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 1


def _upcoming(children: Sequence[Token], index: int) -> str:
    """Return the words after a line end, as far as a label may reach."""
    words = ""
    for at in range(index + 1, min(len(children), index + 1 + _SHOWN)):
        child = children[at]
        if child.type in _BREAKS or len(words) > _SHOWN:
            break
        words += child.content if child.type == "text" else ""
    return words


def _without_attributes(children: Sequence[Token]) -> list[Token]:
    """Return the words of a heading without attributes at its end, ``{#id}``."""
    if not children or children[-1].type != "text":
        return list(children)
    last = children[-1]
    return [*children[:-1], last.copy(content=_ATTRIBUTES.sub("", last.content))]


def _spaced(child: Token) -> Token:
    """Return an inline token of a footnote, which is one line: a break becomes a space."""
    return child.copy(type="text", content=" ") if child.type in _BREAKS else child
