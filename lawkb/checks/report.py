"""What is to be done on a code: its findings, what was waived, how far each provision is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lawkb.checks.desk import check_code
from lawkb.checks.kept import check_corpus
from lawkb.checks.review import Reviews, begun_translations, reviewed_pair
from lawkb.checks.rules import STANDARD
from lawkb.checks.waiving import waive
from lawkb.corpus.house import House, read_house
from lawkb.corpus.review import Review, ReviewState, read_review
from lawkb.corpus.waivers import Waiver, read_waivers
from lawkb.model.address import Address, Scheme
from lawkb.model.code import Code, Outline
from lawkb.model.finding import Finding
from lawkb.model.law import Law

States = tuple[tuple[Address, ReviewState], ...]
LawStates = Mapping[tuple[str, str, int], States]


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be done on a code.

    Attributes:
        findings: Of every rule, those that are waived marked. One on a law that is not held, such
            as a waiver that was left over, has no address.
        waivers: By fingerprint of the finding.
        states: By edition, language and number of a law of a translation: its provisions, each
            with how far it is.
        by_law: The findings by edition and number of the law; those of the whole code at 0.
    """

    findings: tuple[Finding, ...]
    waivers: Mapping[str, Waiver] = field(hash=False)
    states: LawStates = field(hash=False)
    by_law: Mapping[tuple[str, int], tuple[Finding, ...]] = field(hash=False)

    def states_by_language(self, outline: Outline, edition: str, number: int) -> dict[str, States]:
        """How far the provisions of a law are, by tag of the translation."""
        tags = (each.language for each in outline.expressions if each.edition == edition)
        return {
            tag: self.states[edition, tag, number]
            for tag in tags
            if (edition, tag, number) in self.states
        }

    def without(self, laws: frozenset[tuple[str, int]]) -> Report:
        """The same without what is said of some laws, by edition and number."""
        return Report(
            tuple(each for each in self.findings if (each.edition, _number(each)) not in laws),
            self.waivers,
            {key: held for key, held in self.states.items() if (key[0], key[2]) not in laws},
            {law: found for law, found in self.by_law.items() if law not in laws},
        )


def code_report(folder: Path, code: Code) -> Report:
    """The report of a corpus; what was found before is not looked for again.

    Args:
        folder: The corpus.
        code: Its laws, best with the digests of their files: see ``check_corpus``.

    Raises:
        LawkbError: A file of the corpus cannot be read.
    """
    waivers, reviews = read_waivers(folder), read_review(folder, code.outline)
    found = check_corpus(folder, code, read_house(folder, code.outline))
    return judged(found, code, waivers, states_of(code, reviews))


def make_report(code: Code, house: House, waivers: tuple[Waiver, ...], reviews: Reviews) -> Report:
    """The same from what the editors have decided."""
    return judged(check_code(code, house), code, waivers, states_of(code, reviews))


def judged(
    found: Sequence[Finding], code: Code, waivers: tuple[Waiver, ...], states: LawStates
) -> Report:
    """The report of what was found.

    Args:
        found: By the rules; nothing is waived yet.
        code: The laws.
        waivers: What editors accepted.
        states: As ``states_of`` gives them.
    """
    marked = waive(found, waivers, code, STANDARD)
    findings = tuple(_on_held(each, code) for each in marked)
    by_law: defaultdict[tuple[str, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        by_law[finding.edition, _number(finding)].append(finding)
    return Report(
        findings,
        {waiver.fingerprint: waiver for waiver in waivers},
        states,
        {law: tuple(found) for law, found in by_law.items()},
    )


def states_of(code: Code, reviews: Reviews) -> LawStates:
    """How far each provision of each translated law is."""
    return {key: law_states(each) for key, each in reviewable(code, reviews).items()}


@dataclass(frozen=True, slots=True)
class Reviewable:
    """A law of a translation with all that says how far it is.

    Attributes:
        original: The law in the authoritative language; None where it is not held.
        translation: The law in another one; None where it is not held.
        scheme: How its addresses are written.
        reviews: What was said of its provisions.
    """

    original: Law | None
    translation: Law | None
    scheme: Scheme
    reviews: Mapping[Address, Review] = field(hash=False)


def reviewable(code: Code, reviews: Reviews) -> dict[tuple[str, str, int], Reviewable]:
    """The laws of the translations of a code, by edition, language and number."""
    by_law: defaultdict[tuple[str, str, int], dict[Address, Review]] = defaultdict(dict)
    for (edition, language, address), review in reviews.items():
        by_law[edition, language, address.law][address] = review
    scheme = code.outline.scheme
    return {
        (of.edition, of.target, number): Reviewable(
            code.law(of.edition, of.source, number),
            code.law(of.edition, of.target, number),
            scheme,
            by_law.get((of.edition, of.target, number), {}),
        )
        for of, numbers in begun_translations(code).items()
        for number in numbers
    }


def law_states(of: Reviewable) -> States:
    """How far each provision of a law of a translation is."""
    found = reviewed_pair(of.original, of.translation, of.scheme, of.reviews.get)
    return tuple((each.address, each.state) for each in found)


def _number(finding: Finding) -> int:
    """Number of the law that a finding is about; 0 for the whole code."""
    return finding.address.law if finding.address else 0


def _on_held(finding: Finding, code: Code) -> Finding:
    at = finding.address
    held = at is None or code.languages_of(finding.edition, at.law)
    return finding if held else replace(finding, address=None)
