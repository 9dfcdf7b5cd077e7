"""What is to be done on a code: its findings, what was waived, how far each provision is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from lawkb.checks.desk import check_code
from lawkb.checks.review import Reviews, Translation, reviewed_law
from lawkb.checks.rules import STANDARD
from lawkb.checks.waiving import waive
from lawkb.corpus.house import House, read_house
from lawkb.corpus.review import ReviewState, read_review
from lawkb.corpus.waivers import Waiver, read_waivers
from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.finding import Finding

States = tuple[tuple[Address, ReviewState], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be done on a code.

    Attributes:
        findings: Of every rule, those that are waived marked. One on a law that is not held, such
            as a waiver that was left over, has no address.
        waivers: By fingerprint of the finding.
        states: By edition, language and number of a translated law: its provisions that have a
            text, each with how far it is.
        by_law: The findings by edition and number of the law; those of the whole code at 0.
    """

    findings: tuple[Finding, ...]
    waivers: Mapping[str, Waiver] = field(hash=False)
    states: Mapping[tuple[str, str, int], States] = field(hash=False)
    by_law: Mapping[tuple[str, int], tuple[Finding, ...]] = field(hash=False)


@dataclass(slots=True)
class _Kept:
    """The last report and what it was made from."""

    made_from: object = None
    report: Report | None = None


_KEPT = _Kept()


def code_report(folder: Path, code: Code) -> Report:
    """The report of a code. Asked again of the same texts and decisions, it is the same object.

    What the rules know they learn from the whole code, so that no law is checked alone; while
    nothing changes, nothing is checked again.

    Args:
        folder: The corpus.
        code: Its laws.

    Raises:
        LawkbError: A file of the corpus cannot be read.
    """
    texts = (code.outline, code.laws if code.files is None else code.files)
    house, waivers = read_house(folder, code.outline), read_waivers(folder)
    reviews = read_review(folder, code.outline)
    made_from = (texts, house, waivers, reviews)
    if _KEPT.report is None or _KEPT.made_from != made_from:
        _KEPT.report = make_report(code, house, waivers, reviews)
        _KEPT.made_from = made_from
    return _KEPT.report


def make_report(code: Code, house: House, waivers: tuple[Waiver, ...], reviews: Reviews) -> Report:
    """The same from what the editors have decided."""
    found = waive(check_code(code, house).findings, waivers, code, STANDARD)
    findings = tuple(_on_held(each, code) for each in found)
    by_law: defaultdict[tuple[str, int], list[Finding]] = defaultdict(list)
    for finding in findings:
        number = finding.address.law if finding.address else 0
        by_law[finding.edition, number].append(finding)
    return Report(
        findings,
        {waiver.fingerprint: waiver for waiver in waivers},
        _states(code, reviews),
        {law: tuple(found) for law, found in by_law.items()},
    )


def _on_held(finding: Finding, code: Code) -> Finding:
    at = finding.address
    held = at is None or code.languages_of(finding.edition, at.law)
    return finding if held else replace(finding, address=None)


def _states(code: Code, reviews: Reviews) -> dict[tuple[str, str, int], States]:
    original = code.outline.authoritative
    found = {}
    for edition, tag, number in code.laws:
        if tag != original and (edition, original, number) in code.laws:
            translation = Translation(edition, original, tag)
            law = reviewed_law(code, translation, number, reviews)
            found[edition, tag, number] = tuple((each.address, each.state) for each in law)
    return found
