"""The rows of a bilingual file in any format, and how tables name their columns.

Tables name their columns by words, in several languages, or by their languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from babel import Locale

from lawkb.align.translation_units import without_inline_codes
from lawkb.errors import LawkbError
from lawkb.exchange.translation_export import TranslationExport
from lawkb.model.address import LAW_PREFIXES
from lawkb.model.finding import say
from lawkb.model.language import known_codes, language_codes, read_language
from lawkb.words.folding import fold

_EIDS = tuple(
    f"{prefix}_" for prefix in LAW_PREFIXES.values()
)  # what the ids of the XML begin with


def folded_name(cell: str) -> str:
    """Return a column name for comparison: without capitals, accents and spaces around it."""
    return fold(cell.strip())


@cache
def column_words(column: Literal["source", "target", "id"]) -> tuple[str, ...]:
    """Return the words that name a column, folded, from the table ``[columns]`` of each language.

    Args:
        column: That of the originals, of the translations, or of the ids.
    """
    tables = (read_language(code).tables.get("columns", {}) for code in language_codes())
    words = (folded_name(word) for table in tables for word in table.get(column, ()))
    return tuple(dict.fromkeys(words))


def column_language(name: str) -> str:
    """Return the tag of the language that a column is named after: ``el`` for ``Greek``, or "".

    The names are those in every language that has a file.
    """
    return _language_names().get(folded_name(name), "")


@cache
def _language_names() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for code in language_codes():
        names = Locale.parse(code).languages
        found |= {folded_name(names[tag]): tag for tag in known_codes() if tag in names}
    return found


LONGEST_TEXT = 2**20  # most characters of a row
BASE_COLUMN = "lawkb"
STATE_COLUMN = "state"
ID_COLUMN = "id"
REMARK_COLUMNS = ("comments", "findings")
_TEXTS = ("source", "target")


class NoText(str):
    """A cell of a workbook that holds no text, as it is shown: a number, a date, an error."""

    kind: str  # What it holds, `a date or a time`.
    place: str  # Its address in the sheet, `C5`.

    def __new__(cls, shown: str, kind: str, place: str) -> NoText:
        """Return the cell."""
        made = super().__new__(cls, shown)
        made.kind, made.place = kind, place
        return made


@dataclass(frozen=True, slots=True)
class BilingualRow:
    """A text of a bilingual file with its translation."""

    name: str  # Its id in the file.
    other_name: str  # A second id in the file, or empty.
    source: str  # The original.
    target: str  # The translation.
    source_words: str  # The original without inline codes, if the file distinguishes them.
    target_words: str  # The translation without inline codes, if the file distinguishes them.
    state: str  # Its state, as a review state of lawkb if possible; empty without one.
    base: str  # State at export, as `ExportState` writes it; empty without one.
    line: int  # Its line or row in the file, from 1.
    document: str = ""  # Name of its document, in a file with several; else empty.
    # Language tag of the translation, if the document declares one; else empty.
    target_language: str = ""
    # First line in the file, from 1, counting line ends inside cells; for a workbook the row.
    begins: int = 0
    # Number of its segments that have an original and no translation, in a file with segments.
    untranslated: int = 0
    refused: str = ""  # Why its texts cannot be taken as they are, such as a date in a cell.
    doubt: str = ""  # What else is to be told of it; mostly empty.
    # Its notes and comments: those of the export and those that were written since, in lines.
    remarks: str = ""

    @property
    def shown_name(self) -> str:
        """The id for people: not that of the XML if there is another."""
        is_eid = self.name.startswith(_EIDS) and self.other_name
        return self.other_name if is_eid else self.name


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """Possible names of the columns of a table, folded."""

    source: frozenset[str]  # Names of the column of originals.
    target: frozenset[str]  # Names of the column of translations.
    # Whether the first line must name these columns and `id`. Otherwise a table without such a line
    # has the columns id, original and translation, or only the two texts.
    required: bool
    told: tuple[str, ...] = ()  # The names that an error tells; empty for all.


def table_of(export: TranslationExport) -> Iterator[list[str]]:
    """Yield a line of column names, then a row per text: id, both texts, state, remarks, hashes."""
    languages = (export.of.source, export.of.target)
    yield [ID_COLUMN, *languages, STATE_COLUMN, *REMARK_COLUMNS, BASE_COLUMN]
    for unit in export.units:
        remarks = (
            "\n".join(remark.text for remark in unit.remarks if remark.kind == kind)
            for kind in ("comment", "finding")
        )
        yield [unit.name, unit.source, unit.target, unit.state, *remarks, unit.mark]


def rows_of_table(
    placed: Iterable[tuple[int, Sequence[str]]], where: str, names: ColumnNames
) -> Iterator[BilingualRow]:
    """Yield the rows of a table with a text and its translation.

    Args:
        placed: For each row of the file, the number of its first line, from 1, and its cells.
    """
    columns: dict[str, int] = {}
    for number, (line, cells) in enumerate(placed, start=1):
        if not columns:
            columns = _named_columns(cells, names)
            if columns:
                continue
            if names.required or len(cells) < 2:
                wanted = names.told or (
                    "/".join(sorted(names.source)),
                    "/".join(sorted(names.target)),
                )
                told = say("the first line does not name the columns")
                hint = say("they are: %(columns)s", columns=(ID_COLUMN, *wanted))
                raise LawkbError(f"{where}, row {number}", told, hint)
            unnamed = (ID_COLUMN, *_TEXTS) if len(cells) > 2 else _TEXTS
            columns = {name: place for place, name in enumerate(unnamed)}
        if any(cell.strip() for cell in cells):
            yield _row(cells, columns, number, line)


def _named_columns(row: Sequence[str], names: ColumnNames) -> dict[str, int]:
    """Return the places of the columns named in a first line; none if required ones are missing."""
    found: dict[str, int] = {}
    for place, cell in enumerate(map(folded_name, row)):
        found.setdefault(cell, place)
        found.setdefault(re.split("[-_]", cell)[0], place)  # el-GR is also a column of el
        found.setdefault(column_language(cell), place)
    source = min((found[name] for name in names.source if name in found), default=None)
    target = min((found[name] for name in names.target if name in found), default=None)
    ids = (ID_COLUMN,) if names.required else (ID_COLUMN, *column_words("id"))
    own = next((found[name] for name in ids if name in found), None)
    if source is None or target is None or (own is None and names.required):
        return {}
    others = {name: found.get(name) for name in (STATE_COLUMN, *REMARK_COLUMNS, BASE_COLUMN)}
    named = {ID_COLUMN: own, "source": source, "target": target, **others}
    return {name: place for name, place in named.items() if place is not None}


def _row(cells: Sequence[str], columns: Mapping[str, int], number: int, line: int) -> BilingualRow:
    def cell(name: str) -> str:
        place = columns.get(name, len(cells))
        return cells[place] if place < len(cells) else ""

    source, target, base = cell("source"), cell("target"), cell(BASE_COLUMN).strip()
    odd = next((each for each in (target, source) if isinstance(each, NoText)), None)
    words = without_inline_codes if base else str  # only our own tables write codes
    return BilingualRow(
        name=cell(ID_COLUMN).strip(),
        other_name="",
        source=source,
        target=target,
        source_words=words(source),
        target_words=words(target),
        state=folded_name(cell(STATE_COLUMN)),
        base=base,
        line=number,
        begins=line,
        refused=say("cell %(cell)s has %(kind)s, not a text", cell=odd.place, kind=odd.kind)
        if odd
        else "",
        remarks="\n".join(filter(None, map(cell, REMARK_COLUMNS))),
    )
