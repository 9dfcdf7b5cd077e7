"""Findings as the translators' desk shows them: by provision, with both texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from lawkb.checks.marked_texts import unmarked_quote
from lawkb.corpus.waivers import Waiver
from lawkb.editorial.report import EditorialReport
from lawkb.model.address import Address
from lawkb.model.finding import Finding, Severity
from lawkb.model.language import Language, read_language
from lawkb.model.law import Law
from lawkb.publish.foreign_words import language_runs
from lawkb.publish.views.laws.cells import provision_id
from lawkb.publish.views.laws.citations_and_comments import DecisionView, decision_view
from lawkb.publish.views.places import Place, law_translation_path, rule_path
from lawkb.publish.views.translators.messages import (
    Words,
    quoted_languages,
    rule_title,
    said,
)
from lawkb.publish.views.translators.open_work import ExhibitView, Found, severity_counts
from lawkb.publish.views.tree import Tree

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
    tree: Tree, found: Iterable[Found], waivers: Waivers, shown: Set[str] = frozenset()
) -> tuple[FoundView, ...]:
    """Findings by provision, in the language of the reader.

    Args:
        tree: The tree.
        found: The findings.
        waivers: Why findings are accepted, by their fingerprints.
        shown: Ids that the page has already.
    """
    return tuple(_found(tree, each, waivers, shown) for each in found)


def _found(tree: Tree, found: Found, waivers: Waivers, shown: Set[str]) -> FoundView:
    own = provision_id(tree, found.address) if found.address else CODE_ID
    languages = quoted_languages(tree, found.edition, found.address)
    return FoundView(
        id="" if own in shown else own,
        name=tree.name(found.address) if found.address else "",
        place=tree.place(found.edition, found.held) if found.held else None,
        findings=tuple(_finding(tree, each, languages, waivers) for each in found.findings),
        exhibits=found.exhibits,
    )


def desk_row(tree: Tree, edition: str, address: Address) -> Place:
    """Where the desk shows the findings on a provision."""
    path = law_translation_path(tree.language.code, edition, address.law)
    return Place(path, provision_id(tree, address))


def open_errors(tree: Tree, edition: str, number: int) -> Counter[Address]:
    """How many errors nobody has accepted the provisions of a law have, by their addresses.

    None have any where the desk is not published.
    """
    report = tree.apparatus.report
    found = report.by_law.get((edition, number), ()) if report else ()
    return Counter(
        each.address
        for each in found
        if each.address and each.severity == "error" and not each.waived
    )


def open_counts(tree: Tree, edition: str, number: int) -> tuple[tuple[Severity, int], ...]:
    """Number of findings on a law that nobody has accepted, by severity; those that occur."""
    found = tree.apparatus.report.by_law.get((edition, number), ()) if tree.apparatus.report else ()
    counts = severity_counts(each for each in found if not each.waived)
    return tuple((severity, count) for severity, count in counts if count)


def doubted(tree: Tree, law: Law) -> frozenset[Address]:
    """The provisions of a law whose text the checks find lost or left untranslated."""
    report = tree.apparatus.report
    found = report.by_law.get((law.edition, law.number), ()) if report else ()
    return frozenset(
        each.address
        for each in found
        if each.address and each.rule in _OF_TEXT and each.language == law.language
        if not each.waived
    )


def law_desk(tree: Tree, edition: str, number: int) -> Place | None:
    """The page of a law on the desk; None where it has none."""
    report = tree.apparatus.report
    if report is None or not has_desk(tree, report, edition, number):
        return None
    return Place(law_translation_path(tree.language.code, edition, number))


def has_desk(tree: Tree, report: EditorialReport, edition: str, number: int) -> bool:
    """Whether the desk has a page of a law: where it is translated, or anything is to be told."""
    if (edition, number) in report.by_law:
        return True
    if report.states_by_language(tree.code.outline, edition, number):
        return True
    tags = tree.code.languages_of(edition, number)
    return any(tree.code.laws[edition, tag, number].comments for tag in tags)


def named_rules(tree: Tree, names: Iterable[str]) -> tuple[NamedRule, ...]:
    """Rules by their names, with their titles."""
    return tuple(NamedRule(name, rule_title(tree, name)) for name in names)


def _quoted(tree: Tree, quote: str, tag: str) -> Words:
    """Words of a source in runs of one language each; those of letters nobody knows are one."""
    if not tag:
        return ((tag, quote),) if quote else ()
    return language_runs(quote, read_language(tag), tree.code.outline.languages)


def _finding(
    tree: Tree, finding: Finding, languages: tuple[Language, ...], waivers: Waivers
) -> FindingView:
    quote = unmarked_quote(finding)
    tag = tree.language_of(quote) if quote else tree.language.code
    waiver = waivers.get(finding.fingerprint) if finding.waived else None
    return FindingView(
        rule=finding.rule,
        title=rule_title(tree, finding.rule),
        rule_place=Place(rule_path(tree.language.code, finding.rule)),
        severity=finding.severity,
        language=finding.language,
        fingerprint=finding.fingerprint,
        message=said(tree, finding.message, languages),
        quote=_quoted(tree, quote, tag),
        quote_language=tag,
        evidence=tuple(said(tree, each, languages) for each in finding.evidence),
        hint=said(tree, finding.hint, languages),
        waiver=decision_view(tree, waiver) if waiver else None,
    )
