"""The label of one level: ``47``, ``E``, ``(a)``; behind the word for it also ``a)`` or ``a'``."""

from __future__ import annotations

from typing import NamedTuple

from lawkb.refs.grammar import LabelForm
from lawkb.refs.reading import Reading

_LONGEST_BEFORE_BRACKET = 200  # code points that an opening bracket is looked for in


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


def part_at(reading: Reading, i: int, form: LabelForm) -> Part | None:
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


def loose_part(reading: Reading, i: int, form: LabelForm) -> Part | None:
    """A label in brackets, behind none, before one, or before the sign of a Greek numeral."""
    tokens = reading.tokens
    opened = tokens[i].text == "(" and tokens[i + 1].glued
    at = i + opened
    if tokens[at].kind != form.kind:
        return None
    closed = _is_closing(reading, at + 1, opened)
    if opened and not closed:
        return None
    return _made(reading, at, form, (tokens[i].glued, at + 1 + closed))


def _is_closing(reading: Reading, i: int, opened: bool) -> bool:
    """Whether the sign at a token closes the label before it, and nothing else."""
    sign, behind = reading.tokens[i], reading.tokens[min(i + 1, len(reading.tokens) - 1)]
    if opened or not sign.glued:
        return sign.glued and sign.text == ")"
    if sign.text != ")":
        return sign.text == "'" and not (behind.glued and behind.kind == "word")
    # The bracket of «(see point a)» closes what stands before; that of «(see point a))» is two.
    early = max(0, sign.start - _LONGEST_BEFORE_BRACKET)
    before = reading.text[early : sign.start]
    return before.rfind("(") <= before.rfind(")") or (behind.glued and behind.text == ")")


def unbracketed(reading: Reading, last: Part, form: LabelForm) -> Part | None:
    """A small letter glued to the bare number above it: ``67B2b`` for ``67B2(b)``."""
    token, above = reading.tokens[last.end], reading.grammar.forms[last.depth]
    if above.is_marked or above.numbering != "arabic" or not token.glued:
        return None
    if token.kind != "word" or not token.text.islower():
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
