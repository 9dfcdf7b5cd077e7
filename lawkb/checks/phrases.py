"""The word lists of a language used by rules: table ``[checks]`` of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lawkb.model.language import any_language
from lawkb.words import fold


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The word lists of a language, folded.

    Attributes:
        obligation: Words that oblige.
        advice: Words that advise.
        light: Words that carry little meaning: auxiliary verbs and what follows a verb.
        permission: Words that allow.
        quotes: Pairs of quotation marks, the preferred one first.
        apostrophe: The printed apostrophe.
        ends: Characters that end a sentence.
        spaced: Marks preceded by a space.
        compounding: Prefixes that translate an adjective, with its concept.
        doubled: Words that may be repeated.
        local: How a remark in brackets about one country begins; not folded.
    """

    obligation: frozenset[str]
    advice: frozenset[str]
    light: frozenset[str]
    permission: frozenset[str]
    quotes: tuple[str, ...]
    apostrophe: str
    ends: str
    spaced: str
    compounding: Mapping[str, str] = field(hash=False)
    doubled: frozenset[str]
    local: tuple[str, ...]


@cache
def read_rule_words(code: str) -> RuleWords:
    """Return the word lists of a language; empty without a table ``[checks]``."""
    table = any_language(code).tables.get("checks", {})
    return RuleWords(
        obligation=_words(table, "obligation"),
        advice=_words(table, "advice"),
        light=_words(table, "light"),
        permission=_words(table, "permission"),
        quotes=tuple(table.get("quotes", ())),
        apostrophe=table.get("apostrophe", ""),
        ends=table.get("ends", ".:;!?"),
        spaced=table.get("spaced", ""),
        compounding={fold(own): name for own, name in table.get("compounding", {}).items()},
        doubled=_words(table, "doubled"),
        local=tuple(table.get("local", ())),
    )


def _words(table: Mapping[str, Any], key: str) -> frozenset[str]:
    return frozenset(fold(word) for phrase in table.get(key, ()) for word in phrase.split())
