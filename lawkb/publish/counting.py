"""Counts of findings: how many there are, how grave, how many of them somebody accepted."""

from __future__ import annotations

from collections.abc import Iterable

from lawkb.model.finding import SEVERITIES, Finding, Severity


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
