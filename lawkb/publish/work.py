"""The work on the texts of a code, as far as the site tells of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lawkb.checks.report import Report, code_report
from lawkb.corpus.settlements import Settlement, read_settlements
from lawkb.model.code import Code


@dataclass(frozen=True, slots=True)
class Work:
    """The work on the texts of a code.

    Attributes:
        report: What is to be done; None where the translators' desk is not published.
        settlements: What editors decided about comments, by the id of the comment.
    """

    report: Report | None = None
    settlements: Mapping[str, Settlement] = field(default_factory=dict)


def read_work(folder: Path, code: Code, translation: bool) -> Work:
    """The work on a code.

    Args:
        folder: The corpus.
        code: Its laws.
        translation: Whether the translators' desk is published; checking takes time.

    Raises:
        LawkbError: A file of the corpus cannot be read.
    """
    settlements = {each.comment: each for each in read_settlements(folder)}
    return Work(code_report(folder, code) if translation else None, settlements)
