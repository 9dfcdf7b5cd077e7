"""A text being read for references, and what words before a label say of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lawkb.model.address import Address
from lawkb.refs.grammar import Grammar
from lawkb.refs.tokens import Token
from lawkb.refs.vocabulary import Phrase, Vocabulary

# Ordinals per level; the law is 0 while nobody can tell it.
Path = tuple[int, ...]

_CLOSING = frozenset(")],;.:")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text being read, and what it is read by.

    Attributes:
        text: As given.
        tokens: Its tokens, the last of kind ``end``.
        grammar: How the labels of the levels are written.
        vocabulary: The words of the language.
        citing: Provision the text stands in, if known.
        within: Path of the provision that words behind a part name, «point (a) of Law 16»: the
            part is read in it. None where there are none, and it is read in the citing one.
    """

    text: str
    tokens: tuple[Token, ...]
    grammar: Grammar
    vocabulary: Vocabulary
    citing: Address | None
    within: Path | None = None

    @property
    def base(self) -> Path:
        """Path that parts are read in; the law is 0 where nobody can tell it."""
        return self.within or (self.citing.path if self.citing else (0,))


class Key(NamedTuple):
    """What the words before a label say of it.

    Attributes:
        kind: The kind of opener that they are; empty when they are none, or say nothing of it.
        plural: They announce several.
        depths: The levels that they are the word for; empty when they may stand for any.
    """

    kind: str = ""
    plural: bool = False
    depths: tuple[int, ...] = ()


ANY = Key()
# No word stands before, or none that is enough: nothing spread behind is taken along.
ALONE = Key("alone", plural=True)


def key_of(reading: Reading, opener: Phrase) -> Key:
    """What an opener says of the label behind it."""
    words = reading.vocabulary
    depths = words.meaning(opener) if opener.kind == "level" else ()
    return Key(opener.kind, opener.words in words.plural, depths)


def is_closed(reading: Reading, i: int) -> bool:
    """Whether no word of the sentence follows at a token: a mark, the end, or a word of a list."""
    words = reading.vocabulary
    return ends_clause(reading, i) or bool(
        words.joins.at(reading.tokens, i) or words.after.at(reading.tokens, i)
    )


def ends_clause(reading: Reading, i: int) -> bool:
    """Whether a mark or the end of the text stands at a token."""
    token = reading.tokens[i]
    return token.kind in ("end", "break") or token.text in _CLOSING


def names_place(reading: Reading, i: int) -> bool:
    """Whether words such as *of* at a token lead to a law or a part with a label: «of Law 16»."""
    of = reading.vocabulary.of_law.at(reading.tokens, i)
    opener = reading.vocabulary.openers.at(reading.tokens, of.end) if of else None
    if opener is None or opener.kind not in ("law", "level", "section", "point"):
        return False
    label = reading.tokens[opener.end]
    short = label.kind == "word" and len(label.text) <= reading.grammar.first.longest
    return short or label.kind == "number" or label.text == "("
