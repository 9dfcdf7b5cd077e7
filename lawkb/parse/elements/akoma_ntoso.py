"""Read Akoma Ntoso 3.0 or 2.0 of any author into a document.

Source: the vocabulary of Akoma Ntoso 3.0 (OASIS); documents of legislation.gov.uk, the EU,
Normattiva and the French Sénat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.passage import Note
from lawkb.parse.document import Document
from lawkb.parse.elements.blocks import (
    BLOCK,
    INLINE,
    Role,
    RoleKind,
    RootTag,
    cell_role,
    filled_by,
    formula_images,
    formula_text,
    local_name,
    names,
    read_document,
    read_unknown_xml,
    read_xml,
    web_link,
)
from lawkb.parse.html.elements_in_order import attribute, words_of
from lawkb.parse.words_draft import ELEMENT_MARKS

_ROOTS = frozenset({"akomaNtoso", "akomantoso"})
# The elements that are the numbered units of a code, by the first that a document has.
_UNITS = ("article", "rule", "section")
# Levels above the units; ``section`` is one where articles are the units.
_DIVISIONS = names(
    """
    book tome part title chapter subpart subtitle subchapter division subdivision section
    hcontainer container
    """
)
_QUOTES = frozenset({"quotedStructure", "embeddedStructure"})
_BREAK = Role("inline", before=" ")
# Elements inside a paragraph that is a title of the document.
_TITLES = frozenset({"docTitle", "docNumber", "docType", "shortTitle"})
# Levels of the hierarchy, from the schema.
_HIERARCHY = _DIVISIONS | names(
    """
    alinea article clause indent level list paragraph point proviso rule subclause sublist
    subparagraph subrule subsection transitional
    """
)
_KINDS: dict[str, RoleKind] = {
    "meta": "page_data",
    "toc": "furniture",
    **dict.fromkeys(names("p content intro wrapUp blockList block tblock div ul ol"), "block"),
    "blockContainer": "provision",
    "recital": "provision",
    "item": "item",
    "crossHeading": "heading",
    "table": "table",
    "tr": "row",
    **dict.fromkeys(
        names(
            """
        a abbr affectedDocument b being change commentReference concept courtType date decision
        decoration def del docAuthority docCommittee docDate docIntroducer docJurisdiction docNumber
        docProponent docPurpose docStage docStatus docTitle docType docketNumber eligibleVotes
        embeddedText entity event extractText fillIn i inline ins judge lawyer legislature location
        marker mmod mod mref mvref neutralCitation noteRef object omissis opinion organization
        outcome party person placeholder process quantity quotedText recordedTime ref
        relatedDocument remark rmod role rref session shortTitle signature span sub sup term
        time u vote
        """
        ),
        "inline",
    ),
}
_MARKER = re.compile(r"[(\[]?([\w*†‡]{1,5})[)\]]?")
_WORD = re.compile(r"[^\W\d_]{3,}")


def is_akoma_ntoso(root: RootTag) -> bool:
    """Whether a file with this root is Akoma Ntoso."""
    return root.name in _ROOTS


def read_akoma_ntoso(content: bytes) -> Document:
    """Return an Akoma Ntoso file as a document. Never raises.

    The number and heading of a law and of what is above it are headings; numbers below it begin the
    line of their words. A quoted structure is text of the provision that quotes it.
    """
    root, losses = read_xml(content)
    if root is None:
        return read_unknown_xml(content)
    return read_document(root, _Roles(root).role, "akn", losses)


class _Roles:
    """The roles of the elements of a document, by what its numbered units are."""

    def __init__(self, root: etree._Element) -> None:
        """Find the units of the document, and the elements above them."""
        nodes = tuple(_unquoted(root))
        found = {local_name(node) for node in nodes}
        self.unit = next((name for name in _UNITS if name in found), "")
        self.notes = {
            attribute(node, "eId") or attribute(node, "id"): words_of(node) for node in _notes(root)
        }
        self.headed: dict[etree._Element, bool] = {}  # divisions, and whether they have a heading
        self.above: set[etree._Element] = set()
        for node in nodes:
            if local_name(node) == self.unit:
                for around in node.iterancestors():
                    if around in self.above:
                        break
                    self.above.add(around)

    def role(self, node: etree._Element, mixed: bool) -> Role:
        """Return the role of an element."""
        name = local_name(node)
        read = _SPECIAL.get(name)
        if read:
            return read(node)
        if name in ("num", "heading", "subheading"):
            return self._title(node, name)
        if name in ("p", "block") and any(local_name(child) in _TITLES for child in node):
            return Role("heading", level=1)
        if name == "noteRef":
            return self._note_mark(node)
        if name in _HIERARCHY and not mixed:
            if not self._is_division(node, name):
                return Role("provision") if node.find("{*}num") is not None else BLOCK
            self.headed[node] = node.find("{*}heading") is not None
            return Role("division")
        kind = _KINDS.get(name)
        if kind == "inline" or (kind is None and mixed):
            # A reference to a place in this or another file is found again in the words.
            link = web_link(attribute(node, "href"))
            return Role("inline", mark=ELEMENT_MARKS.get(name), link=link)
        return Role(kind) if kind else BLOCK

    def _is_division(self, node: etree._Element, name: str) -> bool:
        """Whether an element is a unit or above units, so that its number is a heading."""
        if name == self.unit:
            return True
        if node in self.above:
            return node.find("{*}num") is not None or node.find("{*}heading") is not None
        return name in _DIVISIONS and not any(
            local_name(around) == self.unit for around in node.iterancestors()
        )

    def _note_mark(self, node: etree._Element) -> Role:
        """Return the mark of a note that is elsewhere in the file; its words are among the data."""
        note = self.notes.get(attribute(node, "href").removeprefix("#"))
        if note is None:
            return INLINE
        marker = _MARKER.fullmatch(attribute(node, "marker"))
        return Role("inline", note=Note(0, marker[1] if marker else "", note))

    def _title(self, node: etree._Element, name: str) -> Role:
        """Return the role of a number or a heading.

        The number of a provision begins the line of its heading or text. Above, a number with a
        word, ``Article 6``, is a heading; one without, ``12A``, begins the line of the heading.
        """
        parent = node.getparent()
        if parent is None or name != "num":
            return Role("heading")
        if parent not in self.headed:
            return Role("label")
        bare = not _WORD.search(words_of(node))
        return Role("label" if self.headed[parent] and bare else "heading")


def _unquoted(root: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements of a file, without those in quotations of other acts."""
    walker = etree.iterwalk(root, events=("start",))
    for _, node in walker:
        if isinstance(node.tag, str):
            yield node
            if local_name(node) in _QUOTES:
                walker.skip_subtree()


def _notes(root: etree._Element) -> Iterator[etree._Element]:
    """Yield the notes that are among the data of a file."""
    for notes in root.iter("{*}notes"):
        yield from notes.iterchildren("{*}note")


def _note(node: etree._Element) -> Role:
    marker = _MARKER.fullmatch(attribute(node, "marker"))
    if not len(node) and not (node.text or "").strip():
        return INLINE
    return Role("note", number=marker[1] if marker else "")


def _quote(node: etree._Element) -> Role:
    before, after = attribute(node, "startQuote"), attribute(node, "endQuote")
    return Role("quote", before=before, after=after)


def _quoted_text(node: etree._Element) -> Role:
    before, after = attribute(node, "startQuote"), attribute(node, "endQuote")
    return Role("inline", before=before, after=after)


def _formula(node: etree._Element) -> Role:
    images = formula_images(node)
    lost = f"a formula that is an image is read as its file name: {images[0]}" if images else ""
    alone = _is_shown_apart(node)
    return Role(
        "preformatted" if alone else "inline",
        before=formula_text(node),
        silent=True,
        loss=Loss("unparsed", lost) if lost else None,
    )


def _is_shown_apart(node: etree._Element) -> bool:
    """Whether a formula is the whole of its paragraph, or is to be shown so."""
    if attribute(node, "display") == "block":
        return True
    around = filled_by(node)
    while around is not None and local_name(around) not in ("p", "content", "foreign", "block"):
        around = filled_by(around)
    return around is not None


def _image(node: etree._Element) -> Role:
    words = attribute(node, "alt") or attribute(node, "title")
    if words:
        return Role("inline", before=words)
    name = attribute(node, "src")
    message = f"an image is read as its file name: {name or 'it has none'}"
    return Role("inline", before=f"[{name}]" if name else "", loss=Loss("unparsed", message))


def _cell(node: etree._Element) -> Role:
    return cell_role(node, local_name(node) == "th")


_SPECIAL = {
    "authorialNote": _note,
    "quotedStructure": _quote,
    "embeddedStructure": _quote,
    "quotedText": _quoted_text,
    "embeddedText": _quoted_text,
    "math": _formula,
    "img": _image,
    "br": lambda node: _BREAK,
    "eol": lambda node: _BREAK,
    "li": lambda node: Role("item", before=attribute(node, "value")),
    "td": _cell,
    "th": _cell,
}
