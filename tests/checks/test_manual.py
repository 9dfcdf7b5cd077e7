import pytest

from lawkb.checks.rule_list import RULES, Rule
from lawkb.checks.rule_manual import page_hash, page_parts, read_rules_manual, rules_page
from tests.corpus_files import CORPUS

PAGES = CORPUS.parent / "site" / "pages"


@pytest.mark.parametrize("language", ["en", "el"])
def test_the_manual_is_what_the_rules_say(language: str, accept: bool) -> None:
    page = rules_page(None if language == "en" else read_rules_manual(language))
    file = PAGES / language / "checks.md"
    if accept:
        file.write_text(page, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == page


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_greek_page_renders_the_english_one_of_today(rule: Rule) -> None:
    assert read_rules_manual("el")[rule.name]["of"] == page_hash(rule)
    assert set(page_parts(rule)) == {"what", "why", "example", "limits"}
