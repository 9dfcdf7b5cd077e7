"""Where in a text a reference can begin: one pattern over all of it, since most words cannot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lawkb.refs.vocabulary import LED, STANDING, YEAR, Vocabulary

LETTER = r"[^\W\d_]"
NEVER = "(?!)"
_SPACE = r"\s*+"
_ROMAN = "ivx"
LONGEST_ROMAN = len("xxxviii")

# What may come next in a phrase, to what comes behind it; nothing behind its end.
_Tree = dict[str, "_Tree"]


@dataclass(frozen=True, slots=True)
class FirstLabel:
    """What the first label of an address can begin with, besides a figure.

    Attributes:
        signs: Signs before a label, ``(``.
        longest: Letters of the longest label that has no sign before it.
        small: Whether these letters may all be small ones.
        closed: Letters of the longest label of small ones that a bracket only closes, ``a)``; 0
            where none is.
        lettered: Whether an address can go on behind a capital letter: ``A2``.
    """

    signs: frozenset[str]
    longest: int
    small: bool
    closed: int
    lettered: bool

    def fits(self, letters: str) -> bool:
        """Whether letters can be a bare label, by their length and case."""
        return len(letters) <= self.longest and (self.small or not letters.islower())


def opening_pattern(vocabulary: Vocabulary, first: FirstLabel) -> re.Pattern[str]:
    """A pattern for the places where a reference can begin; it finds a few more, and no fewer.

    These are words such as *see*, to the label behind them, words that are a reference by
    themselves, and the bracket of a point. It is for a text in the form of ``Token.key``. A match
    ends where a label has to stand, unless it has a group.
    """
    signs = re.escape("".join(sign[0].casefold() for sign in first.signs))
    letters = rf"{LETTER}{{1,{first.longest}}}(?!{LETTER})"
    between = _pattern(_tree(vocabulary.range_openers.words()))
    roman = _ROMAN + _ROMAN.translate(vocabulary.alphabet)
    longer = rf"|[{roman}]{{{first.longest + 1},{first.closed}}}\)"
    closed = longer if first.closed > first.longest else ""
    led = rf"{_SPACE}(?:{between}{_SPACE})?(?=[0-9{signs}]|{letters}{closed})"
    point = rf"(?=[0-9]|{letters}|[{roman}]{{1,{LONGEST_ROMAN}}}(?!{LETTER}))"
    openers, dated = vocabulary.openers, vocabulary.edition_before.words()
    points = openers.words("point")
    # Every placing word before every point would be too much of a pattern.
    placed = {(*words, *found) for words in vocabulary.placing for found in points}
    begun = "|".join(sorted({re.escape(found[0][:2]) for found in points}))
    before = {words[: words.index(YEAR)] for words in dated if YEAR in words[1:]}
    ways = (
        (openers.words(*STANDING, "ordinal"), "()"),
        ((("(",),), f"(){point}"),
        (vocabulary.placing, f"(){_SPACE}(?={begun})"),
        (before.union(openers.words(*LED)) - placed, led),
    )
    return re.compile("|".join(_pattern(_tree(words)) + end for words, end in ways if words))


def letter_pattern(first: FirstLabel) -> re.Pattern[str]:
    """A pattern for the letters that a label can begin with, and a sign of more: ``A2``, ``A(``.

    It begins with what a text has few of, so that it is found fast.
    """
    signs = "0-9" + re.escape("".join(first.signs))
    letters = (rf"(?<=(?<![^\W_]){LETTER}{{{n}}}[{signs}])" for n in range(1, first.longest + 1))
    return re.compile(f"[{signs}](?:{'|'.join(letters)})" if first.lettered else NEVER)


def _tree(phrases: Iterable[tuple[str, ...]]) -> _Tree:
    """Phrases as a tree, what their beginnings have in common once."""
    tree: _Tree = {}
    # The longer of two phrases comes first, as in Phrases.at.
    for words in sorted(phrases, key=lambda words: (-len(words), words)):
        below = tree
        for atom in _atoms(words):
            below = below.setdefault(atom, {})
        below[""] = {}
    return tree


def _atoms(words: tuple[str, ...]) -> Iterator[str]:
    """Patterns of the characters of a phrase; a word is not the middle of another."""
    for place, word in enumerate(words):
        if place:
            yield _SPACE
        yield re.escape(word[0])
        if word.isalpha():
            yield f"(?<!{LETTER}.)"
        yield from map(re.escape, word[1:])
        if word.isalpha():
            yield f"(?!{LETTER})"


def _pattern(tree: _Tree) -> str:
    ways = [atom + (_pattern(below) if below else "") for atom, below in tree.items()]
    return f"(?:{'|'.join(ways)})" if len(ways) > 1 else "".join(ways)
