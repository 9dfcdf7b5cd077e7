"""Mark where a translation says what was found in the text beside it."""

from __future__ import annotations

from collections.abc import Iterator

from lawkb.search.crosslingual.counterparts import Way, pieces, rows
from lawkb.search.marks import Mark
from lawkb.search.query import Node
from lawkb.search.query_context import QueryContext
from lawkb.search.spelling import fits
from lawkb.words import Token, fold, tokens

PROBABILITY = 0.1  # that a counterpart must have to be marked: it stands beside what was found


def answering_marks(
    read: tuple[Token, ...], tree: Node, way: Way, context: QueryContext
) -> tuple[Mark, ...]:
    """Return the places of a text with the surest counterparts of the words of a query, in order.

    Args:
        read: Tokens of a text in the target language.
        tree: A query.
        way: Languages and counterparts.
        context: Says how the target language is read.
    """
    found: dict[Mark, None] = {}
    for number, piece in enumerate(
        piece for row in rows(tree, way.source) for piece in pieces(row, way)
    ):
        for rendering in piece.renderings:
            places = tuple(_places(read, rendering.text, way.target, context))
            if places:
                found |= {Mark(start, end, number, False): None for start, end in places}
                break
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.leaf)))


def _places(
    read: tuple[Token, ...], text: str, language: str, context: QueryContext
) -> Iterator[tuple[int, int]]:
    """Yield where the words of a rendering stand side by side, in any of their forms."""
    wanted = tuple(_alternates(text, language, context))
    for at in range(len(read) - len(wanted) + 1 if wanted else 0):
        here = read[at : at + len(wanted)]
        pairs = zip(wanted, here, strict=True)
        if all(any(_is_form(one, token) for one in own) for own, token in pairs):
            yield here[0].start, here[-1].end


def _alternates(
    text: str, language: str, context: QueryContext
) -> Iterator[tuple[Token | str, ...]]:
    """Yield what may be at each place of a rendering: a word in any form, or a pattern."""
    own, scheme = context.language(language), context.scheme
    for word in text.split():
        several = word.split("|")
        if len(several) > 1 or word.endswith("*"):
            plain = (each for each in several if not each.endswith("*"))
            patterns = (fold(each) for each in several if each.endswith("*"))
            yield (*patterns, *(token for each in plain for token in tokens(each, own, scheme)))
        else:
            yield from ((token,) for token in tokens(word, own, scheme))


def _is_form(wanted: Token | str, token: Token) -> bool:
    if isinstance(wanted, str):
        return token.address is None and fits(wanted, token.folded)
    stemmed = token.kind == wanted.kind == "word" and token.stem == wanted.stem
    return token.term == wanted.term or stemmed
