"""The translators' pages: the overview, one for each law, one or more for each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lawkb.editorial.report import EditorialReport
from lawkb.model.finding import Finding, Severity
from lawkb.publish.views.language_neutral import LanguageNeutral
from lawkb.publish.views.localized_site import LocalizedSite, law_name
from lawkb.publish.views.page import SitePage, linked
from lawkb.publish.views.pagination import Part, page_links, paginate
from lawkb.publish.views.translators.findings import (
    CODE_ID,
    findings_place,
    severities_of,
    status_of,
    statuses_of,
)
from lawkb.publish.views.translators.messages import (
    Words,
    quoted_languages,
    rule_title,
    rule_told,
    said,
)
from lawkb.publish.views.translators.one_law import law_translation_view, laws_with_translation_page
from lawkb.publish.views.translators.overview import (
    found_rules,
    laws_pages,
    laws_view,
    translation_view,
)
from lawkb.publish.views.urls import (
    Place,
    law_translation_path,
    rule_path,
    translation_laws_path,
    translation_path,
)


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
    return len(paginate(_findings(report, name)))


def rule_view(site: LocalizedSite, report: EditorialReport, name: str, part: int = 1) -> RuleView:
    """The findings of a rule, or those of a part of them, counted from 1."""
    pages = paginate(_findings(report, name))
    found = pages[part - 1]
    path = partial(rule_path, site.language.code, name)
    return RuleView(
        name=name,
        title=rule_title(site, name),
        told=rule_told(site, name),
        desk=Place(translation_path(site.language.code)),
        severities=severities_of(found),
        statuses=statuses_of(found),
        all=sum(map(len, pages)),
        parts=page_links(pages, path, partial(_name, site), part),
        findings=tuple(_line(site, each) for each in found),
    )


def _findings(report: EditorialReport, name: str) -> Sequence[Finding]:
    return [each for each in report.findings if each.rule == name]


def _name(site: LocalizedSite, finding: Finding) -> str:
    return site.name(finding.address) if finding.address else finding.place


def _line(site: LocalizedSite, finding: Finding) -> RuleFinding:
    address = finding.address
    whole = Place(translation_path(site.language.code), CODE_ID)
    return RuleFinding(
        name=_name(site, finding),
        edition=finding.edition,
        number=address.law if address else 0,
        place=findings_place(site, finding.edition, address) if address else whole,
        severity=finding.severity,
        language=finding.language,
        message=said(site, finding.message, quoted_languages(site, finding.edition, address)),
        status=status_of(finding),
    )


def translation_pages(
    site: LocalizedSite, once: LanguageNeutral
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Path of every page of the desk, and what makes it; none where the desk is not published."""
    tag, report = site.language.code, site.editorial.report
    if report is None:
        return
    yield translation_path(tag), partial(_overview_page, site, report)
    for rule in found_rules(report):
        for part in range(1, rule_parts(report, rule) + 1):
            yield rule_path(tag, rule, part), partial(_rule, site, report, rule, part)
    for edition in (edition.id for edition in site.code.outline.editions):
        for part in range(1, laws_pages(site, edition) + 1):
            path = translation_laws_path(tag, edition, part)
            yield path, partial(_laws, site, report, edition, part)
        numbers = laws_with_translation_page(site, report, edition)
        for number in numbers:
            path = law_translation_path(tag, edition, number)
            yield path, partial(_law_page, site, once, (edition, number), numbers)


def _overview_page(site: LocalizedSite, report: EditorialReport) -> SitePage:
    tag = site.language.code
    title = site.strings.gettext("Translation")
    description = site.strings.gettext("What the checks find in the translation, law by law.")
    view = translation_view(site, report)
    return linked(SitePage(translation_path(tag), tag, title, description, "desk.html", view))


def _rule(site: LocalizedSite, report: EditorialReport, rule: str, part: int) -> SitePage:
    tag = site.language.code
    view = rule_view(site, report, rule, part)
    names = {"rule": view.title[1]}
    title = site.strings.gettext("Findings of %(rule)s") % names
    told = site.strings.gettext("Every finding of the rule %(rule)s.") % names
    here = next((f", {each.first}–{each.last}" for each in view.parts if each.here), "")
    path = rule_path(tag, rule, part)
    return linked(SitePage(path, tag, title + here, told, "desk_rule.html", view))


def _laws(site: LocalizedSite, report: EditorialReport, edition: str, part: int) -> SitePage:
    tag = site.language.code
    view = laws_view(site, report, edition, part)
    here = next(each for each in view.parts if each.here)
    names = {"first": here.first, "last": here.last, "edition": edition}
    title = site.strings.gettext("Translation: laws %(first)s to %(last)s (%(edition)s)") % names
    told = site.strings.gettext("What the checks find in the translation, law by law.")
    path = translation_laws_path(tag, edition, part)
    return linked(SitePage(path, tag, title, told, "desk_laws.html", view))


def _law_page(
    site: LocalizedSite, once: LanguageNeutral, law: tuple[str, int], numbers: Sequence[int]
) -> SitePage:
    tag = site.language.code
    name = f"{law_name(site, law[1])} ({law[0]})"
    told = site.strings.gettext("What is to be done on the translation of %(law)s.")
    return linked(
        SitePage(
            path=law_translation_path(tag, *law),
            language=tag,
            title=site.strings.gettext("%(law)s: translation") % {"law": name},
            description=told % {"law": name},
            template="desk_law.html",
            view=law_translation_view(site, once, law, numbers),
        )
    )
