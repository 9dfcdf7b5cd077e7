"""Add to the words of a query what the law code says for them: *missing card* for *lost card*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lawkb.corpus.synonyms import Synonyms
from lawkb.model.code import Outline
from lawkb.search.query.nodes import (
    NEAR_DISTANCE,
    And,
    Form,
    Meant,
    MostOf,
    Near,
    Node,
    Or,
    Within,
    Word,
)
from lawkb.words.tokens import Token, tokens

_Row = tuple[tuple[str, ...], tuple[Node, ...]]  # stems that are typed, what is meant


def with_synonyms(tree: Node, outline: Outline, synonyms: Synonyms) -> Node:
    """Return a query whose words also find what the law code says for them.

    Every word of an expression may be found as it was typed, or by what the expression means.
    Phrases, words near each other and what follows NOT are left as they are.

    Args:
        tree: The query.
        outline: Languages and levels of the code.
        synonyms: The synonyms of the corpus.
    """
    rows = {
        language.code: tuple(_rows(language.code, outline, synonyms))
        for language in outline.languages
        if synonyms.of(language.code)
    }
    return _added(tree, rows) if rows else tree


def _rows(tag: str, outline: Outline, synonyms: Synonyms) -> Iterator[_Row]:
    for synonym in synonyms.of(tag):
        nodes = [_node(_told(text, tag, outline), text, tag) for text in synonym.meant]
        meant = tuple(node for node in nodes if node)
        for text in synonym.typed:
            stems = tuple(token.stem for token in _told(text, tag, outline))
            if stems and meant:
                yield stems, meant


def _told(text: str, tag: str, outline: Outline) -> tuple[Token, ...]:
    """Return the words of an expression without very frequent ones, unless it has no others."""
    read = tokens(text, outline.language(tag), outline.scheme)
    return tuple(token for token in read if token.kind != "stop") or read


def _node(read: tuple[Token, ...], text: str, tag: str) -> Node | None:
    words = tuple(
        Word(text[token.start : token.end], (Form(tag, token.term, token.stem),)) for token in read
    )
    return Near(words, NEAR_DISTANCE) if len(words) > 1 else next(iter(words), None)


def _added(tree: Node, rows: dict[str, tuple[_Row, ...]]) -> Node:
    match tree:
        case Word():
            return _in_a_row((tree,), rows)[0]
        case And(parts=parts) | MostOf(parts=parts):
            inner = (each if isinstance(each, Word) else _added(each, rows) for each in parts)
            return replace(tree, parts=_in_a_row(tuple(inner), rows))
        case Or(parts=parts):
            return Or(tuple(_added(each, rows) for each in parts))
        case Within(part=part):
            return replace(tree, part=_added(part, rows))
        case _:
            return tree


def _in_a_row(parts: tuple[Node, ...], rows: dict[str, tuple[_Row, ...]]) -> tuple[Node, ...]:
    """Return the parts of a conjunction; words that are an expression also find what it means."""
    meant: dict[int, dict[Node, None]] = {}
    for tag, known in rows.items():
        stems = [_stem(part, tag) for part in parts]
        for typed, others in known:
            for at in range(len(parts) - len(typed) + 1):
                if tuple(stems[at : at + len(typed)]) == typed:
                    for place in range(at, at + len(typed)):
                        meant.setdefault(place, {}).update(dict.fromkeys(others))
    return tuple(
        Meant(part, tuple(meant[place])) if isinstance(part, Word) and place in meant else part
        for place, part in enumerate(parts)
    )


def _stem(part: Node, tag: str) -> str | None:
    form = part.form(tag) if isinstance(part, Word) else None
    return form.stem if form else None
