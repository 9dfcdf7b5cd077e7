"""One item of a reference: the label of a provision, whole (``47E2(a)``) or in part (``(a)``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lawkb.model.address import Address
from lawkb.refs.grammar import Grammar, LabelForm
from lawkb.refs.tokens import Token
from lawkb.refs.vocabulary import Vocabulary

_LONGEST_IN_BRACKETS = 3
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
    """

    text: str
    tokens: tuple[Token, ...]
    grammar: Grammar
    vocabulary: Vocabulary
    citing: Address | None


class Part(NamedTuple):
    """The label of one level; a named tuple, since many are tried for each that fits.

    Attributes:
        depth: The level.
        ordinal: What the label says.
        end: Index of the token after it.
        glued: No space stands before it.
        small: A small letter where the level has capitals, ``16c``.
        fold: Span of the label in the text and how the language itself writes it, when it was
            printed in letters of another alphabet.
    """

    depth: int
    ordinal: int
    end: int
    glued: bool
    small: bool = False
    fold: tuple[int, int, str] | None = None


class Item(NamedTuple):
    """A label, in every way the levels allow to read it.

    Attributes:
        first: Index of its first token.
        end: Index of the token after it.
        chains: One tuple of parts for each level it can begin at, from the law down: ``2`` is
            a law or a number, ``(i)`` a point or a roman one.
        torn: Something is glued to it that is no label, so that nobody can tell what it names.
    """

    first: int
    end: int
    chains: tuple[tuple[Part, ...], ...]
    torn: bool

    @property
    def is_bare_number(self) -> bool:
        """Whether it is a number that need not be a law: no capital letter stands behind it."""
        parts = self.chains[0]
        return parts[0].depth == 0 and (len(parts) == 1 or parts[1].depth > 1 or parts[1].small)

    @property
    def is_single(self) -> bool:
        """Whether it has a label of one level only."""
        return len(self.chains[0]) == 1


def read_item(reading: Reading, i: int) -> Item | None:
    """The label that begins at a token, or None when none does."""
    forms = reading.grammar.forms_at(reading.tokens[i])
    chains = [chain for form in forms if (chain := _chain(reading, i, form))]
    if len(chains) > 1:
        longest = max(chain[-1].end for chain in chains)
        chains = [chain for chain in chains if chain[-1].end == longest]
    if not chains:
        return None
    end = chains[0][-1].end
    item = Item(i, end, tuple(chains), _is_torn(reading, end))
    return item._replace(torn=True) if _is_hyphenated(reading, item) else item


def torn_end(reading: Reading, i: int) -> int:
    """Index of the token after a label and all that is glued to it, ``4412/2016``."""
    end = i + 1
    tokens = reading.tokens
    while tokens[end].glued and tokens[end].kind in ("number", "word", "sign"):
        joins = tokens[end].kind == "sign"
        if joins and not (tokens[end].text in "/.-(" and tokens[end + 1].glued):
            break
        if joins and tokens[end + 1].kind not in ("number", "word"):
            break
        end += 1
    return end + 1 if tokens[end].text == ")" and "(" in (t.text for t in tokens[i:end]) else end


def is_closed(reading: Reading, i: int) -> bool:
    """Whether no word of the sentence follows at a token: a mark, the end, or a word of a list."""
    token = reading.tokens[i]
    words = reading.vocabulary
    if token.kind in ("end", "break") or token.text in _CLOSING:
        return True
    return bool(words.joins.at(reading.tokens, i) or words.after.at(reading.tokens, i))


def _is_torn(reading: Reading, end: int) -> bool:
    """Whether what is glued to a label makes it unreadable: ``16th``, ``6(1)``, ``12C1.2``."""
    token, behind = reading.tokens[end], reading.tokens[min(end + 1, len(reading.tokens) - 1)]
    if not token.glued or reading.tokens[end - 1].text == ")":
        return False
    if token.kind in ("number", "word"):
        return True
    if token.text == "(" and behind.glued and len(behind.text) <= _LONGEST_IN_BRACKETS:
        closing = reading.tokens[min(end + 2, len(reading.tokens) - 1)]
        return behind.kind in ("number", "word") and closing.text == ")" and closing.glued
    return token.text in (".", "/") and behind.glued and behind.kind == "number"


def _is_hyphenated(reading: Reading, item: Item) -> bool:
    """Whether a letter hangs on the number of a law by a hyphen: ``16-A`` is no range."""
    hyphen = reading.tokens[item.end]
    if hyphen.text != "-" or not hyphen.glued or not item.is_bare_number or not item.is_single:
        return False
    letter = reading.tokens[item.end + 1]
    return letter.glued and letter.kind == "word" and len(letter.text) == 1


def _chain(reading: Reading, i: int, form: LabelForm) -> tuple[Part, ...]:
    """The parts of a label that begins at a level, each deeper than the one before."""
    first = _part(reading, i, form)
    if first is None or first.small or _is_word(reading, i, first):
        return ()
    parts: tuple[Part, ...] = (first,)
    while following := _following(reading, parts):
        parts = (*parts, following)
    return parts


def _following(reading: Reading, parts: tuple[Part, ...]) -> Part | None:
    last, grammar = parts[-1], reading.grammar
    dots = _dots(reading, last.end) if reading.tokens[last.end].text == "." else 0
    at = last.end + dots
    if reading.tokens[at].kind != "word" and not grammar.forms_at(reading.tokens[at]):
        return None
    for form in grammar.forms[last.depth + 1 + dots :]:
        part = _part(reading, at, form)
        if part is None and form.numbering == "lower" and form.depth == last.depth + 1:
            part = _unbracketed(reading, last, form)
        if part and _fits(reading, parts, part):
            return part
    return None


def _dots(reading: Reading, i: int) -> int:
    """Count of the dots that stand for skipped levels: one in ``47.1``."""
    dots = 0
    while dots < len(reading.grammar.forms) and reading.tokens[i + dots].text == ".":
        dots += 1
    behind = reading.tokens[i + dots]
    glued = all(token.glued for token in reading.tokens[i : i + dots + 1])
    return dots if glued and (behind.kind == "number" or behind.text == "(") else 0


def _fits(reading: Reading, parts: tuple[Part, ...], part: Part) -> bool:
    """Whether a label may stand where it stands: glued always, behind a space with care."""
    last = parts[-1]
    if part.glued:
        return not part.small or (last.depth == 0 and len(parts) == 1)
    if reading.grammar.forms[part.depth].is_marked:
        return part.depth == last.depth + 1 and not (len(parts) == 1 and _is_number(reading, last))
    if reading.tokens[last.end].kind == "number":
        behind = reading.tokens[part.end]
        return len(parts) > 1 and (not last.glued or (behind.glued and behind.text == "("))
    return part.depth == last.depth + 1 and not part.small and not _is_word(reading, last.end, part)


def _is_number(reading: Reading, part: Part) -> bool:
    return reading.grammar.forms[part.depth].numbering == "arabic"


def _is_word(reading: Reading, i: int, part: Part) -> bool:
    """Whether a letter that stands alone is rather a word: «Law 16 A player»."""
    token, behind = reading.tokens[i], reading.tokens[part.end]
    words = reading.vocabulary
    if token.text not in words.letter_words:
        return False
    key = reading.tokens[i - 1]
    if key.key in words.announcing and not (
        key.text.isupper() and words.joins.at(reading.tokens, i)
    ):
        return False
    labelled = behind.glued and (behind.kind == "number" or behind.text == "(")
    return not labelled and not is_closed(reading, part.end)


def _part(reading: Reading, i: int, form: LabelForm) -> Part | None:
    """The label of a level as the scheme writes it."""
    tokens, at = reading.tokens, i
    if form.before:
        if tokens[i].text != form.before or not tokens[i + 1].glued:
            return None
        at += 1
    if tokens[at].kind != form.kind:
        return None
    if form.after and (tokens[at + 1].text != form.after or not tokens[at + 1].glued):
        return None
    return _made(reading, at, form, (tokens[i].glued, at + 1 + bool(form.after)))


def _unbracketed(reading: Reading, last: Part, form: LabelForm) -> Part | None:
    """A small letter glued to the number above it: ``67B2b`` for ``67B2(b)``."""
    token = reading.tokens[last.end]
    above = reading.grammar.forms[last.depth].numbering
    if above != "arabic" or token.kind != "word" or not token.glued or not token.text.islower():
        return None
    return _made(reading, last.end, form, (True, last.end + 1))


def _made(reading: Reading, at: int, form: LabelForm, around: tuple[bool, int]) -> Part | None:
    """The part whose label is a token; whether it is glued, and the token after it, are given."""
    token, numbering = reading.tokens[at], form.numbering
    said = reading.grammar.said(numbering, token.text)
    if said is None:
        return None
    n, foreign = said
    small = numbering == "upper" and token.text.islower()
    own = reading.grammar.language.letter(numbering, n) if foreign else None
    fold = (token.start, token.end, own.lower() if small else own) if own else None
    glued, end = around
    return Part(form.depth, n, end, glued, small, fold)
