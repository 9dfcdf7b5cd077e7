"""Conjunctions: what stands side by side in a query, all of which must be there."""

from __future__ import annotations

from dataclasses import dataclass

from lawkb.model.language import Language
from lawkb.search.lexing import Lexeme
from lawkb.search.spots import ZONES
from lawkb.search.tree import And, Field, Form, Having, Node, Or, Phrase, Within, leaves


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a conjunction.

    Attributes:
        node: What it finds.
        telling: Whether it tells provisions apart, as a common word does not.
        word: The plain word that it was typed as, or None.
    """

    node: Node
    telling: bool = True
    word: Lexeme | None = None


def conjunction(parts: tuple[Part, ...], whole: Phrase | None, strict: bool) -> Node | None:
    """The tree of parts that must all be there; None when there are none.

    ``in:`` and ``lang:`` say where the other parts are sought: ``card in:notes`` finds a card in
    a note, not a card in a provision that has notes. Common words are left out as long as a
    telling one remains.

    Args:
        parts: In the order they were typed.
        whole: Words that stood side by side.
        strict: Whether AND was typed between them.
    """
    scopes = [scope for part in parts if (scope := _scope(part.node))]
    sought = _telling(tuple(part for part in parts if not _scope(part.node)))
    nodes = tuple(dict.fromkeys(part.node for part in sought))
    rest = _all_of(nodes, whole, strict)
    if not scopes:
        return rest
    filters = tuple(dict.fromkeys(part.node for part in parts if _scope(part.node)))
    if rest is None:
        return _all_of(filters)
    fields = tuple(dict.fromkeys(field for fields, _ in scopes for field in fields))
    languages = tuple(dict.fromkeys(tag for _, tags in scopes for tag in tags))
    scoped = Within(rest, fields, languages)
    # What is found in a note proves that there is one.
    return scoped if any(map(leaves, nodes)) else _all_of((scoped, *filters))


def whole(runs: list[list[Part]], languages: tuple[Language, ...]) -> Phrase | None:
    """The longest row of plain words, common ones among them; None when no two stand together."""
    rows: list[list[Lexeme]] = [[]]
    for run in runs:
        rows.append([])
        for part in run:
            if part.word:
                rows[-1].append(part.word)
            else:
                rows.append([])
    longest = max(rows, key=len)
    if len(longest) < 2:
        return None
    forms = (
        tuple(_form(word, place, language) for word in longest)
        for place, language in enumerate(languages)
    )
    return Phrase(" ".join(word.tokens[0].folded for word in longest), tuple(forms))


def _form(word: Lexeme, place: int, language: Language) -> Form:
    token = word.tokens[place]
    return Form(language.code, token.term, token.stem)


def _scope(node: Node) -> tuple[tuple[Field, ...], tuple[str, ...]] | None:
    """Zones and languages that a part restricts the others to; None when it is no such part."""
    parts = node.parts if isinstance(node, Or) else (node,)
    named = [part for part in parts if isinstance(part, Having)]
    kinds = {part.what for part in named}
    if len(named) < len(parts) or len(kinds) != 1:
        return None
    values = tuple(part.value for part in named)
    if kinds == {"lang"}:
        return (), values
    return (tuple(zone for zone in ZONES if zone in values), ()) if kinds == {"in"} else None


def _telling(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts without common words, unless nothing else is sought."""
    others = tuple(part for part in parts if part.telling)
    return others if any(leaves(part.node) for part in others) else parts


def _all_of(
    nodes: tuple[Node, ...], whole: Phrase | None = None, strict: bool = False
) -> Node | None:
    if len(nodes) < 2:
        return nodes[0] if nodes else None
    return And(nodes, whole, strict)
