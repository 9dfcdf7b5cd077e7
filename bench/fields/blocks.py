"""Blocks of manual pages (HTML, DocBook, Mallard), and pairs of them in two languages.

Blocks of two languages are paired by their ids where the pages give ids to all they translate.
Elsewhere by their place in the tree, and only in pages whose trees of blocks are the same.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import regex
from lxml import etree, html

from bench.fields.field import Pair

_BLOCKS = frozenset(
    # HTML and Mallard
    "p h1 h2 h3 h4 h5 h6 li dt dd td th caption title subtitle desc item "
    # DocBook
    "para simpara entry term".split()
)
_SKIPPED = frozenset(
    "head script style pre nav header footer form button credit revision revhistory author "
    "authorgroup editor publisher copyright legalnotice keywordset indexterm index screen "
    "programlisting synopsis cmdsynopsis literallayout screenshot mediaobject media".split()
)
_SKIPPED_CLASSES = frozenset(
    "navheader navfooter toc index list-of-examples list-of-tables list-of-figures "
    "titlepage-date author authorgroup copyright legalnotice releaseinfo pubdate "
    "revhistory indexterm".split()
)
# What no translator changes: names of files, commands, options.
_VERBATIM = frozenset("code tt cmd command filename file literal option varname".split())
_JOINED_BY = {"guiseq": " ▸ ", "menuchoice": " ▸ ", "keyseq": "+", "keycombo": "+"}
_SPACES = regex.compile(r"[ \t\r\n]+")
_WORDS = regex.compile(r"\p{L}{2,}")
_FEWEST_WORDS = 2
_LONGEST, _SLACK = 2.5, 20  # characters of one block for each of the other, and besides


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or cell.

    Attributes:
        place: Path of the element in the tree.
        id: The element's id, "" if it has none.
        verbatim: Words in it that no translator changes: names of files, commands, options.
    """

    place: str
    id: str
    text: str
    verbatim: frozenset[str] = frozenset()


def read_blocks(path: Path) -> tuple[Block, ...]:
    """Read the blocks of a page that have text, in page order, without code and navigation."""
    content = path.read_bytes()
    if path.suffix == ".html":
        root = html.document_fromstring(content, parser=html.HTMLParser(encoding="utf-8"))
    else:
        root = etree.fromstring(content, etree.XMLParser(recover=True, remove_comments=True))
    return tuple(_blocks(root, root.getroottree()))


def _blocks(element: etree._Element, tree: etree._ElementTree) -> Iterator[Block]:
    if _is_skipped(element):
        return
    if _name(element) in _BLOCKS:
        text = clean(_own_text(element))
        if text:
            place, name = tree.getelementpath(element), element.get("id", "")
            yield Block(place, name, text, frozenset(_verbatim(element)))
    for child in element:
        yield from _blocks(child, tree)


def _own_text(element: etree._Element) -> str:
    """The text of an element and of what is inline in it, without that of blocks in it."""
    if _name(element) in _JOINED_BY:
        return _JOINED_BY[_name(element)].join(clean(_own_text(child)) for child in element)
    texts = [element.text or ""]
    for child in element:
        if not (_is_skipped(child) or _name(child) in _BLOCKS):
            texts.append("\n" if _name(child) == "br" else _own_text(child))
        texts.append(child.tail or "")
    return "".join(texts)


def _verbatim(element: etree._Element) -> Iterator[str]:
    for child in element:
        if _name(child) in _VERBATIM:
            yield clean(_own_text(child))
        elif _name(child) not in _BLOCKS:
            yield from _verbatim(child)


def _is_skipped(element: etree._Element) -> bool:
    return (
        not isinstance(element.tag, str)
        or _name(element) in _SKIPPED
        or element.get("hidden") == "true"
        or not _SKIPPED_CLASSES.isdisjoint(element.get("class", "").split())
    )


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def clean(text: str) -> str:
    """Join the lines of a text; no-break spaces stay."""
    return _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def pair_by_id(file: str, left: tuple[Block, ...], right: tuple[Block, ...]) -> list[Pair]:
    """Pair the blocks whose id is in both pages once."""
    found = {block.id: block.text for block in right}
    once = _once(left) & _once(right)
    return [
        Pair(f"{file}#{block.id}", block.text, found[block.id])
        for block in left
        if block.id in once and _has_words(block.text)
    ]


def _once(blocks: tuple[Block, ...]) -> set[str]:
    return {name for name, count in Counter(b.id for b in blocks).items() if name and count == 1}


def pair_by_place(file: str, left: tuple[Block, ...], right: tuple[Block, ...]) -> list[Pair]:
    """Pair the blocks of two pages in order, if all of them are at the same places.

    Where translators have changed the order of paragraphs, the names in them differ, or else
    their lengths do: such pairs are left out.
    """
    if [block.place for block in left] != [block.place for block in right]:
        return []
    return [
        Pair(f"{file}:{number}", one.text, other.text)
        for number, (one, other) in enumerate(zip(left, right, strict=True), 1)
        if _has_words(one.text) and _are_alike(one, other)
    ]


def _are_alike(one: Block, other: Block) -> bool:
    short, long = sorted((len(one.text), len(other.text)))
    return one.verbatim == other.verbatim and long <= _LONGEST * short + _SLACK


def _has_words(text: str) -> bool:
    """Whether a text has some words and is no formula."""
    return not text.startswith("=") and len(_WORDS.findall(text)) >= _FEWEST_WORDS
