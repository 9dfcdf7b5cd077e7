"""The rows of a parcel for spreadsheets, and texts that no spreadsheet takes for a formula."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawkb.exchange.parcel import Parcel, Unit

BASE_COLUMN = "lawkb"
STATE_COLUMN = "state"
ID_COLUMN = "id"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def header(parcel: Parcel) -> list[str]:
    """Names of the columns: id, the languages by their tags, state, remarks, and the base."""
    languages = (parcel.of.source, parcel.of.target)
    return [ID_COLUMN, *languages, STATE_COLUMN, "comments", "findings", BASE_COLUMN]


def rows(parcel: Parcel) -> Iterator[list[str]]:
    """A row for each text, the columns as ``header`` names them."""
    for unit in parcel.units():
        remarks = (_joined(unit, kind) for kind in ("comment", "finding"))
        yield [unit.name, unit.source, unit.target, unit.state, *remarks, unit.base]


def guarded(text: str) -> str:
    """Text that no spreadsheet reads as a formula: one that would be read so has ``'`` before it.

    So has one that would look as if it had been guarded, and ``unguarded`` gives any text back.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """The text that ``guarded`` wrote; another is unchanged."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _joined(unit: Unit, kind: str) -> str:
    return "\n".join(remark.text for remark in unit.remarks if remark.kind == kind)
