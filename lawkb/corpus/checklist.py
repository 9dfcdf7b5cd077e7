"""``corpus/checklist.toml``: what the house wants to be told of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from lawkb.corpus.tables import Table, optional_tables
from lawkb.errors import LawkbError
from lawkb.model.finding import SEVERITIES, Severity

FILE = "checklist.toml"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern that no text of a language should hold.

    Attributes:
        language: Tag of the texts to look at.
        pattern: What to look for.
        severity: How bad it is.
        message: What to say.
        hint: What to do.
    """

    language: str
    pattern: re.Pattern[str]
    severity: Severity
    message: str
    hint: str


def read_checklist(folder: Path) -> tuple[Pattern, ...]:
    """The patterns of a corpus; none when it has no such file.

    Each ``[[patterns]]`` has language, pattern (a regular expression of Python), severity and
    message, and may have a hint.

    Raises:
        LawkbError: The file cannot be read, or an entry is no pattern.
    """
    return tuple(_pattern(table) for table in optional_tables(folder / FILE, "patterns"))


def _pattern(table: Table) -> Pattern:
    severity = table.get("severity", str)
    if severity not in SEVERITIES:
        told = f"severity {severity!r} is unknown"
        raise LawkbError(table.where, told, f"one of {', '.join(SEVERITIES)}")
    try:
        pattern = re.compile(table.get("pattern", str))
    except re.error as error:
        told = f"the pattern cannot be read: {error}"
        raise LawkbError(table.where, told, "write a regular expression of Python") from error
    return Pattern(
        table.get("language", str),
        pattern,
        severity,
        table.get("message", str),
        table.text("hint") or "",
    )
