"""The manual pages of the rules, from their docstrings and the Greek translation."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from importlib import resources

from lawkb.checks.rule_list import RULES, Rule

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
_PARTS = ("why", "example", "limits")
_HASH = 8
_RENDERING = re.compile(r"manual_(.+)\.toml")
_LABEL = re.compile(r"(Why|Example|Limits):\s*", re.IGNORECASE)


def rules_page(translation: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """Return the page of all rules in Markdown.

    Args:
        translation: Parts by rule in another language, and ``headings``; None for English.

    Raises:
        KeyError: The translation lacks a rule or a part.
    """
    words = translation["headings"] if translation else _ENGLISH
    parts = [f"# {words['title']}", words["intro"]]
    for rule in RULES:
        own = translation[rule.name] if translation else page_parts(rule)
        kind = words[rule.severity] + (f", {words['fixable']}" if rule.fixable else "")
        title = f"{own['title']} ({rule.name})" if "title" in own else rule.name
        parts += [f"## {title}", f"*{kind}.* {own['what']}"]
        parts += [f"{words[name]}: {own[name]}" for name in _PARTS]
    return "\n\n".join(parts) + "\n"


def page_parts(rule: Rule) -> dict[str, str]:
    """Return the page of a rule in parts: what, why, example, limits, in Markdown."""
    found = {"what": ""}
    name = "what"
    for paragraph in rule.page.replace("``", "`").split("\n\n"):
        label = _LABEL.match(paragraph)
        name = label[1].lower() if label else name
        text = " ".join(paragraph[label.end() if label else 0 :].split())
        found[name] = f"{found[name]} {text}" if found.get(name) else text
    return found


def page_hash(rule: Rule) -> str:
    """Return the first digits of the hash of a rule's page, which its translation names."""
    words = " ".join(rule.page.split())
    return hashlib.sha256(words.encode()).hexdigest()[:_HASH]


def read_rules_manual(language: str) -> dict[str, dict[str, str]]:
    """Return the manual of the rules in another language, by rule."""
    file = resources.files("lawkb") / "checks" / f"manual_{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def manual_languages() -> tuple[str, ...]:
    """Return the tags of the languages that the manual is translated into, sorted."""
    names = (file.name for file in (resources.files("lawkb") / "checks").iterdir())
    found = (_RENDERING.fullmatch(name) for name in names)
    return tuple(sorted(match[1] for match in found if match))
