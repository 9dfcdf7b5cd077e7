"""The translators' pages: findings and progress, by law and by rule.

There is one of the whole law code, one for each law, one or more for each rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lawkb.checks.rule_list import RULES
from lawkb.corpus.decision_files import REVIEW_STATES, ReviewState
from lawkb.editorial.findings import EditorialReport
from lawkb.large_collections import kept
from lawkb.model.address import Ordinal
from lawkb.model.code import Expression
from lawkb.model.finding import SEVERITIES, Finding, Severity
from lawkb.model.language import read_language
from lawkb.model.law import CommentStatus
from lawkb.publish.views.comments_page import all_comment_counts, comments_place
from lawkb.publish.views.counts import (
    comment_counts,
    findings_on,
    open_findings,
    progress_of,
    severity_counts,
)
from lawkb.publish.views.localized_site import LocalizedSite, reading_order
from lawkb.publish.views.page import SitePage, make_page
from lawkb.publish.views.pagination import (
    Pages,
    Part,
    extra_page_count,
    page_groups,
    page_links,
    paginate,
    shown_part,
)
from lawkb.publish.views.translators.findings import (
    CODE_ID,
    FoundView,
    NamedRule,
    findings_place,
    found_views,
    law_translation_place,
    named_rules,
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
from lawkb.publish.views.translators.one_law import law_translation_view, laws_with_translation_page
from lawkb.publish.views.urls import Place

_MOST = 12  # laws that are named first where the table takes several pages
_NONE = (0,) * len(SEVERITIES)


@dataclass(frozen=True, slots=True)
class LawProgressLine:
    """A law in the table of translation progress."""

    number: Ordinal  # number of the law
    name: str  # ``Law 57``
    place: Place | None  # link to its translators' page; None if it has none
    counts: tuple[int, ...]  # number of open findings by severity, in the order of the severities
    waived: int  # number of findings that editors accepted
    comments: int  # number of open comments
    done: int  # number of its translated provisions that are reviewed or final, out of ``all``
    all: int
    rules: tuple[str, ...]  # names of the rules with findings on it, sorted
    severities: tuple[Severity, ...]  # severities of these findings
    statuses: tuple[str, ...]  # ``open`` and ``waived``, if there are such findings


@dataclass(frozen=True, slots=True)
class LawsView:
    """A page of the table of translation progress of an edition."""

    edition: str  # id of the edition
    translation: Place  # link to the translators' overview
    counts: tuple[tuple[Severity, int], ...]  # pairs of severity and number of open findings
    waived: int  # number of findings that editors accepted
    rules: tuple[NamedRule, ...]  # the rules with findings
    parts: tuple[Part, ...]  # links to all pages of the table
    lines: tuple[LawProgressLine, ...]  # the laws on this page


def laws_view(site: LocalizedSite, edition: str, part: int) -> LawsView:
    """Return a page of the table of translation progress; ``part`` counts from 1."""
    numbers = paginate(site.numbers[edition])[part - 1]
    found = [each for number in numbers for each in findings_on(site, edition, number)]
    open_ = open_findings(found)
    return LawsView(
        edition=edition,
        translation=Place(site.paths.translation()),
        counts=severity_counts(open_),
        waived=len(found) - len(open_),
        rules=named_rules(site, sorted({each.rule for each in found})),
        parts=_parts(site, edition, part),
        lines=tuple(law_line(site, edition, number) for number in numbers),
    )


def laws_parts(
    site: LocalizedSite, edition: str
) -> Iterator[tuple[Part, tuple[tuple[Severity, int], ...]]]:
    """Yield links to the pages of the table, each with the open findings by severity.

    If there are so many pages that a link leads to several of them, these are counted together.
    """
    pages, counted = paginate(site.numbers[edition]), site.once(_open_counts, edition, 0)
    for part, group in zip(_parts(site, edition), page_groups(len(pages)), strict=False):
        numbers = (number for at in group for number in pages[at])
        counts = (counted[number] for number in numbers if number in counted)
        sums = map(sum, zip(_NONE, *counts, strict=True))
        yield part, tuple(zip(SEVERITIES, sums, strict=True))


def first_lines(site: LocalizedSite, edition: str) -> tuple[LawProgressLine, ...]:
    """Return the laws for the overview: all, or if too many, those with the worst findings."""
    numbers: Sequence[Ordinal] = site.numbers[edition]
    if extra_page_count(numbers):
        counted = site.once(_open_counts, edition, 0)
        numbers = sorted(counted, key=counted.__getitem__)[: -_MOST - 1 : -1]
    return tuple(law_line(site, edition, number) for number in numbers)


def _open_counts(site: LocalizedSite, edition: str, _: Ordinal) -> dict[Ordinal, tuple[int, ...]]:
    """Return the numbers of open findings by severity of each law of an edition that has any."""
    counted = (
        (n, _counts(open_findings(findings_on(site, edition, n)))) for n in site.numbers[edition]
    )
    return {number: counts for number, counts in counted if any(counts)}


def law_line(site: LocalizedSite, edition: str, number: Ordinal) -> LawProgressLine:
    """Return the line of a law in the table of translation progress."""
    findings = findings_on(site, edition, number)
    open_ = open_findings(findings)
    laws = reading_order(site, edition, number)
    report = site.editorial.report
    assert report is not None
    by_tag = report.states_by_language(site.code.outline, edition, number)
    progress = progress_of(Counter(state for own in by_tag.values() for _, state in own))
    return LawProgressLine(
        number=number,
        name=site.law_name(number),
        place=law_translation_place(site, edition, number),
        counts=_counts(open_),
        waived=len(findings) - len(open_),
        comments=comment_counts(laws)["open"],
        done=progress.done,
        all=progress.all,
        rules=tuple(sorted({each.rule for each in findings})),
        severities=severities_of(findings),
        statuses=statuses_of(findings),
    )


def _parts(site: LocalizedSite, edition: str, here: int = 0) -> tuple[Part, ...]:
    path = partial(site.paths.translation_laws, edition)
    return page_links(paginate(site.numbers[edition]), path, site.number_name, here)


def _counts(findings: Iterable[Finding]) -> tuple[int, ...]:
    return tuple(count for _, count in severity_counts(findings))


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule with findings."""

    name: str  # name of the rule
    title: tuple[str, str]  # BCP 47 tag and title of the rule
    place: Place  # link to its findings
    description: Words  # what it finds, as pairs of BCP 47 tag and words
    counts: tuple[int, ...]  # number of open findings by severity, in the order of the severities
    waived: int  # number of its findings that editors accepted
    laws: int  # number of laws with findings of this rule


@dataclass(frozen=True, slots=True)
class TranslationLine:
    """The progress of a translation of an edition; ``all`` is the number of its provisions.

    Attributes:
        done: Number of provisions that are reviewed or final.
        counts: Pairs of state and number of provisions, from the least to the most finished state.
    """

    language: str
    name: str
    all: int
    done: int
    counts: tuple[tuple[ReviewState, int], ...]


@dataclass(frozen=True, slots=True)
class HeldLine:
    """How much of an edition is available here in one language."""

    language: str  # BCP 47 tag
    name: str  # name of the language in that language
    laws: int  # number of laws available here in it


@dataclass(frozen=True, slots=True)
class TranslationEdition:
    """An edition on the translators' overview.

    Attributes:
        laws: Number of laws that the edition has.
        held: Number of laws whose text is available here in any language.
        languages: How many laws each of its languages has.
        alone: Pairs of BCP 47 tag and name of its languages, if its laws have no translation to
            work on; else empty.
        lines: The laws available here; if too many for a page, those with most to do.
        parts: Links to the pages of the table, each with its open findings by severity; empty if
            the table is on this page.
    """

    id: str
    laws: int
    held: int
    languages: tuple[HeldLine, ...]
    translations: tuple[TranslationLine, ...]
    alone: tuple[tuple[str, str], ...]
    lines: tuple[LawProgressLine, ...]
    parts: tuple[tuple[Part, tuple[tuple[Severity, int], ...]], ...]


@dataclass(frozen=True, slots=True)
class TranslationView:
    """The translators' page of the whole law code.

    Attributes:
        rules: Rules with findings, in the order of the list of rules.
        counts: Pairs of severity and number of open findings.
        waived: Number of findings that editors accepted.
        found: Open findings on the whole law code.
        waived_found: Accepted findings on the whole law code.
        editions: Editions with a law that is available here, newest first.
        comments: Pairs of status and number of readers' comments.
        comments_page: Link to these comments; None if there are none.
    """

    rules: tuple[RuleLine, ...]
    counts: tuple[tuple[Severity, int], ...]
    waived: int
    found: tuple[FoundView, ...]
    waived_found: tuple[FoundView, ...]
    editions: tuple[TranslationEdition, ...]
    comments: tuple[tuple[CommentStatus, int], ...]
    comments_page: Place | None


def findings_by_rule(site: LocalizedSite) -> dict[str, Sequence[Finding]]:
    """Return the findings of each rule that has any, in the order of the list of rules."""
    return site.once(_by_rule, "", 0)


def _by_rule(site: LocalizedSite, _: str, __: Ordinal) -> dict[str, Sequence[Finding]]:
    report = site.editorial.report
    assert report is not None
    names = {each.rule for each in report.findings}
    listed = [rule.name for rule in RULES if rule.name in names]
    return {
        name: kept(each for each in report.findings if each.rule == name)
        for name in (*listed, *sorted(names - set(listed)))
    }


def translation_view(site: LocalizedSite, report: EditorialReport) -> TranslationView:
    """Return the translators' page of the whole law code."""
    counts = severity_counts(each for each in report.findings if not each.waived)
    whole = [each for each in report.findings if each.address is None]
    found = found_views(site, open_findings(whole))
    waived = (each for each in whole if each.waived)
    rules = findings_by_rule(site).items()
    return TranslationView(
        rules=tuple(_rule_line(site, name, own) for name, own in rules),
        counts=counts,
        waived=len(report.findings) - sum(count for _, count in counts),
        found=found,
        waived_found=found_views(site, waived, {view.id for view in found}),
        editions=tuple(_editions(site)),
        comments=tuple((s, count) for s, count in all_comment_counts(site).items() if count),
        comments_page=comments_place(site),
    )


def _rule_line(site: LocalizedSite, name: str, found: Sequence[Finding]) -> RuleLine:
    counts = _counts(each for each in found if not each.waived)
    laws = {(each.edition, each.address.law) for each in found if each.address}
    return RuleLine(
        name,
        rule_title(site, name),
        Place(site.paths.rule(name)),
        rule_description(site, name),
        counts,
        len(found) - sum(counts),
        len(laws),
    )


def _editions(site: LocalizedSite) -> Iterator[TranslationEdition]:
    for edition, numbers in site.numbers.items():
        if numbers:
            yield TranslationEdition(
                edition,
                site.code.outline.edition(edition).laws,
                len(_counted(numbers)),
                tuple(
                    _held(site, e) for e in site.code.outline.expressions if e.edition == edition
                ),
                tuple(_translations(site, edition)),
                _alone(site, edition),
                first_lines(site, edition),
                tuple(laws_parts(site, edition)),
            )


def _held(site: LocalizedSite, expression: Expression) -> HeldLine:
    edition, tag = expression.edition, expression.language
    numbers = [n for n in site.numbers[edition] if (edition, tag, n) in site.code.laws]
    return HeldLine(tag, read_language(tag).name, len(_counted(numbers)))


def _counted(numbers: Sequence[Ordinal]) -> Sequence[Ordinal]:
    """Return the numbers that an edition counts: not annexes, nor laws inserted later."""
    return [n for n in numbers if isinstance(n, int)]


def _alone(site: LocalizedSite, edition: str) -> tuple[tuple[str, str], ...]:
    if laws_with_translation_page(site, edition):
        return ()
    numbers = site.numbers[edition]
    tags = dict.fromkeys(tag for n in numbers for tag in site.code.languages_of(edition, n))
    return tuple((tag, read_language(tag).name) for tag in tags)


def _translations(site: LocalizedSite, edition: str) -> Iterator[TranslationLine]:
    for tag, states in site.once(_state_counts, edition, 0).items():
        found = progress_of(states)
        counted = tuple((state, states[state]) for state in REVIEW_STATES)
        yield TranslationLine(tag, read_language(tag).name, found.all, found.done, counted)


def _state_counts(site: LocalizedSite, edition: str, _: Ordinal) -> dict[str, Counter[ReviewState]]:
    """Return the number of provisions in each state, by tag of the translation of an edition."""
    report = site.editorial.report
    assert report is not None
    counts: dict[str, Counter[ReviewState]] = {}
    for held, tag, number in report.states:
        if held == edition:
            states = report.states[held, tag, number]
            counts.setdefault(tag, Counter()).update(state for _, state in states)
    return counts


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """A finding of a rule, on one line."""

    name: str  # address in the language of the reader; empty for a finding on the whole law code
    edition: str  # id of the edition
    number: Ordinal  # number of the law; 0 for the whole law code
    place: Place  # link to the finding with both texts on the translators' pages
    severity: Severity  # severity of the finding
    language: str  # BCP 47 tag of the text with the finding
    message: Words  # the message, as pairs of BCP 47 tag and words
    status: str  # ``open`` or ``waived``


@dataclass(frozen=True, slots=True)
class RuleView:
    """A page of the findings of a rule."""

    name: str  # name of the rule
    title: tuple[str, str]  # BCP 47 tag and title of the rule
    description: Words  # what it finds, as pairs of BCP 47 tag and words
    translation: Place  # link to the translators' overview
    severities: tuple[Severity, ...]  # severities of the findings
    statuses: tuple[str, ...]  # ``open`` and ``waived``, if there are such findings
    all: int  # number of findings on all pages
    parts: tuple[Part, ...]  # links to all pages; empty if there is only one
    findings: tuple[RuleFinding, ...]  # the findings on this page


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
