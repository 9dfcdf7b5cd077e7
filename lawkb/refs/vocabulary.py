"""The words that references are written with: the table ``[references]`` of a language file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import NamedTuple

from lawkb.model.language import Language
from lawkb.refs.tokens import Token, read_tokens

YEAR = "{edition}"  # stands in a phrase for the id of an edition, a year
_YEARS = range(1900, 2100)
# Tables of the file whose phrases open a reference; their names are the kinds of the openers.
LED = ("law", "section", "point", "see", "under", "exactly", "weak", "article")
_OPENERS = (*LED, "self")  # that one is a reference by itself, behind the others is a label

_Words = tuple[str, ...]


class Phrase(NamedTuple):
    """A phrase found in a text.

    Attributes:
        kind: Name of the table it stands in.
        words: Keys of its tokens.
        end: Index of the token after it.
    """

    kind: str
    words: _Words
    end: int


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases, looked up by their first word.

    Attributes:
        by_first: First word to the phrases that begin with it and their kinds, longest first.
    """

    by_first: Mapping[str, tuple[tuple[_Words, str], ...]] = field(hash=False)

    def words(self, *kinds: str) -> tuple[_Words, ...]:
        """The words of the phrases of some kinds; of every kind when none is named."""
        phrases = (phrase for found in self.by_first.values() for phrase in found)
        return tuple(words for words, kind in phrases if not kinds or kind in kinds)

    def at(self, tokens: tuple[Token, ...], i: int) -> Phrase | None:
        """The longest phrase that begins at a token, or None."""
        for words, kind in self.by_first.get(tokens[i].key, ()):
            if _stand(words, tokens, i):
                return Phrase(kind, words, i + len(words))
        return None

    def all_at(self, tokens: tuple[Token, ...], i: int) -> tuple[Phrase, ...]:
        """Every phrase that begins at a token, longest first."""
        found = self.by_first.get(tokens[i].key, ())
        return tuple(
            Phrase(kind, words, i + len(words)) for words, kind in found if _stand(words, tokens, i)
        )


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What ``[references]`` of a language says; the file explains each table.

    Attributes:
        opening: First words of all that a reference can begin with.
        continuing: First words of all that a list can go on with behind a label.
        known: Every word of every phrase: where another stands, no reference goes on.
        openers: Phrases after which references may stand, and phrases that are one.
        plural: Openers that announce several.
        announcing: Last words of the openers behind which a letter is no word: «Section A».
        joins: Words and signs between the items of a list, of kind ``and``, ``or`` or ``comma``.
        ranges: Words and signs between the ends of a range.
        range_openers: Words before the first end of a range.
        after: Phrases after a reference that place it in the same law, ``above``.
        tails: Phrases after a reference that add nothing (``filler``) or name an ``edition``.
        edition_before: Phrases that name the edition of the reference that follows.
        of_law: Words between a section and its law.
        foreign: Phrases after a law that make it one of another document.
        foreign_section: The same after a section.
        letter_words: Letters that are words when they stand alone.
        abbreviations: Words before a full stop that ends no sentence.
        alphabet: Look-alike small letters, for ``read_tokens``.
    """

    opening: frozenset[str]
    continuing: frozenset[str]
    known: frozenset[str]
    openers: Phrases
    plural: frozenset[_Words]
    announcing: frozenset[str]
    joins: Phrases
    ranges: Phrases
    range_openers: Phrases
    after: Phrases
    tails: Phrases
    edition_before: Phrases
    of_law: Phrases
    foreign: Phrases
    foreign_section: Phrases
    letter_words: frozenset[str]
    abbreviations: frozenset[str]
    alphabet: Mapping[int, int] = field(hash=False)


@cache
def read_vocabulary(language: Language) -> Vocabulary:
    """The vocabulary of a language; one without a ``[references]`` table has no references."""
    raw: Mapping[str, list[str]] = language.tables.get("references", {})
    lookalikes: Mapping[str, str] = language.tables.get("references", {}).get("lookalikes", {})
    alphabet = {ord(look): ord(own) for look, own in lookalikes.items()}

    def words(*kinds: str) -> dict[str, list[_Words]]:
        return {kind: [_words(phrase, alphabet) for phrase in raw.get(kind, ())] for kind in kinds}

    def phrases(*kinds: str) -> Phrases:
        return _phrases(words(*kinds))

    joins, ranges = (
        _phrases(_joins(words("and", "or"))),
        _phrases({**words("range"), "dash": [("-",)]}),
    )
    openers, edition_before = phrases(*_OPENERS), phrases("edition_before")
    tails = phrases("filler", "edition")
    every = words(*raw.keys() - {"lookalikes"}).values()
    return Vocabulary(
        opening=frozenset(("(", *openers.by_first, *edition_before.by_first)),
        continuing=frozenset(chain(*(p.by_first for p in (joins, ranges, tails, openers)))),
        known=frozenset(word for found in every for phrase in found for word in phrase),
        openers=openers,
        plural=frozenset(words("plural")["plural"]),
        announcing=frozenset(phrase[-1] for phrase in words("section")["section"]),
        joins=joins,
        ranges=ranges,
        range_openers=phrases("range_opener"),
        after=phrases("after", "after_see"),
        tails=tails,
        edition_before=edition_before,
        of_law=phrases("of_law"),
        foreign=phrases("foreign"),
        foreign_section=phrases("foreign_section"),
        letter_words=frozenset(raw.get("letter_words", ())),
        abbreviations=frozenset(phrase[0] for phrase in words("abbreviations")["abbreviations"]),
        alphabet=alphabet,
    )


def _joins(words: dict[str, list[_Words]]) -> dict[str, list[_Words]]:
    """The joins: those of the file, the same behind a comma, the comma, and the stroke."""
    joins = {kind: [*found, *((",", *phrase) for phrase in found)] for kind, found in words.items()}
    joins["or"].append(("/",))
    return {**joins, "comma": [(",",)]}


def year_of(tokens: Iterable[Token]) -> str | None:
    """The year among some tokens, or None."""
    return next((token.text for token in tokens if _is_year(token)), None)


def _phrases(kinds: Mapping[str, list[_Words]]) -> Phrases:
    by_first: dict[str, list[tuple[_Words, str]]] = defaultdict(list)
    for kind, phrases in kinds.items():
        for phrase in phrases:
            by_first[phrase[0]].append((phrase, kind))
    return Phrases(
        {first: tuple(sorted(found, key=lambda p: -len(p[0]))) for first, found in by_first.items()}
    )


def _words(phrase: str, alphabet: Mapping[int, int]) -> _Words:
    found: list[str] = []
    for part in phrase.split():
        keys = [token.key for token in read_tokens(part, alphabet)[:-1]]
        found += [part] if part == YEAR else keys
    return tuple(found)


def _stand(words: _Words, tokens: tuple[Token, ...], i: int) -> bool:
    """Whether the words stand at a token, the first of them seen already; none is the end."""
    for at, word in enumerate(words[1:], i + 1):
        if tokens[at].key != word and not (word == YEAR and _is_year(tokens[at])):
            return False
    return True


def _is_year(token: Token) -> bool:
    return token.kind == "number" and len(token.text) == len("2007") and int(token.text) in _YEARS
