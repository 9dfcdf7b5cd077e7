"""The apparatus: what the editors of a code keep beside its texts, as far as pages show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lawkb.corpus.concordance import Concordance, read_concordance
from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.model.code import Outline


@dataclass(frozen=True, slots=True)
class Apparatus:
    """What the editors keep.

    Attributes:
        glossary: The terms and their renderings.
        concordance: Which provisions moved from one edition to another.
    """

    glossary: Glossary = field(default_factory=Glossary)
    concordance: Concordance = field(default_factory=Concordance)


def read_apparatus(folder: Path, outline: Outline) -> Apparatus:
    """The apparatus of a corpus; empty where it has no such files.

    Raises:
        LawkbError: A line of a file cannot be read.
    """
    return Apparatus(read_glossary(folder, outline), read_concordance(folder, outline))
