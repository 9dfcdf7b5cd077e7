"""The words for texts beside the laws and for their divisions: *Annex*, *Part*, «παράρτημα»."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from lawkb.model.address import Scheme
from lawkb.model.label import names_of
from lawkb.model.language import Language
from lawkb.references.vocabulary import PhraseIndex, phrase_index, token_keys, words_alphabet


@dataclass(frozen=True, slots=True)
class BesideWords:
    """The words of a language for the texts beside the laws of a code.

    Attributes:
        series: Words for such texts, by the name of their series.
        divisions: Words for the divisions inside them, by the name of the division.
        parts: Words for parts of any text: *point*, *item*.
        this: Words before one of these that make it the one in which they are: *this*.
        opening: First words of divisions and parts.
        capitals: Whether the name of such a text without a number has a capital letter.
    """

    series: PhraseIndex
    divisions: PhraseIndex
    parts: PhraseIndex
    this: frozenset[str]
    opening: frozenset[str]
    capitals: bool = False


_NONE = BesideWords(PhraseIndex({}), PhraseIndex({}), PhraseIndex({}), frozenset(), frozenset())


@cache
def read_beside_words(language: Language, scheme: Scheme) -> BesideWords:
    """Return the words of a language for the texts beside the laws; empty if the code has none."""
    alphabet = words_alphabet(language)

    def phrases(words: Iterable[str]) -> list[tuple[str, ...]]:
        return token_keys(words, alphabet)

    if not scheme.series:
        return _NONE
    table = language.tables.get("divisions", {})
    words = language.tables.get("references", {})
    names = {level.name for series in scheme.series for level in series.divisions}
    divisions = phrase_index({name: phrases(table.get(name, ())) for name in sorted(names)})
    parts = phrase_index({"part": phrases(words.get("parts", words.get("point", ())))})
    return BesideWords(
        series=phrase_index(
            {each.name: phrases(names_of(each, language)) for each in scheme.series}
        ),
        divisions=divisions,
        parts=parts,
        this=frozenset(each[0] for each in phrases(table.get("this", ()))),
        opening=frozenset((*divisions.by_first, *parts.by_first)),
        capitals=words.get("capital_series", False),
    )
