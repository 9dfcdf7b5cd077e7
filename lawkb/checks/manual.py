"""The manual pages of the rules: from their docstrings, and from their Greek renderings."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from importlib import resources

from lawkb.checks.rules import RULES, Rule

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
    """The page of all rules in Markdown.

    Args:
        translation: By rule its parts in another language, and ``headings``; None for English.

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
    """The page of a rule by its parts: what, why, example, limits; code in single backticks."""
    found = {"what": ""}
    name = "what"
    for paragraph in rule.page.replace("``", "`").split("\n\n"):
        label = _LABEL.match(paragraph)
        name = label[1].lower() if label else name
        text = " ".join(paragraph[label.end() if label else 0 :].split())
        found[name] = f"{found[name]} {text}" if found.get(name) else text
    return found


def page_hash(rule: Rule) -> str:
    """The beginning of the hash of a rule's page: a rendering of it names this."""
    words = " ".join(rule.page.split())
    return hashlib.sha256(words.encode()).hexdigest()[:_HASH]


def read_rendering(language: str) -> dict[str, dict[str, str]]:
    """The manual of the rules in another language, by rule."""
    file = resources.files("lawkb") / "checks" / f"manual_{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def rendered_languages() -> tuple[str, ...]:
    """Tags of the languages that the manual of the rules is rendered in, in order."""
    names = (file.name for file in (resources.files("lawkb") / "checks").iterdir())
    found = (_RENDERING.fullmatch(name) for name in names)
    return tuple(sorted(match[1] for match in found if match))
