"""How a query is read, word by word, and what each word finds alone: ``lawkb search --explain``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from lawkb.corpus.glossary import Glossary
from lawkb.exchange import public_types as public
from lawkb.model.code import Code, Outline
from lawkb.search import (
    And,
    Engine,
    Form,
    Near,
    Node,
    Not,
    Or,
    Question,
    Within,
    leaves,
    readings,
    written,
)
from lawkb.search.answers import NO_GLOSSARY
from lawkb.search.translated_query import (
    LINKS,
    PROBABILITY,
    Counterparts,
    Way,
    glossary_terms,
    rendered,
    rows,
    widened,
)

_KINDS: dict[type, Literal["and", "or", "near", "not", "within"]] = {
    And: "and",
    Or: "or",
    Near: "near",
    Not: "not",
    Within: "within",
}


def explained_query(
    code: Code,
    open_engine: Callable[[], Engine],
    question: Question,
    glossary: Glossary = NO_GLOSSARY,
) -> public.Explanation:
    """Return how a query is read.

    Args:
        open_engine: Opens the index of the code; not called for a query without words.
    """
    outline = code.outline
    known = readings(outline, question)
    if not known:
        return public.Explanation(None, ())
    engine = open_engine()
    tags = tuple(language.code for language in outline.languages)
    searched = (question.language,) if question.language else tags
    tree, _ = known[0]
    counterparts = Counterparts(engine.folder, glossary_terms(glossary, outline))
    wide = widened(tree, outline, counterparts, searched)[0] if question.also else tree
    words = tuple(
        public.ExplainedWord(
            leaf.text,
            _found(engine, leaf, searched),
            tuple(_readings(leaf, engine, outline, counterparts)),
        )
        for leaf in dict.fromkeys(leaves(tree))
    )
    return public.Explanation(_query_part(wide), words)


def _query_part(node: Node) -> public.QueryPart:
    match node:
        case And(parts=parts) | Or(parts=parts) | Near(parts=parts):
            inner = parts
        case Not(part=part) | Within(part=part):
            inner = (part,)
        case _:
            return public.QueryPart("part", written(node), ())
    return public.QueryPart(_KINDS[type(node)], written(node), tuple(map(_query_part, inner)))


def _found(engine: Engine, tree: Node, languages: tuple[str, ...]) -> int:
    return engine.search(tree, languages, 0).total


def _readings(
    leaf: Node, engine: Engine, outline: Outline, counterparts: Counterparts
) -> Iterator[public.WordReading]:
    """Yield how each language reads a word: those that have or translate it."""
    for language in outline.languages:
        tag = language.code
        if forms := next(rows(leaf, tag), ()):
            found = _found(engine, leaf, (tag,))
            known = tuple(_counterparts(forms, engine, outline, counterparts))
            tokens = tuple(public.Token(form.exact, form.stem) for form in forms)
            if found or known:
                yield public.WordReading(tag, tokens, found, known)


def _counterparts(
    forms: tuple[Form, ...], engine: Engine, outline: Outline, counterparts: Counterparts
) -> Iterator[public.Counterpart]:
    for language in outline.languages:
        target = language.code
        way = Way(forms[0].language, target, counterparts, PROBABILITY, LINKS)
        for each in way.of(forms):
            node = rendered(each.text, target, outline)
            found = _found(engine, node, (target,)) if node else 0
            yield public.Counterpart(
                target, each.text, each.probability, each.links, each.origin, found
            )
