"""The text being read for references, and what the words before a label mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lawkb.model.address import Address
from lawkb.references.grammar import Grammar
from lawkb.references.tokenizer import Token
from lawkb.references.vocabulary import Phrase, Vocabulary

# Ordinals per level; the law is 0 while it is unknown.
Path = tuple[int, ...]

_CLOSING = frozenset(")],;.:")


@dataclass(frozen=True, slots=True)
class ReferenceText:
    """A text being read for references, with its tokens, grammar and context.

    Attributes:
        text: As given.
        tokens: The last is of kind ``end``.
        grammar: How the labels of the levels are written.
        vocabulary: The words of the language.
        citing: Provision the text is in, if known.
        within: Path of the provision named after a part, «point (a) of Law 16», in which that part
            is read; None to read it in the citing provision.
    """

    text: str
    tokens: tuple[Token, ...]
    grammar: Grammar
    vocabulary: Vocabulary
    citing: Address | None
    within: Path | None = None

    @property
    def base(self) -> Path:
        """Path in which partial labels are read; its law is 0 when unknown."""
        return self.within or (self.citing.path if self.citing else (0,))


class LabelWords(NamedTuple):
    """The meaning of the words before a label.

    Attributes:
        kind: Kind of the opener; empty when there is none or it has no meaning here.
        plural: The words announce several labels.
        depths: Levels that the words name; empty when any is possible.
    """

    kind: str = ""
    plural: bool = False
    depths: tuple[int, ...] = ()


ANY = LabelWords()
# No word, or no sufficient word, before the label: parts named after it are not added.
ALONE = LabelWords("alone", plural=True)


def key_of(reading: ReferenceText, opener: Phrase) -> LabelWords:
    """Return what an opener means for the label after it."""
    words = reading.vocabulary
    depths = words.meaning(opener) if opener.kind == "level" else ()
    return LabelWords(opener.kind, opener.words in words.plural, depths)


def is_closed(reading: ReferenceText, i: int) -> bool:
    """Return whether no word of the sentence follows: only a mark, the end or a list word."""
    words = reading.vocabulary
    return ends_clause(reading, i) or bool(
        words.joins.at(reading.tokens, i) or words.after.at(reading.tokens, i)
    )


def ends_clause(reading: ReferenceText, i: int) -> bool:
    """Return whether a mark or the end of the text is at a token."""
    token = reading.tokens[i]
    return token.kind in ("end", "break") or token.text in _CLOSING


def names_place(reading: ReferenceText, i: int) -> bool:
    """Return whether words such as *of* lead to a law or a labelled part: «of Law 16»."""
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    opener = reading.vocabulary.openers.at(reading.tokens, of.end) if of else None
    if opener is None or opener.kind not in ("law", "level", "section", "point"):
        return False
    label = reading.tokens[opener.end]
    short = label.kind == "word" and len(label.text) <= reading.grammar.longest
    return short or label.kind == "number" or label.text == "("
