"""Tab-separated files of a corpus: their lines, with the place of each for errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lawkb.errors import LawkbError


def read_lines(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of a tab-separated file: place, for errors, and columns without outer spaces.

    Empty lines and lines that begin with ``#`` are left out.

    Raises:
        LawkbError: The file cannot be read, or is not UTF-8.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        told = " ".join(f"{error}".split())
        raise LawkbError(str(file), f"cannot be read: {told}", "save it as UTF-8 text") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.startswith("#"):
            yield f"{file}:{number}", [cell.strip() for cell in line.split("\t")]


def check_width(where: str, cells: list[str], names: list[str]) -> None:
    """Refuse a line that has more or fewer columns than the first line names.

    Raises:
        LawkbError: It has.
    """
    if len(cells) != len(names):
        counted = f"{len(cells)} columns, and the first line names {len(names)}"
        raise LawkbError(where, counted, "put one tab between two columns")
