"""Queries of every class, made of words that stand near each other in the texts of a code."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from lawkb.errors import LawkbError
from lawkb.model.code import Code, Outline
from lawkb.search.documents import documents
from lawkb.search.query.nodes import Node, loosened
from lawkb.search.query.parser import parse_query

KINDS = "word strangers long shuffled phrase near boolean wildcard typo field address".split()

_WINDOW = 6  # words
_BOOLEAN = (
    "{0} AND {1} NOT {2}",
    "({0} OR {1}) {2}",
    "{0} OR {1}",
    "NOT {0}",
    "{0} NOT ({1} OR {2})",
    "({0} {1}) OR ({2} AND {3})",
    "{0} OR NOT {1}",
    "{0} ={1}",
)
_SCOPED = (
    "in:notes {0}",
    "in:heading {0} {1}",
    "heading:{0}",
    "lang:el {0}",
    "lang:en {0} {1}",
    "law:{place} {0}",
    "law:{low}-{high} {0}",
    "edition:2017 {0}",
    "in:text",
    "law:{place}",
    "in:comments,notes {0}",
    "in:notes OR in:heading",
    "law:{low}-{high} in:notes",
    "law:{place} OR law:{other}",
    "in:text ({0} OR NOT {1})",
)
_ADDRESSES = (
    "cites:{place}",
    "{place}",
    "cited-by:{place}",
    "cites:{low}",
    "cited-by:{low}",
    "{low} {0}",
    "{place} {0}",
    "cites:{low} {0}",
    "cited-by:{low} {0}",
    "{low} NEAR/5 {0}",
    '"{0} {place}"',
)


def as_asked(
    queries: Iterable[str], outline: Outline
) -> Iterator[tuple[str, Node, tuple[str, ...]]]:
    """Yield each query with its tree and the languages that are searched, as engines get them."""
    tags = tuple(language.code for language in outline.languages)
    for place, query in enumerate(queries):
        tree = parse_query(query, outline.languages, outline.scheme)
        # Every second one as it is read when nothing has all of its words.
        tree = (loosened(tree) if tree and place % 2 else None) or tree
        assert tree
        yield query, tree, tags if place % 3 else tags[place % len(tags) :][:1]


class Drawn:
    """Draws queries; the same for the same code and seed."""

    def __init__(self, code: Code, seed: int) -> None:
        self._code = code
        self._chance = random.Random(seed)
        held = list(documents(code))
        texts = (part.text for each in held for text in each.texts for part in text.parts)
        self._rows = [words for words in map(_words, texts) if len(words) >= _WINDOW]
        write = code.outline.scheme.write
        self._places = [write(each.citing) for each in held if each.citing]

    def queries(self, kind: str, number: int) -> Iterator[str]:
        """Yield queries of a class that are well formed and have a word to search for."""
        outline = self._code.outline
        while number:
            query = getattr(self, f"_{kind}")()
            try:
                if parse_query(query, outline.languages, outline.scheme) is None:
                    continue
            except LawkbError:
                continue  # a drawn word is one of the query language
            yield query
            number -= 1

    def _near_words(self) -> list[str]:
        row = self._chance.choice(self._rows)
        start = self._chance.randint(0, len(row) - _WINDOW)
        return row[start : start + _WINDOW]

    def _one_word(self) -> str:
        return self._chance.choice(self._near_words())

    def _word(self) -> str:
        return " ".join(self._chance.sample(self._near_words(), self._chance.randint(1, 4)))

    def _strangers(self) -> str:
        return " ".join(self._one_word() for _ in range(self._chance.randint(2, 4)))

    def _long(self) -> str:
        return " ".join(self._near_words())

    def _shuffled(self) -> str:
        return " ".join(self._chance.sample(self._near_words(), self._chance.randint(3, 6)))

    def _phrase(self) -> str:
        phrase = " ".join(self._near_words()[: self._chance.randint(1, 4)])
        more = f" {self._one_word()}" if self._chance.random() < 0.3 else ""
        return f'"{phrase}"{more}'

    def _near(self) -> str:
        words = self._near_words()
        sign = f" NEAR/{self._chance.randint(1, 9)} "
        if self._chance.random() < 0.25:
            return f'"{words[0]} {words[1]}"{sign}{words[self._chance.randint(2, 5)]}'
        if self._chance.random() < 0.25:
            return f"{self._pattern(words[0])}{sign}{words[1]}"
        return sign.join(self._chance.sample(words, self._chance.choice((2, 2, 3, 4, 5, 6))))

    def _boolean(self) -> str:
        return self._chance.choice(_BOOLEAN).format(*self._near_words())

    def _wildcard(self) -> str:
        more = f" {self._one_word()}" if self._chance.random() < 0.4 else ""
        return self._pattern(self._one_word()) + more

    def _typo(self) -> str:
        word = self._one_word()
        at = self._chance.randrange(len(word))
        letter = self._chance.choice("aeionαεη")
        wrong = word[:at] + letter + word[at + self._chance.randint(0, 1) :]
        return wrong + self._chance.choice(("~", "~1", "~2"))

    def _field(self) -> str:
        return self._placed(_SCOPED)

    def _address(self) -> str:
        return self._placed(_ADDRESSES)

    def _placed(self, patterns: tuple[str, ...]) -> str:
        low, high = sorted(self._chance.sample(range(1, 94), 2))
        named: Mapping[str, object] = {
            "place": self._chance.choice(self._places),
            "other": self._chance.choice(self._places),
            "low": low,
            "high": high,
        }
        return self._chance.choice(patterns).format(*self._near_words(), **named)

    def _pattern(self, word: str) -> str:
        at = self._chance.randint(1, len(word))
        made: Callable[[], str] = self._chance.choice(
            (
                lambda: f"{word[:at]}*",
                lambda: f"*{word[-at:]}",
                lambda: f"{word[: at - 1]}?{word[at:]}",
            )
        )
        return made()


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)
