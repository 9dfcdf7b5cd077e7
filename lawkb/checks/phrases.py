"""The words of a language that the rules know, from the table ``[checks]`` of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lawkb.model.language import any_language
from lawkb.search.folding import fold


@dataclass(frozen=True, slots=True)
class Phrases:
    """What the rules know of the words of one language; every word folded.

    Attributes:
        obligation: Words that bind.
        advice: Words that advise.
        light: Words that say little by being there: verbs that only help, and what follows a verb.
        permission: Words that allow.
        quotes: Usual pairs of quotation marks, the preferred one first.
        apostrophe: The apostrophe of print.
        ends: Characters that end a sentence.
        spaced: Marks that have a blank before them.
        compounding: Beginnings of words that stand for an adjective, with its concept.
        doubled: Words of which two in a row are right.
        local: How a remark in brackets opens that holds for one country; not folded.
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
def read_phrases(code: str) -> Phrases:
    """The phrases of a language by its tag; empty where it has no table ``[checks]``."""
    table = any_language(code).tables.get("checks", {})
    return Phrases(
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
