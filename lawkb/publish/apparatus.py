"""The apparatus: what the editors of a code keep beside its texts, and what studying both gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lawkb.checks.report import Report
from lawkb.checks.review import Reviews
from lawkb.corpus.concordance import Concordance, read_concordance
from lawkb.corpus.glossary import Glossary, read_glossary
from lawkb.corpus.review import read_review
from lawkb.corpus.settlements import Settlement, read_settlements
from lawkb.model.code import Outline
from lawkb.publish.term_index import TermIndex


@dataclass(frozen=True, slots=True)
class Apparatus:
    """What the editors keep, and what studying the code gives, as far as pages show it.

    Attributes:
        glossary: The terms and their renderings.
        concordance: Which provisions moved from one edition to another.
        settlements: What editors decided about comments, by the id of the comment.
        reviews: How far translators say that a provision is.
        terms: Where the terms stand.
        report: What is to be done; None where the translators' desk is not published.
    """

    glossary: Glossary = field(default_factory=Glossary)
    concordance: Concordance = field(default_factory=Concordance)
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    reviews: Reviews = field(default_factory=dict)
    terms: TermIndex = field(default_factory=TermIndex)
    report: Report | None = None


def read_apparatus(folder: Path, outline: Outline) -> Apparatus:
    """What the editors of a corpus keep, empty where it has no such files; nothing is studied.

    Raises:
        LawkbError: A line of a file cannot be read.
    """
    return Apparatus(
        read_glossary(folder, outline),
        read_concordance(folder, outline),
        {each.comment: each for each in read_settlements(folder)},
        read_review(folder, outline),
    )
