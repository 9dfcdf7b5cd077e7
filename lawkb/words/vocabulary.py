"""The vocabulary of a language: stems, stop words, and the words its stemmer treats badly.

All of it is read from the table ``[search]`` of the language's file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import Stemmer

from lawkb.model.language import any_language
from lawkb.words.folding import fold, script

# Shorter stems are shared by strangers: καλώ and καλός, είδε and είδος.
_SPEAKING_STEM = 4


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the search knows of the words of one language; every word folded.

    Attributes:
        stemmers: Snowball stemmers by script: a Latin word in a Greek text has its own.
        stop: Words too common to tell provisions apart.
        acronyms: Words that are never stemmed.
        joined: Stem to the one stem of its family, where the stemmer gives a word several.
        forms: Form to its own stem: words that the stemmer joins though they are two, and
            members of a family whose stem is too short to speak for them.
    """

    stemmers: Mapping[str, Any] = field(hash=False)
    stop: frozenset[str]
    acronyms: frozenset[str]
    joined: Mapping[str, str] = field(hash=False)
    forms: Mapping[str, str] = field(hash=False)

    def stem(self, folded: str) -> str:
        """Return the stem of a folded word; the word itself when its script has no stemmer."""
        if folded in self.acronyms:
            return folded
        if folded in self.forms:
            return self.forms[folded]
        stem = _stemmed(self.stemmers, folded)
        return self.joined.get(stem, stem)


@cache
def read_vocabulary(code: str) -> Vocabulary:
    """Return the vocabulary of a BCP 47 tag; empty when its file has no table ``[search]``."""
    table = any_language(code).tables.get("search", {})
    stemmers = _stemmers(table.get("stemmers", {}))
    families = _lines(table, "join")
    looks = {form: _stemmed(stemmers, form) for family in families for form in family}
    return Vocabulary(
        stemmers=stemmers,
        stop=frozenset(word for line in _lines(table, "stop") for word in line),
        acronyms=frozenset(word for line in _lines(table, "acronyms") for word in line),
        joined={
            looks[form]: name
            for name, form in _named(families)
            if len(looks[form]) >= _SPEAKING_STEM
        },
        forms={
            form: name
            for name, form in (*_named(families), *_named(_lines(table, "apart")))
            if len(looks.get(form, "")) < _SPEAKING_STEM
        },
    )


def _stemmers(named: Mapping[str, str]) -> dict[str, Any]:
    """Without Snowball's own cache: who asks keeps the answer, and clearing it takes far longer."""
    return {script_name: Stemmer.Stemmer(of, 0) for script_name, of in named.items()}


def _lines(table: Mapping[str, Any], key: str) -> list[list[str]]:
    """Return the lines of a list in the language file, each as its folded words."""
    return [[fold(word) for word in line.split()] for line in table.get(key, ())]


def _named(lines: list[list[str]]) -> list[tuple[str, str]]:
    """Return every form with the stem of its line; the sign tells it from all real stems."""
    return [(f"={line[0]}", form) for line in lines for form in line]


def _stemmed(stemmers: Mapping[str, Any], folded: str) -> str:
    stemmer = stemmers.get(script(folded) or "")
    return (stemmer.stemWord(folded) or folded) if stemmer else folded
