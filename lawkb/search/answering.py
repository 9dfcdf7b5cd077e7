"""Answering words: where a translation says what was found in the text beside it."""

from __future__ import annotations

from collections.abc import Iterator

from lawkb.model.code import Code
from lawkb.search.analysis import Token, tokens
from lawkb.search.marks import Mark
from lawkb.search.renderings import Way, pieces, rows
from lawkb.search.tree import Node

PROBABILITY = 0.1  # that a counterpart must have to be marked: it stands beside what was found


def answering_marks(read: tuple[Token, ...], tree: Node, way: Way, code: Code) -> tuple[Mark, ...]:
    """The places of a text where the surest counterparts of the words of a query stand, in order.

    Args:
        read: Tokens of a text in the target language.
        tree: A query.
        way: Languages and counterparts.
        code: Says how the target language is read.
    """
    found: dict[Mark, None] = {}
    for number, piece in enumerate(
        piece for row in rows(tree, way.source) for piece in pieces(row, way)
    ):
        for rendering in piece.renderings:
            places = tuple(_places(read, rendering.text, way.target, code))
            if places:
                found |= {Mark(start, end, number, False): None for start, end in places}
                break
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.leaf)))


def _places(
    read: tuple[Token, ...], text: str, language: str, code: Code
) -> Iterator[tuple[int, int]]:
    """Where the words of a rendering stand side by side, in any of their forms."""
    wanted = tokens(text, code.outline.language(language), code.outline.scheme)
    for at in range(len(read) - len(wanted) + 1 if wanted else 0):
        here = read[at : at + len(wanted)]
        if all(_is_form(own, token) for own, token in zip(wanted, here, strict=True)):
            yield here[0].start, here[-1].end


def _is_form(wanted: Token, token: Token) -> bool:
    stemmed = token.kind == wanted.kind == "word" and token.stem == wanted.stem
    return token.term == wanted.term or stemmed
