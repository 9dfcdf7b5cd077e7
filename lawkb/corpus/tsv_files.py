"""Read tab-separated files of a corpus, row by row, and change rows of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lawkb.corpus.entries import Layout, Segment
from lawkb.errors import LawkbError
from lawkb.model.address import Address, Scheme, base_of
from lawkb.model.code import Outline

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def read_rows(
    file: Path, check_names: Callable[[str, list[str]], None]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a tab-separated file: position, and cells by column name.

    The position is file and line, ``corpus/review.tsv:3``, for error messages. The first line of
    the file names the columns. Empty lines and lines that begin with ``#`` are left out. A missing
    file has no rows.

    Args:
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


def columns(names: Sequence[str]) -> Callable[[str, list[str]], None]:
    """Return a function for ``read_rows`` that allows these columns alone, in this order."""

    def check(where: str, found: list[str]) -> None:
        if found != [*names]:
            shape = f"tab-separated: {', '.join(names)}"
            raise LawkbError(where, "the first line does not name the columns", shape)

    return check


def check_language(where: str, tag: str, tags: Sequence[str]) -> None:
    """Refuse a language that is none of those of the code."""
    if tag not in tags:
        hint = f"one of {', '.join(tags)}"
        raise LawkbError(where, f"the code has no language {tag!r}", hint)


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


def read_address_in(where: str, cell: str, edition: str, outline: Outline) -> Address:
    """Parse the canonical address of a provision whose law must be one of an edition's.

    Raises:
        LawkbError: The cell is not a canonical address, or the edition has fewer laws.
    """
    address = read_address(where, cell, outline.scheme)
    laws = outline.edition(edition).laws
    if base_of(address.law) > laws:
        raise LawkbError(where, f"{edition} has no Law {cell}", f"its last one is {laws}")
    return address


def _lines(file: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        told = " ".join(f"{error}".split())
        raise LawkbError(str(file), f"cannot be read: {told}", "save it as UTF-8 text") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.startswith("#"):
            yield f"{file}:{number}", [cell.strip() for cell in line.split("\t")]


def tsv_layout(
    names: Sequence[str],
    defaults: Mapping[str, str],
    order: Callable[[Mapping[str, str]], Any] | None = None,
) -> Layout:
    """Return how a tab-separated file is divided into rows, and how rows are written.

    Args:
        names: Names of the columns of a new file; an existing one has its own.
        defaults: What an empty cell means, by column.
        order: Function that returns a sort key of a row; None where new rows are put at the end.
    """
    divide = partial(_divided, defaults)
    return Layout(divide, divide, _row, head="\t".join(names) + "\n", order=order)


def _divided(defaults: Mapping[str, str], content: str) -> list[Segment]:
    names: list[str] = []
    found: list[Segment] = []
    for line in _LINE.findall(content.removeprefix("\ufeff")):
        cells = _cells(line)
        if not line.strip() or line.startswith("#"):
            found.append(Segment(line))
        elif names and len(cells) == len(names):
            values = dict(zip(names, cells, strict=True))
            found.append(
                Segment(line, values | {k: values.get(k) or v for k, v in defaults.items()})
            )
        else:
            names = names or cells
            found.append(Segment(line))
    if found and content.startswith("\ufeff"):
        found[0] = Segment("\ufeff" + found[0].text)
    return found


def _row(values: Mapping[str, str], content: str) -> str:
    """Return the line of a row; it has the columns that the file has.

    Raises:
        LawkbError: The file has no such column, or the row would be read as a comment.
    """
    lines = (found[0].lstrip("\ufeff") for found in _LINE.finditer(content))
    names = _cells(next(line for line in lines if line.strip() and not line.startswith("#")))
    missing = [name for name, value in values.items() if value and name not in names]
    if missing:
        told = f"has no column {missing[0]}"
        raise LawkbError("the table", told, "add it to the first line, and a tab to each row")
    row = "\t".join(" ".join(values.get(name, "").split()) for name in names)
    if row.startswith("#"):
        raise LawkbError(row, "a row that begins with # is a comment", "write it without the #")
    return f"{row}\n"


def _cells(line: str) -> list[str]:
    """Return the cells of a line; runs of white space become one space."""
    return [" ".join(cell.split()) for cell in line.split("\t")]
