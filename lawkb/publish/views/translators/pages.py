"""The translators' pages: the overview, one for each law, one or more for each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from lawkb.editorial.findings import EditorialReport
from lawkb.model.address import Ordinal
from lawkb.model.finding import Finding, Severity
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.page import SitePage, make_page
from lawkb.publish.views.pagination import (
    Pages,
    Part,
    extra_page_count,
    page_links,
    paginate,
    shown_part,
)
from lawkb.publish.views.translators.findings import (
    CODE_ID,
    findings_place,
    law_translation_place,
    severities_of,
    status_of,
    statuses_of,
)
from lawkb.publish.views.translators.messages import (
    Words,
    localized_message,
    quoted_languages,
    rule_description,
    rule_title,
)
from lawkb.publish.views.translators.one_law import law_translation_view
from lawkb.publish.views.translators.overview import findings_by_rule, laws_view, translation_view
from lawkb.publish.views.urls import Place


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """A finding of a rule, on one line.

    Attributes:
        name: Address in the language of the reader; empty for a finding on the whole law code.
        edition: Id of the edition.
        number: Number of the law; 0 for the whole law code.
        place: Link to the finding with both texts on the translators' pages.
        severity: Severity of the finding.
        language: BCP 47 tag of the text with the finding.
        message: The message, as pairs of BCP 47 tag and words.
        status: ``open`` or ``waived``.
    """

    name: str
    edition: str
    number: Ordinal
    place: Place
    severity: Severity
    language: str
    message: Words
    status: str


@dataclass(frozen=True, slots=True)
class RuleView:
    """A page of the findings of a rule.

    Attributes:
        name: Name of the rule.
        title: BCP 47 tag and title of the rule.
        description: What it finds, as pairs of BCP 47 tag and words.
        translation: Link to the translators' overview.
        severities: Severities of the findings.
        statuses: ``open`` and ``waived``, if there are such findings.
        all: Number of findings on all pages.
        parts: Links to all pages; empty if there is only one.
        findings: The findings on this page.
    """

    name: str
    title: tuple[str, str]
    description: Words
    translation: Place
    severities: tuple[Severity, ...]
    statuses: tuple[str, ...]
    all: int
    parts: tuple[Part, ...]
    findings: tuple[RuleFinding, ...]


def rule_view(site: LocalizedSite, name: str, pages: Pages[Finding], part: int) -> RuleView:
    """Return a page of the findings of a rule.

    Args:
        site: The site in the language of the reader.
        name: Name of the rule.
        pages: The findings on each page.
        part: Number of the page, from 1.
    """
    found = pages[part - 1]
    path = partial(site.paths.rule, name)
    return RuleView(
        name=name,
        title=rule_title(site, name),
        description=rule_description(site, name),
        translation=Place(site.paths.translation()),
        severities=severities_of(found),
        statuses=statuses_of(found),
        all=len(pages.lines),
        parts=page_links(pages, path, partial(_name, site), part),
        findings=tuple(_line(site, each) for each in found),
    )


def _name(site: LocalizedSite, finding: Finding) -> str:
    return site.name(finding.address) if finding.address else finding.place


def _line(site: LocalizedSite, finding: Finding) -> RuleFinding:
    address = finding.address
    whole = Place(site.paths.translation(), CODE_ID)
    return RuleFinding(
        name=_name(site, finding),
        edition=finding.edition,
        number=address.law if address else 0,
        place=findings_place(site, finding.edition, address) if address else whole,
        severity=finding.severity,
        language=finding.language,
        message=localized_message(
            site, finding.message, quoted_languages(site, finding.edition, address)
        ),
        status=status_of(finding),
    )


def translation_pages(site: LocalizedSite) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of each translators' page of the whole code, and the function that makes it.

    Nothing is yielded if these pages are not published.
    """
    report = site.editorial.report
    if report is None:
        return
    yield site.paths.translation(), partial(_overview_page, site, report)
    for rule, findings in findings_by_rule(site).items():
        pages = paginate(findings)
        for part in range(1, len(pages) + 1):
            yield site.paths.rule(rule, part), partial(_rule_page, site, rule, pages, part)
    for edition, held in site.numbers.items():
        for part in range(1, extra_page_count(held) + 1):
            path = site.paths.translation_laws(edition, part)
            yield path, partial(_laws_page, site, edition, part)


def law_translation_pages(
    site: LocalizedSite, edition: str, number: Ordinal
) -> Iterator[tuple[str, Callable[[], SitePage]]]:
    """Yield the path of the translators' page of a law, if it has one, and its function."""
    if place := law_translation_place(site, edition, number):
        yield place.path, partial(_law_page, site, edition, number)


def _overview_page(site: LocalizedSite, report: EditorialReport) -> SitePage:
    title = site.gettext("Translation")
    description = site.gettext("Findings of the checks in the translation, law by law.")
    path, view = site.paths.translation(), translation_view(site, report)
    return make_page(site, path, "translation.html", view, title, description)


def _rule_page(site: LocalizedSite, rule: str, pages: Pages[Finding], part: int) -> SitePage:
    view = rule_view(site, rule, pages, part)
    title = site.gettext("Findings of %(rule)s", rule=view.title[1])
    description = site.gettext("Every finding of the check %(rule)s.", rule=view.title[1])
    path = site.paths.rule(rule, part)
    title += shown_part(view.parts, "–")
    return make_page(site, path, "translation_rule.html", view, title, description)


def _laws_page(site: LocalizedSite, edition: str, part: int) -> SitePage:
    view = laws_view(site, edition, part)
    here = next(each for each in view.parts if each.here)
    title = site.gettext(
        "Translation: laws %(first)s to %(last)s (%(edition)s)",
        first=here.first,
        last=here.last,
        edition=edition,
    )
    description = site.gettext("Findings of the checks in the translation, law by law.")
    path = site.paths.translation_laws(edition, part)
    return make_page(site, path, "translation_laws.html", view, title, description)


def _law_page(site: LocalizedSite, edition: str, number: Ordinal) -> SitePage:
    name = f"{site.law_name(number)} ({edition})"
    return make_page(
        site,
        site.paths.law_translation(edition, number),
        "translation_law.html",
        law_translation_view(site, edition, number),
        site.gettext("%(law)s: translation", law=name),
        site.gettext("Findings and comments on the translation of %(law)s.", law=name),
    )
