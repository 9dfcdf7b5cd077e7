"""Findings for other programs: SARIF 2.1.0, JUnit, GitHub annotations, and the JSON of lawkb.

Documents are written in small strings, so none is in memory as a whole. Source: OASIS Standard
SARIF 2.1.0.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import metadata, version
from itertools import chain, islice
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import quote

from lxml import etree

from lawkb.checks.rule_list import RULES, Rule
from lawkb.errors import visible
from lawkb.exchange import public_types as public
from lawkb.exchange.public_types import as_json
from lawkb.model.code import Code
from lawkb.model.finding import SEVERITIES, Finding


def json_pieces(records: Iterable[Any], depth: int) -> Iterator[str]:
    """Yield a list as ``json.dumps(indent=2)`` writes it, as strings, one record at a time."""
    left = "[\n"
    for record in records:
        yield f"{left}{' ' * (depth + 2)}{json_piece(record, depth + 2)}"
        left = ",\n"
    yield "[]" if left == "[\n" else f"\n{' ' * depth}]"


def json_piece(record: Any, depth: int) -> str:
    """Return a record as JSON, without escapes; lines after the first are indented by ``depth``."""
    # Not textwrap.indent, which also indents after line separators inside a text.
    written = visible(json.dumps(record, ensure_ascii=False, indent=2))
    return written.replace("\n", "\n" + " " * depth)


_SPOOLED = 2**20  # bytes of a report in memory
_PIECE = 2**16  # characters read at a time
_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
_UNFIT = re.compile("[\ufffe\uffff]")  # invalid in XML 1.0, like control characters and surrogates


def check_pieces(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield the JSON of ``lawkb check`` as strings: all findings, and their number by severity."""
    counts = Counter[str]()
    yield '{\n  "findings": '
    yield from json_pieces(
        (as_json(public_finding(each)) for each in _counted(findings, counts)), 2
    )
    numbers = {name: counts[name] for name in (*SEVERITIES, "waived")}
    yield f',\n  "summary": {json_piece(numbers, 2)}\n}}\n'


def count_by_severity(findings: Sequence[Finding]) -> dict[str, int]:
    """Return the number of findings by severity, and of accepted ones as ``waived``."""
    counts = Counter("waived" if each.waived else each.severity for each in findings)
    return {name: counts[name] for name in (*SEVERITIES, "waived")}


def _counted(findings: Iterable[Finding], counts: Counter[str]) -> Iterator[Finding]:
    """Yield findings unchanged, while counting them by severity or as waived."""
    for each in findings:
        counts["waived" if each.waived else each.severity] += 1
        yield each


def public_finding(finding: Finding) -> public.Finding:
    """Return a finding as the public type, with offsets in code points of the text."""
    return public.Finding(
        rule=finding.rule,
        severity=finding.severity,
        edition=finding.edition or None,
        address=finding.place or None,
        lang=finding.language,
        message=finding.message,
        quote=finding.quote,
        hint=finding.hint,
        evidence=finding.evidence,
        score=None if finding.score is None else round(finding.score, 3),
        confidence=round(finding.confidence, 3),
        marked=tuple(public.MarkedWords(each.language, *each.span) for each in finding.stretches),
        fixable=finding.fix is not None,
        fingerprint=finding.fingerprint,
        file=finding.file or None,
        line=finding.line or None,
        waived=finding.waived,
    )


def public_findings(findings: Sequence[Finding]) -> public.Findings:
    """Return findings with their number by severity as the public type."""
    return public.Findings(tuple(map(public_finding, findings)), count_by_severity(findings))


def junit_pieces(findings: Iterable[Finding], name: str = "lawkb check") -> Iterator[str]:
    """Yield a JUnit report as strings: each finding is a failed test case, or skipped if waived.

    ``name`` is that of the test suite.

    A waived finding is one that an editor has accepted. The number of test cases comes first, so
    those that do not fit into memory are buffered in a file.
    """
    counts = Counter[str]()
    with SpooledTemporaryFile(_SPOOLED, "w+", encoding="utf-8", newline="") as cases:
        for each in _counted(findings, counts):
            cases.write(_test_case(each))
        cases.seek(0)
        suite = etree.Element("testsuite", name=name)
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
    if finding.file:
        case.set("file", _fit(finding.file))
    if finding.waived:
        etree.SubElement(case, "skipped", message="waived")
    else:
        failure = etree.SubElement(case, "failure", type=finding.severity)
        failure.set("message", _fit(finding.message))
        failure.text = _fit("\n".join((finding.quote, finding.hint, *finding.evidence)))
    return f"    {etree.tostring(case, encoding='unicode')}\n"


def github_lines(findings: Iterable[Finding], code: Code | None) -> Iterator[str]:
    """Yield GitHub workflow commands that annotate source pages with findings, except waived ones.

    ``code`` is the code that was checked; None for bilingual files.
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


def source_place(finding: Finding, code: Code | None) -> tuple[str, int]:
    """Return the path of the page of a finding, and a line of it, from 1; 0 if no line is known.

    The path is relative to the corpus; without suffix if the code does not know the files of its
    pages; empty for a finding that concerns no page. For a bilingual file it is the path of the
    file and the line of the pair.
    """
    if code is None:
        return finding.file, finding.line
    if finding.address is None:
        return "", 0
    number = finding.address.law
    # For a missing translation, the page of another language: most pages have several.
    tags = (finding.language, *code.languages_of(finding.edition, number))
    law = next((law for tag in tags if (law := code.law(finding.edition, tag, number))), None)
    if law is None:
        return "", 0
    provision = law.find(finding.address)
    line = provision.lines[0] if provision and provision.lines else 1
    page = (law.origin.source, law.origin.page)
    return code.pages.get(page, "/".join(("sources", *page))), line


def _fit(text: str) -> str:
    """Return text for XML, with invalid characters made visible."""
    return _UNFIT.sub("\ufffd", visible(text))


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


MOST_RESULTS = 25_000  # of a run
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif_pieces(
    findings: Iterable[Finding], code: Code | None, kinds: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Yield SARIF runs with all findings, as strings; waived findings are suppressed.

    A finding has two locations: in the code (``law-47/E2(a)@el``), and on its source page. Its
    fingerprint is the partial fingerprint ``lawkb/v1``. The rules follow the results, because only
    then all rules are known. A run has at most ``MOST_RESULTS`` results, which is what code hosts
    take. ``code`` is the code that was checked; None for other files. ``kinds`` are the kinds of
    findings with a sentence on each, if they are not those of the checks.
    """
    described = kinds and [
        {"id": name, "shortDescription": {"text": told}} for name, told in kinds.items()
    ]
    known = described or [_rule(rule) for rule in RULES]
    yield f'{{\n  "$schema": "{SCHEMA}",\n  "version": "2.1.0",\n  "runs": [\n'
    rest, left = iter(findings), ""
    while (first := next(rest, None)) or not left:
        yield left
        some = islice(rest, MOST_RESULTS - 1)
        yield from _sarif_run(chain((first,), some) if first else (), code, known)
        left = ",\n"
    yield "\n  ]\n}\n"


def _sarif_run(
    findings: Iterable[Finding], code: Code | None, known: Iterable[dict[str, Any]]
) -> Iterator[str]:
    rules = {str(rule["id"]): rule for rule in known}
    order = {name: at for at, name in enumerate(rules)}

    def results() -> Iterator[dict[str, Any]]:
        for each in findings:
            rules.setdefault(each.rule, {"id": each.rule})
            yield _result(each, order.setdefault(each.rule, len(order)), code)

    yield '    {\n      "columnKind": "unicodeCodePoints",\n      "results": '
    yield from json_pieces(results(), 6)
    urls = metadata("lawkb").get_all("Project-URL") or ()
    tool = {"driver": sarif_driver(version("lawkb"), urls, rules.values())}
    yield f',\n      "tool": {json_piece(tool, 6)}\n    }}'


def sarif_driver(
    version: str, urls: Iterable[str], rules: Iterable[dict[str, Any]]
) -> dict[str, Any]:
    """Return the ``driver`` object of SARIF: lawkb, its version, home page and rules.

    Args:
        urls: Its ``Project-URL`` lines, ``Homepage, https://…``, as in ``pyproject.toml``.
    """
    named = dict(each.split(", ", 1) for each in urls)
    address = {"informationUri": named["Homepage"]} if "Homepage" in named else {}
    return {"name": "lawkb", "version": version, **address, "rules": list(rules)}


def _rule(rule: Rule) -> dict[str, Any]:
    first, _, rest = rule.page.partition("\n\n")
    return {
        "id": rule.name,
        "shortDescription": {"text": " ".join(first.split())},
        "fullDescription": {"text": rest or first},
        "defaultConfiguration": {"level": rule.severity},
    }


def _result(finding: Finding, at: int, code: Code | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": at,
        "level": finding.severity,
        "rank": round(100 * finding.confidence, 1),
        "message": {"text": _message(finding)},
        "locations": [_location(finding, code)],
        "partialFingerprints": {"lawkb/v1": finding.fingerprint},
    }
    if finding.waived:
        result["suppressions"] = [{"kind": "external", "status": "accepted"}]
    return result


def _message(finding: Finding) -> str:
    parts = (finding.message, *finding.evidence, finding.hint)
    return "\n".join(part for part in parts if part)


def _location(finding: Finding, code: Code | None) -> dict[str, Any]:
    location: dict[str, Any] = {
        "logicalLocations": [{"fullyQualifiedName": logical_name(finding, code), "kind": "member"}]
    }
    path, line = source_place(finding, code)
    if path:
        location["physicalLocation"] = {"artifactLocation": {"uri": _uri(path)}}
        if line:
            location["physicalLocation"]["region"] = {"startLine": line}
    return location


def _uri(path: str) -> str:
    """Return the URI of a file: from the top of the checkout, or whole if it is not in it."""
    file, top = Path(os.path.normpath(Path(path).absolute())), _checkout(Path.cwd())
    return quote(file.relative_to(top).as_posix()) if file.is_relative_to(top) else file.as_uri()


@cache
def _checkout(here: Path) -> Path:
    return next((each for each in (here, *here.parents) if (each / ".git").exists()), here)


def logical_name(finding: Finding, code: Code | None) -> str:
    """Return where a finding is: ``law-47/E2(a)@el``, ``law-47@el``, ``code@el``, or ``ID@el``."""
    if finding.address is None or code is None:
        return f"{finding.place or 'code'}@{finding.language}"
    law = code.outline.scheme.write(type(finding.address)(finding.address.path[:1]))
    rest = finding.place.removeprefix(law)
    return f"law-{law}{f'/{rest}' if rest else ''}@{finding.language}"
