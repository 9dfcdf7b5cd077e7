"""The stretches of a text that can hold references: from an opening to a word of no meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawkb.refs.glosses import LONGEST_GLOSS
from lawkb.refs.grammar import Grammar
from lawkb.refs.normal import is_ordinary, unaccented
from lawkb.refs.openings import FirstLabel
from lawkb.refs.tokens import Token, end_token, read_tokens, tokens_from


def read_stretches(text: str, grammar: Grammar) -> Sequence[tuple[Token, ...]]:
    """The tokens of every stretch, in order, each closed by a token of kind ``end``.

    No phrase and no label goes past a word that the vocabulary does not know, nor past an empty
    line: there a stretch ends, and what follows is left alone up to the next opening. Only between
    brackets that may be a gloss any word stands. A text that is not ordinary is one stretch.

    Args:
        text: As given; the places of the tokens are places in it.
        grammar: Knows the openings and the words.
    """
    at = grammar.hints.start_in(text)
    if at is None:
        return ()
    if not is_ordinary(text):
        return (read_tokens(text, grammar.vocabulary.alphabet),)
    before, plain = text[:at], unaccented(text[at:])
    plain, keys = before + plain, before + grammar.keys(plain)
    found: list[tuple[Token, ...]] = []
    words = letter = -1
    while True:
        words = words if words >= at else _next_words(plain, keys, at, grammar)
        letter = letter if letter >= at else _next_letter(plain, at, grammar)
        start = min(words, letter)
        if start == len(plain):
            return found
        # A hyphen before the opening makes it the end of a longer word.
        tokens = _stretch(plain, keys, start - (plain[start - 1 : start] == "-"), grammar)
        at = tokens[-2].end
        found.append(tokens)


def _next_words(plain: str, keys: str, at: int, grammar: Grammar) -> int:
    """Where the next words begin that open a reference; the end of the text when none do."""
    while opening := grammar.openings.search(keys, at):
        if opening.lastindex is not None or not _leads_nowhere(plain, opening, grammar.first):
            return opening.start()
        at = opening.start() + 1
    return len(plain)


def _next_letter(plain: str, at: int, grammar: Grammar) -> int:
    """Where the next letter stands that begins a label of more levels: the A of ``A2``."""
    while behind := grammar.letters.search(plain, at):
        start = behind.start()
        while start > at and plain[start - 1].isalpha():
            start -= 1
        if not plain[start].islower():
            return start
        at = behind.end()
    return len(plain)


def _stretch(plain: str, keys: str, start: int, grammar: Grammar) -> tuple[Token, ...]:
    known, longest = grammar.vocabulary.known, grammar.first.longest
    tokens: list[Token] = []
    depth = left = 0  # brackets open, and tokens that a gloss may still have
    for token in tokens_from(plain, keys, start):
        tokens.append(token)
        depth = max(0, depth + (token.text == "(") - (token.text == ")"))
        left = 0 if not depth else LONGEST_GLOSS if token.text == "(" else max(0, left - 1)
        if token.kind == "break" or (
            token.kind == "word"
            and not left
            and token.key not in known
            and len(token.text) > longest
            and not token.glued
            and not plain.startswith(")", token.end)
        ):
            break
    tokens.append(end_token(plain))
    return tuple(tokens)


def _leads_nowhere(plain: str, opening: re.Match[str], first: FirstLabel) -> bool:
    """Whether a small word stands where a label has to, and labels are capital letters.

    Not where a bracket closes it, ``a)``.
    """
    end = opening.end()
    if first.small or not plain[end].isalpha():
        return False
    if not plain[opening.start() + 1 : end + first.longest].islower():
        return False
    return not first.closed or ")" not in plain[end : end + first.closed + 1]
