"""The grammar of references: how labels are written, and what the words before them mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Literal, NamedTuple

from lawkb.model.address import Address, Level, Numbering, Scheme, ordinal
from lawkb.model.language import Language
from lawkb.references.tokenizer import Token, read_tokens
from lawkb.references.vocabulary import Phrase, Vocabulary, read_vocabulary

_LONGEST_ROMAN = len("xxxviii")
# Up to the eighth letter, a Latin letter without a Greek look-alike has only one possible place.
_SAME_IN_ALL_ALPHABETS = 8
# Labels of a page repeat; only a hostile text has more different ones than this.
_REMEMBERED = 4096

# The value of a label: its ordinal, and whether its letters are of another alphabet.
LabelValue = tuple[int, bool]


@dataclass(frozen=True, slots=True)
class LabelForm:
    """The way the labels of one level are written: ``47``, ``E``, ``2``, ``(a)``.

    Attributes:
        depth: The level: 0 for the law, 1 for the level below.
        numbering: How the ordinals are written: with digits, letters or roman numerals.
        kind: Kind of token that the label is without its signs.
        before: Sign before the label, such as ``(``; empty when there is none.
        after: Sign after the label, such as ``)``; empty when there is none.
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
        """Whether the label has a sign before or after it."""
        return bool(self.before or self.after)

    @property
    def is_bracketed(self) -> bool:
        """Whether the label is in round brackets."""
        return (self.before, self.after) == ("(", ")")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words and labels of a language and an address scheme, prepared to find references.

    Attributes:
        language: The language.
        vocabulary: Words that announce, join or follow references in the language.
        forms: Label form of each level, the law first.
        bare: Label forms without a sign before the label (``47``, ``E``), by the kind of token.
        signed: Label forms with a sign before the label, by that sign, such as ``(``. A
            letter that is a sign may also be a label, so its forms include those of ``bare``.
        longest: Number of letters in the longest label without a sign before it.
        lettered: Whether a level has capital letters without signs, so that ``A2`` is a label.
        said: Function from a numbering and the text of a token to the ordinal, and whether the
            letters are of another alphabet (a Latin ``B`` in Greek). It returns None when the token
            is no label.
    """

    language: Language
    vocabulary: Vocabulary
    forms: tuple[LabelForm, ...]
    bare: Mapping[str, tuple[LabelForm, ...]] = field(hash=False)
    signed: Mapping[str, tuple[LabelForm, ...]] = field(hash=False)
    longest: int
    lettered: bool
    said: Callable[[Numbering, str], LabelValue | None] = field(compare=False)

    def forms_at(self, token: Token) -> tuple[LabelForm, ...]:
        """Return the label forms that may begin at a token, the law first; mostly none."""
        return self.signed.get(token.text) or self.bare.get(token.kind, ())


@cache
def read_grammar(language: Language, scheme: Scheme) -> Grammar:
    """Return the grammar of references in a language, with the levels of an address scheme."""
    forms = tuple(_form(depth, level) for depth, level in enumerate(scheme.levels))
    vocabulary = read_vocabulary(language)
    bare = tuple(form for form in forms if not form.before)
    return Grammar(
        language=language,
        vocabulary=vocabulary,
        forms=forms,
        bare={kind: tuple(f for f in bare if f.kind == kind) for kind in ("number", "word")},
        signed={
            sign: tuple(f for f in forms if f.before == sign or (sign.isalnum() and f in bare))
            for sign in {form.before for form in forms if form.before}
        },
        longest=_longest_label(language, vocabulary, forms),
        lettered=any(form.numbering == "upper" and not form.is_marked for form in forms),
        said=lru_cache(_REMEMBERED)(partial(_said, language)),
    )


def token_kind(numbering: Numbering) -> Literal["number", "word"]:
    """Return the kind of token that a label is: ``number`` for digits, ``word`` for letters."""
    return "number" if numbering == "arabic" else "word"


def _form(depth: int, level: Level) -> LabelForm:
    before, _, after = level.written.partition("{}")
    kind = token_kind(level.numbering)
    return LabelForm(depth, level.numbering, kind, before, after, level.most)


def _longest_label(language: Language, vocabulary: Vocabulary, forms: tuple[LabelForm, ...]) -> int:
    """Return the number of letters in the longest label without signs: ``ΣΤ``, ``viii``."""
    named = vocabulary.named_levels
    bare = {form.numbering for form in forms if not form.before or form.depth in named}
    if "roman" in bare or vocabulary.numbering == "roman":
        return _LONGEST_ROMAN
    return max(map(len, (*language.upper, *language.lower, *language.variants)))


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


# Ordinals per level; the law is 0 while it is unknown.
Path = tuple[int, ...]

_CLOSING = frozenset(")],;.:")


@dataclass(frozen=True, slots=True)
class ReferenceText:
    """A text in which references are being searched, and its tokens.

    Attributes:
        text: The text as given.
        tokens: Tokens of the text; the last one is of kind ``end``.
        grammar: Words and labels of the language.
        citing: Provision that contains the text; None when unknown.
        within: Path of the provision named after a part, Law 16 in «point (a) of Law 16»: the part
            is read in that provision. None to read parts in the citing provision.
    """

    text: str
    tokens: tuple[Token, ...]
    grammar: Grammar
    citing: Address | None
    within: Path | None = None

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the language that announce, join or follow references."""
        return self.grammar.vocabulary

    @property
    def base(self) -> Path:
        """Path of the provision in which a partial label such as ``(a)`` is read.

        It has one ordinal for each level, ``(16, 3)`` for 16C. The first, the law, is 0 when
        unknown.
        """
        return self.within or (self.citing.path if self.citing else (0,))


def text_to_read(text: str, grammar: Grammar, citing: Address | None) -> ReferenceText:
    """Return a text with its tokens, ready to be searched for references."""
    return ReferenceText(text, read_tokens(text, grammar.vocabulary.alphabet), grammar, citing)


class LabelWords(NamedTuple):
    """The meaning of the words before a label, such as «Laws» or «paragraph».

    Attributes:
        kind: Table of the vocabulary that lists the words: ``law``, ``level``, ``section``,
            ``point``. Empty when no words are before the label or they mean nothing here.
        plural: Whether the words announce several labels.
        depths: Levels that the words name, 0 for the law; empty when any level is possible.
    """

    kind: str = ""
    plural: bool = False
    depths: tuple[int, ...] = ()


ANY = LabelWords()
# No word, or no sufficient word, before the label: parts named after it are not added.
ALONE = LabelWords("alone", plural=True)


def key_of(reading: ReferenceText, opener: Phrase) -> LabelWords:
    """Return the meaning of the words before a label, such as *Law* or *paragraph*."""
    words = reading.vocabulary
    depths = words.meaning(opener) if opener.kind == "level" else ()
    return LabelWords(opener.kind, opener.words in words.plural, depths)


def is_closed(reading: ReferenceText, i: int) -> bool:
    """Return whether the sentence ends at a token, or a word such as *and* or *above* is there.

    Args:
        reading: Text with its tokens.
        i: Index of the token.
    """
    words = reading.vocabulary
    return ends_clause(reading, i) or bool(
        words.joins.at(reading.tokens, i) or words.after.at(reading.tokens, i)
    )


def ends_clause(reading: ReferenceText, i: int) -> bool:
    """Return whether the token of index ``i`` is punctuation, an empty line or the text's end."""
    token = reading.tokens[i]
    return token.kind in ("end", "break") or token.text in _CLOSING


def names_place(reading: ReferenceText, i: int) -> bool:
    """Return whether the tokens from index ``i`` name a law or part after *of*: «of Law 16»."""
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    opener = reading.vocabulary.openers.at(reading.tokens, of.end) if of else None
    if opener is None or opener.kind not in ("law", "level", "section", "point"):
        return False
    label = reading.tokens[opener.end]
    short = label.kind == "word" and len(label.text) <= reading.grammar.longest
    return short or label.kind == "number" or label.text == "("
