"""The translators' pages: the overview, one for each law, one or more for each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lawkb.editorial.report import EditorialReport
from lawkb.model.finding import Finding, Severity
from lawkb.publish.views.language_neutral import LanguageNeutral
from lawkb.publish.views.list_pages import Part, cut, parts_of
from lawkb.publish.views.page import SitePage, linked
from lawkb.publish.views.places import (
    Place,
    desk_laws_path,
    law_translation_path,
    rule_path,
    translation_path,
)
from lawkb.publish.views.titles import law_name
from lawkb.publish.views.translators.findings import CODE_ID, desk_row
from lawkb.publish.views.translators.messages import (
    Words,
    quoted_languages,
    rule_title,
    rule_told,
    said,
)
from lawkb.publish.views.translators.one_law import desk_laws, law_desk_view
from lawkb.publish.views.translators.open_work import severities_of, status_of, statuses_of
from lawkb.publish.views.translators.overview import desk_view, found_rules, laws_pages, laws_view
from lawkb.publish.views.tree import Tree


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


def rule_parts(report: EditorialReport, name: str) -> int:
    """Number of pages that the findings of a rule take."""
    return len(cut(_findings(report, name)))


def rule_view(tree: Tree, report: EditorialReport, name: str, part: int = 1) -> RuleView:
    """The findings of a rule, or those of a part of them, counted from 1."""
    pages = cut(_findings(report, name))
    found = pages[part - 1]
    path = partial(rule_path, tree.language.code, name)
    return RuleView(
        name=name,
        title=rule_title(tree, name),
        told=rule_told(tree, name),
        desk=Place(translation_path(tree.language.code)),
        severities=severities_of(found),
        statuses=statuses_of(found),
        all=sum(map(len, pages)),
        parts=parts_of(pages, path, partial(_name, tree), part),
        findings=tuple(_line(tree, each) for each in found),
    )


def _findings(report: EditorialReport, name: str) -> Sequence[Finding]:
    return [each for each in report.findings if each.rule == name]


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


def desk_pages(tree: Tree, once: LanguageNeutral) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Path of every page of the desk, and what makes it; none where the desk is not published."""
    tag, report = tree.language.code, tree.apparatus.report
    if report is None:
        return
    yield translation_path(tag), partial(_desk, tree, report)
    for rule in found_rules(report):
        for part in range(1, rule_parts(report, rule) + 1):
            yield rule_path(tag, rule, part), partial(_rule, tree, report, rule, part)
    for edition in (edition.id for edition in tree.code.outline.editions):
        for part in range(1, laws_pages(tree, edition) + 1):
            path = desk_laws_path(tag, edition, part)
            yield path, partial(_laws, tree, report, edition, part)
        numbers = desk_laws(tree, report, edition)
        for number in numbers:
            path = law_translation_path(tag, edition, number)
            yield path, partial(_law_desk, tree, once, (edition, number), numbers)


def _desk(tree: Tree, report: EditorialReport) -> SitePage:
    tag = tree.language.code
    title = tree.strings.gettext("Translation")
    description = tree.strings.gettext("What the checks find in the translation, law by law.")
    view = desk_view(tree, report)
    return linked(SitePage(translation_path(tag), tag, title, description, "desk.html", view))


def _rule(tree: Tree, report: EditorialReport, rule: str, part: int) -> SitePage:
    tag = tree.language.code
    view = rule_view(tree, report, rule, part)
    names = {"rule": view.title[1]}
    title = tree.strings.gettext("Findings of %(rule)s") % names
    told = tree.strings.gettext("Every finding of the rule %(rule)s.") % names
    here = next((f", {each.first}–{each.last}" for each in view.parts if each.here), "")
    path = rule_path(tag, rule, part)
    return linked(SitePage(path, tag, title + here, told, "desk_rule.html", view))


def _laws(tree: Tree, report: EditorialReport, edition: str, part: int) -> SitePage:
    tag = tree.language.code
    view = laws_view(tree, report, edition, part)
    here = next(each for each in view.parts if each.here)
    names = {"first": here.first, "last": here.last, "edition": edition}
    title = tree.strings.gettext("Translation: laws %(first)s to %(last)s (%(edition)s)") % names
    told = tree.strings.gettext("What the checks find in the translation, law by law.")
    path = desk_laws_path(tag, edition, part)
    return linked(SitePage(path, tag, title, told, "desk_laws.html", view))


def _law_desk(
    tree: Tree, once: LanguageNeutral, law: tuple[str, int], numbers: Sequence[int]
) -> SitePage:
    tag = tree.language.code
    name = f"{law_name(tree, law[1])} ({law[0]})"
    told = tree.strings.gettext("What is to be done on the translation of %(law)s.")
    return linked(
        SitePage(
            path=law_translation_path(tag, *law),
            language=tag,
            title=tree.strings.gettext("%(law)s: translation") % {"law": name},
            description=told % {"law": name},
            template="desk_law.html",
            view=law_desk_view(tree, once, law, numbers),
        )
    )
