"""Read HTML that no DokuWiki made: pages of EUR-Lex and of any other site.

Source: the HTML standard; the two generations of EUR-Lex's pages of the Official Journal (classes
``ti-art`` and ``oj-ti-art``) and its consolidated texts (``title-article-norm``).
"""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.passage import Link, MarkKind, active_link_message, is_active_target
from lawkb.parse.document import Document, NotePoint
from lawkb.parse.elements.blocks import read_document, shortened, words_of_blocks
from lawkb.parse.elements.formulas import filled_by, formula_text
from lawkb.parse.elements.layout_tables import is_label, is_label_of, is_layout, rows_of
from lawkb.parse.elements.list_numbers import ListNumbers
from lawkb.parse.elements.quotations import Quotations
from lawkb.parse.elements.roles import BLOCK, Role, RoleKind, names, texts
from lawkb.parse.elements.web_notes import find_notes
from lawkb.parse.html.elements_in_order import attribute, classes, read_root, words_of

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
    **dict.fromkeys(names("nav aside button select option textarea noscript iframe"), "furniture"),
    "pre": "preformatted",
    "hr": "rule",
    "li": "item",
    "table": "table",
}
_MARKS: dict[str, MarkKind] = {
    "strong": "bold",
    "b": "bold",
    "em": "italic",
    "i": "italic",
    "u": "underline",
    "code": "mono",
    "tt": "mono",
    "sub": "sub",
    "sup": "sup",
    "del": "deleted",
    "s": "deleted",
    "strike": "deleted",
    "ins": "inserted",
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
            sr-only visually-hidden screen-reader-text wb-invisible
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
_URL = re.compile(r"https?://[^\s<>\"]+", re.I)
_SPAN = re.compile(r"[1-9]\d{0,2}", re.ASCII)
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
    return read_document(root, _Roles(root).role, "web", losses)


class _Roles:
    """The roles of the elements of a page, with what the whole page must be seen for."""

    def __init__(self, root: etree._Element) -> None:
        """Find the content of the page, and its footnotes."""
        self.content = _content(root)
        self.around = set(self.content.iterancestors()) if self.content is not None else set()
        self.parts: dict[etree._Element, Role] = {}
        self.numbers = ListNumbers()
        self.quotations = Quotations()
        self.marks: dict[etree._Element, NotePoint] = {}
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
            self.marks[note.mark] = NotePoint(0, note.number, words)
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
        if node in self.parts:
            return self.parts[node]
        if self._is_furniture(node, name):
            return Role("furniture")
        found = self._by_class(node)
        if found:
            return found
        if heading := _HEADING.fullmatch(name):
            return Role("heading", level=int(heading[1]))
        if name == "table":
            return self._table(node)
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
        return Role("inline", mark=_MARKS.get(name), after=" " if _is_label_alone(node) else "")

    def _is_furniture(self, node: etree._Element, name: str) -> bool:
        if node.get("role") in _FURNITURE_ROLES or "hidden" in node.attrib:
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
            for cell in row.iterchildren("td", "th"):
                self.parts[cell] = Role("label") if is_label_of(cell) else BLOCK
        return BLOCK

    def _anchor(self, node: etree._Element) -> Role:
        if node in self.marks:
            return Role("inline", note=self.marks[node], silent=True)
        if node in self.backlinks:
            return Role("inline", silent=True)
        href = attribute(node, "href")
        if is_active_target(href):
            return Role("inline", loss=Loss("link", active_link_message(words_of(node))))
        return Role("inline", link=Link(0, 0, "external", href) if _URL.fullmatch(href) else None)


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
    columns, rows = (attribute(node, name) for name in ("colspan", "rowspan"))
    header = node.tag == "th" or bool(classes(node) & {"tbl-hdr", "oj-tbl-hdr"})
    return Role(
        "cell",
        header=header,
        columns=int(columns) if _SPAN.fullmatch(columns) else 1,
        rows=int(rows) if _SPAN.fullmatch(rows) else 1,
    )


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
