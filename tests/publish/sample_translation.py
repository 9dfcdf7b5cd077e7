"""What is to be done on the sample code: findings of every kind, words that try to break out."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from lawkb.checks.runner import check_code
from lawkb.corpus.corpus_toml import CheckSettings
from lawkb.corpus.decision_files import DecisionReason, Review, Settlement, comment_id
from lawkb.corpus.editorial_settings import EditorialSettings
from lawkb.editorial.findings import (
    EditorialReport,
    new_waiver,
    report_of_findings,
    review_states_of,
)
from lawkb.editorial.translation_progress import Reviews, Translation, reviewed_law, texts_hashes
from lawkb.model.code import Code
from lawkb.model.finding import Finding, MarkedWords
from lawkb.publish.localized_site import EditorialContent
from tests.publish.sample_code import HOSTILE, sample_code
from tests.strategies import SCHEME


def hostile_finding(**more: Any) -> Finding:
    """An error on 33A whose every word comes from a stranger; both texts are marked."""
    found = Finding(
        rule="numbers",
        severity="error",
        edition="2017",
        place="33A",
        language="el",
        message=f"figures differ: {HOSTILE} φύλλο",
        quote=HOSTILE,
        hint=HOSTILE,
        evidence=(HOSTILE, "the words «Ένα φύλλο»"),
        stretches=(MarkedWords("el", (0, 9)), MarkedWords("en", (2, 6))),
        address=SCHEME.read("33A"),
    )
    return replace(found, **more)


def sample_work() -> tuple[Code, EditorialContent]:
    """The sample code; a finding that is waived, one on the whole code, a comment rejected."""
    code = sample_code()
    whole = Finding("advice", "note", "2017", "", "el", "ask the house", hint="decide once")
    found = check_code(code, EditorialSettings())
    waived = next(each for each in found if each.rule == "numbering")
    cause = DecisionReason(f"the editor knows {HOSTILE}", "Μαρία", "2026-11-20")
    waiver = new_waiver(waived, code, cause)
    report = report_of_findings(
        check_code(code, EditorialSettings()),
        code,
        (waiver,),
        review_states_of(code, reviews_of(code)),
        CheckSettings(),
    )
    findings = (whole, *report.findings, hostile_finding())
    greek = code.laws["2017", "el", 33]
    settlement = Settlement(
        comment_id(greek.origin.page, greek.comments[1]),
        "rejected",
        f"it is right as it is {HOSTILE}",
        "Anna",
        "2026-11-21",
    )
    by_law = {
        **report.by_law,
        ("2017", 0): (whole,),
        ("2017", 33): (*report.by_law["2017", 33], hostile_finding()),
    }
    report = EditorialReport(findings, report.waivers, report.states, by_law)
    return code, EditorialContent(settlements={settlement.comment: settlement}, report=report)


def reviews_of(code: Code) -> Reviews:
    """33A is final."""
    of = Translation("2017", "en", "el")
    found = {each.address: each for each in reviewed_law(code, of, 33, {})}
    address = SCHEME.read("33A")
    hashes = texts_hashes(found[address].pairs)
    review = Review("2017", "el", address, "final", *hashes, "Anna", "2026-11-21")
    return {("2017", "el", address): review}
