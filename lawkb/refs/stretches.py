"""The stretches of a text that can hold references: from an opening to a word of no meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawkb.refs.grammar import Grammar
from lawkb.refs.normal import is_ordinary, unaccented
from lawkb.refs.openings import FirstLabel
from lawkb.refs.tokens import Token, end_token, read_tokens, tokens_from


def read_stretches(text: str, grammar: Grammar) -> Sequence[tuple[Token, ...]]:
    """The tokens of every stretch, in order, each closed by a token of kind ``end``.

    No phrase and no label goes past a word that the vocabulary does not know, nor past an empty
    line: there a stretch ends, and what follows is left alone up to the next opening. A text that
    is not ordinary is one stretch.

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
    found = []
    while opening := grammar.openings.search(keys, at):
        at = opening.start()
        if opening.lastindex is None and _leads_nowhere(plain, opening, grammar.first):
            at += 1
            continue
        # A hyphen before the opening makes it the end of a longer word.
        tokens = _stretch(plain, keys, at - (plain[at - 1 : at] == "-"), grammar)
        at = tokens[-2].end
        found.append(tokens)
    return found


def _stretch(plain: str, keys: str, start: int, grammar: Grammar) -> tuple[Token, ...]:
    known, longest = grammar.vocabulary.known, grammar.first.longest
    tokens: list[Token] = []
    for token in tokens_from(plain, keys, start):
        tokens.append(token)
        if token.kind == "break" or (
            token.kind == "word"
            and token.key not in known
            and len(token.text) > longest
            and not token.glued
        ):
            break
    tokens.append(end_token(plain))
    return tuple(tokens)


def _leads_nowhere(plain: str, opening: re.Match[str], first: FirstLabel) -> bool:
    """Whether a small word stands where a label has to, and labels are capital letters."""
    if first.small or not plain[opening.end()].isalpha():
        return False
    return plain[opening.start() + 1 : opening.end() + first.longest].islower()
