"""Read HTML that no DokuWiki made: pages of EUR-Lex and of any other site.

Source: the HTML standard; the two generations of EUR-Lex's pages of the Official Journal (classes
``ti-art`` and ``oj-ti-art``) and its consolidated texts (``title-article-norm``).

Items of a list are numbered as a browser does, with the signs that acts print: 1., (a), (i). A
table may only place labels beside their words, paragraphs may quote another text, and a footnote
is a mark that links to a paragraph elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree
from msgspec.structs import replace

from lawkb.model.law import Loss
from lawkb.model.passage import MarkKind, Note, active_link_message, is_active_target
from lawkb.parse.document import SMALLEST_HEADING, Document
from lawkb.parse.elements.blocks import (
    BLOCK,
    Role,
    RoleKind,
    cell_role,
    filled_by,
    formula_text,
    names,
    read_document,
    shortened,
    texts,
    web_link,
    words_of_blocks,
)
from lawkb.parse.html.elements_in_order import attribute, classes, read_root, words_of
from lawkb.parse.html.hidden import HiddenWords, sheets_of
from lawkb.parse.list_numbers import ListNumbers
from lawkb.parse.words_draft import ELEMENT_MARKS

_MARKER = re.compile(r"[(\[]?\s*(\d{1,4}|[a-z]|[*†‡]{1,4})\s*[)\]]?")
_BODIES = frozenset({"li", "p", "div", "dd", "tr", "aside"})
_HIGH = frozenset({"super", "oj-super", "footnote", "footnote-ref", "noteref"})
_LONGEST_MARK = 12
_HIGHEST_CLIMB = 4


@dataclass(frozen=True, slots=True)
class WebNote:
    """A footnote of a page."""

    mark: etree._Element  # the link that is its mark
    number: str  # number of the mark, without brackets
    body: etree._Element  # the element with its words
    backlinks: tuple[etree._Element, ...]  # links in it that lead back to its marks


def find_notes(root: etree._Element) -> tuple[WebNote, ...]:
    """Return the footnotes of a page, by their marks in page order.

    A mark is a link with a number, a letter or a star, either raised or with a link back from the
    paragraph to which it leads.
    """
    targets: dict[str, etree._Element] = {}
    for node in root.iter():
        if isinstance(node.tag, str):
            for name in (node.get("id"), node.get("name") if node.tag == "a" else None):
                if name:
                    targets.setdefault(name, node)
    found: list[WebNote] = []
    bodies: set[etree._Element] = set()
    backlinks: dict[etree._Element, tuple[etree._Element, ...]] = {}
    for mark in root.iter("a"):
        number = _marker_number(mark)
        target = targets.get(attribute(mark, "href").removeprefix("#")) if number else None
        body = _body(target) if target is not None else None
        if body is None or body in mark.iterancestors() or _is_in(mark, bodies):
            continue
        if body not in backlinks:
            backlinks[body] = _links_in(body)
        own = _names(mark)
        back = tuple(a for a in backlinks[body] if attribute(a, "href").removeprefix("#") in own)
        nested = any(above in bodies for above in body.iterancestors())
        if not nested and (back or _is_high(mark)):
            bodies.add(body)
            found.append(WebNote(mark, number, body, back))
    return tuple(note for note in found if not _is_in(note.mark, bodies))


def _marker_number(mark: etree._Element) -> str:
    """Return the number that a link prints as a footnote mark does; empty for other links."""
    if not attribute(mark, "href").startswith("#"):
        return ""
    text = "".join(islice(texts(mark), 8))
    match = _MARKER.fullmatch(text.strip()) if len(text) <= _LONGEST_MARK else None
    return match[1] if match else ""


def _names(mark: etree._Element) -> set[str]:
    """Return the ids of a mark: its own, and that of an element raised around it."""
    around = mark.getparent()
    nodes = (mark, around) if around is not None and around.tag in ("sup", "span") else (mark,)
    return {name for node in nodes for name in (node.get("id"), node.get("name")) if name}


def _body(target: etree._Element) -> etree._Element | None:
    node: etree._Element | None = target
    for _ in range(_HIGHEST_CLIMB):
        if node is None or node.tag == "body":
            return None
        if node.tag in _BODIES:
            return node
        node = node.getparent()
    return None


def _links_in(body: etree._Element) -> tuple[etree._Element, ...]:
    links = islice(body.iter("a"), 50)
    return tuple(link for link in links if attribute(link, "href").startswith("#"))


def _is_high(mark: etree._Element) -> bool:
    """Whether a link is raised, as footnote marks are."""
    around = mark.getparent()
    near = [mark, *islice(mark.iterdescendants(), 3), *([around] if around is not None else [])]
    return any(
        node.tag == "sup" or bool(classes(node) & _HIGH) or node.get("role") == "doc-noteref"
        for node in near
    )


def _is_in(node: etree._Element, bodies: set[etree._Element]) -> bool:
    return any(above in bodies for above in (node, *node.iterancestors()))


_PAIRS = {"‘": "’", "“": "”", "„": "“", "«": "»"}
_AFTER = " \t\n\r\u00a0.;,"
_LONGEST = 100_000  # characters of one paragraph


class Quotations:
    """The elements of a page that are quoted: from an opening mark to the one that closes it."""

    def __init__(self) -> None:
        """Begin with no element seen."""
        self.seen: set[etree._Element] = set()
        self.quoted: set[etree._Element] = set()

    def has(self, node: etree._Element) -> bool:
        """Whether an element is one of several paragraphs between quotation marks."""
        parent = node.getparent()
        if parent is None or parent.tag == "tr":  # a label and its words are one paragraph
            return False
        if parent not in self.seen:
            self.seen.add(parent)
            self._read(parent)
        return node in self.quoted

    def _read(self, parent: etree._Element) -> None:
        children = [child for child in parent if isinstance(child.tag, str)]
        closings: dict[str, int] = {}  # where nothing more is closed
        at = 0
        while at < len(children):
            opening = _first(children[at])
            closing = _PAIRS.get(opening)
            if closing is None or not _stays_open(children[at], opening, closing):
                at += 1
                continue
            end = _end(children, at + 1, closing) if at < closings.get(closing, at + 1) else None
            if end is None:
                closings[closing] = at
                at += 1
                continue
            self.quoted.update(children[at : end + 1])
            at = end + 1


def _end(children: list[etree._Element], at: int, closing: str) -> int | None:
    ends = (index for index in range(at, len(children)) if _last(children[index]) == closing)
    return next(ends, None)


def _first(node: etree._Element) -> str:
    """Return the first character of an element that is no space."""
    for piece in islice(texts(node), 20):
        if text := piece.strip():
            return text[0]
    return ""


def _last(node: etree._Element) -> str:
    """Return the last character of an element, without punctuation."""
    while True:
        children = list(islice(node.iterchildren(reversed=True), 20))
        tails = ((child.tail or "").rstrip(_AFTER) for child in children)
        for child, tail in zip(children, tails, strict=True):
            if tail:
                return tail[-1]
            if len(child) or (child.text or "").rstrip(_AFTER):
                node = child
                break
        else:
            return (node.text or "").rstrip(_AFTER)[-1:]


def _stays_open(node: etree._Element, opening: str, closing: str) -> bool:
    text = "".join(texts(node))[:_LONGEST]
    return text.count(opening) > text.count(closing)


_LABEL = re.compile(
    r"\(\w{1,6}(?:[.-]\w{1,3})?\)(?:\(\w{1,4}\))?"  # (a) (iv) (1) (c.1)
    r"|(?:\d{1,4}(?:\.\d{1,3}){0,4}\w{0,2}|[^\W\d_]{1,2}|[ivxIVX]{1,6})[.)]"  # 1. 1.2. 12a. b) iv.
    r"|\d{1,3}(?:\.\d{1,3}){1,4}"  # 1.2
    r"|[—–•·▪‣*-]"
)
_LONGEST_LABEL = 16
_OPENING = "‘“„«"  # of a quotation that begins with a label
_DATA_CLASSES = frozenset({"table", "oj-table", "data", "wikitable"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TITLES = frozenset(
    {"doc-ti", "ti-art", "ti-section-1", "hd-date", "hd-lg", "hd-ti", "hd-oj", "hd-coll"}
)


def is_label(words: str) -> bool:
    """Whether words are the label of a point, such as ``(a)``, ``1.`` or a dash."""
    words = words.strip().lstrip(_OPENING)
    return len(words) <= _LONGEST_LABEL and bool(_LABEL.fullmatch(words))


def is_label_of(cell: etree._Element) -> bool:
    """Whether an element has nothing but the label of a point."""
    return is_label(_first_words(cell))


def rows_of(table: etree._Element) -> Iterator[etree._Element]:
    """Yield the rows of a table, without those of tables inside."""
    for child in table.iterchildren("tr", "thead", "tbody", "tfoot"):
        if child.tag == "tr":
            yield child
        else:
            yield from child.iterchildren("tr")


_BEGINS_LAW = re.compile(r"\d{1,4}[A-Z]{0,2}\.\s?[—–]")  # ``2.—(1) The owner …``


def _begins_law(cell: etree._Element) -> bool:
    return _BEGINS_LAW.match(_first_words(cell)) is not None


def is_layout(table: etree._Element) -> bool:
    """Whether a table is no table to a reader.

    Either every row has a label and words beside it, or it has titles of the text or one cell, or
    the laws of an act, each with its marginal note beside it.
    """
    if classes(table) & _DATA_CLASSES or table.find("caption") is not None:
        return False
    if (table.get("border") or "0").strip() not in ("0", "none"):
        return False
    rows = tuple(rows_of(table))
    cells = tuple(cell for row in rows for cell in row.iterchildren("td", "th"))
    if any(cell.tag == "th" for cell in cells):
        return False
    several = next(islice(filter(_begins_law, cells), 1, None), None) is not None
    return len(cells) <= 1 or several or _places_labels(rows) or any(map(_has_title, cells))


def _places_labels(rows: tuple[etree._Element, ...]) -> bool:
    labelled = False
    for row in rows:
        *before, last = [_first_words(cell) for cell in row.iterchildren("td")] or [""]
        if len(before) > 3 or not all(is_label(words) or not words for words in before):
            return False
        if any(before):
            labelled = True
        elif last and before == []:
            return False
    return labelled


def _first_words(cell: etree._Element) -> str:
    """Return the text of a cell, or as much as shows that it is no label."""
    text = ""
    for piece in islice(texts(cell), 40):
        text += piece.strip()
        if len(text) > _LONGEST_LABEL:
            break
    return text


def _has_title(cell: etree._Element) -> bool:
    """Whether a cell directly has a title of the text, or a line of the page's head."""
    return any(
        child.tag in _HEADINGS or {name.removeprefix("oj-") for name in classes(child)} & _TITLES
        for child in cell
        if isinstance(child.tag, str)
    )


_KINDS: dict[str, RoleKind] = {
    **dict.fromkeys(
        names(
            """
            html body p div section article main figure figcaption details summary address center
            ul ol dl dt dd blockquote form fieldset legend caption thead tbody tfoot tr td
            th colgroup
            """
        ),
        "block",
    ),
    **dict.fromkeys(names("head title"), "page_data"),
    **dict.fromkeys(names("nav aside button select option textarea iframe"), "furniture"),
    "pre": "preformatted",
    "hr": "rule",
    "li": "item",
    "table": "table",
}
# Classes of EUR-Lex, without the "oj-" of the newer pages.
_MARK_CLASSES: dict[str, MarkKind] = {
    "bold": "bold",
    "italic": "italic",
    "super": "sup",
    "sub": "sub",
    "underline": "underline",
}
_HEADING_CLASSES = {
    **dict.fromkeys(names("doc-ti title-doc-first title-doc-last title-annex-1 title-annex-2"), 1),
    **dict.fromkeys(names("ti-section-1 ti-section-2 title-division-1 title-division-2"), 2),
    **{f"ti-grseq-{level}": 3 for level in range(1, 10)},
    **{f"title-gr-seq-level-{level}": 3 for level in range(1, 10)},
    **dict.fromkeys(names("ti-art sti-art title-article-norm stitle-article-norm"), 4),
}
_KIND_CLASSES: dict[str, RoleKind] = {
    **dict.fromkeys(names("hd-date hd-lg hd-ti hd-oj hd-coll hd-modifiers arrow"), "furniture"),
    **dict.fromkeys(names("title-article-quoted stitle-article-quoted quotation"), "quote"),
    "grid-list": "item",
    "grid-list-column-1": "label",
    "no-parag": "label",
    **dict.fromkeys(
        names(
            """
            breadcrumb breadcrumbs menu navbar sidebar toc table-of-contents cookie-banner
            skip-link noprint pagination site-header site-footer page-header page-footer
            """
        ),
        "furniture",
    ),
}
_FURNITURE_ROLES = names("navigation banner contentinfo search complementary")
# A header or footer of one of these has words of the text.
_TEXTS = names("article section main")
# Where the text of a page is, if the page says so; the first that it has.
_CONTENT_IDS = ("docHtml", "TexteOnly")
_MARKED = re.compile(r"\s*\(\s*[\d*]{1,4}\s*\)")  # a footnote of EUR-Lex begins with its mark
_HEADING = re.compile(r"h([1-6])")
# Words in place of an image that say nothing of it.
_NO_CAPTION = names("image img formula picture photo figure graphic")


def read_web_page(content: bytes) -> Document:
    """Return an HTML page of any site as a document. Never raises.

    Menus, headers and footers are furniture. Tables that only place the label of a point beside its
    words are read as points. Lists that number themselves get the numbers that a browser shows.
    """
    root, losses = read_root(content)
    if root is None:
        return Document("web", (), losses=(*losses, Loss("text", "the HTML has no elements")))
    roles = _Roles(root)
    document = read_document(root, roles.role, "web", losses)
    return replace(document, losses=(*document.losses, *roles.hidden.losses))


class _Roles:
    """The roles of the elements of a page, with what the whole page must be seen for."""

    def __init__(self, root: etree._Element) -> None:
        """Find the content of the page, and its footnotes."""
        self.content = _content(root)
        self.hidden = HiddenWords(sheets_of(root))
        self.around = set(self.content.iterancestors()) if self.content is not None else set()
        self.parts: dict[etree._Element, Role] = {}
        self.numbers = ListNumbers()
        self.quotations = Quotations()
        self.marks: dict[etree._Element, Note] = {}
        self.bodies: set[etree._Element] = set()
        self.own: etree._Element | None = None
        self._read_notes(root)

    def _read_notes(self, root: etree._Element) -> None:
        """Read the footnotes, which are elsewhere than their marks."""
        found = find_notes(root)
        self.backlinks = {link for note in found for link in note.backlinks}
        for note in found:
            self.own = note.body
            words = words_of_blocks(read_document(note.body, self.role, "web").blocks)
            self.marks[note.mark] = Note(0, note.number, words.text)
        self.own = None
        self.bodies = {note.body for note in found}

    def role(self, node: etree._Element, mixed: bool) -> Role:
        """Return the role of an element."""
        if node is self.own:
            return BLOCK
        role = self._own_role(node)
        if role.kind in ("block", "heading", "item") and self.quotations.has(node):
            return Role("quote")
        return role

    def _own_role(self, node: etree._Element) -> Role:
        name = str(node.tag)
        if node in self.bodies:
            return Role("notes")
        if self._is_furniture(node, name):
            return Role("furniture")
        if self.hidden.meet(node):
            return Role("unparsed")
        if node in self.parts:
            return self.parts[node]
        found = self._by_class(node)
        if found:
            return found
        if heading := _HEADING.fullmatch(name):
            return Role("heading", level=int(heading[1]))
        if name == "table":
            return self._table(node)
        if name == "blockquote":
            return Role("block", is_apart=True)
        if name == "li":
            return Role("item", before=self.numbers.label(node))
        if name == "dt" and is_label_of(node):
            return Role("label")
        if name == "a":
            return self._anchor(node)
        read = _SPECIAL.get(name)
        if read:
            return read(node)
        kind = _KINDS.get(name)
        if kind:
            return Role(kind)
        return Role(
            "inline", mark=ELEMENT_MARKS.get(name), after=" " if _is_label_alone(node) else ""
        )

    def _is_furniture(self, node: etree._Element, name: str) -> bool:
        if node.get("role") in _FURNITURE_ROLES:
            return True
        if name in ("header", "footer"):
            return not any(above.tag in _TEXTS for above in node.iterancestors())
        parent = node.getparent()
        beside = self.content is not None and parent in self.around
        return beside and node is not self.content and node not in self.around and name != "head"

    def _by_class(self, node: etree._Element) -> Role | None:
        """Return the role that a class of EUR-Lex, or of a menu, gives to an element."""
        for each in (name.removeprefix("oj-") for name in (node.get("class") or "").split()):
            if each == "note" and node.tag == "p" and _MARKED.match("".join(texts(node))):
                return Role("notes", loss=_unmarked(node))
            if each in _HEADING_CLASSES:
                return Role("heading", level=_HEADING_CLASSES[each])
            if each in _KIND_CLASSES:
                return Role(_KIND_CLASSES[each])
            if each in _MARK_CLASSES and node.tag == "span":
                return Role("inline", mark=_MARK_CLASSES[each])
        return None

    def _table(self, node: etree._Element) -> Role:
        """Return the role of a table: one of data, or points placed beside their labels."""
        if not is_layout(node):
            for row in rows_of(node):
                self.parts[row] = Role("row")
                for cell in row.iterchildren("td", "th"):
                    self.parts[cell] = _cell(cell)
            return Role("table")
        for row in rows_of(node):
            self.parts[row] = Role("item") if _has_label(row) else Role("provision")
            cells = tuple(row.iterchildren("td", "th"))
            law = next((cell for cell in cells if _begins_law(cell)), None)
            for cell in cells:
                beside = law is not None and cell is not law and bool(_first_words(cell))
                note = Role("heading", level=SMALLEST_HEADING) if beside else BLOCK
                self.parts[cell] = Role("label") if is_label_of(cell) else note
        return BLOCK

    def _anchor(self, node: etree._Element) -> Role:
        if node in self.marks:
            return Role("inline", note=self.marks[node], silent=True)
        if node in self.backlinks:
            return Role("inline", silent=True)
        href = attribute(node, "href")
        if is_active_target(href):
            return Role("inline", loss=Loss("link", active_link_message(words_of(node))))
        return Role("inline", link=web_link(href))


def _unmarked(node: etree._Element) -> Loss:
    return Loss("note", f"a note has no mark: «{shortened(words_of(node))[:60]}»")


def _has_label(row: etree._Element) -> bool:
    return any(is_label_of(cell) for cell in islice(row.iterchildren("td"), 3))


def _content(root: etree._Element) -> etree._Element | None:
    """Return the element that has the text of the page; None if the page does not say."""
    for name in _CONTENT_IDS:
        found = next((each for each in root.iter("div") if each.get("id") == name), None)
        if found is not None:
            return found
    mains = [each for each in root.iter("main", "div") if _is_main(each)]
    return mains[0] if len(mains) == 1 else None


def _is_main(node: etree._Element) -> bool:
    return node.tag == "main" or node.get("role") == "main"


def _cell(node: etree._Element) -> Role:
    header = node.tag == "th" or bool(classes(node) & {"tbl-hdr", "oj-tbl-hdr"})
    return cell_role(node, header)


def _image(node: etree._Element) -> Role:
    words = attribute(node, "alt")
    if words and words.lower() not in _NO_CAPTION:
        return Role("inline", before=words)
    source = attribute(node, "src")
    name = "" if source.startswith("data:") else shortened(source.rpartition("/")[2])
    message = f"an image is read as its file name: {name or 'it has none'}"
    return Role("inline", before=f"[{name}]" if name else "", loss=Loss("unparsed", message))


def _break(node: etree._Element) -> Role:
    """Return the role of a line end: a paragraph ends in a title, and before a label."""
    after = (node.tail or "").strip()
    before = node.getprevious()
    double = before is not None and before.tag == "br" and not (before.tail or "").strip()
    around = node.getparent()
    titled = around is not None and bool(_HEADING.fullmatch(str(around.tag)))
    first = after.split(maxsplit=1)[0] if after else ""
    return BLOCK if double or titled or is_label(first) else Role("inline", before=" ")


def _math(node: etree._Element) -> Role:
    around = filled_by(node)
    shown = node.get("display") == "block" or (around is not None and around.tag != "td")
    return Role("preformatted" if shown else "inline", before=formula_text(node), silent=True)


def _space(node: etree._Element) -> Role:
    """Return the role of a span: no-break spaces before a footnote mark are not shown."""
    after = node.getnext()
    bare = not len(node) and node.text is not None and not node.text.strip()
    if bare and after is not None and after.tag == "a" and not (node.tail or "").strip():
        return Role("inline", silent=True)
    return Role("inline", after=" " if _is_label_alone(node) else "")


def _is_label_alone(node: etree._Element) -> bool:
    """Whether an element is the label of the words in the next one, set beside them by style."""
    parent = node.getparent()
    if node.tail or node.getnext() is None or node.getprevious() is not None or parent is None:
        return False
    return not (parent.text or "").strip() and is_label_of(node)


_SPECIAL = {
    "img": _image,
    "br": _break,
    "math": _math,
    "span": _space,
}
