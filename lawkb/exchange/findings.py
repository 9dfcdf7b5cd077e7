"""Findings for other programs: the JSON of ``lawkb check``, JUnit, annotations of GitHub."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from lxml import etree

from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding

_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
# What XML 1.0 cannot hold.
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def check_record(findings: Sequence[Finding]) -> dict[str, Any]:
    """All findings and their number by severity: design.md, section 7."""
    return {"findings": [finding_record(each) for each in findings], "summary": summary(findings)}


def summary(findings: Sequence[Finding]) -> dict[str, int]:
    """How many findings of each severity are not waived, and how many are."""
    counts = Counter("waived" if each.waived else each.severity for each in findings)
    return {name: counts[name] for name in (*SEVERITIES, "waived")}


def finding_record(finding: Finding) -> dict[str, Any]:
    """One finding; offsets of the words to mark are code points of the text."""
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "edition": finding.edition or None,
        "address": finding.place or None,
        "lang": finding.language,
        "message": finding.message,
        "quote": finding.quote,
        "hint": finding.hint,
        "evidence": list(finding.evidence),
        "score": None if finding.score is None else round(finding.score, 3),
        "marked": [
            {"lang": each.language, "start": each.span[0], "end": each.span[1]}
            for each in finding.stretches
        ],
        "fixable": finding.fix is not None,
        "fingerprint": finding.fingerprint,
        "waived": finding.waived,
    }


def junit(findings: Sequence[Finding]) -> bytes:
    """A report as JUnit writes it: a test case for each finding, a failure unless it is waived."""
    told = [each for each in findings if not each.waived]
    suite = etree.Element("testsuite", name="lawkb check")
    suite.set("tests", str(len(findings)))
    suite.set("failures", str(len(told)))
    suite.set("errors", "0")
    suite.set("skipped", str(len(findings) - len(told)))
    for each in findings:
        case = etree.SubElement(suite, "testcase", classname=each.rule)
        case.set("name", _fit(f"{each.place or 'code'} {each.language} {each.fingerprint}"))
        if each.waived:
            etree.SubElement(case, "skipped", message="waived")
            continue
        failure = etree.SubElement(case, "failure", type=each.severity)
        failure.set("message", _fit(each.message))
        failure.text = _fit("\n".join((each.quote, each.hint, *each.evidence)))
    root = etree.Element("testsuites")
    root.append(suite)
    return etree.tostring(root, encoding="utf-8", xml_declaration=True, pretty_print=True)


def github_lines(findings: Sequence[Finding], code: Code | str) -> str:
    """Workflow commands that GitHub shows beside the page of each finding; waived ones left out.

    Args:
        findings: To tell.
        code: Where they were found; of a bilingual file its path.
    """
    lines = []
    for each in findings:
        if each.waived:
            continue
        path, line = source_place(each, code)
        place = f"file={_property(path)},line={line}," if path else ""
        title = _property(f"{each.rule} {each.place}".strip())
        lines.append(f"::{_LEVELS[each.severity]} {place}title={title}::{_escaped(each.message)}")
    return "".join(f"{line}\n" for line in lines)


def source_place(finding: Finding, code: Code | str) -> tuple[str, int]:
    """Path of the page of a finding, and a line of it.

    Below the corpus and without its suffix where the code does not know where its pages lie; an
    empty path for what is in no page. Of a bilingual file, its path and its first line.
    """
    if isinstance(code, str):
        return code, 1
    if finding.address is None:
        return "", 0
    law = code.law(finding.edition, finding.language, finding.address.law)
    if law is None:
        return "", 0
    provision = law.find(finding.address)
    line = provision.lines[0] if provision and provision.lines else 1
    page = (law.origin.source, law.origin.page)
    return code.pages.get(page, "/".join(("sources", *page))), line


def _fit(text: str) -> str:
    return _UNFIT.sub("", text)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
