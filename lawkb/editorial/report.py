"""The findings, waivers and review states of a code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lawkb.checks.findings_cache import check_corpus
from lawkb.checks.rule_list import STANDARD
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.corpus.review_states import ReviewState, read_review
from lawkb.corpus.waivers import Waiver, read_waivers
from lawkb.editorial.review import Reviews, begun_translations, reviewed_law
from lawkb.editorial.waivers import apply_waivers
from lawkb.model.address import Address
from lawkb.model.code import Code, Outline
from lawkb.model.finding import Finding

ReviewStates = tuple[tuple[Address, ReviewState], ...]
ReviewStatesByLaw = Mapping[tuple[str, str, int], ReviewStates]


@dataclass(frozen=True, slots=True)
class EditorialReport:
    """The findings, waivers and review states of a code.

    Attributes:
        findings: Findings of all rules, waived ones marked. Findings on a law without a text, such
            as a leftover waiver, have no address.
        waivers: By fingerprint of the finding.
        states: States of the provisions of a translated law, by edition, language and law number.
        by_law: Findings by edition and law number, those of the whole code at 0.
    """

    findings: tuple[Finding, ...]
    waivers: Mapping[str, Waiver] = field(hash=False)
    states: ReviewStatesByLaw = field(hash=False)
    by_law: Mapping[tuple[str, int], tuple[Finding, ...]] = field(hash=False)

    def states_by_language(
        self, outline: Outline, edition: str, number: int
    ) -> dict[str, ReviewStates]:
        """Return the states of the provisions of a law, by tag of the translation."""
        tags = (each.language for each in outline.expressions if each.edition == edition)
        return {
            tag: self.states[edition, tag, number]
            for tag in tags
            if (edition, tag, number) in self.states
        }

    def without(self, laws: frozenset[tuple[str, int]]) -> EditorialReport:
        """Return the report without some laws, given by edition and number."""
        return EditorialReport(
            tuple(each for each in self.findings if (each.edition, _number(each)) not in laws),
            self.waivers,
            {key: held for key, held in self.states.items() if (key[0], key[2]) not in laws},
            {law: found for law, found in self.by_law.items() if law not in laws},
        )


def code_report(folder: Path, code: Code) -> EditorialReport:
    """Return the report of a corpus, with cached findings where they are valid.

    Raises:
        LawkbError: A file of the corpus cannot be read.
    """
    waivers, reviews = read_waivers(folder), read_review(folder, code.outline)
    found = check_corpus(folder, code, read_editorial_settings(folder, code.outline))
    return report_of_findings(found, code, waivers, review_states_of(code, reviews))


def report_of_findings(
    found: Sequence[Finding], code: Code, waivers: tuple[Waiver, ...], states: ReviewStatesByLaw
) -> EditorialReport:
    """Return the report of findings."""
    marked = apply_waivers(found, waivers, code, STANDARD)
    findings = tuple(_on_held(each, code) for each in marked)
    by_law: defaultdict[tuple[str, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        by_law[finding.edition, _number(finding)].append(finding)
    return EditorialReport(
        findings,
        {waiver.fingerprint: waiver for waiver in waivers},
        states,
        {law: tuple(found) for law, found in by_law.items()},
    )


def review_states_of(code: Code, reviews: Reviews) -> ReviewStatesByLaw:
    """Return the review states of all provisions of all translated laws."""
    return {
        (of.edition, of.target, number): tuple(
            (each.address, each.state) for each in reviewed_law(code, of, number, reviews)
        )
        for of, numbers in begun_translations(code).items()
        for number in numbers
    }


def _number(finding: Finding) -> int:
    """Return the law number of a finding; 0 for the whole code."""
    return finding.address.law if finding.address else 0


def _on_held(finding: Finding, code: Code) -> Finding:
    at = finding.address
    held = at is None or code.languages_of(finding.edition, at.law)
    return finding if held else replace(finding, address=None)
