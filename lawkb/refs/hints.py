"""A first look at a text: whether it can hold a reference at all. Most texts of a page cannot."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from lawkb.refs.normal import MARK_SIGNS, ordinary_characters
from lawkb.refs.openings import LETTER, NEVER, FirstLabel
from lawkb.refs.vocabulary import STANDING, Vocabulary


@dataclass(frozen=True, slots=True)
class Hints:
    """What a text with a reference holds; accents need not be taken off before.

    Attributes:
        labels: Finds the first letter, figure or sign of every label, and others.
        phrases: Finds a word of every phrase that is a reference without a label, and others.
        reach: How many words stand at most between the beginning of a reference and either.
    """

    labels: re.Pattern[str]
    phrases: re.Pattern[str]
    reach: int

    def start_in(self, text: str) -> int | None:
        """A place that no reference of an ordinary text begins before.

        None when the text has no reference; one that is not ordinary may have.
        """
        label, phrase = self.labels.search(text), self.phrases.search(text)
        if label is None and phrase is None:
            return None
        at = min(label.start() if label else len(text), phrase.start() if phrase else len(text))
        words = text[:at].rsplit(None, self.reach)
        return len(words[0]) if len(words) > self.reach else 0


def read_hints(vocabulary: Vocabulary, first: FirstLabel) -> Hints:
    """The hints of a language, with what the first label of an address can begin with."""
    spellings = _spellings(vocabulary)
    phrases = "|".join(_spelled(word, spellings) for word in sorted(_telling(vocabulary)))
    openers, between = vocabulary.openers.words(), vocabulary.range_openers.words()
    reach = max(map(len, openers), default=0) + max(map(len, between), default=0)
    # «the first and the second subparagraph»: every ordinal, and a word before it.
    ordinals = vocabulary.openers.words("ordinal")
    joins = max(map(len, vocabulary.joins.words()), default=0)
    reach += sum(len(words) + joins for words in ordinals)
    return Hints(re.compile(_begun(first)), re.compile(phrases or NEVER), reach)


def _begun(first: FirstLabel) -> str:
    """A pattern for what a label can begin with, and for what makes a text no ordinary one.

    A letter of a longer word is no label, and none where the text begins; of the signs that are
    marks of a wiki in pairs, one apostrophe alone says nothing. Small letters that a bracket only
    closes are found by the bracket.
    """
    plain = ordinary_characters()
    signs = {sign[0] for sign in first.signs}
    firm = {char for char in plain if plain[char].isdecimal() or plain[char] in signs}
    letters = {char for char in plain if plain[char].isalnum() and first.fits(plain[char])} - firm
    closing = {")"} if first.closed else set()
    silent = re.escape("".join(set(plain) - firm - letters - closing - set(MARK_SIGNS)))
    unsure = _one_of(letters | closing | {"'"})
    alone = rf"(?<!['{''.join(closing)}])(?<!\A.)(?!{LETTER}{{{first.longest}}})"
    closed = (rf"(?<=(?<!{LETTER}){LETTER}{{{n}}}\))" for n in range(1, first.closed + 1))
    ways = (f"(?<!{unsure})", "(?<=')(?=')", alone, *closed)
    return rf"[^{silent}](?:{'|'.join(ways)})"


def _telling(vocabulary: Vocabulary) -> frozenset[str]:
    """A word of every phrase that is a reference by itself: the one for a law, which is rare.

    Of *first subparagraph* and its like it is the word that an ordinal needs.
    """
    law = {words[0] for words in vocabulary.openers.words("law")}
    return frozenset(
        next((word for word in words if word in law), max(words, key=len))
        for words in vocabulary.openers.words(*STANDING, "subparagraph")
    )


def _spellings(vocabulary: Vocabulary) -> dict[str, set[str]]:
    """Every letter of a key to all that it can be written with: accents, case, look-alikes."""
    spellings: dict[str, set[str]] = defaultdict(set)
    for char, plain in ordinary_characters().items():
        spellings[plain.casefold().translate(vocabulary.alphabet)].add(char)
    return spellings


def _spelled(word: str, spellings: Mapping[str, set[str]]) -> str:
    return "".join(_one_of(spellings[letter]) for letter in word)


def _one_of(chars: set[str]) -> str:
    return f"[{re.escape(''.join(sorted(chars)))}]" if chars else NEVER
