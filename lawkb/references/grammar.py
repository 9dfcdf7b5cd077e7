"""The grammar of references of one language and address scheme, compiled once.

Most texts have no reference: one regular expression over the text finds candidates first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Literal

from lawkb.model.address import Level, Numbering, Scheme, ordinal
from lawkb.model.language import Language
from lawkb.references.normalized_text import MARK_SIGNS, Token, ordinary_characters
from lawkb.references.vocabulary import (
    LABEL_OPENERS,
    SELF_REFERENCES,
    YEAR,
    Vocabulary,
    read_vocabulary,
)

LETTER = r"[^\W\d_]"
NEVER = "(?!)"
_SPACE = r"\s*+"
_ROMAN = "ivx"
LONGEST_ROMAN = len("xxxviii")

# A prefix tree of phrases: each next token with its subtree, empty after the last.
_Tree = dict[str, "_Tree"]


@dataclass(frozen=True, slots=True)
class FirstLabel:
    """What the first label of an address can begin with, besides a digit.

    Attributes:
        signs: Signs before a label, ``(``.
        longest: Letters of the longest label that has no sign before it.
        small: Whether these letters may be lower case.
        closed: Length of the longest lower-case label with a closing bracket only, ``a)``, or 0.
        lettered: Whether an address can go on after a capital letter: ``A2``.
    """

    signs: frozenset[str]
    longest: int
    small: bool
    closed: int
    lettered: bool

    def fits(self, letters: str) -> bool:
        """Return whether letters can be a bare label, by their length and case."""
        return len(letters) <= self.longest and (self.small or not letters.islower())


def opening_pattern(vocabulary: Vocabulary, first: FirstLabel) -> re.Pattern[str]:
    """Return a pattern for the places where a reference can begin, with some false positives.

    Openings are words such as *see* up to the label after them, phrases that are references by
    themselves, and the bracket of a point. The pattern is for text in the form of ``Token.key``. A
    match ends where a label must follow, unless it has a group.
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
    # Every combination of a placing word and a point would make the pattern too large.
    placed = {(*words, *found) for words in vocabulary.placing for found in points}
    begun = "|".join(sorted({re.escape(found[0][:2]) for found in points}))
    before = {words[: words.index(YEAR)] for words in dated if YEAR in words[1:]}
    ways = (
        (openers.words(*SELF_REFERENCES, "ordinal"), "()"),
        ((("(",),), f"(){point}"),
        (vocabulary.placing, f"(){_SPACE}(?={begun})"),
        (before.union(openers.words(*LABEL_OPENERS)) - placed, led),
    )
    return re.compile("|".join(_pattern(_tree(words)) + end for words, end in ways if words))


def letter_pattern(first: FirstLabel) -> re.Pattern[str]:
    """Return a pattern for letters that can begin a label and the next sign: ``A2``, ``A(``.

    It begins with the rarest characters, for speed.
    """
    signs = "0-9" + re.escape("".join(first.signs))
    letters = (rf"(?<=(?<![^\W_]){LETTER}{{{n}}}[{signs}])" for n in range(1, first.longest + 1))
    return re.compile(f"[{signs}](?:{'|'.join(letters)})" if first.lettered else NEVER)


def _tree(phrases: Iterable[tuple[str, ...]]) -> _Tree:
    """Return phrases as a prefix tree."""
    tree: _Tree = {}
    # The longer of two phrases comes first, as in Phrases.at.
    for words in sorted(phrases, key=lambda words: (-len(words), words)):
        below = tree
        for atom in _atoms(words):
            below = below.setdefault(atom, {})
        below[""] = {}
    return tree


def _atoms(words: tuple[str, ...]) -> Iterator[str]:
    """Yield the patterns of the words of a phrase; a word never matches inside another one."""
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


@dataclass(frozen=True, slots=True)
class Hints:
    """Patterns that every text with a reference matches; accents may still be there.

    Attributes:
        labels: Matches the first letter, digit or sign of every label, and more.
        phrases: Matches a word of every phrase that is a reference without a label, and more.
        reach: Most words between the start of a reference and either match.
    """

    labels: re.Pattern[str]
    phrases: re.Pattern[str]
    reach: int

    def start_in(self, text: str) -> int | None:
        """Return a position before which no reference of an ordinary text can start.

        None when the text has no reference. Only ordinary texts can be tested so.
        """
        label, phrase = self.labels.search(text), self.phrases.search(text)
        if label is None and phrase is None:
            return None
        at = min(label.start() if label else len(text), phrase.start() if phrase else len(text))
        words = text[:at].rsplit(None, self.reach)
        return len(words[0]) if len(words) > self.reach else 0


def read_hints(vocabulary: Vocabulary, first: FirstLabel) -> Hints:
    """Return the hints of a language, given what a first label can begin with."""
    spellings = _spellings(vocabulary)
    phrases = "|".join(_spelled(word, spellings) for word in sorted(_rarest_words(vocabulary)))
    openers, between = vocabulary.openers.words(), vocabulary.range_openers.words()
    reach = max(map(len, openers), default=0) + max(map(len, between), default=0)
    # «the first and the second subparagraph»: every ordinal, and a word before it.
    ordinals = vocabulary.openers.words("ordinal")
    joins = max(map(len, vocabulary.joins.words()), default=0)
    reach += sum(len(words) + joins for words in ordinals)
    return Hints(re.compile(_label_begin_pattern(first)), re.compile(phrases or NEVER), reach)


def _label_begin_pattern(first: FirstLabel) -> str:
    """Return a pattern for characters that begin a label or make a text not ordinary.

    A letter inside a longer word or at the start of the text is no label; a single apostrophe is no
    wiki mark. Lower-case letters with a closing bracket only are found by that bracket.
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


def _rarest_words(vocabulary: Vocabulary) -> frozenset[str]:
    """Return one word of each phrase that is a reference by itself, the rarest one.

    For *first subparagraph* and the like it is the word after the ordinal.
    """
    law = {words[0] for words in vocabulary.openers.words("law")}
    return frozenset(
        next((word for word in words if word in law), max(words, key=len))
        for words in vocabulary.openers.words(*SELF_REFERENCES, "subparagraph")
    )


def _spellings(vocabulary: Vocabulary) -> dict[str, set[str]]:
    """Return every letter of a key with all its spellings: accents, case, look-alikes."""
    spellings: dict[str, set[str]] = defaultdict(set)
    for char, plain in ordinary_characters().items():
        spellings[plain.casefold().translate(vocabulary.alphabet)].add(char)
    return spellings


def _spelled(word: str, spellings: Mapping[str, set[str]]) -> str:
    return "".join(_one_of(spellings[letter]) for letter in word)


def _one_of(chars: set[str]) -> str:
    return f"[{re.escape(''.join(sorted(chars)))}]" if chars else NEVER


# Up to the eighth letter, a Latin letter without a Greek look-alike has only one possible place.
_SAME_IN_ALL_ALPHABETS = 8
# Labels of a page repeat; only a hostile text has more different ones than this.
_REMEMBERED = 4096

# The value of a label: its ordinal, and whether its letters are of another alphabet.
LabelValue = tuple[int, bool]


@dataclass(frozen=True, slots=True)
class LabelForm:
    """How the labels of one level are written in an address.

    Attributes:
        depth: The level, 0 for the law.
        numbering: How its ordinals are written.
        kind: Kind of token that a label is.
        before: Sign before the label, ``(``; empty for a bare one.
        after: Sign after it.
        most: Highest ordinal; None when there is no limit.
    """

    depth: int
    numbering: Numbering
    kind: Literal["number", "word"]
    before: str
    after: str
    most: int | None = None

    @property
    def is_marked(self) -> bool:
        """Whether it has a sign before or after it."""
        return bool(self.before or self.after)

    @property
    def is_bracketed(self) -> bool:
        """Whether it is in brackets."""
        return (self.before, self.after) == ("(", ")")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words and labels of a language and an address scheme, prepared for the reader.

    Attributes:
        language: Language whose letters are used as ordinals.
        vocabulary: Its words.
        forms: How labels are written, from the law down.
        bare: The levels whose label has no sign before it, by the kind of token it is.
        signed: The others, by the sign before the label; with the bare ones where it is a word.
        first: What a label can begin with.
        hints: Patterns that a text with a reference matches.
        openings: Finds the places where a reference can begin, in what ``keys`` gives.
        letters: Finds what is after a letter that begins one without a word before, ``A2``.
        lookalikes: Finds the letters that ``keys`` replaces.
        said: Value of a token read as a label, or None when it is not one.
    """

    language: Language
    vocabulary: Vocabulary
    forms: tuple[LabelForm, ...]
    bare: Mapping[str, tuple[LabelForm, ...]] = field(hash=False)
    signed: Mapping[str, tuple[LabelForm, ...]] = field(hash=False)
    first: FirstLabel
    hints: Hints
    openings: re.Pattern[str]
    letters: re.Pattern[str]
    lookalikes: re.Pattern[str]
    said: Callable[[Numbering, str], LabelValue | None] = field(compare=False)

    def forms_at(self, token: Token) -> tuple[LabelForm, ...]:
        """Return the levels whose label may begin at a token, from the law down; mostly none."""
        return self.signed.get(token.text) or self.bare.get(token.kind, ())

    def keys(self, plain: str) -> str:
        """Return a normalised text with every word as in ``Token.key``, at the same offsets."""
        keys = plain.casefold()
        alphabet = self.vocabulary.alphabet
        return keys.translate(alphabet) if self.lookalikes.search(keys) else keys


@cache
def read_grammar(language: Language, scheme: Scheme) -> Grammar:
    """Return the grammar of a language in a scheme."""
    forms = tuple(_form(depth, level) for depth, level in enumerate(scheme.levels))
    vocabulary = read_vocabulary(language)
    first = _first_label(language, vocabulary, forms)
    bare = tuple(form for form in forms if not form.before)
    return Grammar(
        language=language,
        vocabulary=vocabulary,
        forms=forms,
        bare={kind: tuple(f for f in bare if f.kind == kind) for kind in ("number", "word")},
        signed={
            sign: tuple(f for f in forms if f.before == sign or (sign.isalnum() and f in bare))
            for sign in first.signs
        },
        first=first,
        hints=read_hints(vocabulary, first),
        openings=opening_pattern(vocabulary, first),
        letters=letter_pattern(first),
        lookalikes=re.compile("|".join(map(chr, vocabulary.alphabet)) or NEVER),
        said=lru_cache(_REMEMBERED)(partial(_said, language)),
    )


def token_kind(numbering: Numbering) -> Literal["number", "word"]:
    """Return the kind of token that labels of a numbering are."""
    return "number" if numbering == "arabic" else "word"


def _form(depth: int, level: Level) -> LabelForm:
    before, _, after = level.written.partition("{}")
    kind = token_kind(level.numbering)
    return LabelForm(depth, level.numbering, kind, before, after, level.most)


def _first_label(
    language: Language, vocabulary: Vocabulary, forms: tuple[LabelForm, ...]
) -> FirstLabel:
    """Return what a first label begins with; after the word for its level it needs no sign."""
    named = vocabulary.named_levels
    bare = {form.numbering for form in forms if not form.before or form.depth in named}
    bare |= {vocabulary.numbering} if vocabulary.numbering else set()
    bracketed = {form.numbering for form in forms if form.is_bracketed}
    longest = max(map(len, (*language.upper, *language.lower, *language.variants)))
    closed = {"roman": LONGEST_ROMAN, "lower": longest}
    return FirstLabel(
        signs=frozenset(form.before for form in forms if form.before),
        longest=LONGEST_ROMAN if "roman" in bare else longest,
        small=not bare.isdisjoint(("lower", "roman")),
        closed=max((closed.get(numbering, 0) for numbering in bracketed), default=0),
        lettered=any(form.numbering == "upper" and not form.is_marked for form in forms),
    )


def _said(language: Language, numbering: Numbering, text: str) -> LabelValue | None:
    if numbering in ("arabic", "roman"):
        n = ordinal(numbering, text.lower())
        return (n, False) if n else None
    written = text.upper() if numbering == "upper" else text.lower()
    for tried in (text, written):
        n = language.ordinal(numbering, tried)
        if n:
            return n, any(char in language.lookalikes for char in tried)
    n = ordinal(numbering, written) if written.isascii() else None
    return (n, True) if n and n <= _SAME_IN_ALL_ALPHABETS else None
