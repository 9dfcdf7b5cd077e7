"""Tab-separated files of a corpus: their rows, with the place of each for errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme


def read_rows(
    file: Path, check_names: Callable[[str, list[str]], None]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a file: place, for errors, and cells by the names in the first line.

    Empty lines and lines that begin with ``#`` are left out. A missing file has no rows.

    Args:
        file: The file.
        check_names: Function that refuses the first line, given its place and the names.

    Raises:
        LawkbError: The file is not UTF-8, or a row has more or fewer columns than the first line.
    """
    if not file.is_file():
        return
    lines = _lines(file)
    where, names = next(lines, (f"{file}:1", [""]))
    check_names(where, names)
    for where, cells in lines:
        if len(cells) != len(names):
            counted = f"{len(cells)} columns, and the first line names {len(names)}"
            raise LawkbError(where, counted, "put one tab between two columns")
        yield where, dict(zip(names, cells, strict=True))


def read_address(where: str, cell: str, scheme: Scheme) -> Address:
    """Return the address in a cell, in its canonical writing.

    Raises:
        LawkbError: It is none.
    """
    try:
        return scheme.read(cell)
    except LawkbError as error:
        raise LawkbError(where, f"{cell} is not the address of a provision", error.hint) from error


def _lines(file: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        told = " ".join(f"{error}".split())
        raise LawkbError(str(file), f"cannot be read: {told}", "save it as UTF-8 text") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.startswith("#"):
            yield f"{file}:{number}", [cell.strip() for cell in line.split("\t")]
