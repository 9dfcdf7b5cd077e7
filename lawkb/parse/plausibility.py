"""What a reader of the laws sees at once, counted: numbers that are missing, texts like titles.

Nothing here is a fault for certain. A law that is missing between others, or a text that begins
like a title, shows that a title was not recognised.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from msgspec import Struct

from lawkb.model.address import InSeries, Ordinal
from lawkb.model.code import Code, Outline
from lawkb.model.law import Law
from lawkb.parse.structure.titles import looks_like_title


class LawCounts(Struct, frozen=True):
    """What is counted in one law of one language, or in several."""

    recitals: int = 0  # number of recitals in the preamble
    untitled: int = 0  # number of laws with texts and without a title
    title_like: int = 0  # number of texts that look like the title of a law that is not there
    inferred: int = 0  # number of provisions whose label was inferred

    def __add__(self, other: LawCounts) -> LawCounts:
        """Return the counts of the laws of both."""
        return LawCounts(
            self.recitals + other.recitals,
            self.untitled + other.untitled,
            self.title_like + other.title_like,
            self.inferred + other.inferred,
        )


def count_law(law: Law, outline: Outline, numbers: Set[Ordinal]) -> LawCounts:
    """Count what is strange in a law.

    Args:
        numbers: Numbers of all laws of its edition in its language.
    """
    language, provisions = outline.language(law.language), tuple(law.provisions())
    return LawCounts(
        recitals=len(law.root.children) if _is_recitals(law) else 0,
        untitled=int(_is_law(law) and law.root.heading is None and law.has_texts),
        title_like=sum(
            looks_like_title(passage.text, language, outline.scheme, numbers)
            for each in provisions
            for passage in each.passages
        ),
        inferred=sum("num" in each.inferred for each in provisions),
    )


def numbers_by_expression(code: Code) -> dict[tuple[str, str], frozenset[Ordinal]]:
    """Return the numbers of the laws by edition and language; those without laws are left out."""
    found: defaultdict[tuple[str, str], list[Ordinal]] = defaultdict(list)
    for edition, tag, number in code.laws:
        found[edition, tag].append(number)
    return {expression: frozenset(numbers) for expression, numbers in found.items()}


def _is_recitals(law: Law) -> bool:
    return isinstance(law.number, InSeries) and not law.number.n


def _is_law(law: Law) -> bool:
    return not isinstance(law.number, InSeries)
