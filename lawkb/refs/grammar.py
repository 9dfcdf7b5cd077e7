"""What the references of a language in a scheme are read by: made once, used for every text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Literal

from lawkb.model.address import Level, Scheme
from lawkb.model.language import Language
from lawkb.model.numbering import Numbering, ordinal
from lawkb.refs.hints import Hints, read_hints
from lawkb.refs.openings import (
    LONGEST_ROMAN,
    NEVER,
    FirstLabel,
    letter_pattern,
    opening_pattern,
)
from lawkb.refs.tokens import Token
from lawkb.refs.vocabulary import Vocabulary, read_vocabulary

# Up to the eighth letter, a Latin letter that looks like no Greek one still has one place only.
_SAME_IN_ALL_ALPHABETS = 8
# Labels of a page repeat; a text with more than these has been made to fill the memory.
_REMEMBERED = 4096

# What a label says: its ordinal, and whether its letters are of another alphabet.
Said = tuple[int, bool]


@dataclass(frozen=True, slots=True)
class LabelForm:
    """How the labels of one level stand inside an address.

    Attributes:
        depth: The level, 0 for the law.
        numbering: How its ordinals are written.
        kind: Kind of token that a label is.
        before: Sign before the label, ``(``; empty for a bare one.
        after: Sign after it.
        most: No ordinal is higher; None where nobody says so.
    """

    depth: int
    numbering: Numbering
    kind: Literal["number", "word"]
    before: str
    after: str
    most: int | None = None

    @property
    def is_marked(self) -> bool:
        """Whether anything stands around the label."""
        return bool(self.before or self.after)

    @property
    def is_bracketed(self) -> bool:
        """Whether brackets do."""
        return (self.before, self.after) == ("(", ")")


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language and a scheme, in the form the reader asks for them.

    Attributes:
        language: Whose letters are ordinals.
        vocabulary: Its words.
        forms: How labels are written, from the law down.
        bare: The levels whose label has no sign before it, by the kind of token it is.
        signed: The others, by the sign before the label; with the bare ones where it is a word.
        first: What a label can begin with.
        hints: What a text with a reference holds.
        openings: Finds the places where a reference can begin, in what ``keys`` gives.
        letters: Finds what stands behind a letter that begins one without a word before, ``A2``.
        lookalikes: Finds the letters that ``keys`` replaces.
        said: What the text of a token says as a label, or None when it is none of the numbering.
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
    said: Callable[[Numbering, str], Said | None] = field(compare=False)

    def forms_at(self, token: Token) -> tuple[LabelForm, ...]:
        """The levels whose label may begin at a token, from the law down; most often none."""
        return self.signed.get(token.text) or self.bare.get(token.kind, ())

    def keys(self, plain: str) -> str:
        """The words of a plain text as ``Token.key`` has them, every character in its place."""
        keys = plain.casefold()
        alphabet = self.vocabulary.alphabet
        return keys.translate(alphabet) if self.lookalikes.search(keys) else keys


@cache
def read_grammar(language: Language, scheme: Scheme) -> Grammar:
    """The grammar of a language in a scheme."""
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
    """The kind of token that a label of a numbering is."""
    return "number" if numbering == "arabic" else "word"


def _form(depth: int, level: Level) -> LabelForm:
    before, _, after = level.written.partition("{}")
    kind = token_kind(level.numbering)
    return LabelForm(depth, level.numbering, kind, before, after, level.most)


def _first_label(
    language: Language, vocabulary: Vocabulary, forms: tuple[LabelForm, ...]
) -> FirstLabel:
    """What a label begins with; behind the word for its level it needs no sign."""
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


def _said(language: Language, numbering: Numbering, text: str) -> Said | None:
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
