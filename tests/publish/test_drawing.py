"""Drawings: every box in its place, every curve from box to box, the same each time."""

import os
import re
import subprocess
import sys
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lawkb.publish.drawing import BOX_HEIGHT, Box, draw

_NUMBER = re.compile(r"-?\d+")
_links = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30, unique=True)


def _ends(curve: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """First and last point of a path of C and H."""
    points = [int(number) for number in _NUMBER.findall(curve)]
    return (points[0], points[1]), (points[-2], points[-1])


def _touches(point: tuple[int, int], box: Box) -> bool:
    x, y = point
    return x in (box.x, box.x + box.width) and y == box.y + BOX_HEIGHT // 2


@given(_links)
def test_boxes_lie_apart_inside_the_drawing(links: list[tuple[int, int]]) -> None:
    drawing = draw([f"{n}A" for n in range(12)], links)
    assert drawing is not None
    assert len(drawing.boxes) == 12
    for box in drawing.boxes:
        assert 0 <= box.x <= box.x + box.width <= drawing.width
        assert 0 <= box.y <= box.y + BOX_HEIGHT <= drawing.height
    places = sorted((box.x, box.y) for box in drawing.boxes)
    for (x, y), (other, below) in pairwise(places):
        assert x != other or below - y >= BOX_HEIGHT


@given(_links)
def test_a_curve_leads_from_what_cites_to_what_is_cited(links: list[tuple[int, int]]) -> None:
    drawing = draw([f"{n}A" for n in range(12)], links)
    assert drawing is not None
    for (start, end), curve in zip(links, drawing.curves, strict=True):
        if start == end:
            assert "c" in curve  # a loop
            continue
        first, last = _ends(curve)
        assert _touches(first, drawing.boxes[start])
        assert _touches(last, drawing.boxes[end])


def test_what_cites_stands_left_of_what_is_cited() -> None:
    drawing = draw(["47A", "49", "16"], [(0, 1), (1, 2), (0, 2)])
    assert drawing is not None
    assert [box.x for box in drawing.boxes] == sorted(box.x for box in drawing.boxes)


def test_a_box_is_as_wide_as_the_longest_name_of_its_column() -> None:
    drawing = draw(["1", "20ΣΤ5(β)(ii)"], [])
    assert drawing is not None
    assert drawing.boxes[0].width == drawing.boxes[1].width > 8 * len("20ΣΤ5(β)(ii)")


def test_nothing_and_too_much_are_not_drawn() -> None:
    assert draw([], []) is None
    assert draw(["1"] * 400, [(n, n + 1) for n in range(399)]) is None


def test_another_process_draws_the_same() -> None:
    command = "from lawkb.publish.drawing import draw; import random; "
    command += "r = random.Random(5); "
    command += "l = [(r.randrange(40), r.randrange(40)) for _ in range(90)]; "
    command += "print(draw([str(n) for n in range(40)], l))"
    drawn = {
        subprocess.run(
            [sys.executable, "-c", command],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(drawn) == 1
