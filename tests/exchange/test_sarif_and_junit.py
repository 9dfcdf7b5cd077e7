import json
import re
import tracemalloc
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft4Validator
from lxml import etree
from msgspec.structs import replace

from lawkb.checks.rule_list import RULES
from lawkb.checks.runner import check_code
from lawkb.corpus.editorial_settings import read_editorial_settings
from lawkb.errors import visible
from lawkb.exchange.public_types import as_json
from lawkb.exchange.sarif_and_junit import (
    check_pieces,
    github_lines,
    junit_pieces,
    public_finding,
    sarif_driver,
    sarif_pieces,
)
from lawkb.model.finding import SEVERITIES, Finding
from tests.corpus_files import CORPUS, bridge_code

_XML = re.compile("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What a form may choke on is drawn often.
WORDS = st.text(
    st.sampled_from("\ufffe\uffff\x0b\x1b\x7f\r\n%:,<&]") | st.characters(codec="utf-8"),
    max_size=12,
)
FINDINGS = st.lists(
    st.builds(
        Finding,
        rule=st.sampled_from([rule.name for rule in RULES] + ["waiver"]),
        severity=st.sampled_from(SEVERITIES),
        edition=st.just("2017"),
        place=st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), max_size=8),
        language=st.just("el"),
        message=WORDS.map(lambda text: f"it says {text}"),
        quote=WORDS,
        hint=WORDS,
        evidence=st.lists(WORDS, max_size=2).map(tuple),
        score=st.none() | st.floats(0, 1),
        waived=st.booleans(),
    ),
    max_size=4,
)


@pytest.fixture(scope="module")
def findings() -> list[Finding]:
    found = list(check_code(bridge_code(), read_editorial_settings(CORPUS, bridge_code().outline)))
    return [replace(found[0], waived=True), *found[1:]]


def test_the_json_has_the_shape_of_the_design(findings: list[Finding]) -> None:
    record = json.loads("".join(check_pieces(findings)))
    named = {"rule", "severity", "edition", "address", "lang", "message", "quote", "hint"}
    assert all(named | {"evidence", "fingerprint", "waived"} <= set(f) for f in record["findings"])
    assert sum(record["summary"].values()) == len(findings)
    assert record["summary"]["waived"] == 1


def sarif(findings: list[Finding]) -> dict[str, Any]:
    log: dict[str, Any] = json.loads("".join(sarif_pieces(findings, bridge_code())))
    return log


@pytest.fixture(scope="module")
def schema() -> Draft4Validator:
    file = Path(__file__).parent.parent / "schemas" / "sarif-2.1.0-rtm.5.json"
    return Draft4Validator(json.loads(file.read_text(encoding="utf-8")))


def test_sarif_is_valid_by_the_schema_of_the_standard(
    schema: Draft4Validator, findings: list[Finding]
) -> None:
    assert [error.message for error in schema.iter_errors(sarif(findings))] == []
    assert [error.message for error in schema.iter_errors(sarif([]))] == []


def test_the_address_of_the_driver_is_the_homepage_of_the_package(schema: Draft4Validator) -> None:
    urls = ["Changes, https://example.org/changes", "Homepage, https://example.org/"]
    assert "informationUri" not in sarif_driver("1.2.3", urls[:1], [])
    driver = sarif_driver("1.2.3", urls, [])
    assert driver["version"] == "1.2.3"
    assert driver["informationUri"] == "https://example.org/"
    log = sarif([])
    log["runs"][0]["tool"]["driver"] = driver
    assert schema.is_valid(log)


def test_the_schema_sees_what_is_wrong(schema: Draft4Validator, findings: list[Finding]) -> None:
    log = sarif(findings)
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert not schema.is_valid(log)


@example([Finding("numbers", "error", "2017", "47A", "el", "not a character: \ufffe\uffff\x0b")])
@given(FINDINGS)
def test_whatever_a_finding_says_the_reports_hold_it(
    schema: Draft4Validator, findings: list[Finding]
) -> None:
    assert schema.is_valid(sarif(findings))
    told = [each for each in findings if not each.waived]
    suite = etree.fromstring("".join(junit_pieces(findings)).encode())[0]
    failures = suite.findall("testcase/failure")
    assert [f.get("type") for f in failures] == [each.severity for each in told]
    assert [read_attribute(f.get("message", "")) for f in failures] == [
        read_attribute(fit(each.message)) for each in told
    ]
    lines = [
        read_command(line.removesuffix("\n")) for line in github_lines(findings, bridge_code())
    ]
    assert [words for _, _, words in lines] == [
        "\r".join(map(visible, each.message.split("\r"))) for each in told
    ]
    assert [values["title"] for _, values, _ in lines] == [
        f"{each.rule} {each.place}".strip() for each in told
    ]
    levels = {"error": "error", "warning": "warning", "note": "notice"}
    assert [name for name, _, _ in lines] == [levels[each.severity] for each in told]


@given(FINDINGS)
def test_the_json_is_what_would_be_written_at_once(findings: list[Finding]) -> None:
    written = "".join(check_pieces(findings))
    assert json.loads(written)["findings"] == [as_json(public_finding(each)) for each in findings]
    whole = json.dumps(json.loads(written), ensure_ascii=False, indent=2)
    assert written == visible(whole) + "\n"


REPORTS: dict[str, Callable[[Iterator[Finding]], Iterator[str]]] = {
    "json": check_pieces,
    "sarif": lambda findings: sarif_pieces(findings, None),
    "junit": junit_pieces,
    "github": lambda findings: github_lines(findings, None),
}


@pytest.mark.parametrize("name", list(REPORTS))
def test_a_report_of_many_findings_is_never_held_whole(name: str) -> None:
    told = Finding(
        "negation", "warning", "", "1", "el", "it denies too little " * 80, file="some.tsv"
    )
    findings = (replace(told, place=str(at)) for at in range(5000))
    tracemalloc.start()
    try:
        written = sum(map(len, REPORTS[name](findings)))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert written > 5000 * len(told.message)
    assert most < written / 3


def fit(text: str) -> str:
    """A text as XML 1.0 can hold it: what it cannot is shown."""
    return "".join(char if _XML.match(char) else "\ufffd" for char in visible(text))


def read_attribute(text: str) -> str:
    """White space of a value of XML, which a reader may give as blanks."""
    return re.sub(r"\s", " ", text)


def read_command(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command by GitHub's own rules: name, properties, message, unescaped."""
    name, _, rest = line.removeprefix("::").partition(" ")
    properties, _, message = rest.partition("::")
    pairs = (each.partition("=") for each in properties.split(","))
    values = {key: unescaped(value, "%3A", "%2C") for key, _, value in pairs}
    return name, values, unescaped(message)


def unescaped(text: str, *more: str) -> str:
    for escape in ("%0D", "%0A", *more, "%25"):
        text = text.replace(escape, chr(int(escape[1:], 16)))
    return text


def test_sarif_is_what_the_standard_requires_beyond_its_schema(findings: list[Finding]) -> None:
    log: dict[str, Any] = sarif(findings)
    assert log["version"] == "2.1.0"  # 3.13.2
    (run,) = log["runs"]  # 3.13.4
    driver = run["tool"]["driver"]  # 3.18.2
    assert driver["name"] == "lawkb"
    assert driver["version"] == version("lawkb")  # 3.19.2
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
            region = (physical or {}).get("region", {"startLine": 1})
            assert region["startLine"] >= 1  # 3.30.5
            assert physical is None or ":" not in physical["artifactLocation"]["uri"]


def test_a_provision_has_its_name_in_sarif(findings: list[Finding]) -> None:
    names = [
        result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
        for result in sarif(findings)["runs"][0]["results"]
    ]
    assert "law-20/F1@el" in names
    assert "law-47@el" in names


def test_junit_counts_what_it_holds(findings: list[Finding]) -> None:
    root = etree.fromstring("".join(junit_pieces(findings)).encode())
    (suite,) = root
    assert len(suite) == int(suite.get("tests", "")) == len(findings)
    assert len(suite.findall(".//failure")) == int(suite.get("failures", "")) == len(findings) - 1
    assert len(suite.findall(".//skipped")) == 1


def test_github_has_a_line_for_each_that_is_not_waived(findings: list[Finding]) -> None:
    lines = list(github_lines(findings, bridge_code()))
    assert len(lines) == len(findings) - 1
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)


def test_words_of_a_page_cannot_be_a_command_of_github() -> None:
    evil = Finding("numbers", "error", "2017", "47A", "el", "a\n::set-output name=x::y")
    assert "".join(github_lines([evil], bridge_code())).count("\n") == 1
