"""Marks: where the words of a query stand in a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lawkb.search.query import (
    Cited,
    Field,
    Leaf,
    Like,
    Node,
    Pattern,
    Phrase,
    Word,
    scoped_leaves,
)
from lawkb.search.spelling import fits, is_near
from lawkb.words import Token


@dataclass(frozen=True, slots=True)
class Mark:
    """A place of a text that a query finds.

    Attributes:
        start: First code point.
        end: Code point after the last one.
        leaf: Number of the word, phrase or address of the query that finds it.
        exact: Whether it stands there in its very form.
    """

    start: int
    end: int
    leaf: int
    exact: bool


def marks(
    read: tuple[Token, ...], tree: Node, language: str, field: Field = "text"
) -> tuple[Mark, ...]:
    """Return the places of a text that a query finds, in order.

    Args:
        read: Tokens of the text.
        tree: The query.
        language: BCP 47 tag of the text.
        field: Zone of the text; what is sought in others only is not marked in it.
    """
    found = [
        Mark(read[first].start, read[last].end, number, exact)
        for number, scoped in enumerate(scoped_leaves(tree))
        if scoped.reads(field, language)
        for first, last, exact in _places(scoped.leaf, read, language)
    ]
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.leaf)))


def _places(leaf: Leaf, read: tuple[Token, ...], language: str) -> Iterator[tuple[int, int, bool]]:
    """Yield first and last token of each place of a leaf, and whether it is its very form."""
    match leaf:
        case Word():
            form = leaf.form(language)
            for at, token in enumerate(read if form else ()):
                exact = form is not None and token.term == form.exact
                stemmed = form is not None and token.kind == "word" and token.stem == form.stem
                if exact or stemmed:
                    yield at, at, exact
        case Cited(address=address):
            for at, token in enumerate(read):
                if token.address and address.holds(token.address):
                    yield at, at, token.address == address
        case Pattern(glob=glob):
            for at, token in enumerate(read):
                if token.address is None and fits(glob, token.folded):
                    yield at, at, False
        case Like(folded=folded, changes=changes):
            for at, token in enumerate(read):
                if token.address is None and is_near(folded, token.folded, changes):
                    yield at, at, token.folded == folded
        case Phrase():
            words = [form.exact for form in leaf.words(language)]
            for at in range(len(read) - len(words) + 1 if words else 0):
                if [token.term for token in read[at : at + len(words)]] == words:
                    yield at, at + len(words) - 1, True


def merged(found: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return the marks with overlapping ones joined, so that each place is shown once."""
    kept: list[Mark] = []
    for mark in found:
        if kept and mark.start < kept[-1].end:
            last = kept[-1]
            kept[-1] = Mark(last.start, max(last.end, mark.end), last.leaf, last.exact)
        else:
            kept.append(mark)
    return tuple(kept)
