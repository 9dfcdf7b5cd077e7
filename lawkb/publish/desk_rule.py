"""The translators' desk for one rule: all its findings, a line each, on as many pages as needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawkb.checks.report import Report
from lawkb.model.finding import Finding, Severity
from lawkb.publish.counting import severities_of, status_of, statuses_of
from lawkb.publish.findings import CODE_ID, desk_row
from lawkb.publish.parts import Part, cut
from lawkb.publish.places import Place, rule_path, translation_path
from lawkb.publish.said import Words, quoted_languages, rule_title, rule_told, said
from lawkb.publish.tree import Tree


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """A finding of a rule, on one line.

    Attributes:
        name: The address in the language of the reader, as it is written where its law is not held;
            empty for the whole code.
        edition: Id of the edition.
        number: Number of the law; 0 for the whole code.
        place: Where the desk shows it with both texts.
        severity: By what the fault does to a reader.
        language: Tag of the text at fault.
        message: What differs.
        status: ``open`` or ``waived``.
    """

    name: str
    edition: str
    number: int
    place: Place
    severity: Severity
    language: str
    message: Words
    status: str


@dataclass(frozen=True, slots=True)
class RuleView:
    """Findings of a rule: all of them, or those of a part.

    Attributes:
        name: Its name.
        title: Tag and title of it.
        told: What it finds.
        desk: The desk of the whole code.
        severities: Severities that occur.
        statuses: ``open`` and ``waived``, as far as they occur.
        all: Number of the findings of all parts.
        parts: The pages of the list; none where it is one page.
        findings: In the order of the laws.
    """

    name: str
    title: tuple[str, str]
    told: Words
    desk: Place
    severities: tuple[Severity, ...]
    statuses: tuple[str, ...]
    all: int
    parts: tuple[Part, ...]
    findings: tuple[RuleFinding, ...]


def rule_parts(report: Report, name: str) -> int:
    """Number of pages that the findings of a rule take."""
    return len(cut(_findings(report, name)))


def rule_view(tree: Tree, report: Report, name: str, part: int = 1) -> RuleView:
    """The findings of a rule, or those of a part of them, counted from 1."""
    pages = cut(_findings(report, name))
    found = pages[part - 1]
    return RuleView(
        name=name,
        title=rule_title(tree, name),
        told=rule_told(tree, name),
        desk=Place(translation_path(tree.language.code)),
        severities=severities_of(found),
        statuses=statuses_of(found),
        all=sum(map(len, pages)),
        parts=_parts(tree, name, pages, part),
        findings=tuple(_line(tree, each) for each in found),
    )


def _findings(report: Report, name: str) -> Sequence[Finding]:
    return [each for each in report.findings if each.rule == name]


def _parts(
    tree: Tree, name: str, pages: Sequence[Sequence[Finding]], here: int
) -> tuple[Part, ...]:
    if len(pages) == 1:
        return ()
    return tuple(
        Part(
            _name(tree, found[0]),
            _name(tree, found[-1]),
            Place(rule_path(tree.language.code, name, n)),
            n == here,
        )
        for n, found in enumerate(pages, start=1)
    )


def _name(tree: Tree, finding: Finding) -> str:
    return tree.name(finding.address) if finding.address else finding.place


def _line(tree: Tree, finding: Finding) -> RuleFinding:
    address = finding.address
    whole = Place(translation_path(tree.language.code), CODE_ID)
    return RuleFinding(
        name=_name(tree, finding),
        edition=finding.edition,
        number=address.law if address else 0,
        place=desk_row(tree, finding.edition, address) if address else whole,
        severity=finding.severity,
        language=finding.language,
        message=said(tree, finding.message, quoted_languages(tree, finding.edition, address)),
        status=status_of(finding),
    )
