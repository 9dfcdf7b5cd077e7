"""The apparatus: what the editors of a code keep beside its texts, as far as pages show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from lawkb.checks.report import Report, code_report
from lawkb.corpus.concordance import Concordance, read_concordance
from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.corpus.settlements import Settlement, read_settlements
from lawkb.model.code import Code, Outline


@dataclass(frozen=True, slots=True)
class Apparatus:
    """What the editors keep, and what the checks found.

    Attributes:
        glossary: The terms and their renderings.
        concordance: Which provisions moved from one edition to another.
        settlements: What editors decided about comments, by the id of the comment.
        report: What is to be done; None where the translators' desk is not published.
    """

    glossary: Glossary = field(default_factory=Glossary)
    concordance: Concordance = field(default_factory=Concordance)
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    report: Report | None = None


def read_apparatus(folder: Path, outline: Outline) -> Apparatus:
    """What the editors of a corpus keep; empty where it has no such files.

    Raises:
        LawkbError: A line of a file cannot be read.
    """
    settlements = {each.comment: each for each in read_settlements(folder)}
    glossary, concordance = read_glossary(folder, outline), read_concordance(folder, outline)
    return Apparatus(glossary, concordance, settlements)


def with_report(apparatus: Apparatus, folder: Path, code: Code) -> Apparatus:
    """The apparatus with what the checks find in the code, which takes time.

    Raises:
        LawkbError: A file of the corpus cannot be read.
    """
    return replace(apparatus, report=code_report(folder, code))
