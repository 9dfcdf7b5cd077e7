"""Documents that are written as their parts come, so that none need be held whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from lawkb.controls import visible


def json_pieces(records: Iterable[Any], depth: int) -> Iterator[str]:
    """A list in JSON as ``json.dumps`` with an indent of two writes it, each record when it comes.

    Args:
        records: What JSON can hold.
        depth: Blanks before the line that the list begins in.
    """
    left = "[\n"
    for record in records:
        yield f"{left}{' ' * (depth + 2)}{json_piece(record, depth + 2)}"
        left = ",\n"
    yield "[]" if left == "[\n" else f"\n{' ' * depth}]"


def json_piece(record: Any, depth: int) -> str:
    """A record in JSON, Greek as Greek, its lines but the first moved in by ``depth`` blanks."""
    # Not textwrap.indent, which takes a line separator of a text for the end of a line too.
    written = visible(json.dumps(record, ensure_ascii=False, indent=2))
    return written.replace("\n", "\n" + " " * depth)
