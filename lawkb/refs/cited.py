"""An address typed the way a text cites it: «άρθρο 6 παράγραφος 1», «point (c) of Article 6(1)»."""

from __future__ import annotations

from collections.abc import Iterable

from lawkb.model.address import Address, Scheme
from lawkb.model.language import Language
from lawkb.model.passage import Reference
from lawkb.refs.find import references_in
from lawkb.refs.grammar import Grammar, read_grammar
from lawkb.refs.tokens import read_tokens

_NAMING = ("law", "level", "section", "point")  # kinds of the words before a label


def read_cited(text: str, scheme: Scheme, languages: Iterable[Language]) -> Address | None:
    """The provision that a text cites, if it does that and nothing else.

    Args:
        text: What was typed.
        scheme: The levels of the code.
        languages: Languages to read it in; the first that can, does.

    Returns:
        None for a range, a list, a part of a law that is not named, another edition, or any word
        more.
    """
    for language in languages:
        grammar = read_grammar(language, scheme)
        found = references_in(text, grammar, None)
        if len(found) == 1 and _is_all(text, found[0], grammar):
            return found[0].target
    return None


def _is_all(text: str, reference: Reference, grammar: Grammar) -> bool:
    """Whether a reference is of one provision, with one key word before it and nothing behind."""
    if reference.form != "absolute" or reference.edition or reference.subparagraph:
        return False
    before = read_tokens(text[: reference.start], grammar.vocabulary.alphabet)
    key = grammar.vocabulary.openers.at(before, 0)
    only = key is not None and key.end == len(before) - 1 and key.kind in _NAMING
    return only and not text[reference.end :].strip()
