"""Open work on laws: findings by provision with both texts, progress, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from itertools import groupby
from types import SimpleNamespace

from lawkb.checks.marked_texts import MarkedText, marked_texts, unmarked_quote
from lawkb.model.address import Address, Ordinal
from lawkb.model.code import Code
from lawkb.model.finding import Finding, Severity
from lawkb.model.language import Language, read_language
from lawkb.model.law import provisions_of
from lawkb.publish.foreign_words import foreign_words, language_runs
from lawkb.publish.views.counts import findings_on, open_findings, severity_counts
from lawkb.publish.views.law_rows import correction_url
from lawkb.publish.views.localized_site import LocalizedSite, provision_id
from lawkb.publish.views.references import decision_view
from lawkb.publish.views.translators.messages import (
    Words,
    localized_message,
    quoted_languages,
    rule_title,
)
from lawkb.publish.views.urls import Place


def status_of(finding: Finding) -> str:
    """Return ``open`` or, if an editor has accepted the finding, ``waived``."""
    return "waived" if finding.waived else "open"


def statuses_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return those of ``open`` and ``waived`` that occur among some findings."""
    return tuple(sorted({status_of(each) for each in findings}))


def severities_of(findings: Iterable[Finding]) -> tuple[Severity, ...]:
    """Return the severities that occur among some findings."""
    return tuple(severity for severity, count in severity_counts(findings) if count)


@dataclass(frozen=True, slots=True)
class ExhibitView:
    """A text with the words highlighted that findings are about.

    Attributes:
        language: BCP 47 tag.
        pieces: The text in order, as pairs: whether it is highlighted, and its words as pairs of
            BCP 47 tag and text.
    """

    language: str
    pieces: tuple[tuple[bool, tuple[tuple[str, str], ...]], ...]


def _exhibit(code: Code, exhibit: MarkedText) -> ExhibitView:
    own = exhibit.language
    language, languages = read_language(own), code.outline.languages
    return ExhibitView(
        own,
        tuple(
            (
                piece.marked,
                tuple(
                    (tag or own, words)
                    for words, tag in foreign_words(piece.words, language, languages)
                ),
            )
            for piece in exhibit.pieces
        ),
    )


CODE_ID = "code"  # what is found of the whole code


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule of the checks: its name, and a pair of BCP 47 tag and title."""

    name: str
    title: tuple[str, str]


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding: what a rule reports about a provision.

    Attributes:
        rule: Name of the rule.
        title: BCP 47 tag and title of the rule.
        rule_place: Link to the findings of the rule.
        severity: Severity of the finding.
        language: BCP 47 tag of the text with the finding.
        fingerprint: Id of the finding, which ``lawkb check --waive`` takes.
        message: The message, as pairs of BCP 47 tag and words.
        quote: The words that the finding is about, if no text on the page shows them; else empty.
        quote_language: BCP 47 tag of most words of the quote, by their script.
        evidence: Further facts, each as pairs of BCP 47 tag and words.
        hint: What to do, as pairs of BCP 47 tag and words.
        waiver: The decision of the editor who accepted it; None if it is open.
        correction: URL where a reader suggests a correction of the provision, from ``corpus.toml``,
            in which ``{url}`` stands for that of the page; empty without one.
    """

    rule: str
    title: tuple[str, str]
    rule_place: Place
    severity: Severity
    language: str
    fingerprint: str
    message: Words
    quote: Words
    quote_language: str
    evidence: tuple[Words, ...]
    hint: Words
    waiver: SimpleNamespace | None
    correction: str


@dataclass(frozen=True, slots=True)
class FoundView:
    """The findings on one provision.

    Attributes:
        id: HTML id, the same as that of the provision on the page of its law; empty if the page
            already has it.
        name: Address in the language of the reader; empty for findings on the whole law code.
        place: Link to the provision, or to the nearest available one that contains it; None for the
            whole law code.
        findings: The findings, most severe first.
        exhibits: The text in every language, with the words highlighted that the findings are
            about.
    """

    id: str
    name: str
    place: Place | None
    findings: tuple[FindingView, ...]
    exhibits: tuple[ExhibitView, ...]


def found_views(
    site: LocalizedSite, findings: Iterable[Finding], shown: Set[str] = frozenset()
) -> tuple[FoundView, ...]:
    """Return findings grouped by provision, in document order.

    Args:
        site: The site in the language of the reader.
        findings: The findings.
        shown: HTML ids that the page has already, which are not repeated.
    """
    ordered = sorted(findings, key=lambda each: each.address.path if each.address else ())
    groups = groupby(ordered, key=lambda each: each.address)
    return tuple(_found(site, address, tuple(group), shown) for address, group in groups)


def _found(
    site: LocalizedSite, address: Address | None, findings: tuple[Finding, ...], shown: Set[str]
) -> FoundView:
    edition = findings[0].edition
    id_ = provision_id(site, address) if address else CODE_ID
    languages = quoted_languages(site, edition, address)
    return FoundView(
        id="" if id_ in shown else id_,
        name=site.name(address) if address else "",
        place=_nearest_place(site, edition, address) if address else None,
        findings=tuple(_finding(site, each, languages) for each in findings),
        exhibits=tuple(_exhibit(site.code, each) for each in marked_texts(findings, site.code)),
    )


def _nearest_place(site: LocalizedSite, edition: str, address: Address) -> Place | None:
    """Return the location of a provision, or of the nearest available one that contains it."""
    known = site.once(_provisions, edition, address.law)
    around = (at for at in (address, *address.ancestors()) if at in known)
    return site.place(edition, next(around, Address((address.law,))))


def _provisions(site: LocalizedSite, edition: str, number: Ordinal) -> frozenset[Address]:
    tags = site.code.languages_of(edition, number)
    return provisions_of(site.code.laws[edition, tag, number] for tag in tags)


def findings_place(site: LocalizedSite, edition: str, address: Address) -> Place:
    """Return the location of the findings on a provision, on the translators' pages."""
    path = site.paths.law_translation(edition, address.law)
    return Place(path, provision_id(site, address))


def open_errors(
    site: LocalizedSite, edition: str, number: Ordinal
) -> dict[Address, Counter[str | None]]:
    """Return the number of open findings of severity ``error`` on a law, by address.

    They are counted by BCP 47 tag of the text; the tag is None for all languages.
    """
    found: dict[Address, Counter[str | None]] = {}
    for each in open_findings(findings_on(site, edition, number)):
        if each.address and each.severity == "error":
            found.setdefault(each.address, Counter())[each.language] += 1
    return found


def law_translation_place(site: LocalizedSite, edition: str, number: Ordinal) -> Place | None:
    """Return the location of the translators' page of a law; None if it has none."""
    if not has_translation_page(site, edition, number):
        return None
    return Place(site.paths.law_translation(edition, number))


def has_translation_page(site: LocalizedSite, edition: str, number: Ordinal) -> bool:
    """Return whether a law has a translators' page: it is translated, or has open work."""
    report = site.editorial.report
    if report is None or (edition, number) in report.by_law:
        return report is not None
    if report.states_by_language(site.code.outline, edition, number):
        return True
    tags = site.code.languages_of(edition, number)
    return any(site.code.laws[edition, tag, number].comments for tag in tags)


def named_rules(site: LocalizedSite, names: Iterable[str]) -> tuple[NamedRule, ...]:
    """Return the rules of the given names with their titles."""
    return tuple(NamedRule(name, rule_title(site, name)) for name in names)


def _quoted(site: LocalizedSite, quote: str, tag: str) -> Words:
    """Return words of a source as pairs of language and text; of unknown letters as one pair."""
    if not tag:
        return ((tag, quote),) if quote else ()
    return language_runs(quote, read_language(tag), site.code.outline.languages)


def _finding(site: LocalizedSite, finding: Finding, languages: tuple[Language, ...]) -> FindingView:
    report = site.editorial.report
    waiver = report.waivers.get(finding.fingerprint) if report and finding.waived else None
    quote = unmarked_quote(finding)
    tag = site.language_of(quote) if quote else site.language.code
    return FindingView(
        rule=finding.rule,
        title=rule_title(site, finding.rule),
        rule_place=Place(site.paths.rule(finding.rule)),
        severity=finding.severity,
        language=finding.language,
        fingerprint=finding.fingerprint,
        message=localized_message(site, finding.message, languages),
        quote=_quoted(site, quote, tag),
        quote_language=tag,
        evidence=tuple(localized_message(site, each, languages) for each in finding.evidence),
        hint=localized_message(site, finding.hint, languages),
        waiver=decision_view(site, waiver) if waiver else None,
        correction=_correction(site, finding),
    )


def _correction(site: LocalizedSite, finding: Finding) -> str:
    """Return where the provision is corrected, or its law if the text lacks the provision."""
    at = finding.address
    law = site.code.law(finding.edition, finding.language, at.law) if at else None
    return correction_url(site, law, law.find(at) or law.root) if law and at else ""
