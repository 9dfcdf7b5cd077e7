"""What DokuWiki's own parser said of a page, and what ours says, in one shape to compare.

A shape is the blocks of a page in order: kind, level, numbering, words with a sign where a note
stands, notes, links, cells with their spans. Paragraphs and quotes that show nothing are left
out on both sides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lawkb.model.passage import Passage
from lawkb.parse.document import EMPTY, Block, Document
from lawkb.parse.dokuwiki.links import resolve_media, resolve_page

MARK = "\ue000"  # where a note stands
_PICTURE = re.compile(r"\.(?:jpe?g|gif|png|ico|svg|webp)$", re.IGNORECASE)
_SIGNS = {
    "doublequoteopening": '"',
    "doublequoteclosing": '"',
    "singlequoteopening": "'",
    "singlequoteclosing": "'",
    "apostrophe": "'",
    "linebreak": " ",
    "hr": " ",
    "eol": " ",
}


@dataclass
class Shape:
    """One block, or the words of a cell or note."""

    kind: str
    level: int = 0
    ordered: bool = False
    text: str = ""
    links: tuple[tuple[str, str], ...] = ()
    notes: tuple["Shape", ...] = ()
    cells: list[list[tuple[bool, int, int, str | None, "Shape"]]] = field(default_factory=list)


def shapes_of_document(document: Document) -> list[Shape]:
    return _shown([_shape(block) for block in document.blocks])


def shapes_of_calls(calls: list[Any], page_id: str) -> list[Shape]:
    """Blocks from the calls of DokuWiki's parser, ``[name, arguments, byte]``."""
    return _shown(_Reader(page_id).read(calls))


def _shape(block: Block) -> Shape:
    text, links, notes = _words(block.words)
    cells: list[list[tuple[bool, int, int, str | None, Shape]]] = [
        [
            (
                c.header,
                c.columns,
                c.rows,
                c.align,
                Shape("cell", 0, False, *_words(c.passage or EMPTY)),
            )
            for c in row
        ]
        for row in block.cells
    ]
    return Shape(block.kind, block.level, bool(block.number), text, links, notes, cells)


def _words(words: Passage) -> tuple[str, tuple[tuple[str, str], ...], tuple[Shape, ...]]:
    text = words.text
    for note in reversed(words.notes):
        text = text[: note.at] + MARK + text[note.at :]
    notes = tuple(Shape("note", text=note.text) for note in words.notes)
    links = tuple(
        (link.kind, f"{link.target}#{link.anchor}" if link.anchor else link.target)
        for link in words.links
    )
    return text, links, notes


def _shown(shapes: list[Shape]) -> list[Shape]:
    """The shapes that show something, white space around the marks of notes taken out."""
    tidy = [_tidy(shape) for shape in shapes]
    hidden = {"paragraph", "preformatted", "quote"}
    return [s for s in tidy if s.text or s.links or s.notes or s.kind not in hidden]


def _tidy(shape: Shape) -> Shape:
    text = shape.text if shape.kind == "preformatted" else re.sub(r"[ \t\n]+", " ", shape.text)
    text = re.sub(rf"[ ]*{MARK}[ ]*", MARK, text).strip()
    cells = [[(*cell[:4], _tidy(cell[4])) for cell in row] for row in shape.cells]
    return replace(shape, text=text, notes=tuple(map(_tidy, shape.notes)), cells=cells)


class _Reader:
    """Walks the calls of a page once."""

    def __init__(self, page_id: str) -> None:
        self.page_id = page_id
        self.shapes: list[Shape] = []
        self.lists: list[bool] = []
        self.quotes = 0
        self.target: Shape | None = None

    def read(self, calls: list[Any]) -> list[Shape]:
        for name, arguments, *_ in _flat(calls):
            getattr(self, f"_{name}", self._other)(name, arguments)
        return self.shapes

    def _begin(self, shape: Shape) -> None:
        self.shapes.append(shape)
        self.target = shape

    def _header(self, name: str, arguments: list[Any]) -> None:
        self._begin(Shape("heading", arguments[1], False, arguments[0]))

    def _p_open(self, name: str, arguments: list[Any]) -> None:
        self._begin(Shape("quote", self.quotes) if self.quotes else Shape("paragraph"))

    def _hr(self, name: str, arguments: list[Any]) -> None:
        self._begin(Shape("rule"))

    def _preformatted(self, name: str, arguments: list[Any]) -> None:
        self._begin(Shape("preformatted", text=arguments[0] or ""))

    _code = _file = _preformatted

    def _listu_open(self, name: str, arguments: list[Any]) -> None:
        self.lists.append(name == "listo_open")

    _listo_open = _listu_open

    def _listu_close(self, name: str, arguments: list[Any]) -> None:
        self.lists.pop()

    _listo_close = _listu_close

    def _listcontent_open(self, name: str, arguments: list[Any]) -> None:
        self._begin(Shape("item", len(self.lists), self.lists[-1]))

    def _quote_open(self, name: str, arguments: list[Any]) -> None:
        self.quotes += 1
        self._begin(Shape("quote", self.quotes))

    def _quote_close(self, name: str, arguments: list[Any]) -> None:
        self.quotes -= 1
        self._begin(Shape("quote", self.quotes))

    def _table_open(self, name: str, arguments: list[Any]) -> None:
        self._begin(Shape("table"))
        self.table = self.shapes[-1]

    def _tablerow_open(self, name: str, arguments: list[Any]) -> None:
        self.table.cells.append([])

    def _tablecell_open(self, name: str, arguments: list[Any]) -> None:
        columns, align, rows = arguments
        self.target = Shape("cell")
        self.table.cells[-1].append((name == "tableheader_open", columns, rows, align, self.target))

    _tableheader_open = _tablecell_open

    def _note(self, name: str, arguments: list[Any]) -> None:
        assert self.target
        self.target.text += MARK
        note = Shape("note")
        _fill(note, arguments, self.page_id)
        note.links = ()  # of a note its text alone is kept
        self.target.notes += (note,)

    def _other(self, name: str, arguments: list[Any]) -> None:
        if self.target:
            _fill(self.target, [[name, arguments]], self.page_id)


def _flat(calls: list[Any]) -> Iterator[Any]:
    """Calls with those of notes kept together as one, other nests opened."""
    for call in calls:
        nested = call[1][0] if call[0] == "nest" else None
        if nested and nested[0][0] == "footnote_open":
            yield ["note", nested]
        elif nested:
            yield from _flat(nested)
        else:
            yield call


def _fill(shape: Shape, calls: list[Any], page_id: str) -> None:
    """Add what calls show to the words of a shape; blocks in it part words."""
    for name, arguments, *_ in _flat(calls):
        if name in {"cdata", "unformatted", "entity", "smiley", "acronym"}:
            shape.text += arguments[0]
        elif name == "multiplyentity":
            shape.text += "x".join(arguments)
        elif name in {"preformatted", "code", "file"}:
            shape.text += f" {arguments[0] or ''} "
        elif name in _SIGNS:
            shape.text += _SIGNS[name]
        elif name.endswith(("link", "media")):
            _fill_link(shape, name, arguments, page_id)
        elif name.startswith(("list", "table", "quote", "p_")) or "divwrap" in str(arguments[:1]):
            shape.text += " "


_KINDS = {
    "internallink": "page",
    "locallink": "page",
    "externallink": "external",
    "emaillink": "mail",
    "interwikilink": "interwiki",
    "windowssharelink": "windows",
    "internalmedia": "media",
    "externalmedia": "media",
}


def _fill_link(shape: Shape, name: str, arguments: list[Any], page_id: str) -> None:
    target, words = arguments[0], arguments[1]
    if isinstance(words, dict):
        pictured = _PICTURE.search(words["src"])
        words = words["title"] or ("" if pictured else _last(words["src"]))
    elif not (words or "").strip():
        words = _default(name, arguments, page_id)
    shape.text += words
    shape.links += ((_KINDS[name], _target(name, target, page_id)),)


def _target(name: str, target: str, page_id: str) -> str:
    if name == "internalmedia":
        return resolve_media(target, page_id)
    if name == "locallink":
        return f"{page_id}#{target}"
    if name != "internallink":
        return target
    page, _, anchor = target.partition("?")[0].partition("#")
    resolved = resolve_page(page.strip(), page_id)
    return f"{resolved}#{anchor}" if anchor else resolved


def _default(name: str, arguments: list[Any], page_id: str) -> str:
    target: str = arguments[0]
    if name == "internallink":
        page, _, anchor = (target.partition("?")[0] or page_id).partition("#")
        # The HTML of code:rule_57 shows «.» for [[.:start]]: not the first page, its namespace.
        return anchor or _last(page.removesuffix("start") if page.endswith(":start") else page)
    if name == "interwikilink":
        return str(arguments[3])
    if name.endswith("media"):
        linkonly = arguments[6] == "linkonly"
        return _last(target.rpartition(">")[2]) if linkonly or not _PICTURE.search(target) else ""
    return target


def _last(name: str) -> str:
    return name.replace("/", ":").rstrip(":").rpartition(":")[2]
