"""Read Formex 4, the XML in which the EU's Publications Office keeps acts, into a document.

Source: the Formex 4 specification of the Publications Office (elements ACT, ANNEX, CONS.ACT and
those inside them).
"""

from __future__ import annotations

import re

from lxml import etree

from lawkb.model.law import Loss
from lawkb.model.passage import MarkKind
from lawkb.parse.document import Document
from lawkb.parse.elements.blocks import (
    BLOCK,
    INLINE,
    Role,
    RoleKind,
    RootTag,
    cell_role,
    document_without_text,
    filled_by,
    formula_images,
    formula_text,
    local_name,
    names,
    read_document,
    read_unknown_xml,
    read_xml,
    shortened,
)
from lawkb.parse.html.elements_in_order import attribute

_ROOTS = names(
    """
    ACT ACT.GEN AGR ANNEX CASE CONS.ACT CONS.ANNEX CONS.DOC CONS.LIST CONS.OTHER.DOC CORR CORR.ACT
    DECLAR GENERAL INFO.DOC LETTER OPINION OTH.SIGN PROT RECOMMENDATION REPORT TREATY
    """
)
# Files that list others: the ``.doc.xml`` and ``.toc.xml`` of an act.
_LISTS = names("DOC PUBLICATION OJ SE")
_SCHEMA = "formex.publications.europa.eu"
_KINDS: dict[str, RoleKind] = {
    # what is about the file, or printed to find one's way in it
    **dict.fromkeys(("BIB.INSTANCE", "BIB.DATA", "INFO.CONSLEG", "INFO.PROD"), "page_data"),
    **dict.fromkeys(("TOC", "TOC.BLK", "HEADER.OJ", "CONS.LIST"), "furniture"),
    # divisions, titles
    **dict.fromkeys(("DIVISION", "GR.SEQ", "ARTICLE", "SUBDIV"), "division"),
    **dict.fromkeys(("TI.ART", "STI.ART", "TI", "STI", "TI.BLK", "NO.TITLE"), "heading"),
    **dict.fromkeys(("TITLE", "TI.ANNEX", "GR.ANNOTATION"), "block"),
    # provisions and their labels
    **dict.fromkeys(("PARAG", "CONSID", "VISA", "NP", "NP.ECR", "DLIST.ITEM"), "provision"),
    "ITEM": "item",
    **dict.fromkeys(("NO.PARAG", "NO.P", "NO.CONSID"), "label"),
    **dict.fromkeys(names("ALINEA P TXT LIST DLIST DEFINITION GR.TBL"), "block"),
    "QUOT.S": "quote",
    **dict.fromkeys(("TBL",), "table"),
    "ROW": "row",
    "CELL": "cell",
    # words
    **dict.fromkeys(
        names(
            """
        HT DATE FT REF.DOC REF.DOC.OJ REF.DOC.ECR REF.DOC.SE REF.NP.ECR ANCHOR LINK KEYWORD
        ADDRESS NO.DOC QUOT.START QUOT.END IE BR NAME FMT.VALUE NO.CASE NO.ECLI
        """
        ),
        "inline",
    ),
}
_MARKS: dict[str, MarkKind] = {
    "ITALIC": "italic",
    "BOLD": "bold",
    "SUP": "sup",
    "SUB": "sub",
    "UL": "underline",
    "STROKE": "deleted",
}
_CLOSE = (":", ",", ";", ".")  # separators without a space before
_CODE = re.compile(r"[0-9A-Fa-f]{2,6}")
# Labels of the items of a list whose file has none.
_LIST_LABELS = {"DASH": "—", "NDASH": "–", "BULLET": "•"}


def is_formex(root: RootTag) -> bool:
    """Whether a file with this root is Formex: by its schema, or the name of its root."""
    return _SCHEMA in root.attributes or root.name in _ROOTS


def read_formex(content: bytes) -> Document:
    """Return a Formex file as a document. Never raises.

    Numbers, titles and text are elements, and become lines as printed: a heading ``Article 6``, a
    heading with its title, ``1. …``, ``(a) …``. A quotation that amends another act is text. A file
    that only lists the files of an act has no blocks and a loss.
    """
    root, losses = read_xml(content)
    if root is None:
        return read_unknown_xml(content)
    if (
        local_name(root) in _LISTS
        and next(root.iter("ARTICLE", "ALINEA", "CONTENTS"), None) is None
    ):
        files = [attribute(node, "FILE") for node in root.iter("REF.PHYS")]
        named = f", such as {shortened(files[0])}" if files else ""
        message = f"this file lists the files of an act and has no text: take those{named}"
        return document_without_text(root, (*losses, Loss("unparsed", message)))
    return read_document(root, _Roles(root).role, "formex", losses)


class _Roles:
    """The roles of the elements of a file, with what the whole file must be seen for."""

    def __init__(self, root: etree._Element) -> None:
        """Look up the quotations that are closed."""
        self.closed = {attribute(node, "REF.START") for node in root.iter("QUOT.END")}
        self.opened = {attribute(node, "ID") for node in root.iter("QUOT.START")} & self.closed

    def role(self, node: etree._Element, mixed: bool) -> Role:
        """Return the role of an element."""
        name = local_name(node)
        read = _SPECIAL.get(name)
        if read:
            return read(node)
        if name in ("QUOT.START", "QUOT.END"):
            return self._quote_mark(node, name)
        if name == "ITEM":
            return Role("item", before=_item_label(node))
        if name in ("TITLE", "TI", "TI.BLK", "STI") and _is_in_table(node):
            return BLOCK
        if name == "TITLE" and node.find("TI") is None:
            return Role("heading")
        kind = _KINDS.get(name)
        if kind:
            return Role(kind)
        return INLINE if mixed else BLOCK

    def _quote_mark(self, node: etree._Element, name: str) -> Role:
        code = attribute(node, "CODE")
        sign = chr(int(code, 16)) if _CODE.fullmatch(code) and int(code, 16) < 0xD800 else ""
        sign = sign or ("‘" if name == "QUOT.START" else "’")
        if name == "QUOT.START":
            known = attribute(node, "ID") in self.opened
            return Role("inline", before=sign, quote="opens" if known else None)
        known = attribute(node, "REF.START") in self.opened
        return Role("inline", before=sign, quote="closes" if known else None)


def _note(node: etree._Element) -> Role:
    return Role("note") if len(node) or (node.text or "").strip() else INLINE


def _formula(node: etree._Element) -> Role:
    images = formula_images(node)
    lost = f"a formula that is an image is read as its file name: {images[0]}" if images else ""
    loss = Loss("unparsed", lost) if lost else None
    shown = attribute(node, "TYPE")
    apart = shown == "OUTLINE" or (shown != "INLINE" and filled_by(node) is not None)
    kind: RoleKind = "preformatted" if apart else "inline"
    return Role(kind, before=formula_text(node), silent=True, loss=loss)


def _image(node: etree._Element) -> Role:
    name = attribute(node, "FILEREF")
    message = f"an image is read as its file name: {name or 'it has none'}"
    return Role("inline", before=f"[{name}]" if name else "", loss=Loss("unparsed", message))


def _term(node: etree._Element) -> Role:
    """Return the role of a term, which its definition follows behind the separator of the list."""
    lists = node.iterancestors("DLIST")
    separator = attribute(next(lists, node), "SEPARATOR")
    return Role("label", after=separator if separator[:1] in _CLOSE else f" {separator} ")


def _cell(node: etree._Element) -> Role:
    row = node.getparent()
    header = "HEADER" in (
        attribute(node, "TYPE"),
        attribute(row, "TYPE") if row is not None else "",
    )
    return cell_role(node, header, "COLSPAN", "ROWSPAN")


_SPECIAL = {
    "NOTE": _note,
    "HT": lambda node: Role("inline", mark=_MARKS.get(attribute(node, "TYPE"))),
    "FORMULA": _formula,
    "FORMULA.S": _formula,
    "INCL.ELEMENT": _image,
    "CELL": _cell,
    "TERM": _term,
}


def _item_label(node: etree._Element) -> str:
    """Return the label of a list item that is printed and not in the file, else nothing.

    Only dashes and bullets are the same in every act and language; numbers are in the file.
    """
    above = node.getparent()
    numbered = node.find("NO.P") is not None or node.find("NP") is not None
    if above is None or numbered:
        return ""
    return _LIST_LABELS.get(attribute(above, "TYPE").upper(), "")


def _is_in_table(node: etree._Element) -> bool:
    """Whether a title is that of a table."""
    return any(local_name(above) in ("TBL", "GR.TBL") for above in node.iterancestors())
