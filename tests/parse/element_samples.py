"""Acts in formats made of elements, and documents in the notation of their expected blocks."""

from collections.abc import Callable, Iterator
from pathlib import Path

from lxml import etree

from lawkb.model.passage import Passage
from lawkb.parse.document import Block, Document
from lawkb.parse.elements.akoma_ntoso import read_akoma_ntoso
from lawkb.parse.elements.blocks import read_xml
from lawkb.parse.elements.formex import read_formex
from lawkb.parse.elements.web_page import read_web_page
from lawkb.parse.html.elements_in_order import read_root, walk

ACTS = Path(__file__).parent.parent / "samples" / "acts"
READERS: dict[str, Callable[[bytes], Document]] = {
    "formex": read_formex,
    "akn": read_akoma_ntoso,
    "web": read_web_page,
}


def lines_of(document: Document) -> Iterator[str]:
    """Blocks line by line: ``#`` a heading, ``>`` a quotation, ``|`` a row, ``=`` as it is."""
    for block in document.blocks:
        yield from _lines(block)


def _lines(block: Block) -> Iterator[str]:
    signs = {"heading": "# ", "quote": "> ", "preformatted": "= "}
    if block.kind == "table":
        for row in block.cells:
            yield " ".join(f"| {_noted(cell.passage) if cell.passage else ''}" for cell in row)
    elif block.kind != "rule":
        yield signs.get(block.kind, "") + _noted(block.words).replace("\n", "⏎")


def _noted(words: Passage) -> str:
    text = words.text
    for note in reversed(words.notes):
        text = f"{text[: note.at]}{{{note.marker}: {note.text}}}{text[note.at :]}"
    return " ".join(text.split(" "))


def characters(name: str, content: bytes) -> int:
    """Code points of the text nodes, counted without the reader of blocks."""
    read = read_root if name == "web" else read_xml
    root: etree._Element | None = read(content)[0]
    steps = walk(root) if root is not None else ()
    return sum(len(step.text) for step in steps if step.kind == "text")
