"""What a reader of the laws sees at once, counted: numbers that are missing, texts like titles.

Nothing here is a fault for certain. A law that is missing between others, or a text that begins
like a title, shows that a title was not recognised.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass

from lawkb.model.address import InSeries, Ordinal, base_of
from lawkb.model.code import Code, Expression, Outline
from lawkb.model.law import Law
from lawkb.model.pickling import pickled_quickly
from lawkb.parse.structure.titles import looks_like_title


@dataclass(frozen=True, slots=True)
class Plausibility:
    """The laws of one edition in one language, counted."""

    edition: str  # The edition.
    language: str  # Tag of the language.
    declared: int  # Number of laws of the edition.
    numbers: tuple[Ordinal, ...]  # Numbers of its laws, ascending.
    beside: tuple[Ordinal, ...]  # Texts beside the laws, such as annexes.
    recitals: int  # Number of recitals.
    divisions: int  # Number of parts and chapters above the laws.
    # What is missing before the last law of the edition in any language, and what only other
    # languages have.
    missing: tuple[int, ...]
    untitled: int  # Number of laws without a title.
    title_like: int  # Number of texts that look like the title of a law that is not there.
    inferred: int  # Number of provisions whose label was inferred.


@pickled_quickly
@dataclass(frozen=True, slots=True)
class LawCounts:
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
        law: The law.
        outline: The code.
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


def plausibility_of(
    code: Code, counts: Mapping[tuple[str, str], LawCounts]
) -> tuple[Plausibility, ...]:
    """Count the laws of every edition that has any, in each language in which it is declared.

    Args:
        code: The code.
        counts: What ``count_law`` counted in the laws, by edition and language.
    """
    numbers = numbers_by_expression(code)
    begun = {edition for edition, _ in numbers}
    return tuple(
        _counted(each, numbers, code, counts)
        for each in code.outline.expressions
        if each.edition in begun
    )


def _counted(
    expression: Expression,
    numbers: Mapping[tuple[str, str], frozenset[Ordinal]],
    code: Code,
    counts: Mapping[tuple[str, str], LawCounts],
) -> Plausibility:
    edition, tag = expression.edition, expression.language
    own = numbers.get((edition, tag), frozenset())
    counted = counts.get((edition, tag), LawCounts())
    all_numbers = code.numbers(edition)
    last = max((base_of(n) for n in all_numbers if not isinstance(n, InSeries)), default=0)
    wanted = {*range(1, last + 1), *all_numbers}
    divisions = code.divisions.get((edition, tag))
    return Plausibility(
        edition,
        tag,
        code.outline.edition(edition).laws,
        tuple(sorted(n for n in own if not isinstance(n, InSeries))),
        tuple(sorted(n for n in own if isinstance(n, InSeries))),
        counted.recitals,
        sum(1 for _ in divisions.walk()) if divisions else 0,
        tuple(sorted(wanted - own)) if own else (),
        counted.untitled,
        counted.title_like,
        counted.inferred,
    )


def _is_recitals(law: Law) -> bool:
    return isinstance(law.number, InSeries) and not law.number.n


def _is_law(law: Law) -> bool:
    return not isinstance(law.number, InSeries)
