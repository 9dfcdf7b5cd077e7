import re
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lawkb.checks.rule_list import RULES, rule_named
from lawkb.checks.rules import terms
from lawkb.checks.runner import check_code
from lawkb.corpus.editorial_settings import EditorialSettings, Pattern, read_editorial_settings
from lawkb.corpus.glossary import read_glossary
from lawkb.errors import LawkbError
from lawkb.model.code import Code
from lawkb.references.resolve import annotate_law, resolve_code
from tests.checks.made_codes import code_of, law_of
from tests.checks.test_cached_findings import from_cache, whole
from tests.corpus_files import CASES, CORPUS, bridge_outline

FILES = sorted((CASES / "checks").glob("*.toml"))
RULE_CASES: list[dict[str, Any]] = [
    case for file in FILES for case in tomllib.loads(file.read_text(encoding="utf-8"))["cases"]
]


@cache
def house_rules() -> EditorialSettings:
    return read_editorial_settings(CORPUS, bridge_outline())


DICTIONARIES = CASES / "spelling"


@pytest.fixture(autouse=True)
def _dictionaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule on spelling takes its dictionaries from here."""
    monkeypatch.setenv("DICPATH", str(DICTIONARIES))


@pytest.mark.parametrize("case", RULE_CASES, ids=lambda case: f"{case['rule']}: {case['why']}")
def test_a_rule_finds_what_is_wrong_and_nothing_else(case: dict[str, Any], tmp_path: Path) -> None:
    original, translation = case["original"], case["translation"]
    if "times" in case:
        original, translation = original * case["times"], translation * case["times"]
    language, edition = case.get("language", "el"), case.get("edition", "2017")
    code = code_of(original, translation, language, edition)
    checked = check_code(code, house_of(case, tmp_path), [rule_named(case["rule"])])
    told = [each.message for each in checked]
    assert bool(told) == case["finds"], told
    assert len(told) == case.get("count", len(told)), told
    assert told[:1] == [case["says"]] if "says" in case else True
    assert whole(from_cache(checked, tmp_path)) == whole(checked)
    for finding in checked:
        assert finding.message
        assert finding.hint
        if "at" in case:
            assert finding.place == case["at"]


def house_of(case: dict[str, Any], folder: Path) -> EditorialSettings:
    """The house of the corpus; with the glossary or the pattern of the case."""
    house = house_rules()
    if "glossary" in case:
        table = f"en\tel\tstatus\tnote\n{case['glossary']}\t\n"
        (folder / "glossary.tsv").write_text(table, encoding="utf-8")
        house = replace(house, glossary=read_glossary(folder, bridge_outline()))
    if "checklist" in case:
        pattern = Pattern("el", re.compile(case["checklist"]), "warning", "not so", "else")
        house = replace(house, checklist=(pattern,))
    return house


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_has_cases_of_both_kinds_and_a_page(rule: Any) -> None:
    found = {case["finds"] for case in RULE_CASES if case["rule"] == rule.name}
    assert found == {True, False}
    assert [part for part in ("Why:", "Example:", "Limits:") if part not in rule.page] == []


def test_names_of_rules_are_unique_and_what_they_explain_exists() -> None:
    names = [rule.name for rule in RULES]
    assert len(set(names)) == len(names)
    assert {name for rule in RULES for name in rule.explains} <= set(names)


def test_a_law_that_no_other_language_has_is_told_each_fault_once() -> None:
    text = {"47A": "La carta carta (vale  26 punti.", "47C": "Prеsa ."}
    law = annotate_law(law_of(text, "it", bridge_outline()), bridge_outline())
    code = resolve_code(Code(bridge_outline(), {("2017", "it", 47): law}))
    told = [(each.rule, each.place, each.language) for each in check_code(code)]
    assert told == [
        ("brackets", "47A", "it"),
        ("spacing", "47A", "it"),
        ("doubled-word", "47A", "it"),
        ("numbering", "47C", "it"),
        ("spacing", "47C", "it"),
        ("odd-characters", "47C", "it"),
    ]


def test_a_word_with_as_many_letters_of_two_alphabets_is_corrected_into_its_own() -> None:
    (finding,) = check_code(
        code_of("The card.", "T\u03bf φύλλο."), rules=[rule_named("odd-characters")]
    )
    assert finding.fix is not None
    assert finding.fix.new == "Το"


def test_an_endless_pattern_of_the_editors_is_an_error_of_the_checklist(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(terms, "_MOST_SECONDS", 0.1)
    pattern = Pattern("el", re.compile("(α|αα)+β"), "warning", "not so", "else")
    house = replace(house_rules(), checklist=(pattern,))
    code = code_of("It is paid.", "α" * 64)
    with pytest.raises(LawkbError, match=r"searches a text for more than 0.1 s"):
        check_code(code, house, [rule_named("checklist")])
