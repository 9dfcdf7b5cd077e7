"""What the editors of a corpus have decided for its texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from lawkb.corpus.checklist import Pattern, read_checklist
from lawkb.corpus.concordance import Concordance, read_concordance
from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.model.code import Outline


@dataclass(frozen=True, slots=True)
class House:
    """What the editors of a corpus have decided.

    Attributes:
        glossary: Terms and their renderings.
        checklist: Patterns to be told of.
        concordance: Moves between editions.
    """

    glossary: Glossary = field(default_factory=Glossary)
    checklist: tuple[Pattern, ...] = ()
    concordance: Concordance = field(default_factory=Concordance)


def read_house(folder: Path, outline: Outline) -> House:
    """The decisions in a corpus folder; empty ones where it has no such file.

    Raises:
        LawkbError: A file cannot be read.
    """
    return House(
        read_glossary(folder, outline), read_checklist(folder), read_concordance(folder, outline)
    )
