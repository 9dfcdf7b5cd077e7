"""A document as lines of text, for case files: what stands where, and nothing of sizes."""

from lawkb.model.passage import Passage
from lawkb.parse.document import Block, Document


def outline(document: Document) -> list[str]:
    """A line for each block: kind, level, words.

    Marks are ``{kind:words}``, links ``[kind target#anchor:words]``, notes ``((number:words))``.
    Rows of a table stand below it: ``|`` for a cell, ``^`` for one that heads, with ``+1`` for
    each further column, ``v1`` for each further row, and the side it is pushed to.
    """
    return [line for block in document.blocks for line in _lines(block)]


def _lines(block: Block) -> list[str]:
    name = block.kind + (f" {block.level}" if block.level else "")
    name += " numbered" if block.number else ""
    return [f"{name} {_shown(block.words)}".rstrip(), *map(_row, _cells(block))]


def _cells(block: Block) -> list[list[str]]:
    return [
        [
            ("^" if cell.header else "|")
            + (f"+{cell.columns - 1}" if cell.columns > 1 else "")
            + (f"v{cell.rows - 1}" if cell.rows > 1 else "")
            + (f"{cell.align} " if cell.align else " ")
            + (_shown(cell.passage) if cell.passage else "")
            for cell in row
        ]
        for row in block.cells
    ]


def _row(cells: list[str]) -> str:
    return "  " + " ".join(cells)


def _shown(words: Passage) -> str:
    """Words with everything that stands on them; the outermost opens first and ends last."""
    spans = [(mark.start, mark.end, f"{{{mark.kind}:", "}") for mark in words.marks]
    points = [(note.at, f"(({note.marker}:{note.text}))") for note in words.notes]
    for link in words.links:
        target = f"{link.target}#{link.anchor}" if link.anchor else link.target
        opened = f"[{link.kind} {target}:"
        if link.start < link.end:
            spans.append((link.start, link.end, opened, "]"))
        else:
            points.append((link.start, f"{opened}]"))
    return _woven(words.text, sorted(spans, key=lambda span: (span[0], -span[1], span[2])), points)


def _woven(text: str, spans: list[tuple[int, int, str, str]], points: list[tuple[int, str]]) -> str:
    pieces = []
    for at in range(len(text) + 1):
        pieces += [closed for _, end, _, closed in reversed(spans) if end == at]
        pieces += [sign for place, sign in points if place == at]
        pieces += [opened for start, _, opened, _ in spans if start == at]
        pieces.append(text[at : at + 1])
    return "".join(pieces)
