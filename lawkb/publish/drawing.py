"""Lay out diagrams: boxes in columns with curves between them, computed during the build."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fast_sugiyama import from_edges

BOX_HEIGHT = 26  # pixels, as everything here; what is pressed has 24 at least
_ROW = 34
_GAP = 64  # between columns
_EDGE = 4  # around the drawing: lines have a width
_LETTER = 8.5
_PADDING = 16
# Above this many the lines are a tangle, and laying them out takes long.
MOST_LINKS = 300
_KEPT = 64  # drawings: the pages of a law in all languages are made one after the other

Point = tuple[float, float]
Link = tuple[int, int]
_Cell = tuple[int, float]  # column, and row


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a diagram; ``x`` and ``y`` are its top left corner in SVG units."""

    x: int
    y: int
    width: int  # width of the box; the height of every box is ``BOX_HEIGHT``


@dataclass(frozen=True, slots=True)
class Drawing:
    """A diagram of boxes and curves, in SVG units."""

    width: int
    height: int
    boxes: tuple[Box, ...]  # One box for each name, in the order of the names.
    # SVG path data of each link, in the order of the links, from its first box to its second.
    curves: tuple[str, ...]


# Column and row of every box, and of every bend of a line, by its number; and the numbers of the
# bends between two boxes, in the direction of the columns.
_Plan = tuple[dict[int, _Cell], dict[Link, tuple[int, ...]]]


def draw(names: Sequence[str], links: Sequence[Link]) -> Drawing | None:
    """Lay out names in boxes, from left to right in the direction of the links.

    Equal input gives equal output.

    Args:
        names: Text of each box.
        links: Pairs of indexes into ``names``.

    Returns:
        The diagram; None when there is nothing to draw, or too much for a diagram.
    """
    if not names or len(links) > MOST_LINKS:
        return None
    return _drawing(tuple(map(len, names)), tuple(links))


# Names are as long in most languages, and only their lengths matter.
@lru_cache(maxsize=_KEPT)
def _drawing(sizes: tuple[int, ...], links: tuple[Link, ...]) -> Drawing:
    """Return the diagram of boxes for names of the given numbers of letters."""
    cells, chains = _plan(len(sizes), links)
    columns = _columns(cells, sizes)
    boxes = tuple(_box(cells[number], columns) for number in range(len(sizes)))
    curves = tuple(_curve(link, boxes, (cells, chains), columns) for link in links)
    width = max(box.x + box.width for box in boxes) + _EDGE
    lowest = max(_box(cell, columns).y for cell in cells.values())  # a bend may be below the boxes
    return Drawing(width, lowest + BOX_HEIGHT + _EDGE, boxes, curves)


@lru_cache(maxsize=_KEPT)
def _plan(count: int, links: tuple[Link, ...]) -> _Plan:
    """Return the layers of Sugiyama's method, connected components one below the other."""
    cells: dict[int, _Cell] = {}
    chains: dict[Link, tuple[int, ...]] = {}
    row = 0.0
    for positions, edges in _parts(links, count):
        placed = _placed(positions, count)
        cells |= {number: (column, row + at) for number, (column, at) in placed.items()}
        chains |= _chains(edges, count)
        row += max(at for _, at in placed.values()) + 1
    for number in range(count):
        if number not in cells:
            cells[number] = (0, row)
            row += 1
    return cells, chains


def _parts(links: Sequence[Link], count: int) -> list[tuple[dict[int, Point], list[Link]]]:
    """Return positions and edges of each connected component, in the order of the first boxes.

    If two boxes link to each other, only the first link counts for the layout. Numbers of bends are
    above those of boxes.
    """
    pairs: dict[frozenset[int], Link] = {}
    for link in links:
        if link[0] != link[1]:
            pairs.setdefault(frozenset(link), link)
    if not pairs:
        return []
    # It numbers what it is given by a set: only whole numbers from 0 without gaps keep theirs.
    own = {
        number: place for place, number in enumerate(sorted({n for pair in pairs for n in pair}))
    }
    numbers = list(own)
    found = from_edges([(own[a], own[b]) for a, b in pairs.values()], vertex_spacing=1)

    def given(number: int) -> int:
        return numbers[number] if number < len(numbers) else number - len(numbers) + count

    parts = [
        (
            {given(int(n)): (float(x), float(y)) for n, (x, y) in positions},
            [(given(int(a)), given(int(b))) for a, b in edges or ()],
        )
        for positions, _, _, edges in found
    ]
    return sorted(parts, key=lambda part: min(part[0]))


def _placed(positions: dict[int, Point], count: int) -> dict[int, _Cell]:
    """Return columns and rows of a component, which is laid out from top to bottom."""
    layers = sorted({y for _, y in positions.values()}, reverse=True)
    across = [x for x, _ in positions.values()]
    middle = (min(across) + max(across)) / 2
    lean = sum(n * (x - middle) for n, (x, _) in positions.items() if n < count)
    start = min(across) if lean >= 0 else max(across)
    return {n: (layers.index(y), abs(x - start)) for n, (x, y) in positions.items()}


def _chains(edges: Sequence[Link], count: int) -> dict[Link, tuple[int, ...]]:
    """Return the bends between two boxes, by their numbers; a bend has one edge in and one out."""
    after = {a: b for a, b in edges if a >= count}
    chains: dict[Link, tuple[int, ...]] = {}
    for box, step in edges:
        bends: list[int] = []
        if box >= count:
            continue
        while step >= count:
            bends.append(step)
            step = after[step]
        chains[box, step] = tuple(bends)
    return chains


def _columns(cells: dict[int, _Cell], sizes: Sequence[int]) -> list[Box]:
    """Return the columns as boxes, as wide as their longest names."""
    widths = [0] * (1 + max(column for column, _ in cells.values()))
    for number, size in enumerate(sizes):
        column = cells[number][0]
        widths[column] = max(widths[column], round(_LETTER * size) + _PADDING)
    columns, x = [], _EDGE
    for width in widths:
        columns.append(Box(x, _EDGE, width))
        x += width + _GAP
    return columns


def _box(cell: _Cell, columns: Sequence[Box]) -> Box:
    column, row = cell
    return Box(columns[column].x, _EDGE + round(row * _ROW), columns[column].width)


def _curve(link: Link, boxes: Sequence[Box], plan: _Plan, columns: Sequence[Box]) -> str:
    """Return SVG path data from one box to another through its bends, level across columns."""
    cells, chains = plan
    start, end = (boxes[number] for number in link)
    if start == end:
        x, y = start.x + start.width, start.y
        return f"M{x} {y + 6}c22 -10 22 24 0 {BOX_HEIGHT - 12}"
    bends = chains.get(link) or chains.get((link[1], link[0]), ())[::-1]
    passed = [_box(cells[bend], columns) for bend in bends]
    onward = start.x < end.x
    _, x = _sides(start, onward)
    y = _level(start)
    path = f"M{x} {y}"
    for box in (*passed, end):
        near, far = _sides(box, onward)
        middle = (x + near) // 2
        x, y, before = far, _level(box), y
        path += f"C{middle} {before} {middle} {y} {near} {y}" + (f"H{far}" if box != end else "")
    return path


def _sides(box: Box, onward: bool) -> tuple[int, int]:
    """Return the x coordinates where a line enters and leaves a box."""
    left, right = box.x, box.x + box.width
    return (left, right) if onward else (right, left)


def _level(box: Box) -> int:
    return box.y + BOX_HEIGHT // 2
