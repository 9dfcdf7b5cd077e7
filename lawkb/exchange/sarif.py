"""Findings as SARIF 2.1.0, the form that code hosts and editors read.

Source: OASIS Standard SARIF 2.1.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import metadata, version
from typing import Any
from urllib.parse import quote

from lawkb.checks.rules import RULES, Rule
from lawkb.exchange.findings import source_place
from lawkb.exchange.pieces import json_piece, json_pieces
from lawkb.model.code import Code
from lawkb.model.finding import Finding

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif_pieces(findings: Iterable[Finding], code: Code | str) -> Iterator[str]:
    """One run with every finding, in pieces; waived ones are suppressed.

    A finding has its place twice: in the code (``law-47/E2(a)@el``), and in the page it came from.
    Its fingerprint is partial fingerprint ``lawkb/v1``. The rules stand behind the results: not
    before all have come is it known which there are besides those of the list.

    Args:
        findings: To tell.
        code: Where they were found; of a bilingual file its path.
    """
    rules = {rule.name: _rule(rule) for rule in RULES}
    order = {name: at for at, name in enumerate(rules)}

    def results() -> Iterator[dict[str, Any]]:
        for each in findings:
            rules.setdefault(each.rule, {"id": each.rule})
            yield _result(each, order.setdefault(each.rule, len(order)), code)

    yield f'{{\n  "$schema": "{SCHEMA}",\n  "version": "2.1.0",\n  "runs": [\n    {{\n'
    yield '      "columnKind": "unicodeCodePoints",\n      "results": '
    yield from json_pieces(results(), 6)
    urls = metadata("lawkb").get_all("Project-URL") or ()
    tool = {"driver": sarif_driver(version("lawkb"), urls, rules.values())}
    yield f',\n      "tool": {json_piece(tool, 6)}\n    }}\n  ]\n}}\n'


def sarif_driver(
    version: str, urls: Iterable[str], rules: Iterable[dict[str, Any]]
) -> dict[str, Any]:
    """What made the report: lawkb, its version and, once it is published, its home page.

    Args:
        version: Of the package.
        urls: Its ``Project-URL`` lines, ``Homepage, https://…``, as ``pyproject.toml`` gives them.
        rules: What is said of each rule.
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


def _result(finding: Finding, at: int, code: Code | str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": at,
        "level": finding.severity,
        "message": {"text": _message(finding)},
        "locations": [_location(finding, code)],
        "partialFingerprints": {"lawkb/v1": finding.fingerprint},
    }
    if finding.score is not None:
        result["rank"] = round(100 * finding.score, 1)
    if finding.waived:
        result["suppressions"] = [{"kind": "external", "status": "accepted"}]
    return result


def _message(finding: Finding) -> str:
    parts = (finding.message, *finding.evidence, finding.hint)
    return "\n".join(part for part in parts if part)


def _location(finding: Finding, code: Code | str) -> dict[str, Any]:
    location: dict[str, Any] = {
        "logicalLocations": [{"fullyQualifiedName": logical_name(finding, code), "kind": "member"}]
    }
    path, line = source_place(finding, code)
    if path:
        location["physicalLocation"] = {"artifactLocation": {"uri": quote(path)}}
        if line:
            location["physicalLocation"]["region"] = {"startLine": line}
    return location


def logical_name(finding: Finding, code: Code | str) -> str:
    """The place in the code: ``law-47/E2(a)@el``, ``law-47@el``, ``code@el``, an id of a file."""
    if finding.address is None or isinstance(code, str):
        return f"{finding.place or 'code'}@{finding.language}"
    law = code.outline.scheme.write(type(finding.address)(finding.address.path[:1]))
    rest = finding.place.removeprefix(law)
    return f"law-{law}{f'/{rest}' if rest else ''}@{finding.language}"
