"""Findings for other programs: the JSON of ``lawkb check``, JUnit, annotations of GitHub."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from tempfile import SpooledTemporaryFile
from typing import Any

from lxml import etree

from lawkb.controls import visible
from lawkb.exchange.pieces import json_piece, json_pieces
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding

_SPOOLED = 2**20  # bytes of a report that are held in memory
_PIECE = 2**16  # characters that are read from it at a time
_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
_UNFIT = re.compile("[\ufffe\uffff]")  # in XML 1.0, beside control characters and surrogates


def check_pieces(findings: Iterable[Finding]) -> Iterator[str]:
    """All findings and their number by severity as JSON, in pieces: design.md, section 7."""
    counts = Counter[str]()
    yield '{\n  "findings": '
    yield from json_pieces((finding_record(each) for each in _counted(findings, counts)), 2)
    numbers = {name: counts[name] for name in (*SEVERITIES, "waived")}
    yield f',\n  "summary": {json_piece(numbers, 2)}\n}}\n'


def summary(findings: Sequence[Finding]) -> dict[str, int]:
    """How many findings of each severity are not waived, and how many are."""
    counts = Counter[str]()
    for _ in _counted(findings, counts):
        pass
    return {name: counts[name] for name in (*SEVERITIES, "waived")}


def _counted(findings: Iterable[Finding], counts: Counter[str]) -> Iterator[Finding]:
    """Findings as they are, counted by severity or as waived."""
    for each in findings:
        counts["waived" if each.waived else each.severity] += 1
        yield each


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
        "line": finding.line or None,
        "waived": finding.waived,
    }


def junit_pieces(findings: Iterable[Finding]) -> Iterator[str]:
    """A report as JUnit writes it: a test case for each finding, a failure unless it is waived.

    How many there are stands before them: what is too long for the memory waits in a file.
    """
    counts = Counter[str]()
    with SpooledTemporaryFile(_SPOOLED, "w+", encoding="utf-8", newline="") as cases:
        for each in _counted(findings, counts):
            cases.write(_test_case(each))
        cases.seek(0)
        suite = etree.Element("testsuite", name="lawkb check")
        suite.set("tests", str(counts.total()))
        suite.set("failures", str(counts.total() - counts["waived"]))
        suite.set("errors", "0")
        suite.set("skipped", str(counts["waived"]))
        opened = etree.tostring(suite, encoding="unicode").removesuffix("/>")
        yield f"<?xml version='1.0' encoding='utf-8'?>\n<testsuites>\n  {opened}>\n"
        while piece := cases.read(_PIECE):
            yield piece
        yield "  </testsuite>\n</testsuites>\n"


def _test_case(finding: Finding) -> str:
    case = etree.Element("testcase", classname=finding.rule)
    case.set("name", _fit(f"{finding.place or 'code'} {finding.language} {finding.fingerprint}"))
    if finding.waived:
        etree.SubElement(case, "skipped", message="waived")
    else:
        failure = etree.SubElement(case, "failure", type=finding.severity)
        failure.set("message", _fit(finding.message))
        failure.text = _fit("\n".join((finding.quote, finding.hint, *finding.evidence)))
    return f"    {etree.tostring(case, encoding='unicode')}\n"


def github_lines(findings: Iterable[Finding], code: Code | str) -> Iterator[str]:
    """Workflow commands that GitHub shows beside the page of each finding; waived ones left out.

    Args:
        findings: To tell.
        code: Where they were found; of a bilingual file its path.

    Returns:
        Lines with their ends.
    """
    for each in findings:
        if each.waived:
            continue
        path, line = source_place(each, code)
        at = f"line={line}," if line else ""
        place = f"file={_property(path)},{at}" if path else ""
        title = _property(f"{each.rule} {each.place}".strip())
        command = f"{_LEVELS[each.severity]} {place}title={title}"
        yield visible(f"::{command}::{_escaped(each.message)}\n")


def source_place(finding: Finding, code: Code | str) -> tuple[str, int]:
    """Path of the page of a finding, and a line of it; 0 where no line is known.

    Below the corpus and without its suffix where the code does not know where its pages lie; an
    empty path for what is in no page. Of a bilingual file, its path and the line of the pair.
    """
    if isinstance(code, str):
        return code, finding.line
    if finding.address is None:
        return "", 0
    number = finding.address.law
    # Of a law that one language lacks, the page of another one: most pages hold several.
    tags = (finding.language, *code.languages_of(finding.edition, number))
    law = next((law for tag in tags if (law := code.law(finding.edition, tag, number))), None)
    if law is None:
        return "", 0
    provision = law.find(finding.address)
    line = provision.lines[0] if provision and provision.lines else 1
    page = (law.origin.source, law.origin.page)
    return code.pages.get(page, "/".join(("sources", *page))), line


def _fit(text: str) -> str:
    """Write text for XML, what that cannot hold visible."""
    return _UNFIT.sub("\ufffd", visible(text))


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
