"""Queries of every class, drawn from the provisions of a code: each finds at least one."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal, get_args

from lawkb.model.address import Address
from lawkb.model.code import Code
from lawkb.model.language import read_language
from lawkb.search.documents import Document, documents
from lawkb.words.tokens import Token, tokens

Kind = Literal["term", "and", "phrase", "near", "prefix", "wildcard", "fuzzy", "cited-by", "jump"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NAMES: dict[Kind, str] = {
    "term": "term",
    "and": "3-term AND",
    "phrase": "phrase",
    "near": "NEAR/5",
    "prefix": "prefix",
    "wildcard": "wildcard",
    "fuzzy": "fuzzy",
    "cited-by": "cited-by",
    "jump": "jump",
}

_PREFIX = 4  # letters: two syllables of an invented word
_LONG = 6  # letters of a word that is asked for by its beginning or misspelt
_NEAR = 3  # words from one to the other


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, as lawkb is asked and as its peers are.

    Attributes:
        kind: Its class.
        query: As a person types it.
        terms: For the peers: folded words or patterns of the exact field, stems for ``term`` and
            ``and``, the term of a cited address, or the place of a provision.
    """

    kind: Kind
    query: str
    terms: tuple[str, ...]


def draw(code: Code, number: int) -> dict[Kind, tuple[Asked, ...]]:
    """Some queries of every class; the same for the same code.

    Args:
        code: Laws of invented words, in Greek and English by turns.
        number: How many of each class.
    """
    held = [document for document in documents(code) if _long(document)]
    chance = random.Random(len(held))
    found: dict[Kind, tuple[Asked, ...]] = {}
    for kind in KINDS:
        chosen = chance.sample(held, number)
        languages = ("el", "en") * number
        found[kind] = tuple(
            _asked(kind, document, read_words(document, language, code), chance)
            for document, language in zip(chosen, languages, strict=False)
        )
    return found


def read_words(document: Document, language: str, code: Code) -> tuple[Token, ...]:
    """The words of a provision in one language, in their order, addresses among them."""
    text = document.text(language)
    parts = text.in_zone("text") if text else ()
    read = read_language(language)
    scheme = code.outline.scheme
    return tuple(
        t for part in parts for t in tokens(part.text, read, scheme, part.references or ())
    )


def _long(document: Document) -> bool:
    """Whether a provision has a sentence in both languages, and cites a part of a law."""
    parts = [part for text in document.texts for part in text.in_zone("text")]
    return len(parts) == 2 and all(part.references for part in parts)


def _asked(kind: Kind, document: Document, read: tuple[Token, ...], chance: random.Random) -> Asked:
    if kind == "jump":
        return _jump(document)
    if kind == "cited-by":
        cited = next(token for token in read if token.address)
        return Asked(kind, f"cites:{cited.folded}", (cited.term,))
    words = [token for token in read if token.kind == "word"]
    if kind in ("term", "and"):
        few = chance.sample(words[:-2], 1 if kind == "term" else 3)
        typed = " AND ".join(token.folded for token in few)
        return Asked(kind, typed, tuple(token.stem for token in few))
    if kind in ("phrase", "near"):
        return _beside(kind, words, chance)
    long = chance.choice([token.folded for token in words if len(token.folded) >= _LONG])
    return _unlike(kind, long)


def _beside(kind: Kind, words: list[Token], chance: random.Random) -> Asked:
    step = 1 if kind == "phrase" else _NEAR
    first = chance.randrange(8)  # the sentence has 12 words and more before it cites anything
    pair = (words[first].folded, words[first + step].folded)
    typed = f'"{" ".join(pair)}"' if kind == "phrase" else " NEAR/5 ".join(pair)
    return Asked(kind, typed, pair)


def _unlike(kind: Kind, word: str) -> Asked:
    """A word that is not typed in full, or not as it is spelt."""
    if kind == "prefix":
        return Asked(kind, f"{word[:_PREFIX]}*", (word[:_PREFIX],))
    if kind == "wildcard":
        pattern = f"{word[:2]}?{word[3:5]}*"
        return Asked(kind, pattern, (pattern,))
    other = "x" if word.isascii() else "ξ"
    misspelt = word[:3] + other + word[4:]
    return Asked(kind, f"{misspelt}~1", (misspelt,))


def _jump(document: Document) -> Asked:
    place = document.place
    label = document.texts[0].label
    path = place.path if isinstance(place, Address) else ()
    return Asked("jump", label, (" ".join(map(str, path)),))
