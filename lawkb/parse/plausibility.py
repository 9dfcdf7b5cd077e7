"""What a reader of the laws sees at once, counted: numbers that are missing, texts like titles.

Nothing here is a fault for certain. A law that is missing between others, or a text that begins
like a title, shows that a title was not recognised.
"""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.address import InSeries, Ordinal, base_of
from lawkb.model.code import Code, Expression
from lawkb.model.law import Law
from lawkb.parse.titles import looks_like_title


@dataclass(frozen=True, slots=True)
class Plausibility:
    """The laws of one edition in one language, counted.

    Attributes:
        edition: The edition.
        language: Tag of the language.
        declared: Number of laws of the edition.
        numbers: Numbers of its laws, ascending.
        beside: Texts beside the laws, such as annexes.
        recitals: Number of recitals.
        divisions: Number of parts and chapters above the laws.
        missing: What is missing before the last law of the edition in any language, and what only
            other languages have.
        untitled: Number of laws without a title.
        title_like: Number of texts that look like the title of a law that is not there.
        inferred: Number of provisions whose label was inferred.
    """

    edition: str
    language: str
    declared: int
    numbers: tuple[Ordinal, ...]
    beside: tuple[Ordinal, ...]
    recitals: int
    divisions: int
    missing: tuple[int, ...]
    untitled: int
    title_like: int
    inferred: int


def plausibility_of(code: Code) -> tuple[Plausibility, ...]:
    """Count the laws of every edition that has any, in each language in which it is declared."""
    by_expression: dict[tuple[str, str], list[Ordinal]] = {}
    for edition, tag, number in code.laws:
        by_expression.setdefault((edition, tag), []).append(number)
    begun = {edition for edition, _ in by_expression}
    return tuple(
        _counted(each, {*by_expression.get((each.edition, each.language), [])}, code)
        for each in code.outline.expressions
        if each.edition in begun
    )


def _counted(expression: Expression, own: set[Ordinal], code: Code) -> Plausibility:
    edition, tag = expression.edition, expression.language
    all_numbers = code.numbers(edition)
    last = max((base_of(n) for n in all_numbers if not isinstance(n, InSeries)), default=0)
    wanted = {*range(1, last + 1), *all_numbers}
    language, scheme = code.outline.language(tag), code.outline.scheme
    recitals = untitled = title_like = inferred = 0
    for number in sorted(own):
        law = code.laws[edition, tag, number]
        recitals += len(law.root.children) if _is_recitals(law) else 0
        untitled += _is_law(law) and law.root.heading is None and law.has_texts
        for each in law.provisions():
            inferred += "num" in each.inferred
            title_like += sum(
                looks_like_title(passage.text, language, scheme, own) for passage in each.passages
            )
    divisions = code.divisions.get((edition, tag))
    return Plausibility(
        edition,
        tag,
        code.outline.edition(edition).laws,
        tuple(sorted(n for n in own if not isinstance(n, InSeries))),
        tuple(sorted(n for n in own if isinstance(n, InSeries))),
        recitals,
        sum(1 for _ in divisions.walk()) if divisions else 0,
        tuple(sorted(wanted - own)) if own else (),
        untitled,
        title_like,
        inferred,
    )


def _is_recitals(law: Law) -> bool:
    return isinstance(law.number, InSeries) and not law.number.n


def _is_law(law: Law) -> bool:
    return not isinstance(law.number, InSeries)
