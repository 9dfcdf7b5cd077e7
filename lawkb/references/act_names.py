"""Names of acts that no table lists: «Canada Marine Act», «Loi sur les océans», «Αστικού Κώδικα».

A name is in italics, or it is told by its noun and the words with capital letters around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from lawkb.references.tokenizer import Token
from lawkb.references.vocabulary import PhraseIndex, is_year, token_keys

_LONGEST = 12  # tokens of a name before or after its noun
_LONGEST_ITALIC = 40
_SHORTEST_WORD = 2
_YEARS = range(1600, 2100)
_YEAR_DIGITS = 4

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class NameWords:
    """The words of a language in names of acts: the table ``acts.names`` of its file.

    Attributes:
        before: Nouns whose name is before them: «Canada Marine Act».
        after: Nouns whose name is after them, with capital letters: «Code of Civil Procedure».
        phrase: Nouns with a capital letter and a name after them that needs none: «Loi sur les
            océans».
        inner: Small words inside a name.
        joining: Those of them before which a comma may be: «Wrecked, Abandoned or Hazardous Vessels
            Act».
        ends: Words that end a name of the kind ``phrase``.
        unnamed: Words that begin no name, also with a capital letter: *This*, *Under*.
        named: Nouns of the acts that the code cites by name; of other nouns no name is read.
    """

    before: frozenset[str]
    after: frozenset[str]
    phrase: frozenset[str]
    inner: frozenset[str]
    joining: frozenset[str]
    ends: frozenset[str]
    unnamed: frozenset[str]
    named: frozenset[str]


class NamePlace(NamedTuple):
    """The index of the noun of a name, and those of its first token and after its last."""

    noun: int
    span: Span


def read_name_words(
    raw: Mapping[str, Any], named: Iterable[str], alphabet: Mapping[int, int]
) -> NameWords:
    """Return the words in names of acts.

    Args:
        raw: The table ``acts.names`` of a language file.
        named: Nouns of the acts that the code cites by name.
        alphabet: Look-alike letters of the language.
    """

    def keys(words: Iterable[str]) -> frozenset[str]:
        return frozenset(key for phrase in token_keys(words, alphabet) for key in phrase)

    found = {name: keys(raw.get(name, ())) for name in NameWords.__slots__}
    return NameWords(**{**found, "named": keys(named)})


def read_name(
    tokens: tuple[Token, ...],
    places: tuple[int, int],
    words: NameWords,
    nouns: PhraseIndex,
    italics: Mapping[int, int],
) -> NamePlace | None:
    """Return the name at a token or around the noun there, or None.

    Args:
        tokens: Tokens of a text.
        places: Index of the token, and the first one that may belong to the name.
        words: Words in names.
        nouns: What acts are called.
        italics: First code points of spans in italics, and those after them.
    """
    at, least = places
    if words.named and (found := _in_italics(tokens, at, nouns, italics)):
        return found
    token = tokens[at]
    if not _is_noun(token, nouns) or token.key not in words.named:
        return None
    first = _begin(tokens, at, least, (words, nouns)) if token.key in words.before else at
    end = at + 1
    if token.key in words.phrase:
        end = _end_of_phrase(tokens, at, words)
    elif token.key in words.after:
        end = _end(tokens, at, words)
    if (first, end) == (at, at + 1):
        return None
    return NamePlace(at, (first, _after_year(tokens, end)))


def _in_italics(
    tokens: tuple[Token, ...], at: int, nouns: PhraseIndex, italics: Mapping[int, int]
) -> NamePlace | None:
    end = italics.get(tokens[at].start)
    if end is None:
        return None
    stop, found = at, at
    for stop in range(at, min(at + _LONGEST_ITALIC, len(tokens))):
        if tokens[stop].start >= end or tokens[stop].kind in ("end", "break"):
            break
        found = stop if tokens[stop].kind == "word" else found
    if stop < at + 2:
        return None
    noun = next((i for i in (at, found) if _is_noun(tokens[i], nouns)), None)
    return None if noun is None else NamePlace(noun, (at, stop))


def _is_noun(token: Token, nouns: PhraseIndex) -> bool:
    return token.text[:1].isupper() and token.key in nouns.by_first


def _begin(
    tokens: tuple[Token, ...], at: int, least: int, known: tuple[NameWords, PhraseIndex]
) -> int:
    """Return the index of the first word of a name before its noun; that of the noun if none."""
    words, nouns = known
    first, joined = at, False
    for i in range(at - 1, max(least, at - _LONGEST) - 1, -1):
        token = tokens[i]
        joined = joined or token.key in words.joining
        if token.kind == "word" and token.text[:1].isupper():
            if token.key in words.unnamed or token.key in nouns.by_first or _is_label(token):
                break
            first = i
        elif token.key not in words.inner and not (token.text == "," and joined):
            break
    return first


def _is_label(token: Token) -> bool:
    """Return whether a word is the number of a part: «Part X»."""
    return len(token.text) < _SHORTEST_WORD or not set(token.text) - set("IVXLC")


def _end(tokens: tuple[Token, ...], at: int, words: NameWords) -> int:
    """Return the index after the words with capital letters that follow the noun of a name."""
    end = at + 1
    for i in range(at + 1, min(at + _LONGEST, len(tokens))):
        token = tokens[i]
        titled = token.kind == "word" and token.text[:1].isupper() and not _is_label(token)
        if titled and token.key not in words.unnamed:
            end = i + 1
        elif titled or token.key not in words.inner:
            break
    return end


def _end_of_phrase(tokens: tuple[Token, ...], at: int, words: NameWords) -> int:
    for i in range(at + 1, min(at + _LONGEST, len(tokens))):
        token = tokens[i]
        if token.key in words.ends or (token.kind != "word" and not _goes_on(token)):
            return _without_small_words(tokens, at, i, words)
    return at + 1


def _without_small_words(tokens: tuple[Token, ...], at: int, end: int, words: NameWords) -> int:
    """Return the index after a name without the small words at its end: «… et l'»."""
    while end > at + 1 and (tokens[end - 1].key in words.inner or tokens[end - 1].text == "'"):
        end -= 1
    return end


def _goes_on(token: Token) -> bool:
    return token.text in ("'", "-") or _is_year(token)


def _after_year(tokens: tuple[Token, ...], end: int) -> int:
    """Return the index after the year of an act: «Canada Shipping Act, 2001»."""
    comma = tokens[end].text == ","
    return end + 2 if comma and _is_year(tokens[end + 1]) else end


def _is_year(token: Token) -> bool:
    return is_year(token) or (
        token.text.isdecimal() and len(token.text) == _YEAR_DIGITS and int(token.text) in _YEARS
    )


def italic_spans(marks: Iterable[Any]) -> tuple[Span, ...]:
    """Return the spans in italics among the marks of a passage."""
    return tuple((mark.start, mark.end) for mark in marks if mark.kind == "italic")
