"""The words that references are written with: the table ``[references]`` of a language file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from lawkb.model.language import Language
from lawkb.refs.tokens import Token, read_tokens

YEAR = "{edition}"  # stands in a phrase for the id of an edition, a year
_YEARS = range(1900, 2100)
# Tables of the file whose phrases open a reference; their names are the kinds of the openers.
_OPENERS = ("law", "section", "point", "see", "under", "exactly", "weak", "article", "self")

_Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
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

    def at(self, tokens: tuple[Token, ...], i: int) -> Phrase | None:
        """The longest phrase that begins at a token, or None."""
        return next(self.all_at(tokens, i), None)

    def all_at(self, tokens: tuple[Token, ...], i: int) -> Iterator[Phrase]:
        """Every phrase that begins at a token, longest first."""
        for words, kind in self.by_first.get(tokens[i].key, ()):
            after = tokens[i : i + len(words)]
            if len(after) == len(words) and all(map(_is_word, after, words)):
                yield Phrase(kind, words, i + len(words))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What ``[references]`` of a language says; the file explains each table.

    Attributes:
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

    joins = words("and", "or")
    for kind in ("and", "or"):
        joins[kind] += [(",", *phrase) for phrase in joins[kind]]
    joins["or"].append(("/",))
    joins["comma"] = [(",",)]
    ranges = words("range")
    ranges["dash"] = [("-",)]
    return Vocabulary(
        openers=_phrases(words(*_OPENERS)),
        plural=frozenset(words("plural")["plural"]),
        announcing=frozenset(phrase[-1] for phrase in words("section")["section"]),
        joins=_phrases(joins),
        ranges=_phrases(ranges),
        range_openers=_phrases(words("range_opener")),
        after=_phrases(words("after", "after_see")),
        tails=_phrases(words("filler", "edition")),
        edition_before=_phrases(words("edition_before")),
        of_law=_phrases(words("of_law")),
        foreign=_phrases(words("foreign")),
        foreign_section=_phrases(words("foreign_section")),
        letter_words=frozenset(raw.get("letter_words", ())),
        abbreviations=frozenset(phrase[0] for phrase in words("abbreviations")["abbreviations"]),
        alphabet=alphabet,
    )


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


def _is_word(token: Token, word: str) -> bool:
    return _is_year(token) if word == YEAR else token.key == word


def _is_year(token: Token) -> bool:
    return token.kind == "number" and len(token.text) == len("2007") and int(token.text) in _YEARS
