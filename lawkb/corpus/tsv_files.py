"""Read tab-separated files of a corpus, row by row, with file and line for error messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme


def read_rows(
    file: Path, check_names: Callable[[str, list[str]], None]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a tab-separated file: position, and cells by column name.

    The position is file and line, ``corpus/review.tsv:3``, for error messages. The first line of
    the file names the columns. Empty lines and lines that begin with ``#`` are left out. A missing
    file has no rows.

    Args:
        file: The file.
        check_names: Function called with the position and the column names of the first line; it
            raises an error if they are wrong.

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
    """Parse the canonical address in a cell, ``47E2(a)``.

    Raises:
        LawkbError: The cell is not a canonical address; ``where`` is the file and line in the
            message.
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
