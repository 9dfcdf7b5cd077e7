"""``corpus/synonyms.tsv``: what people type, and the words of the law code for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lawkb.corpus.tsv_files import check_language, columns, read_rows
from lawkb.errors import LawkbError
from lawkb.model.code import Outline

FILE = "synonyms.tsv"
_COLUMNS = ["language", "typed", "meant", "note"]


@dataclass(frozen=True, slots=True)
class Synonym:
    """One row: expressions that people type, and the expressions of the law code for them."""

    # What is typed: `lost card`, `card gone`. Their inflected forms count, too.
    typed: tuple[str, ...]
    meant: tuple[str, ...]  # What the law code says instead: `missing card`.


# The synonyms of a law code by BCP 47 tag, in the order of the file.
Synonyms = Mapping[str, tuple[Synonym, ...]]


def read_synonyms(folder: Path, outline: Outline) -> Synonyms:
    """Return the synonyms of a corpus; empty without ``synonyms.tsv``.

    The first line names the columns: ``language``, ``typed``, ``meant``, ``note``. In ``typed`` and
    ``meant``, ``|`` separates expressions with the same meaning. Empty lines and lines that begin
    with ``#`` are left out.

    Raises:
        LawkbError: A line cannot be read; the message names it.
    """
    tags = tuple(language.code for language in outline.languages)
    found: dict[str, list[Synonym]] = {}
    for where, cells in read_rows(folder / FILE, columns(_COLUMNS)):
        check_language(where, cells["language"], tags)
        row = Synonym(*map(partial(_expressions, where, cells), ("typed", "meant")))
        found.setdefault(cells["language"], []).append(row)
    return {tag: tuple(rows) for tag, rows in found.items()}


def _expressions(where: str, cells: Mapping[str, str], column: str) -> tuple[str, ...]:
    found = tuple(" ".join(each.split()) for each in cells[column].split("|"))
    if not all(found):
        raise LawkbError(where, f"an expression in {column} is empty", "write a | b")
    return found
