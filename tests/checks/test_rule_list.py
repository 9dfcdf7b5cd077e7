import hashlib
from collections.abc import Mapping

import pytest

from lawkb.checks.rule_list import RULES, Rule, page_parts, read_rules_manual
from tests.corpus_files import CORPUS

PAGES = CORPUS.parent / "site" / "manual"
_ENGLISH = {
    "title": "The checks of the translation",
    "intro": (
        "What each rule of `lawkb check` finds. `lawkb check --explain RULE` shows the same "
        "page of one rule."
    ),
    "error": "error",
    "warning": "warning",
    "note": "note",
    "fixable": "repaired by `--fix`",
    "why": "Why",
    "example": "Example",
    "limits": "Limits",
}


@pytest.mark.parametrize("language", ["en", "el"])
def test_the_manual_is_what_the_rules_say(language: str, accept: bool) -> None:
    page = _rules_page(None if language == "en" else read_rules_manual(language))
    file = PAGES / language / "checks.md"
    if accept:
        file.write_text(page, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == page


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_greek_page_renders_the_english_one_of_today(rule: Rule) -> None:
    assert read_rules_manual("el")[rule.name]["of"] == _page_hash(rule)
    assert set(page_parts(rule)) == {"what", "why", "example", "limits"}


def _rules_page(translation: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """The page of all rules in Markdown; without a translation in English."""
    words = translation["headings"] if translation else _ENGLISH
    parts = [f"# {words['title']}", words["intro"]]
    for rule in RULES:
        own = translation[rule.name] if translation else page_parts(rule)
        kind = words[rule.severity] + (f", {words['fixable']}" if rule.fixable else "")
        title = f"{own['title']} ({rule.name})" if "title" in own else rule.name
        parts += [f"## {title}", f"*{kind}.* {own['what']}"]
        parts += [f"{words[name]}: {own[name]}" for name in ("why", "example", "limits")]
    return "\n\n".join(parts) + "\n"


def _page_hash(rule: Rule) -> str:
    """The first digits of the hash of a rule's page, which its translation names."""
    return hashlib.sha256(" ".join(rule.page.split()).encode()).hexdigest()[:8]
