"""The editors' settings of a corpus: glossary, checklist and concordance, read together."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from lawkb.corpus.concordance import FILE as CONCORDANCE
from lawkb.corpus.concordance import Concordance, read_concordance
from lawkb.corpus.corpus_toml import CheckSettings, read_check_settings
from lawkb.corpus.glossary import FILE as GLOSSARY
from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.corpus.typed_tables import Table, read_entries
from lawkb.model.code import Outline
from lawkb.model.finding import Severity

FILE = "checklist.toml"
FILES = ("corpus.toml", GLOSSARY, FILE, CONCORDANCE)  # what ``read_editorial_settings`` reads


class Pattern(Table, frozen=True):
    """A pattern of ``checklist.toml``: a finding is reported for each text that it matches."""

    language: str  # BCP 47 tag of the texts to search
    pattern: re.Pattern[str]  # the regular expression
    severity: Severity  # severity of the finding
    message: str  # message of the finding
    hint: str = ""  # what an editor can do about the finding


def read_checklist(folder: Path) -> tuple[Pattern, ...]:
    """Return the patterns in a corpus's ``checklist.toml``; empty without that file.

    Each table ``[[patterns]]`` has the keys language, pattern (a regular expression of Python),
    severity and message, and may have a hint.
    """
    return read_entries(folder / FILE, "patterns", Pattern)


@dataclass(frozen=True, slots=True)
class EditorialSettings:
    """The decisions of the editors of a corpus, as the checks need them."""

    glossary: Glossary = field(default_factory=Glossary)  # How each term is to be translated.
    checklist: tuple[Pattern, ...] = ()  # Patterns that texts must not match.
    # Provisions that have different addresses in different editions.
    concordance: Concordance = field(default_factory=Concordance)
    # Rules that are switched off or have another severity, and the least confidence.
    checks: CheckSettings = field(default_factory=CheckSettings)


def read_editorial_settings(folder: Path, outline: Outline) -> EditorialSettings:
    """Return the editors' settings of a corpus; a missing file gives an empty setting."""
    return EditorialSettings(
        read_glossary(folder, outline),
        read_checklist(folder),
        read_concordance(folder, outline),
        read_check_settings(folder),
    )
