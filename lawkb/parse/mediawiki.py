"""Read the wikitext of MediaWiki into a document, as the wiki shows it, with list numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import mwparserfromhell
from mwparserfromhell import nodes
from mwparserfromhell.wikicode import Wikicode

from lawkb.model.address import write_ordinal
from lawkb.model.language import language_codes, read_language
from lawkb.model.law import Loss
from lawkb.model.page import PieceKind
from lawkb.model.passage import Align, Cell, Link, MarkKind, Passage
from lawkb.parse.document import EMPTY, Block, Document, all_words, filled, give_size, joined
from lawkb.parse.html.hidden import why_hidden
from lawkb.parse.words_draft import ELEMENT_MARKS, MOST_REPEATED, ParagraphDraft, may_break

_MAGIC = re.compile(r"__[^\W\d_]{2,30}__")
_INTERLANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]{2,8})?")
_VARIABLE = re.compile(r"[A-Z]{4,}(?::|\Z)")  # {{DEFAULTSORT:…}}, {{PAGENAME}}
_LIST_SIGNS = frozenset("*#:;")
_MARKS: dict[str, MarkKind] = {**ELEMENT_MARKS, "ins": "underline", "code": "code"}
_BLOCKS = (
    "p",
    "div",
    "center",
    "blockquote",
    "poem",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "li",
    "section",
)
_LITERAL = ("pre", "syntaxhighlight", "source")
_FURNITURE = ("references", "includeonly", "section", "toc")
_UNSHOWN = ("math", "gallery", "score", "script", "style", "timeline", "imagemap", "templatestyles")
# Templates that only change the look of their words, which are their last parameter.
_LOOKS = frozenset(
    [
        *("c", "center", "centre", "left", "right", "float", "hanging", "indent", "lang"),
        *("big", "larger", "x-larger", "xx-larger", "small", "smaller", "sc", "nowrap"),
        *("bold", "italic", "u"),
    ]
)
_ALIGNS: tuple[Align, ...] = ("left", "right", "center")
_LONGEST_QUOTED = 60


def read_mediawiki(text: str) -> Document:
    """Return a page in the wikitext of MediaWiki as a document. Never raises.

    Items of a numbered list get the number that the wiki shows, at every depth in digits. A
    template cannot be expanded without its wiki: it is unparsed, with a loss, unless it only
    changes the look of its words.

    Args:
        text: Whole page, NFC, LF line ends.

    Returns:
        Blocks in page order. Footnotes are at their marks; comments are furniture; categories,
        links to other languages and magic words are page data.
    """
    balanced = _balanced(text)
    code = mwparserfromhell.parse(balanced)
    if str(code) != balanced:  # never seen
        elsewhere: tuple[tuple[PieceKind, int], ...] = (("unparsed", len(text)),)
        loss = Loss("unparsed", "the wikitext cannot be read")
        return Document("mediawiki", (), total=len(text), elsewhere=elsewhere, losses=(loss,))
    page = _Page()
    page.read_page(code)
    return Document(
        "mediawiki",
        tuple(page.blocks),
        total=len(text),
        elsewhere=tuple((kind, size) for kind, size in page.elsewhere.items() if size),
        losses=tuple(page.losses),
    )


# Signs that open something, and what closes it. What is never closed is text, but the library would
# look for its end again and again: such signs are hidden from it, as control characters, which no
# decoded page has.
_SIGN = re.compile(
    r"^[*#:;]{20}(?P<deep>[*#:;]+)|<!--|-->|\{\{|\}\}|\[\[|\]\]|^\{\||^\|\}|\[(?=https?:|//|mailto:)|\]"
    r"|<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]{0,20})(?:\s[^<>]{0,500}?)?(?P<alone>/?)>|<",
    re.MULTILINE,
)
_CLOSES = {"-->": "<!--", "}}": "{{", "]]": "[[", "|}": "{|", "]": "["}
_ALONE = ("br", "hr", "wbr", "li", "dt", "dd", "td", "th", "tr")
_HIDDEN_SIGNS = dict(zip("<{[*#:;", "\x01\x02\x03\x04\x05\x06\x0e", strict=True))
_SHOWN_SIGNS = str.maketrans({hidden: sign for sign, hidden in _HIDDEN_SIGNS.items()})
_DEEPEST = 20  # constructs in one another


def _balanced(text: str) -> str:
    """Return wikitext with every sign hidden that opens what is never closed, or too deep."""
    opened: dict[str, list[tuple[int, int]]] = {}
    hidden: list[int] = []
    depth = 0
    for match in _SIGN.finditer(text):
        sign, name = match[0], match["name"]
        key = _CLOSES.get(sign, f"<{name.lower()}" if name else sign)
        if match["deep"]:
            hidden.extend(range(*match.span("deep")))
            continue
        if name and (match["alone"] or name.lower() in _ALONE):
            continue
        # Both braces of a template, since one of three would begin another one.
        place = match.start(), match.start() + (2 if sign in ("{{", "[[") else 1)
        if sign == "<":
            hidden.append(match.start())
        elif sign in _CLOSES or (name and match["end"]):
            if opened.get(key):
                opened[key].pop()
                depth -= 1
            elif name:
                hidden.append(match.start())
        elif depth >= _DEEPEST:
            hidden.extend(range(*place))
        else:
            opened.setdefault(key, []).append(place)
            depth += 1
    hidden += (at for places in opened.values() for place in places for at in range(*place))
    signs = [*text]
    for at in hidden:
        signs[at] = _HIDDEN_SIGNS[signs[at]]
    return "".join(signs)


def _shown(code: object) -> str:
    """Return a part of the wikitext with the hidden signs as they were."""
    return str(code).translate(_SHOWN_SIGNS)


class _Page:
    """A page while it is read.

    Attributes:
        blocks: The blocks so far.
        elsewhere: Numbers of characters that are in no block, by kind.
        losses: What could not be read.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.elsewhere: Counter[PieceKind] = Counter()
        self.losses: list[Loss] = []
        self._draft: ParagraphDraft | None = None
        self._waiting = 0  # characters before the next block
        self._credited = 0
        self._line = 1
        self._newlines = 1  # since the last words; 1 at the start of a line
        self._prefix = ""  # signs of the list item that begins
        self._list = ""  # signs of the item before
        self._counts: list[int] = []
        self._numbers: dict[str, str] = {}  # of footnotes, by name
        self._named: dict[str, Wikicode] = {}
        self._repeated = 0  # characters of footnotes at further marks
        self._is_note = False  # whether words belong to a footnote, which is one line
        self._shown = ""  # text of the present line, to see how it ends
        self._centered = False
        self._depth = 0  # of lists in HTML
        self._has_comment = False  # whether the present line has nothing but comments so far

    def read_page(self, code: Wikicode) -> None:
        """Read all nodes of a page; every character of each is counted once."""
        self._named = dict(_named_notes(code))
        for node in code.nodes:
            line, before = self._line, self._credited
            written = str(node)
            self._read(node, frozenset())
            self._credit(len(written) - (self._credited - before))
            self._line = line + written.count("\n")
        self._end()
        self.elsewhere["furniture"] += give_size(self.blocks, self._waiting)

    def _credit(self, size: int, kind: PieceKind | None = None) -> None:
        """Count characters of the source: to a kind, else to the present or the next block."""
        self._credited += size
        if kind:
            self.elsewhere[kind] += size
        elif self._draft:
            self._draft.last.size += size
        else:
            self._waiting += size

    def _lose(self, kind: str, message: str) -> None:
        self.losses.append(Loss(kind, message, line=self._line))

    def _end(self) -> None:
        """End the present paragraph, item or heading."""
        if self._draft:
            for message in self._draft.losses:
                self._lose("unparsed", message)
            self.blocks.extend(self._draft.blocks())
        self._draft, self._shown = None, ""

    def _begin(self, draft: ParagraphDraft) -> ParagraphDraft:
        if self._is_note and self._draft:
            return self._draft
        self._end()
        draft.centered = self._centered
        draft.last.size += self._waiting
        self._waiting, self._draft = 0, draft
        return draft

    def _words(self) -> ParagraphDraft:
        """Return the paragraph that words are added to; begin an item or a paragraph if needed."""
        if self._is_note:
            self._prefix = ""
        elif self._prefix:
            self._begin_item()
        elif self._draft is None or self._ends(self._draft):
            self._list = ""
            self._begin(ParagraphDraft(self._line))
        self._newlines = 0
        assert self._draft is not None
        return self._draft

    def _ends(self, draft: ParagraphDraft) -> bool:
        """Whether the line ends so far end a paragraph; an item with only its label goes on."""
        only_label = draft.kind == "item" and not draft.last.letters
        return not only_label and (self._newlines > 1 or bool(self._newlines and self._list))

    def _begin_item(self) -> None:
        signs, self._prefix = self._prefix, ""
        draft = self._begin(ParagraphDraft(self._line))
        same = 0
        while same < min(len(signs), len(self._list)) and _same(signs[same], self._list[same]):
            same += 1
        self._counts = [*self._counts[:same], *(0,) * (len(signs) - same)]
        self._list = signs
        if signs[-1] in "#*":
            draft.kind, draft.level = "item", len(signs)
        if signs[-1] == "#":
            self._counts[-1] += 1
            draft.last.add_literal(f"{self._counts[-1]}. ")

    def _read_all(self, code: Wikicode | None, kinds: frozenset[MarkKind]) -> None:
        for node in code.nodes if code else ():
            self._read(node, kinds)

    def _read(self, node: Any, kinds: frozenset[MarkKind]) -> None:
        if isinstance(node, nodes.Text):
            self._read_text(_shown(node.value), kinds)
        elif isinstance(node, nodes.Tag):
            self._read_tag(node, kinds)
        elif isinstance(node, nodes.HTMLEntity):
            self._add(_shown(node.normalize() or node), kinds, len(str(node)))
        elif isinstance(node, nodes.Heading):
            self._read_heading(node)
        elif isinstance(node, nodes.Wikilink):
            self._read_link(node)
        elif isinstance(node, nodes.ExternalLink):
            self._read_address(node)
        elif isinstance(node, nodes.Template):
            self._read_template(node, kinds)
        elif isinstance(node, nodes.Comment):
            self._credit(len(str(node)), "furniture")
            self._has_comment = self._newlines > 0 and not self._prefix
        else:
            self._leave_out("a parameter of a template", node)

    def _read_text(self, text: str, kinds: frozenset[MarkKind]) -> None:
        for number, line in enumerate(text.split("\n")):
            if number:
                self._credit(1)
                # The wiki removes a line with nothing but comments, its end included.
                self._newlines += not self._has_comment
                self._has_comment = False
                self._line += 1
            self._has_comment = self._has_comment and not line.strip()
            for magic in _MAGIC.findall(line):
                self._credit(len(magic), "page_data")
            words = _MAGIC.sub("", line)
            if words.strip():
                self._add(words, kinds, len(words))
            elif words:
                self._credit(len(words))
                if self._draft and not self._newlines:
                    self._draft.last.add(" ")

    def _add(self, words: str, kinds: frozenset[MarkKind], size: int) -> None:
        """Add words of a line; a line end before them is a space, or begins a line of the law."""
        follows = bool(self._draft) and (self._newlines == 1 or (self._is_note and self._newlines))
        draft = self._words()
        if follows and draft is self._draft and draft.last.letters:
            ends = draft.last.is_bold or may_break(self._shown, words)
            if ends and not self._is_note:
                draft.break_line()
                draft.last.line = self._line
                self._shown = ""
            else:
                draft.last.add(" ")
        draft.last.add(words, kinds)
        self._shown += words
        self._credit(size)

    def _read_heading(self, node: nodes.Heading) -> None:
        self._prefix = self._list = ""
        draft = self._begin(ParagraphDraft(self._line, "heading", min(int(node.level), 6)))
        self._newlines = 0
        self._read_all(node.title, frozenset())
        for line in draft.lines:
            line.bold = 0
        self._newlines = 2

    def _read_tag(self, node: nodes.Tag, kinds: frozenset[MarkKind]) -> None:
        name = str(node.tag).strip().lower()
        sign = str(node.wiki_markup or "")
        if sign in _LIST_SIGNS and node.self_closing:
            self._read_sign(sign)
        elif name in _MARKS:
            self._read_all(node.contents, kinds | {_MARKS[name]})
        elif name == "br":
            if self._draft and self._is_note:
                self._draft.last.add(" ")
            elif self._draft and self._newlines <= (not self._list):
                self._draft.break_line()
                self._shown, self._newlines = "", 0
        elif name == "hr":
            self._end()
            self.blocks.append(Block("rule", EMPTY, self._line, size=self._waiting))
            self._waiting, self._newlines, self._list = 0, 2, ""
        elif name == "ref":
            self._read_note(node)
        elif name == "nowiki":
            self._add(_shown(node.contents), kinds, len(str(node.contents)))
        elif name == "table":
            self._read_table(node)
        elif name in _LITERAL:
            self._read_literal(node)
        elif name in _UNSHOWN or why_hidden(name, _attributes(node)):
            self._leave_out(f"<{name}>", node)
        elif name in _FURNITURE:
            self._credit(len(str(node)), "furniture")
        elif name in _BLOCKS:
            self._read_block(node, name, kinds)
        else:
            self._read_all(node.contents, kinds)

    def _read_sign(self, sign: str) -> None:
        if self._newlines or self._prefix:
            if self._newlines > 1 and not self._prefix:
                self._list = ""  # a blank line ends a list
            self._prefix = f"{self._prefix}{sign}"[:_DEEPEST]
            self._newlines = self._newlines or 1
        elif sign == ":" and self._list:  # the definition after «; term :»
            self._prefix = self._list[:-1] + ":"
        else:
            self._add(sign, frozenset(), 0)

    def _read_block(self, node: nodes.Tag, name: str, kinds: frozenset[MarkKind]) -> None:
        """Read an element that is a block of its own; a list in HTML is numbered as it says."""
        before, self._centered = self._centered, self._centered or name == "center"
        self._newlines = 2
        if name in ("ol", "ul"):
            self._read_list(node, kinds)
        else:
            self._read_all(node.contents, kinds)
        self._newlines, self._centered = 2, before

    def _read_list(self, node: nodes.Tag, kinds: frozenset[MarkKind]) -> None:
        number = _number(node, "start", 1)
        style = _list_style(node)
        self._depth += 1
        for each in node.contents.nodes if node.contents else ():
            if not isinstance(each, nodes.Tag) or str(each.tag).strip().lower() != "li":
                self._read(each, kinds)
                continue
            draft = self._begin(ParagraphDraft(self._line, "item", self._depth))
            self._newlines = 0
            if str(node.tag).strip().lower() == "ol":
                number = _number(each, "value", number)
                draft.last.add_literal(f"{style(number)}. ")
                number += 1
            self._read_all(each.contents, kinds)
            self._newlines = 2
        self._depth -= 1

    def _read_note(self, node: nodes.Tag) -> None:
        """Add a footnote; one that is marked again by its name has the same number."""
        name = _name(node)
        words = node.contents if str(node.contents or "").strip() else self._named.get(name)
        is_new = not name or name not in self._numbers
        number = str(len(self._numbers) + 1)
        number = self._numbers.setdefault(name or f" {number}", number)
        self._repeated += 0 if is_new else len(str(words or ""))
        draft = self._words()
        line = draft.last.add_note(number)
        if words is None:
            self._lose("note", f"the text of note {number} is not on the page")
        elif self._repeated > MOST_REPEATED and not is_new:
            self._lose("note", f"the words of note {number} are not repeated here")
        else:
            with self._apart(ParagraphDraft(self._line, lines=[line])):
                self._is_note = True
                self._read_all(words, frozenset())
        size = len(str(node))
        self._credited += size
        draft.last.note_size += size

    @contextmanager
    def _apart(self, draft: ParagraphDraft) -> Iterator[list[Block]]:
        """Read words into a paragraph of their own, and blocks into a list; nothing is counted."""
        state = dict(self.__dict__)
        self.blocks, self.elsewhere = [], Counter()
        self._draft, self._newlines, self._prefix, self._list, self._shown = draft, 0, "", "", ""
        blocks = self.blocks
        yield blocks
        if not self._is_note:
            self._end()
        self.__dict__.update(state)

    def _read_link(self, node: nodes.Wikilink) -> None:
        title = _shown(node.title).strip()
        space, colon, _ = title.partition(":")
        space = space.strip().casefold()
        if colon and (space in _names("categories") or _INTERLANGUAGE.fullmatch(space)):
            self._credit(len(str(node)), "page_data")
        elif colon and space in _names("files"):
            self._leave_out("an image", node)
        else:
            target, _, anchor = title.lstrip(":").partition("#")
            words = _shown(node.text.strip_code() if node.text else title.lstrip(":"))
            self._add("", frozenset(), 0)
            name = target.strip().replace(" ", "_")
            self._words().last.add_link(Link(0, 0, "page", name, anchor or None), words)

    def _read_address(self, node: nodes.ExternalLink) -> None:
        target = _shown(node.url)
        words = _shown(node.title.strip_code()) if node.title else target
        self._add("", frozenset(), 0)
        self._words().last.add_link(Link(0, 0, "external", target), words)

    def _read_template(self, node: nodes.Template, kinds: frozenset[MarkKind]) -> None:
        name = " ".join(_shown(node.name).split())
        if _VARIABLE.match(name):
            self._credit(len(str(node)), "page_data")
        elif name.casefold() in _LOOKS and node.params:
            self._read_all(node.params[-1].value, kinds)
        else:
            self._leave_out(f"the template «{name[:_LONGEST_QUOTED]}»", node)

    def _leave_out(self, what: str, node: object) -> None:
        self._lose("unparsed", f"{what} is left out")
        self._credit(len(str(node)), "unparsed")

    def _read_literal(self, node: nodes.Tag) -> None:
        self._end()
        words = Passage(_shown(node.contents or "").strip("\n"))
        size = len(str(node))
        block = Block("preformatted", words, self._line, size=size + self._waiting)
        self.blocks.append(block)
        self._credited += size
        self._waiting, self._newlines, self._list = 0, 2, ""

    def _read_table(self, node: nodes.Tag) -> None:
        self._end()
        self._list = self._prefix = ""
        rows: list[tuple[Cell, ...]] = []
        row: list[Cell] = []
        for each in _cells(node):
            name = str(each.tag).strip().lower()
            if name == "tr":
                rows.append(tuple(row))
                row = []
            elif name == "caption":
                self._lose("table", "the caption of a table is read as a cell")
                rows.append((self._cell(each, name),))
            else:
                row.append(self._cell(each, name))
        rows.append(tuple(row))
        cells = tuple(row for row in rows if row)
        size = len(str(node))
        self._credited += size
        block = Block("table", EMPTY, self._line, cells=cells, size=size + self._waiting)
        self.blocks.append(block)
        self._waiting, self._newlines = 0, 2

    def _cell(self, node: nodes.Tag, name: str) -> Cell:
        with self._apart(ParagraphDraft(self._line)) as blocks:
            self._read_all(node.contents, frozenset())
        if any(block.kind == "table" for block in blocks):
            self._lose("table", "a table in a table is read as its words in a row")
        shown = [words for block in blocks for words in all_words(block)]
        align = str(node.get("align").value).strip().lower() if node.has("align") else ""
        return Cell(
            filled(joined([words for words in shown if words.text or words.notes])),
            header=name == "th",
            columns=min(_number(node, "colspan", 1), 99),
            rows=min(_number(node, "rowspan", 1), 999),
            align=next((known for known in _ALIGNS if known == align), None),
        )


def _same(sign: str, other: str) -> bool:
    """Whether two signs of list items belong to one list."""
    return sign == other or {sign, other} == {";", ":"} or ":" in (sign, other)


def _named_notes(code: Wikicode) -> Iterator[tuple[str, Wikicode]]:
    """Yield the name and the words of each footnote that has both; the first of a name last."""
    for node in reversed(code.filter_tags(matches=lambda tag: str(tag.tag).lower() == "ref")):
        if _name(node) and str(node.contents or "").strip():
            yield _name(node), node.contents


def _attributes(node: nodes.Tag) -> dict[str, str]:
    return {
        str(each.name).strip().lower(): str(each.value or "").strip() for each in node.attributes
    }


def _name(node: nodes.Tag) -> str:
    return str(node.get("name").value).strip() if node.has("name") else ""


def _cells(table: nodes.Tag) -> Iterator[nodes.Tag]:
    """Yield the rows, cells and captions of a table in order: each row before its cells."""
    for node in _tags(table.contents):
        yield node
        if str(node.tag).strip().lower() == "tr":
            yield from _tags(node.contents)


def _tags(code: Wikicode | None) -> Iterable[nodes.Tag]:
    names = ("tr", "td", "th", "caption")
    for node in code.nodes if code else ():
        if isinstance(node, nodes.Tag):
            name = str(node.tag).strip().lower()
            if name in names:
                yield node
            elif name in ("tbody", "thead", "tfoot"):
                yield from _tags(node.contents)


def _number(node: nodes.Tag, name: str, default: int) -> int:
    written = str(node.get(name).value).strip() if node.has(name) else ""
    fits = written.isascii() and written.isdigit() and len(written) <= 4
    return int(written) if fits and int(written) else default


# Styles of the numbers of a list in HTML: names of its attribute ``type`` and of CSS.
_STYLES: dict[str, Callable[[int], str]] = {
    **dict.fromkeys(("a", "lower-alpha", "lower-latin"), partial(write_ordinal, "lower")),
    **dict.fromkeys(("A", "upper-alpha", "upper-latin"), partial(write_ordinal, "upper")),
    **dict.fromkeys(("i", "lower-roman"), partial(write_ordinal, "roman")),
    **dict.fromkeys(("I", "upper-roman"), lambda n: write_ordinal("roman", n).upper()),
    "lower-greek": lambda n: read_language("el").letter("lower", n) or str(n),
}
_CSS_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([a-z-]+)")


def _list_style(node: nodes.Tag) -> Callable[[int], str]:
    """Return the writer of the numbers of a list in HTML, by its style or type."""
    style = _CSS_STYLE.search(str(node.get("style").value)) if node.has("style") else None
    name = str(node.get("type").value).strip() if node.has("type") else ""
    return _STYLES.get(style[1] if style else name, str)


@cache
def _names(key: str) -> frozenset[str]:
    """Return the names of namespaces in all languages: ``categories`` or ``files``."""
    tables = (read_language(code).tables.get("document", {}) for code in language_codes())
    return frozenset(name.casefold() for table in tables for name in table.get(key, ()))
