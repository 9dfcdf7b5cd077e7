"""Open work on laws: findings by provision with both texts, progress, losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import groupby

from lawkb.checks.evidence import MarkedText, marked_texts, unmarked_quote
from lawkb.corpus.review_states import DONE_STATES, REVIEW_STATES, ReviewState
from lawkb.corpus.waivers import Waiver
from lawkb.editorial.report import EditorialReport, ReviewStates
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding, Severity
from lawkb.model.language import Language, read_language
from lawkb.model.law import Law, Provision, provisions_of
from lawkb.publish.foreign_words import foreign_words, language_runs
from lawkb.publish.views.laws.citations_and_comments import DecisionView, decision_view
from lawkb.publish.views.laws.provision_cells import provision_id
from lawkb.publish.views.localized_site import LocalizedSite
from lawkb.publish.views.references.law_references import Link, law_links
from lawkb.publish.views.translators.messages import (
    Words,
    quoted_languages,
    rule_title,
    said,
)
from lawkb.publish.views.urls import Place, law_translation_path, rule_path


def status_of(finding: Finding) -> str:
    """``open``, or ``waived`` once an editor has accepted it."""
    return "waived" if finding.waived else "open"


def statuses_of(findings: Iterable[Finding]) -> tuple[str, ...]:
    """``open`` and ``waived``, as far as they occur."""
    return tuple(sorted({status_of(each) for each in findings}))


def severity_counts(findings: Iterable[Finding]) -> tuple[tuple[Severity, int], ...]:
    """How many findings there are of every severity."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for each in findings:
        counts[each.severity] += 1
    return tuple(counts.items())


def severities_of(findings: Iterable[Finding]) -> tuple[Severity, ...]:
    """The severities that occur."""
    return tuple(severity for severity, count in severity_counts(findings) if count)


@dataclass(frozen=True, slots=True)
class ExhibitView:
    """A text that findings point at.

    Attributes:
        language: Its tag.
        pieces: Its pieces in order: whether a finding points at it, and its words in runs of one
            language each.
    """

    language: str
    pieces: tuple[tuple[bool, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Findings on one provision, or on the whole code.

    Attributes:
        address: The provision; None for the whole code.
        held: The same, or what it would stand in if it were there; None for the whole code.
        edition: Id of the edition.
        findings: The findings.
        exhibits: Its text in every language, the words marked that the findings point at.
    """

    address: Address | None
    held: Address | None
    edition: str
    findings: tuple[Finding, ...]
    exhibits: tuple[ExhibitView, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a translation of a law is.

    Attributes:
        all: Number of provisions.
        done: How many of them are reviewed or final.
        states: Those that occur, from the least to the furthest, with the provisions.
    """

    all: int
    done: int
    states: tuple[tuple[ReviewState, tuple[Address, ...]], ...]


@dataclass(frozen=True, slots=True)
class LawWork:
    """What is to be done on a law.

    Attributes:
        counts: Number of open findings by severity.
        rules: Names of the rules that found something, in their order.
        open: Open findings by provision.
        waived: Accepted findings by provision.
        waivers: Why findings are accepted, by their fingerprints; those of other laws too.
        progress: How far each translation is, by its tag.
        lost: The provisions that a source lost something of, by the tag of the expression.
        references: Those that not every language has.
    """

    counts: tuple[tuple[Severity, int], ...]
    rules: tuple[str, ...]
    open: tuple[Found, ...]
    waived: tuple[Found, ...]
    waivers: Mapping[str, Waiver]
    progress: Mapping[str, Progress]
    lost: Mapping[str, tuple[Provision, ...]]
    references: tuple[Link, ...]


def law_work(site: LocalizedSite, edition: str, number: int) -> LawWork:
    """What is to be done on a law; the same in every interface language."""
    code, report = site.code, site.editorial.report
    assert report is not None
    tags = code.languages_of(edition, number)
    findings = report.by_law.get((edition, number), ())
    open_ = [each for each in findings if not each.waived]
    states = report.states_by_language(code.outline, edition, number)
    cites = site.once(law_links, edition, number).cites if len(tags) > 1 else ()
    return LawWork(
        counts=severity_counts(open_),
        rules=tuple(sorted({each.rule for each in findings})),
        open=found_in(code, open_),
        waived=found_in(code, (each for each in findings if each.waived)),
        waivers=report.waivers,
        progress={tag: progress_of(own) for tag, own in states.items() if own},
        lost={tag: tuple(_lost(code, edition, tag, number)) for tag in tags},
        references=tuple(link for link in cites if len(link.languages) < len(tags)),
    )


def found_in(code: Code, findings: Iterable[Finding]) -> tuple[Found, ...]:
    """The findings on a law, or on the whole code, by provision in the order of the text."""
    ordered = sorted(findings, key=lambda each: each.address.path if each.address else ())
    held = _Held(code)
    return tuple(
        _group(code, held, tuple(group))
        for _, group in groupby(ordered, key=lambda each: each.address)
    )


def progress_of(states: ReviewStates) -> Progress:
    """How far the provisions of a translation are."""
    by_state: dict[ReviewState, list[Address]] = {}
    for address, state in states:
        by_state.setdefault(state, []).append(address)
    done = sum(len(by_state.get(state, ())) for state in DONE_STATES)
    occurring = (state for state in REVIEW_STATES if state in by_state)
    return Progress(len(states), done, tuple((each, tuple(by_state[each])) for each in occurring))


class _Held:
    """The provisions of laws; each law is walked through once, if anything in it is asked for."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._laws: dict[tuple[str, int], frozenset[Address]] = {}

    def nearest(self, edition: str, address: Address) -> Address:
        """A provision, or what it would stand in if it were there."""
        law = Address((address.law,))
        if address == law:
            return law
        held = self._of(edition, address.law)
        return next((at for at in (address, *address.ancestors()) if at in held), law)

    def _of(self, edition: str, number: int) -> frozenset[Address]:
        found = self._laws.get((edition, number))
        if found is None:
            tags = self._code.languages_of(edition, number)
            found = provisions_of(self._code.laws[edition, tag, number] for tag in tags)
            self._laws[edition, number] = found
        return found


def _group(code: Code, held: _Held, findings: tuple[Finding, ...]) -> Found:
    address, edition = findings[0].address, findings[0].edition
    return Found(
        address,
        held.nearest(edition, address) if address else None,
        edition,
        findings,
        tuple(_exhibit(code, each) for each in marked_texts(findings, code)),
    )


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


def _lost(code: Code, edition: str, tag: str, number: int) -> Iterator[Provision]:
    for each in code.laws[edition, tag, number].provisions():
        if each.inferred or each.lost or not each.complete:
            yield each


Waivers = Mapping[str, Waiver]

CODE_ID = "code"  # what is found of the whole code
_OF_TEXT = ("omission", "untranslated")


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule to choose.

    Attributes:
        name: Its name.
        title: Tag and title of it.
    """

    name: str
    title: tuple[str, str]


@dataclass(frozen=True, slots=True)
class FindingView:
    """Something a rule says of a provision.

    Attributes:
        rule: Name of the rule.
        title: Tag and title of it.
        rule_place: The page of its findings.
        severity: By what the fault does to a reader.
        language: Tag of the text at fault.
        fingerprint: Its name for ``lawkb check --waive``.
        message: What differs.
        quote: The words at fault where no text shows them; else empty.
        quote_language: Tag of most of them, by their script.
        evidence: Further facts.
        hint: What to do.
        waiver: Why it is accepted; None while it is open.
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
    waiver: DecisionView | None


@dataclass(frozen=True, slots=True)
class FoundView:
    """The findings on one provision.

    Attributes:
        id: Its id on the page, that of the provision on the page of its law; empty where the page
            has it already.
        name: The address in the language of the reader; empty for the whole code.
        place: The provision on the page of its law, or what it would stand in if it were there;
            None for the whole code.
        findings: The strongest first.
        exhibits: Its text in every language, the words marked that the findings point at.
    """

    id: str
    name: str
    place: Place | None
    findings: tuple[FindingView, ...]
    exhibits: tuple[ExhibitView, ...]


def found_views(
    site: LocalizedSite, found: Iterable[Found], waivers: Waivers, shown: Set[str] = frozenset()
) -> tuple[FoundView, ...]:
    """Findings by provision, in the language of the reader.

    Args:
        site: The site in the language of the reader.
        found: The findings.
        waivers: Why findings are accepted, by their fingerprints.
        shown: Ids that the page has already.
    """
    return tuple(_found(site, each, waivers, shown) for each in found)


def _found(site: LocalizedSite, found: Found, waivers: Waivers, shown: Set[str]) -> FoundView:
    own = provision_id(site, found.address) if found.address else CODE_ID
    languages = quoted_languages(site, found.edition, found.address)
    return FoundView(
        id="" if own in shown else own,
        name=site.name(found.address) if found.address else "",
        place=site.place(found.edition, found.held) if found.held else None,
        findings=tuple(_finding(site, each, languages, waivers) for each in found.findings),
        exhibits=found.exhibits,
    )


def findings_place(site: LocalizedSite, edition: str, address: Address) -> Place:
    """Where the desk shows the findings on a provision."""
    path = law_translation_path(site.language.code, edition, address.law)
    return Place(path, provision_id(site, address))


def open_errors(site: LocalizedSite, edition: str, number: int) -> Counter[Address]:
    """How many errors nobody has accepted the provisions of a law have, by their addresses.

    None have any where the desk is not published.
    """
    report = site.editorial.report
    found = report.by_law.get((edition, number), ()) if report else ()
    return Counter(
        each.address
        for each in found
        if each.address and each.severity == "error" and not each.waived
    )


def open_counts(site: LocalizedSite, edition: str, number: int) -> tuple[tuple[Severity, int], ...]:
    """Number of findings on a law that nobody has accepted, by severity; those that occur."""
    found = site.editorial.report.by_law.get((edition, number), ()) if site.editorial.report else ()
    counts = severity_counts(each for each in found if not each.waived)
    return tuple((severity, count) for severity, count in counts if count)


def doubted(site: LocalizedSite, law: Law) -> frozenset[Address]:
    """The provisions of a law whose text the checks find lost or left untranslated."""
    report = site.editorial.report
    found = report.by_law.get((law.edition, law.number), ()) if report else ()
    return frozenset(
        each.address
        for each in found
        if each.address and each.rule in _OF_TEXT and each.language == law.language
        if not each.waived
    )


def law_translation_place(site: LocalizedSite, edition: str, number: int) -> Place | None:
    """The page of a law on the desk; None where it has none."""
    report = site.editorial.report
    if report is None or not has_translation_page(site, report, edition, number):
        return None
    return Place(law_translation_path(site.language.code, edition, number))


def has_translation_page(
    site: LocalizedSite, report: EditorialReport, edition: str, number: int
) -> bool:
    """Whether the desk has a page of a law: where it is translated, or anything is to be told."""
    if (edition, number) in report.by_law:
        return True
    if report.states_by_language(site.code.outline, edition, number):
        return True
    tags = site.code.languages_of(edition, number)
    return any(site.code.laws[edition, tag, number].comments for tag in tags)


def named_rules(site: LocalizedSite, names: Iterable[str]) -> tuple[NamedRule, ...]:
    """Rules by their names, with their titles."""
    return tuple(NamedRule(name, rule_title(site, name)) for name in names)


def _quoted(site: LocalizedSite, quote: str, tag: str) -> Words:
    """Words of a source in runs of one language each; those of letters nobody knows are one."""
    if not tag:
        return ((tag, quote),) if quote else ()
    return language_runs(quote, read_language(tag), site.code.outline.languages)


def _finding(
    site: LocalizedSite, finding: Finding, languages: tuple[Language, ...], waivers: Waivers
) -> FindingView:
    quote = unmarked_quote(finding)
    tag = site.language_of(quote) if quote else site.language.code
    waiver = waivers.get(finding.fingerprint) if finding.waived else None
    return FindingView(
        rule=finding.rule,
        title=rule_title(site, finding.rule),
        rule_place=Place(rule_path(site.language.code, finding.rule)),
        severity=finding.severity,
        language=finding.language,
        fingerprint=finding.fingerprint,
        message=said(site, finding.message, languages),
        quote=_quoted(site, quote, tag),
        quote_language=tag,
        evidence=tuple(said(site, each, languages) for each in finding.evidence),
        hint=said(site, finding.hint, languages),
        waiver=decision_view(site, waiver) if waiver else None,
    )
