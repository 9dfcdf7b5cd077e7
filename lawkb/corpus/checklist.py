"""``corpus/checklist.toml``: what the house wants to be told of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import ConfigDict

from lawkb.corpus.tables import CLOSED, read_entries
from lawkb.model.finding import Severity

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

    __pydantic_config__: ClassVar[ConfigDict] = CLOSED

    language: str
    pattern: re.Pattern[str]
    severity: Severity
    message: str
    hint: str = ""


def read_checklist(folder: Path) -> tuple[Pattern, ...]:
    """The patterns of a corpus; none when it has no such file.

    Each ``[[patterns]]`` has language, pattern (a regular expression of Python), severity and
    message, and may have a hint.

    Raises:
        LawkbError: The file cannot be read, or an entry is no pattern.
    """
    return read_entries(folder / FILE, "patterns", Pattern)
