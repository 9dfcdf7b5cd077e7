"""The vocabulary of a language: stems, stop words and acronyms; table ``[search]`` of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import Stemmer

from lawkb.model.language import any_language
from lawkb.words.folding import fold, script

_DISTINCT_STEM = 4  # shorter stems are shared by unrelated words: καλώ and καλός, είδε and είδος


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The stems, stop words and acronyms of one language. Every word is folded.

    Folded is: in lower case, without accents, in one alphabet.

    Attributes:
        stemmers: Snowball stemmers by script, since a Greek text has Latin words, too.
        stop: Very frequent words, such as articles.
        acronyms: Words that are never stemmed.
        joined: From a stem to the stem to use instead, where the stemmer gives the forms of one
            word different stems.
        forms: From a word form to its stem: for different words to which the stemmer gives the same
            stem, and for forms whose stem is too short to be distinct.
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
    """Return the stems and stop words of a language from the table ``[search]`` of its file.

    Empty without such a table. ``code`` is the BCP 47 tag of the language, ``el``.
    """
    table = any_language(code).tables.get("search", {})
    # Without Snowball's own cache (0): callers have theirs, and clearing it takes long.
    stemmers = {name: Stemmer.Stemmer(of, 0) for name, of in table.get("stemmers", {}).items()}
    families = _lines(table, "join")
    looks = {form: _stemmed(stemmers, form) for family in families for form in family}
    return Vocabulary(
        stemmers=stemmers,
        stop=frozenset(word for line in _lines(table, "stop") for word in line),
        acronyms=frozenset(word for line in _lines(table, "acronyms") for word in line),
        joined={
            looks[form]: name
            for name, form in _named(families)
            if len(looks[form]) >= _DISTINCT_STEM
        },
        forms={
            form: name
            for name, form in (*_named(families), *_named(_lines(table, "apart")))
            if len(looks.get(form, "")) < _DISTINCT_STEM
        },
    )


def _lines(table: Mapping[str, Any], key: str) -> list[list[str]]:
    return [[fold(word) for word in line.split()] for line in table.get(key, ())]


def _named(lines: list[list[str]]) -> list[tuple[str, str]]:
    """Return every form of a line after its stem: ``=`` and the first form."""
    return [(f"={line[0]}", form) for line in lines for form in line]


def _stemmed(stemmers: Mapping[str, Any], folded: str) -> str:
    stemmer = stemmers.get(script(folded) or "")
    return (stemmer.stemWord(folded) or folded) if stemmer else folded
