"""The table of laws on the translators' desk; a long one takes several pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from lawkb.checks.report import Report
from lawkb.corpus.review import DONE_STATES
from lawkb.model.finding import Finding, Severity
from lawkb.publish.counting import severities_of, severity_counts, statuses_of
from lawkb.publish.findings import NamedRule, law_desk, named_rules
from lawkb.publish.laws import reading_order
from lawkb.publish.parts import Part, cut, own_pages, parts_of
from lawkb.publish.places import Place, desk_laws_path, translation_path
from lawkb.publish.titles import law_name
from lawkb.publish.tree import Tree

_MOST = 12  # laws that are named first where the table takes several pages


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A law in the table.

    Attributes:
        number: Its number.
        name: The same with the reader's word for a law.
        place: What is to be done on it; None where nothing can be told.
        counts: Number of open findings by severity.
        waived: Number of accepted ones.
        comments: Number of open comments.
        done: Number of its translated provisions that are reviewed or final.
        all: Number of its translated provisions.
        rules: Names of the rules that found something.
        severities: Severities that occur.
        statuses: ``open`` and ``waived``, as far as they occur.
    """

    number: int
    name: str
    place: Place | None
    counts: tuple[int, ...]
    waived: int
    comments: int
    done: int
    all: int
    rules: tuple[str, ...]
    severities: tuple[Severity, ...]
    statuses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LawsPart:
    """A page of the table.

    Attributes:
        part: Which laws it has.
        counts: Number of their open findings by severity.
    """

    part: Part
    counts: tuple[tuple[Severity, int], ...]


@dataclass(frozen=True, slots=True)
class LawsView:
    """What a page of the table shows.

    Attributes:
        edition: Id of the edition.
        desk: The desk of the whole code.
        counts: Number of open findings on these laws by severity.
        waived: Number of accepted ones.
        rules: The rules that found something in them.
        parts: All pages of the table.
        lines: The laws of this one.
    """

    edition: str
    desk: Place
    counts: tuple[tuple[Severity, int], ...]
    waived: int
    rules: tuple[NamedRule, ...]
    parts: tuple[Part, ...]
    lines: tuple[DeskLine, ...]


def laws_pages(tree: Tree, edition: str) -> int:
    """Number of pages of the table; 0 where it stands on the overview."""
    return own_pages(tree.code.numbers(edition))


def laws_parts(tree: Tree, report: Report, edition: str) -> tuple[LawsPart, ...]:
    """The pages of the table, each with what is found in its laws; none where it takes only one."""
    found = (_found(report, edition, own) for own in cut(tree.code.numbers(edition)))
    counted = (severity_counts(each for each in own if not each.waived) for own in found)
    parts = zip(_parts(tree, edition, 0), counted, strict=False)
    return tuple(LawsPart(part, counts) for part, counts in parts)


def laws_view(tree: Tree, report: Report, edition: str, part: int) -> LawsView:
    """A page of the table, counted from 1."""
    numbers = cut(tree.code.numbers(edition))[part - 1]
    found = _found(report, edition, numbers)
    open_ = [each for each in found if not each.waived]
    return LawsView(
        edition=edition,
        desk=Place(translation_path(tree.language.code)),
        counts=severity_counts(open_),
        waived=len(found) - len(open_),
        rules=named_rules(tree, sorted({each.rule for each in found})),
        parts=_parts(tree, edition, part),
        lines=tuple(desk_line(tree, report, edition, number) for number in numbers),
    )


def first_lines(tree: Tree, report: Report, edition: str) -> tuple[DeskLine, ...]:
    """The laws that the overview names: all of them, or those with the most and worst findings."""
    numbers: Sequence[int] = tree.code.numbers(edition)
    if laws_pages(tree, edition):
        counted = {number: _counts(_open(report, edition, number)) for number in numbers}
        worst = sorted((n for n in numbers if any(counted[n])), key=counted.__getitem__)
        numbers = worst[: -_MOST - 1 : -1]
    return tuple(desk_line(tree, report, edition, number) for number in numbers)


def desk_line(tree: Tree, report: Report, edition: str, number: int) -> DeskLine:
    """A law as the table has it."""
    findings = report.by_law.get((edition, number), ())
    open_ = _open(report, edition, number)
    laws = reading_order(tree, edition, number)
    by_tag = report.states_by_language(tree.code.outline, edition, number)
    states = [state for own in by_tag.values() for _, state in own]
    return DeskLine(
        number=number,
        name=law_name(tree, number),
        place=law_desk(tree, edition, number),
        counts=_counts(open_),
        waived=len(findings) - len(open_),
        comments=sum(c.status == "open" for law in laws for c in law.comments),
        done=sum(state in DONE_STATES for state in states),
        all=len(states),
        rules=tuple(sorted({each.rule for each in findings})),
        severities=severities_of(findings),
        statuses=statuses_of(findings),
    )


def _parts(tree: Tree, edition: str, here: int) -> tuple[Part, ...]:
    path = partial(desk_laws_path, tree.language.code, edition)
    return parts_of(cut(tree.code.numbers(edition)), path, str, here)


def _found(report: Report, edition: str, numbers: Iterable[int]) -> list[Finding]:
    return [each for number in numbers for each in report.by_law.get((edition, number), ())]


def _open(report: Report, edition: str, number: int) -> list[Finding]:
    return [each for each in _found(report, edition, (number,)) if not each.waived]


def _counts(findings: Sequence[Finding]) -> tuple[int, ...]:
    return tuple(count for _, count in severity_counts(findings))
