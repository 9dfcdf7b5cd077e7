"""Patches out of findings whose repair is certain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lawkb.model.code import Code
from lawkb.model.finding import Finding
from lawkb.model.patch import Patch


@dataclass(frozen=True, slots=True)
class Fixes:
    """What can be repaired.

    Attributes:
        patches: In the order of the findings.
        left: Fixable findings that overlap one before them: run the checks again after ingest.
    """

    patches: tuple[Patch, ...]
    left: tuple[Finding, ...]


def fixes(findings: Iterable[Finding], code: Code, author: str, date: str) -> Fixes:
    """The patches of all findings that are not waived and have a repair. Sources are never touched.

    A repair whose words another one has changed before it is left for the next run.

    Args:
        findings: What the rules found.
        code: The laws.
        author: Who makes the repairs.
        date: ISO date.
    """
    made: list[Patch] = []
    left: list[Finding] = []
    texts: dict[tuple[object, ...], str] = {}
    for finding in findings:
        if finding.fix is None or finding.waived or finding.address is None:
            continue
        law = code.law(finding.edition, finding.language, finding.address.law)
        provision = law.find(finding.address) if law else None
        if law is None or provision is None:
            continue
        fix = finding.fix
        key = (finding.edition, finding.language, finding.address, fix.heading)
        heading = provision.heading.text if provision.heading else ""
        text = texts.get(key, heading if fix.heading else provision.text)
        if text.count(fix.old) != 1 or "\n" in fix.old:
            left.append(finding)
            continue
        texts[key] = text.replace(fix.old, fix.new)
        old, new = (text, texts[key]) if fix.heading else (fix.old, fix.new)
        made.append(_patch(finding, law.origin.page, (old, new), (author, date)))
    return Fixes(tuple(made), tuple(left))


def _patch(finding: Finding, page: str, words: tuple[str, str], who: tuple[str, str]) -> Patch:
    assert finding.address is not None and finding.fix is not None
    return Patch(
        path="",
        page=page,
        language=finding.language,
        address=finding.address,
        field="heading" if finding.fix.heading else "text",
        old=words[0],
        new=words[1],
        reason=finding.message,
        origin=f"lawkb check --fix, rule {finding.rule}",
        author=who[0],
        date=who[1],
    )
