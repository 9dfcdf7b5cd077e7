"""Correct the words of a query that no text has: misspelt, or typed on other keys or letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from lawkb.search.query.nodes import words_near
from lawkb.words.folding import fold, image
from lawkb.words.spellings import Spellings
from lawkb.words.tokens import read_vocabulary

# Signs that a word is to be searched as it is: it stands after them or in them.
_LEFT_ALONE = r"=\S+|\S*[*?~]\S*|\S+:\S+|\"[^\"]*\"|«[^»]*»|“[^”]*”|„[^“”]*[“”]|\S*\d\S*\(\S*"
_TYPED = r"[^\W_](?:[\w;]*[^\W_])?"
_SHORTEST = 3  # letters of a word that is corrected, and of what it is corrected to
_LEAST = 4  # letters of a word in which one may be wrong
_LONG = 7  # … in which two may be wrong, but not the first: unauthorized is not authorized


@dataclass(frozen=True)
class KnownWords:
    """The words of the texts in a language, by what their spellings have in common."""

    tag: str  # BCP 47 tag of the language.
    spellings: Spellings  # The other ways to type words of the language.
    # How often texts have each word; the words are folded.
    words: Mapping[str, int] = field(repr=False, hash=False)

    @cached_property
    def by_key(self) -> Mapping[str, str]:
        """The most frequent word of each key."""
        found: dict[str, str] = {}
        for word in sorted(self.words, key=lambda word: (-self.words[word], word)):
            if word.isalpha() and len(word) >= _SHORTEST and word not in self.stop:
                found.setdefault(self.spellings.key(word), word)
        return found

    @cached_property
    def stop_by_key(self) -> Mapping[str, str]:
        """The very frequent words by their key; they may be in no text."""
        long = (word for word in sorted(self.stop) if len(word) >= _SHORTEST)
        return {self.spellings.key(word): word for word in long}

    @property
    def stop(self) -> frozenset[str]:
        """The very frequent words of the language, and those of a question."""
        return read_vocabulary(self.tag).stop | read_vocabulary(self.tag).asking


def typed_words(query: str) -> Iterator[re.Match[str]]:
    """Yield the words of a query that may be corrected, as matches.

    Phrases, words with a sign of the query language, fields and addresses are left out.
    """
    for match in re.finditer(rf"(?:{_LEFT_ALONE})|(?P<word>{_TYPED})", query):
        if match["word"] and any(map(str.isalpha, match["word"])):
            yield match


def nearest(typed: str, languages: tuple[KnownWords, ...]) -> str | None:
    """Return the word of the texts that a typed word probably stands for, folded, or None.

    The one with the fewest changes, then the likelier reading, then the more frequent word.
    """
    if len(typed) < _SHORTEST:
        return None
    seen_as = fold(image(typed) or "")
    for known in languages:
        if seen_as in known.words:
            return seen_as
    found = [
        (changes, order, -known.words.get(word, 0), word)
        for known in languages
        for order, reading in enumerate(known.spellings.readings(typed))
        for changes, word in _near(known, reading)
    ]
    return min(found)[-1] if found else None


def _near(known: KnownWords, reading: str) -> Iterator[tuple[int, str]]:
    """Yield the words of the texts that sound almost like a word, with the number of changes."""
    key = known.spellings.key(reading)
    same = known.stop_by_key.get(key) or known.by_key.get(key)
    if same:
        yield 0, same
        return
    most = 0 if len(key) < _LEAST else 1 if len(key) < _LONG else 2
    for changes in range(1, most + 1):
        near = words_near(key, tuple(known.by_key), changes)
        near = tuple(each for each in near if changes == 1 or each[0] == key[0])
        yield from ((changes, known.by_key[each]) for each in near)
        if near:
            return
