import json
from dataclasses import replace
from typing import Any

import pytest
from lxml import etree

from lawkb.checks.desk import check_code
from lawkb.checks.rules import RULES
from lawkb.corpus.house import read_house
from lawkb.corpus.laws import read_code
from lawkb.exchange.findings import check_record, github_lines, junit
from lawkb.exchange.sarif import sarif
from lawkb.model.finding import Finding
from tests.corpus_files import CORPUS

CODE = read_code(CORPUS)


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    found = list(check_code(CODE, read_house(CORPUS, CODE.outline)).findings)
    return [replace(found[0], waived=True), *found[1:]]


def test_the_json_has_the_shape_of_the_design(findings: list[Finding]) -> None:
    record = json.loads(json.dumps(check_record(findings)))
    named = {"rule", "severity", "edition", "address", "lang", "message", "quote", "hint"}
    assert all(named | {"evidence", "fingerprint", "waived"} <= set(f) for f in record["findings"])
    assert sum(record["summary"].values()) == len(findings)
    assert record["summary"]["waived"] == 1


# sarif-tools, sarif-om, sarif-pydantic (PyPI), @types/sarif, node-sarif-builder (npm) ship no
# schema:
# what the standard requires of these objects is written down here, by its sections.
def test_sarif_is_what_the_standard_requires(findings: list[Finding]) -> None:
    log: dict[str, Any] = json.loads(json.dumps(sarif(findings, CODE)))
    assert log["version"] == "2.1.0"  # 3.13.2
    (run,) = log["runs"]  # 3.13.4
    driver = run["tool"]["driver"]  # 3.18.2
    assert driver["name"] == "lawkb"
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)  # 3.19.23
    assert ids[: len(RULES)] == [rule.name for rule in RULES]
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")  # 3.14.17
    for result, finding in zip(run["results"], findings, strict=True):
        assert ids[result["ruleIndex"]] == result["ruleId"] == finding.rule  # 3.27.5, 3.27.6
        assert result["level"] in ("none", "note", "warning", "error")  # 3.27.10
        assert result["message"]["text"]  # 3.11
        assert 0.0 <= result.get("rank", 0.0) <= 100.0  # 3.27.25
        assert result["partialFingerprints"] == {"lawkb/v1": finding.fingerprint}
        assert ("suppressions" in result) == finding.waived  # 3.27.23
        for location in result["locations"]:
            assert location["logicalLocations"][0]["fullyQualifiedName"].endswith(finding.language)
            physical = location.get("physicalLocation")
            assert physical is None or physical["region"]["startLine"] >= 1  # 3.30.5
            assert physical is None or ":" not in physical["artifactLocation"]["uri"]


def test_a_provision_has_its_name_in_sarif(findings: list[Finding]) -> None:
    names = [
        result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
        for result in sarif(findings, CODE)["runs"][0]["results"]
    ]
    assert "law-20/F1@el" in names
    assert "law-47@el" in names


def test_junit_counts_what_it_holds(findings: list[Finding]) -> None:
    root = etree.fromstring(junit(findings))
    (suite,) = root
    assert len(suite) == int(suite.get("tests", "")) == len(findings)
    assert len(suite.findall(".//failure")) == int(suite.get("failures", "")) == len(findings) - 1
    assert len(suite.findall(".//skipped")) == 1


def test_github_has_a_line_for_each_that_is_not_waived(findings: list[Finding]) -> None:
    lines = github_lines(findings, CODE).splitlines()
    assert len(lines) == len(findings) - 1
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)


def test_words_of_a_page_cannot_be_a_command_of_github() -> None:
    evil = Finding("numbers", "error", "2017", "47A", "el", "a\n::set-output name=x::y")
    assert github_lines([evil], CODE).count("\n") == 1
